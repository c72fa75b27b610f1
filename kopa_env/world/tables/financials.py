"""Financial statements (DART's DS003): key accounts, whole statements and ratios, made on demand.

Each table comes in parts, one a company, business year and report; a part exists where the
periodic report was filed (``filings``), and carries that report's receipt number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.filings import REPORTS, period_end
from kopa_env.world.tables.ledger import Company, Year, at, path, quarter
from kopa_env.world.world import Condition, World

BY = ("corp_code", "bsns_year", "reprt_code")
_CLOSES = {code: closes for code, _, _, closes in REPORTS}
PART_NAME = {"11013": " 1분기", "11012": " 반기", "11014": " 3분기", "11011": ""}
_SCOPE = {"CFS": "연결재무제표", "OFS": "재무제표"}

Part = Callable[[World, tuple[Value, ...]], Iterator[Row]]
Reader = Callable[[Year], int]


class Period(NamedTuple):
    """A company's report: who, when, and the receipt number it was filed under."""

    company: Company
    year: int
    report: str
    rcept_no: str

    @property
    def ends(self) -> date:
        """Last day of the period."""
        return self.end(self.year)

    def end(self, year: int) -> date:
        """Return the last day of the same period of another year."""
        return period_end(year, int(str(self.company["acc_mt"])), _CLOSES[self.report])

    def term(self, year: int) -> str:
        """Return the number of a business year as firms count them."""
        return f"제 {year - int(str(self.company['est_dt'])[:4]) + 1} 기"

    @property
    def scopes(self) -> tuple[str, ...]:
        """The statements the company makes."""
        return ("CFS", "OFS") if self.company["consolidated"] else ("OFS",)

    @property
    def annual(self) -> bool:
        """Whether this is the annual report."""
        return self.report == "11011"


def find_period(world: World, values: tuple[Value, ...]) -> Period | None:
    """Return the report that (corp_code, bsns_year, reprt_code) names, if it was filed."""
    corp_code, year, report = values
    conditions = [
        Condition("kind", "eq", "periodic"),
        Condition("corp_code", "eq", corp_code),
        Condition("bsns_year", "eq", year),
        Condition("reprt_code", "eq", report),
        Condition("is_last", "eq", 1),
    ]
    filed = world.select("filings", conditions)[0]
    if not filed:
        return None
    company = world.select("companies", [Condition("corp_code", "eq", corp_code)])[0][0]
    return Period(company, int(str(year)), str(report), str(filed[0]["rcept_no"]))


def periods(world: World) -> Iterator[tuple[Value, ...]]:
    """Yield the (corp_code, bsns_year, reprt_code) of every periodic report, in filing order."""
    conditions = [Condition("kind", "eq", "periodic"), Condition("is_last", "eq", 1)]
    for row in world.select("filings", conditions)[0]:
        yield tuple(row[name] for name in BY)


_KEY_ACCOUNTS: tuple[tuple[str, str, Reader], ...] = (
    ("BS", "유동자산", lambda y: y.current_assets),
    ("BS", "비유동자산", lambda y: y.noncurrent_assets),
    ("BS", "자산총계", lambda y: y.assets),
    ("BS", "유동부채", lambda y: y.current_debt),
    ("BS", "비유동부채", lambda y: y.noncurrent_debt),
    ("BS", "부채총계", lambda y: y.debt),
    ("BS", "자본금", lambda y: y.capital),
    ("BS", "이익잉여금", lambda y: y.retained),
    ("BS", "자본총계", lambda y: y.equity),
    ("IS", "매출액", lambda y: y.sales),
    ("IS", "영업이익", lambda y: y.operating),
    ("IS", "법인세차감전 순이익", lambda y: y.before_tax),
    ("IS", "당기순이익", lambda y: y.net),
)
SHEETS = {
    "BS": "재무상태표", "IS": "손익계산서", "CIS": "포괄손익계산서", "CF": "현금흐름표",
    "SCE": "자본변동표",
}  # fmt: skip


class Amounts(NamedTuple):
    """One account over three years; ``add`` is the amount since the year began (interim flows)."""

    this: int
    this_add: int | None
    last: int
    last_quarter: int | None
    last_add: int | None
    before: int | None


