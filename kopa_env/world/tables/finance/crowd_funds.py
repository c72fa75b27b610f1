"""Money raised from many: crowdfunding, issue by issue and broker by broker; and funds sold."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.names import coined
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.market import percent
from kopa_env.world.world import Condition, World

_CAMPAIGNS, _BROKERS = 620, 13
_FIRST, _TODAY = date(2021, 1, 4), date.fromisoformat(TODAY)
_ENDINGS = (
    "크라우드",
    "펀딩",
    "투자중개",
    "인베스트",
    "온라인소액투자중개",
    "스타트업파트너스",
    "증권",
)
_CLASSES = (("01", "주식"), ("02", "채권"), ("09", "투자계약증권"))
_ENOUGH = 80
"""Below this share of the goal in per cent nothing is issued."""


def _brokers(seed: int) -> list[str]:
    draw = Draw(seed, "crowd brokers")
    names: dict[str, None] = {}
    while len(names) < _BROKERS:
        names[coined(draw, seed & 1) + _ENDINGS[len(names) % len(_ENDINGS)]] = None
    return list(names)


def _campaigns(world: World) -> Iterator[Row]:
    wide = [Condition("corp_cls", "eq", "E"), Condition("real", "eq", 0)]
    firms = world.select("companies", wide, limit=9_000)[0]
    small = [str(row["corp_name"]) for row in firms if int(str(row["assets"])) < 60_000_000_000]
    able, brokers = small or [str(row["corp_name"]) for row in firms], _brokers(world.seed)
    rows: list[Row] = []
    for n in range(_CAMPAIGNS):
        draw = Draw(world.seed, "crowd", n)
        length = draw.pick((14, 20, 25, 30, 30, 45))
        start = _FIRST + timedelta(days=draw.below((_TODAY - _FIRST).days - length - 1))
        goal = draw.skewed(3, 150, 2) * 10_000_000
        rate = draw.skewed(130, 2_600, 2) if draw.chance(420) else draw.between(800, 1_350)
        investors = max(3, goal * rate // 1_000 // draw.between(600_000, 4_200_000))
        broker = draw.skewed(0, _BROKERS - 1, 2)
        issued = min(goal, goal * rate // 1_000) // 10_000 * 10_000
        ends = f"{start + timedelta(days=length):%Y%m%d}"
        kind = _CLASSES[draw.weighted(((0, 62), (1, 33), (2, 5)))]
        rows.append(
            (
                ends, draw.pick(able), goal, f"{start:%Y%m%d}", ends,
                goal * rate // 1_000 // 10_000 * 10_000, f"{rate // 10}.{rate % 10}", investors,
                f"{broker + 1:03d}", brokers[broker], *kind, issued if rate >= _ENOUGH * 10 else 0,
            )
        )  # fmt: skip
    yield from sorted(rows, key=lambda row: (str(row[0]), str(row[1])), reverse=True)


CAMPAIGNS = Table(
    "crowdfunding_issues",
    (
        Column("day", domain="date"),
        Column("issuer", domain="corp_name", gen="ref"),
        Column("goal", "int"),
        Column("starts", domain="date"),
        Column("ends", domain="date"),
        Column("subscribed", "int"),
        Column("rate"),
        Column("investors", "int"),
        Column("broker_no"),
        Column("broker"),
        Column("class_code"),
        Column("class"),
        Column("issued", "int"),
    ),
    _campaigns,
    index=(("day",), ("issuer",)),
)


def _sums(world: World) -> Iterator[Row]:
    """Yield, at each month's end, what a broker's campaigns of that month brought in."""
    sums: dict[tuple[str, ...], int] = {}
    for row in world.rows("crowdfunding_issues"):
        names = ("broker_no", "broker", "class_code", "class")
        at = (month_end(str(row["day"])), *(str(row[name]) for name in names))
        sums[at] = sums.get(at, 0) + int(str(row["issued"]))
    for at in sorted(sums, key=lambda at: (-int(at[0]), at[1], at[3])):
        if sums[at] and at[0] < f"{_TODAY:%Y%m%d}":
            yield *at, sums[at]


def month_end(day: str) -> str:
    """Return the last day of a day's month."""
    following = date(int(day[:4]), int(day[4:6]), 1) + timedelta(days=31)
    return f"{following.replace(day=1) - timedelta(days=1):%Y%m%d}"


