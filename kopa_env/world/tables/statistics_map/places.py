"""Addresses, points and shapes: reckoned for the very address or point that is asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import provinces
from kopa_env.world.tables.statistics_map.areas import COUNTRY, Area, areas, below
from kopa_env.world.tables.statistics_map.figures import YEARS
from kopa_env.world.tables.statistics_map.grid import (
    DEGREES,
    SYSTEMS,
    UTMK,
    located,
    projected,
    ring,
)
from kopa_env.world.tables.towns import admin_dongs_of
from kopa_env.world.world import World

_NUMBER = re.compile(r"-?\d{1,8}(\.\d{1,12})?", re.ASCII)
_FAR = 0.35
"""Degrees from the nearest town, beyond which a point lies in none (at sea, abroad)."""
_EXAMPLES = (
    "서울특별시 종로구 세종대로 175",
    "부산광역시 해운대구 중동",
    "대전광역시 서구 둔산로 100",
)


# ---- addresses ---------------------------------------------------------------------------------


def _towns_of(words: list[str]) -> Iterator[tuple[Area, str]]:
    """Yield the towns that an address may mean, and the road it names."""
    names = {name: p.name for p in provinces() for name in (p.name, p.short)}
    province = next((names[w] for w in words if w in names), "")
    rest = [w for w in words if w not in names]
    road = next((w for w in rest if re.search(r"(로|길|대로)(\d+번길)?$", w)), "")
    inside = [a for a in areas().values() if a.dong < 0 and a.up != COUNTRY]
    inside = [a for a in inside if not province or a.full.startswith(province)]
    named = [a for a in inside if _names(a.name, rest)] or (inside if len(inside) == 1 else [])
    towns = [t for d in named or inside for t in below(d.code)]
    found = [t for t in towns if t.name in rest or any(leg in rest for _, leg in _legal(t))]
    if found:
        yield from ((town, road) for town in found[:50])
    elif named:
        own = below(named[0].code)
        yield own[Draw(0, "road in", named[0].code, road).below(len(own))], road


def _names(name: str, words: list[str]) -> bool:
    return all(part in words for part in name.split())


@lru_cache(maxsize=4096)
def _legal(town: Area) -> tuple[tuple[str, str], ...]:
    dong = admin_dongs_of(town.districts[0])[town.dong]
    return tuple((f"{t.code}00", t.name) for t in dong.towns)


def _geocoded(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    address = str(names[0] or "")
    words = re.sub(r"[(),]", " ", address).split()
    for town, road in _towns_of(words) if words else ():
        district, province = areas()[town.up], areas()[town.code[:2]]
        draw = Draw(0, "address", town.code, address)
        legal, legal_name = next(
            (pair for pair in _legal(town) if pair[1] in words), _legal(town)[0]
        )
        lon = (town.lon + draw.between(-4000, 4000)) / 1_000_000
        lat = (town.lat + draw.between(-4000, 4000)) / 1_000_000
        x, y = projected(lon, lat)
        yield (
            address, "1" if road else "2", province.code, province.name, district.code[2:],
            district.name, town.code, town.name, legal, legal_name, road or None,
            f"{x:.3f}", f"{y:.3f}", f"{lon:.6f}", f"{lat:.6f}",
        )  # fmt: skip


_ADDRESSES = Table(
    "statistics_addresses",
    (
        Column("address"),
        Column("addr_type"),
        Column("sido_cd", domain="statistics_area"),
        *map(Column, ("sido_nm", "sgg_cd", "sgg_nm")),
        Column("adm_cd", domain="statistics_area"),
        Column("adm_nm"),
        Column("leg_cd", domain="legal_dong10"),
        Column("leg_nm"),
        Column("road_nm", null_rate=0.4),
        *map(Column, ("x", "y", "lon", "lat")),
    ),
    lambda world: (row for address in _EXAMPLES for row in _geocoded(world, (address,))),
    by=("address",),
    part=_geocoded,
)


# ---- points ------------------------------------------------------------------------------------


def _read(value: Value) -> float | None:
    text = str(value or "")
    return float(text) if _NUMBER.fullmatch(text) else None


@lru_cache(maxsize=1)
def _all_towns() -> tuple[Area, ...]:
    return tuple(area for area in areas().values() if area.dong >= 0)


def _nearest(lon: float, lat: float) -> Area | None:
    def far(town: Area) -> float:
        east, north = town.lon / 1_000_000 - lon, town.lat / 1_000_000 - lat
        return east * east * 0.63 + north * north  # a degree east is shorter here

    found = min(_all_towns(), key=far)
    return found if far(found) < _FAR * _FAR else None


def _reversed(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    system, *point = (*names, None, None)[:3]
    x, y = map(_read, point)
    if x is None or y is None or system not in (UTMK, DEGREES):
        return
    lon, lat = located(x, y, str(system)) if abs(x) < 3e6 and abs(y) < 4e6 else (0.0, 0.0)
    town = _nearest(lon, lat)
    if town is not None:
        district, province = areas()[town.up], areas()[town.code[:2]]
        yield (
            system, point[0], point[1], province.code, province.name, district.code[2:],
            district.name, town.code[5:], town.name, town.full,
        )  # fmt: skip


_POINTS = Table(
    "statistics_points",
    (
        *map(Column, ("system", "x_coor", "y_coor")),
        Column("sido_cd", domain="statistics_area"),
        *map(Column, ("sido_nm", "sgg_cd", "sgg_nm", "emdong_cd", "emdong_nm", "full_addr")),
    ),
    lambda world: (
        row
        for system, x, y in ((UTMK, "953901", "1952032"), (DEGREES, "126.9769", "37.5759"))
        for row in _reversed(world, (system, x, y))
    ),
    by=("system", "x_coor", "y_coor"),
    part=_reversed,
)


def _transformed(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    src, dst, *point = (*names, *(None,) * 4)[:4]
    x, y = map(_read, point)
    if x is None or y is None or src not in SYSTEMS or dst not in SYSTEMS:
        return
    if src == DEGREES and not (abs(x) <= 180 and abs(y) < 85):
        return
    lon, lat = located(x, y, str(src))
    if abs(lon) <= 180 and abs(lat) < 85:
        digits = 6 if dst == DEGREES else 3
        east, north = projected(lon, lat, str(dst))
        yield (src, dst, *point, f"{east:.{digits}f}", f"{north:.{digits}f}")


_TRANSFORMED = Table(
    "statistics_coordinates",
    tuple(map(Column, ("src", "dst", "fromX", "fromY", "posX", "posY"))),
    lambda world: _transformed(world, (DEGREES, UTMK, "126.9769", "37.5759")),
    by=("src", "dst", "fromX", "fromY"),
    part=_transformed,
)


# ---- shapes ------------------------------------------------------------------------------------


def _shape(area: Area, key: str, reach: int, at: tuple[float, float]) -> str:
    draw = Draw(0, "outline", area.code, key)
    corners = tuple(draw.between(72, 118) for _ in range(12))
    return json.dumps({"type": "Polygon", "coordinates": [ring(*at, reach, corners)]})


def _boundaries(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    year, scope = (str(n or COUNTRY) for n in (*names, COUNTRY)[:2])
    if year not in YEARS:
        return
    own = [("0", areas()[scope])] if scope in areas() else []
    own += [("1", a) for a in below(scope)]
    own += [("0", a) for a in below(scope)] if scope == COUNTRY else []
    for low, area in own:
        x, y = area.middle
        reach = {2: 42_000, 5: 9_000}.get(len(area.code), 1_400)
        shape = _shape(area, "", reach, (x, y))
        yield (year, scope, low, "Feature", area.code, area.full, round(x), round(y), shape)


_BOUNDARIES = Table(
    "statistics_boundaries",
    (
        Column("year", domain="year4"),
        Column("scope", domain="statistics_area"),
        Column("low"),
        Column("type"),
        Column("adm_cd", domain="statistics_area", gen="ref"),
        Column("adm_nm", gen="ref"),
        *(Column(n, "int") for n in ("x", "y")),
        Column("geometry"),
    ),
    lambda world: _boundaries(world, (YEARS[-1], COUNTRY)),
    by=("year", "scope"),
    part=_boundaries,
)


def _blocks(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    town = areas().get(str(names[0] or ""))
    if town is None or town.dong < 0:
        return
    x, y = town.middle
    draw = Draw(0, "blocks", town.code)
    for number in range(1, draw.between(9, 38)):
        at = (x + draw.between(-1200, 1200), y + draw.between(-1200, 1200))
        shape = _shape(town, str(number), draw.between(60, 180), at)
        yield (town.code, "Feature", f"{town.code}{number:06d}", shape)


_BLOCKS = Table(
    "statistics_blocks",
    (
        Column("adm_cd", domain="statistics_area", gen="ref"),
        Column("type"),
        Column("block"),
        Column("geometry"),
    ),
    lambda world: _blocks(world, ("11010530",)),
    by=("adm_cd",),
    part=_blocks,
)

PLACES = (_ADDRESSES, _POINTS, _TRANSFORMED, _BOUNDARIES, _BLOCKS)
