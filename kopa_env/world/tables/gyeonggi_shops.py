"""Shops of 경기도 that take local currency, and those on the public delivery app: all fictional.

A restaurant appears under the name and address of its licence and, in both lists, under one
business number; shops of other trades stand beside them. Local currency came in 2019, the app at
the end of 2020, so shops closed before are in neither list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.companies import business_number
from kopa_env.world.tables.gyeonggi_places import (
    Spot,
    bag,
    day,
    flags,
    pick_dong,
    spot,
    table_columns,
)
from kopa_env.world.tables.gyeonggi_restaurants import (
    Restaurant,
    life,
    restaurants,
    shop_name,
)
from kopa_env.world.world import World

CURRENCY_START = date(2019, 4, 1).toordinal()
APP_START = date(2020, 12, 1).toordinal()

_TRADES = {
    # code: (group, trade, words that end the name, weight)
    "2302": ("휴게음식점", "휴게음식점", "커피 카페 버거 토스트 와플", 80),
    "2303": ("제과점", "제과점", "베이커리 제과 빵집 케이크", 45),
    "5201": ("슈퍼마켓", "슈퍼마켓", "슈퍼 마트 할인마트 식자재마트", 90),
    "5202": ("편의점", "편의점", "25 24편의점 편의점", 110),
    "5203": ("농축수산물", "정육점", "정육점 축산 한우마을", 50),
    "5204": ("농축수산물", "농축수산품", "청과 야채 수산 반찬", 60),
    "5301": ("의류", "의류", "의류 패션 양품점", 70),
    "5302": ("신변잡화", "안경", "안경 안경원", 22),
    "5303": ("문화취미", "서점", "서점 문고 책방", 14),
    "5304": ("문화취미", "꽃집", "꽃집 플라워 화원", 24),
    "6101": ("의료기관", "의원", "의원 내과의원 치과 한의원", 80),
    "6102": ("의료기관", "약국", "약국 한마음약국", 60),
    "7101": ("미용", "미용실", "미용실 헤어 헤어샵", 110),
    "7102": ("미용", "피부관리", "네일 뷰티 피부관리", 40),
    "7201": ("학원", "보습학원", "학원 보습학원 영어학원 수학학원", 70),
    "7202": ("학원", "예체능학원", "음악학원 미술학원 태권도", 40),
    "7301": ("레저", "헬스클럽", "휘트니스 필라테스 요가", 26),
    "7401": ("수리", "세탁소", "세탁소 크리닝", 28),
    "7402": ("자동차", "자동차정비", "카센터 모터스 타이어", 34),
    "7501": ("생활", "철물", "철물 건재 공구", 18),
}
_CODES = bag(tuple((code, trade[3]) for code, trade in _TRADES.items()))
_TAILS = {code: tuple(trade[2].split()) for code, trade in _TRADES.items()}
_TAX = {"영업": ("계속사업자", "01"), "휴업": ("휴업자", "02"), "폐업": ("폐업자", "03")}
_APP_FOOD = {
    "한식": "한식", "분식": "분식", "중국식": "중식", "통닭(치킨)": "치킨", "호프/통닭": "치킨",
    "일식": "돈까스·회·일식", "횟집": "돈까스·회·일식", "까페": "카페·디저트",
    "김밥(도시락)": "도시락", "패스트푸드": "패스트푸드", "경양식": "피자·양식",
    "식육(숯불구이)": "고기·구이", "탕류(보신용)": "찜·탕", "외국음식전문점(인도,태국등)": "아시안",
}  # fmt: skip
_APP_TRADES = {
    "2302": "카페·디저트",
    "2303": "카페·디저트",
    "5201": "마트",
    "5202": "편의점",
    "5203": "정육",
    "5204": "반찬·농수산",
    "5304": "꽃",
}


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop of any trade: ``code`` is that of local currency, ``food`` a restaurant's kind."""

    key: str
    name: str
    code: str
    food: str
    at: Spot
    opened: int
    closed: int
    state: str


