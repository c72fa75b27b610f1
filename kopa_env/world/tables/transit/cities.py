"""Cities of the public transport centre: their own codes, where they lie, names for their stops.

The codes are those of the statistics office of old, not 시군구 codes; Seoul is not among them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.districts import districts
from kopa_env.world.tables.towns import towns_of
from kopa_env.world.world import World

_METRO = 2


@dataclass(frozen=True, slots=True)
class City:
    """A city; ``lat`` and ``lon`` in millionths of a degree, ``stops`` as counted in 2025."""

    code: str
    name: str
    sido: str
    town: str
    prefix: str
    stops: int
    lat: int
    lon: int

    @property
    def metropolitan(self) -> bool:
        """Say whether it is a province of its own."""
        return len(self.code) == _METRO

    @property
    def spread(self) -> int:
        """Return how far from its middle its stops lie (millionths of a degree)."""
        return 130_000 if self.metropolitan else 60_000 if self.town.endswith("시") else 90_000


@lru_cache(maxsize=1)
def cities() -> tuple[City, ...]:
    """Return every city in the order of the platform's list."""
    return tuple(
        City(
            *(r["code"], r["name"], r["sido"], r["city"] or r["name"], r["prefix"]),
            *(int(r["stops"]), int(r["lat"]) * 1000, int(r["lon"]) * 1000),
        )
        for r in fact_rows("transit_cities")
    )


@lru_cache(maxsize=1)
def city_by_code() -> dict[str, City]:
    """Return every city by its code."""
    return {city.code: city for city in cities()}


@lru_cache(maxsize=256)
def district_codes(city: City) -> tuple[str, ...]:
    """Return the 시군구 of a city: several where it is large."""
    own = [d for d in districts() if d.province == city.sido]
    if city.metropolitan:
        return tuple(d.code for d in own)
    return tuple(d.code for d in own if d.name.split()[0] == city.town)


@lru_cache(maxsize=256)
def town_names(city: City) -> tuple[str, ...]:
    """Return the names of a city's 읍, 면 and 동 without their last syllable."""
    names = [t.name[:-1] for code in district_codes(city) for t in towns_of(code)]
    return tuple(n for n in names if len(n) > 1) or (city.town[:-1],)


def _rows(world: World) -> list[Row]:
    return [(c.code, c.name, c.sido, c.stops) for c in cities()]


CITIES = Table(
    "transit_cities",
    (
        Column("citycode", domain="transit_city", gen="fact"),
        Column("cityname", gen="fact"),
        Column("sido", domain="sido_short", gen="fact"),
        Column("stops", "int", gen="fact"),
    ),
    _rows,
    key=("citycode",),
)

REGIONS = {
    "11": "서울특별시", "12": "세종특별시", "21": "부산광역시", "22": "대구광역시",
    "23": "인천광역시", "24": "광주광역시", "25": "대전광역시", "26": "울산광역시",
    "31": "경기도", "32": "강원도",
    "33": "충청북도", "34": "충청남도", "35": "전라북도", "36": "전라남도", "37": "경상북도",
    "38": "경상남도", "39": "제주도",
}  # fmt: skip
"""Provinces by the two digits that trains and coaches use."""


REGION_TABLE = Table(
    "transit_regions",
    (Column("citycode", domain="transit_region", gen="fact"), Column("cityname", gen="fact")),
    lambda world: list(REGIONS.items()),
    key=("citycode",),
)


def on_grid(draw: Draw, city: City, place: int) -> tuple[int, int]:
    """Return where the n-th pair of stops lies: neighbours in the list lie side by side."""
    side = isqrt(city.stops // 2) + 1
    row, column = divmod(place, side)
    if row % 2:
        column = side - 1 - column
    step = 2 * city.spread // side
    return (
        city.lat - city.spread + row * step + draw.between(-step // 3, step // 3),
        city.lon + (column * step - city.spread + draw.between(-step // 3, step // 3)) * 5 // 4,
    )
