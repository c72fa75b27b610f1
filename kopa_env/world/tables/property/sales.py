"""Sales of property by district and month, one table for all kinds (``board``).

What the register asked for only later is blank in earlier years: who sold and bought, how and
through whom from November 2021, the day of registration from 2023. Called-off sales stay, marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from kopa_env.world.draw import Draw
from kopa_env.world.names import coined
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.property.deals import (
    broker,
    day_in,
    each,
    later,
    many,
    picked,
    short_day,
    unit_price,
)
from kopa_env.world.tables.property.ground import Ground, grounds
from kopa_env.world.tables.property.prices import FIRST, is_month, level, price, rounded
from kopa_env.world.tables.property.sites import SHARED, Building, complex_key
from kopa_env.world.tables.towns import by_code
from kopa_env.world.world import World

_RATES = {
    "apartment": 240, "row": 66, "house": 34, "officetel": 30, "presale": 26, "land": 90,
    "commercial": 26, "industrial": 9,
}  # fmt: skip
_HOW_SINCE, _WHO_SINCE, _KEPT_SINCE = "202111", "202301", "202301"
_JIMOK = (
    ("대", 26),
    ("전", 20),
    ("답", 20),
    ("임야", 20),
    ("도로", 7),
    ("잡종지", 3),
    ("과수원", 2),
    ("목장용지", 1),
    ("공장용지", 1),
)
_CITY = (("제1종일반주거지역", 22), ("제2종일반주거지역", 44), ("제3종일반주거지역", 18),
         ("준주거지역", 6), ("일반상업지역", 6), ("자연녹지지역", 12))  # fmt: skip
_LAND = (("계획관리지역", 34), ("생산관리지역", 12), ("보전관리지역", 14), ("농림지역", 22),
         ("자연녹지지역", 10), ("제1종일반주거지역", 8))  # fmt: skip
_FIELD = {"대": 46, "도로": 9, "임야": 4, "전": 14, "답": 12, "공장용지": 26}
"""What land is worth beside a square metre of an apartment, in hundredths."""
_SHOPS = (("제2종근린생활", 46), ("제1종근린생활", 26), ("업무", 12), ("판매", 8), ("숙박", 4),
          ("교육연구", 2), ("기타", 2))  # fmt: skip
_COINED = ("", "더퍼스트", "센트럴", "리버포레")
_WHO = (("개인", 90), ("법인", 8), ("공공기관", 1), ("기타", 1))


@dataclass(slots=True)
class Sale:
    """One row; names are those of the wire."""

    board: str
    sggCd: str
    deal_ym: str
    sggNm: str
    umdNm: str
    jibun: str
    dealYear: str
    dealMonth: str
    dealDay: str
    dealAmount: int
    cdealType: str | None = None
    cdealDay: str | None = None
    dealingGbn: str | None = None
    estateAgentSggNm: str | None = None
    slerGbn: str | None = None
    buyerGbn: str | None = None
    rgstDate: str | None = None
    aptNm: str | None = None
    aptSeq: str | None = None
    aptDong: str | None = None
    landLeaseholdGbn: str | None = None
    umdCd: str | None = None
    landCd: str | None = None
    bonbun: str | None = None
    bubun: str | None = None
    roadNm: str | None = None
    roadNmSggCd: str | None = None
    roadNmCd: str | None = None
    roadNmSeq: str | None = None
    roadNmbCd: str | None = None
    roadNmBonbun: str | None = None
    roadNmBubun: str | None = None
    mhouseNm: str | None = None
    offiNm: str | None = None
    ownershipGbn: str | None = None
    houseType: str | None = None
    buildYear: str | None = None
    excluUseAr: str | None = None
    landAr: str | None = None
    totalFloorAr: str | None = None
    plottageAr: str | None = None
    buildingType: str | None = None
    buildingAr: str | None = None
    buildingUse: str | None = None
    floor: str | None = None
    jimok: str | None = None
    landUse: str | None = None
    dealArea: str | None = None
    shareDealingType: str | None = None


_NAMES = tuple(f.name for f in fields(Sale))


def area(hundredths: int) -> str:
    """Write an area without needless zeros (``84.9``, ``112``)."""
    return f"{hundredths // 100}.{hundredths % 100:02d}".rstrip("0").rstrip(".")


def masked(lot: str) -> str:
    """Hide all but the first figure of a lot's main number."""
    main = lot.removeprefix("산 ").partition("-")[0]
    return ("산" if lot.startswith("산") else "") + main[0] + "*" * max(1, len(main) - 1)


def _sale(draw: Draw, board: str, month: str, ground: Ground, lot: str, won: int) -> Sale:
    district, day = by_code()[ground.code[:5]], day_in(draw, month)
    sale = Sale(
        *(board, district.code, month, district.name, ground.label, lot),
        *(month[:4], str(int(month[4:])), str(day), rounded(won)),
    )
    _settle(draw, sale, day)
    return sale


