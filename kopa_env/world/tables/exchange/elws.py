"""Equity-linked warrants: thousands of them, issued month by month, each alive for half a year."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.codes import letter
from kopa_env.world.tables.exchange.contracts import large_shares, last_day
from kopa_env.world.tables.exchange.days import BEFORE, day_of, first_from, number, trading_days
from kopa_env.world.tables.exchange.funds import HOUSES
from kopa_env.world.tables.exchange.indices import named_level
from kopa_env.world.tables.exchange.options import worth
from kopa_env.world.tables.exchange.prices import closes
from kopa_env.world.tables.exchange.texts import comma_decimal, decimal, rate
from kopa_env.world.tables.exchange.walk import values
from kopa_env.world.world import World

_A_MONTH = 630
_UNDERLYING = 36
_INDICES = ("코스피 200", "코스닥 150")


class _Elw(NamedTuple):
    code: str
    name: str
    on: str
    call: bool
    strike: int
    ratio: int
    volatility: int
    month: int
    since: int
    until: int
    units: int


@lru_cache(maxsize=64)
def _issued(seed: int, month: int, underlying: tuple[tuple[str, str], ...]) -> tuple[_Elw, ...]:
    """Return the warrants issued in a month (counted from 2009 on)."""
    year, place = 2009 + month // 12, month % 12 + 1
    start = first_from(f"{year}{place:02d}01")
    return tuple(
        _one(Draw(seed, "elw", month, n), n, month, start, underlying) for n in range(_A_MONTH)
    )


def _one(
    draw: Draw, n: int, month: int, start: int, underlying: tuple[tuple[str, str], ...]
) -> _Elw:
    name, short = underlying[draw.skewed(0, len(underlying) - 1, 2)]
    house = draw.below(len(HOUSES))
    call = draw.chance(560)
    serial = f"{letter(10 + month % 23)}{n:03d}"
    ends = month + draw.between(4, 8)
    return _Elw(
        f"{50 + house}{serial}", f"{HOUSES[house]}{serial}{short}{'콜' if call else '풋'}", name,
        call, draw.between(720, 1280), draw.between(1, 20) * 10, draw.between(180, 420),
        start, start + draw.between(0, 18), last_day((2009 + ends // 12) * 12 + ends % 12),
        draw.between(8, 420) * 100_000,
    )  # fmt: skip


def _day(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    day = number(names[0])
    if day is None:
        return
    spots = _spots(world, day)
    short = tuple(
        (name, name.replace("코스피 200", "KOSPI200").replace("코스닥 150", "KOSDAQ150"))
        for name in spots
    )
    text = day_of(day)
    month = (int(text[:4]) - 2009) * 12 + int(text[4:6]) - 1
    for issued in range(max(0, month - 8), month + 1):
        for elw in _issued(world.seed, issued, short):
            if elw.since <= day < elw.until:
                anchor = _spots(world, max(BEFORE, elw.month))[elw.on][0]
                yield _row(world, elw, day, spots[elw.on], anchor)


Spot = tuple[int, int, int]
_spots_kept: dict[tuple[int, int], dict[str, Spot]] = {}


def _spots(world: World, day: int) -> dict[str, Spot]:
    """Return (price, the day before's, places after the point) of what warrants are on, by name."""
    key = (world.seed, day)
    if key not in _spots_kept:
        if len(_spots_kept) >= 128:
            _spots_kept.clear()
        found: dict[str, Spot] = {
            name: (named_level(world, name, day), named_level(world, name, day - 1), 2)
            for name in _INDICES
        }
        for issue in large_shares(world, "KOSPI", _UNDERLYING):
            before, now = closes(world.seed, issue, day - 1, day + 1)
            found[str(issue.row["abbr"])] = (now, before, 0)
        _spots_kept[key] = found
    return _spots_kept[key]


def _row(world: World, elw: _Elw, day: int, spot: Spot, anchor: int) -> Row:
    now, before, places = spot
    strike = anchor * elw.strike // 1000
    prices = [
        max(5, worth(price, strike, elw.volatility, days, elw.call)
            // (1 if places else elw.ratio) // 5 * 5)
        for price, days in (
            (now, (elw.until - day) * 7 // 5), (before, (elw.until - day + 1) * 7 // 5)
        )
    ]  # fmt: skip
    price, change = prices[0], prices[0] - prices[1] if day > elw.since else 0
    word = values(world.seed, elw.code, 1, day, day + 1)[0]
    volume = elw.units // 4_000 * (1 + (word & 63)) if word > 12_000 else 0
    high = low = opening = 0
    if volume:
        opening = max(5, price - change * (word >> 6 & 3) // 3 // 5 * 5)
        high = max(opening, price) + (word >> 8 & 3) * 5
        low = max(5, min(opening, price) - (word >> 10 & 3) * 5)
    return (
        day_of(day), elw.code, elw.name, price, change, opening, high, low, volume,
        volume * (price + low + high) // 3, price * elw.units, elw.units, elw.on,
        comma_decimal(now, places), decimal(now - before, places), rate(now - before, before),
    )  # fmt: skip


ELW_DAYS = Table(
    "elw_days",
    (
        Column("day", domain="date"),
        Column("code", domain="elw_code"),
        Column("name", domain="issue_name"),
        Column("close", "int"),
        Column("change", "int"),
        Column("open", "int"),
        Column("high", "int"),
        Column("low", "int"),
        Column("volume", "int"),
        Column("value", "int"),
        Column("cap", "int"),
        Column("units", "int"),
        Column("underlying", domain="issue_name", gen="ref"),
        Column("spot"),
        Column("spot_change"),
        Column("spot_rate"),
    ),
    lambda world: (row for day in trading_days() for row in _day(world, (day,))),
    key=("day", "code"),
    by=("day",),
    part=_day,
)
