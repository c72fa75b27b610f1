"""The ground of property: legal 동 and 리, where they lie, their roads and postcodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.districts import districts
from kopa_env.world.tables.towns import Town, by_code, full_name, province_of, towns_of


@dataclass(frozen=True, slots=True)
class Ground:
    """A legal 동 or 리 with its ten digits; ``label`` is 동, or 면 and 리."""

    code: str
    label: str
    town: Town
    village: str


@lru_cache(maxsize=512)
def grounds(district: str) -> tuple[Ground, ...]:
    """Return the legal 동 and 리 of a district in code order."""
    found = []
    for town in towns_of(district):
        if not town.villages:
            found.append(Ground(f"{town.code}00", town.name, town, ""))
        for number, village in town.villages:
            found.append(Ground(f"{town.code}{number}", f"{town.name} {village}", town, village))
    return tuple(found)


@lru_cache(maxsize=512)
def middle(district: str) -> tuple[int, int, int]:
    """Return a rough middle of a district and half its width (millionths of a degree)."""
    known = _middles().get(district)
    if known:
        return known
    draw, province = (
        Draw(0, "district middle", district),
        province_of()[by_code()[district].province],
    )
    wide = province.spread * 55
    lat = province.lat * 100 + draw.between(-wide, wide)
    return lat, province.lon * 100 + draw.between(-wide, wide), max(20_000, province.spread * 14)


@lru_cache(maxsize=1)
def _middles() -> dict[str, tuple[int, int, int]]:
    found = {
        r["code"]: (int(r["lat"]) * 1000, int(r["lon"]) * 1000, int(r["dlat"]) * 800)
        for r in fact_rows("gyeonggi_wards")
    }
    places: dict[str, list[tuple[int, int]]] = {}
    for r in fact_rows("seoul_dongs"):
        at = (int(r["lat_milli"]) * 1000, int(r["lon_milli"]) * 1000)
        places.setdefault(r["gu_code"], []).append(at)
    for code, held in places.items():
        lat, lon = (sum(values) // len(held) for values in zip(*held, strict=True))
        found[code] = (lat, lon, 18_000)
    return found


@lru_cache(maxsize=512)
def town_middle(town: str) -> tuple[int, int]:
    """Return a rough middle of a town (eight digits)."""
    lat, lon, wide = middle(town[:5])
    draw = Draw(0, "town middle", town)
    return lat + draw.bell(-wide, wide), lon + draw.bell(-wide, wide)


@lru_cache(maxsize=1)
def district_places() -> dict[str, int]:
    """Return the place of every district in code order, from 1."""
    return {d.code: n for n, d in enumerate(sorted(districts(), key=lambda d: d.code), start=1)}


# ---- roads -----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def roads(town: Town) -> tuple[tuple[str, str], ...]:
    """Return the roads of a town: name and code of seven digits."""
    draw = Draw(0, "town roads", town.code)
    stem = town.name.rstrip("가").rstrip("0123456789")[:-1] if len(town.name) > 2 else town.name
    heads = [stem if len(stem) > 1 else school_names.place(draw)]
    heads += [school_names.place(draw) for _ in range(2)]
    lane = "길" if town.code.startswith("11") else "번길"
    names = []
    for place, head in enumerate(heads):
        wide = "대로" if place == 1 and not town.rural and draw.chance(220) else "로"
        names.append(f"{head}{'길' if town.rural and place == 2 else wide}")
        if not town.rural:
            names += [f"{names[-1]}{draw.between(1, 40) * 2}{lane}" for _ in range(2)]
    base = int(town.code[5:]) * 12 % 900_000
    return tuple(
        (name, f"{4 if name.endswith('길') else 2 if name.endswith('대로') else 3}{base + n:06d}")
        for n, name in enumerate(dict.fromkeys(names))
    )


def zip_of(district: str, town: Town, draw: Draw) -> str:
    """Return a postcode of five digits: near ones lie near one another."""
    low, high = _zips(district)
    step = int(town.code[5:]) * 7 % max(1, high - low - 6)
    return f"{low + step + draw.below(6):05d}"


@lru_cache(maxsize=512)
def _zips(district: str) -> tuple[int, int]:
    """Return the first and the last postcode of a district."""
    known = {r["code"]: r for r in fact_rows("gyeonggi_wards")}.get(district)
    if known:
        return int(known["zip_low"]), int(known["zip_high"])
    place = district_places()[district]
    if district.startswith("11"):
        start = _SEOUL_ZIPS[place - 1] * 1000 + place * 97 % 800
    else:
        start = _ZIPS[district[:2]] * 1000 + place * 83 % 1900
    return start, start + 99


_SEOUL_ZIPS = (3, 4, 4, 4, 5, 2, 2, 2, 1, 1, 1, 3, 3, 4, 7, 7, 8, 8, 7, 6, 8, 6, 6, 5, 5)
"""What postcodes of Seoul's districts begin with, in code order."""
_ZIPS: Mapping[str, int] = {
    "26": 47, "27": 42, "28": 21, "29": 61, "30": 34, "31": 44, "36": 30, "43": 27,
    "44": 31, "46": 57, "47": 37, "48": 51, "50": 63, "51": 24, "52": 54,
}  # fmt: skip


@lru_cache(maxsize=512)
def whole_name(district: str) -> str:
    """Return a district's name with its province before it."""
    return full_name(by_code()[district])
