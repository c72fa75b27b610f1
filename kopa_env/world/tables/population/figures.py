"""Registered residents of every 행정동 by month: figures from which larger areas are summed.

Only a 행정동's own numbers are made; a 시군구 or 시도 has the sum of its own, so that lists add
up on every level. People stand near the real magnitude of their province and follow its course.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.districts import District, districts
from kopa_env.world.tables.towns import AdminDong, admin_dongs_of, by_code

FIRST, LAST = "202210", "202512"
"""The months the service answers for, up to the last one before the world's day."""

KINDS = ("1", "2", "3", "4")
"""All, residents, whereabouts unknown, Koreans living abroad: the first is the sum of the rest."""

_LAST_MONTH = 2025 * 12 + 11


@dataclass(frozen=True, slots=True)
class Count:
    """How many live in an area: ``ages`` is the sum of all ages in tenths of a year."""

    total: int
    male: int
    households: int
    ages: int
    women_100: int

    @property
    def female(self) -> int:
        """How many women."""
        return self.total - self.male

    def __add__(self, other: Count) -> Count:
        """Return both areas together."""
        return Count(
            self.total + other.total,
            self.male + other.male,
            self.households + other.households,
            self.ages + other.ages,
            self.women_100 + other.women_100,
        )


NOBODY = Count(0, 0, 0, 0, 0)


def months() -> tuple[str, ...]:
    """Return the months from first to last (``YYYYMM``)."""
    first = int(FIRST[:4]) * 12 + int(FIRST[4:]) - 1
    return tuple(_month(n) for n in range(first, _LAST_MONTH + 1))


def before(month: str) -> str:
    """Return the month before."""
    return _month(int(month[:4]) * 12 + int(month[4:]) - 2)


def _month(number: int) -> str:
    return f"{number // 12}{number % 12 + 1:02d}"


@lru_cache(maxsize=1)
def _provinces() -> dict[str, dict[str, int]]:
    return {
        r["short"]: {k: int(v) for k, v in r.items() if k != "short"}
        for r in fact_rows("residents")
    }


@lru_cache(maxsize=4)
def _district_people(seed: int) -> dict[str, int]:
    """Return how many people each district has at the end, so that provinces have theirs."""
    known = {r["code"]: int(r["people"]) for r in fact_rows("gyeonggi_wards")}
    weights: dict[str, list[tuple[District, int]]] = {}
    for d in districts():
        share = d.weight * (50 if d.name.endswith("군") else 100)
        weight = known[d.code] * 100 if d.code in known else share
        noise = Draw(seed, "people of", d.code).between(82, 122)
        weights.setdefault(d.province, []).append((d, weight * noise))
    found = {}
    for short, parts in weights.items():
        whole = sum(weight for _, weight in parts)
        for d, weight in parts:
            found[d.code] = _provinces()[short]["people"] * 1000 * weight // whole
    return found


@dataclass(frozen=True, slots=True)
class _Course:
    """What a 행정동's numbers follow: all integers, scaled as named."""

    base: int
    per_month: int  # change a month, in millionths
    wobble: int  # 512 bits
    male: int  # per mille
    household: int  # people in 100 households
    age: int  # tenths of a year
    old: int  # women of 100 and over among 100,000


@lru_cache(maxsize=600)
def _courses(seed: int, district: str) -> tuple[_Course, ...]:
    dongs = admin_dongs_of(district)
    weights = [_weight(seed, dong) for dong in dongs]
    whole, people = sum(weights), _district_people(seed)[district]
    return tuple(
        _course(seed, dong, people * weight // whole)
        for dong, weight in zip(dongs, weights, strict=True)
    )


def _weight(seed: int, dong: AdminDong) -> int:
    draw = Draw(seed, "share of", dong.code)
    if dong.name.endswith("면"):
        return draw.between(12, 48)
    return draw.between(60, 220) if dong.name.endswith("동") else draw.between(70, 200)


def _course(seed: int, dong: AdminDong, base: int) -> _Course:
    draw = Draw(seed, "course of", dong.code)
    province = _provinces()[by_code()[dong.district].province]
    country = dong.name.endswith("면")
    growth = province["change"] * 100 // 12 + draw.between(-1900, 1700) - (900 if country else 0)
    age = province["age"] + (draw.between(80, 170) if country else draw.between(-62, 40))
    return _Course(
        base=base,
        per_month=growth,
        wobble=draw.bits(),
        male=draw.between(484, 509) + (8 if country else 0),
        household=province["household"] + draw.between(-28, 30) - (18 if country else 0),
        age=age,
        old=draw.between(8, 36) * (4 if country else 1),
    )


@lru_cache(maxsize=4096)
def counts(seed: int, district: str, month: str, kind: str = "1") -> tuple[Count, ...]:
    """Return the count of each 행정동 of a district, in the order of ``admin_dongs_of``."""
    step = int(month[:4]) * 12 + int(month[4:]) - 1 - _LAST_MONTH
    return tuple(_count(course, step, kind) for course in _courses(seed, district))


def _count(course: _Course, step: int, kind: str) -> Count:
    wave = (course.wobble >> 6 * (step % 60) & 63) - 31
    total = course.base * (1_000_000 + course.per_month * step + wave * 40) // 1_000_000
    lost = total * (2 + (course.wobble >> 400 & 3)) // 1000
    abroad = total * (1 + (course.wobble >> 404 & 1)) // 1000
    total = {"1": total, "2": total - lost - abroad, "3": lost, "4": abroad}[kind]
    male = total * course.male // 1000
    old = (total - male) * course.old
    return Count(
        total=total,
        male=male,
        households=total * 1000 // max(1200, course.household * 10 - step),
        ages=total * (course.age + step * 4 // 12),
        women_100=old // 100_000 + (old % 100_000 > course.wobble % 100_000),
    )


def summed(parts: Iterable[Count]) -> Count:
    """Return several areas together."""
    found = NOBODY
    for part in parts:
        found = found + part
    return found


def ratio(above: int, below: int, digits: int = 2) -> str:
    """Write a quotient, rounded to so many digits."""
    scale = 10**digits
    scaled = (above * scale * 2 + below) // (below * 2) if below else 0
    return f"{scaled // scale}.{scaled % scale:0{digits}d}"
