"""What all deals have alike: how many there are, of which building, on what day, at what price."""

from __future__ import annotations

from bisect import bisect_right
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from itertools import accumulate

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.tables.property.prices import busy, level, price
from kopa_env.world.tables.property.sites import (
    APT,
    HOUSE,
    MULTI,
    OFFI,
    PLANT,
    ROW,
    SHARED,
    SHOP,
    STORE,
    Building,
    buildings,
)
from kopa_env.world.tables.towns import by_code, province_of

TODAY_8 = TODAY.replace("-", "")
BOARDS: dict[str, tuple[str, ...]] = {
    "apartment": (APT,),
    "row": (ROW, MULTI),
    "house": (HOUSE, SHARED),
    "officetel": (OFFI,),
    "commercial": (SHOP,),
    "industrial": (PLANT, STORE),
}
"""Which kinds of building a board of deals is about."""
_COUNTRY = ("land", "house", "industrial")
"""Boards on which counties have as many deals as cities."""
_WORTH = {
    APT: 100, ROW: 66, MULTI: 62, HOUSE: 64, SHARED: 66, OFFI: 58, SHOP: 72, PLANT: 30, STORE: 22,
}  # fmt: skip
"""What a square metre is worth beside that of an apartment, in hundredths."""


@lru_cache(maxsize=256)
def _stock(seed: int, district: str, board: str) -> tuple[tuple[Building, ...], tuple[int, ...]]:
    """Return the buildings of a board and their homes summed up."""
    kinds = BOARDS[board]
    found = tuple(b for b in buildings(seed, district) if b.kind in kinds)
    return found, tuple(accumulate(max(4, b.homes) for b in found))


def picked(draw: Draw, seed: int, district: str, board: str, year: int) -> Building | None:
    """Return a building that stood in a year; large ones more often."""
    found, sums = _stock(seed, district, board)
    for _ in range(12):
        if not found:
            break
        one = found[bisect_right(sums, draw.below(sums[-1]))]
        if one.year <= year:
            return one
    return None


def many(seed: int, district: str, board: str, month: str, rate: int) -> int:
    """Return how many deals a month has: ``rate`` a usual month in a large district, as 100."""
    weight = by_code()[district].weight
    if by_code()[district].name.endswith("군") and board not in _COUNTRY:
        rate = rate * 28 // 100
    draw = Draw(seed, "deals", board, district, month)
    usual = rate * weight * busy(month) * draw.between(84, 118) // 58_000_000
    # Deals are reported within 30 days: of the last month only some are known yet.
    return usual * 42 // 100 if month == TODAY_8[:6] else usual


def day_in(draw: Draw, month: str) -> int:
    """Return a day of a month on which a deal known at the world's day was made."""
    last = monthrange(int(month[:4]), int(month[4:]))[1]
    return draw.between(1, 28 if month == TODAY_8[:6] else last)


def unit_price(seed: int, building: Building, month: str) -> int:
    """Return what a square metre of a building costs in a month (100 won)."""
    district = by_code()[building.district]
    own = Draw(seed, "worth", building.district, building.serial).bell(72, 130)
    age = max(0, int(month[:4]) - building.year)
    worn = max(70, 112 - age * 2) if age < 24 else 70 + min(30, age - 24)
    base = price(building.district, district.name) * _WORTH[building.kind]
    return base * own * worn // 100 * level(month) // 100_000


def broker(draw: Draw, district: str) -> str:
    """Return where the agent has an office: the district, or one of the province."""
    own = by_code()[district]
    if draw.chance(140):
        near = [d for d in by_code().values() if d.province == own.province]
        own = draw.pick(near)
    return (
        own.province
        if own.name == province_of()[own.province].name
        else (f"{own.province} {own.name}")
    )


def short_day(day: date) -> str:
    """Write a day as these lists do (``26.01.30``)."""
    return f"{day.year % 100:02d}.{day.month:02d}.{day.day:02d}"


def later(month: str, day: int, days: int) -> date | None:
    """Return a day so many days after a deal, if it is known by the world's day."""
    when = date(int(month[:4]), int(month[4:]), day) + timedelta(days=days)
    return when if when.isoformat() <= TODAY else None


def each(count: int, seed: int, *keys: str) -> Iterator[Draw]:
    """Yield one stream of draws for each deal."""
    for number in range(count):
        yield Draw(seed, *keys, number)
