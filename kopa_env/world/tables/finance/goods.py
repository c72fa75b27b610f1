"""What bankrupt estates have for sale: land and buildings, memberships, securities, art."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.names import company_name, named, person
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import District, districts, provinces
from kopa_env.world.world import Condition, World

SURE = "2024-0001"
"""A number that every world's estates have something under, of each kind."""

_USES = (
    ("주거용", "아파트"), ("주거용", "연립주택"), ("주거용", "단독주택"), ("상업용", "업무시설"),
    ("상업용", "근린생활시설"), ("상업용", "숙박시설"), ("토지", "대지"), ("토지", "전"),
    ("토지", "답"), ("토지", "임야"), ("토지", "잡종지"), ("공업용", "공장"),
)  # fmt: skip
_SPECIAL = (("특수", "골프장"), ("특수", "납골당"), ("특수", "리조트"), ("특수", "선박"))
_STATES = ("공매 예정", "공매 진행", "수의계약 가능", "매각 완료")
_COUNTS = {"property": 640, "special": 60, "holding": 210, "art": 120, "other": 160}
_ARTS = (
    "산의 아침",
    "정물",
    "호수",
    "무제",
    "달항아리",
    "숲길",
    "바다",
    "꽃",
    "기다림",
    "도시의 밤",
)
_OTHERS = ("차량", "기계장치", "사무집기", "귀금속", "도서", "악기", "와인")


def _goods(world: World) -> Iterator[Row]:
    estates = world.select("bankrupt_institutions", [Condition("state", "eq", "진행")])[0]
    areas = districts()
    serial = 0
    for kind, count in _COUNTS.items():
        for n in range(count):
            serial += 1
            draw = Draw(world.seed, "estate good", kind, n)
            estate, area = draw.pick(estates), draw.pick(areas)
            number = SURE if n == 0 else f"{draw.between(2012, 2025)}-{serial:04d}"
            yield _good(kind, number, serial, draw, estate, area)


def _good(
    kind: str, number: str, serial: int, draw: Draw, estate: dict[str, Value], area: District
) -> Row:
    province = next(p for p in provinces() if p.short == area.province)
    upper, use = draw.pick(_SPECIAL if kind == "special" else _USES)
    land, building = draw.skewed(400, 900_000, 3), draw.skewed(0, 90_000, 3)
    lat = province.lat + draw.between(-province.spread, province.spread)
    price = max(1, land // 400) * draw.between(3, 60) * 100_000
    name = {
        "art": draw.pick(_ARTS), "other": draw.pick(_OTHERS),
        "holding": draw.pick((f"{company_name(draw)} 주식", named(draw, ("컨트리클럽 회원권",)),
                              named(draw, ("콘도 회원권",)))),
    }.get(kind, use)  # fmt: skip
    return (
        kind, number, f"U{serial:06d}", "Y" if draw.chance(160) else "N",
        _class(kind, name), upper, use, province.name, area.name,
        f"{province.name} {area.name} {named(draw, ('동', '리', '읍'))} {draw.between(1, 900)}",
        "예금보험공사 자산회수부", f"02-758-{draw.digits(4)}",
        f"파산자 {estate['name']} 파산관재인",
        f"0{draw.between(2, 6)}{draw.between(1, 4)}-{draw.digits(3)}-{draw.digits(4)}",
        draw.pick(_STATES), land / 10, building / 10, price, f"{lat // 10_000}.{lat % 10_000:04d}",
        f"{area.code}10{draw.between(100, 180)}00", name,
        _holding(name) if kind == "holding" else None,
        person(draw) if kind == "art" else None,
    )  # fmt: skip


def _holding(name: str) -> str:
    return "주식" if name.endswith("주식") else "골프회원권" if "컨트리" in name else "콘도회원권"


def _class(kind: str, name: str) -> str:
    if kind == "holding":
        return "유가증권" if name.endswith("주식") else "회원권"
    return {"special": "특수부동산", "property": "일반부동산", "art": "미술품"}.get(kind, "기타")


GOODS = Table(
    "estate_goods",
    (
        Column("kind"),
        Column("number", domain="estate_item"),
        Column("unique_number"),
        Column("recommended"),
        Column("class"),
        Column("upper_use"),
        Column("use"),
        Column("sido", domain="sido_name", gen="ref"),
        Column("sgg", domain="sgg_name", gen="ref"),
        Column("address"),
        Column("contact"),
        Column("contact_phone"),
        Column("manager"),
        Column("manager_phone"),
        Column("state"),
        Column("land", "real"),
        Column("building", "real"),
        Column("price", "int"),
        Column("lat"),
        Column("land_code"),
        Column("name"),
        Column("holding", null_rate=0.85),
        Column("artist", null_rate=0.9),
    ),
    _goods,
    index=(("kind", "number"),),
    persons="fictional",
)