def shops(seed: int) -> Iterator[Shop]:
    """Yield the restaurants and, among them, shops of other trades: all open since 2019."""
    for r in restaurants(seed):
        if not r.closed or r.closed >= CURRENCY_START:
            yield _eatery(r)
        for place in range(r.number * 7 % 3):
            made = _other(seed, f"{r.number}.{place}")
            if not made.closed or made.closed >= CURRENCY_START:
                yield made


def _eatery(r: Restaurant) -> Shop:
    state = "폐업" if r.closed else r.state
    return Shop(f"r{r.number}", r.name, "2301", r.kind, r.at, r.licensed, r.closed, state)


def _other(seed: int, key: str) -> Shop:
    draw = Draw(seed, "gyeonggi shop", key)
    code = draw.pick(_CODES)
    at = spot(draw, pick_dong(draw))
    opened, closed, state = life(draw, 9_000, 3_600)
    state = "폐업" if closed else state
    return Shop(key, shop_name(draw, _TAILS[code], at.dong), code, "", at, opened, closed, state)


def business_no(seed: int, key: str) -> str:
    """Return the ten digits a shop is taxed under; the check digit is wrong, so it is nobody's."""
    return business_number(str(100_000_000 + Draw(seed, "gyeonggi tax", key).below(780_000_000)))


def _trade(draw: Draw, shop: Shop) -> str:
    """Write a trade as the list has it: with its code and a slash, or with neither."""
    group, trade = ("일반음식점", "일반음식점")
    if shop.code != "2301":
        group, trade, _, _ = _TRADES[shop.code]
    return f"{shop.code}({group}/{trade})" if draw.chance(810) else f"({group}{trade})"


def _currency(world: World) -> Iterator[Row]:
    for number, shop in enumerate(shops(world.seed)):
        draw = Draw(world.seed, "gyeonggi currency", shop.key)
        if draw.below(1000) >= 830:
            continue
        tax, tax_code = _TAX[shop.state]
        at = shop.at
        yield (
            *(shop.name, _trade(draw, shop), at.lot, at.road.partition(" (")[0], at.zip),
            *(at.lon, at.lat, at.dong.city.name, at.dong.city.code),
            *(business_no(world.seed, shop.key), shop.code),
            f"{draw.pick(('911', '911', '911', '971'))}{number % 1_000_000:06d}",
            *(tax, day(shop.closed) if shop.closed else None, tax_code),
        )


LOCAL_CURRENCY = Table(
    "gyeonggi_local_currency_shops",
    table_columns(
        "cmpnm_nm indutype_nm refine_lotno_addr refine_roadnm_addr refine_zipno:zip5 "
        "refine_wgs84_logt refine_wgs84_lat sigun_nm:sigun_name=ref sigun_cd:sigun5=ref "
        "bizregno:bizr_no indutype_cd:gg_currency_trade frcs_no:gg_member_no lead_tax_man_state "
        "clsbiz_day?70 lead_tax_man_state_cd"
    ),
    _currency,
    key=("frcs_no",),
    index=(("sigun_nm",), ("bizregno",)),
)


def _delivery(world: World) -> Iterator[Row]:
    for shop in shops(world.seed):
        food = _APP_FOOD.get(shop.food) if shop.food else _APP_TRADES.get(shop.code)
        if food is None or (shop.closed and shop.closed < APP_START):
            continue
        joins, spaced = flags(Draw(world.seed, "gyeonggi app", shop.key).u64(), 610, 120)
        if not joins:
            continue
        at = shop.at
        name = f"{shop.name} {at.dong.name}" if spaced and " " not in shop.name else shop.name
        yield (
            *(at.dong.city.name, name, business_no(world.seed, shop.key)),
            *(at.road, at.lot, food, at.zip, at.lat, at.lon),
        )


DELIVERY = Table(
    "gyeonggi_delivery_shops",
    table_columns(
        "sigun_nm:sigun_name=ref str_nm bizregno:bizr_no refine_roadnm_addr refine_lotno_addr "
        "indutype_nm refine_zipno:zip5 refine_wgs84_lat refine_wgs84_logt"
    ),
    _delivery,
    index=(("bizregno",),),
)
