"""Buildings of every district: lot, road, name, year and size, on which all property data stand.

Towns and villages are those of the world's register; lots, roads, names and buildings are made up.
A building has the same lot, road number and keys wherever it is told of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.names import coined
from kopa_env.world.tables.districts import District
from kopa_env.world.tables.property.ground import (
    Ground,
    grounds,
    roads,
    town_middle,
    whole_name,
    zip_of,
)
from kopa_env.world.tables.towns import admin_dongs_of, by_code

APT, ROW, MULTI, HOUSE, SHARED, OFFI, SHOP, PLANT, STORE = (
    *("아파트", "연립주택", "다세대주택", "단독주택", "다가구주택", "오피스텔"),
    *("근린생활시설", "공장", "창고시설"),
)
_URBAN = (
    *((APT, 27), (ROW, 4), (MULTI, 13), (HOUSE, 12), (SHARED, 12), (OFFI, 7), (SHOP, 19)),
    *((PLANT, 4), (STORE, 2)),
)
_RURAL = (
    *((APT, 7), (ROW, 3), (MULTI, 2), (HOUSE, 52), (SHARED, 3), (OFFI, 1), (SHOP, 15)),
    *((PLANT, 9), (STORE, 8)),
)
_YEARS: Mapping[str, tuple[int, int]] = {
    APT: (1978, 2025), ROW: (1981, 2019), MULTI: (1988, 2024), HOUSE: (1966, 2023),
    SHARED: (1988, 2021), OFFI: (1998, 2025), SHOP: (1974, 2024), PLANT: (1984, 2024),
    STORE: (1986, 2024),
}  # fmt: skip
_FLOORS: Mapping[str, tuple[int, int]] = {
    ROW: (3, 4), MULTI: (3, 5), HOUSE: (1, 2), SHARED: (2, 4), OFFI: (7, 24), SHOP: (1, 8),
    PLANT: (1, 4), STORE: (1, 2),
}  # fmt: skip
_TYPES = (3_960, 4_940, 5_940, 5_980, 7_420, 8_410, 8_490, 8_490, 10_150, 11_480, 13_460)
_BRANDS = (
    *(
        "파크뷰",
        "센트럴시티",
        "포레",
        "리버뷰",
        "힐타운",
        "그린빌",
        "스카이뷰",
        "에코시티",
        "하늘채움",
    ),
    *("숲마을", "퍼스트시티", "라이프타운", "파크타운", "레이크시티", "가든하임", "더퍼스트파크"),
)
_VILLAS = (
    "빌라",
    "맨션",
    "하이츠",
    "파크빌",
    "주택",
    "빌리지",
    "하우스",
    "캐슬빌",
    "연립",
    "그린빌라",
)
_OFFIS = ("오피스텔", "타워", "시티", "프라자", "스퀘어", "메트로타워", "스테이", "에비뉴")
_SHOPS = ("빌딩", "프라자", "타워", "상가", "메디컬센터", "스퀘어", "회관", "하우징")
_PLANTS = ("정밀", "산업", "테크", "금속", "식품", "물산", "포장", "전자")


@dataclass(frozen=True, slots=True)
class Building:
    """A building or a complex; areas in hundredths of a square metre, height in tenths of a metre.

    ``serial`` counts from 1 within the district; ``built`` is the day of use approval.
    """

    district: str
    ground: Ground
    serial: int
    kind: str
    name: str
    main: int
    sub: int
    hill: bool
    road: str
    road_code: str
    door: int
    door_sub: int
    built: str
    floors: int
    cellars: int
    homes: int
    blocks: int
    types: tuple[int, ...]
    site: int
    gross: int
    standing: int
    lat: int
    lon: int
    zip: str

    @property
    def lot(self) -> str:
        """The lot as people write it."""
        text = f"{self.main}-{self.sub}" if self.sub else str(self.main)
        return f"산 {text}" if self.hill else text

    @property
    def year(self) -> int:
        """The year it was built."""
        return int(self.built[:4])

    @property
    def number(self) -> str:
        """The number on the road."""
        return f"{self.door}-{self.door_sub}" if self.door_sub else str(self.door)

    @property
    def parcel(self) -> str:
        """The address by lot."""
        return f"{whole_name(self.district)} {self.ground.label} {self.lot}"

    @property
    def roadside(self) -> str:
        """The address by road, without notes."""
        town = f" {self.ground.town.name}" if self.ground.town.rural else ""
        return f"{whole_name(self.district)}{town} {self.road} {self.number}"

    @property
    def key(self) -> str:
        """Its key in the building register."""
        return f"{self.district}-{100_000_000 + self.serial * 37}"


# ---- buildings -------------------------------------------------------------------------------


@lru_cache(maxsize=48)
def buildings(seed: int, district: str) -> tuple[Building, ...]:
    """Return the buildings of a district, town by town, lot by lot."""
    if district not in by_code():
        return ()
    found: list[Building] = []
    for ground, count in _shares(seed, district):
        draw, lot = Draw(seed, "lots", ground.code), 0
        for _ in range(count):
            lot += draw.between(2, 31)
            found.append(_building(seed, by_code()[district], ground, len(found) + 1, lot))
    return tuple(found)


def _shares(seed: int, district: str) -> Iterator[tuple[Ground, int]]:
    """Yield each 동 or 리 with how many buildings are told of there."""
    for ground in grounds(district):
        draw = Draw(seed, "ground", ground.code)
        if not ground.village:
            yield ground, draw.between(18, 32)
        else:
            yield ground, draw.between(2, 6 if ground.town.name.endswith("읍") else 4)


def of_ground(seed: int, code: str) -> list[Building]:
    """Return the buildings of a legal 동 or 리 (ten digits)."""
    return [b for b in buildings(seed, code[:5]) if b.ground.code == code]


def _kind(draw: Draw, district: District, ground: Ground, serial: int) -> str:
    if serial == 1:
        return APT
    rural = bool(ground.village)
    if rural and ground.town.name.endswith("읍") and draw.chance(300):
        return APT
    return draw.weighted(_RURAL if rural or district.name.endswith("군") else _URBAN)


def _building(seed: int, district: District, ground: Ground, serial: int, lot: int) -> Building:
    draw = Draw(seed, "building", district.code, serial)
    kind = _kind(draw, district, ground, serial)
    low, high = _YEARS[kind]
    year = draw.bell(low, high)
    floors = _apt_floors(draw, year) if kind == APT else draw.skewed(*_FLOORS[kind], 2)
    homes, types = _homes(draw, kind, floors)
    standing, gross, site = _areas(draw, kind, floors, homes, types)
    road, road_code = draw.pick(roads(ground.town))
    lat, lon = town_middle(ground.town.code)
    return Building(
        *(district.code, ground, serial, kind, _name(draw, kind, ground, lot)),
        *(lot, 0 if kind == APT and draw.chance(700) else draw.below(2) * draw.between(1, 48)),
        kind in (HOUSE, PLANT, STORE) and bool(ground.village) and draw.chance(60),
        *(road, road_code),
        *(serial * 2 % 330 + draw.below(2) + 1, draw.between(1, 22) if draw.chance(230) else 0),
        *(f"{year}{draw.between(1, 12):02d}{draw.between(1, 28):02d}", floors),
        *(_cellars(draw, kind, year), homes, max(1, homes // 78) if kind == APT else 1),
        types,
        *(site, gross, standing),
        *(lat + draw.between(-6_000, 6_000), lon + draw.between(-7_000, 7_000)),
        zip_of(district.code, ground.town, draw),
    )


def _apt_floors(draw: Draw, year: int) -> int:
    if year < 1986:
        return draw.pick((5, 5, 12, 13, 15))
    return draw.between(12, 20) if year < 2003 else draw.between(14, 35)


def _cellars(draw: Draw, kind: str, year: int) -> int:
    if kind in (APT, OFFI):
        return draw.between(0, 1) if year < 1995 else draw.between(1, 4)
    return draw.below(2) if kind != STORE else 0


def _homes(draw: Draw, kind: str, floors: int) -> tuple[int, tuple[int, ...]]:
    """Return how many homes (or rooms) there are, and the areas they have."""
    if kind == APT:
        sizes = {draw.pick(_TYPES) + draw.between(-38, 38) for _ in range(draw.between(2, 4))}
        return max(30, floors * draw.skewed(3, 90, 2)), tuple(sorted(sizes))
    if kind in (ROW, MULTI):
        sizes = {draw.between(2_650, 7_900) for _ in range(2)}
        return floors * draw.between(2, 4), tuple(sorted(sizes))
    if kind == OFFI:
        sizes = {draw.skewed(1_720, 8_480, 2) for _ in range(3)}
        return floors * draw.between(5, 16), tuple(sorted(sizes))
    if kind == SHARED:
        return draw.between(3, 14), ()
    return (1 if kind == HOUSE else 0), ()


def _areas(
    draw: Draw, kind: str, floors: int, homes: int, types: tuple[int, ...]
) -> tuple[int, int, int]:
    """Return building area, gross floor area and site area."""
    if types:
        gross = homes * (sum(types) // len(types)) * draw.between(128, 152) // 100
        standing = gross // floors * draw.between(100, 118) // 100
        return standing, gross, standing * draw.between(240, 620) // (100 if kind == APT else 150)
    standing = {HOUSE: draw.between(5_800, 13_900), SHARED: draw.between(8_200, 14_800)}.get(
        kind, draw.skewed(9_000, 168_000)
    )
    gross = standing * floors * draw.between(88, 104) // 100
    return standing, gross, standing * 100 // draw.between(22, 62)


def _name(draw: Draw, kind: str, ground: Ground, lot: int) -> str:
    stem = (ground.village or ground.town.name)[:-1].rstrip("0123456789")
    head = coined(draw, draw.below(2))
    if kind == APT:
        return _apt_name(draw, stem, head)
    if kind in (ROW, MULTI):
        return "" if draw.chance(180) else head + draw.pick(_VILLAS)
    if kind == OFFI:
        return f"{head}{draw.pick(_OFFIS)}"
    if kind == SHOP:
        return "" if draw.chance(520) else f"{head}{draw.pick(_SHOPS)}"
    if kind == PLANT:
        return "" if draw.chance(640) else f"{head}{draw.pick(_PLANTS)}"
    return ""


def _apt_name(draw: Draw, stem: str, head: str) -> str:
    brand, form = draw.pick(_BRANDS), draw.below(8)
    if form == 0:
        return f"{head}마을{draw.between(1, 12)}단지"
    if form == 1:
        return f"{stem}{head}{draw.between(1, 3)}차"
    if form == 2:
        return f"{stem}{brand}"
    if form == 3:
        return f"{head}{brand}{draw.between(1, 2)}단지"
    if form == 4:
        return f"{stem}{head}"
    if form == 5:
        return f"{head}{brand}"
    return f"{stem}{head}{brand}" if form == 6 else f"{head}아파트"


# ---- what several tables ask -----------------------------------------------------------------


def complex_key(building: Building) -> str:
    """Return the serial number of a complex, as deals carry it (``11680-303``)."""
    return f"{building.district}-{building.serial}"


def admin_dong(building: Building) -> tuple[str, str]:
    """Return code and name of the 행정동 a building belongs to."""
    found = _dongs(building.ground.town.code)
    return found[building.serial % len(found)] if found else ("", "")


@lru_cache(maxsize=4096)
def _dongs(town: str) -> tuple[tuple[str, str], ...]:
    """Return the 행정동 that a town (eight digits) lies in."""
    return tuple(
        (d.code, d.name) for d in admin_dongs_of(town[:5]) if any(t.code == town for t in d.towns)
    )
