"""Registers of buildings as rows: where a building stands, under which keys, when noted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
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
    admin_dong,
    of_ground,
)
from kopa_env.world.world import World

Record = dict[str, Value]
Maker = Callable[[Draw, Building], Iterable[Record]]

_FIRST = date(2021, 1, 4).toordinal()
_LAST = date.fromisoformat(TODAY).toordinal() - 1
HOMES = (APT, ROW, MULTI)
COLLECTIVE = (APT, ROW, MULTI, OFFI)
PURPOSES: Mapping[str, tuple[str, str]] = {
    APT: ("02000", "공동주택"), ROW: ("02000", "공동주택"), MULTI: ("02000", "공동주택"),
    HOUSE: ("01000", "단독주택"), SHARED: ("01000", "단독주택"), OFFI: ("14000", "업무시설"),
    SHOP: ("04000", "제2종근린생활시설"), PLANT: ("17000", "공장"), STORE: ("18000", "창고시설"),
}  # fmt: skip
_ZONES_CITY = (
    ("UQA122", "제2종일반주거지역"),
    ("UQA123", "제3종일반주거지역"),
    ("UQA121", "제1종일반주거지역"),
    ("UQA130", "준주거지역"),
    ("UQA220", "일반상업지역"),
)
_ZONES_LAND = (("UQB300", "계획관리지역"), ("UQC001", "농림지역"), ("UQB100", "보전관리지역"))
_MORE = (
    ("UQQ300", "지구단위계획구역"), ("UDX200", "가로구역별 최고높이 제한지역"),
    ("UOA120", "상대보호구역"), ("UBA100", "과밀억제권역"), ("UNE200", "대공방어협조구역"),
    ("UQI100", "방화지구"),
)  # fmt: skip
PLACE = (
    *("sigunguCd", "bjdongCd", "board", "platGbCd", "bun", "ji", "crtnDay", "platPlc"),
    *("newPlatPlc", "bldNm", "splotNm", "block", "lot", "hjdongCd"),
)
_LIVED = frozenset(PLACE[:8])


def zones(draw: Draw, building: Building) -> list[tuple[str, str]]:
    """Return the zones a building lies in: one of use, further ones at times."""
    use = draw.pick(_ZONES_LAND if building.ground.village else _ZONES_CITY)
    return [use, *(zone for zone in _MORE if draw.chance(170))]


def zone_of(building: Building) -> list[tuple[str, str]]:
    """Return the zones of a building, the same wherever they are told."""
    return zones(Draw(0, "zones", building.ground.code, building.main, building.sub), building)


def noted(draw: Draw, since: str) -> str:
    """Return the day on which a record was made: after the building, before the world's day."""
    first = date(int(since[:4]), int(since[4:6]), int(since[6:])).toordinal() + 5
    return date.fromordinal(draw.between(min(_LAST, max(_FIRST, first)), _LAST)).strftime("%Y%m%d")


def site_address(building: Building) -> str:
    """Return the address by road as registers write it."""
    note = "" if building.ground.town.rural else f" ({building.ground.town.name})"
    return building.roadside + note


def head(draw: Draw, board: str, building: Building) -> Record:
    """Return what every row tells of a place."""
    block = building.year > 1996 and building.serial % 13 == 3
    return {
        "sigunguCd": building.district,
        "bjdongCd": building.ground.code[5:],
        "board": board,
        "platGbCd": "2" if block and building.kind == APT else "1" if building.hill else "0",
        "bun": f"{building.main:04d}",
        "ji": f"{building.sub:04d}",
        "crtnDay": noted(draw, building.built),
        "platPlc": building.parcel,
        "newPlatPlc": site_address(building),
        "bldNm": building.name or None,
        "splotNm": f"{building.ground.town.name} 택지개발지구" if block else None,
        "block": f"A{building.serial % 12 + 1}" if block else None,
        "lot": f"{building.serial % 5 + 1}" if block else None,
        "hjdongCd": admin_dong(building)[0] or None,
    }


def units(building: Building) -> Iterator[tuple[str, int, str, int]]:
    """Yield the homes or rooms of a building: block, floor, number, place in the building."""
    if building.kind not in COLLECTIVE:
        return
    each = max(1, building.homes // (building.blocks * building.floors))
    place = 0
    for block in range(1, building.blocks + 1):
        named = f"{100 + block}동" if building.blocks > 1 else ""
        for floor in range(1, building.floors + 1):
            for door in range(1, each + 1):
                place += 1
                yield named, floor, f"{floor}{door:02d}호", place


def table(
    name: str, columns: Iterable[str], makers: Mapping[str, Maker], integers: str = ""
) -> Table:
    """Return a table of records by district, 동 and board (``makers``: board → its records)."""
    names, whole = (*PLACE, *columns), integers.split()

    def part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
        district, dong, wanted = (str(v) if v else "" for v in (*values, "", "")[:3])
        for board, maker in makers.items():
            if wanted not in ("", board):
                continue
            for building in of_ground(world.seed, f"{district}{dong}"):
                draw = Draw(world.seed, name, board, building.district, building.serial)
                for record in maker(draw, building):
                    whole_record = {**head(draw, board, building), **record}
                    yield tuple(whole_record.get(column) for column in names)

    return Table(
        name,
        tuple(
            Column(
                n,
                "int" if n in whole else "text",
                domain={"sigunguCd": "sigun5", "hjdongCd": "admin_dong10"}.get(n, ""),
                gen="ref" if n in ("sigunguCd", "bjdongCd", "platPlc", "hjdongCd") else "rule",
                null_rate=0.0 if n in _LIVED else 0.5,
            )
            for n in names
        ),
        lambda world: part(world, ("11680", "10300")),
        index=(("bun", "ji"),),
        by=("sigunguCd", "bjdongCd", "board"),
        part=part,
    )
