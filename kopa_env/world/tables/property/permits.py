"""Building permits: what was permitted before a building stood, and works on it later."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.tables.property.records import (
    COLLECTIVE,
    PURPOSES,
    Maker,
    Record,
    table,
    units,
    zone_of,
)
from kopa_env.world.tables.property.sites import APT, HOUSE, PLANT, SHARED, STORE, Building

_WORKS = (
    ("1", "신축", 78),
    ("2", "증축", 12),
    ("3", "개축", 2),
    ("6", "대수선", 5),
    ("7", "용도변경", 3),
)
_REPAIRS = (
    *("내력벽의 증설·해체", "기둥의 수선·변경", "보의 수선·변경", "지붕틀의 수선·변경"),
    *("방화벽의 수선·변경", "주계단의 수선·변경", "외벽 마감재료의 교체"),
)
_CHANGES = (("1", "증설"), ("2", "해체"), ("3", "수선"), ("4", "변경"))
_LAND = {"대": "08", "전": "01", "답": "02", "임야": "05", "공장용지": "09", "창고용지": "13"}


def _permitted(b: Building) -> bool:
    """Say whether the permit is held here: since 1996, and not under the law on housing."""
    return b.year >= 1996 and not (b.kind == APT and b.homes >= 30)


def key(b: Building) -> str:
    """Return the key of a building's permit."""
    return f"{b.district}-{400_000_000 + b.serial * 53}"


