"""When law is made: promulgation on Tuesdays, entry into force some months later."""

from __future__ import annotations

from datetime import date, timedelta

from kopa_env.world.clock import TODAY as _TODAY
from kopa_env.world.draw import Draw

TODAY = _TODAY.replace("-", "")
_FIRST = date(1990, 1, 2)
LAST_WEEK = (date(int(TODAY[:4]), int(TODAY[4:6]), int(TODAY[6:])) - _FIRST).days // 7
"""The week of the last Tuesday before the day the world stands at."""


def tuesday(week: int) -> str:
    """Return the day of a week's Tuesday."""
    return f"{_FIRST + timedelta(days=7 * week):%Y%m%d}"


def week_of(day: str) -> int:
    """Return the week of the first Tuesday on or after a day."""
    return -(-(_date(day) - _FIRST).days // 7)


def after(day: str, months: int) -> str:
    """Return the day on which what is promulgated takes effect ``months`` months later.

    공포 후 6개월이 경과한 날: the day after the same day of the sixth month.
    """
    if not months:
        return day
    index = int(day[:4]) * 12 + int(day[4:6]) - 1 + months
    year, month = index // 12, index % 12 + 1
    days = min(int(day[6:]), 30 if month in (4, 6, 9, 11) else 28 if month == 2 else 31)
    return f"{date(year, month, days) + timedelta(days=1):%Y%m%d}"


def ahead(day: str, days: int) -> str:
    """Return the day some days later (or earlier)."""
    return f"{_date(day) + timedelta(days=days):%Y%m%d}"


def weekday(day: str) -> str:
    """Return the day itself, or the Friday or Thursday before a weekend."""
    found = _date(day)
    return f"{found - timedelta(days=2 if found.weekday() >= 5 else 0):%Y%m%d}"


def workday(draw: Draw, first: str, last: str) -> str:
    """Return a weekday between two days."""
    start, span = _date(first), (_date(last) - _date(first)).days
    found = start + timedelta(days=draw.below(span + 1))
    return f"{found - timedelta(days=max(0, found.weekday() - 4)):%Y%m%d}"


def _date(day: str) -> date:
    return date(int(day[:4]), int(day[4:6]), int(day[6:]))
