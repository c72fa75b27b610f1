"""Restaurants of 경기도 as its licence register has them: open, closed and all between.

All of them are fictional. One register feeds the services by kind of food, the province's whole
register, the delivery app, the shops that take local currency and the recommended restaurants.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kopa_env.world.draw import Draw
from kopa_env.world.names import named
from kopa_env.world.school_names import place
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.gyeonggi_places import (
    TODAY,
    Dong,
    Spot,
    bag,
    day,
    flags,
    metric,
    phone,
    pick_dong,
    spot,
    table_columns,
)
from kopa_env.world.world import World

RESTAURANTS = 60_000
"""Licences ever given, of which somewhat more than half have ended."""

_KINDS = (
    ("한식", 380), ("까페", 90), ("분식", 80), ("호프/통닭", 75), ("경양식", 60), ("중국식", 50),
    ("식육(숯불구이)", 45), ("통닭(치킨)", 42), ("일식", 40), ("정종/대포집/소주방", 24),
    ("횟집", 22), ("김밥(도시락)", 20), ("패스트푸드", 17), ("기타", 16),
    ("외국음식전문점(인도,태국등)", 14), ("탕류(보신용)", 9), ("뷔페식", 5), ("출장조리", 3),
    ("라이브카페", 3), ("전통찻집", 3), ("이동조리", 2), ("복어취급", 2), ("키즈카페", 2),
)  # fmt: skip
_KIND_BAG = bag(_KINDS)
_TAILS = {
    "한식": "식당 밥상 한식당 국밥 순대국 감자탕 해장국 칼국수 보리밥 정식 가든 회관 찌개마을",
    "까페": "카페 커피 커피로스터스 다방 디저트카페 베이커리카페",
    "분식": "분식 떡볶이 김밥 우동 만두 국수",
    "호프/통닭": "호프 비어 치킨호프 펍",
    "경양식": "레스토랑 파스타 돈까스 키친 스테이크하우스 경양식",
    "중국식": "반점 짬뽕 중화요리 마라탕 각",
    "식육(숯불구이)": "숯불갈비 정육식당 생고기 화로구이 갈비",
    "통닭(치킨)": "치킨 통닭 닭강정 후라이드",
    "일식": "초밥 일식 스시 라멘 이자카야 돈부리",
    "정종/대포집/소주방": "포차 주막 대포 선술집",
    "횟집": "횟집 수산 회마을 활어회",
    "김밥(도시락)": "김밥 도시락 김밥도시락",
    "패스트푸드": "버거 피자 토스트 핫도그",
    "기타": "식당 푸드 주방",
    "외국음식전문점(인도,태국등)": "쌀국수 커리 타이키친 반미",
    "탕류(보신용)": "삼계탕 추어탕 염소탕",
    "뷔페식": "뷔페 한식뷔페",
    "출장조리": "출장뷔페 케이터링",
    "라이브카페": "라이브카페 라이브",
    "전통찻집": "찻집 전통찻집 다원",
    "이동조리": "푸드트럭",
    "복어취급": "복집 복국",
    "키즈카페": "키즈카페",
}
_BY_KIND = {kind: tuple(tails.split()) for kind, tails in _TAILS.items()}
_SITES = bag(
    (
        *(("기타", 34), ("주택가주변", 30), ("유흥업소밀집지역", 16), ("아파트지역", 9)),
        *(("학교정화(상대)", 6), ("결혼예식장주변", 2), ("학교정화(절대)", 3)),
    )
)
_GRADES = bag((("기타", 44), ("지도", 18), ("자율", 22), ("관리", 10), ("우수", 4), ("갑", 2)))
_DISHES = {
    "한식": ("갈비탕", "육개장", "순두부찌개", "청국장", "곤드레밥", "닭볶음탕", "설렁탕"),
    "중국식": ("짬뽕", "탕수육", "유니짜장"),
    "식육(숯불구이)": ("돼지갈비", "소갈비", "한우등심", "목살구이"),
    "일식": ("모둠초밥", "특선회정식", "우동정식"),
    "횟집": ("광어회", "모둠회", "매운탕", "물회"),
    "탕류(보신용)": ("한방삼계탕", "추어탕", "능이백숙"),
}


@dataclass(frozen=True, slots=True)
class Restaurant:
    """One licence; ``closed`` is blank while it holds, ``area`` in hundredths of a square metre."""

    number: int
    name: str
    kind: str
    at: Spot
    licensed: int
    closed: int
    state: str
    area: int

    @property
    def dong(self) -> Dong:
        """Where it is."""
        return self.at.dong

    def dish(self, draw: Draw) -> str:
        """Return what it is known for."""
        return draw.pick(_DISHES[self.kind])


def restaurant(seed: int, number: int) -> Restaurant:
    """Return the restaurant of a number."""
    draw = Draw(seed, "gyeonggi restaurant", number)
    kind = draw.pick(_KIND_BAG)
    at = spot(draw, pick_dong(draw))
    licensed, closed, state = life(draw, 12_400)
    area = draw.skewed(1_600, 42_000, 3) if kind != "뷔페식" else draw.between(20_000, 160_000)
    name = shop_name(draw, _BY_KIND[kind], at.dong)
    return Restaurant(number, name, kind, at, licensed, closed, state, area)


def restaurants(seed: int) -> Iterator[Restaurant]:
    """Yield every restaurant in the order of the register."""
    return (restaurant(seed, number) for number in range(RESTAURANTS))


def life(draw: Draw, oldest: int, stay: int = 1_900) -> tuple[int, int, str]:
    """Return the day of a licence, the day it ended (0: it holds) and the trading state.

    The chance of having ended grows with age; after ``stay`` days it is some 45 per cent.
    """
    age = draw.skewed(1, oldest, 2)
    licensed = TODAY - age
    if draw.below(1000) * (age + stay) < 900 * age:
        end = licensed + 1 + draw.skewed(20, max(21, age - 1), 1) % age
        return licensed, min(end, TODAY - 1), "취소" if draw.chance(5) else "폐업"
    return licensed, 0, "휴업" if draw.chance(8) else "영업"


def shop_name(draw: Draw, tails: tuple[str, ...], dong: Dong) -> str:
    """Return a shop's name: mostly its own, sometimes a chain's with its branch, or a place's."""
    way = draw.below(100)
    if way < 48:
        return named(draw, tails)
    if way < 70:
        return f"{named(draw, tails)} {branch(draw, dong)}점"
    if way < 92:
        return place(draw) + draw.pick(tails)
    return f"{draw.pick(('원조', '옛날', '착한', '엄마손', '우리', '행복한'))}{named(draw, tails)}"


