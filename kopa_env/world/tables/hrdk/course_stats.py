"""External evaluations of C and W qualifications, their acquirers, courses and reviews."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.districts import provinces
from kopa_env.world.tables.hrdk.acquirers import AGES, REGIONS, SEXES
from kopa_env.world.tables.hrdk.course_quals import (
    FIRST_YEAR,
    LAST_YEAR,
    SYSTEMS,
    CourseQualification,
    course_qualifications,
    evaluations,
)
from kopa_env.world.tables.hrdk.exam_figures import shared
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.qualifications import KINDS
from kopa_env.world.tables.schools import province_schools
from kopa_env.world.tables.universities import university_names
from kopa_env.world.world import World

YEARS = range(FIRST_YEAR, LAST_YEAR + 1)
_AGES = (180, 330, 180, 80, 55, 50, 42, 38, 28, 13, 4, 0)
_INSTITUTIONS = (
    ("01", "직업훈련기관", 46), ("02", "특성화고등학교", 30), ("03", "전문대학", 14),
    ("04", "기타", 10),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outcome:
    """A year of a qualification: who sat, who passed; each passer acquires it."""

    sat: int
    passed: int


@lru_cache(maxsize=8_000)
def outcome(seed: int, q: CourseQualification, year: int) -> Outcome:
    """Return how a year of a qualification went; nobody sat before it existed."""
    if year < q.since or year not in YEARS:
        return Outcome(0, 0)
    draw = Draw(seed, "course outcome", q.code, year)
    grown = 400 + 90 * min(7, year - q.since)
    sat = q.size * grown // 1000 * draw.between(820, 1180) // 1000
    return Outcome(sat, sat * draw.between(480, 780) // 1000)


def _years(seed: int) -> Iterator[tuple[CourseQualification, int, Outcome]]:
    for year in reversed(YEARS):
        for q in course_qualifications(seed):
            found = outcome(seed, q, year)
            if found.sat:
                yield q, year, found


def _head(q: CourseQualification, year: int) -> Row:
    return (
        *(q.kind, str(year), q.grade, q.grade_name, q.code, q.name),
        *(q.field.big, q.field.big_name, q.field.ministry, f"M{int(q.field.big):02d}0"),
    )


_HEAD = "kind year grade grade_name jmcd jmnm big big_name ministry ministry_code"


def _results(world: World) -> Iterator[Row]:
    for q, year, found in _years(world.seed):
        yield (*_head(q, year), found.sat, found.passed)


RESULTS = Table(
    "course_results",
    columns(f"{_HEAD} sat passed", "sat passed"),
    _results,
    key=("year", "jmcd"),
    index=(("kind",),),
)


def _kinds(world: World) -> Iterator[Row]:
    place = {"C": 0, "W": 0}
    for year in reversed(YEARS):
        for kind in ("C", "W"):
            place[kind] += 1
            rows = [o for q, y, o in _years(world.seed) if q.kind == kind and y == year]
            yield (
                *(kind, str(year), place[kind]),
                *(sum(o.sat for o in rows), sum(o.passed for o in rows)),
            )


KIND_RESULTS = Table(
    "course_kind_results",
    columns("kind year number sat passed", "number sat passed"),
    _kinds,
    key=("kind", "year"),
)


def _by_sex(world: World) -> Iterator[Row]:
    total: dict[tuple[str, int], int] = {}
    rows = []
    for q, year, found in reversed(list(_years(world.seed))):
        men = min(950, q.field.men)
        draw = Draw(world.seed, "course sex", q.code, year)
        for sex, number in enumerate(shared(draw, found.passed, (men, 1000 - men), 20)):
            key = (q.code, sex)
            total[key] = total.get(key, 0) + number
            rows.append((*_head(q, year), SEXES[sex][0], number, total[key]))
    yield from reversed(rows)


BY_SEX = Table(
    "course_acquirers_by_sex",
    columns(f"{_HEAD} sex acquired total", "acquired total"),
    _by_sex,
    key=("year", "jmcd", "sex"),
    index=(("kind",),),
)


def _by_age(world: World) -> Iterator[Row]:
    total: dict[tuple[str, int], int] = {}
    rows = []
    for q, year, found in reversed(list(_years(world.seed))):
        draw = Draw(world.seed, "course age", q.code, year)
        for age, number in enumerate(shared(draw, found.passed, _AGES)):
            key = (q.code, age)
            total[key] = total.get(key, 0) + number
            if total[key]:
                rows.append((*_head(q, year), AGES[age], number, total[key]))
    yield from reversed(rows)


BY_AGE = Table(
    "course_acquirers_by_age",
    columns(f"{_HEAD} age acquired total", "acquired total"),
    _by_age,
    key=("year", "jmcd", "age"),
)


def _by_institution(world: World) -> Iterator[Row]:
    for q, year, found in _years(world.seed):
        draw = Draw(world.seed, "course institution", q.code, year)
        weights = [w for _, _, w in _INSTITUTIONS]
        for place, number in enumerate(shared(draw, found.sat, weights)):
            code, name, _ = _INSTITUTIONS[place]
            men = number * min(950, q.field.men) // 1000
            for sex, part in zip(SEXES, (men, number - men), strict=True):
                if part:
                    yield (*_head(q, year), code, name, sex[0], part)


BY_INSTITUTION = Table(
    "course_results_by_institution",
    columns(f"{_HEAD} type type_name sex sat", "sat"),
    _by_institution,
)


def _by_plan(world: World) -> Iterator[Row]:
    """A qualification's year shared among the rounds of one way of holding it."""
    for q, year, found in _years(world.seed):
        systems = [s for s in SYSTEMS if s[0] == q.kind]
        system = systems[Draw(world.seed, "course system", q.code).below(len(systems))]
        plans = [e for e in evaluations(world.seed) if e.system == system and e.year == year]
        draw = Draw(world.seed, "course plans", q.code, year)
        for plan, number in zip(plans, shared(draw, found.sat, [1] * len(plans)), strict=True):
            if number:
                yield (
                    *_head(q, year),
                    *(str(plan.number), system, SYSTEMS[system][0], plan.plan, plan.name),
                    *(q.versions[-1], number),
                )


