"""과정평가형(C) and 일학습병행(W) qualifications: what they consist of, and their evaluations.

A C qualification is a 국가기술자격 acquired through a course; a W one stands on a duty of the
National Competency Standards and a level. Codes are their own (``C…``, ``B…``), so that none is
taken for the code of an exam.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.ncs import Duty, Unit, duties, units
from kopa_env.world.tables.hrdk.ncs_details import SKILLS
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.qualifications import (
    KINDS,
    Field,
    english,
    examined,
    fields,
    latin,
)
from kopa_env.world.world import World

FIRST_YEAR, LAST_YEAR = 2018, 2025
"""Years with evaluations that are over."""

SYSTEMS = {
    "C1": ("과정평가형 정기", 4), "C2": ("과정평가형 수시", 6), "W1": ("일학습병행 정기", 4),
    "W2": ("일학습병행 수시", 6), "W3": ("일학습병행 도제", 2),
}  # fmt: skip
_LCLAS_OF = {
    "16": "15", "17": "16", "18": "17", "19": "18", "20": "19", "21": "20", "22": "21", "23": "22",
    "25": "23", "26": "23", "07": "07", "08": "08",
}  # fmt: skip
_BIG_OF = {"15": "16", "16": "17", "17": "18", "18": "19", "19": "20", "20": "21", "21": "22",
           "22": "23", "23": "26"}  # fmt: skip
KEPT = "20010101"
"""A duty on which every world has a W qualification."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class CourseQualification:
    """A qualification acquired through a course or a training at work."""

    kind: str
    code: str
    name: str
    english: str
    grade: str
    grade_name: str
    field: Field
    lclas: str
    lclas_name: str
    versions: tuple[str, ...]
    since: int
    size: int


@lru_cache(maxsize=4)
def course_qualifications(seed: int) -> tuple[CourseQualification, ...]:
    """Return the C and then the W qualifications, by code."""
    return (*_by_course(seed), *_at_work(seed))


def _versions(draw: Draw, since: int) -> tuple[str, ...]:
    years = sorted({since, *(draw.between(since, LAST_YEAR) for _ in range(draw.below(3)))})
    return tuple(f"{year}{draw.between(1, 60):04d}" for year in years)


def _by_course(seed: int) -> Iterator[CourseQualification]:
    number = 1
    majors = {duty.code[:2]: duty.names[0] for duty in duties()}
    for q in examined(seed):
        draw = Draw(seed, "course qualification", q.code)
        if q.grade not in ("30", "31", "40") or not draw.chance(430 if q.grade != "30" else 220):
            continue
        field = fields()[q.field]
        lclas = _LCLAS_OF.get(field.big, field.big)
        since = draw.between(2015, 2023)
        yield CourseQualification(
            kind="C",
            code=f"C{number:03d}",
            name=q.name,
            english=english(q),
            grade=q.grade,
            grade_name=q.grade_name,
            field=field,
            lclas=lclas,
            lclas_name=majors.get(lclas, field.big_name),
            versions=_versions(draw, since),
            since=since,
            size=draw.skewed(12, 420, 2),
        )
        number += draw.between(1, 3)


def _at_work(seed: int) -> Iterator[CourseQualification]:
    number = 0
    by_big = {field.big: field for field in reversed(fields().values())}
    for duty in duties():
        draw = Draw(seed, "work qualification", duty.code)
        field = by_big.get(_BIG_OF.get(duty.code[:2], duty.code[:2]))
        if field is None or (duty.code != KEPT and not draw.chance(210)):
            continue
        for level in sorted({draw.between(2, 4), draw.between(2, 6)}):
            number += 1
            since = draw.between(2019, 2023)
            yield CourseQualification(
                kind="W",
                code=f"B{number:03d}",
                name=f"{duty.names[3]}_L{level}",
                english=f"{latin(duty.names[3])}_L{level}",
                grade=f"5{level}",
                grade_name=f"L{level}",
                field=field,
                lclas=duty.code[:2],
                lclas_name=duty.names[0],
                versions=_versions(draw, since),
                since=since,
                size=draw.skewed(6, 160, 2),
            )


