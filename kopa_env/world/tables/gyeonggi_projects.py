"""Smaller lists of 경기도: renewal, logistics complexes, calls for jobseekers, springs, rooms."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.names import named
from kopa_env.world.school_names import place
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.gyeonggi_facilities import city_by_city
from kopa_env.world.tables.gyeonggi_places import (
    TODAY,
    City,
    by_city,
    cities,
    day,
    dongs,
    pick_dong,
    spot,
    table_columns,
)
from kopa_env.world.world import World

RENEWALS = 533
_TYPES = (
    ("재건축", 44),
    ("재개발", 38),
    ("도시환경정비", 6),
    ("주거환경개선", 7),
    ("가로주택정비", 5),
)
_STEPS = (
    *("정비구역지정", "추진위원회승인", "조합설립인가", "사업시행인가", "관리처분인가"),
    *("착공", "준공", "이전고시"),
)
_FIRST_DATED = 2
"""The step from which dates are kept: the founding of the association."""


def _renewals(world: World) -> Iterator[Row]:
    shares = by_city(Draw(world.seed, "gyeonggi renewals"), RENEWALS)
    for city, share in zip(cities(), shares, strict=True):
        for number in range(share):
            yield _renewal(Draw(world.seed, "gyeonggi renewal", city.code, number), city)


def _renewal(draw: Draw, city: City) -> Row:
    at = spot(draw, pick_dong(draw, city.code))
    step, kind = draw.below(len(_STEPS)), draw.weighted(_TYPES)
    reached = max(0, step - _FIRST_DATED + 1)
    latest = TODAY - draw.between(10, 1_500 if step < 6 else 4_400)
    dates: list[int] = []
    for _ in range(reached):
        dates.insert(0, latest)
        latest -= draw.between(260, 1_300)
    found = [day(d) for d in dates] + [None] * (6 - reached)
    area = at.dong.name.rstrip("0123456789가").removesuffix("동") or at.dong.name
    zone = f"{area}{draw.between(1, 9)}{draw.pick(('구역', '구역', '지구'))}"
    homes = draw.skewed(60, 2_600, 2)
    members = homes * draw.between(70, 104) // 100 if step >= _FIRST_DATED else 0
    public = kind == "주거환경개선" and draw.chance(600)
    return (
        *(city.name, city.code if draw.chance(800) else None, kind, zone, at.lot),
        *(f"{homes * draw.between(40, 95)}.{draw.below(10)}", _STEPS[step]),
        *(f"{city.name}도시공사" if public else f"{zone} 조합", homes, members, *found),
    )


RENEWALS_TABLE = Table(
    "gyeonggi_renewals",
    table_columns(
        "sigun_nm:sigun_name=ref sigun_cd?20:sigun5=ref biz_type_nm imprv_zone_nm locplc_addr "
        "zone_ar biz_step_nm biz_implmntr_nm existng_housng_hshld_cnt* asocntmb_cnt* "
        "assoctn_found_confmtn_de?25 biz_implmtn_confmtn_de?37 manage_disposit_confmtn_de?50 "
        "strcontr_de?62 compltn_de?75 transfr_notifc_de?87"
    ),
    _renewals,
)


def _complexes(world: World) -> Iterator[Row]:
    for number in range(36):
        draw = Draw(world.seed, "gyeonggi complex", number)
        at = spot(draw, pick_dong(draw))
        name = f"{at.dong.city.name[:-1]}{place(draw)}물류단지"
        yield (
            *(at.dong.city.name, name, "Y" if draw.chance(560) else "N", at.zip, at.lot, at.road),
        )


COMPLEXES = Table(
    "gyeonggi_logistics_complexes",
    table_columns(
        "sigun_nm:sigun_name=ref logist_hscomplex_nm compltn_yn refine_zip_cd:zip5 "
        "refine_lotno_addr refine_roadnm_addr"
    ),
    _complexes,
)


def _policies(world: World) -> Iterator[Row]:
    for number in range(148):
        draw = Draw(world.seed, "gyeonggi policy", number)
        begins = TODAY + 40 - number * 9 - draw.below(8)
        yield day(begins), day(begins + draw.between(6, 90))


POLICIES = Table(
    "gyeonggi_job_policies",
    table_columns("recrut_begin_de:date8 recrut_end_de:date8"),
    _policies,
)

_WHERE = (
    "집 앞",
    "건물 앞",
    "지정된 배출 장소",
    "거점 수거함",
    "분리수거장",
    "도로변 지정 장소",
    "마을회관 앞",
)


def _waste(world: World) -> Iterator[Row]:
    for dong in dongs():
        draw = Draw(world.seed, "gyeonggi waste", dong.code)
        where = draw.pick(_WHERE)
        near = f"{named(draw, ('아파트', '빌라'))} {where}" if draw.chance(80) else where
        yield dong.city.name, dong.name, near


WASTE = Table(
    "gyeonggi_waste",
    table_columns("sigun_nm:sigun_name=ref dong:legal_dong=ref emisn_plc"),
    _waste,
)

_WATERS = (("알칼리성", 40), ("단순천", 26), ("중탄산나트륨", 14), ("유황", 10), ("약알칼리성", 10))


def _springs(world: World) -> Iterator[Row]:
    for city, _, draw in city_by_city(world, "springs", 58, even=300):
        at = spot(draw, pick_dong(draw, city.code))
        yield city.name, f"{place(draw)}온천", draw.weighted(_WATERS), at.road, at.lot


SPRINGS = Table(
    "gyeonggi_hot_springs",
    table_columns(
        "sigun_nm:sigun_name=ref hotspa_nm ingrdnt_nm refine_roadnm_addr refine_lotno_addr"
    ),
    _springs,
)

_PURPOSES = ("회의실", "강의실", "강당", "체육시설", "공연장", "야외공간", "작업실", "숙박시설")
_BOOKED = ("경기공유서비스 누리집 예약", "전화 예약", "방문 신청", "누리집 또는 전화 예약")
RENTALS = 49


def _rentals(world: World) -> Iterator[Row]:
    for number in range(RENTALS):
        draw = Draw(world.seed, "gyeonggi rental", number)
        yield draw.pick(_PURPOSES), draw.pick(_BOOKED)


RENTALS_TABLE = Table("gyeonggi_rentals", table_columns("purpos rsvtn_meth"), _rentals)

GYEONGGI_PROJECTS: tuple[Table, ...] = (
    *(RENEWALS_TABLE, COMPLEXES, POLICIES, WASTE, SPRINGS, RENTALS_TABLE),
)
