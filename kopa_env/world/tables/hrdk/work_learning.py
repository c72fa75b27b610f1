"""일학습병행 courses by occupation and by qualification, over any span of years.

The courses of a year are those that ``work_learning_years`` counts. A part is a span: its first
and last year, as asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.hrdk.course_quals import CourseQualification, course_qualifications
from kopa_env.world.tables.hrdk.exam_figures import shared
from kopa_env.world.tables.hrdk.meisters import WORK_LEARNING_YEARS, courses
from kopa_env.world.tables.hrdk.ncs import Duty, duties
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.world import World

Counts = Callable[[int, str, str], Iterator[Row]]


@lru_cache(maxsize=4)
def subjects(seed: int) -> tuple[CourseQualification, ...]:
    """Return the qualifications that are acquired at work."""
    return tuple(q for q in course_qualifications(seed) if q.kind == "W")


@lru_cache(maxsize=64)
def of_year(seed: int, year: int) -> dict[str, int]:
    """Return how many courses of a year lead to each qualification, by its code."""
    able = subjects(seed)
    weights = [1 + q.size * (2 if q.since <= year else 1) for q in able]
    draw = Draw(seed, "work learning subjects", year)
    counts = shared(draw, courses(seed, year), weights, 120)
    return {q.code: n for q, n in zip(able, counts, strict=True)}


def _span(first: str, last: str) -> range:
    years = (int(first), int(last)) if first.isdigit() and last.isdigit() else (0, -1)
    low, high = WORK_LEARNING_YEARS[0], WORK_LEARNING_YEARS[-1]
    return range(max(low, years[0]), min(high, years[1]) + 1)


def _counted(seed: int, first: str, last: str) -> Counter[str]:
    total: Counter[str] = Counter()
    for year in _span(first, last):
        total.update(of_year(seed, year))
    return total


def _by_subject(seed: int, first: str, last: str) -> Iterator[Row]:
    total = _counted(seed, first, last)
    for q in sorted(subjects(seed), key=lambda q: (-total[q.code], q.code)):
        if total[q.code]:
            level = q.name.rpartition("_")[2]
            yield (first, last, q.lclas, q.lclas_name, level, q.code, q.name, total[q.code])


@lru_cache(maxsize=4)
def _duty_of(seed: int) -> dict[str, Duty]:
    known = {(duty.code[:2], duty.names[3]): duty for duty in reversed(duties())}
    return {q.code: known[q.lclas, q.name.partition("_")[0]] for q in subjects(seed)}


def _by_occupation(seed: int, first: str, last: str) -> Iterator[Row]:
    total: Counter[str] = Counter()
    held = {duty.code: duty for duty in _duty_of(seed).values()}
    for code, count in _counted(seed, first, last).items():
        total[_duty_of(seed)[code].code] += count
    for code in sorted(total, key=lambda c: (-total[c], c)):
        if total[code]:
            parts = (code[:2], code[2:4], code[4:6], code)
            yield (first, last, *parts, held[code].names[3], total[code])


def _spans(name: str, names: str, key: str, make: Counts) -> Table:
    years = [str(year) for year in WORK_LEARNING_YEARS]

    def part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
        first = str(values[0])
        for last in [str(values[1])] if len(values) > 1 else years:
            yield from make(world.seed, first, last)

    def rows(world: World) -> Iterator[Row]:
        for first in years:
            yield from part(world, (first,))

    return Table(
        name,
        columns(f"first_year last_year {names} count", "count"),
        rows,
        key=("first_year", "last_year", key),
        by=("first_year", "last_year"),
        part=part,
    )


WORK_LEARNING_LISTS = (
    _spans("work_learning_occupations", "lclas mclas sclas duty subd_name", "duty", _by_occupation),
    _spans("work_learning_subjects", "lclas lclas_name ncs_level jmcd jmnm", "jmcd", _by_subject),
)
