"""The exchange's markets for oil, gold and emission allowances, and its ESG indices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Series, Table, Value
from kopa_env.world.tables.exchange.assets import asset_price
from kopa_env.world.tables.exchange.days import day_of, first_from, number, trading_days
from kopa_env.world.tables.exchange.indices import base_log
from kopa_env.world.tables.exchange.stocks import SINCE, since_2020
from kopa_env.world.tables.exchange.texts import decimal, hundredths, rate
from kopa_env.world.tables.exchange.walk import per_mille, power, walk
from kopa_env.world.world import Condition, World

_OILS = (("휘발유", "PETROL"), ("경유", "DIESEL"), ("등유", "KEROSENE"))
_GOLD = (("04020000", "금 99.99_1Kg", 1_000), ("04020100", "미니금 99.99_100g", 997))

Part = Callable[[World, tuple[Value, ...]], Iterator[Row]]


def _table(name: str, columns: tuple[Column, ...], since: str, made: Part) -> Table:
    def part(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
        if number(names[0]) is not None and str(names[0]) >= since:
            yield from made(world, names)

    return Table(
        name,
        columns,
        lambda world: (row for day in trading_days() for row in part(world, (day,))),
        by=("day",),
        part=part,
    )


def _oil(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    day = first_from(str(names[0]))
    for oil, asset in _OILS:
        draw = Draw(world.seed, "oil", oil, day)
        price = asset_price(world.seed, asset, day)
        volume = draw.skewed(400_000, 9_000_000, 2)
        agreed = price * draw.between(1_000, 1_022) // 1_000
        part = draw.between(55, 95)
        value = volume * (price * part + agreed * (100 - part)) // 10_000
        yield (
            day_of(day), oil, decimal(price // 100 * 100, 2), decimal(agreed, 2), volume, value,
        )  # fmt: skip


OIL_DAYS = _table(
    "oil_days",
    (
        Column("day", domain="date"),
        Column("oil"),
        Column("price"),
        Column("agreed"),
        Column("volume", "int"),
        Column("value", "int"),
    ),
    "20120330",
    _oil,
)

_TRADED = (
    Column("day", domain="date"),
    Column("code"),
    Column("name"),
    Column("close", "int"),
    Column("change", "int"),
    Column("rate"),
    Column("open", "int"),
    Column("high", "int"),
    Column("low", "int"),
    Column("volume", "int"),
    Column("value", "int"),
)


def _traded(
    draw: Draw, day: int, code: str, name: str, prices: tuple[int, int], volume: int, step: int
) -> Row:
    before, close = prices
    opening = high = low = 0
    if volume:
        opening = (before + (close - before) * draw.between(-20, 110) // 100) // step * step
        high = (max(opening, close) * draw.between(1_000, 1_009) // 1_000) // step * step
        low = (min(opening, close) * draw.between(991, 1_000) // 1_000) // step * step
    high, low = max(high, opening, close) if volume else 0, min(low, opening)
    value = volume * (opening + 3 * close) // 4
    change = close - before
    return (
        day_of(day), code, name, close, change, rate(change, before), opening, high, low, volume,
        value,
    )  # fmt: skip


def _gold(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    day = first_from(str(names[0]))
    for code, name, share in _GOLD:
        draw = Draw(world.seed, "gold", code, day)
        before, close = (
            asset_price(world.seed, "GOLD", d) * share // 1_000_000 * 10 for d in (day - 1, day)
        )
        volume = draw.skewed(9_000, 160_000, 2) // (1 if share == 1_000 else 9)
        yield _traded(draw, day, code, name, (before, close), volume, 10)


GOLD_DAYS = _table("gold_days", _TRADED, "20140324", _gold)

_ALLOWANCES = (
    # name, code, whether it is good for five years, price in per cent of the allowance's
    ("KAU{0}", "05003{0}0", False, 100),
    ("KCU{0}", "05103{0}0", False, 85),
    ("KOC{0}-{1}", "05203{0}0", True, 128),
    ("i-KCU{0}", "05303{0}0", False, 160),
    ("i-KOC{0}-{1}", "05403{0}0", True, 142),
)


def _emissions(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    day = first_from(str(names[0]))
    year, first = int(str(names[0])[:4]), _current(str(names[0]))
    for form, code_form, span, share in _ALLOWANCES:
        if form.startswith("i-") and year < 2021:
            continue
        for use in range(first - 2 if span else first, first + (3 if form[1] == "A" else 1)):
            two = use % 100
            code = code_form.format(f"{two:02d}")
            draw = Draw(world.seed, "emission", code, day)
            now, before = (_allowance(world, use, share, d) for d in (day, day - 1))
            volume = draw.skewed(1_000, 700_000, 3) if now != before else 0
            name = form.format(f"{two:02d}", f"{two + 5:02d}")
            yield _traded(draw, day, code, name, (before, now), volume, 5)


def _current(day: str) -> int:
    """Return the year of the allowances that are traded most: they are handed in in summer."""
    return int(day[:4]) - (day[4:6] < "08")


def _allowance(world: World, use: int, share: int, day: int) -> int:
    """Return a closing price; what is hardly traded changes its own once in some weeks."""
    if share != 100 or use != _current(day_of(day)):
        day = day // 20 * 20
    return asset_price(world.seed, "EMISSION", day) // 100 * share // 500 * 5


EMISSION_DAYS = _table("emission_days", _TRADED, "20150112", _emissions)

_ESG = (
    # name, id, followed index, own movement, level, number of shares
    ("KRX ESG Leaders 150", "ESG150", "KRX 300", 15, 135_000, 150),
    ("KRX Governance Leaders 100", "GOV100", "KRX 300", 18, 128_000, 100),
    ("KRX Eco Leaders 100", "ECO100", "KRX 300", 20, 142_000, 100),
    ("KRX ESG 사회책임경영지수(S)", "ESGS", "KRX 100", 22, 117_000, 90),
    ("코스피 200 ESG 지수", "K200ESG", "코스피 200", 10, 133_000, 124),
    ("코스닥 150 거버넌스 지수", "KQGOV", "코스닥 150", 25, 98_000, 68),
    ("KRX/S&P 탄소효율 그린뉴딜 지수", "CARBON", "KRX 300", 12, 112_000, 240),
    ("KRX 기후변화 솔루션지수", "CLIMATE", "KRX 300", 45, 104_000, 40),
    ("코스피 200 기후변화지수", "K200CLI", "코스피 200", 14, 121_000, 190),
)
_ESG_SINCE = "20200102"


def _esg_row(world: World, place: int, day: int) -> Row:
    name, code, base, own, start, count = _ESG[place]

    def level(on: int) -> int:
        course = walk(world.seed, f"esg {code}", per_mille(own), on, on + 1)[0]
        return power(base_log(world, base, on) + course, start)

    now, before = level(day), level(day - 1)
    draw = Draw(world.seed, "esg", code, day)
    volume = draw.bell(40_000_000, 160_000_000)
    return (
        day_of(day), code, name, decimal(now, 2), decimal(now - before, 2),
        decimal(hundredths(now - before, before), 2), count, volume,
        volume * draw.between(28_000, 52_000),
    )  # fmt: skip


def _esg(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    day = number(names[0])
    if day is not None and str(names[0]) >= _ESG_SINCE:
        for place in range(len(_ESG)):
            yield _esg_row(world, place, day)


def _esg_history(world: World, place: str, days: Sequence[str]) -> Iterator[Row]:
    for day in days:
        yield _esg_row(world, int(place), first_from(day))


def _esg_find(world: World, where: Sequence[Condition]) -> list[str]:
    named = ({"name": row[0], "code": row[1]} for row in _ESG)
    return [str(n) for n, row in enumerate(named) if all(c.meets(row[c.column]) for c in where)]


ESG_INDICES = Table(
    "esg_indices",
    (
        Column("day", domain="date"),
        Column("code"),
        Column("name", domain="index_name"),
        Column("close"),
        Column("change"),
        Column("rate"),
        Column("count", "int"),
        Column("volume", "int"),
        Column("value", "int"),
    ),
    lambda world: (row for day in since_2020(world) for row in _esg(world, (day,))),
    key=("day", "code"),
    by=("day",),
    part=_esg,
    series=Series(
        keys=since_2020,
        size=lambda world, day: len(_ESG),
        items=("name", "code"),
        find=_esg_find,
        life=lambda world, place: (SINCE, "9"),
        history=_esg_history,
    ),
)

COMMODITIES: tuple[Table, ...] = (OIL_DAYS, GOLD_DAYS, EMISSION_DAYS, ESG_INDICES)
