"""Daily prices of exchange-traded funds and notes: net asset value, price, units, index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kopa_env.world.table import Column, Row, Series, Table, Value
from kopa_env.world.tables.exchange.days import (
    BEFORE,
    day_of,
    first_from,
    number,
    trading_days,
)
from kopa_env.world.tables.exchange.indices import base_log, named_level
from kopa_env.world.tables.exchange.prices import MIDDLE
from kopa_env.world.tables.exchange.stocks import SINCE, since_2020
from kopa_env.world.tables.exchange.texts import bare, decimal, hundredths
from kopa_env.world.tables.exchange.walk import per_mille, power, values, walk
from kopa_env.world.world import Condition, World


class Fund(NamedTuple):
    """One product, as its prices need it."""

    code: str
    kind: str
    name: str
    price: int
    units: int
    lot: int
    turnover: int
    base: str
    factor: int
    own: int
    since: int
    until: int
    row: dict[str, Value]


_funds_kept: dict[int, tuple[Fund, ...]] = {}


def funds(world: World) -> tuple[Fund, ...]:
    """Return every product in the order of ``exchange_funds``."""
    if world.seed not in _funds_kept:
        _funds_kept[world.seed] = tuple(_fund(row) for row in world.rows("exchange_funds"))
    return _funds_kept[world.seed]


def _fund(row: dict[str, Value]) -> Fund:
    def whole(name: str) -> int:
        value = row[name]
        return value if isinstance(value, int) else 0

    gone = row["delisted_on"]
    return Fund(
        str(row["code"]), str(row["kind"]), str(row["name"]), whole("price"), whole("units"),
        whole("lot"), whole("turnover"), str(row["base"]), whole("factor"), whole("own"),
        first_from(str(row["listed_on"])),
        first_from(str(gone)) if gone else BEFORE + len(trading_days()), row,
    )  # fmt: skip


def _log(world: World, fund: Fund, day: int, factor: int) -> int:
    """Return how far a product's index stands from where it stood at the beginning of 2024."""
    log = base_log(world, fund.base, day)
    if fund.own:
        name = f"theme {fund.row['index_name']}".partition(" 레버리지")[0].partition(" 인버스")[0]
        log += walk(world.seed, name, per_mille(fund.own), day, day + 1)[0]
    return log * factor // 10


def value_on(world: World, fund: Fund, day: int) -> int:
    """Return the net asset value of a unit in hundredths of a won; a fee gnaws at it."""
    log = _log(world, fund, day, fund.factor) - (day - MIDDLE) // 3
    return max(10_000, power(log, fund.price * 100))