CROWD_BROKERS = Table(
    "crowdfunding_brokers",
    (
        Column("day", domain="date"),
        Column("number"),
        Column("broker"),
        Column("class_code"),
        Column("class"),
        Column("amount", "int"),
    ),
    _sums,
    key=("day", "number", "class_code"),
    index=(("day",), ("broker",)),
)

_ITEMS = (("1", 560), ("2", 440))
"""Public and private funds, with their share in the whole."""

_AREAS = (("1", 700), ("2", 230), ("3", 70))
"""At home, abroad, both."""

_TYPES = (
    # code, name, millions of won at first, growth a month in ten-thousandths, share of securities
    # firms and of banks in per mille, share of individuals in per mille
    ("01", "주식형", 84_000_000, 62, 640, 290, 520),
    ("02", "혼합주식형", 9_400_000, -8, 520, 390, 600),
    ("03", "혼합채권형", 15_200_000, -4, 480, 430, 510),
    ("04", "채권형", 118_000_000, 55, 720, 210, 160),
    ("05", "단기금융(MMF)", 132_000_000, 48, 690, 270, 90),
    ("06", "파생형", 49_000_000, 21, 760, 190, 280),
    ("07", "부동산형", 96_000_000, 88, 870, 80, 70),
    ("08", "특별자산형", 104_000_000, 83, 890, 60, 40),
    ("09", "혼합자산형", 38_000_000, 96, 910, 50, 60),
)  # fmt: skip


def _sales(world: World) -> Iterator[Row]:
    months = [f"{n // 12}{n % 12 + 1:02d}01" for n in range(2019 * 12, 2026 * 12)]
    rows: list[Row] = []
    for place, month in enumerate(months):
        for item, whole in _ITEMS:
            for area, part in _AREAS:
                for kind in _TYPES:
                    draw = Draw(world.seed, "funds sold", month, item, area, kind[0])
                    held = kind[2] * whole // 1_000 * part // 1_000
                    held += held * kind[3] * place // 10_000
                    held = held * draw.bell(960, 1_040) // 1_000
                    rows.append(_sold(month_end(month), item, area, kind, held, draw))
    rows.sort(key=lambda row: (-int(str(row[0])), *map(str, row[1:4])))
    yield from rows


def _sold(
    day: str,
    item: str,
    area: str,
    kind: tuple[str, str, int, int, int, int, int],
    held: int,
    draw: Draw,
) -> Row:
    brokers = held * (kind[4] + draw.bell(-14, 14)) // 1_000
    banks = held * (kind[5] + draw.bell(-14, 14)) // 1_000
    people = held * (kind[6] + draw.bell(-14, 14)) // 1_000
    firms = (held - people) * draw.bell(380, 460) // 1_000
    return (
        day, item, area, kind[0], kind[1], held, brokers, percent(brokers, held, 2), banks, people,
        percent(people, held, 2), firms,
    )  # fmt: skip


FUND_SALES = Table(
    "fund_sales",
    (
        Column("day", domain="date"),
        Column("item"),
        Column("area"),
        Column("type_code"),
        Column("type"),
        Column("held", "int"),
        Column("brokers", "int"),
        Column("brokers_rate"),
        Column("banks", "int"),
        Column("people", "int"),
        Column("people_rate"),
        Column("firms", "int"),
    ),
    _sales,
    key=("day", "item", "area", "type_code"),
    index=(("day",),),
)
