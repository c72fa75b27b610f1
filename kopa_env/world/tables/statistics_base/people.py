"""People of districts by sex and age, births and deaths, after the registered residents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.tables.population.figures import Count, counts, summed

AGE_GROUPS = 21
"""0–4, 5–9 … 95–99, 100 and over."""

_SHARES = (
    260, 350, 450, 450, 530, 670, 700, 620, 750, 760, 850, 810, 830, 700, 460, 350, 260, 140,
    60, 12, 2,
)  # fmt: skip
_MEN = (
    513, 512, 513, 516, 520, 527, 520, 512, 508, 505, 505, 501, 496, 487, 470, 445, 405, 345,
    265, 210, 170,
)  # fmt: skip
"""Men among a thousand of each age group."""


def apportion(whole: int, weights: Sequence[int]) -> list[int]:
    """Share a number out by weights, so that the parts add up to it."""
    total = sum(weights) or 1
    parts = [whole * w // total for w in weights]
    rest = whole - sum(parts)
    largest = sorted(range(len(weights)), key=lambda n: -(whole * weights[n] % total))
    for n in largest[:rest]:
        parts[n] += 1
    return parts


@lru_cache(maxsize=40_000)
def residents(seed: int, district: str, month: str) -> Count:
    """Return the registered residents of a district at the end of a month."""
    return summed(counts(seed, district, month))


@lru_cache(maxsize=8_000)
def by_age(seed: int, district: str, year: int) -> tuple[tuple[int, int], ...]:
    """Return (men, women) of each age group at the end of a year."""
    found = residents(seed, district, f"{year}12")
    mean = found.ages // max(1, found.total)  # tenths of a year
    tilt = mean - 455
    shares = [s * max(40, 1000 + tilt * (n - 9)) for n, s in enumerate(_SHARES)]
    men = apportion(found.male, [s * m for s, m in zip(shares, _MEN, strict=True)])
    women = [s * (1000 - m) for s, m in zip(shares, _MEN, strict=True)]
    return tuple(zip(men, apportion(found.female, women), strict=True))


_BORN = {
    2015: 85, 2016: 79, 2017: 70, 2018: 64, 2019: 59, 2020: 53, 2021: 51, 2022: 49, 2023: 46,
}  # fmt: skip
"""Births among a thousand women of 25 to 39."""


def births(seed: int, district: str, year: int) -> int:
    """Return how many were born in a district in a year."""
    women = sum(by_age(seed, district, year)[n][1] for n in (5, 6, 7))
    rate = _BORN.get(year, 48)
    draw = Draw(seed, "births", district, year)
    return women * rate * draw.between(88, 114) // 100_000


def expected_births(seed: int, districts: Sequence[str], year: int) -> int:
    """Return how many children a woman may expect, in thousandths."""
    born = sum(births(seed, d, year) for d in districts)
    women = sum(by_age(seed, d, year)[n][1] for d in districts for n in (5, 6, 7))
    return born * 15_300 // women


CAUSES = (
    # shares of all deaths in ten thousands: men, women
    (270, 330), (2950, 2100), (300, 380), (1750, 2250), (1300, 1350), (430, 330), (900, 520),
)  # fmt: skip
"""The causes that the table of deaths lists; the rest are other causes."""


def deaths(seed: int, year: int, people: int) -> tuple[list[int], list[int]]:
    """Return deaths of men and women by cause, with other causes as the last."""
    draw = Draw(seed, "deaths", year)
    whole = people * (540 + (year - 2015) * 19 + draw.between(-8, 8)) // 100_000
    men = whole * 538 // 1000
    found = []
    for total, sex in ((men, 0), (whole - men, 1)):
        weights = [share[sex] * draw.between(96, 104) for share in CAUSES]
        rest = 1_000_000 - sum(weights)
        found.append(apportion(total, [*weights, max(1, rest)]))
    return found[0], found[1]
