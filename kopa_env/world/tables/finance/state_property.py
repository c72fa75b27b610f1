"""State property that 한국자산관리공사 shows, lends, sells and auctions; cars that were flooded."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.districts import districts
from kopa_env.world.tables.exchange.days import day_of, first_from, trading_days
from kopa_env.world.tables.towns import full_name, province_of, towns_of
from kopa_env.world.world import World

_FIRST = "20240102"
_SOURCES = (("disclosed", 1_900), ("offered", 2_400), ("auctioned", 1_700))
_CLASSES: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("토지", 720, ("대", "전", "답", "임야", "잡종지", "도로", "구거")),
    ("주거용건물", 110, ("단독주택", "다세대주택", "아파트", "연립주택", "관사")),
    ("상가용및업무용건물", 90, ("근린생활시설", "사무실", "점포", "청사")),
    ("산업용및기타특수용건물", 50, ("창고", "공장", "위험물저장시설")),
    ("용도복합용건물", 30, ("주상복합", "상가주택")),
)


def _place(draw: Draw, wooded: bool) -> tuple[str, str]:
    """Return the province and the address of a piece of property."""
    district = draw.pick(districts())
    province = province_of()[district.province].name
    town = draw.pick(towns_of(district.code))
    parts = [full_name(district), town.name]
    if town.villages:
        parts.append(draw.pick(town.villages)[1])
    lot = str(draw.between(1, 980))
    if draw.chance(620):
        lot += f"-{draw.between(1, 48)}"
    hill = "산" if wooded and town.villages else ""
    return province, " ".join([*parts, hill + lot])


def _property(world: World) -> Iterator[Row]:
    days = trading_days()[first_from(_FIRST) - first_from("20100104") :]
    rows: list[Row] = []
    for source, count in _SOURCES:
        for n in range(count):
            draw = Draw(world.seed, "state property", source, n)
            large, _, kinds = draw.weighted([(c, c[1]) for c in _CLASSES])
            kind = draw.pick(kinds)
            province, address = _place(draw, kind == "임야")
            sale = day_of(first_from(days[-1])) if n == 0 else draw.pick(days[10:])
            day = days[n % (len(days) - 30)] if source != "auctioned" else _before(sale, draw)
            number = int(f"{day[:4]}{draw.between(10, 17)}{n + 1:05d}")
            name = f"{address} {kind}"
            rows.append(
                (source, day, number, 700_000 + 13 * n + draw.below(13), name, large, province,
                 sale if source == "auctioned" else None)
            )  # fmt: skip
    rows.sort(key=lambda row: (str(row[1]), int(str(row[2]))), reverse=True)
    yield from rows


def _before(sale: str, draw: Draw) -> str:
    """Return the day an auction was announced: one or two weeks ahead, a working day."""
    day = date(int(sale[:4]), int(sale[4:6]), int(sale[6:])) - timedelta(days=draw.between(7, 16))
    return day_of(first_from(f"{day:%Y%m%d}"))


STATE_PROPERTY = Table(
    "state_property",
    (
        Column("source"),
        Column("day", domain="date"),
        Column("number", "int", domain="state_property"),
        Column("id", "int"),
        Column("name"),
        Column("large", domain="state_property_class"),
        Column("province", domain="sido_name", gen="ref"),
        Column("sale_on", domain="date", null_rate=0.72),
    ),
    _property,
    index=(("source", "day"), ("source", "province")),
)

FIXED_PLATE = "12가3456"
"""A car that is flooded in every world, so that the example finds it."""

_FLOODS = (
    # first and last day of the rain, and how many of 1,000 cars it took
    ("2017-07-16", 2, 60), ("2018-08-28", 3, 50), ("2019-10-02", 2, 40), ("2020-07-23", 2, 70),
    ("2020-08-06", 4, 110), ("2021-07-05", 3, 30), ("2022-08-08", 3, 300), ("2022-09-06", 1, 60),
    ("2023-07-13", 5, 80), ("2024-07-08", 4, 70), ("2024-09-20", 2, 40), ("2025-07-16", 5, 90),
)  # fmt: skip
_LETTERS = "가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주하허호"
_CARS = 3_400


def _flooded(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    seen = {FIXED_PLATE}
    for n in range(_CARS):
        draw = Draw(world.seed, "flooded car", n)
        first, days, _ = draw.weighted([(flood, flood[2]) for flood in _FLOODS])
        day = date.fromisoformat(first) + timedelta(days=draw.below(days))
        plate = FIXED_PLATE if n == 0 else _plate(draw)
        if n and plate in seen:
            continue
        seen.add(plate)
        written = day + timedelta(days=draw.between(20, 120))
        at = f"{day} {draw.below(24):02d}:{draw.pick((0, 0, 10, 15, 20, 30, 40, 50)):02d}:00"
        kind = "침수전손" if draw.chance(640) else "침수분손"
        rows.append((f"{written:%Y%m%d}", at, kind, plate))
    yield from sorted(rows, key=lambda row: str(row[1]), reverse=True)


def _plate(draw: Draw) -> str:
    head = draw.between(100, 399) if draw.chance(450) else draw.between(10, 69)
    return f"{head}{draw.pick(_LETTERS)}{draw.between(1000, 9999)}"


FLOODED_CARS = Table(
    "flooded_cars",
    (
        Column("written", domain="date"),
        Column("at"),
        Column("kind"),
        Column("plate", domain="car_plate"),
    ),
    _flooded,
    key=("plate",),
)

PROPERTY_TABLES: tuple[Table, ...] = (STATE_PROPERTY, FLOODED_CARS)
