"""The Assembly's calendar: sessions and plenary days of the fictional 21st term."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.members import TERM_END, TERM_START
from kopa_env.world.world import World

FIRST_SESSION = 379


def weekday_on(day: date) -> date:
    """Return the day itself, or the Friday before a weekend."""
    return day - timedelta(days=max(0, day.weekday() - 4))


def after(day: str, days: int) -> str:
    """Return the working day some days after ``day`` (``YYYY-MM-DD``)."""
    return weekday_on(date.fromisoformat(day) + timedelta(days=days)).isoformat()


def session_of(day: str) -> tuple[int, str]:
    """Return the session's number and kind; September to December make one regular session."""
    year, month = int(day[:4]), int(day[5:7])
    held = sum(1 for y in range(2020, year) for m in range(1, 10) if (y, m) >= (2020, 6))
    place = min(month, 9) - (6 if year == 2020 else 1)
    number = FIRST_SESSION + held + max(0, place)
    return number, "정기회" if month >= 9 else "임시회"


def session_name(day: str) -> str:
    """Return a session as the platform writes it: ``제414회국회(임시회)``."""
    number, kind = session_of(day)
    return f"제{number}회국회({kind})"


@lru_cache(maxsize=2)
def plenary_days(seed: int) -> tuple[str, ...]:
    """Return the plenary sittings of the 21st term, about 165 of them."""
    day = date.fromisoformat(TERM_START) + timedelta(days=6)
    found = []
    draw = Draw(seed, "plenary-days")
    while day <= date.fromisoformat("2024-05-28"):
        found.append(weekday_on(day).isoformat())
        day += timedelta(days=draw.between(4, 14))
    return tuple(dict.fromkeys([*found, "2024-05-28"]))


def sittings(days: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    """Yield (day, session number, sitting number within the session)."""
    counts: dict[int, int] = {}
    for day in days:
        number = session_of(day)[0]
        counts[number] = counts.get(number, 0) + 1
        yield day, number, counts[number]


def _plenary(world: World) -> Iterator[Row]:
    for day, number, sitting in reversed(list(sittings(plenary_days(world.seed)))):
        draw = Draw(world.seed, "plenary", day)
        yield (
            *(session_name(day), f"제{sitting}차 ", f"제{number}-{sitting}차(의사일정)", day),
            *(draw.pick(("1400", "1400", "1000", "1500")), "100021", "제21대", None),
            "https://www.assembly.go.kr/portal/na/agenda/agendaSchl.do?menuNo=600015"
            f"&scheduleDivCd=ASSEM&uniqId=11000{draw.digits(5)}",
        )


PLENARY_SCHEDULE = Table(
    "plenary_schedule",
    (
        Column("session", domain="session_name"),
        Column("sitting"),
        Column("title"),
        Column("day", domain="date"),
        Column("time"),
        Column("term_code", domain="assembly_unit", gen="fact"),
        Column("term", domain="assembly_term", gen="fact"),
        Column("contents", null_rate=1.0),
        Column("link"),
    ),
    _plenary,
    key=("session", "sitting"),
    index=(("day",),),
)


def _sessions(world: World) -> Iterator[Row]:
    first = date.fromisoformat(TERM_START) + timedelta(days=6)
    spans: dict[int, list[str]] = {}
    day = first
    while day.isoformat() <= TERM_END:
        spans.setdefault(session_of(day.isoformat())[0], []).append(day.isoformat())
        day += timedelta(days=1)
    for number in sorted(spans, reverse=True):
        days = spans[number]
        last = days[min(len(days) - 1, 99)]
        yield ("제21대", f"제{number}회", days[0].replace("-", "."), last.replace("-", "."))


SESSIONS = Table(
    "assembly_sessions",
    (
        Column("term", domain="assembly_term", gen="fact"),
        Column("session"),
        Column("first_day", domain="date"),
        Column("last_day", domain="date"),
    ),
    _sessions,
    key=("session",),
)
