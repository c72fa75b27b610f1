"""The exchange's calendar: every trading day from 2010 on, numbered."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.clock import TODAY
from kopa_env.world.fact_rows import fact_rows

FIRST = date(2010, 1, 4)
LATEST = date.fromisoformat(TODAY) - timedelta(days=1)
"""The last day whose data are out: a day's data appear on the morning of the next."""

BEFORE = 256
"""Number of the first day: walks reach back to days before it."""


@lru_cache(maxsize=1)
def trading_days() -> tuple[str, ...]:
    """Return every trading day (``YYYYMMDD``) whose data are out."""
    closed = {row["day"] for row in fact_rows("market_holidays")}
    day, found = FIRST, []
    while day <= LATEST:
        text = f"{day:%Y%m%d}"
        if day.weekday() < 5 and text not in closed:
            found.append(text)
        day += timedelta(days=1)
    return tuple(found)


@lru_cache(maxsize=1)
def _places() -> dict[str, int]:
    return {day: place for place, day in enumerate(trading_days(), BEFORE)}


def number(day: object) -> int | None:
    """Return a trading day's number, or nothing for any other day."""
    return _places().get(str(day))


def day_of(place: int) -> str:
    """Return the day of a number."""
    return trading_days()[place - BEFORE]


def first_from(day: str) -> int:
    """Return the number of the first trading day from ``day`` on; one past the last for none."""
    days = trading_days()
    low, high = 0, len(days)
    while low < high:
        middle = (low + high) // 2
        if days[middle] < day:
            low = middle + 1
        else:
            high = middle
    return low + BEFORE


@lru_cache(maxsize=1)
def years() -> tuple[int, ...]:
    """Return the years that have trading days."""
    return tuple(dict.fromkeys(int(day[:4]) for day in trading_days()))


def span(year: int) -> range:
    """Return the numbers of a year's trading days."""
    return range(first_from(f"{year}0101"), first_from(f"{year + 1}0101"))
