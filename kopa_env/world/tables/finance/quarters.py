"""What financial institutions owned, owed and earned, quarter by quarter, in millions of won.

Every row adds up: cash + securities + loans + other assets = assets = deposits + borrowings + other
debt + equity; the five classes of soundness make up the loans; profit is revenue less expense since
the year began. Where an institution files to DART its totals are those of its ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.walk import per_mille, power, walk
from kopa_env.world.tables.finance.institutions import SECTORS, institutions
from kopa_env.world.tables.ledger import YEARS, at, path
from kopa_env.world.tables.market import main_scope
from kopa_env.world.world import Condition, World

FIRST_YEAR = 2015
QUARTERS = tuple(
    f"{year}{month:02d}" for year in range(FIRST_YEAR, 2026) for month in (3, 6, 9, 12)
)[:-1]
"""Quarter ends whose figures are out at the beginning of 2026."""

_REPORT = {"03": "11013", "06": "11012", "09": "11014", "12": "11011"}


class _Mix(NamedTuple):
    """How a sector's balance sheet is made up, in per mille of the assets."""

    cash: int
    securities: int
    loans: int
    deposits: int
    borrowings: int
    equity: int
    yields: int
    growth: int
    bad: int


_MIXES = {
    "은행": _Mix(60, 180, 690, 720, 130, 65, 36, 62, 7),
    "외은지점": _Mix(110, 420, 300, 120, 560, 90, 30, 30, 4),
    "금융투자": _Mix(90, 560, 160, 90, 480, 130, 140, 75, 32),
    "생명보험": _Mix(25, 720, 160, 0, 20, 85, 130, 30, 6),
    "손해보험": _Mix(30, 620, 180, 0, 25, 130, 260, 55, 8),
    "종합금융": _Mix(80, 300, 520, 300, 420, 110, 55, 20, 21),
    "저축은행": _Mix(120, 60, 790, 850, 20, 105, 88, 90, 62),
    "선물": _Mix(300, 300, 40, 0, 420, 240, 70, 20, 5),
    "자산운용": _Mix(330, 450, 30, 0, 60, 790, 420, 60, 3),
    "투자자문": _Mix(420, 340, 30, 0, 40, 830, 380, 20, 3),
    "부동산신탁": _Mix(130, 200, 480, 0, 280, 620, 240, 60, 140),
    "카드": _Mix(60, 40, 860, 0, 700, 150, 110, 55, 15),
    "할부금융": _Mix(50, 90, 780, 0, 760, 140, 80, 70, 26),
    "리스": _Mix(60, 80, 700, 0, 780, 140, 95, 45, 30),
    "신기술금융": _Mix(160, 470, 230, 0, 300, 620, 160, 65, 20),
    "금융지주": _Mix(60, 190, 660, 660, 150, 75, 60, 60, 8),
    "신용협동조합": _Mix(150, 90, 720, 880, 10, 90, 49, 55, 55),
    "농업협동조합": _Mix(120, 140, 700, 830, 20, 100, 50, 50, 28),
    "수산업협동조합": _Mix(110, 120, 730, 850, 20, 80, 52, 52, 46),
    "산림조합": _Mix(170, 130, 650, 810, 30, 110, 48, 48, 30),
}

_COLUMNS = (
    Column("sector", domain="fin_sector", gen="ref"),
    Column("ym", domain="ym6"),
    Column("fin_id", domain="fin_id", gen="ref"),
    Column("code", domain="fin_co_no", gen="ref", null_rate=0.04),
    Column("name", domain="fin_name", gen="ref"),
    Column("crno", domain="jurir_no", gen="ref", null_rate=0.06),
    Column("real", "int", gen="ref"),
    *(
        Column(name, "int")
        for name in (
            "assets", "cash", "securities", "loans", "other_assets", "deposits", "borrowings",
            "other_debt", "debt", "equity", "capital", "revenue", "expense", "net", "premium",
            "insurance_result", "investment_result", "normal", "watch", "substandard", "doubtful",
            "loss", "bad", "staff", "branches",
        )
    ),
    Column("bis"),
    Column("bad_rate"),
    Column("overdue_rate"),
    Column("deposit_rate"),
)  # fmt: skip