def amounts_of(
    period: Period, years: Mapping[int, Year], read: Reader, stands: bool, cumulated: bool = False
) -> Amounts:
    """Return an account's amounts as DART lays them out.

    What stands at the end is set beside the last year ends; a flow beside the same months of the
    year before. The year before last shows in annual reports only.
    """
    year, report = period.year, period.report
    if period.annual:
        values = [read(years[n]) for n in (year, year - 1, year - 2)]
        return Amounts(values[0], None, values[1], None, None, values[2])
    if stands:
        return Amounts(read(at(years, year, report)), None, read(years[year - 1]), None, None, None)
    sums = [read(at(years, n, report)) for n in (year, year - 1)]
    if cumulated:
        return Amounts(sums[0], None, sums[1], None, None, None)
    months = [read(quarter(years, n, report)) for n in (year, year - 1)]
    return Amounts(months[0], sums[0], months[1], months[1], sums[1], None)


def _key_accounts(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    period = find_period(world, values)
    if period is None:
        return
    for scope in period.scopes:
        years = path(world.seed, period.company, scope)
        for number, (sheet, name, read) in enumerate(_KEY_ACCOUNTS, 1):
            amounts = amounts_of(period, years, read, stands=sheet == "BS")
            yield _key_row(period, scope, sheet, name, number * 2 - 1, amounts)


def _key_row(
    period: Period, scope: str, sheet: str, name: str, number: int, amounts: Amounts
) -> Row:
    year, part = period.year, PART_NAME[period.report]
    spans = [_span(period, sheet, n) for n in (year, year - 1, year - 2)]
    past_part = "" if sheet == "BS" else part
    if sheet == "BS" and not period.annual:
        spans[1] = f"{_year_end(period, year - 1):%Y.%m.%d} 현재"
    return (
        period.rcept_no, period.company["corp_code"], str(year), period.report,
        period.company["stock_code"], scope, _SCOPE[scope], sheet, SHEETS[sheet], name,
        period.term(year) + part, spans[0], amounts.this, amounts.this_add,
        period.term(year - 1) + past_part, spans[1], amounts.last, amounts.last_add,
        period.term(year - 2) if period.annual else None,
        spans[2] if period.annual else None, amounts.before, number, "KRW",
    )  # fmt: skip


def _year_end(period: Period, year: int) -> date:
    return period_end(year, int(str(period.company["acc_mt"])), 12)


def _span(period: Period, sheet: str, year: int) -> str:
    end = period.end(year)
    if sheet == "BS":
        return f"{end:%Y.%m.%d} 현재"
    start = _year_end(period, year - 1) + timedelta(days=1)
    return f"{start:%Y.%m.%d} ~ {end:%Y.%m.%d}"


def every_period(part: Part) -> Callable[[World], Iterator[Row]]:
    """Return what yields the parts of every report, one after another."""

    def rows(world: World) -> Iterator[Row]:
        for values in periods(world):
            yield from part(world, values)

    return rows


KEY_ACCOUNTS = Table(
    name="key_accounts",
    columns=(
        Column("rcept_no", domain="rcept_no", gen="ref"),
        Column("corp_code", domain="corp_code", gen="ref"),
        Column("bsns_year", domain="year"),
        Column("reprt_code", domain="reprt_code"),
        Column("stock_code", domain="stock_code", gen="ref"),
        Column("fs_div", domain="fs_div"),
        Column("fs_nm"),
        Column("sj_div"),
        Column("sj_nm"),
        Column("account_nm", domain="account"),
        Column("thstrm_nm"),
        Column("thstrm_dt"),
        Column("thstrm_amount", "int"),
        Column("thstrm_add_amount", "int", null_rate=0.8),
        Column("frmtrm_nm"),
        Column("frmtrm_dt"),
        Column("frmtrm_amount", "int"),
        Column("frmtrm_add_amount", "int", null_rate=0.8),
        Column("bfefrmtrm_nm"),
        Column("bfefrmtrm_dt"),
        Column("bfefrmtrm_amount", "int", null_rate=0.7),
        Column("ord", "int"),
        Column("currency"),
    ),
    rows=every_period(_key_accounts),
    by=BY,
    part=_key_accounts,
)