BY_PLAN = Table(
    "course_results_by_plan",
    columns(f"{_HEAD} round system system_name plan plan_name version sat", "sat"),
    _by_plan,
    index=(("plan",),),
)


def course_profiles(seed: int, year: int) -> Iterator[Row]:
    """Yield acquirers of C and W qualifications by month, region, age and sex, as T's are told."""
    for q in course_qualifications(seed):
        count = outcome(seed, q, year).passed
        cells: dict[tuple[int, int, int, int], int] = {}
        for person in range(count):
            draw = Draw(seed, "course person", q.code, year, person)
            region = draw.weighted([(n, w) for n, (_, w) in enumerate(REGIONS)])
            age = draw.weighted(((0, 18), (1, 51), (2, 13), (3, 9), (4, 7), (5, 2)))
            month = draw.pick((2, 5, 8, 11))
            key = (month, region, age, 0 if draw.chance(min(950, q.field.men)) else 1)
            cells[key] = cells.get(key, 0) + 1
        for (month, region, age, sex), number in sorted(cells.items()):
            yield (
                *(str(year), f"{month + 1:02d}", q.kind, KINDS[q.kind], f"{region + 1:03d}"),
                *(REGIONS[region][0], f"{age + 1:02d}0", f"{age + 1}0대", "MF"[sex]),
                *(("남성", "여성")[sex], q.grade, q.code, q.name, number),
            )


# ---- courses and their reviews ---------------------------------------------------------------


@lru_cache(maxsize=1)
def reviews() -> tuple[tuple[str, str, str], ...]:
    """Return the plans by which courses are designated: number, name, year."""
    found = []
    for year in reversed(YEARS):
        for number in (2, 1):
            serial = f"{year}{number:02d}001"
            found.append((serial, f"{year}년 제{number}차 과정평가형 자격 지정평가", str(year)))
    return tuple(found)