def _settle(draw: Draw, sale: Sale, day: int) -> None:
    """Say how the deal came about and what became of it."""
    month = sale.deal_ym
    off = later(month, day, draw.between(4, 75)) if month >= "202002" else None
    if off and draw.chance(34):
        sale.cdealType, sale.cdealDay = "O", short_day(off)
    if month >= _HOW_SINCE:
        direct = draw.chance(420 if sale.board == "land" else 105)
        sale.dealingGbn = "직거래" if direct else "중개거래"
        sale.estateAgentSggNm = None if direct else broker(draw, sale.sggCd)
    if month >= _WHO_SINCE:
        sale.slerGbn, sale.buyerGbn = draw.weighted(_WHO), draw.weighted(_WHO)
    kept = later(month, day, draw.between(38, 120))
    if month >= _KEPT_SINCE and kept and sale.cdealType is None and draw.chance(940):
        sale.rgstDate = short_day(kept)


def _of_building(
    draw: Draw, seed: int, board: str, month: str, building: Building
) -> tuple[Sale, int]:
    """Return a sale of a home in a building, and its area; price follows floor and area."""
    size = draw.pick(building.types)
    floor = draw.between(1, building.floors)
    high = 94 + min(9, 12 * floor // building.floors)
    won = unit_price(seed, building, month) * size * high // 1_000_000 * draw.bell(92, 108) // 100
    sale = _sale(draw, board, month, building.ground, building.lot, won)
    sale.excluUseAr, sale.floor, sale.buildYear = area(size), str(floor), str(building.year)
    return sale, size


def _apartment(draw: Draw, seed: int, month: str, b: Building) -> Sale:
    sale, _ = _of_building(draw, seed, "apartment", month, b)
    sale.aptNm, sale.aptSeq, sale.landLeaseholdGbn = b.name, complex_key(b), "N"
    sale.umdCd, sale.landCd = b.ground.code[5:], "2" if b.hill else "1"
    sale.bonbun, sale.bubun = f"{b.main:04d}", f"{b.sub:04d}"
    sale.roadNm, sale.roadNmSggCd, sale.roadNmCd = b.road, b.district, b.road_code
    sale.roadNmSeq, sale.roadNmbCd = f"{b.serial % 4 + 1:02d}", "0"
    sale.roadNmBonbun, sale.roadNmBubun = f"{b.door:05d}", f"{b.door_sub:05d}"
    if sale.rgstDate:
        sale.aptDong = str(101 + draw.below(b.blocks))
    return sale


def _row_house(draw: Draw, seed: int, month: str, b: Building) -> Sale:
    sale, size = _of_building(draw, seed, "row", month, b)
    sale.mhouseNm, sale.houseType = b.name or f"({b.lot})", b.kind.removesuffix("주택")
    sale.landAr = area(size * draw.between(42, 78) // 100)
    return sale


def _officetel(draw: Draw, seed: int, month: str, b: Building) -> Sale:
    sale, _ = _of_building(draw, seed, "officetel", month, b)
    sale.offiNm = b.name
    return sale


def _house(draw: Draw, seed: int, month: str, b: Building) -> Sale:
    whole = b.gross * 45 // 100 + b.site * 55 // 100
    won = unit_price(seed, b, month) * whole // 10_000 * draw.bell(82, 120) // 100
    sale = _sale(draw, "house", month, b.ground, masked(b.lot), won)
    sale.houseType = "다가구" if b.kind == SHARED else "단독"
    sale.totalFloorAr, sale.plottageAr, sale.buildYear = area(b.gross), area(b.site), str(b.year)
    return sale


def _used(draw: Draw, seed: int, board: str, month: str, b: Building) -> Sale:
    """Return a sale of a shop or a plant: a room of it, or the whole with its land."""
    collective = draw.chance(640 if board == "commercial" else 330)
    size = (
        draw.skewed(1_600 if board == "commercial" else 6_200, max(6_400, b.gross // 3), 2)
        if collective
        else b.gross
    )
    whole = size if collective else b.gross * 40 // 100 + b.site * 60 // 100
    won = unit_price(seed, b, month) * whole // 10_000 * draw.bell(76, 126) // 100
    lot = b.lot if collective else masked(b.lot)
    sale = _sale(draw, board, month, b.ground, lot, won)
    zones = _LAND if b.ground.village else _CITY
    sale.landUse = draw.weighted(zones).removesuffix("지역")
    sale.buildingType, sale.buildingAr = "집합" if collective else "일반", area(size)
    sale.buildingUse = (
        draw.weighted(_SHOPS) if board == "commercial" else b.kind.removesuffix("시설")
    )
    sale.buildYear = str(b.year)
    if collective:
        sale.floor = str(draw.between(1, b.floors))
    else:
        sale.plottageAr = area(b.site)
    if draw.chance(60):
        sale.shareDealingType = "지분"
    return sale


def _land(draw: Draw, month: str, district: str) -> Sale:
    ground = draw.pick(grounds(district))
    jimok = draw.weighted(_JIMOK)
    size = draw.skewed(800, 190_000 if jimok == "임야" else 98_000)
    base = price(district, by_code()[district].name) * _FIELD.get(jimok, 10) * level(month)
    base = base * (38 if ground.village else 100) // 100
    won = base * size // 10_000_000 * draw.bell(40, 165) // 100
    lot = f"산 {draw.between(1, 180)}" if jimok == "임야" else str(draw.between(1, 1_180))
    sale = _sale(draw, "land", month, ground, masked(lot), won)
    sale.jimok, sale.dealArea = jimok, area(size)
    sale.landUse = draw.weighted(_LAND if ground.village else _CITY)
    if draw.chance(260):
        sale.shareDealingType = "지분"
    return sale


# ---- complexes being built -------------------------------------------------------------------


def _projects(seed: int, district: str, month: str) -> list[tuple[str, Ground, int, int]]:
    """Return complexes sold off plan and not yet finished: name, place, lot, floors."""
    found, at = [], int(month[:4]) * 12 + int(month[4:])
    for number in range(44):
        draw = Draw(seed, "project", district, number)
        begin = 2005 * 12 + draw.between(1, 250)
        ground = draw.pick(grounds(district))
        stem = (ground.village or ground.town.name)[:-1].rstrip("0123456789")
        name = stem + coined(draw, draw.below(2)) + draw.pick(_COINED)
        if begin <= at < begin + draw.between(26, 36):
            found.append((name, ground, draw.between(2, 960), draw.between(15, 38)))
    return found


def _presale(draw: Draw, seed: int, month: str, district: str) -> Sale | None:
    under_way = _projects(seed, district, month)
    if not under_way:
        return None
    name, ground, lot, floors = draw.pick(under_way)
    size, floor = draw.pick((5_990, 7_480, 8_490, 8_490, 10_180)) + draw.below(9), 0
    floor = draw.between(1, floors)
    base = price(district, by_code()[district].name) * level(month) // 1000
    won = base * size // 100 * draw.bell(94, 132) // 100 * (95 + 8 * floor // floors) // 100
    sale = _sale(draw, "presale", month, ground, str(lot), won)
    sale.aptNm, sale.floor, sale.excluUseAr = name, str(floor), area(size)
    sale.ownershipGbn = "입주권" if draw.chance(190) else "분양권"
    return sale


# ---- the table -------------------------------------------------------------------------------


def _one(draw: Draw, seed: int, board: str, district: str, month: str) -> Sale | None:
    if board == "land":
        return _land(draw, month, district)
    if board == "presale":
        return _presale(draw, seed, month, district)
    building = picked(draw, seed, district, board, int(month[:4]))
    if building is None:
        return None
    if board in ("commercial", "industrial"):
        return _used(draw, seed, board, month, building)
    makers = {
        "apartment": _apartment, "row": _row_house, "house": _house, "officetel": _officetel,
    }  # fmt: skip
    return makers[board](draw, seed, month, building)


def _part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    board, district, month = (str(v) for v in (*values, "", "", "")[:3])
    if board not in _RATES or district not in by_code() or not is_month(month, FIRST):
        return
    rural = by_code()[district].name.endswith("군")
    rate = _RATES[board] * (3 if rural and board == "land" else 1)
    count = many(world.seed, district, board, month, rate)
    for draw in each(count, world.seed, "sale", board, district, month):
        sale = _one(draw, world.seed, board, district, month)
        if sale is not None:
            yield tuple(getattr(sale, name) for name in _NAMES)


def _rows(world: World) -> Iterator[Row]:
    for board in _RATES:
        for district in sorted(d for d in by_code() if d.startswith("11")):
            yield from _part(world, (board, district, "202512"))


_DOMAINS = {
    "sggCd": "sigun5", "deal_ym": "month", "aptSeq": "apt_complex", "sggNm": "sgg_name",
    "roadNmSggCd": "sigun5",
}  # fmt: skip

SALES = Table(
    "property_sales",
    tuple(
        Column(
            name,
            "int" if name == "dealAmount" else "text",
            domain=_DOMAINS.get(name, ""),
            gen="ref" if name in ("sggCd", "sggNm", "umdNm") else "rule",
            null_rate=0.0 if place < 10 else 0.5,
        )
        for place, name in enumerate(_NAMES)
    ),
    _rows,
    by=("board", "sggCd", "deal_ym"),
    part=_part,
)