def _decimal(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def _one(share: int = 1000) -> Maker:
    """Return what tells of a permit once, for so many of a thousand."""

    def rows(draw: Draw, b: Building) -> Iterator[Record]:
        if _permitted(b) and draw.chance(share):
            yield {"mgmPmsrgstPk": key(b)}

    return rows


def _overview(draw: Draw, b: Building) -> Iterator[Record]:
    if not _permitted(b):
        return
    code, name = draw.weighted([((c, n), w) for c, n, w in _WORKS])
    land = "공장용지" if b.kind == PLANT else "창고용지" if b.kind == STORE else "대"
    use, *more = zone_of(b)
    yield {
        "mgmPmsrgstPk": key(b),
        "archGbCd": f"0{code}00",
        "archGbCdNm": name,
        "platArea": _decimal(b.site),
        "jimokCd": _LAND[land],
        "jiyukCd": use[0],
        "jiguCd": next((c for c, n in more if n.endswith("지구")), None),
        "guyukCd": next((c for c, n in more if n.endswith("구역")), None),
        "guyukCdNm": next((n for _, n in more if n.endswith("구역")), None),
    }


def _buildings(draw: Draw, b: Building) -> Iterator[Record]:
    if not _permitted(b):
        return
    code, name = PURPOSES[b.kind]
    joint = b.kind in COLLECTIVE
    main: Record = {
        "mgmPmsrgstPk": key(b),
        "mgmDongOulnPk": f"{key(b)}1",
        "mainAtchGbCd": "0",
        "mainAtchGbCdNm": "주건축물",
        "mainPurpsCd": code,
        "mainPurpsCdNm": name,
        "hoCnt": b.homes if joint else 0,
        "fmlyCnt": b.homes if b.kind == SHARED else 1 if b.kind == HOUSE else 0,
        "hhldCnt": b.homes if name == "공동주택" else 0,
    }
    yield main
    if draw.chance(140):
        yield {
            **main,
            "mgmDongOulnPk": f"{key(b)}2",
            "mainAtchGbCd": "1",
            "mainAtchGbCdNm": "부속건축물",
            **dict.fromkeys(("hoCnt", "fmlyCnt", "hhldCnt"), 0),
        }


def _floors(draw: Draw, b: Building) -> Iterator[Record]:
    if _permitted(b):
        code = draw.weighted([(c, w) for c, _, w in _WORKS])
        for floor in (*range(-b.cellars, 0), *range(1, b.floors + 1)):
            yield {"mgmPmsrgstPk": key(b), "archGbCd": f"0{code}00", "flrNo": floor}


def _units(_draw: Draw, b: Building) -> Iterator[Record]:
    if _permitted(b):
        for block, floor, number, place in units(b):
            yield {
                "mgmPmsrgstPk": key(b),
                "mgmHoDetlPk": _unit_key(b, place),
                "dongNm": block or None,
                "flrNo": floor,
                "hoNm": number,
            }


def _unit_key(b: Building, place: int) -> str:
    return f"{b.district}-{500_000_000 + b.serial * 4_000 + place}"


def _unit_areas(_draw: Draw, b: Building) -> Iterator[Record]:
    if not _permitted(b):
        return
    for _, _, number, place in units(b):
        size = b.types[place % len(b.types)]
        for code, name in (("1", "전유"), ("2", "공용")):
            yield {
                "mgmPmsrgstPk": key(b),
                "mgmHoDetlPk": _unit_key(b, place),
                "hoNm": number,
                "pngtypGbNm": f"{size // 100}㎡형",
                "exposPubuseGbCd": code,
                "exposPubuseGbCdNm": name,
                "mainAtchGbCd": "0",
            }


def _areas(_draw: Draw, b: Building) -> Iterator[Record]:
    if _permitted(b):
        for _, _, _, place in units(b):
            pk = f"{b.district}-{600_000_000 + b.serial * 4_000 + place}"
            yield {"mgmPmsrgstPk": key(b), "mgmExposPubuseAreaPk": pk}


def _repairs(draw: Draw, b: Building) -> Iterator[Record]:
    if not (_permitted(b) and draw.chance(90)):
        return
    for _ in range(draw.between(1, 2)):
        code, name = draw.pick(_CHANGES)
        yield {
            "mgmPmsrgstPk": key(b),
            "imprprGbCdNm": draw.pick(_REPAIRS),
            "imprprChangGbCd": code,
            "imprprChangGbCdNm": name,
        }


def _temporary(draw: Draw, b: Building) -> Iterator[Record]:
    if draw.chance(70):
        area = draw.between(900, 18_000)
        yield {
            "mgmPmsrgstPk": f"{b.district}-{700_000_000 + b.serial * 31}",
            "bldNm": draw.pick(
                ("현장사무소", "견본주택", "임시창고", "컨테이너 사무실", "비닐하우스")
            ),
            "sumArchArea": _decimal(area),
            "sumTotArea": _decimal(area * draw.between(1, 2)),
            "platArea": _decimal(b.site),
        }


def _zoning(_draw: Draw, b: Building) -> Iterator[Record]:
    if _permitted(b):
        for _, name in zone_of(b):
            yield {"mgmPmsrgstPk": key(b), "jijiguNm": name}


def _sites(draw: Draw, b: Building) -> Iterator[Record]:
    if not _permitted(b):
        return
    for number in range(1 + (draw.between(1, 2) if draw.chance(110) else 0)):
        yield {
            "mgmPmsrgstPk": key(b),
            "mgmDongOulnPk": f"{key(b)}1",
            "reprYn": "N" if number else "Y",
            "mainDongGbCd": "1" if number else "0",
            "mainDongGbCdNm": "부속동" if number else "주동",
            "ji": f"{b.sub + number:04d}",
        }


def _housing_types(_draw: Draw, b: Building) -> Iterator[Record]:
    if _permitted(b):
        for _ in b.types:
            yield {"mgmPmsrgstPk": key(b)}


PERMITS = table(
    "building_permits",
    (
        *("mgmPmsrgstPk", "mgmDongOulnPk", "mgmHoDetlPk", "mgmExposPubuseAreaPk", "archGbCd"),
        *("archGbCdNm", "platArea", "jimokCd", "jiyukCd", "jiguCd", "guyukCd", "guyukCdNm"),
        *("mainAtchGbCd", "mainAtchGbCdNm", "mainPurpsCd", "mainPurpsCdNm", "hoCnt", "fmlyCnt"),
        *("hhldCnt", "dongNm", "flrNo", "hoNm", "pngtypGbNm", "exposPubuseGbCd"),
        *("exposPubuseGbCdNm", "imprprGbCdNm", "imprprChangGbCd", "imprprChangGbCdNm"),
        *("sumArchArea", "sumTotArea", "jijiguNm", "reprYn", "mainDongGbCd", "mainDongGbCdNm"),
    ),
    {
        "overview": _overview,
        "buildings": _buildings,
        "floors": _floors,
        "units": _units,
        "repairs": _repairs,
        "areas": _areas,
        "structures": _one(70),
        "demolitions": _one(90),
        "temporary": _temporary,
        "sewage": _one(430),
        "parking": _one(760),
        "attached_parking": _one(620),
        "unit_areas": _unit_areas,
        "zoning": _zoning,
        "roads": _one(),
        "sites": _sites,
        "housing_types": _housing_types,
    },
    "hoCnt fmlyCnt hhldCnt flrNo",
)