def _reviews(world: World) -> Iterator[Row]:
    for place, (serial, name, year) in enumerate(reviews(), start=1):
        yield (serial, name, year, place)


REVIEWS = Table(
    "course_reviews", columns("review review_name year number", "number"), _reviews, key=("review",)
)
_AREAS = (
    ("01", "훈련과정 편성", "필수"), ("02", "시설·장비", "필수"), ("03", "훈련교사", "필수"),
    ("04", "내부평가 운영", "필수"), ("05", "기업 연계", "선택"), ("06", "성과 관리", "선택"),
)  # fmt: skip


def _areas(world: World) -> Iterator[Row]:
    for serial, _, _ in reviews():
        for code, name, must in _AREAS:
            score = Draw(world.seed, "review area", serial, code).between(640, 930)
            yield (serial, code, name, must, f"{score // 10}.{score % 10}")


REVIEW_AREAS = Table(
    "course_review_areas",
    columns("review area area_name must score"),
    _areas,
    key=("review", "area"),
)


def _criteria(world: World) -> Iterator[Row]:
    for serial, _, year in reviews():
        for q in course_qualifications(world.seed):
            draw = Draw(world.seed, "review course", serial, q.code)
            if q.kind == "C" and int(year) >= q.since and draw.chance(430):
                how = draw.weighted((("평균 70점 이상", 7), ("평균 60점 이상", 3)))
                yield (serial, q.code, q.name, draw.skewed(1, 14), how)


REVIEW_CRITERIA = Table(
    "course_review_criteria",
    columns("review jmcd jmnm courses criterion", "courses"),
    _criteria,
    key=("review", "jmcd"),
)


@lru_cache(maxsize=4)
def trainers(seed: int) -> tuple[tuple[str, str, str], ...]:
    """Return institutions that run courses: name, type, province."""
    shorts = {p.name: p.short for p in provinces()}
    found: dict[str, tuple[str, str, str]] = {}
    for number in range(460):
        draw = Draw(seed, "trainer", number)
        kind = draw.weighted([(code, weight) for code, _, weight in _INSTITUTIONS])
        region = draw.weighted([(name_, w) for name_, w in REGIONS])
        if kind == "02":
            trades = [
                s.name for s in province_schools(seed, shorts[region]) if s.kind == "특성화고등학교"
            ]
            name = draw.pick(trades)
        elif kind == "03":
            name = draw.pick(university_names(seed))
        else:
            tail = ("직업전문학교", "기술교육원") if kind == "01" else ("인재개발원",)
            name = school_names.place(draw) + draw.pick(tail)
        found.setdefault(name, (name, kind, region))
    return tuple(found.values())


def _courses(world: World) -> Iterator[Row]:
    for serial, plan, year in reviews():
        for row in _criteria_of(world, serial):
            for number in range(int(str(row[3]))):
                draw = Draw(world.seed, "course", serial, str(row[1]), number)
                name, kind, region = draw.pick(trainers(world.seed))
                start = (
                    f"{int(year) + draw.below(2)}{draw.between(1, 9):02d}{draw.between(1, 28):02d}"
                )
                end = f"{start[:4]}{min(12, int(start[4:6]) + draw.between(2, 5)):02d}{start[6:]}"
                yield (
                    *(serial, plan, year, row[1], row[2], f"{row[2]} 양성과정 {number + 1}기"),
                    *(name, kind, region, start, end),
                )


def _criteria_of(world: World, serial: str) -> Iterator[Row]:
    return (row for row in _criteria(world) if row[0] == serial)


COURSES = Table(
    "designated_courses",
    columns("review review_name year jmcd jmnm course trainer trainer_type sido start_day end_day"),
    _courses,
    index=(("review",),),
)

COURSE_STATS = (
    RESULTS,
    KIND_RESULTS,
    BY_SEX,
    BY_AGE,
    BY_INSTITUTION,
    BY_PLAN,
    REVIEWS,
    REVIEW_AREAS,
    REVIEW_CRITERIA,
    COURSES,
)
