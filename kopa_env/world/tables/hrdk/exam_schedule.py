"""Exam rounds of 2026: 국가기술자격 by grade and by qualification, 국가전문자격, the other kinds.

The calendar follows the real one's habits (which weekdays, how long, how many rounds, a second
row for places left over, three where a holiday cuts a registration in two), but every round is
moved by whole weeks, so that no date can be known beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.hrdk.course_quals import course_days
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.qualifications import (
    KINDS,
    NEWEST,
    Qualification,
    fields,
    prof_series,
    qualifications,
    technical,
)
from kopa_env.world.world import World

YEAR = 2026
NEVER = "XXXXXXXX"
ALL_JM = "-"
"""In ``jmcd``: a round of a whole series."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Round:
    """One round: days as ``YYYYMMDD``, empty where it has none."""

    series: str
    number: int
    name: str
    reg: tuple[str, str]
    doc: tuple[str, str]
    doc_pass: str
    submit: tuple[str, str]
    prac_reg: tuple[str, str]
    prac: tuple[str, str]
    done: str
    rolling: bool = False
    split: tuple[tuple[str, str], ...] = ()

    def days(self) -> tuple[str, ...]:
        """Return registration, exam and result of both stages, in the platform's order."""
        return (*self.reg, *self.doc, self.doc_pass, *self.prac_reg, *self.prac, self.done)


# A round by its offsets in days from the Monday on which registration begins: end of
# registration; written exam (first, last day), result; documents (first, last); practical
# registration (first, last), exam (first, last), result. Mondays are weeks of the year.
_SHAPES = {
    "01": (3, (33, 33), 79, (80, 93), (84, 87), (117, 131), 144),
    "02": (3, (19, 19), 25, (26, 39), (28, 31), (68, 86), 95),
    "03": (3, (18, 50), 58, (18, 67), (70, 73), (96, 114), 144),
    "04": (3, (15, 23), 25, None, (28, 31), (68, 90), 95),
}
_WEEKS = {"01": (1, 15, 28), "02": (1, 23), "03": (2, 16, 29), "04": (1, 11, 23, 34)}
_FIRST = {"01": 138, "02": 79, "03": 1, "04": 1}
_NAMES = {"01": "기술사", "02": "기능장", "03": "기사,산업기사", "04": "기능사"}


def _monday(week: int) -> date:
    return date(YEAR, 1, 5) + timedelta(weeks=week - 1)


def _text(day: date) -> str:
    return day.strftime("%Y%m%d")


def _span(start: date, offsets: tuple[int, int]) -> tuple[str, str]:
    return _text(start + offsets[0] * _DAY), _text(start + offsets[1] * _DAY)


@lru_cache(maxsize=8)
def regular(seed: int) -> tuple[Round, ...]:
    """Return the regular rounds of the 국가기술자격 in the year, series by series."""
    found = []
    for series, weeks in _WEEKS.items():
        for place, week in enumerate(weeks):
            draw = Draw(seed, "round", series, place)
            moved = draw.pick((1, 2, 3)) if place == 0 else draw.pick((-2, -1, 1, 2))
            number = _FIRST[series] + place
            found.append(_regular(series, number, _monday(week + moved), draw))
    return tuple(found)


def _regular(series: str, number: int, start: date, draw: Draw) -> Round:
    end, doc, doc_pass, submit, prac_reg, prac, done = _SHAPES[series]
    later = 7 * draw.below(2)
    prac_reg, prac = (prac_reg[0] + later, prac_reg[1] + later), (prac[0] + later, prac[1] + later)
    first, last = _span(start, prac_reg)
    cut: tuple[tuple[str, str], ...] = ()
    if series == "03" and number == 3:
        cut = (_span(start, (prac_reg[0], prac_reg[0] + 2)), (_after(first, 7), _after(first, 7)))
        last = _after(first, 7)
    name = f"{_NAMES[series]}({YEAR}년도 제{number}회)"
    if series == "04":
        name = f"{YEAR}년 정기 기능사 {number}회"
    return Round(
        series=series,
        number=number,
        name=name,
        reg=_span(start, (0, end)),
        doc=_span(start, doc),
        doc_pass=_text(start + doc_pass * _DAY),
        submit=_span(start, submit) if submit else ("", ""),
        prac_reg=(first, last),
        prac=_span(start, prac),
        done=_text(start + (done + later) * _DAY),
        split=cut,
    )


def _after(day: str, days: int) -> str:
    return _text(date(int(day[:4]), int(day[4:6]), int(day[6:])) + days * _DAY)