def _part(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    sector = str(names[0])
    if sector not in _MIXES:
        return
    made = [list(_years(world, row)) for row in institutions(world, sector)]
    for quarter in zip(*made, strict=True):
        yield from quarter


def _years(world: World, row: dict[str, Value]) -> Iterator[Row]:
    mix, fin_id = _MIXES[str(row["sector"])], str(row["fin_id"])
    draw = Draw(world.seed, "mix", fin_id)
    own = mix._replace(
        **{
            name: getattr(mix, name) * draw.between(850, 1_150) // 1_000
            for name in ("cash", "securities", "deposits", "borrowings", "equity", "yields")
        }
    )
    bad = own.bad * draw.skewed(300, 2_600, 2) // 1_000
    course = walk(world.seed, f"balance {fin_id}", per_mille(130), 40, 40 + len(QUARTERS))
    ledger = _ledger(world, row)
    size = int(str(row["size"])) * 1_000
    if ledger:
        filed = path(world.seed, ledger, main_scope(ledger))[2018].assets // 1_000_000
        place = QUARTERS.index("201812")
        size = filed * 1_000_000 // _grown(course, own.growth, place)
    capital = 0
    for n, ym in enumerate(QUARTERS):
        assets = size * _grown(course, own.growth, n) // 1_000_000
        figures = _figures(world.seed, fin_id, ym, own, assets, bad, _stress(n))
        if ledger and int(ym[:4]) in YEARS:
            figures = _as_filed(figures, ledger, ym)
        capital = capital or max(1, figures["equity"] * draw.between(180, 620) // 1_000)
        figures["capital"] = figures.get("filed_capital") or capital
        yield _row(row, ym, figures)


def _grown(course: list[int], yearly: int, n: int) -> int:
    """Return a quarter's assets in millionths of the last quarter's."""
    trend = 1_000_000 * 4_000 // (4_000 + yearly * (len(QUARTERS) - 1 - n))
    return power(course[n] - course[-1], trend)


def _stress(n: int) -> int:
    """Return how bad loans stand in a quarter, in hundredths: low by 2021, high after 2023."""
    year = int(QUARTERS[n][:4])
    return {2015: 130, 2016: 115, 2017: 100, 2018: 95, 2019: 90, 2020: 80, 2021: 68, 2022: 78,
            2023: 118, 2024: 150, 2025: 145}[year]  # fmt: skip


def _figures(
    seed: int, fin_id: str, ym: str, mix: _Mix, assets: int, bad: int, stress: int
) -> dict[str, int]:
    draw = Draw(seed, "quarter", fin_id, ym)

    def part(share: int) -> int:
        return assets * share * draw.between(975, 1_025) // 1_000_000

    cash, securities = part(mix.cash), part(mix.securities)
    loans = min(part(mix.loans), assets - cash - securities)
    equity = part(mix.equity)
    deposits = min(part(mix.deposits), assets - equity)
    borrowings = min(part(mix.borrowings), assets - equity - deposits)
    yearly = Draw(seed, "profit", fin_id, ym[:4])
    pace = yearly.between(930, 1_070) * mix.yields * int(ym[4:])
    revenue = assets * pace // 12_000_000
    margin = yearly.between(-20, 190) - max(0, stress - 100) * bad // 60
    net = revenue * max(-260, min(330, margin)) // 1_000
    return {
        "assets": assets, "cash": cash, "securities": securities, "loans": loans,
        "other_assets": assets - cash - securities - loans, "deposits": deposits,
        "borrowings": borrowings, "other_debt": assets - equity - deposits - borrowings,
        "debt": assets - equity, "equity": equity, "revenue": revenue, "expense": revenue - net,
        "net": net, **_soundness(draw, loans, bad * stress // 100),
        "premium": revenue * draw.between(760, 880) // 1_000,
        "insurance_result": net * draw.between(300, 700) // 1_000,
        "staff": max(5, assets // 90_000 + draw.between(0, 9)),
        "branches": max(1, assets // 420_000 + draw.between(0, 3)),
        "overdue": bad * stress // 100 * draw.between(85, 118) // 10 + draw.between(0, 9),
        "bis": 800 + mix.equity * 8 + draw.between(-60, 90),
        "rate": _deposit_rate(ym) + draw.between(-25, 35),
    }  # fmt: skip


def _soundness(draw: Draw, loans: int, bad: int) -> dict[str, int]:
    """Share loans out among the five classes; ``bad`` is per mille below standard."""
    below = loans * min(600, bad) // 1_000
    loss, doubtful = below * draw.between(60, 240) // 1_000, below * draw.between(150, 380) // 1_000
    watch = loans * min(300, bad * draw.between(90, 210) // 100 + 4) // 1_000
    return {
        "normal": loans - below - watch, "watch": watch, "doubtful": doubtful, "loss": loss,
        "substandard": below - doubtful - loss, "bad": below,
    }  # fmt: skip


def _deposit_rate(ym: str) -> int:
    """Return the usual rate of a savings bank's yearly deposit, in hundredths of a per cent."""
    rates = {2015: 230, 2016: 205, 2017: 215, 2018: 255, 2019: 240, 2020: 190, 2021: 190,
             2022: 330, 2023: 405, 2024: 365, 2025: 300}  # fmt: skip
    return rates[int(ym[:4])]


def _ledger(world: World, row: dict[str, Value]) -> dict[str, Value] | None:
    """Return the register's entry of an institution that files to DART."""
    if not row["stock_code"]:
        return None
    found, _ = world.select("companies", [Condition("stock_code", "eq", row["stock_code"])])
    return {**found[0], "seed": world.seed} if found else None


def _as_filed(figures: dict[str, int], company: dict[str, Value], ym: str) -> dict[str, int]:
    """Put the totals of the ledger (in won there) in place of the made-up ones."""
    years = path(int(str(company["seed"])), company, main_scope(company))
    if int(ym[:4]) - 1 not in years and ym[4:] != "12":
        return figures
    closed = at(years, int(ym[:4]), _REPORT[ym[4:]])
    assets, equity = closed.assets // 1_000_000, closed.equity // 1_000_000
    old = max(1, figures["assets"])
    scaled = {
        name: figures[name] * assets // old
        for name in ("cash", "securities", "loans", "deposits", "borrowings", "normal", "watch",
                     "substandard", "doubtful", "loss", "premium")
    }  # fmt: skip
    loans = scaled["loans"]
    bad = scaled["substandard"] + scaled["doubtful"] + scaled["loss"]
    over = max(0, scaled["deposits"] + scaled["borrowings"] + equity - assets)
    deposits = max(0, scaled["deposits"] - over)
    borrowings = max(0, scaled["borrowings"] - max(0, over - scaled["deposits"]))
    net, sales = closed.net // 1_000_000, closed.sales // 1_000_000
    return {
        **figures, **scaled, "assets": assets, "equity": equity, "debt": assets - equity,
        "other_assets": assets - scaled["cash"] - scaled["securities"] - loans,
        "deposits": deposits, "borrowings": borrowings,
        "other_debt": assets - equity - deposits - borrowings, "bad": bad,
        "normal": loans - bad - scaled["watch"], "net": net, "revenue": sales,
        "expense": sales - net, "insurance_result": net * 55 // 100,
        "filed_capital": closed.capital // 1_000_000,
    }  # fmt: skip


def _row(row: dict[str, Value], ym: str, figures: dict[str, int]) -> Row:
    loans = figures["loans"]
    figures["investment_result"] = figures["net"] - figures["insurance_result"]
    rate = figures["bad"] * 10_000 // loans if loans else 0
    texts = (
        _two(figures["bis"]), _two(rate), _two(figures["overdue"]), _two(figures["rate"]),
    )  # fmt: skip
    return (
        row["sector"], ym, row["fin_id"], row["code"], row["name"], row["crno"], row["real"],
        *(figures[c.name] for c in _COLUMNS[7:-4]), *texts,
    )  # fmt: skip


def _two(value: int) -> str:
    value = max(0, value)
    return f"{value // 100}.{value % 100:02d}"


QUARTER_FIGURES = Table(
    "fin_quarters",
    _COLUMNS,
    lambda world: (row for sector in SECTORS for row in _part(world, (sector.name,))),
    key=("ym", "fin_id"),
    by=("sector",),
    part=_part,
)
