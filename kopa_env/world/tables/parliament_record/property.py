"""What the Assembly owns: land, buildings and the rest, year by year; figures are generated.

Buildings are those of ``assembly_buildings`` with their areas, and a few that stand elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.parliament_record.money import MILLION
from kopa_env.world.world import World

_YEOUIDO = "서울특별시 영등포구 여의도동"
_GOSEONG = "강원특별자치도 고성군 토성면"
_ELSEWHERE = (
    ("부산광역시 강서구 명지동", "국회부산도서관", 13_660),
    ("서울특별시 용산구 한남동", "국회의장 공관", 2_180),
    ("서울특별시 종로구 통의동", "제헌회관", 640),
)
"""Buildings beside those that the list of buildings has."""

_LAND = (
    *(
        ("국회의사당", _YEOUIDO + " 1", 330_580, 43_800),
        ("의정연수원", "강원특별자치도 고성군 토성면 인흥리 1", 236_900, 96),
    ),
    *(("국회부산도서관", "부산광역시 강서구 명지동 3600", 13_660, 268),),
    *(("국회의장 공관", "서울특별시 용산구 한남동 726ㅡ78", 7_640, 1_050),),
    *(
        ("제헌회관", "서울특별시 종로구 통의동 75ㅡ1", 388, 38),
        ("주차장", _YEOUIDO + " 2ㅡ3", 24_900, 3_310),
    ),
    *(
        ("진입도로", _YEOUIDO + " 1ㅡ8", 9_410, 1_120),
        ("국회 어린이집", _YEOUIDO + " 2ㅡ7", 2_360, 300),
    ),
)
_OTHERS = (
    ("공작물", "{}식", 214, 61_800),
    ("입목죽", "{}주", 48_300, 9_400),
    ("기계기구", "{}점", 37, 2_100),
)


def _value(seed: int, kind: str, name: str, year: int, won: int) -> int:
    """Return what a thing is worth in a year: land gains, buildings lose."""
    draw = Draw(seed, "owned", kind, name)
    change = draw.between(18, 46) if kind == "land" else -draw.between(4, 14)
    return won * (1000 + change * (year - 2020)) // 1000 + draw.below(MILLION)


def _buildings(world: World) -> list[tuple[str, str, int]]:
    """Return (place, name, hundredths of a square metre) of each building."""
    held = []
    for row in world.rows("assembly_buildings"):
        place = _GOSEONG if "고성" in str(row["name"]) else _YEOUIDO
        held.append((place, str(row["name"]), int(str(row["area"]).replace(".", ""))))
    return [*held, *((place, name, area * 100) for place, name, area in _ELSEWHERE)]


def _property(world: World) -> Iterator[Row]:
    seed = world.seed
    parcels = [
        (use, at, area * 100 + Draw(seed, "parcel", use).below(100), won * 100 * MILLION)
        for use, at, area, won in _LAND
    ]
    built = [
        (*b, b[2] // 100 * Draw(seed, "per-metre", b[1]).between(300, 3_400) * 1_000)
        for b in _buildings(world)
    ]
    for year in range(2024, 2019, -1):
        sums = {}
        for kind, title, things in (("land", "토지", parcels), ("built", "건물", built)):
            total = 0
            for first, second, size, won in things:
                worth = _value(seed, kind, f"{first} {second}", year, won)
                total += worth
                yield (kind, first, second, *_measures(size), worth, str(year))
            sums[title] = (sum(thing[2] for thing in things), total)
        for title, (size, total) in sums.items():
            yield ("all", title, None, f"{_decimal(size)}㎡", None, total, str(year))
        for title, form, count, value in _OTHERS:
            more = count + Draw(seed, "owned", title, year).below(9)
            yield ("all", title, None, form.format(more), None, value * MILLION, str(year))


def _decimal(hundredths: int) -> str:
    text = f"{hundredths // 100}.{hundredths % 100:02d}"
    return text.rstrip("0").rstrip(".")


def _measures(hundredths: int) -> tuple[str, str]:
    return _decimal(hundredths), str(round(hundredths / 330.5785))


PROPERTY = Table(
    "assembly_property",
    (
        Column("kind"),
        Column("div_nm"),
        *(Column(n) for n in ("name", "are", "flsp")),
        Column("amt", "int"),
        Column("yr", domain="year"),
    ),
    _property,
    index=(("kind",),),
)
