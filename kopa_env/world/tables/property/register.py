"""The building register: title, recapitulation, floors, units and what else a building has."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.tables.property.records import (
    COLLECTIVE,
    PURPOSES,
    Record,
    table,
    units,
    zone_of,
)
from kopa_env.world.tables.property.sites import HOUSE, OFFI, PLANT, SHARED, STORE, Building

_FLAT, _TILE, _SLATE, _OTHER = (
    ("10", "(철근)콘크리트"),
    ("20", "기와"),
    ("30", "슬레이트"),
    ("90", "기타지붕"),
)
_DETAIL = {
    "아파트": ("아파트", "아파트, 부대복리시설"),
    "연립주택": ("연립주택",),
    "다세대주택": ("다세대주택", "도시형생활주택(단지형다세대)"),
    "단독주택": ("주택", "단독주택"),
    "다가구주택": ("다가구주택", "다가구주택, 근린생활시설"),
    "오피스텔": ("오피스텔", "오피스텔, 판매시설"),
    "근린생활시설": ("사무소", "일반음식점", "의원", "소매점", "학원"),
    "공장": ("공장", "제조업소"),
    "창고시설": ("창고", "농업용 창고"),
}


def _class(building: Building, kind: str) -> Record:
    """Return class and kind of a page of the register."""
    joint = building.kind in COLLECTIVE
    kinds = {"recap": ("1", "총괄표제부"), "unit": ("4", "전유부")}
    code, name = kinds.get(kind, ("3", "표제부") if joint else ("2", "일반건축물"))
    return {
        "mgmBldrgstPk": building.key,
        "regstrGbCd": "2" if joint else "1",
        "regstrGbCdNm": "집합" if joint else "일반",
        "regstrKindCd": code,
        "regstrKindCdNm": name,
    }


def _road(building: Building) -> Record:
    return {
        "naRoadCd": f"{building.district}{building.road_code}",
        "naBjdongCd": building.ground.code[5:],
        "naUgrndCd": "0",
        "naMainBun": str(building.door),
        "naSubBun": str(building.door_sub),
    }


def _roof(draw: Draw, building: Building) -> tuple[str, str]:
    if building.kind == HOUSE:
        return draw.weighted(((_FLAT, 46), (_TILE, 30), (_SLATE, 24)))
    if building.kind in (PLANT, STORE):
        return draw.weighted(((_OTHER, 70), (_SLATE, 30)))
    return _FLAT


def _title(draw: Draw, b: Building) -> Iterator[Record]:
    families = b.homes if b.kind == SHARED else 1 if b.kind == HOUSE else 0
    for block in range(b.blocks):
        code, roof = _roof(draw, b)
        yield {
            **_class(b, "title"),
            "dongNm": f"{101 + block}동" if b.blocks > 1 else None,
            "mainPurpsCdNm": PURPOSES[b.kind][1],
            "etcPurps": draw.pick(_DETAIL[b.kind]),
            "roofCd": code,
            "roofCdNm": roof,
            "etcRoof": {"90": "샌드위치판넬", "10": "평슬래브"}.get(code, roof),
            "hhldCnt": b.homes // b.blocks if b.types and b.kind != OFFI else 0,
            "fmlyCnt": families,
            "heit": b.floors * 29 // 10 + draw.between(1, 3),
        }


def _recap(draw: Draw, b: Building) -> Iterator[Record]:
    if b.blocks < 2:
        return
    smart = b.year > 2011 and draw.chance(80)
    yield {
        **_class(b, "recap"),
        **_road(b),
        "platArea": f"{b.site // 100}.{b.site % 100:02d}",
        "itgBldGrade": draw.pick(("1등급", "2등급", "3등급")) if smart else None,
        "itgBldCert": draw.between(60, 95) if smart else 0,
    }


def _overview(draw: Draw, b: Building) -> Iterator[Record]:
    more = draw.between(1, 4) if draw.chance(120) else 0
    yield {**_class(b, "title"), **_road(b), "bylotCnt": more}


def _floors(_draw: Draw, b: Building) -> Iterator[Record]:
    for floor in (*range(-b.cellars, 0), *range(1, b.floors + 1)):
        yield {**_class(b, "title"), "flrNo": floor}


def _units(draw: Draw, b: Building, shared: bool) -> Iterator[Record]:
    whole = _class(b, "unit")
    for block, _, number, place in units(b):
        key = f"{b.district}-{300_000_000 + b.serial * 4_000 + place}"
        for _ in range(2 if shared else 1):
            yield {**whole, "mgmBldrgstPk": key, "dongNm": block or None, "hoNm": number}


def _prices(_draw: Draw, b: Building) -> Iterator[Record]:
    if b.kind in (HOUSE, SHARED):
        yield {**_class(b, "title"), **_road(b), "bylotCnt": 0}


def _sewage(draw: Draw, b: Building) -> Iterator[Record]:
    if b.kind != STORE and draw.chance(560 if b.ground.village else 240):
        yield _class(b, "title")


def _attached(draw: Draw, b: Building) -> Iterator[Record]:
    if draw.chance(130):
        for step in range(1, draw.between(2, 4)):
            yield {**_class(b, "title"), "atchJi": f"{b.sub + step:04d}"}


def _zoning(_draw: Draw, b: Building) -> Iterator[Record]:
    for code, name in zone_of(b):
        yield {**_class(b, "title"), "jijiguCd": code, "jijiguCdNm": name}


REGISTER = table(
    "building_register",
    (
        *("mgmBldrgstPk", "regstrGbCd", "regstrGbCdNm", "regstrKindCd", "regstrKindCdNm"),
        *("naRoadCd", "naBjdongCd", "naUgrndCd", "naMainBun", "naSubBun", "bylotCnt", "platArea"),
        *("mainPurpsCdNm", "etcPurps", "roofCd", "roofCdNm", "etcRoof", "hhldCnt", "fmlyCnt"),
        *("heit", "itgBldGrade", "itgBldCert", "flrNo", "dongNm", "hoNm", "atchJi", "jijiguCd"),
        "jijiguCdNm",
    ),
    {
        "title": _title,
        "recap": _recap,
        "overview": _overview,
        "floors": _floors,
        "areas": lambda draw, b: _units(draw, b, True),
        "prices": _prices,
        "units": lambda draw, b: _units(draw, b, False),
        "sewage": _sewage,
        "lots": _attached,
        "zoning": _zoning,
    },
    "hhldCnt fmlyCnt heit itgBldCert flrNo bylotCnt",
)
