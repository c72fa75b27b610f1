"""국가기술자격 statistics of InquiryStatSVC: a base year, the four before it, and all earlier ones.

Column number 1 is the base year, 5 the fourth before it, 6 the sum of what lies earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.acquirers import AGES, SEXES, counts
from kopa_env.world.tables.hrdk.exam_figures import (
    FIRST,
    NOTHING,
    STATED,
    Figures,
    figures,
    rate,
    up_to,
)
from kopa_env.world.tables.hrdk.qual_columns import columns, numbered
from kopa_env.world.tables.hrdk.qualifications import Qualification, examined
from kopa_env.world.world import World

GRADE_ROWS = (
    ("기술사", ("10",)), ("기능장", ("20",)), ("기사", ("30",)), ("산업기사", ("31",)),
    ("전문사무", ("32", "33", "39")), ("기능사", ("40",)), ("기능사보", ("41",)),
)  # fmt: skip
AGE_ROWS = (
    ("19세이하", (0,)), ("20대", (1, 2)), ("30대", (3, 4)), ("40대", (5, 6)),
    ("50대이상", (7, 8, 9, 10)), ("미상", (11,)),
)  # fmt: skip


def window(seed: int, code: str, year: int) -> list[Figures]:
    """Return the base year, the four before it, and the sum of what lies earlier."""
    recent = [figures(seed, code, year - back) for back in range(5)]
    return [*recent, up_to(seed, code, year - 5)]


def _summed(seed: int, group: Sequence[Qualification], year: int) -> list[Figures]:
    total = [NOTHING] * 6
    for q in group:
        total = [a + b for a, b in zip(total, window(seed, q.code, year), strict=True)]
    return total


def _counts(span: Sequence[Figures], *read: Callable[[Figures], int]) -> list[int]:
    return [of(figures_) for of in read for figures_ in span]


def _trends(world: World) -> Iterator[Row]:
    for year in reversed(STATED):
        for q in examined(world.seed):
            span = window(world.seed, q.code, year)
            if not any(f.written.applied or f.practical.applied for f in span):
                continue
            yield (
                *(str(year), q.code, q.name),
                *_counts(
                    span,
                    lambda f: f.written.applied,
                    lambda f: f.written.sat,
                    lambda f: f.written.passed,
                    lambda f: f.practical.applied,
                    lambda f: f.practical.sat,
                    lambda f: f.practical.passed,
                ),
            )


_TREND = numbered("w_applied w_sat w_passed p_applied p_sat p_passed")
EXAM_TRENDS = Table(
    "exam_trends",
    columns(f"year jmcd jmnm {_TREND}", _TREND),
    _trends,
    key=("year", "jmcd"),
    index=(("jmcd",),),
)


def by_trait(seed: int, code: str, year: int, trait: str) -> list[list[int]]:
    """Return acquirers by a trait: of the base year, the four before it, and all earlier ones."""
    recent = [counts(seed, code, year - back)[trait] for back in range(5)]
    earlier = [counts(seed, code, y)[trait] for y in range(FIRST - 1, year - 4)]
    return [*recent, [sum(column) for column in zip(*earlier, strict=True)]]


def _sexes(world: World) -> Iterator[Row]:
    for year in reversed(STATED):
        for q in examined(world.seed):
            span = by_trait(world.seed, q.code, year, "sex")
            if not any(map(sum, span)):
                continue
            for place, sex in enumerate(SEXES):
                yield (str(year), q.code, q.name, sex, *(numbers[place] for numbers in span))


ACQUIRER_TRENDS = Table(
    "acquirer_trends",
    columns(f"year jmcd jmnm sex {numbered('n')}", numbered("n")),
    _sexes,
    key=("year", "jmcd", "sex"),
)


def _grades(world: World) -> Iterator[Row]:
    for year in reversed(STATED):
        for name, grades in GRADE_ROWS:
            group = [q for q in examined(world.seed) if q.grade in grades]
            span = _summed(world.seed, group, year)
            yield (
                *(str(year), name),
                *_counts(span, lambda f: f.written.sat, lambda f: f.practical.sat),
                *_counts(span, lambda f: f.acquired),
                *(rate(f.written.passed, f.written.sat) for f in span),
                *(rate(f.practical.passed, f.practical.sat) for f in span),
            )


_GRADE_COUNTS = numbered("w_sat p_sat acquired")
GRADE_TRENDS = Table(
    "grade_trends",
    columns(f"year grade_name {_GRADE_COUNTS} {numbered('w_rate p_rate')}", _GRADE_COUNTS),
    _grades,
    key=("year", "grade_name"),
)


def _ages(world: World) -> Iterator[Row]:
    for year in reversed(STATED):
        total = [[0] * len(AGES) for _ in range(6)]
        for q in examined(world.seed):
            for place, numbers in enumerate(by_trait(world.seed, q.code, year, "age")):
                total[place] = [a + b for a, b in zip(total[place], numbers, strict=True)]
        for name, bands in AGE_ROWS:
            yield (str(year), name, *(sum(numbers[b] for b in bands) for numbers in total))


AGE_TRENDS = Table(
    "age_trends",
    columns(f"year age {numbered('n')}", numbered("n")),
    _ages,
    key=("year", "age"),
)


def _totals(world: World) -> Iterator[Row]:
    for year in reversed(STATED):
        span = _summed(world.seed, examined(world.seed), year)
        yield (
            str(year),
            *_counts(
                span,
                lambda f: f.written.sat,
                lambda f: f.written.passed,
                lambda f: f.practical.sat,
                lambda f: f.practical.passed,
            ),
        )


_TOTAL = numbered("w_sat w_passed p_sat p_passed")
EXAM_TOTALS = Table("exam_totals", columns(f"year {_TOTAL}", _TOTAL), _totals, key=("year",))

EXAM_STATS = (EXAM_TRENDS, ACQUIRER_TRENDS, GRADE_TRENDS, AGE_TRENDS, EXAM_TOTALS)
