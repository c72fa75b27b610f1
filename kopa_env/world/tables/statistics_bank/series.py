"""Values of the Bank's items: leaves are made, whatever stands above them is reckoned from them.

Numbers are whole, in units of the last digit that the table shows. A period of several months is
summed up from its months; a total from the parts of the same period, so that tables add up.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import groupby

from kopa_env.world.draw import Draw
from kopa_env.world.tables.exchange.assets import ASSETS, asset_logs
from kopa_env.world.tables.exchange.days import first_from, trading_days
from kopa_env.world.tables.exchange.walk import OCTAVE, per_mille, power, walk
from kopa_env.world.tables.statistics_bank.plan import (
    NO_SECOND,
    Item,
    Plan,
    Second,
    days_of,
    months_of,
    plans,
)

Values = dict[str, int]
_BASE_RATE = (
    # first day, hundredths of a per cent: decisions of the Monetary Policy Board, public facts
    ("20090212", 200), ("20100709", 225), ("20101116", 250), ("20110113", 275),
    ("20110310", 300), ("20110610", 325), ("20120712", 300), ("20121011", 275),
    ("20130509", 250), ("20140814", 225), ("20141015", 200), ("20150312", 175),
    ("20150611", 150), ("20160609", 125), ("20171130", 150), ("20181130", 175),
    ("20190718", 150), ("20191016", 125), ("20200317", 75), ("20200528", 50),
    ("20210826", 75), ("20211125", 100), ("20220114", 125), ("20220414", 150),
    ("20220526", 175), ("20220713", 225), ("20220825", 250), ("20221012", 300),
    ("20221124", 325), ("20230113", 350), ("20241011", 325), ("20241128", 300),
    ("20250225", 275), ("20250529", 250),
)  # fmt: skip
_START = 2008 * 12
_MIDDLE = 2019 * 12 + 11
_REBASED = re.compile(r"(\d{4})(?:\.(\d+))?=100")
_CHANGES = [day for day, _ in _BASE_RATE]


def base_rate(day: str) -> int:
    """Return the base rate of a day in hundredths of a per cent."""
    return _BASE_RATE[max(0, bisect_right(_CHANGES, day) - 1)][1]


@lru_cache(maxsize=1)
def _expected() -> tuple[int, ...]:
    """Return what the market sees in the base rate, day by day, in thousandths."""
    rates = [base_rate(day) for day in trading_days()]
    last = len(rates) - 1
    return tuple(
        sum(rates[min(last, max(0, n + step))] for step in (-20, 0, 30, 60, 110)) * 2
        for n in range(len(rates))
    )


@lru_cache(maxsize=256)
def _daily(seed: int, table: str, code: str) -> Values:
    """Return a leaf's values day by day from 2010 on."""
    plan, days = plans()[table], trading_days()
    item = plan.items[code]
    first = first_from(days[0])
    if item.kind == "asset":
        logs = asset_logs(seed, item.base, first, first + len(days))
        price = ASSETS[item.base].price
        return {day: power(log, price) for day, log in zip(days, logs, strict=True)}
    scale = 10**plan.digits
    noise = walk(seed, f"bank {table} {code}", max(1, item.sigma) * 16, first, first + len(days))
    if item.kind == "balance":
        middle = int(item.base)
        return {d: (middle + n // 48) * scale // 10 for d, n in zip(days, noise, strict=True)}
    calm = item.sigma < 3
    seen = [base_rate(d) * 10 for d in days] if calm else _expected()
    wobble = [0 if not item.sigma else n // 16 for n in noise]
    found = {}
    for day, rate, off in zip(days, seen, wobble, strict=True):
        value = max(10, rate + int(item.base) * 10 + off)
        found[day] = (value * scale + 500) // 1000
    return found


@lru_cache(maxsize=256)
def _monthly(seed: int, table: str, code: str) -> dict[int, int]:
    """Return a leaf's values month by month."""
    plan = plans()[table]
    item = plan.items[code]
    if item.kind in ("spread", "asset") or "D" in plan.cycles:
        return _of_days(_daily(seed, table, code), plan.agg)
    numbers = range(plan.since - plan.since % 12, plan.last + 1)
    offset = numbers.start - _START
    noise = walk(seed, f"bank {table} {code}", _sigma(item), offset, offset + len(numbers))
    scale = 10**plan.digits
    if item.kind == "balance":
        return {
            n: (int(item.base) + item.growth * (n - _MIDDLE) // 12 + off // 160) * scale // 10
            for n, off in zip(numbers, noise, strict=True)
        }
    rebased = _REBASED.fullmatch(plan.unit)
    base = int(item.base) * (100 if rebased else scale)
    yearly, seasons = per_mille(item.growth * 10), _seasons(seed, table, item)
    found = {
        n: power(off + yearly * (n - _MIDDLE) // 12 + seasons[n % 12], base)
        for n, off in zip(numbers, noise, strict=True)
    }
    return _rebase(found, rebased, 100 * scale) if rebased else found


def _sigma(item: Item) -> int:
    """Return how far an item goes in a month, as its walk takes it."""
    return item.sigma * 16 if item.kind == "balance" else per_mille(item.sigma)


def _seasons(seed: int, table: str, item: Item) -> list[int]:
    draw = Draw(seed, "bank season", table, item.code)
    shares = [draw.bell(-100, 100) for _ in range(12)]
    middle = sum(shares) // 12
    return [(s - middle) * item.season * OCTAVE * 144 // 10_000_000 for s in shares]


def _rebase(found: dict[int, int], unit: re.Match[str], whole: int) -> dict[int, int]:
    first = int(unit[1]) * 12 + (int(unit[2]) - 1 if unit[2] else 0)
    own = range(first, first + (1 if unit[2] else 12))
    at = sum(found[n] for n in own)
    return {n: (value * whole * len(own) + at // 2) // at for n, value in found.items()}


def _of_days(daily: Values, agg: str) -> dict[int, int]:
    found = {}
    for text, group in groupby(daily.items(), key=lambda pair: pair[0][:6]):
        own = [value for _, value in group]
        number = int(text[:4]) * 12 + int(text[4:]) - 1
        found[number] = own[-1] if agg == "last" else _mean(own)
    return found


def _mean(own: list[int]) -> int:
    return (sum(own) * 2 + len(own)) // (2 * len(own))


def _over(own: list[int], agg: str) -> int:
    return {"sum": sum(own), "last": own[-1]}.get(agg, _mean(own))


@lru_cache(maxsize=2048)
def values(seed: int, table: str, code: str, cycle: str, second: Second = NO_SECOND) -> Values:
    """Return an item's values by period, in units of the last digit."""
    plan = plans()[table]
    if second.how == "total":
        own = [s for s in plan.seconds if s.how == "share"]
        return _together([values(seed, table, code, cycle, s) for s in own])
    item = plan.items[code]
    below = [c for c, i in plan.items.items() if i.up == code]
    if item.kind.startswith("sum of "):
        below = item.kind.split()[2:]
    if item.kind.startswith("sum"):
        return _together([values(seed, table, c, cycle, second) for c in below])
    if item.kind == "mean":
        weights = [int(float(plan.items[c].weight) * 10) for c in below]
        parts = [values(seed, table, c, cycle, second) for c in below]
        whole = sum(weights)
        return {
            key: (sum(w * p[key] for w, p in zip(weights, parts, strict=True)) * 2 + whole)
            // (2 * whole)
            for key in parts[0]
        }
    if item.kind in ("diff", "share", "yoy", "same", "each"):
        return _derived(seed, plan, item, cycle)
    return _leaf(seed, plan, item, cycle, second)


def _together(parts: list[Values]) -> Values:
    return {key: sum(part[key] for part in parts) for key in parts[0]}


def _derived(seed: int, plan: Plan, item: Item, cycle: str) -> Values:
    first, _, other = item.base.partition(" ")
    if item.kind == "same":
        digits = plans()[first].digits - plan.digits
        if cycle == "D" or first == "901Y009":
            return values(seed, first, other, cycle)
        scale = 10**digits
        daily = {d: _round(v, scale) for d, v in _daily(seed, first, other).items()}
        return _periods(plan, _of_days(daily, plan.agg), cycle, plan.agg)
    if item.kind == "yoy":
        return changes(values(seed, first, other, cycle), 4 if cycle == "Q" else 1)
    if item.kind == "each":
        found = values(seed, plan.code, first, cycle)
        return {key: _round(value, int(other)) for key, value in found.items()}
    a, b = (values(seed, plan.code, code, cycle) for code in (first, other))
    if item.kind == "diff":
        return {key: a[key] - b[key] for key in a}
    return {key: _round(a[key] * 10_000, b[key] * 10) for key in a}


def _round(above: int, below: int) -> int:
    return (above * 2 + below) // (below * 2)


def changes(found: Values, back: int) -> Values:
    """Return the change against so many periods before, in tenths of a per cent."""
    keys = list(found)
    return {
        key: _round((found[key] - found[old]) * 1000, found[old])
        for old, key in zip(keys, keys[back:], strict=False)
    }


def _leaf(seed: int, plan: Plan, item: Item, cycle: str, second: Second) -> Values:
    agg = second.value if second.how == "agg" else plan.agg
    if cycle == "D":
        daily = _daily(seed, plan.code, item.code)
        return {day: daily[day] for day in days_of(plan)}
    if second.how == "agg":
        monthly = _of_days(_daily(seed, plan.code, item.code), agg)
    else:
        monthly = _monthly(seed, plan.code, item.code)
    if second.how == "add":
        added = int(second.value) * 10**plan.digits // 10
        name = f"bank {plan.code} {item.code} {second.code}"
        numbers = sorted(monthly)
        noise = walk(seed, name, 160, numbers[0] - _START, numbers[-1] + 1 - _START)
        keep = bool(added)
        monthly = {
            n: monthly[n] + added + (off // 640 if keep else 0)
            for n, off in zip(numbers, noise, strict=True)
        }
    elif second.value != "1000" and second.how == "share":
        monthly = _shared(seed, plan, item, second, monthly)
    return _periods(plan, monthly, cycle, agg)


def _shared(
    seed: int, plan: Plan, item: Item, second: Second, monthly: dict[int, int]
) -> dict[int, int]:
    if _REBASED.fullmatch(plan.unit):  # other currencies: the same course, a little apart
        year = [monthly[n] for n in range(2020 * 12, 2021 * 12)]
        middle = _mean(year)
        share = int(second.value)
        return {n: middle + (v - middle) * share // 1000 for n, v in monthly.items()}
    draw = Draw(seed, "bank share", plan.code, item.code, second.code)
    share = int(second.value) * draw.between(88, 112)
    return {n: v * share // 100_000 for n, v in monthly.items()}


def _periods(plan: Plan, monthly: dict[int, int], cycle: str, agg: str) -> Values:
    found = {}
    for text, own in months_of(plan, cycle).items():
        if all(n in monthly for n in own):
            found[text] = _over([monthly[n] for n in own], agg)
    return found
