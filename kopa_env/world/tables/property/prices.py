"""What property costs: by district, kind and month. Magnitudes are public, figures are made up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from kopa_env.world.fact_rows import fact_rows

FIRST, LAST = "200601", "202601"
"""The months with sales, from the first to the one of the world's day."""
FIRST_RENT = "201101"

_COURSE: Mapping[int, int] = {
    2006: 470, 2007: 560, 2009: 565, 2012: 580, 2014: 560, 2016: 620, 2018: 700, 2020: 830,
    2021: 960, 2022: 1090, 2023: 930, 2024: 935, 2025: 955, 2026: 1000, 2027: 1020,
}  # fmt: skip
"""Prices in January of a year, in thousandths of those of January 2026."""
_BUSY: Mapping[int, int] = {
    2006: 120, 2008: 80, 2010: 75, 2012: 62, 2015: 118, 2016: 105, 2018: 88, 2020: 132,
    2021: 98, 2022: 42, 2023: 52, 2024: 68, 2025: 74, 2026: 72, 2027: 72,
}  # fmt: skip
"""How much is sold, in hundredths of a usual year."""
_SEASON = (82, 92, 112, 108, 104, 101, 98, 94, 96, 104, 108, 101)


def month_number(month: str) -> int:
    """Return a month (``YYYYMM``) as a number that grows by one a month."""
    return int(month[:4]) * 12 + int(month[4:6]) - 1


def month_text(number: int) -> str:
    """Return the month of a number."""
    return f"{number // 12}{number % 12 + 1:02d}"


def is_month(text: str, first: str = FIRST) -> bool:
    """Say whether a text is a month between ``first`` and the last one with deals."""
    good = len(text) == 6 and text.isascii() and text.isdigit() and "01" <= text[4:] <= "12"
    return good and first <= text <= LAST


def _between(course: Mapping[int, int], month: str) -> int:
    at = month_number(month)
    years = sorted(course)
    low = max(year for year in years if year * 12 <= at)
    high = min(year for year in years if year * 12 > at)
    gone = at - low * 12
    return course[low] + (course[high] - course[low]) * gone // ((high - low) * 12)


@lru_cache(maxsize=512)
def level(month: str) -> int:
    """Return prices of a month in thousandths of those of January 2026."""
    return _between(_COURSE, month)


@lru_cache(maxsize=512)
def busy(month: str) -> int:
    """Return how much is sold in a month, in ten-thousandths of a usual one."""
    return _between(_BUSY, month) * _SEASON[int(month[4:]) - 1]


@lru_cache(maxsize=1)
def _known() -> dict[str, int]:
    return {r["code"]: int(r["price"]) for r in fact_rows("property_prices")}


@lru_cache(maxsize=512)
def price(district: str, name: str) -> int:
    """Return what a square metre of an apartment costs in a district (10,000 won)."""
    own = _known().get(district)
    if own is not None:
        return own
    base = _known()[district[:2]]
    return base * 58 // 100 if name.endswith("군") else base


def rounded(won: int) -> int:
    """Return a price as people agree on it (10,000 won)."""
    step = 10 if won < 1_000 else 50 if won < 5_000 else 100 if won < 40_000 else 500
    return max(step, won // step * step)