def branch(draw: Draw, dong: Dong) -> str:
    """Return what a chain calls its shop here."""
    near = dong.name.rstrip("0123456789가").removesuffix("동") or dong.name
    near = near if len(near) > 1 else dong.name
    return draw.pick((near, near, dong.city.name[:-1], near + "역", near + "중앙"))


STATES = {
    "영업": ("영업", "01", "01", "영업/정상"),
    "휴업": ("휴업", "03", "02", "휴업"),
    "폐업": ("폐업", "02", "03", "폐업"),
    "취소": ("폐업", "02", "04", "취소/말소/만료/정지/중지"),
}
"""The state's name and code in a register, and in the register of all trades."""


def area_text(hundredths: int) -> str:
    """Write an area as registers do: no zeros at the end (``66.1``, ``33.05``)."""
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02d}".removesuffix("0")


def _rows(world: World) -> Iterator[Row]:
    for r in restaurants(world.seed):
        yield _row(Draw(world.seed, "gyeonggi licence", r.number), r)


def _row(draw: Draw, r: Restaurant) -> Row:
    city = r.dong.city
    known, code, other, own, sized, dated = flags(draw.u64(), 480, 400, 120, 112, 655, 310)
    several, listed, online, well = flags(draw.u64(), 720, 6, 25, 140)
    licensed, closed = day(r.licensed), day(r.closed) if r.closed else None
    # Rows of one source have the city's code and dashes in their dates; some have but one of them.
    dashes = code is not other
    men, women = (draw.skewed(0, 9, 3), draw.skewed(0, 12, 2)) if known else (None, None)
    staff = men + women if men is not None and women is not None else None
    paused, listed = r.state == "휴업", listed and r.kind == "한식"
    pause = max(TODAY - draw.between(5, 300), r.licensed) if paused else 0
    reopened = own and not r.closed and r.licensed < TODAY - 900
    east, north = metric(r.at)
    rent = 0 if own else draw.skewed(30, 420, 2) * 10_000
    seen = area_text(r.area)
    return (
        f"{city.org}-101-{licensed[:4]}-{r.number:05d}",
        *(city.code, city.code if code else None, city.name, r.name, licensed),
        f"{licensed[:4]}-{licensed[4:6]}-{licensed[6:]}" if dashes else licensed,
        *STATES[r.state],
        *(closed if r.state == "폐업" else None, closed if r.state == "취소" else None),
        *(day(pause) if paused else None, day(TODAY + 150) if paused else None),
        day(r.licensed + 400) if reopened else None,
        *(phone(draw, city), seen, seen if sized else None),
        ("지하수전용" if well else "상수도전용") if known else None,
        *(men, women, staff, licensed[:4] if dated else None),
        ("Y" if r.area > 20_000 else "N") if several else None,
        *(draw.pick(_GRADES) if known else None, draw.pick(_SITES) if known else None),
        *("일반음식점" if known else None, r.kind, r.at.lot, r.at.road, r.at.zip),
        *(r.at.lon, r.at.lat, east, north, "자가" if own else "임대", rent * 20, rent),
        *(f"제{draw.between(1, 90)}호" if listed else None, r.dish(draw) if listed else None),
        f"http://shop{r.number}.gg.example" if online else None,
    )


