"""The ministry's yearbook: how many cities and how large, districts by region, average areas.

Counts of districts are real and follow the mergers of the last years; cities of half a million are
counted in this world's own residents; areas are rounded public magnitudes.
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.districts import District, districts, provinces
from kopa_env.world.tables.population.figures import counts, summed
from kopa_env.world.world import World

YEARS = tuple(range(2024, 2012, -1))

_AREAS = (
    *(("시도", 5905), ("시", 496), ("군", 665), ("자치구", 51)),
    *(("읍", 64), ("면", 63), ("동", 5)),
)
"""Average areas in square kilometres, rounded, set down from memory."""

_OLDER = {"강원특별자치도": ("강원도", 2023), "전북특별자치도": ("전라북도", 2024)}
"""What a province was called before a year."""


def _by_city() -> dict[str, list[District]]:
    """Return every 시, 군 and 자치구 and the districts it consists of."""
    found: dict[str, list[District]] = {}
    for d in districts():
        if d.province not in ("세종", "제주"):
            found.setdefault(f"{d.province} {d.name.split()[0]}", []).append(d)
    return found


def _sizes(world: World) -> Iterator[Row]:
    cities = [own for name, own in _by_city().items() if name.endswith("시")]
    for year in YEARS:
        large = 0
        for own in cities:
            people = summed(c for d in own for c in counts(world.seed, d.code, f"{year}12"))
            large += people.total >= 500_000
        yield (str(year), len(cities), large)


CITY_SIZES = Table(
    "city_sizes",
    (
        Column("bas_yy", domain="year4"),
        Column("city_smry", "int", gen="fact"),
        Column("city_tths50_mor", "int"),
    ),
    _sizes,
    key=("bas_yy",),
)


def _areas(world: World) -> Iterator[Row]:
    for year in YEARS:
        for kind, area in _AREAS:
            grown = area * 10 + (year - 2013) * (area > 100)
            yield (str(year), kind, f"{grown // 10}.{grown % 10}")


DISTRICT_AREAS = Table(
    "district_areas",
    (Column("bas_yy", domain="year4"), Column("cls"), Column("avg_area", gen="fact")),
    _areas,
    key=("bas_yy", "cls"),
)


def _number(short: str, year: int) -> int:
    """Return how many 시, 군 and 자치구 a province had."""
    number = sum(name.split()[0] == short for name in _by_city())
    if year < 2023:
        number += {"경북": 1, "대구": -1}.get(short, 0)
    return number


def _regions(world: World) -> Iterator[Row]:
    for year in YEARS:
        yield (str(year), "전국", sum(_number(p.short, year) for p in provinces()))
        for p in provinces():
            older, until = _OLDER.get(p.name, (p.name, 0))
            yield (str(year), older if year < until else p.name, _number(p.short, year))


DISTRICT_COUNTS = Table(
    "district_counts",
    (
        Column("bas_yy", domain="year4"),
        Column("cls", domain="sido_name", gen="fact"),
        Column("citycntidstri_smry", "int", gen="fact"),
    ),
    _regions,
    key=("bas_yy", "cls"),
)
