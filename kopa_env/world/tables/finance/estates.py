"""Failed institutions: bankruptcies since 1998, and reports from the institutions' last years.

All of them are fictional, and so are the receivers' names.
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.names import PLACES, person, site, stem
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.companies import legal_number
from kopa_env.world.tables.finance.institutions import FIXED_FAILED, institutions
from kopa_env.world.world import Condition, World

_FAILED: tuple[tuple[str, tuple[str, ...], int, int, int], ...] = (
    # sector, endings, how many, first and last year
    ("은행", ("은행",), 5, 1998, 1998),
    ("금융투자", ("증권", "투자신탁"), 8, 1998, 2003),
    ("생명보험", ("생명보험",), 10, 1998, 2003),
    ("손해보험", ("화재해상보험",), 3, 1999, 2004),
    ("종합금융", ("종합금융",), 26, 1998, 2001),
    ("저축은행", ("상호신용금고",), 108, 1998, 2003),
    ("저축은행", ("상호저축은행", "저축은행"), 41, 2005, 2025),
    ("신협", ("신용협동조합",), 296, 1998, 2004),
)
_RECENT = 2010


def _bankrupt(world: World) -> Iterator[Row]:
    serial, used = 0, {FIXED_FAILED, *(str(row["name"]) for row in institutions(world))}
    rows: list[Row] = []
    for sector, endings, count, first, last in _FAILED:
        for n in range(count):
            serial += 1
            draw = Draw(world.seed, "bankrupt", serial)
            year = first + (last - first + 1) * n // count
            if last > _RECENT and n < 30:
                year = 2010 + n * 5 // 30
            name = (
                FIXED_FAILED if sector == "저축은행" and n == count - 1 and last > _RECENT else ""
            )
            while not name or (name in used and name != FIXED_FAILED):
                name = stem(draw.u64(), world.seed & 1, rare=True) + draw.pick(endings)
            used.add(name)
            day = f"{year}{draw.between(1, 12):02d}{draw.between(2, 28):02d}"
            if name == FIXED_FAILED:
                day = "20240912"
            special = sector == "저축은행" and year >= 2011
            closed = (year < 2006 and draw.chance(930)) or (year < 2013 and draw.chance(350))
            fund = "예금보험기금" if year > 2002 else "예금보험기금채권상환기금"
            rows.append(
                (
                    serial, sector, fund, "Y" if special else "N", name, person(draw), day,
                    "종결" if closed else "진행",
                    legal_number(f"130111{serial:05d}{draw.digits(1)}"),
                    f"B{serial:04d}", draw.between(6, 240) * 10_000_000_000,
                )
            )  # fmt: skip
    yield from sorted(rows, key=lambda row: (str(row[6]), str(row[4])), reverse=True)


BANKRUPT = Table(
    "bankrupt_institutions",
    (
        Column("serial", "int"),
        Column("region", domain="kdic_region"),
        Column("fund"),
        Column("special"),
        Column("name", domain="failed_name"),
        Column("receiver"),
        Column("declared", domain="date"),
        Column("state"),
        Column("crno", domain="jurir_no"),
        Column("code"),
        Column("size", "int"),
    ),
    _bankrupt,
    key=("serial",),
    persons="fictional",
)


def _failed(world: World, since: int) -> list[dict[str, Value]]:
    where = [
        Condition("region", "eq", "저축은행"),
        Condition("declared", "range", (f"{since}", None)),
    ]
    return world.select("bankrupt_institutions", where)[0]


def _quarters(row: dict[str, Value]) -> list[str]:
    """Return the quarters before a bankruptcy for which a savings bank reported."""
    declared = str(row["declared"])
    index = int(declared[:4]) * 4 + (int(declared[4:6]) - 1) // 3
    return [f"{q // 4}{q % 4 * 3 + 3:02d}" for q in range(index - 12, index)]


_REPORTS = (
    *("maturity_structure", "liquidity_indicators", "writeoffs", "loan_soundness_by_industry"),
    *("asset_soundness_classes", "corporate_mortgage_soundness", "individual_mortgage_soundness"),
    *("asset_soundness_indicators", "substandard_loan_changes_by_reason", "overdue_loans"),
    *("overdue_loans_by_collateral", "overdue_small_loans", "deposits_by_amount"),
    *("customers_by_amount", "interest_rate_trends", "net_deposits", "deposits_by_source"),
    *("deposits_by_term", "loans_by_amount", "credit_loans", "loans_by_placement"),
    *("loans_by_collateral", "loans_by_term", "balance_sheet", "income_statement"),
    *("securities_holdings", "bis_capital_ratio", "capital_increases", "simple_capital_ratio"),
    *("risk_weighted_assets", "securities_valuation"),
)


def _reports(world: World) -> Iterator[Row]:
    failed = _failed(world, _RECENT)
    for report in _REPORTS:
        for row in failed:
            for ym in _quarters(row):
                yield report, ym, row["name"]


FAILED_REPORTS = Table(
    "failed_bank_reports",
    (
        Column("report"),
        Column("ym", domain="ym6"),
        Column("name", domain="failed_name", gen="ref"),
    ),
    _reports,
    index=(("report", "ym"), ("report", "name")),
)

_PROFIT = (
    ("ROA", "총자산순이익률", -180), ("ROE", "자기자본순이익률", -900),
    ("NIM", "순이자마진율", 240), ("OPR", "영업이익률", -420), ("FND", "자금조달금리", 430),
    ("LND", "대출금리", 1_120), ("SPR", "예대금리차", 690), ("PRV", "대손상각비율", 520),
)  # fmt: skip


def _profits(world: World) -> Iterator[Row]:
    for row in _failed(world, _RECENT):
        draws = {
            code: Draw(world.seed, "profit", str(row["serial"]), code) for code, _, _ in _PROFIT
        }
        last = {code: usual + draws[code].between(-80, 80) for code, _, usual in _PROFIT}
        for n, ym in enumerate(_quarters(row)):
            for code, label, usual in _PROFIT:
                sinks = -(18 * n) if usual < 0 or code == "NIM" else 4 * n
                now = usual + sinks + draws[code].between(-60, 60)
                yield ym, row["name"], code, label, last[code], now
                last[code] = now


FAILED_PROFITS = Table(
    "failed_bank_profits",
    (
        Column("ym", domain="ym6"),
        Column("name", domain="failed_name", gen="ref"),
        Column("code"),
        Column("label"),
        Column("before", "int"),
        Column("now", "int"),
    ),
    _profits,
    index=(("ym",), ("name",)),
)


def _accounts(world: World) -> Iterator[Row]:
    """Yield accounts that savings banks opened in the quarter before they failed."""
    for row in _failed(world, _RECENT):
        declared = str(row["declared"])
        index = int(declared[:4]) * 12 + int(declared[4:6]) - 3
        month = f"{index // 12}{index % 12 + 1:02d}"
        draw = Draw(world.seed, "opened", str(row["serial"]))
        address, _ = site(draw.u64())
        for n in range(draw.between(120, 900)):
            loan = draw.chance(260) if n > 1 else n == 1
            day = f"{month}{draw.between(1, 28):02d}"
            if str(row["name"]) == FIXED_FAILED and n < 40:
                day = "20240628"
            number = f"{'L' if loan else 'D'}{int(str(row['serial'])):04d}-{draw.digits(7)}"
            if n < 2:
                number = f"{number[0]}{int(str(row['serial'])):04d}-0000001"
            yield (
                "loan" if loan else "deposit", row["name"], address, day, number,
                draw.pick(("개인", "개인", "개인", "법인")),
                draw.pick(("정기예금", "정기적금", "보통예금")) if not loan
                else draw.pick(("일반자금대출", "예적금담보대출", "종합통장대출")),
                draw.pick(PLACES)[0],
            )  # fmt: skip


FAILED_ACCOUNTS = Table(
    "failed_bank_accounts",
    (
        Column("kind"),
        Column("name", domain="failed_name", gen="ref"),
        Column("place"),
        Column("day", domain="date"),
        Column("number"),
        Column("customer"),
        Column("product"),
        Column("customer_place"),
    ),
    _accounts,
    index=(("kind", "name"), ("kind", "day")),
)


def _balances(world: World) -> Iterator[Row]:
    for row in _failed(world, _RECENT):
        declared = str(row["declared"])
        index = int(declared[:4]) * 12 + int(declared[4:6]) - 4
        left = int(str(row["size"])) * 8 // 10
        for ahead in range(3):
            month = f"{(index + ahead) // 12}{(index + ahead) % 12 + 1:02d}"
            for day in range(1, 29):
                draw = Draw(world.seed, "balance", str(row["serial"]), ahead, day)
                change = -left * draw.between(0, 9 + 7 * ahead) // 2_000
                left += change
                yield row["name"], f"{month}{day:02d}", left, change


FAILED_BALANCES = Table(
    "failed_bank_balances",
    (
        Column("name", domain="failed_name", gen="ref"),
        Column("day", domain="date"),
        Column("balance", "int"),
        Column("change", "int"),
    ),
    _balances,
    index=(("name",),),
)


def _events(world: World) -> Iterator[Row]:
    """Yield, month by month, where failed institutions stood."""
    for row in world.select(
        "bankrupt_institutions", [Condition("declared", "range", ("2009", None))]
    )[0]:
        declared = str(row["declared"])
        index = int(declared[:4]) * 12 + int(declared[4:6]) - 1
        for behind, state in ((5, "영업정지"), (2, "계약이전"), (0, "파산")):
            month = index - behind
            for later in range(behind or 24):
                at = month + later
                if at <= 2025 * 12 + 11:
                    yield f"{at // 12}{at % 12 + 1:02d}", row["name"], state, row["region"]


INSURED_EVENTS = Table(
    "insured_events",
    (
        Column("ym", domain="ym6"),
        Column("name", domain="failed_name", gen="ref"),
        Column("state"),
        Column("region"),
    ),
    _events,
    index=(("ym",), ("name",)),
)


def _yearly(world: World) -> Iterator[Row]:
    for row in world.rows("bankrupt_institutions"):
        year = int(str(row["declared"])[:4])
        for back in range(1, 4):
            yield f"{year - back}1231", row["crno"], str(year - back), row["name"], row["code"]


FAILED_YEARS = Table(
    "failed_years",
    (
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref"),
        Column("year", domain="year"),
        Column("name", domain="failed_name", gen="ref"),
        Column("code"),
    ),
    _yearly,
    index=(("crno",), ("year",)),
)

ESTATES: tuple[Table, ...] = (
    BANKRUPT,
    FAILED_REPORTS,
    FAILED_PROFITS,
    FAILED_ACCOUNTS,
    FAILED_BALANCES,
    INSURED_EVENTS,
    FAILED_YEARS,
)
