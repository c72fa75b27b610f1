"""Areas under the statistics office's codes: provinces, districts, towns, and industry codes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.districts import District, Province, districts, provinces
from kopa_env.world.tables.statistics_map.grid import projected
from kopa_env.world.tables.towns import admin_dongs_of
from kopa_env.world.world import World

COUNTRY = "00"
"""The area above the provinces."""
CODES: Mapping[str, str] = {
    "서울": "11", "부산": "21", "대구": "22", "인천": "23", "광주": "24", "대전": "25",
    "울산": "26", "세종": "29", "경기": "31", "강원": "32", "충북": "33", "충남": "34",
    "전북": "35", "전남": "36", "경북": "37", "경남": "38", "제주": "39",
}  # fmt: skip
"""The statistics office's codes of the provinces."""


@dataclass(frozen=True, slots=True)
class Area:
    """An area: its districts (codes of the register); a town has its place in its district."""

    code: str
    up: str
    name: str
    full: str
    lon: int
    lat: int
    districts: tuple[str, ...]
    dong: int = -1

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle in UTM-K."""
        return projected(self.lon / 1_000_000, self.lat / 1_000_000)


@lru_cache(maxsize=1)
def areas() -> Mapping[str, Area]:
    """Return provinces, districts and towns by code, the larger before those in them."""
    found: dict[str, Area] = {}
    for p in provinces():
        own = [d for d in districts() if d.province == p.short]
        code = CODES[p.short]
        codes = tuple(d.code for d in own)
        found[code] = Area(code, COUNTRY, p.name, p.name, p.lon * 100, p.lat * 100, codes)
        for number, d in _numbered(own):
            area = _district(p, d, f"{code}{number}")
            found[area.code] = area
            for dong in _dongs(area, d):
                found[dong.code] = dong
    return found


def _numbered(own: list[District]) -> Iterator[tuple[str, District]]:
    """Yield districts and their three digits: tens for cities and 구, from 310 for 군."""
    last, city, part, rural = 0, "", 0, 30
    for d in own:
        head, _, ward = d.name.partition(" ")
        if d.name.endswith("군"):
            rural += 1
            yield f"{rural}0", d
        elif ward:
            last, part = (last, part + 1) if head == city else (last + 1, 1)
            city = head
            yield f"{last:02d}{part}", d
        else:
            last += 1
            yield f"{last:02d}0", d


@lru_cache(maxsize=1)
def _middles() -> Mapping[str, tuple[int, int]]:
    """Return the middles of districts that are known, in millionths of a degree."""
    seoul = {
        r["gu_code"]: (int(r["lon_milli"]) * 1000, int(r["lat_milli"]) * 1000)
        for r in fact_rows("seoul_dongs")
    }
    wards = {
        r["code"]: (int(r["lon"]) * 1000, int(r["lat"]) * 1000) for r in fact_rows("gyeonggi_wards")
    }
    return {**seoul, **wards}


def _district(p: Province, d: District, code: str) -> Area:
    draw = Draw(0, "middle of", d.code)
    reach = p.spread * 70
    lon = p.lon * 100 + draw.between(-reach, reach)
    lat = p.lat * 100 + draw.between(-reach, reach)
    if d.name == p.name:
        lon, lat = p.lon * 100, p.lat * 100
    if d.code in _middles():
        lon, lat = _middles()[d.code]
    full = p.name if d.name == p.name else f"{p.name} {d.name}"
    return Area(code, code[:2], d.name, full, lon, lat, (d.code,))


def _dongs(area: Area, d: District) -> Iterator[Area]:
    for place, dong in enumerate(admin_dongs_of(d.code)):
        draw = Draw(0, "middle of", dong.code)
        reach = 60_000 if dong.rural else 22_000
        yield Area(
            f"{area.code}{dong.code[5:8]}", area.code, dong.name, f"{area.full} {dong.name}",
            area.lon + draw.between(-reach, reach), area.lat + draw.between(-reach, reach),
            area.districts, place,
        )  # fmt: skip


@lru_cache(maxsize=512)
def below(code: str) -> tuple[Area, ...]:
    """Return the areas right below one."""
    return tuple(area for area in areas().values() if area.up == code)


def _area_rows(world: World) -> Iterator[Row]:
    for area in areas().values():
        x, y = area.middle
        yield (area.code, area.up, area.name, area.full, round(x), round(y), "-")


_AREAS = Table(
    "statistics_areas",
    (
        Column("cd", domain="statistics_area", gen="fact"),
        Column("up", domain="statistics_area", gen="ref"),
        Column("addr_name", gen="fact"),
        Column("full_addr", gen="fact"),
        Column("x_coor", "int"),
        Column("y_coor", "int"),
        Column("pg", sentinel="-"),
    ),
    _area_rows,
    key=("cd",),
    index=(("up",),),
)


def _industry_rows(world: World) -> Iterator[Row]:
    for revision in ("8", "9", "10"):
        section = ""
        for r in fact_rows("industries"):
            letter = len(r["code"]) == 1
            section = r["code"] if letter else section
            code = r["code"] if letter else f"{section}{r['code']}"
            yield (revision, "*" if letter else section, code, r["name"].replace(";", ","))


_INDUSTRIES = Table(
    "statistics_industries",
    (
        Column("class_deg"),
        Column("up", domain="industry"),
        Column("class_code", domain="industry", gen="fact"),
        Column("class_nm", gen="fact"),
    ),
    _industry_rows,
    key=("class_deg", "class_code"),
)

AREAS = (_AREAS, _INDUSTRIES)
