"""Learning in 경기도: universities and colleges, academies, libraries and the books they lend.

Universities are some of the world's own; colleges, academies, libraries and books are fictional.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.school_names import place
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.gyeonggi_places import (
    City,
    Spot,
    bag,
    by_city,
    cities,
    phone,
    pick_dong,
    spot,
    table_columns,
)
from kopa_env.world.tables.gyeonggi_restaurants import shop_name
from kopa_env.world.tables.market import percent
from kopa_env.world.tables.schools import apportion
from kopa_env.world.tables.universities import university_names
from kopa_env.world.world import World

# ---- universities ----------------------------------------------------------------------------

YEARS = range(2016, 2026)
SITES = 252
_COLLEGES = 37
_GRADUATE = ("일반", "교육", "경영", "행정", "산업", "사회복지", "예술", "공학")
_WAYS = (
    # (share of those to be admitted, capacity, large class, type)
    (34, "정원내", "수시", "학생부교과"),
    (22, "정원내", "수시", "학생부종합"),
    (6, "정원내", "수시", "실기/실적"),
    (4, "정원내", "수시", "논술"),
    (20, "정원내", "정시", "수능"),
    (5, "정원내", "정시", "실기/실적"),
    (2, "정원외", "수시", "농어촌학생"),
    (2, "정원외", "수시", "특성화고교졸업자"),
    (1, "정원외", "수시", "기초생활수급자 및 차상위계층"),
    (1, "정원외", "수시", "장애인 등 대상자"),
    (2, "정원외", "정시", "재직자"),
    (1, "정원외", "추가모집", "기타"),
)


@dataclass(frozen=True, slots=True)
class University:
    """A university or college: kind, place, intake of the first year, and pull."""

    name: str
    kind: str
    at: Spot
    intake: int
    pull: int


@lru_cache(maxsize=2)
def universities(seed: int) -> tuple[University, ...]:
    """Return the province's universities (some of the world's) and colleges."""
    here = [n for n in university_names(seed) if Draw(seed, "gyeonggi seat", n).chance(270)]
    made = {name: _university(seed, name, "대학교") for name in here}
    number = 0
    while len(made) < len(here) + _COLLEGES:
        draw = Draw(seed, "gyeonggi college", number)
        name = place(draw) + draw.pick(("대학교", "보건대학교", "과학대학교", "예술대학"))
        number += 1
        if name not in university_names(seed):
            made.setdefault(name, _university(seed, name, "전문대학"))
    return tuple(made.values())


def _university(seed: int, name: str, kind: str) -> University:
    draw = Draw(seed, "gyeonggi campus", name)
    low, high = (620, 2_900) if kind == "대학교" else (480, 2_300)
    return University(
        name, kind, spot(draw, pick_dong(draw)), draw.between(low, high) // 10 * 10, draw.below(100)
    )


def _sites(world: World) -> Iterator[Row]:
    rows = [(u.name, u.kind, u.at) for u in universities(world.seed)]
    more = [u for u in universities(world.seed) if u.kind == "대학교"]
    for name in _GRADUATE:
        rows += [(f"{u.name} {name}대학원", "대학원", u.at) for u in more]
    for name, kind, at in rows[:SITES]:
        yield at.dong.city.name, name, at.lot, at.road, kind, at.lat, at.lon


UNIVERSITY_SITES = Table(
    "gyeonggi_university_sites",
    table_columns(
        "sigun_nm:sigun_name=ref faclt_nm:university_name=ref refine_lotno_addr refine_roadnm_addr "
        "school_div_nm refine_wgs84_lat refine_wgs84_logt"
    ),
    _sites,
)


@dataclass(frozen=True, slots=True)
class Intake:
    """One school's new students of one year: wanted, applied and entered."""

    capacity: int
    outside: int
    applied: int
    entered: int
    entered_inside: int


