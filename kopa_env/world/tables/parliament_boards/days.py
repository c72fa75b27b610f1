"""Days on which the Assembly's offices are open."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.clock import TODAY
from kopa_env.world.fact_rows import fact_rows

LAST = date.fromisoformat(TODAY) - timedelta(days=1)
"""The last whole day of the world."""

_TRADERS_OWN = ("연말 휴장", "노동절", "근로자의 날")


@lru_cache(maxsize=1)
def _holidays() -> frozenset[str]:
    rows = fact_rows("market_holidays")
    return frozenset(r["day"] for r in rows if r["name"] not in _TRADERS_OWN)


def is_open(day: date) -> bool:
    """Return whether it is a working day."""
    return day.weekday() < 5 and f"{day:%Y%m%d}" not in _holidays()


def open_on(day: date) -> date:
    """Return the day itself, or the last working day before it."""
    while not is_open(day):
        day -= timedelta(days=1)
    return day


def open_from(day: date) -> date:
    """Return the day itself, or the next working day after it."""
    while not is_open(day):
        day += timedelta(days=1)
    return day


def spread(first: date, count: int, last: date = LAST) -> Iterator[tuple[int, date]]:
    """Yield (number, working day) for so many items between two days.

    Lists that run up to the present do not all end on the same day.
    """
    end = last - timedelta(days=count % 7) if last == LAST else last
    for number in range(count):
        yield number, open_on(first + (end - first) * number // max(1, count - 1))
