"""Futures and options: which contracts are open on a day, when they end, and how they are named.

A month is counted as ``year * 12 + month - 1``.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from kopa_env.world.tables.exchange.assets import asset_price, fear
from kopa_env.world.tables.exchange.days import BEFORE, day_of, first_from, trading_days
from kopa_env.world.tables.exchange.indices import named_level
from kopa_env.world.tables.exchange.prices import Issue, closes, register
from kopa_env.world.tables.exchange.walk import OCTAVE, per_mille, power, walk
from kopa_env.world.world import World

_YEARS = {
    2009: "D", 2010: "E", 2011: "F", 2012: "G", 2013: "H", 2014: "J", 2015: "K", 2016: "L",
    2017: "M", 2018: "N", 2019: "P", 2020: "Q", 2021: "R", 2022: "S", 2023: "T", 2024: "V",
    2025: "W", 2026: "6", 2027: "7", 2028: "8", 2029: "9", 2030: "0",
}  # fmt: skip


class Product(NamedTuple):
    """What a contract is on.

    Attributes:
        name: as ``PROD_NM`` has it, without its last word.
        short: as the contracts' names begin.
        on: index, asset or code of a share.
        kind: ``index``, ``asset`` or ``share``.
        code: two characters of its codes.
        unit: won a point (a share) of one contract.
        pattern: which months are open.
        scale: places after the point of its prices beyond hundredths cut off (ticks in hundredths).
        tail: what the names end with.
        since: first day.
    """

    name: str
    short: str
    on: str
    kind: str
    code: str
    unit: int
    pattern: str
    scale: int
    tail: str
    since: str


_large: dict[tuple[int, str, int], tuple[Issue, ...]] = {}


def large_shares(world: World, market: str, count: int) -> tuple[Issue, ...]:
    """Return the largest ordinary shares of a market that stayed listed since 2010 or 2015."""
    key = (world.seed, market, count)
    if key not in _large:
        ends = BEFORE + len(trading_days())
        stays = [
            i for i in register(world)
            if i.market == market and i.until == ends and i.since <= first_from("20150105")
            and i.row["kind"] == "보통주" and i.gap == 1 and not i.halts and not i.split
        ]  # fmt: skip
        stays.sort(key=lambda i: (-i.price * i.shares, i.code))
        _large[key] = tuple(stays[:count])
    return _large[key]


@lru_cache(maxsize=1024)
def last_day(month: int) -> int:
    """Return the number of a contract month's last trading day: its second Thursday."""
    first = date(month // 12, month % 12 + 1, 1)
    day = first + timedelta(days=(3 - first.weekday()) % 7 + 7)
    place = first_from(f"{day:%Y%m%d}")
    if place - BEFORE < len(trading_days()):
        return place if day_of(place) == f"{day:%Y%m%d}" else place - 1
    # Contracts end after the last day known: weekdays stand in for trading days.
    latest = trading_days()[-1]
    ahead = (day - date(int(latest[:4]), int(latest[4:6]), int(latest[6:]))).days
    return BEFORE + len(trading_days()) - 1 + ahead * 5 // 7


@lru_cache(maxsize=8192)
def months_on(pattern: str, day: int) -> tuple[int, ...]:
    """Return the contract months open on a day: next months (M), quarters (Q), half-years (H)."""
    text = day_of(day)
    month = int(text[:4]) * 12 + int(text[4:6]) - 1
    if last_day(month) < day:
        month += 1
    found: list[int] = []
    for kind, count in zip(pattern[::2], map(int, pattern[1::2]), strict=True):
        step = {"M": 1, "Q": 3, "H": 6, "Y": 12}[kind]
        ahead = (m for m in range(month, month + 120) if (m + 1) % step == 0 and m not in found)
        found += [m for m, _ in zip(ahead, range(count), strict=False)]
    return tuple(sorted(found))


@lru_cache(maxsize=4096)
def opened(pattern: str, month: int) -> int:
    """Return the number of the first day on which a contract month is open (2010 at the least)."""
    low, high = BEFORE, max(BEFORE, min(last_day(month), BEFORE + len(trading_days()) - 1))
    while low < high:
        middle = (low + high) // 2
        if month in months_on(pattern, middle):
            high = middle
        else:
            low = middle + 1
    return low


def contract_code(product: Product, kind: str, month: int, tail: str = "000") -> str:
    """Return a code; ``kind`` is its first digit (1 futures, 2 calls, 3 puts, 4 spreads)."""
    year = month // 12
    head = {"1": "A", "2": "B", "3": "C", "4": "D"}[kind] if year >= 2026 else kind
    return f"{head}{product.code}{_YEARS[year]}{month_letter(month)}{tail}"


def month_letter(month: int) -> str:
    """Return a month as codes write it: 1 to 9, A, B, C."""
    return "123456789ABC"[month % 12]


def month_text(month: int) -> str:
    """Return a contract month as names write it: ``202403``."""
    return f"{month // 12}{month % 12 + 1:02d}"


def padded(short: str, width: int = 10) -> str:
    """Fill a name with blanks to a width, of which a Korean letter takes two places."""
    taken, text = 0, ""
    for c in short:
        size = 1 if c.isascii() else 2
        if taken + size > width:
            break
        text, taken = text + c, taken + size
    return text + " " * (width - taken)


def spot(world: World, product: Product, day: int) -> int:
    """Return the price of what a contract is on, in hundredths."""
    if product.on == "VOL":
        return fear(world.seed, day)
    if product.on == "RATE":
        return 10_000 - interest(world.seed, day, 0) // 10
    if product.kind == "index":
        return named_level(world, product.on, day)
    if product.kind == "asset":
        return asset_price(world.seed, product.on, day)
    return closes(world.seed, _share(world, product.on), day, day + 1)[0] * 100


def _share(world: World, code: str) -> Issue:
    return next(issue for issue in register(world) if issue.code == code)


_CURVE = (4_150, 3_900, 3_420, 2_810, 2_840, 2_080, 1_640, 1_660, 2_150, 1_810, 1_330, 960, 1_880,
          3_690, 3_240, 2_560, 2_880, 2_900)  # fmt: skip
"""Yields of three-year treasury bonds as each year from 2010 on began, in thousandths of a per
cent: rough sizes of what was."""


def interest(seed: int, day: int, tenor: int) -> int:
    """Return a yield in thousandths of a per cent for so many years; 0 for three months."""
    text = day_of(max(BEFORE, min(day, BEFORE + len(trading_days()) - 1)))
    year = int(text[:4]) - 2010
    part = (int(text[4:6]) - 1) * 30 + int(text[6:])
    base = _CURVE[year] + (_CURVE[year + 1] - _CURVE[year]) * part // 361
    noise = walk(seed, "yield", per_mille(60), day, day + 1)[0]
    base = base * power(noise // 2, OCTAVE) // OCTAVE
    slope = walk(seed, "slope", per_mille(90), day, day + 1)[0] // 220
    ahead = {0: -120, 1: -90, 2: -40, 3: 0, 5: 60, 10: 170, 20: 190, 30: 160, 50: 120}
    near = min(ahead, key=lambda t: abs(t - tenor))
    return max(250, base + ahead[near] + slope * min(near, 10) // 10)
