"""Classes, departments and classrooms of a school, as many as its yearly figures say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.education.days import YEARS, all_parts
from kopa_env.world.tables.education.register import (
    KINDS,
    OFFICE,
    head,
    school_of,
    schools_by_id,
)
from kopa_env.world.tables.pupils import figures
from kopa_env.world.tables.schools import School
from kopa_env.world.world import World

_CRAFTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "공업": ("공업계", ("기계과", "전기과", "전자과", "건축과", "자동차과", "금형디자인과")),
    "상업": ("상업계", ("회계금융과", "경영사무과", "유통물류과", "세무행정과")),
    "정보": ("상업계", ("정보처리과", "소프트웨어과", "콘텐츠디자인과", "정보보안과")),
    "미래산업": ("공업계", ("스마트팩토리과", "로봇과", "전기에너지과", "드론과")),
    "농생명": ("농생명산업계", ("식물자원과", "식품가공과", "조경과", "동물자원과")),
    "디자인": ("공업계", ("시각디자인과", "실내디자인과", "영상디자인과")),
    "해양": ("수산해운계", ("항해과", "기관과", "해양생산과")),
    "기계": ("공업계", ("정밀기계과", "기계설계과", "용접과", "자동화과")),
    "보건": ("가사실업계", ("보건간호과", "의료행정과", "조리과")),
    "관광": ("가사실업계", ("관광경영과", "조리과", "관광외국어과")),
}
_FIELDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "외국어": ("외국어계", ("영어과", "중국어과", "일본어과", "프랑스어과")),
    "과학": ("과학계", ("과학과",)),
    "예술": ("예술계", ("음악과", "미술과", "무용과")),
    "체육": ("체육계", ("체육과",)),
    "국제": ("국제계", ("국제과",)),
}
_COURSES = (("primary", "초등학교", 6), ("lower", "중학교", 3), ("upper", "고등학교", 3))
_ROOMS = ("과학실", "음악실", "미술실", "컴퓨터실", "체육관", "도서실")


@dataclass(frozen=True, slots=True)
class SchoolClass:
    """One class: the ``course`` its pupils go through, their ``track`` and ``department``."""

    grade: int
    name: str
    course: str
    track: str | None = None
    department: str | None = None


@lru_cache(maxsize=2048)
def departments(seed: int, school: School) -> tuple[tuple[str, str], ...]:
    """Return (track, department) of each department of a high school; nothing for others."""
    if school.level not in ("high", "other"):
        return ()
    draw = Draw(seed, "departments", school.open_id)
    for mark, (track, known) in (*_CRAFTS.items(), *_FIELDS.items()):
        if mark in school.name and school.kind in ("특성화고등학교", "특수목적고등학교"):
            count = min(len(known), draw.between(1, 4))
            start = draw.below(len(known))
            return tuple((track, known[(start + n) % len(known)]) for n in range(count))
    return (("일반계", draw.weighted((("7차일반", 60), ("일반학과", 40)))),)


def classes(seed: int, school: School, year: int) -> Iterator[SchoolClass]:
    """Yield the classes of a school year, grade by grade."""
    found = figures(seed, school, year)
    if school.level == "special":
        for mark, course, grades in _COURSES:
            for grade in range(1, grades + 1):
                for n in range(found.get(f"{mark}{grade}_classes", 0)):
                    yield SchoolClass(grade, str(n + 1), course)
        return
    course = KINDS[school.level].partition("(")[0]
    lines = departments(seed, school) or ((None, None),)
    mark, grades = ("p", 6) if school.level == "elementary" else ("s", 3)
    for grade in range(1, grades + 1):
        count = found.get(f"{mark}{grade}_classes", 0)
        for n in range(count):
            track, department = lines[n * len(lines) // count]
            yield SchoolClass(grade, str(n + 1), course, track, department)
        shared = found.get("combined_classes", 0) and not count and grade % 2
        if shared and not found.get(f"{mark}{grade + 1}_classes", 0):
            yield SchoolClass(grade, "복식", course)
    for n in range(found.get("special_classes", 0)):
        track, department = lines[0]
        yield SchoolClass(n % grades + 1, f"특수{n + 1}", course, track, department)


def _loaded(year: int) -> str:
    return f"{year}0{3 if year == YEARS[-1] else 4}15"


def _class_rows(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    school = school_of(world, *values[:2]) if len(values) > 1 else None
    if school is None:
        return
    start = head(world, school, values[1])
    for year in YEARS:
        if school.runs_in(year):
            for c in classes(world.seed, school, year):
                yield (
                    *(*start, str(year), str(c.grade), "주간", c.course, c.track, c.department),
                    *(c.name, _loaded(year)),
                )


CLASSES = Table(
    "school_classes",
    (
        *OFFICE,
        Column("AY", domain="year4"),
        *(Column(n) for n in ("GRADE", "DGHT_CRSE_SC_NM", "SCHUL_CRSE_SC_NM", "ORD_SC_NM")),
        *(Column(n) for n in ("DDDEP_NM", "CLASS_NM")),
        Column("LOAD_DTM", domain="date"),
    ),
    lambda world: (row for part in all_parts(world) for row in _class_rows(world, part)),
    by=("ATPT_OFCDC_SC_CODE", "SD_SCHUL_CODE"),
    part=_class_rows,
)


def _lines(world: World) -> Iterator[tuple[School, Row]]:
    for r in world.select("school_register")[0]:
        school = schools_by_id(world.seed, str(r["sido_short"]))[str(r["open_id"])]
        if school.level in ("high", "other"):
            yield school, head(world, school, r["SD_SCHUL_CODE"])


def _department_rows(world: World) -> Iterator[Row]:
    for school, start in _lines(world):
        for track, department in departments(world.seed, school):
            yield (*start, "주간", track, department, _loaded(YEARS[-1]))


DEPARTMENTS = Table(
    "school_departments",
    (
        *OFFICE,
        *(Column(n) for n in ("DGHT_CRSE_SC_NM", "ORD_SC_NM", "DDDEP_NM")),
        Column("LOAD_DTM", domain="date"),
    ),
    _department_rows,
    index=(("ATPT_OFCDC_SC_CODE", "SD_SCHUL_CODE"),),
)


def _track_rows(world: World) -> Iterator[Row]:
    for school, start in _lines(world):
        for track in dict.fromkeys(t for t, _ in departments(world.seed, school)):
            yield (*start, "주간", track, _loaded(YEARS[-1]))


TRACKS = Table(
    "school_tracks",
    (
        *OFFICE,
        *(Column(n) for n in ("DGHT_CRSE_SC_NM", "ORD_SC_NM")),
        Column("LOAD_DTM", domain="date"),
    ),
    _track_rows,
    index=(("ATPT_OFCDC_SC_CODE", "SD_SCHUL_CODE"),),
)


def _room_rows(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    school = school_of(world, *values[:2]) if len(values) > 1 else None
    if school is None:
        return
    start = head(world, school, values[1])
    for year in YEARS:
        for term in ("1", "2") if school.runs_in(year) else ():
            for grade, course, track, department, room in _rooms(world.seed, school, year):
                yield (
                    *(*start, str(year), str(grade), term, course, "주간", track, department),
                    *(room, _loaded(year)),
                )


def _rooms(
    seed: int, school: School, year: int
) -> Iterator[tuple[int, str, str | None, str | None, str]]:
    own = list(classes(seed, school, year))
    for c in own:
        yield c.grade, c.course, c.track, c.department, c.name
    for grade in dict.fromkeys(c.grade for c in own):
        c = next(c for c in own if c.grade == grade)
        for room in _ROOMS:
            yield grade, c.course, c.track, c.department, room


CLASSROOMS = Table(
    "school_classrooms",
    (
        *OFFICE,
        Column("AY", domain="year4"),
        *(Column(n) for n in ("GRADE", "SEM", "SCHUL_CRSE_SC_NM", "DGHT_CRSE_SC_NM")),
        *(Column(n) for n in ("ORD_SC_NM", "DDDEP_NM", "CLRM_NM")),
        Column("LOAD_DTM", domain="date"),
    ),
    lambda world: (row for part in all_parts(world) for row in _room_rows(world, part)),
    by=("ATPT_OFCDC_SC_CODE", "SD_SCHUL_CODE"),
    part=_room_rows,
)