@lru_cache(maxsize=2_000)
def units_of(seed: int, code: str, version: str) -> tuple[tuple[str, Unit, int], ...]:
    """Return a qualification's units: (필수 or 선택, the unit, hours)."""
    q = next(q for q in course_qualifications(seed) if q.code == code)
    near = [duty for duty in duties() if duty.code[:2] == q.lclas] or list(duties())
    draw = Draw(seed, "course units", code, version)
    home: Duty = near[Draw(seed, "course duty", code).below(len(near))]
    if q.kind == "W":
        home = next(d for d in near if d.names[3] == q.name.partition("_")[0])
    own = units(home.code)
    found = [("필수", unit, draw.between(2, 9) * 10) for unit in own[: draw.between(5, 9)]]
    other = near[draw.below(len(near))]
    if other.code != home.code:
        more = units(other.code)[: draw.between(2, 4)]
        found += [("선택", unit, draw.between(2, 6) * 10) for unit in more]
    return tuple(found)


def _listed(world: World) -> Iterator[Row]:
    for q in course_qualifications(world.seed):
        yield (
            *(q.kind, KINDS[q.kind], q.code, q.name, q.english, q.grade, q.grade_name),
            *(q.field.big, q.field.big_name, q.field.code, q.field.name),
            *(q.lclas, q.lclas_name, q.field.ministry, q.versions[-1]),
        )


COURSE_QUALIFICATIONS = Table(
    "course_qualifications",
    columns(
        "kind kind_name jmcd jmnm english grade grade_name big big_name field field_name lclas "
        "lclas_name ministry version"
    ),
    _listed,
    key=("jmcd",),
    index=(("kind",),),
)


def _standards(world: World) -> Iterator[Row]:
    number = 0
    for q in course_qualifications(world.seed):
        for version in reversed(q.versions):
            number += 1
            parts = units_of(world.seed, q.code, version)
            must = sum(hours for kind, _, hours in parts if kind == "필수")
            may = sum(hours for kind, _, hours in parts if kind == "선택")
            basic = 20 + Draw(world.seed, "basic hours", q.code).below(5) * 10
            name = q.name.partition("_")[0]
            yield (
                *(q.kind, q.code, q.name, version, number, f"{q.name} 편성기준 {version[:4]}"),
                f"{name} 직무를 수행하는 데 필요한 능력을 갖춘 인력을 기르기 위한 자격이다.",
                f"{name} 현장의 업무를 스스로 계획하고 수행할 수 있다.",
                *(str(must + may + basic), str(basic), str(must), str(may)),
            )


STANDARDS = Table(
    "course_standards",
    columns(
        "kind jmcd jmnm version number standard outline goal hours basic_hours must_hours "
        "may_hours",
        "number",
    ),
    _standards,
    key=("jmcd", "version"),
)


def _units(world: World) -> Iterator[Row]:
    number = 0
    for q in course_qualifications(world.seed):
        for version in reversed(q.versions):
            for kind, unit, hours in units_of(world.seed, q.code, version):
                number += 1
                yield (
                    *(q.kind, q.code, q.name, q.english, version),
                    *(f"{q.name} 편성기준 {version[:4]}", unit.code, unit.code.partition("_")[0]),
                    *(unit.name, kind, hours, number),
                )


COURSE_UNITS = Table(
    "course_units",
    columns(
        "kind jmcd jmnm english version standard unit unit_short unit_name unit_kind hours number",
        "hours number",
    ),
    _units,
    index=(("jmcd",), ("unit",)),
)


def _unit_standards(world: World) -> Iterator[Row]:
    """A standard once for each of its units: which qualifications hold a unit."""
    held = {(r["jmcd"], r["version"]): r for r in world.rows("course_standards")}
    for row in world.rows("course_units"):
        standard = held[row["jmcd"], row["version"]]
        hours = (standard[name] for name in ("hours", "basic_hours", "must_hours"))
        yield (row["unit"], row["jmcd"], row["jmnm"], row["version"], *hours)


