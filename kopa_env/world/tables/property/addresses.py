"""Every address: buildings by road and lot, and what a map's search finds beside them.

``of`` says what a row is: a building, a town (any level), a road or a landmark.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import provinces
from kopa_env.world.tables.property import latin
from kopa_env.world.tables.property.ground import grounds, middle, roads, town_middle
from kopa_env.world.tables.property.records import units
from kopa_env.world.tables.property.sites import (
    APT,
    MULTI,
    OFFI,
    PLANT,
    ROW,
    SHOP,
    Building,
    admin_dong,
    buildings,
)
from kopa_env.world.tables.towns import by_code, full_name, province_of, towns_of
from kopa_env.world.world import World

_CATEGORY = {
    APT: "주거시설 > 아파트",
    ROW: "주거시설 > 연립주택",
    MULTI: "주거시설 > 빌라",
    OFFI: "주거시설 > 오피스텔",
    SHOP: "상업시설 > 상가",
    PLANT: "산업시설 > 공장",
}
_JUSO = (
    *("roadAddr", "roadAddrPart1", "roadAddrPart2", "jibunAddr", "parcel", "engAddr", "engJibun"),
    "zipNo",
    *("admCd", "rnMgtSn", "bdMgtSn", "detBdNmList", "bdNm", "bdKdcd", "siNm", "sggNm", "emdNm"),
    *("liNm", "rn", "udrtYn", "buldMnnm", "buldSlno", "mtYn", "lnbrMnnm", "lnbrSlno", "emdNo"),
    *("hstryYn", "relJibun", "hemdNm", "engSi", "engSgg", "engEmd", "engLi", "engRn"),
)
_MAP = ("words", "eng_words", "types", "level", "title", "category", "x", "y")
_COLUMNS = ("of", "id", *_MAP, "lat", "lon", "dong_code", *_JUSO)


def degrees(micro: int) -> str:
    """Write millionths of a degree."""
    return f"{micro // 1_000_000}.{micro % 1_000_000:06d}"


def building_key(b: Building) -> str:
    """Return the 25 digits of a building: 동, hill or not, lot, place on the lot."""
    hill = 2 if b.hill else 1
    return f"{b.ground.code}{hill}{b.main:04d}{b.sub:04d}{b.serial % 1000:06d}"


def _note(b: Building) -> str:
    """Return the note behind an address by road."""
    notes = [] if b.ground.town.rural else [b.ground.town.name]
    if b.kind in (APT, ROW, MULTI) and b.name:
        notes.append(b.name)
    return f"({', '.join(notes)})" if notes else ""


@lru_cache(maxsize=8192)
def _heads(district: str) -> tuple[str, str, str, str]:
    """Return province and district, in Korean and in Latin letters."""
    known = by_code()[district]
    province = province_of()[known.province]
    name = "" if known.name == province.name else known.name
    return province.name, name, latin.province(known.province), latin.place(name) if name else ""


def _english(b: Building) -> tuple[str, str, str, str, str]:
    """Return road address, lot address, town, village and road in Latin letters."""
    _, _, si, sgg = _heads(b.district)
    town, village = (
        latin.place(b.ground.town.name),
        latin.place(b.ground.village) if (b.ground.village) else "",
    )
    road = latin.road(b.road)
    way = ", ".join(filter(None, (road, town if b.ground.town.rural else "", sgg, si)))
    lot = b.lot.replace("산 ", "San ")
    where = ", ".join(filter(None, (village, town, sgg, si)))
    return f"{b.number} {way}", f"{lot} {where}", town, village, road


def _building(b: Building) -> dict[str, Value]:
    si, sgg, eng_si, eng_sgg = _heads(b.district)
    english, english_lot, town, village, road = _english(b)
    roadside, part2, parcel, dong = b.roadside, _note(b), b.parcel, admin_dong(b)
    whole, key = roadside + part2, building_key(b)
    joint = b.kind in (APT, ROW, MULTI)
    category = _CATEGORY.get(b.kind)
    blocks = ", ".join(f"{101 + n}동" for n in range(min(b.blocks, 12))) if b.blocks > 1 else ""
    return {
        "of": "building",
        "id": key,
        "words": f"{whole} {parcel} {b.name}",
        "eng_words": f"{english} {english_lot}",
        "types": "place address" if b.name and category else "address",
        "title": b.name or roadside,
        "category": category if b.name else None,
        "x": degrees(b.lon),
        "y": degrees(b.lat),
        "lat": b.lat,
        "lon": b.lon,
        "dong_code": dong[0] or None,
        "roadAddr": whole,
        "roadAddrPart1": roadside,
        "roadAddrPart2": part2,
        "jibunAddr": f"{parcel} {b.name}".strip(),
        "parcel": parcel,
        "engAddr": english,
        "engJibun": english_lot,
        "zipNo": b.zip,
        "admCd": b.ground.code,
        "rnMgtSn": f"{b.district}{b.road_code}",
        "bdMgtSn": key,
        "detBdNmList": blocks or None,
        "bdNm": b.name or None,
        "bdKdcd": "1" if joint else "0",
        "siNm": si,
        "sggNm": sgg,
        "emdNm": b.ground.town.name,
        "liNm": b.ground.village or None,
        "rn": b.road,
        "udrtYn": "0",
        "buldMnnm": str(b.door),
        "buldSlno": str(b.door_sub),
        "mtYn": "1" if b.hill else "0",
        "lnbrMnnm": str(b.main),
        "lnbrSlno": str(b.sub),
        "emdNo": f"{b.serial % 6 + 1:02d}",
        "hstryYn": "1" if b.serial % 23 == 0 else "0",
        "relJibun": f"{b.ground.label} {b.main}-{b.sub + 1}" if b.serial % 9 == 4 else None,
        "hemdNm": dong[1] or None,
        "engSi": eng_si,
        "engSgg": eng_sgg,
        "engEmd": town,
        "engLi": village or None,
        "engRn": road,
    }


def _place(
    of: str, key: str, name: str, level: str, at: tuple[int, int], **more: Value
) -> dict[str, Value]:
    lat, lon = at
    types = {"town": "district", "road": "road"}.get(of, "place address")
    return {
        "of": of, "id": key, "words": name, "eng_words": "", "types": types, "level": level,
        "title": name, "x": degrees(lon), "y": degrees(lat), "lat": lat, "lon": lon,
        "jibunAddr": name, **more,
    }  # fmt: skip


def _towns(district: str) -> Iterator[dict[str, Value]]:
    name = full_name(by_code()[district])
    lat, lon, _ = middle(district)
    yield _place("town", f"{district}00000", name, "L2", (lat, lon))
    for town in towns_of(district):
        at = town_middle(town.code)
        yield _place("town", f"{town.code}00", f"{name} {town.name}", "L4", at)
    for ground in grounds(district):
        if ground.village:
            at = town_middle(ground.town.code)
            yield _place("town", ground.code, f"{name} {ground.label}", "L4", at)
    seen = set()
    for town in towns_of(district):
        for road, code in roads(town):
            if road not in seen:
                seen.add(road)
                full = f"{name} {road}"
                at = town_middle(town.code)
                yield _place("road", f"{district}{code}", full, "road", at, roadAddrPart1=full)


def _landmarks() -> Iterator[dict[str, Value]]:
    for n, r in enumerate(fact_rows("landmarks"), start=1):
        at = (int(r["lat"]), int(r["lon"]))
        yield {
            **_place("landmark", str(n), r["title"], "", at),
            "words": f"{r['title']} {r['road']} {r['parcel']}",
            "category": r["category"],
            "roadAddrPart1": r["road"],
            "jibunAddr": r["parcel"],
            "parcel": r["parcel"],
            "roadAddr": r["road"],
            "zipNo": r["zip"],
            "hemdNm": r["dong"],
            "dong_code": r["dong_code"],
        }


def records(seed: int) -> Iterator[dict[str, Value]]:
    """Yield every row: landmarks, towns and roads, then buildings in code order."""
    yield from _landmarks()
    for province in provinces():
        at = (province.lat * 100, province.lon * 100)
        yield _place("town", f"{province.code}00000000", province.name, "L1", at)
    for district in sorted(by_code()):
        yield from _towns(district)
    for district in sorted(by_code()):
        yield from (_building(b) for b in buildings(seed, district))


_DOMAINS = {
    "admCd": "legal_dong10",
    "siNm": "sido_name",
    "dong_code": "admin_dong10",
    "rnMgtSn": "road_code12",
}

ADDRESSES = Table(
    "addresses",
    tuple(
        Column(
            name,
            "int" if name in ("lat", "lon") else "text",
            domain=_DOMAINS.get(name, ""),
            gen="ref" if name in _DOMAINS else "rule",
            null_rate=0.0 if name in ("of", "id", "words", "types", "title", "x", "y") else 0.5,
        )
        for name in _COLUMNS
    ),
    lambda world: (tuple(r.get(n) for n in _COLUMNS) for r in records(world.seed)),
    index=(("of",), ("admCd", "rnMgtSn"), ("lat",), ("parcel",), ("roadAddrPart1",)),
)


def _rooms(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    area, road = (str(v) for v in (*values, "", "")[:2])
    for b in buildings(world.seed, area[:5]):
        if b.ground.code != area or (road and f"{b.district}{b.road_code}" != road):
            continue
        head = (area, f"{b.district}{b.road_code}", "0", str(b.door), str(b.door_sub))
        seen: set[tuple[Value, ...]] = set()
        for block, floor, room, _ in units(b):
            for row in (
                ("dong", block or None, None, None),
                ("floorho", block or None, f"{floor}층", room),
            ):
                if row not in seen and (row[0] != "dong" or row[1]):
                    seen.add(row)
                    yield (*head, *row)


def _entrances(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    area, road = (str(v) for v in (*values, "", "")[:2])
    for b in buildings(world.seed, area[:5]):
        if b.ground.code == area and road in ("", f"{b.district}{b.road_code}"):
            yield (
                *(area, f"{b.district}{b.road_code}", "0", str(b.door), str(b.door_sub)),
                *(building_key(b), b.name or None, *latin.utm_k(b.lat, b.lon)),
            )


ENTRANCES = Table(
    "address_entrances",
    (
        Column("admCd", domain="legal_dong10", gen="ref"),
        Column("rnMgtSn", domain="road_code12"),
        *(Column(n) for n in ("udrtYn", "buldMnnm", "buldSlno", "bdMgtSn")),
        Column("bdNm", null_rate=0.5),
        *(Column(n) for n in ("entX", "entY")),
    ),
    lambda world: _entrances(world, ("1114010100",)),
    by=("admCd", "rnMgtSn"),
    part=_entrances,
)
ROOMS = Table(
    "address_rooms",
    (
        Column("admCd", domain="legal_dong10", gen="ref"),
        Column("rnMgtSn", domain="road_code12"),
        *(Column(n) for n in ("udrtYn", "buldMnnm", "buldSlno", "searchType")),
        *(Column(n, null_rate=0.4) for n in ("dongNm", "floorNm", "hoNm")),
    ),
    lambda world: _rooms(world, ("1114010100",)),
    by=("admCd", "rnMgtSn"),
    part=_rooms,
)
