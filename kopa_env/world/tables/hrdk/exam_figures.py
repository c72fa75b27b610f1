"""How many people apply for, sit and pass each 국가기술자격 a year: all of it is generated.

A year of a qualification is nine numbers that exclude one another (written: passed, failed,
absent; practical, of those who passed the written exam this year and of those exempt from it: the
same). Every statistic is a sum of them, or of shares of them, so that tables of one year agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.tables.hrdk.qualifications import NEWEST, Qualification, by_code, examined
from kopa_env.world.tables.schools import apportion

FIRST, LAST = 2008, 2025
"""Years with figures of their own; what lies before is one sum."""

STATED = range(2012, LAST + 1)
"""Years that may be asked for."""

_LEVEL = {
    2008: 860, 2009: 905, 2010: 890, 2011: 880, 2012: 870, 2013: 885, 2014: 900, 2015: 925,
    2016: 940, 2017: 950, 2018: 960, 2019: 985, 2020: 800, 2021: 985, 2022: 890, 2023: 1000,
    2024: 1010, 2025: 1025,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stage:
    """Those who passed, failed and stayed away."""

    passed: int
    failed: int
    absent: int

    @property
    def sat(self) -> int:
        """How many sat the exam."""
        return self.passed + self.failed

    @property
    def applied(self) -> int:
        """How many applied."""
        return self.passed + self.failed + self.absent

    def __add__(self, other: Stage) -> Stage:
        return Stage(
            self.passed + other.passed, self.failed + other.failed, self.absent + other.absent
        )


NONE = Stage(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Figures:
    """One qualification in one year, or in several."""

    written: Stage
    fresh: Stage
    exempt: Stage

    @property
    def practical(self) -> Stage:
        """The practical exam, of those who just passed the written one and of those exempt."""
        return self.fresh + self.exempt

    @property
    def acquired(self) -> int:
        """How many acquired the qualification."""
        return self.fresh.passed + self.exempt.passed

    @property
    def final_sat(self) -> int:
        """Examinees of the final result: each sitting counted once."""
        return self.written.sat + self.exempt.sat

    def __add__(self, other: Figures) -> Figures:
        return Figures(
            self.written + other.written, self.fresh + other.fresh, self.exempt + other.exempt
        )


NOTHING = Figures(NONE, NONE, NONE)


@lru_cache(maxsize=20_000)
def figures(seed: int, code: str, year: int) -> Figures:
    """Return a year of a qualification; nothing before it existed."""
    q = by_code(seed)[code]
    if q.kind != "T" or year < max(q.since, FIRST) or year > LAST or q.since >= NEWEST:
        return NOTHING
    draw = Draw(seed, "exam year", code, year)
    usual = _usual(seed, q, year, draw)
    rate_w = _rate(draw, q.pass_written)
    sat = q.written * usual // 1000
    written = _stage(draw, sat, sat * rate_w // 1000, q.grade)
    taken = q.practical * usual * draw.between(930, 1070) // 1_000_000
    fresh_sat = min(written.passed * draw.between(450, 720) // 1000, taken * 55 // 100)
    rate_p = _rate(draw, q.pass_practical)
    fresh = _stage(draw, fresh_sat, fresh_sat * min(960, rate_p + 25) // 1000, q.grade)
    exempt_sat = max(0, taken - fresh_sat)
    exempt = _stage(draw, exempt_sat, exempt_sat * rate_p // 1000, q.grade)
    return Figures(written, fresh, exempt)


def _usual(seed: int, q: Qualification, year: int, draw: Draw) -> int:
    """Return how the year compares with the usual one, in thousandths."""
    slope = Draw(seed, "exam slope", q.code).between(-32, 34)
    trend = 1000 + slope * (year - 2023)
    young = 1000 if year - q.since > 3 else 350 + 200 * (year - q.since)
    return _LEVEL[year] * max(250, trend) // 1000 * young // 1000 * draw.between(900, 1100) // 1000


def _rate(draw: Draw, usual: int) -> int:
    return max(20, min(960, usual * 10 + draw.between(-70, 70)))


def _stage(draw: Draw, sat: int, passed: int, grade: str) -> Stage:
    away = draw.between(140, 320) if grade == "40" else draw.between(110, 260)
    return Stage(passed, sat - passed, sat * away // 1000)


@lru_cache(maxsize=2_000)
def before(seed: int, code: str) -> Figures:
    """Return the sum of all years before ``FIRST``."""
    q = by_code(seed)[code]
    years = min(22, FIRST - q.since)
    if q.kind != "T" or years <= 0:
        return NOTHING
    first = figures(seed, code, FIRST)
    scale = years * Draw(seed, "exam past", code).between(620, 1150)

    def grown(stage: Stage) -> Stage:
        return Stage(*(n * scale // 1000 for n in (stage.passed, stage.failed, stage.absent)))

    return Figures(grown(first.written), grown(first.fresh), grown(first.exempt))


@lru_cache(maxsize=20_000)
def up_to(seed: int, code: str, year: int) -> Figures:
    """Return the sum of all years up to one, that year included."""
    if year < FIRST:
        return before(seed, code)
    return up_to(seed, code, year - 1) + figures(seed, code, year)


@lru_cache(maxsize=64)
def of_year(seed: int, year: int) -> tuple[tuple[Qualification, Figures], ...]:
    """Return every qualification that held an exam in a year, with its figures."""
    pairs = ((q, figures(seed, q.code, year)) for q in examined(seed))
    return tuple((q, f) for q, f in pairs if f.written.applied or f.practical.applied)


def shared(draw: Draw, total: int, weights: Sequence[int], spread: int = 120) -> list[int]:
    """Share a number by weights that vary a little (``spread`` in thousandths)."""
    if not total:
        return [0] * len(weights)
    return apportion(total, [w * draw.between(1000 - spread, 1000 + spread) for w in weights])


def split(draw: Draw, stage: Stage, weights: Sequence[int]) -> list[Stage]:
    """Share a stage by weights: those who passed, failed and stayed away each on its own."""
    parts = (shared(draw, n, weights) for n in (stage.passed, stage.failed, stage.absent))
    return [Stage(*three) for three in zip(*parts, strict=True)]


def within(draw: Draw, total: int, caps: Sequence[int]) -> list[int]:
    """Share a number by caps, each part within its cap (which together hold it)."""
    parts = [min(n, cap) for n, cap in zip(shared(draw, total, caps), caps, strict=True)]
    rest = total - sum(parts)
    for place, cap in enumerate(caps):
        more = min(rest, cap - parts[place])
        parts[place] += more
        rest -= more
    return parts


def divide(draw: Draw, whole: Figures, weights: Sequence[int]) -> list[Figures]:
    """Share figures by weights; nobody sits the practical exam who did not pass the written."""
    written, exempt = (split(draw, stage, weights) for stage in (whole.written, whole.exempt))
    fresh = whole.fresh
    applied = within(draw, fresh.applied, [w.passed for w in written])
    sat = within(draw, fresh.sat, applied)
    passed = within(draw, fresh.passed, sat)
    stages = (Stage(p, s - p, a - s) for p, s, a in zip(passed, sat, applied, strict=True))
    return [Figures(*three) for three in zip(written, stages, exempt, strict=True)]


def rate(part: int, whole: int) -> str:
    """Write a share in per cent with one decimal, as the statistics do (``0`` of nothing)."""
    tenths = (part * 2000 + whole) // (whole * 2) if whole else 0
    return f"{tenths // 10}.{tenths % 10}"
