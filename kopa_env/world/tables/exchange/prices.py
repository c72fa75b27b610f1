"""What a share cost: closing prices of any span of days, from its walk, in whole won.

A price follows the walk of its market and trade (as far as ``beta`` says) and one of its own. Rules
of the exchange that shape it, each decided by the day alone: prices stand on ticks; a share that is
halted, or not traded on a day, keeps its price, and its walk stands still meanwhile; now and then a
lively share closes at its upper limit, from where it falls back over weeks; before a split a share
cost ``ratio`` times as much. No day's change can pass the limit of 30 % (KONEX 15 %), because the
walks' own bounds leave no room for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.table import Value
from kopa_env.world.tables.exchange.days import BEFORE, first_from, trading_days
from kopa_env.world.tables.exchange.walk import POWERS, per_mille, values, walk
from kopa_env.world.world import World

MARKET_SIGMA, OWN_SIGMA, SECTOR_SIGMA = 100, 40, 60
"""A usual day's change of all shares, of one market, of one trade, in hundredths of a per cent."""

MIDDLE = first_from("20240102")
_DRIFT = 15
"""How much the market rises in a day on the average, as a logarithm: about 4 % a year."""

NEW_TICKS = first_from("20230125")
_LIMIT_LOG = 24_700
_FADES, _BLOCK = 40, 64


class Issue(NamedTuple):
    """One share, as its prices need it; days are numbers of trading days."""

    code: str
    market: str
    sector: str
    price: int
    sigma: int
    beta: int
    gap: int
    turnover: int
    lively: bool
    shares: int
    since: int
    until: int
    halts: tuple[tuple[int, int], ...]
    managed: int
    split: int
    ratio: int
    row: dict[str, Value]


def limit_of(price: int, percent: int, new: bool, kosdaq: bool) -> int:
    """Return the highest price a share may reach (the lowest for a negative ``percent``)."""
    bound = price * (100 + percent) // 100
    if percent > 0:
        return tick(bound, new, kosdaq)
    low = tick(bound, new, kosdaq)
    return low if low * 100 >= price * (100 + percent) else low + step(low, new, kosdaq)


def step(price: int, new: bool, kosdaq: bool) -> int:
    """Return the tick at a price, by the rules from 25 January 2023 on or those before."""
    if new:
        return (
            1 if price < 2_000 else 5 if price < 5_000 else 10 if price < 20_000
            else 50 if price < 50_000 else 100 if price < 200_000
            else 500 if price < 500_000 else 1000
        )  # fmt: skip
    low = 1 if price < 1_000 else 5 if price < 5_000 else 10 if price < 10_000 else 50
    if price < 50_000:
        return low
    return 100 if price < 100_000 or kosdaq else 500 if price < 500_000 else 1000


def tick(price: int, new: bool, kosdaq: bool) -> int:
    """Round a price down to a tick."""
    size = step(price, new, kosdaq)
    return price // size * size


def _ticks(prices: list[int], first: int, kosdaq: bool) -> list[int]:
    """Round each day's price down to a tick; written out for speed."""
    old = max(0, min(len(prices), NEW_TICKS - first))
    return [p - p % step(p, False, kosdaq) for p in prices[:old]] + [
        p - p % (1 if p < 2_000 else 5 if p < 5_000 else 10 if p < 20_000
                 else 50 if p < 50_000 else 100 if p < 200_000 else 500 if p < 500_000 else 1000)
        for p in prices[old:]
    ]  # fmt: skip


_registers: dict[int, tuple[Issue, ...]] = {}


def register(world: World) -> tuple[Issue, ...]:
    """Return every share in the order of ``stock_issues``."""
    found = _registers.get(world.seed)
    if found is None:
        if len(_registers) >= 4:
            _registers.clear()
        found = tuple(_issue(row) for row in world.rows("stock_issues"))
        _registers[world.seed] = found
    return found


def _issue(row: dict[str, Value]) -> Issue:
    def whole(name: str) -> int:
        value = row[name]
        return value if isinstance(value, int) else 0

    end = BEFORE + len(trading_days())
    halts = []
    for part in str(row["halts"]).split():
        day, _, days = part.partition(":")
        begin = first_from(day)
        halts.append((begin, min(end, begin + int(days))))
    return Issue(
        str(row["code"]), str(row["market"]), str(row["sector"]), whole("price"),
        per_mille(whole("sigma")), whole("beta"), whole("gap"), whole("turnover"),
        bool(row["lively"]), whole("shares"), first_from(str(row["listed_on"])),
        first_from(str(row["delisted_on"])) if row["delisted_on"] else end,
        tuple(_apart(sorted(halts))), first_from(str(row["managed_on"])) + 1
        if row["managed_on"] else end,
        first_from(str(row["split_on"])) if row["split_on"] else 0, whole("ratio"), row,
    )  # fmt: skip


