"""What sellers and insurers offer and report: medical insurance, foreign funds, linked securities.

Also which trusts may be run by whom, and what banks trade in derivatives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.days import day_of, first_from
from kopa_env.world.tables.finance.goods_text import label
from kopa_env.world.tables.finance.institutions import institutions
from kopa_env.world.tables.market import percent
from kopa_env.world.world import Condition, World

_COVERS: dict[str, tuple[str, ...]] = {
    "표준형": ("질병급여", "상해급여", "질병비급여", "상해비급여", "비급여 3대 특약"),
    "선택형": ("질병급여", "상해급여", "질병비급여", "상해비급여"),
    "노후실손": ("질병", "상해", "요양병원 의료비"),
    "유병력자실손": ("질병입원", "질병통원", "상해입원", "상해통원"),
}
_AGES = {
    "표준형": ("20", "30", "40", "50", "60"),
    "선택형": ("20", "30", "40", "50", "60"),
    "노후실손": ("60", "65", "70", "75"),
    "유병력자실손": ("40", "50", "60", "65"),
}
_NAMED = {
    "표준형": ("다이렉트 실손의료비보험(갱신형)", "실손의료비보험(갱신형)"),
    "선택형": ("실손의료비보험(선택형)", "실속 실손의료비보험"),
    "노후실손": ("노후실손의료비보험", "어르신 노후실손의료비보험"),
    "유병력자실손": ("유병력자 실손의료비보험", "간편가입 실손의료비보험"),
}
_QUARTERS = [f"{year}{day}" for year in (2024, 2025) for day in ("0102", "0401", "0701", "1001")]


def _medical(world: World) -> Iterator[Row]:
    insurers = [*institutions(world, "생명보험")[:9], *institutions(world, "손해보험")[:10]]
    for quarter in reversed(_QUARTERS):
        day = day_of(first_from(quarter))
        for row in insurers:
            draw = Draw(world.seed, "medical insurance", str(row["fin_id"]))
            company, office = str(row["name"]), f"{row['sector']}협회"
            for kind, names in _NAMED.items():
                if kind != "표준형" and not draw.chance(520):
                    continue
                name = f"{label(company)} {draw.pick(names)}"
                for cover in _COVERS[kind]:
                    for age in _AGES[kind]:
                        yield (
                            day, office, row["code"] or f"00{row['place']}", company, kind, cover,
                            name, age,
                        )  # fmt: skip


MEDICAL_INSURANCE = Table(
    "medical_insurance_products",
    (
        Column("day", domain="date"),
        Column("office"),
        Column("code", domain="fin_co_no", gen="ref"),
        Column("company", domain="fin_name", gen="ref"),
        Column("kind"),
        Column("cover"),
        Column("name"),
        Column("age"),
    ),
    _medical,
    index=(("day",), ("company",)),
)

_MONTHS = [f"{2023 + n // 12}{n % 12 + 1:02d}" for n in range(36)]
_MONTH_ENDS = {"02": "28", "04": "30", "06": "30", "09": "30", "11": "30"}


def _sellers(world: World) -> list[dict[str, Value]]:
    return [*institutions(world, "은행")[:10], *institutions(world, "금융투자")[:20]]


def _day(month: str) -> str:
    return month + _MONTH_ENDS.get(month[4:], "31")


def _foreign(world: World) -> Iterator[Row]:
    for place in reversed(range(1, len(_MONTHS))):
        month = _MONTHS[place]
        for row in _sellers(world):
            now, before = (_sold(world.seed, str(row["fin_id"]), m) for m in (place, place - 1))
            for name, values in (
                ("전월", before),
                ("당월", now),
                ("증감", [a - b for a, b in zip(now, before, strict=True)]),
            ):
                funds, shares, value = values
                yield (_day(month), row["name"], funds, name, shares, str(value))


def _sold(seed: int, fin_id: str, month: int) -> list[int]:
    """Return funds, shares and net value (in thousands of dollars) that a firm keeps."""
    draw, own = Draw(seed, "foreign funds", fin_id), Draw(seed, "foreign funds", fin_id, month)
    funds = draw.skewed(4, 160, 2) + month // draw.between(5, 12)
    shares = funds * draw.between(6_000, 90_000) * own.between(960, 1_040) // 1_000
    return [funds, shares, shares * draw.between(9, 41) * own.between(970, 1_035) // 1_000_000]


FOREIGN_FUNDS = Table(
    "foreign_fund_sales",
    (
        Column("day", domain="date"),
        Column("seller", domain="fin_name", gen="ref"),
        Column("funds", "int"),
        Column("moment"),
        Column("shares", "int"),
        Column("value"),
    ),
    _foreign,
    index=(("day",), ("seller",)),
)

_LINKED = (("ELS", 9_480), ("ELB", 9_790), ("DLS", 9_510), ("DLB", 9_770))
_HALVES = (("전반기", "0731"), ("하반기", "0131"))


def _redeemed(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for row in institutions(world, "금융투자")[:26]:
        for year in range(2018, 2026):
            for half, shown in _HALVES:
                day = f"{year + (half == '하반기')}{shown}"
                for kind, usual in _LINKED:
                    draw = Draw(world.seed, "linked", str(row["fin_id"]), year, half, kind)
                    if draw.chance(820) and day < "20260130":
                        rate = percent(min(9_990, usual + draw.between(-320, 190)), 10_000, 2)
                        rows.append((day, row["name"], str(year), half, kind, rate))
    yield from sorted(rows, key=lambda r: str(r[0]), reverse=True)


LINKED_RATES = Table(
    "linked_redemption_rates",
    (
        Column("day", domain="date"),
        Column("company", domain="fin_name", gen="ref"),
        Column("year", domain="year"),
        Column("half"),
        Column("kind"),
        Column("rate"),
    ),
    _redeemed,
    index=(("year",), ("company",)),
)


class _Licence(NamedTuple):
    """How many institutions of a sector run trusts, and under which licence most of them do."""

    sector: str
    most: int
    units: tuple[str, ...]


_LICENCES = (
    _Licence("은행", 19, ("종합신탁업", "종합신탁업", "금전신탁업")),
    _Licence("금융투자", 21, ("종합신탁업", "금전신탁업", "종합신탁업")),
    _Licence("생명보험", 5, ("종합신탁업", "금전신탁업")),
    _Licence("손해보험", 1, ("종합신탁업",)),
    _Licence("부동산신탁", 14, ("부동산신탁업",)),
)


def _quarter_months(world: World) -> list[str]:
    """Return the quarters that statistics of banks have, the latest first."""
    where = [Condition("sector", "eq", "은행")]
    months = {str(row["ym"]) for row in world.select("fin_quarters", where)[0]}
    return sorted(months, reverse=True)


def _licensed(world: World) -> Iterator[Row]:
    for month in _quarter_months(world):
        for licence in _LICENCES:
            for row in institutions(world, licence.sector)[: licence.most]:
                draw = Draw(world.seed, "trust licence", str(row["fin_id"]))
                yield (month, row["fin_id"], row["name"], draw.pick(licence.units))


TRUST_LICENCES = Table(
    "trust_licences",
    (
        Column("ym", domain="ym6", gen="ref"),
        Column("fin_id", domain="fin_id", gen="ref"),
        Column("name", domain="fin_name", gen="ref"),
        Column("unit"),
    ),
    _licensed,
    index=(("ym",),),
)


def _traded(world: World) -> Iterator[Row]:
    """Yield what banks traded in a quarter, some ten times what securities they hold."""
    held: dict[str, int] = {}
    for row in world.select("fin_quarters", [Condition("sector", "eq", "은행")])[0]:
        held[str(row["ym"])] = held.get(str(row["ym"]), 0) + int(str(row["securities"]))
    for month in sorted(held, reverse=True):
        times = Draw(world.seed, "bank derivatives", month).between(82, 121)
        yield (month, held[month] * times // 10)


BANK_DERIVATIVES = Table(
    "bank_derivatives",
    (Column("ym", domain="ym6", gen="ref"), Column("amount", "int")),
    _traded,
    key=("ym",),
)

PRODUCT_TABLES: tuple[Table, ...] = (
    MEDICAL_INSURANCE,
    FOREIGN_FUNDS,
    LINKED_RATES,
    TRUST_LICENCES,
    BANK_DERIVATIVES,
)
