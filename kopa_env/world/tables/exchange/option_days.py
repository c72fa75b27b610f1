"""Options on indices and single shares: calls and puts by strike and month, each day."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.codes import isin, letter
from kopa_env.world.tables.exchange.contracts import (
    Product,
    contract_code,
    large_shares,
    last_day,
    month_text,
    months_on,
    opened,
    padded,
    spot,
)
from kopa_env.world.tables.exchange.days import day_of, first_from, number, trading_days
from kopa_env.world.tables.exchange.futures import daily_series
from kopa_env.world.tables.exchange.options import clamp_volatility, worth
from kopa_env.world.tables.exchange.texts import decimal
from kopa_env.world.tables.exchange.walk import values
from kopa_env.world.world import World

_TAIL = "(정규)"
_ON_INDICES: tuple[tuple[Product, int, int], ...] = (
    # product, distance between strikes in hundredths, strikes on either side
    (Product("미니코스피200", "미니코스피", "코스피 200", "index", "05", 50_000, "M4", 1, _TAIL,
             "20150720"), 250, 62),
    (Product("코스닥150", "코스닥150", "코스닥 150", "index", "06", 10_000, "M3", 10, _TAIL,
             "20180326"), 2_500, 26),
    (Product("코스피200", "코스피200", "코스피 200", "index", "01", 250_000, "M6Q1", 1, _TAIL,
             "20100104"), 250, 58),
)  # fmt: skip
_SHARES = {"KOSPI": (63, "M3Q3", 5), "KOSDAQ": (3, "M3Q3", 5)}
_SINCE = {"KOSPI": "20100104", "KOSDAQ": "20170626"}


def on_shares(world: World, market: str) -> tuple[tuple[Product, int, int], ...]:
    """Return the options on single shares of a market; strikes stand 2 or 3 per cent apart."""
    count, pattern, side = _SHARES[market]
    found = []
    for n, issue in enumerate(large_shares(world, market, count)):
        head = letter((12 if market == "KOSPI" else 22) + n // 23)
        product = Product(
            str(issue.row["abbr"]), str(issue.row["abbr"]), issue.code, "share",
            f"{head}{letter(10 + n % 23)}", 10, pattern, 1_000, "(  10)", _SINCE[market],
        )  # fmt: skip
        found.append((product, 0, side))
    return tuple(found)


def _strikes(middle: int, step: int, side: int) -> list[int]:
    """Return strikes around a price, in hundredths; of a share they stand on round numbers."""
    if not step:
        step = 100
        while step * 45 < middle:
            step = (
                step * 2
                if str(step)[0] == "1"
                else step * 5 // 2
                if str(step)[0] == "2"
                else (step * 2)
            )
    centre = middle // step * step
    return [centre + n * step for n in range(-side, side + 1) if centre + n * step > 0]


def _contracts(world: World, offer: tuple[Product, int, int], day: int) -> Iterator[Row]:
    product, step, side = offer
    if day_of(day) < product.since:
        return
    prices = spot(world, product, day), spot(world, product, day - 1)
    for place, month in enumerate(months_on(product.pattern, day)):
        start = opened(product.pattern, month)
        strikes = _strikes(spot(world, product, start), step, side)
        for call in (True, False):
            for n, strike in enumerate(strikes):
                yield _row(world, product, (month, place, n), day, strike, call, prices)


def _row(
    world: World,
    product: Product,
    where: tuple[int, int, int],
    day: int,
    strike: int,
    call: bool,
    prices: tuple[int, int],
) -> Row:
    month, place, n = where
    now, before = prices
    last = last_day(month)
    price, _ = _worth(world, product, strike, call, now, day, last)
    code = _code(product, month, strike, n, call)
    word = values(world.seed, f"option {code}", 1, day, day + 1)[0]
    near = abs(strike - now) * 1_000 // max(1, now)
    index = product.kind == "index"
    reach = (150 if index else 80) >> place
    ahead = reach * (55 + (word & 63)) // 100 - near
    volume = 1 + ahead * (1 + (word & 255)) // (4 if index else 160) if ahead > 0 else 0
    if price < product.scale or day >= last:
        volume = 0
    interest = max(0, reach * 2 - near) ** 2 * (1 + (word & 3)) // (20 if index else 400)
    head = (
        day_of(day), f"{product.name} 옵션", "CALL" if call else "PUT", code,
        _name(product, month, strike, call),
    )  # fmt: skip
    old, volatility = _worth(world, product, strike, call, before, day - 1, last)
    return (
        *head, *_prices(product, price, old, volume, word), decimal(volatility * 10, 2),
        decimal(price, 2), volume, volume * price * product.unit // 100, interest,
        isin(f"KR4{code}"), decimal(strike, 2), (price - old) / 100 if volume else None,
        volatility / 10,
    )  # fmt: skip


def _worth(
    world: World, product: Product, strike: int, call: bool, now: int, day: int, last: int
) -> tuple[int, int]:
    """Return price (hundredths) and implied volatility (tenths of a per cent) on a day."""
    usual = 165 if product.kind == "index" else 310
    noise = values(world.seed, f"volatility {product.on}", 1, day // 3, day // 3 + 1)[0]
    skew = (now - strike) * 420 // max(1, now)
    volatility = clamp_volatility(usual + usual * noise // 130_000 + max(-40, skew))
    price = worth(now, strike, volatility, (last - day) * 7 // 5, call)
    return price // product.scale * product.scale, volatility


def _prices(product: Product, price: int, old: int, volume: int, word: int) -> tuple[Value, ...]:
    if not volume:
        return (None,) * 5
    step = product.scale
    opening = max(step, (old + (price - old) * (word & 63) // 56) // step * step)
    high = max(opening, price) * (1_000 + (word >> 6 & 63)) // 1_000 // step * step
    low = max(step, min(opening, price) * (1_000 - (word >> 9 & 63)) // 1_000 // step * step)
    return tuple(decimal(p, 2) for p in (price, price - old, opening, high, low))


def _code(product: Product, month: int, strike: int, n: int, call: bool) -> str:
    tail = f"{n + 50:03d}"
    if product.kind == "index" and product.scale == 1:
        tail = f"{strike // 100 % 1000:03d}"
        if strike % 100:
            tail = f"{tail[:2]}{letter(10 + int(tail[2]))}"
    return contract_code(product, "2" if call else "3", month, tail)


def _name(product: Product, month: int, strike: int, call: bool) -> str:
    side = "C" if call else "P"
    if product.kind == "index":
        return (
            f"{product.short} {side} {month_text(month)} {decimal(strike // 10, 1)} {product.tail}"
        )
    return f"{padded(product.short)} {side} {month_text(month)}{strike // 100:>10,}{product.tail}"


COLUMNS = (
    Column("day", domain="date"),
    Column("product"),
    Column("right"),
    Column("code", domain="contract_code"),
    Column("name", domain="issue_name"),
    Column("close", null_rate=0.8),
    Column("change", null_rate=0.8),
    Column("open", null_rate=0.8),
    Column("high", null_rate=0.8),
    Column("low", null_rate=0.8),
    Column("volatility"),
    Column("next_base"),
    Column("volume", "int"),
    Column("value", "int"),
    Column("open_interest", "int"),
    Column("isin", domain="isin"),
    Column("strike"),
    Column("change_num", "real", null_rate=0.8),
    Column("volatility_num", "real"),
)


def _days(name: str, *groups: str) -> Table:
    def part(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
        day = number(names[0])
        if day is None:
            return
        for group in groups:
            for offer in _offers(world, group):
                yield from _contracts(world, offer, day)

    return Table(
        name,
        COLUMNS,
        lambda world: (row for day in trading_days() for row in part(world, (day,))),
        key=("day", "code"),
        by=("day",),
        part=part,
        series=daily_series(_size) if len(groups) > 1 else None,
    )


def _offers(world: World, group: str) -> tuple[tuple[Product, int, int], ...]:
    return _ON_INDICES if group == "other" else on_shares(world, group)


_kept: dict[int, list[tuple[Product, int, int]]] = {}


def _size(world: World, day: str) -> int:
    """Return how many rows a day of all options has: no strike is cut off at nothing."""
    if world.seed not in _kept:
        _kept[world.seed] = [o for g in ("other", "KOSPI", "KOSDAQ") for o in _offers(world, g)]
    place = first_from(day)
    return sum(
        2 * (2 * side + 1) * len(months_on(product.pattern, place))
        for product, _, side in _kept[world.seed]
        if product.since <= day
    )


OPTIONS: tuple[Table, ...] = (
    _days("option_days", "other"),
    _days("kospi_share_option_days", "KOSPI"),
    _days("kosdaq_share_option_days", "KOSDAQ"),
    _days("all_option_days", "other", "KOSPI", "KOSDAQ"),
)
