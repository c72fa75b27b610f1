"""Rankings, trends and other sums of a year's 국가기술자격 exams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.hrdk.acquirers import AGES, EDUCATIONS, REGIONS, SEXES, ages_of, counts
from kopa_env.world.tables.hrdk.exam_breakdowns import YEARS, year_of
from kopa_env.world.tables.hrdk.exam_figures import (
    STATED,
    Figures,
    figures,
    of_year,
    shared,
    up_to,
)
from kopa_env.world.tables.hrdk.exam_papers import subjects
from kopa_env.world.tables.hrdk.exam_rounds import of_rounds
from kopa_env.world.tables.hrdk.qual_columns import columns, numbered
from kopa_env.world.tables.hrdk.qualifications import (
    GRADES,
    NEWEST,
    Qualification,
    examined,
    fields,
    technical,
)
from kopa_env.world.world import World

TOP = 20
"""How many qualifications of a grade a ranking names."""


def applications(f: Figures) -> int:
    """Return how many applications a year brought, to either stage."""
    return f.written.applied + f.practical.applied


def growth(now: int, before: int) -> str:
    """Return the growth in per cent, with one decimal; ``0.0`` where there was nothing before."""
    tenths = abs(now - before) * 1000 // before if before else 0
    sign = "-" if now < before and tenths else ""
    return f"{sign}{tenths // 10}.{tenths % 10}"


def _ranking(name: str, read: Callable[[Figures], int]) -> Table:
    def rows(world: World) -> Iterator[Row]:
        for year in reversed(STATED):
            for grade, grade_name in GRADES.items():
                group = [(q, read(f)) for q, f in of_year(world.seed, year) if q.grade == grade]
                group.sort(key=lambda item: (-item[1], item[0].code))
                for rank, (q, now) in enumerate(group[:TOP], start=1):
                    before = read(figures(world.seed, q.code, year - 1))
                    yield (
                        *(str(year), grade, grade_name, q.code, q.name, *q.body),
                        *(rank, now, before, growth(now, before)),
                    )

    return Table(
        name,
        columns(
            "year grade grade_name jmcd jmnm insti insti_name rank number before growth",
            "rank number before",
        ),
        rows,
        key=("year", "grade", "rank"),
    )


ACQUISITION_RANKS = _ranking("acquisition_ranks", lambda f: f.acquired)
APPLICATION_RANKS = _ranking("application_ranks", applications)


def _multiple(world: World) -> Iterator[Row]:
    """How many qualifications those who acquired any in a year have now (one to ten and more)."""
    shares = (612, 214, 92, 41, 20, 10, 5, 3, 2, 1)
    for year in reversed(STATED):
        acquired = sum(f.acquired for _, f in of_year(world.seed, year))
        draw = Draw(world.seed, "several", year)
        people = acquired * draw.between(820, 870) // 1000
        numbers = shared(draw, people, shares, 60)
        grades = (people * draw.between(150, 175) // 1000, people * draw.between(28, 39) // 1000)
        yield (str(year), people, *numbers, *grades)


MULTIPLE = Table(
    "multiple_acquirers",
    columns(
        f"year people {numbered('n', 10)} grades2 grades3",
        f"people {numbered('n', 10)} grades2 grades3",
    ),
    _multiple,
    key=("year",),
)


def _civil(world: World) -> Iterator[Row]:
    """Who of those who acquired 토목기사 and 토목산업기사 fetched the certificate."""
    kinds = (("성별", "sex", SEXES), ("연령별", "age", AGES), ("학력별", "education", EDUCATIONS),
             ("지역별", "region", [name for name, _ in REGIONS]))  # fmt: skip
    for year in reversed(STATED):
        for kind, trait, names in kinds:
            pairs = (counts(world.seed, code, year)[trait] for code in ("1250", "2240"))
            for name, a, b in zip(names, *pairs, strict=True):
                if a + b:
                    draw = Draw(world.seed, "fetched", year, name)
                    fetched = (a + b) * draw.between(700, 860) // 1000
                    yield (str(year), kind, name, fetched, a + b - fetched)


FETCHED = Table(
    "certificates_fetched",
    columns("year kind_of name fetched left", "fetched left"),
    _civil,
    key=("year", "kind_of", "name"),
)


def _durations(world: World) -> Iterator[Row]:
    for year in reversed(STATED):
        for grade in GRADES:
            total = sum(
                up_to(world.seed, q.code, year).acquired
                for q in examined(world.seed)
                if q.grade == grade
            )
            if not total:
                continue
            draw = Draw(world.seed, "durations", grade)
            usual = {"10": 720, "20": 410, "30": 236, "31": 214, "40": 132}.get(grade, 180)
            written = shared(draw, total, (690, 190, 70, 50), 50)[:3]
            practical = shared(draw, total, (610, 230, 95, 65), 50)[:3]
            yield (
                *(str(year), grade, usual + draw.between(-20, 20) + (year - 2012)),
                *(*written, *practical),
            )


DURATIONS = Table(
    "acquisition_durations",
    columns(
        f"year grade days {numbered('written practical', 3)}",
        f"days {numbered('written practical', 3)}",
    ),
    _durations,
    key=("year", "grade"),
)


def _new(world: World) -> Iterator[Row]:
    """Acquirers so far of qualifications not older than five years, by the year counted up to."""
    for year in reversed(STATED):
        sums: dict[tuple[str, int], int] = {}
        for q in examined(world.seed):
            if year - 5 < q.since <= year:
                for counted in range(q.since, year + 1):
                    key = (q.grade, counted)
                    sums[key] = sums.get(key, 0) + up_to(world.seed, q.code, counted).acquired
        for (grade, counted), number in sorted(sums.items()):
            yield (str(year), grade, GRADES[grade], str(counted), number)


NEW = Table(
    "new_qualification_acquirers",
    columns("year grade grade_name counted_year acquired", "acquired"),
    _new,
    key=("year", "grade", "counted_year"),
)


def _in_force(world: World) -> Iterator[Row]:
    for year in (NEWEST, *reversed(STATED)):
        for q in technical(world.seed):
            if q.since <= year:
                field = fields()[q.field]
                yield (str(year), q.code, q.name, q.grade, q.grade_name, field.code, field.name)


IN_FORCE = Table(
    "qualifications_in_force",
    columns("year jmcd jmnm grade grade_name field field_name"),
    _in_force,
    key=("year", "jmcd"),
    index=(("year",),),
)


# ---- who applies -----------------------------------------------------------------------------

_JOBS = ("학생", "회사원", "공무원", "자영업", "군인", "구직자", "주부", "기타")
_AIMS = ("취업", "자기개발", "업무수행능력향상", "승진", "전직", "진학", "기타")
_PATHS = ("독학", "학원", "인터넷강의", "학교수업", "직업훈련기관", "기타")
_SPANS = ("1개월 미만", "1~3개월", "3~6개월", "6개월~1년", "1년 이상")
_TRAITS: tuple[tuple[str, str, str, Sequence[str], tuple[int, ...]], ...] = (
    ("01", "성별", "sex", SEXES, ()), ("02", "연령", "age", AGES, ()),
    ("03", "학력", "education", EDUCATIONS, ()),
    ("04", "직업", "", _JOBS, (300, 290, 40, 80, 50, 150, 50, 40)),
    ("05", "직무분야", "", (), ()),
    ("06", "거주지역", "region", [name for name, _ in REGIONS], ()),
    ("07", "응시목적", "", _AIMS, (380, 260, 160, 60, 60, 30, 50)),
    ("08", "시험준비경로", "", _PATHS, (380, 180, 220, 110, 80, 30)),
    ("09", "시험준비기간", "", _SPANS, (180, 410, 240, 110, 60)),
)  # fmt: skip


def _traits(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = year_of(values)
    for q, f in of_year(world.seed, year) if year else ():
        for code, label, trait, names, usual in _TRAITS:
            named = names or (fields()[q.field].name,)
            weights = usual or _usual(q, trait, len(named))
            draw = Draw(world.seed, "traits", q.code, year, code)
            passed = (
                counts(world.seed, q.code, year)[trait]
                if trait
                else shared(draw, f.acquired, weights)
            )
            failed = shared(draw, f.final_sat - f.acquired, weights)
            absent = shared(draw, f.written.absent + f.exempt.absent, weights)
            gone = shared(draw, applications(f) * 6 // 100, weights)
            for name, *numbers in zip(named, passed, failed, absent, gone, strict=True):
                if any(numbers):
                    yield (
                        *(str(year), q.code, q.name, q.grade_name, code, label, name),
                        *(numbers[0] + numbers[1], numbers[0], numbers[2], numbers[3]),
                    )


def _usual(q: Qualification, trait: str, size: int) -> tuple[int, ...]:
    if trait == "sex":
        return (fields()[q.field].men, 1000 - fields()[q.field].men)
    if trait == "age":
        return ages_of(q)
    if trait == "region":
        return tuple(w for _, w in REGIONS)
    return (100,) * size


APPLICANT_TRAITS = Table(
    "applicant_traits",
    columns(
        "year jmcd jmnm grade_name trait trait_name value sat passed absent cancelled",
        "sat passed absent cancelled",
    ),
    lambda world: (row for year in YEARS for row in _traits(world, (year,))),
    key=("year", "jmcd", "trait", "value"),
    by=("year",),
    part=_traits,
)


# ---- how papers are marked -------------------------------------------------------------------


def _scores(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    """One row a round and subject: how many got less than 40 and than 50 points."""
    year = year_of(values)
    for q, _ in of_year(world.seed, year) if year else ():
        if q.rolling:
            continue
        for number, f in of_rounds(world.seed, q.code, year):
            for place, s in enumerate(subjects(world.seed, q.code)):
                stage = f.written if s.stage == 1 else f.practical
                if not stage.sat:
                    continue
                draw = Draw(world.seed, "scores", q.code, year, number, place)
                low = stage.failed * draw.between(180, 420) // 1000
                under = low + (stage.failed - low) * draw.between(250, 560) // 1000
                mean = 430 + 240 * stage.passed // stage.sat + draw.between(-30, 30)
                yield (
                    *(str(year), q.code, q.name, q.grade, q.grade_name, str(number)),
                    *("필기" if s.stage == 1 else "실기", s.name, f"{q.code}{place + 1:02d}"),
                    *(
                        f"{year}T{q.series}{number:03d}",
                        f"{year}년 정기 {q.series_name} {number}회",
                    ),
                    *(stage.sat, low, under, f"{mean // 10}.{mean % 10}"),
                )


SCORES = Table(
    "subject_scores",
    columns(
        "year jmcd jmnm grade grade_name round stage subject subject_code plan plan_name sat "
        "under40 under50 mean",
        "sat under40 under50",
    ),
    lambda world: (row for year in YEARS for row in _scores(world, (year,))),
    by=("year",),
    part=_scores,
)

EXAM_RANKS = (
    ACQUISITION_RANKS,
    APPLICATION_RANKS,
    MULTIPLE,
    FETCHED,
    DURATIONS,
    NEW,
    IN_FORCE,
    APPLICANT_TRAITS,
    SCORES,
)