def _apart(spells: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join spells that overlap."""
    found: list[tuple[int, int]] = []
    for begin, end in spells:
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((begin, end))
    return found


@lru_cache(maxsize=256)
def market_walk(seed: int, market: str, first: int, last: int) -> tuple[int, ...]:
    """Return the logarithms of a market's course (before its shares' own)."""
    common = walk(seed, "market", per_mille(MARKET_SIGMA), first, last)
    own = walk(seed, f"market {market}", per_mille(OWN_SIGMA), first, last)
    drift = _DRIFT * (first - MIDDLE)
    return tuple(
        a + b + drift + _DRIFT * n for n, (a, b) in enumerate(zip(common, own, strict=True))
    )


@lru_cache(maxsize=2048)
def _along(
    seed: int, market: str, sector: str, beta: int, first: int, last: int
) -> tuple[int, ...]:
    """Return what market and trade give a share of this ``beta``."""
    trade = walk(seed, f"trade {sector}", per_mille(SECTOR_SIGMA), first, last)
    course = market_walk(seed, market, first, last)
    return tuple(beta * m // 100 + s for m, s in zip(course, trade, strict=True))


def closes(seed: int, issue: Issue, first: int, last: int) -> list[int]:
    """Return the closing prices of the days numbered ``first`` to ``last - 1``.

    Days before the listing give what a share would have cost: the price it is offered at.
    """
    if issue.gap > 1 or issue.halts:
        own = own_days(seed, issue, first, last)
        low = own[0]
        course = walk(seed, issue.code, issue.sigma, low, own[-1] + 1)
        logs = [course[day - low] for day in own]
    else:
        logs = walk(seed, issue.code, issue.sigma, first, last)
        if issue.beta:
            along = _along(seed, issue.market, issue.sector, issue.beta, first, last)
            logs = [a + b for a, b in zip(logs, along, strict=True)]
    leaps = _leaps(seed, issue, first, last) if issue.lively else {}
    for day in leaps:
        for later in range(day, min(last, day + _FADES)):
            if later >= first:
                logs[later - first] += _LIMIT_LOG * (_FADES - later + day) // _FADES
    price, kosdaq = issue.price, issue.market != "KOSPI"
    raw = [max(50, price * POWERS[log >> 4 & 4095] >> 30 - (log >> 16)) for log in logs]
    if issue.split:
        raw = [p if day >= issue.split else p * issue.ratio for day, p in enumerate(raw, first)]
    found = _ticks(raw, first, kosdaq)
    for day in leaps:
        if first <= day < last:
            before = closes(seed, issue, day - 1, day)[0]
            found[day - first] = limit_of(before, 30, day >= NEW_TICKS, kosdaq)
    return found


def own_days(seed: int, issue: Issue, first: int, last: int) -> list[int]:
    """Return how far a share's own walk has come on each day: it rests where there is no trade."""
    if issue.gap > 1:
        gap = issue.gap
        found = []
        for day in range(first, last):
            block = day // gap
            found.append(block if day % gap >= trade_day(seed, issue, block) else block - 1)
        return found
    return [
        day - sum(max(0, min(day + 1, end) - begin) for begin, end in issue.halts)
        for day in range(first, last)
    ]


@lru_cache(maxsize=1 << 15)
def _trade_days(seed: int, code: str, block: int) -> int:
    return Draw(seed, "thin", code, block).bits()


def trade_day(seed: int, issue: Issue, block: int) -> int:
    """Return on which of its ``gap`` days a thinly traded share is traded."""
    bits = _trade_days(seed, issue.code, block >> 6)
    return (bits >> (block & 63) * 8 & 255) % issue.gap


def traded(seed: int, issue: Issue, day: int) -> bool:
    """Say whether a share is traded on a day."""
    if issue.gap > 1:
        return day % issue.gap == trade_day(seed, issue, day // issue.gap)
    return not any(begin <= day < end for begin, end in issue.halts)


@lru_cache(maxsize=1 << 15)
def _leap(seed: int, code: str, block: int) -> int:
    """Return the day of a block on which a share closes at its limit; 0 for most blocks."""
    draw = Draw(seed, "leap", code, block)
    return block * _BLOCK + draw.between(4, 60) if draw.chance(90) else 0


def _leaps(seed: int, issue: Issue, first: int, last: int) -> dict[int, None]:
    blocks = range((first - _FADES) // _BLOCK, (last - 1) // _BLOCK + 1)
    days = [_leap(seed, issue.code, block) for block in blocks]
    return {day: None for day in days if day > issue.since and first - _FADES < day < last}


def shares_on(issue: Issue, day: int) -> int:
    """Return how many shares were listed on a day."""
    return issue.shares // issue.ratio if issue.split and day < issue.split else issue.shares


def volumes(
    seed: int, issue: Issue, first: int, last: int, moved: Sequence[int], prices: Sequence[int]
) -> list[int]:
    """Return how many shares changed hands on each day; 0 where there was no trade.

    Args:
        seed: of the world.
        issue: the share.
        first: number of the first day.
        last: one past the last day.
        moved: each day's change in won, without its sign.
        prices: each day's closing price.
    """
    noise = values(seed, f"{issue.code} volume", 1, first, last)
    base = issue.turnover * issue.shares
    found = []
    for day, word, change, price in zip(range(first, last), noise, moved, prices, strict=True):
        if not traded(seed, issue, day):
            found.append(0)
            continue
        shares = base // issue.ratio if day < issue.split else base
        lively = 100 + change * 2_500 // price
        amount = shares * POWERS[(word & 0x1FFF) >> 1] * lively >> 30
        burst = 2 + (word >> 14) + (3 if word > 32_100 else 0)
        found.append(max(1, (amount << burst) // 400_000_000))
    return found
