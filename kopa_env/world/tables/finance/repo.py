"""Repurchase agreements one by one, and what was outstanding of them day by day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.exchange.days import trading_days
from kopa_env.world.tables.market import percent
from kopa_env.world.world import World

SECTORS = (
    ("01", "은행"), ("02", "은행(신탁)"), ("03", "증권사"), ("04", "증권사(신탁)"),
    ("05", "자산운용사(펀드)"), ("06", "종합금융사"), ("07", "보험사"), ("08", "여신전문금융사"),
    ("09", "상호저축은행"), ("10", "연기금·공제회"), ("11", "증권금융"), ("99", "기타"),
)  # fmt: skip
"""Codes of the sectors that deal in the money market."""

_SELLERS = ((2, 44), (4, 22), (0, 9), (6, 6), (7, 7), (5, 4), (11, 2))
_BUYERS = ((4, 38), (1, 24), (0, 14), (10, 8), (9, 7), (3, 5), (6, 4))
_TERMS = (("01", "1일", 1), ("02", "7일", 7), ("03", "15일", 15), ("04", "30일", 30),
          ("05", "60일", 60), ("06", "90일", 90))  # fmt: skip
_TERM_WEIGHTS = ((0, 70), (1, 15), (2, 6), (3, 5), (4, 2), (5, 2))
SECURITIES = (("11", "국채"), ("12", "통화안정채권"), ("13", "금융채"), ("14", "특수채"),
              ("15", "회사채"))  # fmt: skip
_SECURITY_WEIGHTS = ((0, 52), (1, 17), (2, 17), (3, 9), (4, 5))
CURRENCIES = (("410", "대한민국 원"), ("840", "미국 달러"))
_MANNERS = (("1", "직거래"), ("2", "중개거래"))
_SINCE, _BALANCES_SINCE = "20230901", "20240102"
_HAIRCUT = 105
_CUSTOMERS = 88_000_000_000_000
"""What customers held in repurchase agreements at the first day, in won."""


class _Trade(NamedTuple):
    day: str
    serial: int
    seller: tuple[str, str]
    buyer: tuple[str, str]
    term: tuple[str, str, int]
    security: int
    currency: int
    manner: int
    amount: int
    rate: int
    until: str


def base_rate(day: str) -> int:
    """Return the central bank's rate of a day in hundredths of a per cent."""
    steps = (("20241011", 350), ("20241128", 325), ("20250225", 300), ("20250529", 275))
    return next((rate for until, rate in steps if day < until), 250)


def _later(day: str, days: int) -> str:
    then = date(int(day[:4]), int(day[4:6]), int(day[6:8])) + timedelta(days=days)
    return f"{then:%Y%m%d}"


def _trades(world: World) -> list[_Trade]:
    found: list[_Trade] = []
    for day in (d for d in trading_days() if d >= _SINCE):
        head = Draw(world.seed, "repo", day)
        for serial in range(1, head.between(14, 27)):
            draw = Draw(world.seed, "repo", day, serial)
            term = _TERMS[draw.weighted(_TERM_WEIGHTS)]
            currency = int(draw.chance(40))
            found.append(
                _Trade(
                    day, serial, SECTORS[draw.weighted(_SELLERS)], SECTORS[draw.weighted(_BUYERS)],
                    term, draw.weighted(_SECURITY_WEIGHTS), currency, int(draw.chance(720)),
                    draw.skewed(10, 900, 2) * 1_000_000_000,
                    base_rate(day) + draw.bell(-14, 22) + term[2] // 6 + 130 * currency,
                    _later(day, term[2]),
                )
            )  # fmt: skip
    return found


def _rows(world: World) -> Iterator[Row]:
    for trade in reversed(_trades(world)):
        yield (
            trade.day, trade.serial, *trade.seller, *trade.buyer, trade.day, *trade.term[:2],
            *SECURITIES[trade.security], *CURRENCIES[trade.currency], *_MANNERS[trade.manner],
            trade.amount, f"{trade.rate // 100}.{trade.rate % 100:02d}",
        )  # fmt: skip


REPO_TRADES = Table(
    "repo_trades",
    (
        Column("day", domain="date"),
        Column("serial", "int"),
        Column("seller_code"),
        Column("seller"),
        Column("buyer_code"),
        Column("buyer"),
        Column("opened", domain="date"),
        Column("term_code"),
        Column("term"),
        Column("security_code"),
        Column("security"),
        Column("currency_code"),
        Column("currency"),
        Column("manner_code"),
        Column("manner"),
        Column("amount", "int"),
        Column("rate"),
    ),
    _rows,
    key=("day", "serial"),
    index=(("day",),),
)


def _open(world: World) -> Iterator[tuple[str, list[_Trade]]]:
    """Yield each day with the trades that are outstanding at its end."""
    trades, running, place = _trades(world), list[_Trade](), 0
    for day in (d for d in trading_days() if d >= _SINCE):
        running = [trade for trade in running if trade.until > day]
        while place < len(trades) and trades[place].day == day:
            running.append(trades[place])
            place += 1
        if day >= _BALANCES_SINCE:
            yield day, running


def _collateral(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    held = _CUSTOMERS
    for day, running in _open(world):
        sums = [0] * len(SECURITIES)
        for trade in running:
            sums[trade.security] += trade.amount * _HAIRCUT // 100
        rows.append((day, "01", "기관", *sums))
        draw = Draw(world.seed, "customers' repo", day)
        held += held * draw.bell(-46, 52) // 10_000
        shares = (draw.bell(330, 350), draw.bell(150, 165), draw.bell(280, 296), 0, 0)
        special = draw.bell(90, 104)
        parts = [held * share // 1_000 for share in shares[:3]] + [held * special // 1_000]
        rows.append((day, "02", "고객", *parts, held - sum(parts)))
    yield from reversed(rows)


REPO_COLLATERAL = Table(
    "repo_collateral",
    (
        Column("day", domain="date"),
        Column("kind_code"),
        Column("kind"),
        Column("treasury", "int"),
        Column("stabilisation", "int"),
        Column("financial", "int"),
        Column("special", "int"),
        Column("corporate", "int"),
    ),
    _collateral,
    key=("day", "kind_code"),
    index=(("day",),),
)


def _currencies(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for day, running in _open(world):
        sums: dict[tuple[int, int], int] = {}
        for trade in running:
            at = (trade.manner, trade.currency)
            sums[at] = sums.get(at, 0) + trade.amount
        for manner, currency in sorted(sums, reverse=True):
            rows.append(
                (
                    day, f"{day[:4]}-{day[4:6]}-{day[6:]} 00:00:00", *_MANNERS[manner],
                    *CURRENCIES[currency], sums[manner, currency],
                    percent(sums[manner, currency], sum(sums.values()), 2),
                )
            )  # fmt: skip
    yield from reversed(rows)


REPO_CURRENCIES = Table(
    "repo_currencies",
    (
        Column("day", domain="date"),
        Column("stamp"),
        Column("manner_code"),
        Column("manner"),
        Column("currency_code"),
        Column("currency"),
        Column("balance", "int"),
        Column("share"),
    ),
    _currencies,
    key=("day", "manner_code", "currency_code"),
    index=(("day",),),
)