GYEONGGI_RESTAURANTS = Table(
    "gyeonggi_restaurants",
    table_columns(
        "manage_no:gg_licence_no sigun_full:sigun5=ref sigun_cd?61:sigun5=ref "
        "sigun_nm:sigun_name=ref bizplc_nm licensg_de licensg_written bsn_state_nm "
        "bsn_state_div_cd unity_bsn_state_div_cd unity_bsn_state_nm clsbiz_de?55 "
        "licensg_cancl_de?99 suspnbiz_begin_de?99 suspnbiz_end_de?99 reopenbiz_de?96 "
        "locplc_faclt_telno area area_seen?36 grad_faclt_div_nm?53 male_enflpsn_cnt*?53 "
        "female_enflpsn_cnt*?53 tot_emply_cnt*?53 yy?70 multi_use_bizestbl_yn?30 grad_div_nm?53 "
        "bsnsite_circumfr_div_nm?53 sanittn_indutype_nm?53 sanittn_bizcond_nm refine_lotno_addr "
        "refine_roadnm_addr refine_zip_cd:zip5 refine_wgs84_logt refine_wgs84_lat x_crdnt_vl "
        "y_crdnt_vl buldng_posesn_div_nm assurnc_amt* mtrent_amt* traditn_bizestbl_appont_no?99 "
        "traditn_bizestbl_chief_food_nm?99 hmpg_url?97"
    ),
    _rows,
    key=("manage_no",),
    index=(("sanittn_bizcond_nm",), ("sigun_nm",)),
)


def _recommended(world: World) -> Iterator[Row]:
    for r in restaurants(world.seed):
        if r.state != "영업" or r.kind not in _DISHES or r.licensed > TODAY - 700:
            continue
        draw = Draw(world.seed, "gyeonggi taste", r.number)
        if not draw.chance(78):
            continue
        city, at = r.dong.city, r.at
        yield (
            *(city.name, city.code if draw.chance(850) else None, r.name, phone(draw, city)),
            *(r.dish(draw), at.zip, at.road, at.lot, at.lat, at.lon),
            draw.pick(("주차 가능", "단체석 있음", "예약 필수")) if draw.chance(180) else None,
        )


RECOMMENDED = Table(
    "gyeonggi_recommended_restaurants",
    table_columns(
        "sigun_nm:sigun_name=ref sigun_cd?15:sigun5=ref restrt_nm tastfdplc_telno reprsnt_food_nm "
        "refine_zipno:zip5 refine_roadnm_addr refine_lotno_addr refine_wgs84_lat refine_wgs84_logt "
        "rm_matr?82"
    ),
    _recommended,
)
