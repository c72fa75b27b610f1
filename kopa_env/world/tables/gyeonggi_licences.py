"""Licensed businesses of 경기도 beside restaurants: karaoke, vets, warehouses, agents, hospitals.

All of them are fictional. A licence that has ended stays in its register.
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.school_names import place
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.gyeonggi_places import (
    TODAY,
    bag,
    day,
    phone,
    pick_dong,
    spot,
    table_columns,
)
from kopa_env.world.tables.gyeonggi_restaurants import area_text, life, shop_name
from kopa_env.world.world import World

_KINDS: dict[str, tuple[int, str, int]] = {
    # kind: (licences ever given, words that end the name, days a licence lasts)
    "노래연습장": (9_600, "노래연습장 노래방 코인노래연습장 뮤직타운", 2_600),
    "체력단련장": (4_100, "휘트니스 헬스 짐 스포츠센터 피트니스센터", 2_400),
    "공연장": (310, "아트홀 소극장 공연장 문화예술회관", 9_000),
    "무도학원": (140, "댄스스포츠학원 무도학원 댄스아카데미", 2_600),
    "영화상영관": (270, "시네마 극장 영화관", 6_000),
    "동물병원": (2_300, "동물병원 동물의료센터 동물메디컬센터", 6_000),
    "동물약국": (2_900, "약국 동물약국 한마음약국", 4_500),
    "동물장묘": (31, "동물장례식장 반려동물추모관 반려동물장례식장", 9_000),
    "물류창고": (1_450, "물류 창고 로지스 냉장 물류센터", 6_500),
    "키즈카페": (880, "키즈카페 키즈랜드 놀이터", 2_000),
    "키즈카페 휴게음식점": (410, "키즈카페 키즈랜드카페", 2_000),
    "낚시터": (430, "낚시터 낚시공원 유료낚시터 저수지낚시터", 9_000),
    "푸드뱅크": (96, "푸드뱅크 푸드마켓 기초푸드뱅크", 20_000),
}
_CUSTODY = ("보통창고", "냉장", "냉동", "냉동·냉장", "위험물", "야적장")


def _licences(world: World) -> Iterator[Row]:
    for kind, (count, tails, stay) in _KINDS.items():
        words = tuple(tails.split())
        for number in range(count):
            yield _licence(Draw(world.seed, "gyeonggi licence", kind, number), kind, words, stay)


def _licence(draw: Draw, kind: str, tails: tuple[str, ...], stay: int) -> Row:
    at = spot(draw, pick_dong(draw))
    licensed, closed, state = life(draw, 9_800, stay)
    city = at.dong.city
    custody, tariff = None, None
    if kind == "물류창고":
        custody = draw.pick(_CUSTODY)
        tariff = f"평당 {draw.between(18, 60)},000원" if draw.chance(600) else "협의"
    return (
        *(kind, city.name, city.code if draw.chance(440) else None, city.code),
        *(shop_name(draw, tails, at.dong), day(licensed), state if not closed else "폐업"),
        *(day(closed) if closed else None, phone(draw, city) if draw.chance(760) else None),
        *(at.road, at.lot, at.zip, at.lat, at.lon, custody, tariff),
    )


LICENCES = Table(
    "gyeonggi_licences",
    table_columns(
        "kind sigun_nm:sigun_name=ref sigun_cd?56:sigun5=ref sigun_full:sigun5=ref bizplc_nm "
        "licensg_de bsn_state_nm clsbiz_de?62 telno?24 refine_roadnm_addr refine_lotno_addr "
        "refine_zip_cd:zip5 refine_wgs84_lat refine_wgs84_logt custody?94 tariff?94"
    ),
    _licences,
    index=(("kind",),),
)

# ---- estate agents ---------------------------------------------------------------------------

AGENTS = 30_432
_AGENT_TAILS = ("공인중개사사무소", "부동산중개사무소", "공인중개사", "부동산공인중개사사무소")


def _agents(world: World) -> Iterator[Row]:
    for number in range(AGENTS):
        draw = Draw(world.seed, "gyeonggi agent", number)
        dong = pick_dong(draw)
        since = TODAY - draw.skewed(1, 8_800, 2)
        state = draw.weighted((("영업중", 940), ("휴업", 38), ("업무정지", 4), ("등록취소", 18)))
        year = day(since)[:4]
        yield (
            f"{dong.ward.code}-{year}-{number:05d}",
            *(shop_name(draw, _AGENT_TAILS, dong), state, day(since), names.person(draw)),
            *(dong.name, dong.city.name, dong.city.code),
        )


AGENTS_TABLE = Table(
    "gyeonggi_estate_agents",
    table_columns(
        "coprtn_reg_no:gg_agent_no bizman_cmpnm_info state_div_nm regist_de brkr_nm "
        "legaldong_nm:legal_dong=ref sigun_nm:sigun_name=ref sigun_cd:sigun5=ref"
    ),
    _agents,
    key=("coprtn_reg_no",),
    index=(("sigun_nm",), ("sigun_cd",)),
    persons="fictional",
)

# ---- hospitals -------------------------------------------------------------------------------

HOSPITALS = 1_760
_CLASSES = (("병원", 420), ("요양병원", 380), ("치과병원", 60), ("한방병원", 75), ("종합병원", 65))
_CLASS_BAG = bag(_CLASSES)
_BEDS = {"병원": (30, 220), "요양병원": (60, 320), "치과병원": (0, 0), "한방병원": (30, 120)}
_NOTHING = (None, None)


def _hospitals(world: World) -> Iterator[Row]:
    for number in range(HOSPITALS):
        draw = Draw(world.seed, "gyeonggi hospital", number)
        kind = draw.pick(_CLASS_BAG)
        at = spot(draw, pick_dong(draw))
        licensed, closed, state = life(draw, 10_500, 30_000 if kind == "종합병원" else 9_000)
        general = kind == "종합병원"
        beds = draw.between(102, 860) if general else draw.between(*_BEDS[kind])
        eases = (general or kind == "요양병원") and draw.chance(90)
        stem = (
            place(draw) if draw.chance(500) else at.dong.city.name[:-1] + names.named(draw, ("",))
        )
        city = at.dong.city
        area = area_text(max(beds, 12) * draw.between(1_600, 4_800) + draw.below(100))
        ambulances = draw.between(0, 2) if kind != "치과병원" else 0
        yield (
            *(city.name, city.code if draw.chance(420) else None, city.code),
            *(stem + ("병원" if general else kind), day(licensed)),
            *("폐업" if closed else state, day(closed) if closed else None),
            *(area if draw.chance(860) else None, ambulances, draw.between(0, 3) if general else 0),
            beds,
            *(("완화의료팀", draw.pick(("입원형", "가정형", "자문형"))) if eases else _NOTHING),
            *(kind, at.road, at.lot, at.zip, at.lat, at.lon, phone(draw, city)),
            "Y" if general and not closed and state == "영업" and draw.chance(700) else "N",
        )


HOSPITALS_TABLE = Table(
    "gyeonggi_hospitals",
    table_columns(
        "sigun_nm:sigun_name=ref sigun_cd?58:sigun5=ref sigun_full:sigun5=ref bizplc_nm "
        "licensg_de bsn_state_nm clsbiz_de?80 locplc_ar?14 genrl_amblnc_cnt* specl_amblnc_cnt* "
        "sickbd_cnt* easing_medcare_charge_dept_nm?96 easing_medcare_appont_form?96 "
        "medcare_inst_asortmt_nm refine_roadnm_addr refine_lotno_addr refine_zip_cd:zip5 "
        "refine_wgs84_lat refine_wgs84_logt telno emergency"
    ),
    _hospitals,
    index=(("sigun_nm",),),
)

# ---- jobs ------------------------------------------------------------------------------------

_JOBS = (
    *("생산직 사원", "물류센터 상하차", "경리 사무원", "품질관리 담당", "요양보호사", "조리원"),
    *("간호조무사", "CNC 가공", "웹 개발자", "영업 사원", "운전원", "보육교사", "매장 관리"),
)
_FORMS = (("정규직", 62), ("기간제", 26), ("시간제", 9), ("파견", 3))
_WAGES = {
    "연봉": (2_700, 5_400, 10_000),
    "월급": (206, 380, 10_000),
    "일급": (9, 18, 10_000),
    "시급": (100, 160, 100),
}


def _job(seed: int, number: int) -> Row:
    draw = Draw(seed, "gyeonggi job", number)
    dong = pick_dong(draw)
    posted = TODAY - 1 - number * 74 // 8_400
    form = draw.weighted(_FORMS)
    wage = draw.weighted((("연봉", 30), ("월급", 52), ("시급", 15), ("일급", 3)))
    low, high, unit = _WAGES[wage]
    ends = day(posted + draw.between(5, 60)) if draw.chance(780) else "채용시까지"
    career = draw.weighted(
        (("경력무관", 68), ("신입", 9), (f"경력 {draw.between(1, 7)}년 이상", 23))
    )
    return (
        *(dong.city.name, day(posted), names.firm(draw.u64(), seed & 1, rare=True)[0]),
        *(f"{draw.pick(_JOBS)} 모집({dong.city.name[:-1]})", wage),
        str(draw.bell(low, high) * unit),
        *(f"경기도 {dong.ward.name}", form),
        *(draw.weighted((("학력무관", 55), ("고졸", 28), ("대졸(2~3년)", 9), ("대졸(4년)", 8))),),
        *(career, ends, f"https://job.gg.example/view/{2_600_000 - number}"),
    )


JOBS = Table(
    "gyeonggi_job_postings",
    table_columns(
        "sigun_nm:sigun_name=ref regist_de compny_nm:company_name emplmnt_title wage_form "
        "salary_info work_region_loc work_form min_acdmcr career_info clos_de_info emplmnt_info_url"
    ),
    lambda world: (_job(world.seed, number) for number in range(8_400)),
    key=("emplmnt_info_url",),
)

GYEONGGI_BUSINESS: tuple[Table, ...] = (LICENCES, AGENTS_TABLE, HOSPITALS_TABLE, JOBS)
