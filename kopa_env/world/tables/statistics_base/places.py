"""Establishments, households, houses and farms of districts by year."""

from __future__ import annotations

from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.statistics_base.people import apportion, residents
from kopa_env.world.tables.towns import admin_dongs_of

HOUSEHOLD_TYPES = ("01", "02", "03", "04", "A0", "B0")
"""One generation, two, three, four and more, living alone, unrelated."""
_TYPE_SHARES = (185, 400, 33, 2, 355, 25)
_TYPE_MEMBERS = (21, 33, 47, 58, 10, 22)
"""Members of a household, in tenths."""
OCCUPANCIES = ("1", "2", "3", "4", "5", "6")
"""Own, lease on deposit, monthly rent with deposit, without, by the year, for nothing."""
_OCCUPANCY_SHARES = (565, 148, 215, 20, 12, 40)
HOUSE_TYPES = ("01", "02", "03", "04", "05", "06")
"""Detached, apartment, row house, multi-household house, in other buildings, elsewhere."""


@lru_cache(maxsize=1)
def sections() -> tuple[tuple[str, int, int], ...]:
    """Return (section, establishments among 100,000 people, workers of ten establishments)."""
    return tuple(
        (r["code"], int(r["firms"]), int(r["workers"]))
        for r in fact_rows("industries")
        if len(r["code"]) == 1
    )


def is_rural(district: str) -> int:
    """Return how many of a hundred 행정동 of a district are 읍 or 면."""
    dongs = admin_dongs_of(district)
    return sum(d.rural for d in dongs) * 100 // max(1, len(dongs))


@lru_cache(maxsize=8_000)
def firms(seed: int, district: str, year: int) -> dict[str, tuple[int, int]]:
    """Return (establishments, workers) of a district by section at the end of a year."""
    people = residents(seed, district, f"{year}12").total
    rural, found = is_rural(district), {}
    for section, number, workers in sections():
        draw = Draw(seed, "firms", district, section)
        bend = 100 + (rural // 3 if section in "ABE" else -rural // 8)
        share = number * draw.between(70, 135) * bend // 10_000
        grown = 1000 + (year - 2020) * draw.between(4, 30)
        many = max(3, people * share * grown // 100_000_000)
        found[section] = (many, many * workers * draw.between(85, 120) // 1000)
    return found


@lru_cache(maxsize=8_000)
def homes(seed: int, district: str, year: int) -> dict[tuple[str, str], tuple[int, int]]:
    """Return (households, members) of a district by type of household and occupancy."""
    found = residents(seed, district, f"{year}12")
    whole = found.households * 915 // 1000
    draw = Draw(seed, "homes", district)
    alone = (year - 2020) * 6 + is_rural(district) // 4
    weights = [s * draw.between(90, 110) for s in _TYPE_SHARES]
    weights[4] += alone * 100
    held = [s * draw.between(85, 115) for s in _OCCUPANCY_SHARES]
    rows = {}
    kinds = zip(HOUSEHOLD_TYPES, _TYPE_MEMBERS, apportion(whole, weights), strict=True)
    for kind, members, number in kinds:
        for way, part in zip(OCCUPANCIES, apportion(number, held), strict=True):
            rows[kind, way] = (part, part * members // 10)
    return rows


@lru_cache(maxsize=8_000)
def houses(seed: int, district: str, year: int) -> tuple[int, ...]:
    """Return the houses of a district by type."""
    found = residents(seed, district, f"{year}12")
    draw, rural = Draw(seed, "houses", district), is_rural(district)
    whole = found.households * (790 + draw.between(0, 60)) // 1000
    whole = whole * (1000 + (year - 2020) * 11) // 1000
    weights = [150 + rural * 5, max(120, 680 - rural * 4), 28, 115, 12, 15]
    return tuple(apportion(whole, [w * draw.between(80, 120) for w in weights]))


@lru_cache(maxsize=8_000)
def farms(seed: int, district: str, year: int) -> tuple[int, int]:
    """Return (farm households, people in them) of a district."""
    found = residents(seed, district, f"{year}12")
    draw, rural = Draw(seed, "farms", district), is_rural(district)
    share = 3 + rural * draw.between(9, 22) // 10
    number = found.households * share * (1000 - (year - 2020) * 9) // 1_000_000
    return number, number * draw.between(205, 225) // 100