def price_on(world: World, fund: Fund, day: int) -> int:
    """Return the closing price: the value give or take a little, on a tick of five won."""
    noise = values(world.seed, f"{fund.code} premium", 1, day, day + 1)[0]
    worth = value_on(world, fund, day)
    return max(100, (worth + worth * noise // 16_000_000) // 500 * 5)


def units_on(world: World, fund: Fund, day: int) -> int:
    """Return how many units there were: they are made and taken back in lots."""
    course = walk(world.seed, f"{fund.code} units", per_mille(60), day // 5, day // 5 + 1)[0]
    return max(1, power(course, fund.units) // fund.lot) * fund.lot


def course(world: World, fund: Fund, day: int) -> Row:
    """Return a product's row of a day."""
    seed = world.seed
    worth, price, before = (
        value_on(world, fund, day), price_on(world, fund, day), price_on(world, fund, day - 1),
    )  # fmt: skip
    units = units_on(world, fund, day)
    word = values(seed, f"{fund.code} volume", 1, day, day + 1)[0]
    volume = units * fund.turnover // 1_000_000 * (1 + (word & 255)) >> 4 + (word >> 13 & 3)
    if word > 29_500 and fund.turnover < 3_000:
        volume = 0
    opening = high = low = 0
    if volume:
        opening = (before + (price - before) * ((word & 63) - 12) // 52) // 5 * 5
        reach = price * (word >> 6 & 31) // 6_000
        high = (max(opening, price) + reach) // 5 * 5
        low = max(5, (min(opening, price) - reach) // 5 * 5)
    level, level_before = _levels(world, fund, day)
    text = decimal(hundredths(price - before, before), 2)
    known = (word ^ fund.since) % 41 != 0 or fund.own == 0
    return (
        day_of(day), fund.code, fund.row["isin"], fund.kind, fund.name, price, price - before,
        text, bare(text), decimal(worth, 2), opening, high, low, volume,
        volume * (3 * price + opening) // 4, price * units, worth * units // 100, units,
        fund.row["index_name"], decimal(level, 2) if known else None,
        decimal(level - level_before, 2) if known else None,
        decimal(hundredths(level - level_before, level_before), 2) if known else None,
        fund.row["esg"], float(text), worth / 100,
    )  # fmt: skip


def _levels(world: World, fund: Fund, day: int) -> tuple[int, int]:
    """Return the level of the index a product follows, and the day before's, in hundredths."""
    start = 60_000 + sum(map(ord, str(fund.row["index_name"]))) * 997 % 300_000
    index = str(fund.row["index_name"])
    if fund.factor == 10 and index == fund.base:
        return named_level(world, index, day), named_level(world, index, day - 1)
    now, before = (_log(world, fund, d, fund.factor) for d in (day, day - 1))
    return power(now, start), power(before, start)


COLUMNS = (
    Column("day", domain="date"),
    Column("code", domain="etp_code", gen="ref"),
    Column("isin", domain="isin", gen="ref"),
    Column("kind"),
    Column("name", domain="issue_name", gen="ref"),
    Column("close", "int"),
    Column("change", "int"),
    Column("rate"),
    Column("rate_bare"),
    Column("nav"),
    Column("open", "int"),
    Column("high", "int"),
    Column("low", "int"),
    Column("volume", "int"),
    Column("value", "int"),
    Column("cap", "int"),
    Column("net_assets", "int"),
    Column("units", "int"),
    Column("index_name", domain="index_name", gen="ref"),
    Column("index_close", null_rate=0.02),
    Column("index_change", null_rate=0.02),
    Column("index_rate", null_rate=0.02),
    Column("esg", "int"),
    Column("rate_num", "real"),
    Column("nav_num", "real"),
)


def _day(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    day = number(names[0])
    if day is None:
        return
    for fund in funds(world):
        if fund.since <= day < fund.until:
            yield course(world, fund, day)


FUND_DAYS = Table(
    "fund_days",
    COLUMNS,
    lambda world: (row for day in trading_days() for row in _day(world, (day,))),
    key=("day", "code"),
    by=("day",),
    part=_day,
)


def _etfs(world: World, esg: bool) -> Sequence[Fund]:
    return [f for f in funds(world) if (f.row["esg"] if esg else f.kind == "ETF")]


def _public(name: str, esg: bool) -> Table:
    """Return the table of funds as the Commission serves them, also fund by fund."""

    def part(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
        day = number(names[0])
        if day is None or str(names[0]) < SINCE:
            return
        for fund in _etfs(world, esg):
            if fund.since <= day < fund.until:
                yield course(world, fund, day)

    def size(world: World, day: str) -> int:
        place = first_from(day)
        return sum(f.since <= place < f.until for f in _etfs(world, esg))

    def find(world: World, where: Sequence[Condition]) -> list[str]:
        return [f.code for f in _etfs(world, esg) if all(c.meets(f.row[c.column]) for c in where)]

    return Table(
        name,
        COLUMNS,
        lambda world: (row for day in since_2020(world) for row in part(world, (day,))),
        key=("day", "code"),
        by=("day",),
        part=part,
        series=Series(since_2020, size, _ITEMS, find, _life, _history),
    )


_ITEMS = ("code", "isin", "name", "index_name")


def _life(world: World, code: str) -> tuple[str, str]:
    for fund in funds(world):
        if fund.code == code and fund.since < fund.until:
            return day_of(fund.since), day_of(fund.until - 1)
    return "9", ""


def _history(world: World, code: str, days: Sequence[str]) -> Iterator[Row]:
    for fund in funds(world):
        if fund.code == code:
            yield from (course(world, fund, first_from(day)) for day in days)


ETF_PRICES = _public("etf_prices", esg=False)
ESG_PRODUCTS = _public("esg_products", esg=True)

FUND_TABLES: tuple[Table, ...] = (FUND_DAYS, ETF_PRICES, ESG_PRODUCTS)
