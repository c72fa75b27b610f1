"""Futures: months and spreads on indices, currencies, bonds, gold and single shares, each day."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kopa_env.world.table import Column, Row, Series, Table, Value
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
from kopa_env.world.tables.exchange.prices import NEW_TICKS, tick
from kopa_env.world.tables.exchange.stocks import since_2020
from kopa_env.world.tables.exchange.texts import decimal
from kopa_env.world.tables.exchange.walk import values
from kopa_env.world.world import World

_DAY = "(주간)"
_QUARTERS, _SHARES = "Q4H3", "M3Q3H1"


def _index(
    name: str, short: str, on: str, code: str, unit: int = 10_000, **more: object
) -> Product:
    given = {"pattern": _QUARTERS, "scale": 5, "tail": "", "since": "20100104", **more}
    return Product(
        name, short, on, "index", code, unit, str(given["pattern"]), int(str(given["scale"])),
        str(given["tail"]), str(given["since"]),
    )  # fmt: skip


def _asset(
    name: str, short: str, on: str, code: str, unit: int, pattern: str, scale: int, tail: str
) -> Product:
    return Product(name, short, on, "asset", code, unit, pattern, scale, tail, "20100104")


PRODUCTS: tuple[Product, ...] = (
    _asset("10년국채", "10년국채", "KTB10", "67", 1_000_000, "Q2", 1, _DAY),
    _asset("3개월무위험금리", "3개월금리", "RATE", "70", 2_500_000, "M3Q3", 1, ""),
    _asset("3년국채", "3년국채", "KTB3", "65", 1_000_000, "Q2", 1, _DAY),
    _asset("5년국채", "5년국채", "KTB5", "66", 1_000_000, "Q2", 1, _DAY),
    _index("2차전지 TOP 10", "2차전지", "KRX 에너지화학", "B2", 10_000, pattern="Q4", scale=20),
    _index("BBIG", "BBIG", "KRX 헬스케어", "B1", 10_000, pattern="Q4", scale=20),
    _index("KRX300", "KRX300", "KRX 300", "08", 50_000, pattern="Q4", scale=20),
    _index("건설", "건설", "코스피 200 건설", "A6", scale=20),
    _index("경기소비재", "경기소비재", "코스피 200 경기소비재", "A3", scale=20),
    _index("고배당50", "고배당50", "코스피 200 금융", "A4", scale=20),
    _asset("금", "금", "GOLD", "88", 100, "M4H3", 1000, _DAY),
    _index("금융지수", "금융지수", "코스피 200 금융", "A2", scale=20),
    _asset("미국달러", "미국달러", "USD", "75", 10_000, "M8Q8H4", 10, _DAY),
    _index(
        "미니코스피200", "미니코스피", "코스피 200", "05", 50_000, pattern="M6", scale=2, tail=_DAY
    ),
    _index("바이오 TOP 10", "바이오", "KRX 헬스케어", "B3", 10_000, pattern="Q4", scale=20),
    _index("배당성장50", "배당성장50", "코스피 200", "A5", scale=20),
    _index("변동성지수", "변동성지수", "VOL", "04", 250_000, pattern="M6"),
    _index("산업재", "산업재", "코스피 200 산업재", "AB", scale=20),
    _index("생활소비재", "생활소비재", "코스피 200 생활소비재", "A9", scale=20),
    _index("에너지화학", "에너지화학", "코스피 200 에너지/화학", "A0", scale=20),
    _asset("엔", "엔", "JPY", "76", 10_000, "M4Q4", 10, ""),
    _asset("위안", "위안", "CNY", "78", 100_000, "M4Q4", 1, ""),
    _asset("유로", "유로", "EUR", "77", 10_000, "M4Q4", 10, ""),
    _asset("유로스톡스50", "유로스톡스50", "STOXX", "07", 10_000, "Q3H2", 100, ""),
    _index("정보기술", "정보기술", "코스피 200 정보기술", "A1", scale=20),
    _index("중공업", "중공업", "코스피 200 중공업", "A7", scale=20),
    _index("철강소재", "철강소재", "코스피 200 철강/소재", "AA", scale=20),
    _index("코스닥150", "코스닥150", "코스닥 150", "06", 10_000, scale=10, tail=_DAY),
    _index("코스피200", "코스피200", "코스피 200", "01", 250_000, tail=_DAY),
    _index("헬스케어", "헬스케어", "코스피 200 헬스케어", "A8", scale=20),
)
_ON_SHARES = {"KOSPI": 200, "KOSDAQ": 51}
_KOSDAQ_SINCE = "20150803"


def on_shares(world: World, market: str) -> tuple[Product, ...]:
    """Return the futures on single shares of a market."""
    tail, since = ("(  10)", "20100104") if market == "KOSPI" else ("", _KOSDAQ_SINCE)
    return tuple(
        Product(
            str(i.row["abbr"]), str(i.row["abbr"]), i.code, "share",
            f"{letter((12 if market == 'KOSPI' else 22) + n // 23)}{letter(10 + n % 23)}",
            10, _SHARES, 100, tail, since,
        )
        for n, i in enumerate(large_shares(world, market, _ON_SHARES[market]))
    )  # fmt: skip


def settled(world: World, product: Product, month: int, day: int, now: int) -> int:
    """Return a contract's settlement price in hundredths: spot and what holding it costs."""
    left = max(0, last_day(month) - day)
    carry = {"index": 9, "share": 24}.get(product.kind, 4) - (14 if product.on == "USD" else 0)
    noise = values(world.seed, f"basis {product.code}", 1, day, day + 1)[0]
    price = now + now * carry * left // 245_000 + now * noise * min(left, 60) // 6_000_000_000
    if product.kind == "share":
        kosdaq = product.since != "20100104"
        return tick(max(50, price // 100), day >= NEW_TICKS, kosdaq) * 100
    return max(product.scale, price // product.scale * product.scale)


def _contracts(world: World, product: Product, day: int) -> Iterator[Row]:
    if day_of(day) < product.since:
        return
    now, before = spot(world, product, day), spot(world, product, day - 1)
    months = months_on(product.pattern, day)
    prices = [settled(world, product, m, day, now) for m in months]
    for place, (month, price) in enumerate(zip(months, prices, strict=True)):
        yield _future(world, product, month, day, (now, before, price), place)
    for month, price in zip(months[1:], prices[1:], strict=True):
        yield _spread(product, months[0], month, day, (now, price - prices[0]))


def _future(
    world: World, product: Product, month: int, day: int, prices: tuple[int, int, int], place: int
) -> Row:
    now, before, price = prices
    code = contract_code(product, "1", month)
    word = values(world.seed, f"future {product.code}{month}", 1, day, day + 1)[0]
    known = {"코스피200": 150_000, "미국달러": 320_000, "3년국채": 95_000, "10년국채": 68_000}
    busy = known.get(product.name, 9_000 if product.tail == _DAY else 260)
    if product.kind == "share":
        busy = 6_000
    volume = busy * (20 + (word & 127)) // 100 if place == 0 else busy * (word & 31) // 4_000
    if place > 2 and word & 3:
        volume = 0
    start = opened(product.pattern, month)
    interest = busy * 2 * (20 + min(60, day - start)) // 100 >> min(12, place * 3)
    old = settled(world, product, month, day - 1, before) if day > start else price
    return (
        *_head(product, code, day), _name(product, f"F {month_text(month)}"),
        *_prices(product, price, old, volume, word), decimal(now, 2), decimal(price, 2), volume,
        volume * price * product.unit // 100, interest, isin(f"KR4{code}"),
        (price - old) / 100 if volume else None,
    )  # fmt: skip


def _prices(product: Product, price: int, old: int, volume: int, word: int) -> tuple[Value, ...]:
    """Return close, change, opening, highest and lowest price; nothing where nothing was traded."""
    if not volume:
        return (None,) * 5
    step = product.scale
    if product.kind == "share":
        step = (50 if price > 5_000_000 else 10 if price > 500_000 else 1) * 100
    opening = max(step, (old + (price - old) * (word & 63) // 56) // step * step)
    reach = price * (1 + (word >> 6 & 31)) // 7_000
    high = (max(opening, price) + reach) // step * step
    low = max(step, (min(opening, price) - reach) // step * step)
    high, low = max(high, opening, price), min(low, opening, price)
    return tuple(decimal(p, 2) for p in (price, price - old, opening, high, low))


def _spread(product: Product, near: int, far: int, day: int, prices: tuple[int, int]) -> Row:
    tail = f"{contract_code(product, '1', far)[3:5]}S"
    code = contract_code(product, "4", near, tail)
    label = f"SP {month_text(near)[2:]}-{month_text(far)[2:]}"
    return (
        *_head(product, code, day), _name(product, label), *[None] * 5, decimal(prices[0], 2),
        "0.00", 0, 0, None, isin(f"KR4{code}"), None,
    )  # fmt: skip


def _head(product: Product, code: str, day: int) -> tuple[str, str, str, str]:
    return day_of(day), f"{product.name} 선물", "정규", code


def _name(product: Product, label: str) -> str:
    short = product.short if product.tail == _DAY else padded(product.short)
    if product.kind == "share":
        return f"{short} {label} {product.tail}"
    return f"{short} {label} {product.tail}".rstrip()


COLUMNS = (
    Column("day", domain="date"),
    Column("product"),
    Column("session"),
    Column("code", domain="contract_code"),
    Column("name", domain="issue_name"),
    Column("close", null_rate=0.7),
    Column("change", null_rate=0.7),
    Column("open", null_rate=0.7),
    Column("high", null_rate=0.7),
    Column("low", null_rate=0.7),
    Column("spot"),
    Column("settled"),
    Column("volume", "int"),
    Column("value", "int"),
    Column("open_interest", "int", null_rate=0.45),
    Column("isin", domain="isin"),
    Column("change_num", "real", null_rate=0.7),
)


def products(world: World, group: str) -> tuple[Product, ...]:
    """Return the products of a group: ``other``, ``KOSPI`` or ``KOSDAQ`` (single shares)."""
    return PRODUCTS if group == "other" else on_shares(world, group)


def _days(name: str, *groups: str) -> Table:
    def part(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
        day = number(names[0])
        if day is None:
            return
        for group in groups:
            for product in products(world, group):
                yield from _contracts(world, product, day)

    return Table(
        name,
        COLUMNS,
        lambda world: (row for day in trading_days() for row in part(world, (day,))),
        key=("day", "code"),
        by=("day",),
        part=part,
        series=daily_series(_size) if len(groups) > 1 else None,
    )


_kept: dict[int, list[Product]] = {}


def _size(world: World, day: str) -> int:
    """Return how many rows a day of all futures has: a month each, and a spread to every next."""
    if world.seed not in _kept:
        _kept[world.seed] = [p for g in ("other", "KOSPI", "KOSDAQ") for p in products(world, g)]
    place = first_from(day)
    return sum(
        2 * len(months_on(p.pattern, place)) - 1 for p in _kept[world.seed] if p.since <= day
    )


def daily_series(size: Callable[[World, str], int]) -> Series:
    """Return how a table of days since 2020 is read over them where nothing names a contract."""
    return Series(
        keys=since_2020, size=size, items=(), find=lambda world, where: (),
        life=lambda world, item: ("9", ""), history=lambda world, item, keys: (),
    )  # fmt: skip


FUTURES: tuple[Table, ...] = (
    _days("futures_days", "other"),
    _days("kospi_share_futures_days", "KOSPI"),
    _days("kosdaq_share_futures_days", "KOSDAQ"),
    _days("all_futures_days", "other", "KOSPI", "KOSDAQ"),
)