def intake(seed: int, school: University, year: int) -> Intake:
    """Return a school's intake: fewer young people every year, felt most where the pull is weak."""
    draw = Draw(seed, "gyeonggi intake", school.name, year)
    age = year - YEARS[0]
    capacity = school.intake * (1000 - age * (14 if school.kind == "전문대학" else 5)) // 1000
    outside = capacity * draw.between(60, 130) // 1000
    full = 1000 - max(0, (60 - school.pull) * (age + 2) // 2 + draw.between(-10, 14))
    full = max(480, min(1000, full))
    inside = capacity * full // 1000
    ratio = 300 + school.pull * (13 - age) + draw.between(0, 140)
    wanted = capacity + outside
    extra = outside * min(full, 970) // 1000
    return Intake(capacity, outside, wanted * ratio // 100, inside + extra, inside)


def _intakes(world: World) -> Iterator[Row]:
    for year in reversed(YEARS):
        for school in universities(world.seed):
            got = intake(world.seed, school, year)
            wanted = got.capacity + got.outside
            yield (
                *(str(year), school.name, got.capacity, wanted, got.applied, got.entered),
                percent(got.entered_inside, got.capacity),
                percent(got.applied, wanted * 100, 2),
            )


INTAKES = Table(
    "gyeonggi_university_intakes",
    table_columns(
        "std_yy:year4 school_nm:university_name=ref ensch_psn_capa* recrut_psn_cnt_sum* "
        "aplct_sum* nstd_sum* psn_capa_ise_frman_rcrt_rt compt_rt"
    ),
    _intakes,
    key=("std_yy", "school_nm"),
)


def _admissions(world: World) -> Iterator[Row]:
    for year in reversed(YEARS):
        for school in universities(world.seed):
            yield from _of_school(world.seed, school, year)


def _of_school(seed: int, school: University, year: int) -> Iterator[Row]:
    got = intake(seed, school, year)
    draw = Draw(seed, "gyeonggi ways", school.name)
    ways = [w for w in _WAYS if w[0] > 4 or draw.chance(800)]
    left = got.entered - got.entered_inside
    for capacity, wanted, entered in (
        ("정원내", got.capacity, got.entered_inside),
        ("정원외", got.outside, left),
    ):
        chosen = [way for way in ways if way[1] == capacity]
        shares = apportion(wanted, [way[0] for way in chosen]) if chosen else []
        taken = apportion(entered, shares) if sum(shares) else [0] * len(shares)
        for way, seats, came in zip(chosen, shares, taken, strict=True):
            if seats:
                yield (
                    *(str(year), school.name, capacity, way[3], way[2], seats, came),
                    percent(came, seats),
                )


ADMISSIONS = Table(
    "gyeonggi_university_admissions",
    table_columns(
        "std_yy:year4 school_nm:university_name=ref psn_capa_div_nm scri_type_nm "
        "scri_lrge_class_nm last_recrut_psn_cnt* last_regist_psn_cnt* last_regist_rt"
    ),
    _admissions,
)

# ---- academies -------------------------------------------------------------------------------

ACADEMIES = 21_600
_COURSES = (
    *(("보통교과", 46), ("실용외국어(유아/초·중·고)", 16), ("음악", 14), ("미술", 11)),
    *(("무용(댄스)", 2), ("컴퓨터", 4), ("진학상담·지도", 2), ("독서실", 4), ("간호보조기술", 1)),
)
_COURSE_BAG = bag(_COURSES)
_COURSE_TAILS = {
    "보통교과": ("수학학원", "국어학원", "보습학원", "과학학원"),
    "실용외국어(유아/초·중·고)": ("영어학원", "어학원"),
    "음악": ("음악학원", "피아노학원"),
    "미술": ("미술학원", "디자인미술학원"),
    "무용(댄스)": ("무용학원", "발레학원"),
    "컴퓨터": ("컴퓨터학원", "코딩학원"),
    "진학상담·지도": ("입시학원",),
    "독서실": ("독서실", "스터디카페독서실"),
    "간호보조기술": ("간호학원",),
}


def _academies(world: World) -> Iterator[Row]:
    for number in range(ACADEMIES):
        draw = Draw(world.seed, "gyeonggi academy", number)
        at = spot(draw, pick_dong(draw))
        course = draw.pick(_COURSE_BAG)
        tutor = course in ("보통교과", "음악", "미술") and draw.chance(300)
        name = shop_name(draw, _COURSE_TAILS[course], at.dong)
        name = name.replace("학원", "교습소") if tutor else name
        yield (
            *("교습소" if tutor else "학원", name, course),
            phone(draw, at.dong.city) if draw.chance(880) else None,
            *(at.road, at.lat, at.lon, at.dong.city.name, at.dong.name, at.zip),
        )


ACADEMIES_TABLE = Table(
    "gyeonggi_academies",
    table_columns(
        "kind faclt_nm crse_class_nm telno?12 refine_roadnm_addr refine_wgs84_lat "
        "refine_wgs84_logt sigun_nm:sigun_name=ref emd_nm:legal_dong=ref refine_zip_cd:zip5"
    ),
    _academies,
    index=(("sigun_nm",), ("kind",)),
)

# ---- libraries -------------------------------------------------------------------------------

LIBRARIES = 326
_CLOSED = (
    "매주 월요일",
    "매주 금요일",
    "둘째·넷째 주 월요일",
    "매주 월요일, 법정공휴일",
    "매주 화요일",
)


def _libraries(world: World) -> Iterator[Row]:
    for city, share in zip(
        cities(), by_city(Draw(world.seed, "gyeonggi libraries"), LIBRARIES, even=60), strict=True
    ):
        for number in range(share):
            yield _library(Draw(world.seed, "gyeonggi library", city.code, number), city)


def _library(draw: Draw, city: City) -> Row:
    at = spot(draw, pick_dong(draw, city.code))
    name = f"{draw.pick((place(draw), at.dong.name, names.named(draw, ('',))))}도서관"
    opens, closes = draw.pick(("09:00", "08:00")), draw.pick(("22:00", "20:00", "18:00"))
    weekend = draw.pick(("18:00", "17:00"))
    domestic = draw.skewed(9_000, 420_000, 2)
    foreign = domestic * draw.between(5, 70) // 1000
    rest = draw.pick(_CLOSED)
    on_holidays = "법정공휴일" not in rest and draw.chance(600)
    return (
        *(city.name, name, rest, opens, closes, phone(draw, city), at.road, at.lot),
        *(at.lat, at.lon, "09:00", weekend, "09:00" if on_holidays else None),
        *(weekend if on_holidays else None, domestic + foreign, domestic, foreign),
        f"https://lib{at.zip}.gg.example/" if draw.chance(820) else None,
        *(f"{opens}~{closes}", f"{draw.pick(('07:00', '08:00'))}~{draw.pick(('22:00', '23:00'))}"),
        rest if draw.chance(300) else "법정공휴일",
    )


LIBRARIES_TABLE = Table(
    "gyeonggi_libraries",
    table_columns(
        "sigun_nm:sigun_name=ref librry_nm:library_name close_de_info opert_begin_tm opert_end_tm "
        "librry_telno refine_roadnm_addr refine_lotno_addr refine_wgs84_lat refine_wgs84_logt "
        "sat_open sat_close holiday_open?50 holiday_close?50 book_data_cnt* dmstc_book_data_cnt* "
        "frn_book_data_cnt* hmpg_addr?18 recsroom_open readroom_open readroom_rest"
    ),
    _libraries,
)

_OBJECTS = (
    "하루",
    "정원",
    "지도",
    "편지",
    "계절",
    "도시",
    "그림자",
    "식탁",
    "기차",
    "바다",
    "서점",
    "약속",
)
_QUALITIES = (
    *("느린", "작은", "마지막", "푸른", "오래된", "낯선", "다정한", "조용한", "두 번째", "비 오는"),
    *("잃어버린", "새벽의", "우리가 만난", "아무도 모르는"),
)
_PUBLISHERS = ("출판사", "출판", "북스", "미디어", "책방")
BOOKS = 640


def _books(world: World) -> Iterator[Row]:
    for number in range(BOOKS):
        draw = Draw(world.seed, "gyeonggi book", number)
        title = f"{draw.pick(_QUALITIES)} {draw.pick(_OBJECTS)}"
        if draw.chance(280):
            title = f"{place(draw)}의 {draw.pick(_OBJECTS)}"
        volume = draw.between(1, 6) if draw.chance(170) else None
        yield (
            *(f"{title} {volume}" if volume else title, names.person(draw)),
            *(str(2026 - draw.skewed(1, 24, 2)), names.named(draw, _PUBLISHERS), volume),
            f"https://cover.gg.example/{9_000_000 + number}.jpg",
        )


BOOKS_TABLE = Table(
    "gyeonggi_popular_books",
    table_columns(
        "book_nm_info author_nm_info publcatn_yy publshcmpy_nm volm_cnt*?83 book_image_url"
    ),
    _books,
    persons="fictional",
)

GYEONGGI_LEARNING: tuple[Table, ...] = (
    *(UNIVERSITY_SITES, INTAKES, ADMISSIONS, ACADEMIES_TABLE, LIBRARIES_TABLE, BOOKS_TABLE),
)
