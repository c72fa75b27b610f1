"""A school's year: when it is open, and what the calendar holds.

A school year runs from March to February. Public holidays are real; first and last days of terms,
days a school takes off, examinations and events are the school's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.education.register import KINDS, OFFICE, head, school_of
from kopa_env.world.tables.schools import School
from kopa_env.world.world import World

YEARS = (2023, 2024, 2025)
"""School years that are told: the present one last."""

TODAY = date(2026, 1, 30)

_OFF, _ON = "휴업일", "해당없음"
_HOLIDAY = "공휴일"
_TESTS = {"high": (date(2023, 11, 16), date(2024, 11, 14), date(2025, 11, 13))}
"""Days of the 대학수학능력시험, on which high schools hold no lessons."""

_NOTICES = (
    *("현장체험학습", "체육대회", "학부모 공개수업", "과학의 날 행사", "진로체험의 날"),
    *("학생자치회 선거", "독서 토론 한마당", "재난대응 안전훈련", "학교 축제", "합창대회"),
    *("건강체력평가", "학부모 상담주간", "심폐소생술 교육", "영어 말하기 대회"),
)


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a calendar; ``grades`` are those it is for, ``kind`` what the day counts as."""

    day: date
    name: str
    kind: str
    grades: tuple[int, ...]
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Year:
    """A school year: days on which there are lessons, and the events in the order of days."""

    lessons: frozenset[date]
    events: tuple[Event, ...]

    def open_days(self) -> list[date]:
        """Return the days with lessons in order."""
        return sorted(self.lessons)


@lru_cache(maxsize=1)
def holidays() -> Mapping[date, str]:
    """Return public holidays on weekdays."""
    found = {}
    for r in fact_rows("market_holidays"):
        if r["name"] not in ("근로자의 날", "연말 휴장"):
            text = r["day"]
            found[date(int(text[:4]), int(text[4:6]), int(text[6:]))] = r["name"]
    return found


def term_of(day: date, year: int) -> str:
    """Return the term (``1``, ``2``) a day lies in."""
    return "1" if day < date(year, 8, 15) else "2"


def grades_of(school: School) -> tuple[int, ...]:
    """Return the grades a school has."""
    return (1, 2, 3, 4, 5, 6) if school.level in ("elementary", "special") else (1, 2, 3)


def _weekday(day: date) -> date:
    """Return the day itself, or the next one that is neither a weekend nor a holiday."""
    while day.weekday() > 4 or day in holidays():
        day += timedelta(days=1)
    return day


@lru_cache(maxsize=512)
def year_of(seed: int, school: School, year: int) -> Year:
    """Return a school's calendar of a school year."""
    draw = Draw(seed, "calendar", school.open_id, year)
    first = _weekday(date(year, 3, 2 if year == 2023 else 4))
    summer = (
        _weekday(date(year, 7, 14) + timedelta(days=draw.between(0, 9))),
        _weekday(date(year, 8, 11) + timedelta(days=draw.between(0, 9))),
    )
    whole = draw.chance(620)
    winter = _winter(draw, year, whole)
    breaks = (summer, winter)
    last = winter[0] if whole else _weekday(date(year + 1, 2, 8 + draw.below(5)))
    off = _days_off(draw, year)
    exam = _TESTS.get(school.level, ())
    lessons = frozenset(
        day
        for day in _span(first, last)
        if day.weekday() < 5
        and day not in holidays()
        and day not in off
        and day not in exam
        and not any(begin < day < end for begin, end in breaks)
    )
    events = [*_fixed(school, first, last, breaks, off), *_own(seed, school, year, lessons)]
    events += [e for e in _closed(school, year)]
    return Year(lessons, tuple(sorted(events, key=lambda e: (e.day, e.name))))


def _winter(draw: Draw, year: int, whole: bool) -> tuple[date, date]:
    """Return the last day before the winter break and the first after it."""
    if whole:
        begin = _weekday(date(year + 1, 1, 2) + timedelta(days=draw.between(0, 8)))
        return begin, date(year + 1, 3, 1)
    begin = _weekday(date(year, 12, 22) + timedelta(days=draw.between(0, 9)))
    return begin, _weekday(date(year + 1, 2, 2) + timedelta(days=draw.between(0, 3)))