@lru_cache(maxsize=8)
def rolling(seed: int) -> tuple[Round, ...]:
    """Return the rounds of the 상시 기능사 exams, and the one for those who cannot come earlier."""
    shift = 1 + Draw(seed, "rolling").below(2)
    found = []
    for number in range(1, 25):
        gaps = (number > 5) + (number > 14) + (number > 16) + (number > 21) * 2
        start = _monday(number + gaps + shift) + _DAY
        later = date(YEAR, 1, 15) + timedelta(weeks=2 * (number - 1))
        found.append(
            Round(
                series="04",
                number=number,
                name=f"{YEAR}년 상시 기능사 {number}회",
                reg=_span(start, (0, 1)),
                doc=_span(start, (6, 6)),
                doc_pass=_text(start + 6 * _DAY),
                submit=("", ""),
                prac_reg=_span(later, (0, 1)),
                prac=_span(later, (11, 22)),
                done=_text(later + 27 * _DAY),
                rolling=True,
            )
        )
    last = found[-1]
    autumn = _monday(33 + shift)
    school = replace(
        last,
        number=201,
        name=f"{YEAR}년 상시 기능사 201회",
        doc=_span(autumn, (5, 5)),
        doc_pass=_text(autumn + 16 * _DAY),
        prac_reg=_span(autumn, (31, 32)),
        prac=_span(autumn, (47, 47)),
        done=_text(autumn + 59 * _DAY),
    )
    return (*found, school)


def _exempt(seed: int) -> Round:
    """Return the round of vocational schools, which has no written exam."""
    start = _monday(19 + Draw(seed, "school round").pick((-2, -1, 1)))
    none = (NEVER, NEVER)
    return Round(
        series="04",
        number=0,
        name=f"{YEAR}년 정기 기능사 산업별 맞춤형 고교등 필기면제검정",
        reg=none,
        doc=none,
        doc_pass=NEVER,
        submit=("", ""),
        prac_reg=_span(start, (0, 3)),
        prac=_span(start, (33, 44)),
        done=_text(start + 60 * _DAY),
    )


def _listed(round_: Round) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Yield a round's registrations, written and practical: regular ones, then places left over."""
    if round_.split:
        for part in round_.split:
            yield round_.reg, part
    else:
        yield round_.reg, round_.prac_reg
    if not round_.rolling and round_.number:
        doc, prac = (round_.doc[0], round_.prac[0])
        yield (_after(doc, -6), _after(doc, -5)), (_after(prac, -6), _after(prac, -5))


def _series(world: World) -> Iterator[Row]:
    rounds = [*regular(world.seed), *rolling(world.seed)]
    craft = next(n for n, r in enumerate(rounds) if r.series == "04")
    for r in (*rounds[:craft], _exempt(world.seed), *rounds[craft:]):
        for reg, prac_reg in _listed(r):
            submit = (None, None) if r.series == "04" else r.submit
            yield (
                *(r.series, r.name, *reg, r.doc[0], r.doc_pass, *submit),
                *(*prac_reg, *r.prac, r.done),
            )


SERIES_ROUNDS = Table(
    "series_rounds",
    columns(
        "series description reg_start reg_end exam pass submit_start submit_end prac_reg_start "
        "prac_reg_end prac_start prac_end prac_pass",
        nulls="submit_start submit_end",
    ),
    _series,
    index=(("series",),),
)


def of_qualification(seed: int, q: Qualification) -> tuple[Round, ...]:
    """Return the rounds that a 국가기술자격 holds in the year."""
    if q.since >= NEWEST and q.code != "9777":
        return ()
    if q.rolling:
        return rolling(seed)
    rounds = [r for r in regular(seed) if r.series == q.series]
    if Draw(seed, "rounds held", q.code).chance(160) and q.written < 2_000:
        return tuple(rounds[:1] if len(rounds) < 3 else rounds[::2])
    return tuple(rounds)


def _qualifications(world: World) -> Iterator[Row]:
    for q in technical(world.seed):
        if q.rolling:
            continue
        field = fields()[q.field]
        for r in of_qualification(world.seed, q):
            plan = f"{YEAR}년 정기 {q.series_name} {r.number}회"
            passed = _after(r.done, 7)
            submit = r.submit if r.submit[0] else (None, None)
            yield (
                *(q.code, q.name, plan, *r.reg, *r.doc, r.doc_pass, *submit, *r.prac_reg, *r.prac),
                *(passed, _after(passed, 60), field.big, field.big_name, field.code, field.name),
            )
    for q in qualifications(world.seed):
        if q.kind == "S":
            yield from _professional_jm(world.seed, q)


