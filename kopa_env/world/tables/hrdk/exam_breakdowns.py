"""Exams of a year told apart: by age, education, eligibility and round.

Whatever a year of a qualification is told apart by, the parts add up to its figures; a table's
parts are its years.
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.hrdk.acquirers import AGES, EDUCATIONS, ages_of, counts, educations_of
from kopa_env.world.tables.hrdk.exam_figures import (
    NOTHING,
    STATED,
    Figures,
    of_year,
    rate,
    shared,
    within,
)
from kopa_env.world.tables.hrdk.exam_rounds import by_eligibility, eligibilities, of_rounds
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.qualifications import GRADES
from kopa_env.world.world import World

YEARS = tuple(str(year) for year in reversed(STATED))


def year_of(values: tuple[Value, ...]) -> int:
    """Return the year that a part's values name; 0 for one without statistics."""
    text = str(values[0])
    return int(text) if text.isdigit() and int(text) in STATED else 0


# ---- by age and education --------------------------------------------------------------------


def _ages(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = year_of(values)
    for q, f in of_year(world.seed, year) if year else ():
        passed = counts(world.seed, q.code, year)["age"]
        draw = Draw(world.seed, "tests by age", q.code, year)
        failed = shared(draw, f.final_sat - f.acquired, ages_of(q))
        for place, age in enumerate(AGES):
            sat = passed[place] + failed[place]
            if sat:
                yield (
                    *(str(year), q.code, q.name, q.grade, q.grade_name, age),
                    *(sat, passed[place], rate(passed[place], sat)),
                )


TESTS_BY_AGE = Table(
    "tests_by_age",
    columns(
        "year jmcd jmnm grade grade_name age final_sat final_passed final_rate",
        "final_sat final_passed",
    ),
    lambda world: (row for year in YEARS for row in _ages(world, (year,))),
    key=("year", "jmcd", "age"),
    by=("year",),
    part=_ages,
)


def _educations(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = year_of(values)
    for q, f in of_year(world.seed, year) if year else ():
        passed = counts(world.seed, q.code, year)["education"]
        draw = Draw(world.seed, "tests by education", q.code, year)
        usual = educations_of(q)
        fresh_passed = within(draw, f.fresh.passed, passed)
        more = shared(draw, f.written.passed - f.fresh.passed, usual)
        w_failed = shared(draw, f.written.failed, usual)
        p_failed = shared(draw, f.fresh.failed, usual)
        exempt = shared(draw, f.exempt.failed, usual)
        for place, education in enumerate(EDUCATIONS):
            w_passed = fresh_passed[place] + more[place]
            w_sat = w_passed + w_failed[place]
            sat = w_sat + exempt[place] + passed[place] - fresh_passed[place]
            practical = passed[place] + p_failed[place] + exempt[place]
            if sat:
                yield (
                    *(str(year), q.code, q.name, q.grade, q.grade_name, education),
                    *(sat, passed[place], rate(passed[place], sat)),
                    *(rate(w_passed, w_sat), rate(passed[place], practical)),
                )


TESTS_BY_EDUCATION = Table(
    "tests_by_education",
    columns(
        "year jmcd jmnm grade grade_name education final_sat final_passed final_rate w_rate p_rate",
        "final_sat final_passed",
    ),
    lambda world: (row for year in YEARS for row in _educations(world, (year,))),
    key=("year", "jmcd", "education"),
    by=("year",),
    part=_educations,
)


def _rolling(world: World) -> Iterator[Row]:
    for year in reversed(STATED):
        for q, f in of_year(world.seed, year):
            if q.rolling:
                yield (
                    *(str(year), q.code, q.name, q.grade, q.grade_name),
                    *(f.final_sat, f.acquired, rate(f.acquired, f.final_sat)),
                    *(f.written.sat, f.written.passed, f.practical.sat, f.practical.passed),
                )


ROLLING_TESTS = Table(
    "rolling_tests",
    columns(
        "year jmcd jmnm grade grade_name final_sat final_passed final_rate w_sat w_passed p_sat "
        "p_passed",
        "final_sat final_passed w_sat w_passed p_sat p_passed",
    ),
    _rolling,
    key=("year", "jmcd"),
)


# ---- by eligibility --------------------------------------------------------------------------


def _eligibility(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = year_of(values)
    for q, _ in of_year(world.seed, year) if year else ():
        sums: dict[int, Figures] = {}
        for _, place, f in by_eligibility(world.seed, q.code, year):
            sums[place] = sums.get(place, NOTHING) + f
        for place, part in sums.items():
            e = eligibilities()[q.grade][place]
            if not (part.written.applied or part.practical.applied):
                continue
            written, fresh, exempt, practical = (
                part.written,
                part.fresh,
                part.exempt,
                part.practical,
            )
            yield (
                *(str(year), q.code, q.name, q.grade, q.grade_name, e["code"], e["name"]),
                *(written.applied, written.sat, written.passed, rate(written.passed, written.sat)),
                *(practical.applied, fresh.applied, exempt.applied),
                *(practical.sat, fresh.sat, exempt.sat),
                *(practical.passed, fresh.passed, exempt.passed),
                rate(practical.passed, practical.sat),
                *(rate(fresh.passed, fresh.sat), rate(exempt.passed, exempt.sat)),
                *(part.final_sat, part.acquired, rate(part.acquired, part.final_sat)),
            )


_ELIGIBILITY_COUNTS = (
    "w_applied w_sat w_passed p_applied fresh_applied exempt_applied p_sat fresh_sat exempt_sat "
    "p_passed fresh_passed exempt_passed final_sat final_passed"
)
TESTS_BY_ELIGIBILITY = Table(
    "tests_by_eligibility",
    columns(
        "year jmcd jmnm grade grade_name emqual emqual_name w_applied w_sat w_passed w_rate "
        "p_applied fresh_applied exempt_applied p_sat fresh_sat exempt_sat p_passed fresh_passed "
        "exempt_passed p_rate fresh_rate exempt_rate final_sat final_passed final_rate",
        _ELIGIBILITY_COUNTS,
    ),
    lambda world: (row for year in YEARS for row in _eligibility(world, (year,))),
    key=("year", "jmcd", "emqual"),
    by=("year",),
    part=_eligibility,
)


# ---- by round --------------------------------------------------------------------------------


def _rounds(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = year_of(values)
    for q, _ in of_year(world.seed, year) if year else ():
        for number, f in of_rounds(world.seed, q.code, year):
            for kind, stage in (("필기", f.written), ("실기", f.practical)):
                if stage.sat:
                    yield (
                        *(str(year), q.code, q.name, q.grade, q.grade_name, str(number), kind),
                        *(stage.sat, stage.passed, rate(stage.passed, stage.sat)),
                    )


TESTS_BY_ROUND = Table(
    "tests_by_round",
    columns("year jmcd jmnm grade grade_name round stage sat passed pass_rate", "sat passed"),
    lambda world: (row for year in YEARS for row in _rounds(world, (year,))),
    key=("year", "jmcd", "round", "stage"),
    by=("year",),
    part=_rounds,
)


def _round_sums(seed: int, year: int) -> list[tuple[str, int, int, Figures]]:
    """Return (grade, round, place of the 응시자격, figures) of a year, in that order."""
    sums: dict[tuple[str, int, int], Figures] = {}
    for q, _ in of_year(seed, year) if year else ():
        for number, place, f in by_eligibility(seed, q.code, year):
            key = (q.grade, number, place)
            sums[key] = sums.get(key, NOTHING) + f
    return [(*key, f) for key, f in sorted(sums.items(), key=lambda item: item[0])]


def _round_eligibility(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    """Applicants of a round are those of the written exam and those exempt from it."""
    year = year_of(values)
    for grade, number, place, f in _round_sums(world.seed, year):
        e = eligibilities()[grade][place]
        yield (
            *(str(year), grade, GRADES[grade], str(number), f"{grade}{number:03d}"),
            *(e["code"], e["name"]),
            *(f.written.applied + f.exempt.applied, f.written.passed, f.acquired),
        )


ELIGIBILITY_ROUNDS = Table(
    "eligibility_rounds",
    columns(
        "year grade grade_name round grade_round emqual emqual_name applied w_passed p_passed",
        "applied w_passed p_passed",
    ),
    lambda world: (row for year in YEARS for row in _round_eligibility(world, (year,))),
    key=("year", "grade", "round", "emqual"),
    by=("year",),
    part=_round_eligibility,
)
_BASES = ("end", "end0", "job", "jobend")


def _bases(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = year_of(values)
    rows: dict[tuple[str, int], dict[str, int]] = {}
    for grade, number, place, f in _round_sums(world.seed, year):
        sums = rows.setdefault((grade, number), dict.fromkeys(_BASES, 0))
        basis = eligibilities()[grade][place]["basis"]
        if basis in sums:
            sums[basis] += f.acquired
    for (grade, number), sums in rows.items():
        if any(sums.values()):
            yield (str(year), grade, GRADES[grade], str(number), *sums.values())


BASIS_ROUNDS = Table(
    "basis_rounds",
    columns("year grade grade_name round end end0 job jobend", "end end0 job jobend"),
    lambda world: (row for year in YEARS for row in _bases(world, (year,))),
    key=("year", "grade", "round"),
    by=("year",),
    part=_bases,
)

EXAM_BREAKDOWNS = (
    TESTS_BY_AGE,
    TESTS_BY_EDUCATION,
    ROLLING_TESTS,
    TESTS_BY_ELIGIBILITY,
    TESTS_BY_ROUND,
    ELIGIBILITY_ROUNDS,
    BASIS_ROUNDS,
)
