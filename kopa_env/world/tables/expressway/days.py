"""Days and hours on the road: what kind of day it is and how traffic spreads over it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

from kopa_env.world.clock import TODAY
from kopa_env.world.fact_rows import fact_rows

FIRST = date(2015, 1, 1)
LATEST = date.fromisoformat(TODAY) - timedelta(days=1)
"""The last day that is wholly counted."""

NOW = date.fromisoformat(TODAY).strftime("%Y%m%d")

FEASTS: Mapping[str, Mapping[int, date]] = {
    "설": {
        2015: date(2015, 2, 19), 2016: date(2016, 2, 8), 2017: date(2017, 1, 28),
        2018: date(2018, 2, 16), 2019: date(2019, 2, 5), 2020: date(2020, 1, 25),
        2021: date(2021, 2, 12), 2022: date(2022, 2, 1), 2023: date(2023, 1, 22),
        2024: date(2024, 2, 10), 2025: date(2025, 1, 29), 2026: date(2026, 2, 17),
    },
    "추석": {
        2015: date(2015, 9, 27), 2016: date(2016, 9, 15), 2017: date(2017, 10, 4),
        2018: date(2018, 9, 24), 2019: date(2019, 9, 13), 2020: date(2020, 10, 1),
        2021: date(2021, 9, 21), 2022: date(2022, 9, 10), 2023: date(2023, 9, 29),
        2024: date(2024, 9, 17), 2025: date(2025, 10, 6), 2026: date(2026, 9, 25),
    },
}  # fmt: skip
"""The days of the two lunar feasts (almanac)."""

Kind = Literal["weekday", "friday", "saturday", "sunday", "feast_eve", "feast", "feast_after"]

_PROFILES: Mapping[str, tuple[int, ...]] = {
    # per mille of the day's traffic in each hour
    "work": (
        *(11, 8, 7, 8, 14, 28, 49, 63, 62, 54, 51, 51),
        *(50, 52, 55, 59, 65, 71, 68, 54, 41, 34, 27, 18),
    ),
    "rest": (
        *(13, 9, 7, 7, 10, 20, 35, 47, 56, 61, 64, 64),
        *(62, 64, 67, 69, 70, 69, 62, 50, 38, 29, 17, 10),
    ),
}
_SEASON = (92, 90, 97, 101, 105, 102, 101, 106, 103, 106, 102, 95)
_YEAR = {
    2015: 91, 2016: 94, 2017: 95, 2018: 96, 2019: 98, 2020: 93, 2021: 97, 2022: 99, 2023: 101,
    2024: 103, 2025: 104, 2026: 105,
}  # fmt: skip
_WEIGHT: Mapping[Kind, int] = {
    "weekday": 98, "friday": 107, "saturday": 106, "sunday": 95, "feast_eve": 108, "feast": 124,
    "feast_after": 116,
}  # fmt: skip


def read_day(value: object) -> date | None:
    """Read ``YYYYMMDD``; ``None`` if it is no day."""
    text = str(value)
    if len(text) != 8 or not (text.isascii() and text.isdecimal()):
        return None
    try:
        return date(int(text[:4]), int(text[4:6]), int(text[6:]))
    except ValueError:
        return None


def text_of(day: date) -> str:
    """Write a day as ``YYYYMMDD`` (also before the year 1000)."""
    return day.isoformat().replace("-", "")


@lru_cache(maxsize=1)
def _holidays() -> frozenset[str]:
    names = ("연말 휴장", "근로자의 날")
    return frozenset(r["day"] for r in fact_rows("market_holidays") if r["name"] not in names)


@lru_cache(maxsize=8192)
def kind_of(day: date) -> Kind:
    """Return what kind of day it is for traffic."""
    for years in FEASTS.values():
        feast = years.get(day.year)
        if feast is not None:
            offset = (day - feast).days
            if offset == 0:
                return "feast"
            if offset in (-2, -1):
                return "feast_eve"
            if offset in (1, 2):
                return "feast_after"
    if day.weekday() == 6 or text_of(day) in _holidays():
        return "sunday"
    return "saturday" if day.weekday() == 5 else "friday" if day.weekday() == 4 else "weekday"


def level(day: date) -> int:
    """Return how much traffic a day has: about 10,000 for a middling one."""
    year = _YEAR[min(max(day.year, 2015), 2026)]
    pandemic = 88 if (2020, 3) <= (day.year, day.month) <= (2020, 6) else 100
    return _SEASON[day.month - 1] * year * _WEIGHT[kind_of(day)] * pandemic // 10_000


def hour_share(day: date, hour: int) -> int:
    """Return the per mille of a day's traffic that falls into an hour."""
    work = kind_of(day) in ("weekday", "friday")
    return _PROFILES["work" if work else "rest"][hour]


def span(first: date, last: date) -> list[date]:
    """Return the days of a span, both ends included."""
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]