UNIT_STANDARDS = Table(
    "unit_standards",
    columns("unit jmcd jmnm version hours basic_hours must_hours"),
    _unit_standards,
    index=(("unit",),),
)


def _skills(world: World) -> Iterator[Row]:
    for q in course_qualifications(world.seed):
        draw = Draw(world.seed, "standard skills", q.code)
        start, count = draw.below(len(SKILLS)), draw.between(3, 6)
        for place in range(count):
            number, name = SKILLS[(start + place) % len(SKILLS)]
            yield (q.kind, q.code, q.versions[-1], str(int(number)), name)


STANDARD_SKILLS = Table(
    "standard_skills",
    columns("kind jmcd version skill skill_name"),
    _skills,
    index=(("jmcd",),),
)


# ---- external evaluations --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One round of external evaluation."""

    kind: str
    system: str
    year: int
    number: int
    plan: str
    name: str
    days: tuple[str, str, str, str, str]


@lru_cache(maxsize=4)
def evaluations(seed: int) -> tuple[Evaluation, ...]:
    """Return the rounds of every year up to 2026, newest year first."""
    found = []
    for year in range(LAST_YEAR + 1, FIRST_YEAR - 1, -1):
        for system, (label, count) in SYSTEMS.items():
            for number in range(1, count + 1):
                found.append(_evaluation(seed, system, label, year, number, count))
    return tuple(found)


def _evaluation(
    seed: int, system: str, label: str, year: int, number: int, count: int
) -> Evaluation:
    draw = Draw(seed, "evaluation", system, year, number)
    month = 1 + (number * 2 - 1) * 11 // (count * 2)
    start = date(year, month, 1)
    start += (7 - start.weekday() + draw.below(3) * 7) * _DAY
    spans = (0, 4, draw.between(4, 6) * 7 + 5, draw.between(7, 9) * 7 + 4, draw.between(11, 13) * 7)
    days = tuple((start + n * _DAY).strftime("%Y%m%d") for n in spans)
    return Evaluation(
        *(system[0], system, year, number, f"{year}{system}{number:03d}"),
        f"{year}년 {label} {number}회 외부평가",
        (days[0], days[1], days[2], days[3], days[4]),
    )


def _plans(world: World) -> Iterator[Row]:
    places: dict[tuple[str, int], int] = {}
    for e in evaluations(world.seed):
        place = places[e.kind, e.year] = places.get((e.kind, e.year), 0) + 1
        yield (e.kind, e.system, str(e.year), str(e.number), e.plan, e.name, *e.days, place)


EVALUATIONS = Table(
    "course_evaluations",
    columns(
        "kind system year round plan plan_name reg_start reg_end exam_start exam_end pass number",
        "number",
    ),
    _plans,
    key=("plan",),
    index=(("kind", "year"),),
)


def course_days(seed: int) -> Iterator[Row]:
    """Yield the rounds of 2026 as the schedule of all four kinds lists them."""
    now = [e for e in evaluations(seed) if e.year == LAST_YEAR + 1]
    codes: list[tuple[str, str]] = [("C", "-"), ("W", "-")]
    codes += [(q.kind, q.code) for q in course_qualifications(seed)]
    for kind, code in codes:
        for e in now:
            if e.kind == kind and (code == "-" or e.system.endswith("1")):
                label = SYSTEMS[e.system][0]
                text = f"{label} ({e.year}년도 제{e.number}회)"
                days = (*e.days, *(None,) * 5)
                yield (str(e.year), e.number, kind, KINDS[kind], code, text, *days)


COURSE_TABLES = (
    COURSE_QUALIFICATIONS,
    STANDARDS,
    COURSE_UNITS,
    UNIT_STANDARDS,
    STANDARD_SKILLS,
    EVALUATIONS,
)
