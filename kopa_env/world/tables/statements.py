"""Whole statements and ratios (DART's fnlttSinglAcntAll, fnlttSinglIndx and fnlttCmpnyIndx)."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.financials import (
    BY,
    PART_NAME,
    SHEETS,
    Reader,
    amounts_of,
    every_period,
    find_period,
)
from kopa_env.world.tables.ledger import Year, at, path
from kopa_env.world.world import World

_ACCOUNTS: tuple[tuple[str, str, str, Reader], ...] = (
    # sheet, XBRL account, Korean name, amount
    ("BS", "ifrs-full_CurrentAssets", "유동자산", lambda y: y.current_assets),
    ("BS", "ifrs-full_CashAndCashEquivalents", "현금및현금성자산", lambda y: y.cash),
    ("BS", "ifrs-full_TradeAndOtherCurrentReceivables", "매출채권 및 기타채권",
     lambda y: y.receivables),
    ("BS", "ifrs-full_Inventories", "재고자산", lambda y: y.inventories),
    ("BS", "ifrs-full_OtherCurrentAssets", "기타유동자산", lambda y: y.other_current),
    ("BS", "ifrs-full_NoncurrentAssets", "비유동자산", lambda y: y.noncurrent_assets),
    ("BS", "ifrs-full_PropertyPlantAndEquipment", "유형자산", lambda y: y.plant),
    ("BS", "ifrs-full_IntangibleAssetsOtherThanGoodwill", "무형자산", lambda y: y.intangibles),
    ("BS", "ifrs-full_InvestmentsInAssociates", "관계기업투자", lambda y: y.investments),
    ("BS", "ifrs-full_OtherNoncurrentAssets", "기타비유동자산", lambda y: y.other_noncurrent),
    ("BS", "ifrs-full_Assets", "자산총계", lambda y: y.assets),
    ("BS", "ifrs-full_CurrentLiabilities", "유동부채", lambda y: y.current_debt),
    ("BS", "ifrs-full_TradeAndOtherCurrentPayables", "매입채무 및 기타채무", lambda y: y.payables),
    ("BS", "ifrs-full_ShorttermBorrowings", "단기차입금", lambda y: y.borrowings),
    ("BS", "ifrs-full_OtherCurrentLiabilities", "기타유동부채", lambda y: y.other_current_debt),
    ("BS", "ifrs-full_NoncurrentLiabilities", "비유동부채", lambda y: y.noncurrent_debt),
    ("BS", "ifrs-full_NoncurrentPortionOfNoncurrentBondsIssued", "사채", lambda y: y.bonds),
    ("BS", "ifrs-full_OtherNoncurrentLiabilities", "기타비유동부채",
     lambda y: y.other_noncurrent_debt),
    ("BS", "ifrs-full_Liabilities", "부채총계", lambda y: y.debt),
    ("BS", "ifrs-full_IssuedCapital", "자본금", lambda y: y.capital),
    ("BS", "ifrs-full_SharePremium", "자본잉여금", lambda y: y.premium),
    ("BS", "ifrs-full_RetainedEarnings", "이익잉여금", lambda y: y.retained),
    ("BS", "ifrs-full_NoncontrollingInterests", "비지배지분", lambda y: y.minority),
    ("BS", "ifrs-full_Equity", "자본총계", lambda y: y.equity),
    ("BS", "ifrs-full_EquityAndLiabilities", "자본과부채총계", lambda y: y.equity + y.debt),
    ("IS", "ifrs-full_Revenue", "매출액", lambda y: y.sales),
    ("IS", "ifrs-full_CostOfSales", "매출원가", lambda y: y.cost),
    ("IS", "ifrs-full_GrossProfit", "매출총이익", lambda y: y.gross),
    ("IS", "dart_TotalSellingGeneralAdministrativeExpenses", "판매비와관리비",
     lambda y: y.expenses),
    ("IS", "dart_OperatingIncomeLoss", "영업이익", lambda y: y.operating),
    ("IS", "ifrs-full_FinanceIncome", "금융수익", lambda y: y.finance_income),
    ("IS", "ifrs-full_FinanceCosts", "금융비용", lambda y: y.finance_cost),
    ("IS", "ifrs-full_ProfitLossBeforeTax", "법인세비용차감전순이익", lambda y: y.before_tax),
    ("IS", "ifrs-full_IncomeTaxExpenseContinuingOperations", "법인세비용", lambda y: y.tax),
    ("IS", "ifrs-full_ProfitLoss", "당기순이익", lambda y: y.net),
    ("CIS", "ifrs-full_ProfitLoss", "당기순이익", lambda y: y.net),
    ("CIS", "ifrs-full_OtherComprehensiveIncome", "기타포괄손익", lambda y: y.other_income),
    ("CIS", "ifrs-full_ComprehensiveIncome", "총포괄이익", lambda y: y.net + y.other_income),
    ("CF", "ifrs-full_CashFlowsFromUsedInOperatingActivities", "영업활동현금흐름",
     lambda y: y.from_operations),
    ("CF", "ifrs-full_CashFlowsFromUsedInInvestingActivities", "투자활동현금흐름",
     lambda y: y.from_investing),
    ("CF", "ifrs-full_CashFlowsFromUsedInFinancingActivities", "재무활동현금흐름",
     lambda y: y.from_financing),
    ("CF", "ifrs-full_IncreaseDecreaseInCashAndCashEquivalents", "현금및현금성자산의 증감",
     lambda y: y.cash - y.cash_before),
    ("CF", "dart_CashAndCashEquivalentsAtBeginningOfPeriodCf", "기초현금및현금성자산",
     lambda y: y.cash_before),
    ("CF", "dart_CashAndCashEquivalentsAtEndOfPeriodCf", "기말현금및현금성자산", lambda y: y.cash),
    ("SCE", "ifrs-full_IssuedCapital", "자본금", lambda y: y.capital),
    ("SCE", "ifrs-full_SharePremium", "자본잉여금", lambda y: y.premium),
    ("SCE", "ifrs-full_RetainedEarnings", "이익잉여금", lambda y: y.retained),
    ("SCE", "ifrs-full_Equity", "기말자본", lambda y: y.equity),
)  # fmt: skip
_STANDS = frozenset({"BS", "SCE"})


def accounts() -> tuple[tuple[str, str, str, Reader], ...]:
    """Return every account of a statement: sheet, XBRL name, Korean name and how it is read."""
    return _ACCOUNTS


_RATIOS: tuple[tuple[str, str, str, str, str], ...] = (
    # class, its name, code, name, (numerator, denominator) by name of _Both below
    ("M210000", "수익성지표", "M211100", "세전계속사업이익률", "before_tax/sales"),
    ("M210000", "수익성지표", "M211200", "순이익률", "net/sales"),
    ("M210000", "수익성지표", "M211300", "총자산이익률", "net/assets"),
    ("M210000", "수익성지표", "M211400", "자기자본이익률(ROE)", "net/equity"),
    ("M210000", "수익성지표", "M211800", "매출총이익률", "gross/sales"),
    ("M210000", "수익성지표", "M212000", "매출원가율", "cost/sales"),
    ("M220000", "안정성지표", "M221100", "자기자본비율", "equity/assets"),
    ("M220000", "안정성지표", "M221200", "부채비율", "debt/equity"),
    ("M220000", "안정성지표", "M221300", "유동비율", "current_assets/current_debt"),
    ("M220000", "안정성지표", "M222100", "비유동비율", "noncurrent_assets/equity"),
    ("M230000", "성장성지표", "M231000", "매출액증가율(YoY)", "sales+"),
    ("M230000", "성장성지표", "M231900", "총자산증가율", "assets+"),
    ("M230000", "성장성지표", "M232000", "자기자본증가율", "equity+"),
    ("M240000", "활동성지표", "M241000", "매출채권회전율", "sales:receivables"),
    ("M240000", "활동성지표", "M242000", "재고자산회전율", "cost:inventories"),
    ("M240000", "활동성지표", "M244000", "총자산회전율", "sales:assets"),
)


def _statements(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    period = find_period(world, values)
    if period is None:
        return
    for scope in period.scopes:
        years = path(world.seed, period.company, scope)
        counts: dict[str, int] = {}
        for sheet, account, name, read in _ACCOUNTS:
            if scope == "OFS" and account == "ifrs-full_NoncontrollingInterests":
                continue
            counts[sheet] = counts.get(sheet, 0) + 1
            stands = sheet in _STANDS
            amounts = amounts_of(period, years, read, stands, sheet == "CF")
            part = PART_NAME[period.report]
            interim = not period.annual and not stands
            yield (
                period.rcept_no, period.company["corp_code"], str(period.year), period.report,
                scope, sheet, SHEETS[sheet], account, name, _detail(sheet, scope, name),
                period.term(period.year) + part, amounts.this, amounts.this_add,
                period.term(period.year - 1), None if interim else amounts.last,
                period.term(period.year - 1) + part if interim else None,
                amounts.last if interim else None, amounts.last_add,
                period.term(period.year - 2) if period.annual else None, amounts.before,
                counts[sheet], "KRW",
            )  # fmt: skip


def _detail(sheet: str, scope: str, name: str) -> str:
    if sheet != "SCE":
        return "-"
    return f"{'연결' if scope == 'CFS' else '별도'}재무제표 [member]|자본 [member]|{name} [member]"


def _ratios(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    period = find_period(world, values)
    if period is None:
        return
    years = path(world.seed, period.company, period.scopes[0])
    now = at(years, period.year, period.report)
    before = at(years, period.year - 1, period.report)
    for group, group_name, code, name, rule in _RATIOS:
        yield (
            period.report, str(period.year), period.company["corp_code"],
            period.company["stock_code"], f"{period.ends:%Y-%m-%d}",
            group, group_name, code, name, _ratio(rule, now, before),
        )  # fmt: skip


def _ratio(rule: str, now: Year, before: Year) -> str | None:
    """Return a ratio with three decimals: per cent, or turns for ``a:b``; ``a+`` is growth."""
    scale = 100_000
    if rule.endswith("+"):
        name = rule[:-1]
        bottom = getattr(before, name)
        top = getattr(now, name) - bottom
    else:
        over, mark, under = rule.partition(":" if ":" in rule else "/")
        top, bottom = getattr(now, over), getattr(now, under)
        scale = 1000 if mark == ":" else scale
    return thousandths(top * scale // bottom) if bottom else None


def thousandths(value: int) -> str:
    """Write an integer of thousandths as a decimal: ``-5981`` → ``-5.981``."""
    return f"{'-' if value < 0 else ''}{abs(value) // 1000}.{abs(value) % 1000:03d}"


_CODES = (
    Column("corp_code", domain="corp_code", gen="ref"),
    Column("bsns_year", domain="year"),
    Column("reprt_code", domain="reprt_code"),
)

STATEMENTS = Table(
    name="statements",
    columns=(
        Column("rcept_no", domain="rcept_no", gen="ref"),
        *_CODES,
        Column("fs_div", domain="fs_div"),
        Column("sj_div"),
        Column("sj_nm"),
        Column("account_id", domain="account_id"),
        Column("account_nm", domain="account"),
        Column("account_detail"),
        Column("thstrm_nm"),
        Column("thstrm_amount", "int"),
        Column("thstrm_add_amount", "int", null_rate=0.8),
        Column("frmtrm_nm"),
        Column("frmtrm_amount", "int", null_rate=0.3),
        Column("frmtrm_q_nm", null_rate=0.7),
        Column("frmtrm_q_amount", "int", null_rate=0.7),
        Column("frmtrm_add_amount", "int", null_rate=0.8),
        Column("bfefrmtrm_nm", null_rate=0.7),
        Column("bfefrmtrm_amount", "int", null_rate=0.7),
        Column("ord", "int"),
        Column("currency"),
    ),
    rows=every_period(_statements),
    by=BY,
    part=_statements,
)

RATIOS = Table(
    name="ratios",
    columns=(
        Column("reprt_code", domain="reprt_code"),
        Column("bsns_year", domain="year"),
        Column("corp_code", domain="corp_code", gen="ref"),
        Column("stock_code", domain="stock_code", gen="ref"),
        Column("stlm_dt", domain="date"),
        Column("idx_cl_code", domain="idx_cl_code"),
        Column("idx_cl_nm"),
        Column("idx_code"),
        Column("idx_nm"),
        Column("idx_val", null_rate=0.01),
    ),
    rows=every_period(_ratios),
    by=BY,
    part=_ratios,
)


def taxonomy(world: World) -> Iterator[Row]:
    """Yield the form of every statement: accounts by sheet (the same in every world)."""
    for sheet in ("BS1", "BS2", "IS1", "IS2", "CIS1", "CF1", "CF2", "SCE1"):
        for kind, account, name, _ in _ACCOUNTS:
            if kind == sheet.rstrip("12"):
                local = account.partition("_")[2]
                yield (sheet, account, name, "20180101", name, _spaced(local), _data(kind), None)


def _data(sheet: str) -> str:
    return "(X)" if sheet == "BS" else "X"


def _spaced(name: str) -> str:
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
    return words.capitalize()


TAXONOMY = Table(
    name="taxonomy",
    columns=(
        Column("sj_div", domain="taxonomy_sheet"),
        Column("account_id", domain="account_id"),
        Column("account_nm", domain="account"),
        Column("bsns_de", domain="date"),
        Column("label_kor"),
        Column("label_eng"),
        Column("data_tp"),
        Column("ifrs_ref", null_rate=1.0),
    ),
    rows=taxonomy,
    key=("sj_div", "account_id"),
)
