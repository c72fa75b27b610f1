"""대학알리미: the world's universities, what they disclose by year, and the codes it uses.

An indicator of a region is the plain mean of its universities' of the latest year.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.districts import Province, provinces
from kopa_env.world.tables.exchange.texts import decimal
from kopa_env.world.tables.universities import university_names
from kopa_env.world.world import World

YEARS = tuple(range(2020, 2026))
MAJOR_YEARS = YEARS[-3:]
_SEATS = {
    # universities of a province outside 경기, by weight
    "서울": 46, "부산": 16, "대구": 9, "인천": 6, "광주": 11, "대전": 12, "울산": 3, "세종": 3,
    "강원": 10, "충북": 12, "충남": 17, "전북": 11, "전남": 9, "경북": 19, "경남": 12, "제주": 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class School:
    """A university."""

    id: str
    name: str
    province: Province
    kind: str
    campus: str
    public: str


@dataclass(frozen=True, slots=True)
class Indicator:
    """What universities disclose under a number."""

    tool: str
    kinds: tuple[str, ...]
    number: str
    name: str
    unit: str
    low: int
    high: int
    change: int


@lru_cache(maxsize=2)
def schools(seed: int) -> tuple[School, ...]:
    """Return the universities by id."""
    names = {p.short: p for p in provinces()}
    found = []
    for number, name in enumerate(university_names(seed), 1):
        draw = Draw(seed, "disclosing university", name)
        seat = draw.weighted(tuple(_SEATS.items()))
        if Draw(seed, "gyeonggi seat", name).chance(270):
            seat = "경기"
        kind = "02" if "교육대학교" in name else "03" if draw.chance(12) else "01"
        public = "01" if kind == "02" or draw.chance(170) else "02" if draw.chance(10) else "03"
        campus = "02" if "캠퍼스" in name else "01"
        found.append(School(f"{number:07d}", name, names[seat], kind, campus, public))
    return tuple(found)


@lru_cache(maxsize=1)
def indicators() -> tuple[Indicator, ...]:
    """Return what is disclosed."""
    return tuple(
        Indicator(
            r["tool"], tuple(r["kind"].split("|")), r["number"], r["name"], r["unit"],
            int(r["low"]), int(r["high"]), int(r["change"]),
        )
        for r in fact_rows("academy_indicators")
    )  # fmt: skip


_FOUNDERS = {"01": "국립", "02": "공립", "03": "사립"}
_TYPES = {r["code"]: r["name"] for r in fact_rows("academy_codes") if r["group"] == "type"}


_AS = {"freshman_fill_rate": "freshman_recruitment", "dropout_rate": "dropouts"}
"""Indicators that the same figure is asked for by two names."""


def value(seed: int, school: School, one: Indicator, year: int) -> int:
    """Return what a university discloses for a year, in tenths."""
    if one.tool == "nonfulltime_lecture_share":
        return 1000 - value(seed, school, _indicator("fulltime_lecture_share"), year)
    if one.tool == "enrolled_students":
        registered = value(seed, school, _indicator("registered_students"), year)
        away = value(seed, school, _indicator("students_on_leave"), year)
        return registered * (1000 - away) // 10_000 * 10
    tool = _AS.get(one.tool, one.tool)
    middle = _middle(seed, school.id, tool, one)
    swing = max(1, (one.high - one.low) // 60)
    noise = Draw(seed, "disclosed", tool, one.number, school.id, year).between(-swing, swing)
    moved = max(0, middle + one.change * (year - YEARS[0]) + noise)
    whole = one.unit == "천원" or (one.unit == "명" and "1인당" not in one.name)
    moved = moved // 10 * 10 if whole else moved
    return min(1000, moved) if one.unit == "%" and one.high <= 1000 else moved


@lru_cache(maxsize=64)
def _indicator(tool: str) -> Indicator:
    return next(one for one in indicators() if one.tool == tool)


@lru_cache(maxsize=20_000)
def _middle(seed: int, school: str, tool: str, one: Indicator) -> int:
    draw = Draw(seed, "disclosed", tool, one.number, school)
    wide = one.high > one.low * 8
    return draw.skewed(one.low, one.high, 2) if wide else draw.bell(one.low, one.high)


def _written(number: int) -> str:
    return decimal(number, 1).removesuffix(".0")


def _with_unit(one: Indicator) -> str:
    if one.name.endswith(")"):
        return f"{one.name[:-1]}, {one.unit})"
    return f"{one.name}({one.unit})"


# ---- universities ------------------------------------------------------------------------------

_SCHOOL = (
    Column("svyYr", domain="year4"),
    Column("schlId", domain="academy_school"),
    Column("schlKrnNm", domain="university_name", gen="ref"),
    Column("schlDivCd"),
    Column("schlDivNm"),
    Column("schlKndCd"),
    Column("clgcpDivCd"),
    Column("znCd", domain="sido2"),
    Column("estbDivCd"),
    Column("schlEstbNm"),
)


def _school_row(school: School, year: int) -> Row:
    return (
        str(year), school.id, school.name, "02", _TYPES[school.kind], school.kind, school.campus,
        school.province.code, school.public, _FOUNDERS[school.public],
    )  # fmt: skip


def _school_rows(world: World) -> Iterator[Row]:
    for year in YEARS:
        for school in schools(world.seed):
            day = Draw(world.seed, "disclosed on", school.id, year).between(1, 31)
            changed = f"{year}08{day:02d}"
            province = school.province
            yield (*_school_row(school, year), changed, province.code, province.name)


ACADEMY_SCHOOLS = Table(
    "academy_schools",
    (*_SCHOOL, Column("lstUpdtDtm"), Column("pbnfAreaCd", domain="sido2"), Column("pbnfAreaNm")),
    _school_rows,
    key=("svyYr", "schlId"),
    index=(("svyYr",), ("schlId",)),
)


# ---- indicators --------------------------------------------------------------------------------


def _figure_rows(world: World) -> Iterator[Row]:
    for one in indicators():
        if not {"comparison", "notice"} & set(one.kinds):
            continue
        for year in YEARS:
            for school in schools(world.seed):
                number = value(world.seed, school, one, year)
                yield (
                    *_school_row(school, year), one.tool, one.number, one.name,
                    _written(number), str(year),
                )  # fmt: skip


ACADEMY_FIGURES = Table(
    "academy_figures",
    (
        *_SCHOOL,
        Column("tool"),
        Column("indctId", domain="academy_indicator"),
        Column("indctNm"),
        Column("indctVal1"),
        Column("indctYr"),
    ),
    _figure_rows,
    key=("tool", "indctId", "svyYr", "schlId"),
    index=(("tool", "schlId", "svyYr"),),
)


def _region_rows(world: World) -> Iterator[Row]:
    own = schools(world.seed)
    for one in indicators():
        if "region" not in one.kinds:
            continue
        for p in provinces():
            here = [value(world.seed, s, one, YEARS[-1]) for s in own if s.province == p]
            told = f"{one.name}을(를)"
            if here:
                mean = decimal((sum(here) * 2 + len(here)) // (2 * len(here)), 1)
                yield (
                    one.tool, one.number, "02", p.code, p.name, len(here), mean,
                    _with_unit(one), f"{one.name} 공시 학교 수", "전년 대비 증감",
                    "전국 평균", f"{p.name} 소재 학교 가운데 {settle(told)} 공시한 학교의 수",
                )  # fmt: skip


ACADEMY_REGIONS = Table(
    "academy_regions",
    (
        Column("tool"),
        Column("indctId", domain="academy_indicator"),
        Column("schlDivCd"),
        Column("znCd", domain="sido2"),
        Column("znNm"),
        Column("indctFirstSchlCnt", "int"),
        Column("indctVal1"),
        *(Column(f"fieldType{n}") for n in (1, 2, 3, 4)),
        Column("indctFirstSchlCntRmk"),
    ),
    _region_rows,
    key=("tool", "indctId", "znCd"),
)


def _activity_rows(world: World) -> Iterator[Row]:
    for one in indicators():
        for year in YEARS if "activity" in one.kinds else ():
            for school in schools(world.seed):
                if Draw(world.seed, "active", one.tool, school.id).chance(one.low):
                    yield (*_school_row(school, year), one.tool)


ACADEMY_ACTIVITIES = Table(
    "academy_activities",
    (*_SCHOOL, Column("tool")),
    _activity_rows,
    key=("tool", "svyYr", "schlId"),
    index=(("tool", "svyYr"),),
)


# ---- codes -------------------------------------------------------------------------------------


def _code_rows(world: World) -> Iterator[Row]:
    for p in provinces():
        yield ("region", None, p.code, p.name)
    for r in fact_rows("academy_codes"):
        yield (r["group"], None, r["code"], r["name"])
    for year in YEARS:
        yield ("year", str(year), str(year), f"{year}년")
        for level in ("large", "middle", "small"):
            pairs = dict.fromkeys(
                (r[level], r[f"{level}_name"]) for r in fact_rows("academy_fields")
            )
            for code, name in pairs:
                yield (level, str(year), code, name)


ACADEMY_CODES = Table(
    "academy_codes",
    (Column("of"), Column("svyYr", domain="year4", null_rate=0.3), Column("cdid"), Column("cdnm")),
    _code_rows,
    key=("of", "svyYr", "cdid"),
)


def _field_rows(world: World) -> Iterator[Row]:
    for year in YEARS:
        for r in fact_rows("academy_fields"):
            yield (str(year), *r.values())


ACADEMY_FIELDS = Table(
    "academy_fields",
    (
        Column("svyYr", domain="year4"),
        Column("srsLclftCd", domain="academy_field"),
        Column("srsLclftNm"),
        Column("srsMclftCd", domain="academy_field"),
        Column("srsMclftNm"),
        Column("srsSclftCd", domain="academy_field"),
        Column("srsSclftNm"),
    ),
    _field_rows,
    key=("svyYr", "srsSclftCd"),
)


# ---- departments -------------------------------------------------------------------------------

_COLLEGES = {
    "C01": "인문대학", "C02": "사회과학대학", "C03": "사범대학", "C04": "공과대학",
    "C05": "자연과학대학", "C06": "의과대학", "C07": "예술대학",
}  # fmt: skip
_HOMES = {
    "경영·경제": "경영대학",
    "간호": "간호대학",
    "컴퓨터·통신": "정보통신대학",
    "무용·체육": "체육대학",
}
_AIMS = (
    "{}의 기초를 다지고 현장 문제를 풀어 보는 교육과정",
    "전공 기초에서 심화까지 {} 이론과 실습을 단계별로 배우는 교육과정",
    "{} 분야의 전문 인력을 기르기 위한 이론·실습 연계 교육과정",
    "{} 전공 역량과 융합 역량을 함께 기르는 교육과정",
    "산업체와 연계한 실무 중심의 {} 교육과정",
)


def _department(draw: Draw, small: str) -> str:
    stem = small.split("·")[0].removesuffix("학")
    return f"{stem}{draw.weighted((('학과', 70), ('학부', 16), ('전공', 14)))}"


def _major_rows(world: World) -> Iterator[Row]:
    fields = fact_rows("academy_fields")
    for school in schools(world.seed):
        own = Draw(world.seed, "departments", school.id)
        count = own.between(12, 34)
        for number in range(count):
            draw = Draw(world.seed, "department", school.id, number)
            pool = [f for f in fields if f["large"] == "C03"] if school.kind == "02" else fields
            field = draw.pick(pool)
            name = _department(draw, field["small_name"])
            home = _HOMES.get(field["middle_name"], _COLLEGES[field["large"]])
            time = draw.weighted((("주간", 93), ("야간", 7)))
            aim = draw.pick(_AIMS).format(field["small_name"])
            since = draw.between(1960, 2025)
            for year in MAJOR_YEARS:
                if year >= since:
                    yield (
                        *_school_row(school, year), f"{school.id}{number + 1:04d}", name, home,
                        time, aim, field["large"], field["middle"], field["small"],
                    )  # fmt: skip


ACADEMY_MAJORS = Table(
    "academy_majors",
    (
        *_SCHOOL,
        Column("schlMjrId", domain="academy_major"),
        Column("korMjrNm"),
        Column("clgNm"),
        Column("dghtDivNm"),
        Column("edcCrseLtrCtnt"),
        *(Column(f"srs{level}clftCd", domain="academy_field") for level in "LMS"),
    ),
    _major_rows,
    key=("svyYr", "schlMjrId"),
    index=(("svyYr",), ("schlId",)),
)

ACADEMY: tuple[Table, ...] = (
    ACADEMY_SCHOOLS,
    ACADEMY_FIGURES,
    ACADEMY_REGIONS,
    ACADEMY_ACTIVITIES,
    ACADEMY_CODES,
    ACADEMY_FIELDS,
    ACADEMY_MAJORS,
)
