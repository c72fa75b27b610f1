"""Rounds of the 국가기술자격 exams of past years, and by what right people sit them."""

from __future__ import annotations

from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.hrdk.exam_figures import NOTHING, Figures, divide, figures
from kopa_env.world.tables.hrdk.qualifications import Qualification, by_code

ROUNDS = {"10": 3, "20": 2, "30": 3, "31": 3, "32": 2, "33": 3, "39": 2, "40": 4, "41": 2}
"""Regular rounds a year, by grade."""

ROLLING_ROUNDS = 24
_LAST_ROUND = {"10": 137, "20": 78}
"""Number of the last round of 2025, of grades that number theirs on and on."""


def rounds_of(q: Qualification, year: int) -> list[int]:
    """Return the numbers of the rounds that a qualification holds in a year."""
    if q.rolling:
        return list(range(1, ROLLING_ROUNDS + 1))
    count = ROUNDS[q.grade]
    last = _LAST_ROUND.get(q.grade)
    first = last + 1 - count * (2026 - year) if last else 1
    return list(range(first, first + count))


@lru_cache(maxsize=12_000)
def of_rounds(seed: int, code: str, year: int) -> tuple[tuple[int, Figures], ...]:
    """Return the rounds of a qualification in a year with their figures; the last draw fewest."""
    whole = figures(seed, code, year)
    if whole == NOTHING:
        return ()
    numbers = rounds_of(by_code(seed)[code], year)
    weights = [100 - place * 30 // len(numbers) for place in range(len(numbers))]
    parts = divide(Draw(seed, "rounds", code, year), whole, weights)
    return tuple(zip(numbers, parts, strict=True))


@lru_cache(maxsize=1)
def eligibilities() -> dict[str, list[dict[str, str]]]:
    """Return the 응시자격 of each grade."""
    found: dict[str, list[dict[str, str]]] = {}
    for row in fact_rows("eligibility"):
        found.setdefault(row["grade"], []).append(row)
    return found


@lru_cache(maxsize=2_400)
def by_eligibility(seed: int, code: str, year: int) -> tuple[tuple[int, int, Figures], ...]:
    """Return a year of a qualification as (round, place of the 응시자격, figures)."""
    weights = [int(e["weight"]) for e in eligibilities()[by_code(seed)[code].grade]]
    found = []
    for number, whole in of_rounds(seed, code, year):
        draw = Draw(seed, "eligibility", code, year, number)
        found += [(number, place, f) for place, f in enumerate(divide(draw, whole, weights))]
    return tuple(found)