def _professional_jm(seed: int, q: Qualification) -> Iterator[Row]:
    stages = professional(seed, q.series)
    first, second = stages[0], stages[1] if len(stages) > 1 else None
    plan = f"{YEAR}년 제 {first.number}회 {q.series_name}"
    submit = (_after(first.reg[0], -5), first.reg[1])
    prac: tuple[Value, ...] = (None,) * 6
    if second:
        prac = (*second.reg, *second.doc, second.doc_pass, _after(second.doc_pass, 59))
    yield (
        *(q.code, q.name, plan, *first.reg, *first.doc, first.doc_pass, *submit, *prac),
        *(None, None, None, None),
    )


_PARTS = (
    "reg_start reg_end exam_start exam_end pass submit_start submit_end prac_reg_start "
    "prac_reg_end prac_start prac_end prac_pass_start prac_pass_end"
)
QUALIFICATION_ROUNDS = Table(
    "qualification_rounds",
    columns(
        f"jmcd jmnm plan {_PARTS} big big_name field field_name",
        nulls=f"{_PARTS} big big_name field field_name",
    ),
    _qualifications,
    index=(("jmcd",),),
)


# ---- 국가전문자격 ------------------------------------------------------------------------------


@lru_cache(maxsize=400)
def professional(seed: int, series: str) -> tuple[Round, ...]:
    """Return the stages of a 국가전문자격's round in the year; ``doc`` is each stage's exam."""
    known = prof_series()[series]
    draw = Draw(seed, "professional", series)
    exam = _monday(draw.between(9, 26)) + 5 * _DAY
    found = []
    for stage in known["stages"].split("|"):
        number = int(known["round"])
        reg = exam - timedelta(weeks=draw.between(5, 8)) - 5 * _DAY
        days = 1 if stage in ("2차", "면접", "실기") and draw.chance(250) else 0
        passed = exam + timedelta(weeks=draw.between(4, 7)) - 3 * _DAY
        nothing = ("", "")
        found.append(
            Round(
                series=series,
                number=number,
                name=f"{YEAR}년도 {number}회 {stage}",
                reg=_span(reg, (0, 4)),
                doc=_span(exam, (0, days)),
                doc_pass=_text(passed),
                submit=nothing,
                prac_reg=nothing,
                prac=nothing,
                done="",
            )
        )
        if not (stage == "1차" and series in ("08", "09")):
            exam = passed + timedelta(weeks=draw.between(3, 9)) + 3 * _DAY
    return tuple(found)


def _professionals(world: World) -> Iterator[Row]:
    for series in prof_series():
        for r in professional(world.seed, series):
            yield (series, r.name, *r.reg, *r.doc, r.doc_pass, _after(r.doc_pass, 59))


PROFESSIONAL_ROUNDS = Table(
    "professional_rounds",
    columns("series description reg_start reg_end exam_start exam_end pass_start pass_end"),
    _professionals,
    index=(("series",),),
)


# ---- all four kinds --------------------------------------------------------------------------


def _all_kinds(world: World) -> Iterator[Row]:
    """Rounds of a whole series first, then of each qualification; each kind newest round first."""
    for r in reversed((*regular(world.seed), *rolling(world.seed))):
        yield _kind_row("T", ALL_JM, r)
    for series in prof_series():
        yield from _professional_rows(world.seed, series, ALL_JM)
    for q in qualifications(world.seed):
        if q.kind == "S":
            yield from _professional_rows(world.seed, q.series, q.code)
            continue
        for r in reversed(of_qualification(world.seed, q)):
            yield _kind_row("T", q.code, r)
    yield from course_days(world.seed)


def _kind_row(kind: str, code: str, r: Round) -> Row:
    name = {"01": "기술사", "02": "기능장", "03": "기사", "04": "기능사"}[r.series]
    text = f"{KINDS[kind]} {name} ({YEAR}년도 제{r.number}회)"
    return (str(YEAR), r.number, kind, KINDS[kind], code, text, *(d or None for d in r.days()))


def _professional_rows(seed: int, series: str, code: str) -> Iterator[Row]:
    for r in professional(seed, series):
        text = f"전문자격 ({r.name})"
        days = (*r.reg, *r.doc, r.doc_pass, *(None,) * 5)
        yield (str(YEAR), r.number, "S", KINDS["S"], code, text, *days)


_ALL_DAYS = (
    "reg_start reg_end exam_start exam_end pass prac_reg_start prac_reg_end prac_start prac_end "
    "prac_pass"
)
ALL_ROUNDS = Table(
    "all_rounds",
    columns(f"year round kind kind_name jmcd description {_ALL_DAYS}", "round", nulls=_ALL_DAYS),
    _all_kinds,
    index=(("jmcd", "kind"),),
)

EXAM_SCHEDULE = (SERIES_ROUNDS, QUALIFICATION_ROUNDS, PROFESSIONAL_ROUNDS, ALL_ROUNDS)