def _span(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += timedelta(days=1)


def _days_off(draw: Draw, year: int) -> frozenset[date]:
    """Return the days a school takes off: mostly between a holiday and a weekend."""
    between = [
        day
        for day in _span(date(year, 4, 1), date(year, 12, 20))
        if day.weekday() in (0, 4) and day not in holidays()
        and (day + timedelta(days=1 if day.weekday() == 0 else -1)) in holidays()
    ]  # fmt: skip
    found = {day for day in between if draw.chance(700)}
    while len(found) < 2:
        day = _weekday(date(year, draw.pick((4, 5, 6, 10, 11)), draw.between(1, 28)))
        found.add(day)
    return frozenset(found)


def _closed(school: School, year: int) -> Iterator[Event]:
    every = grades_of(school)
    for day in _span(date(year, 3, 1), date(year + 1, 2, 28)):
        if day in holidays():
            yield Event(day, holidays()[day], _HOLIDAY, every)
        elif day.weekday() == 5:
            yield Event(day, "토요휴업일", _OFF, every)


def _fixed(
    school: School,
    first: date,
    last: date,
    breaks: tuple[tuple[date, date], tuple[date, date]],
    off: frozenset[date],
) -> Iterator[Event]:
    every = grades_of(school)
    summer, winter = breaks
    yield Event(first, "시업식", _ON, every[1:])
    yield Event(first, "입학식", _ON, (1,))
    yield Event(summer[0], "여름방학식", _ON, every)
    yield Event(summer[1], "개학식", _ON, every)
    if winter[0] != last:
        yield Event(winter[0], "겨울방학식", _ON, every)
        yield Event(winter[1], "개학식", _ON, every)
    yield Event(last, "종업식", _ON, every[:-1])
    yield Event(last, "졸업식", _ON, every[-1:])
    for day in sorted(off):
        yield Event(day, "재량휴업일", _OFF, every, "학교장 재량 휴업")


def _own(seed: int, school: School, year: int, lessons: frozenset[date]) -> Iterator[Event]:
    draw = Draw(seed, "events", school.open_id, year)
    days, every = sorted(lessons), grades_of(school)
    for _ in range(draw.between(11, 19)):
        some = every if draw.chance(550) else (draw.pick(every),)
        yield Event(draw.pick(days), draw.pick(_NOTICES), _ON, some)
    if school.level in ("middle", "high"):
        for number, (month, term) in enumerate(((4, 1), (6, 1), (9, 2), (11, 2)), start=1):
            start = _weekday(date(year, month, draw.between(20, 26)))
            place = next(n for n, d in enumerate(days) if d >= start)
            which = "1차" if number % 2 else "2차"
            for day in days[place : place + draw.between(3, 4)]:
                yield Event(day, f"{term}학기 {which} 지필평가", _ON, every)
    for day in _TESTS.get(school.level, ()):
        if day.year == year:
            yield Event(day, "대학수학능력시험", _OFF, every)


def _rows(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    school = school_of(world, *values[:2]) if len(values) > 1 else None
    if school is None:
        return
    start = head(world, school, values[1])
    for year in YEARS:
        if not school.runs_in(year):
            continue
        for event in year_of(world.seed, school, year).events:
            flags = tuple("Y" if n in event.grades else "N" for n in range(1, 7))
            loaded = min(event.day + timedelta(days=9), TODAY)
            yield (
                *(*start, str(year), None if school.level == "special" else "주간"),
                *(KINDS[school.level].partition("(")[0], event.kind, _text(event.day), event.name),
                *(event.text, *flags, _text(loaded)),
            )


def _text(day: date) -> str:
    return day.strftime("%Y%m%d")


def all_parts(world: World) -> Iterator[tuple[Value, ...]]:
    """Yield office and code of every school."""
    for r in world.select("school_register")[0]:
        yield (r["ATPT_OFCDC_SC_CODE"], r["SD_SCHUL_CODE"])


CALENDAR = Table(
    "school_calendar",
    (
        *OFFICE,
        Column("AY", domain="year4"),
        *(Column(n) for n in ("DGHT_CRSE_SC_NM", "SCHUL_CRSE_SC_NM", "SBTR_DD_SC_NM")),
        Column("AA_YMD", domain="date"),
        *(Column(n) for n in ("EVENT_NM", "EVENT_CNTNT")),
        *(Column(f"{n}_GRADE_EVENT_YN") for n in ("ONE", "TW", "THREE", "FR", "FIV", "SIX")),
        Column("LOAD_DTM", domain="date"),
    ),
    lambda world: (row for part in all_parts(world) for row in _rows(world, part)),
    by=("ATPT_OFCDC_SC_CODE", "SD_SCHUL_CODE"),
    part=_rows,
)
