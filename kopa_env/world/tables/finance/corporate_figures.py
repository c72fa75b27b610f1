"""Statements of companies as the Commission serves them: the figures they filed with DART, in won.

Companies without a number of their own (the real ones, for which none is made up) are left out:
here nothing but that number tells one company from another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from kopa_env.world.table import Column, Row, Series, Table, Value
from kopa_env.world.tables.ledger import Year, path
from kopa_env.world.tables.market import percent
from kopa_env.world.tables.statements import accounts
from kopa_env.world.world import Condition, World

_YEARS = tuple(range(2019, 2025))
_SCOPES = (("CFS", "120", "연결"), ("OFS", "110", "별도"))
_KEPT: dict[int, dict[str, dict[str, Value]]] = {}


def _companies(world: World) -> dict[str, dict[str, Value]]:
    """Return the companies that file statements and have a number, by it."""
    if world.seed not in _KEPT:
        listed = world.select("companies", [Condition("corp_cls", "ne", "E")])[0]
        found = {str(row["jurir_no"]): row for row in listed if row["jurir_no"]}
        _KEPT.clear()
        _KEPT[world.seed] = dict(sorted(found.items()))
    return _KEPT[world.seed]


def _scopes(company: Mapping[str, Value]) -> tuple[tuple[str, str, str], ...]:
    return _SCOPES if company["consolidated"] else _SCOPES[1:]


def _day(year: int, company: Mapping[str, Value]) -> str:
    month = int(str(company["acc_mt"]))
    last = 31 if month in (3, 12) else 30
    return f"{year if month == 12 else year + 1}{month:02d}{last}"


def _summaries(world: World) -> Iterator[Row]:
    rows = [
        _summary(company, crno, scope, year, y)
        for crno, company in _companies(world).items()
        for scope in _scopes(company)
        for year, y in path(world.seed, company, scope[0]).items()
        if year in _YEARS
    ]
    yield from sorted(rows, key=lambda row: (-int(str(row[2])), str(row[1])))


def _summary(
    company: Mapping[str, Value], crno: str, scope: tuple[str, str, str], year: int, y: Year
) -> Row:
    return (
        _day(year, company), crno, str(year), "KRW", scope[1], f"요약{scope[2]}재무제표", y.sales,
        y.operating, y.net + y.other_income, y.net, y.assets, y.debt, y.equity, y.capital,
        percent(y.debt, y.equity, 10) if y.equity > 0 else None,
    )  # fmt: skip


CORP_SUMMARIES = Table(
    "corp_summaries",
    (
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref"),
        Column("year", domain="year"),
        Column("currency"),
        Column("scope_code"),
        Column("scope"),
        *(
            Column(name, "int")
            for name in (
                "sales",
                "operating",
                "total",
                "net",
                "assets",
                "debt",
                "equity",
                "capital",
            )
        ),
        Column("debt_ratio", null_rate=0.01),
    ),
    _summaries,
    key=("crno", "year", "scope_code"),
    index=(("year",),),
)


@lru_cache(maxsize=4)
def _lines(sheet: str) -> tuple[tuple[str, str, str], ...]:
    return tuple((account, name, place) for account, name, place in _of_sheet(sheet))


def _of_sheet(sheet: str) -> Iterator[tuple[str, str, str]]:
    for place, (kind, account, name, _) in enumerate(accounts()):
        if kind == sheet:
            yield account, name, str(place)


def _key(year: int, crno: str) -> str:
    return f"{9999 - year}{crno}"


def _keys(world: World) -> Sequence[str]:
    return [_key(year, crno) for year in reversed(_YEARS) for crno in _companies(world)]


def _of_key(world: World, key: str) -> Mapping[str, Value]:
    return {"year": str(9999 - int(key[:4])), "crno": key[4:]}


def _part(sheet: str, world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    key = str(names[0])
    company = _companies(world).get(key[4:])
    if company is None or not key[:4].isdigit() or 9999 - int(key[:4]) not in _YEARS:
        return
    year = 9999 - int(key[:4])
    for scope, code, name in _scopes(company):
        years = path(world.seed, company, scope)
        for kind, account, label, read in accounts():
            if kind != sheet or (scope == "OFS" and "Noncontrolling" in account):
                continue
            yield (
                key, _day(year, company), key[4:], str(year),
                f"{code}{'1' if sheet == 'BS' else '2'}",
                f"{name}{'재무상태표' if sheet == 'BS' else '손익계산서'}", account, label,
                *_amounts(years, year, read), "KRW",
            )  # fmt: skip


def _amounts(years: Mapping[int, Year], year: int, read: object) -> tuple[Value, ...]:
    assert callable(read)  # a reader of the list of accounts
    now, last, before = (
        int(read(years[y])) if y in years else None for y in (year, year - 1, year - 2)
    )
    return None, now, None, last, before


def _size(sheet: str, world: World, key: str) -> int:
    company = _companies(world)[key[4:]]
    lines = _lines(sheet)
    alone = sum("Noncontrolling" not in account for account, _, _ in lines)
    return alone + (len(lines) if company["consolidated"] else 0)


def _statement(name: str, sheet: str) -> Table:
    def part(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
        return _part(sheet, world, names)

    return Table(
        name,
        (
            Column("part"),
            Column("day", domain="date"),
            Column("crno", domain="jurir_no", gen="ref"),
            Column("year", domain="year"),
            Column("scope_code"),
            Column("scope"),
            Column("account_id", domain="account_id"),
            Column("account", domain="account"),
            Column("this_quarter", "int", null_rate=1.0),
            Column("this", "int"),
            Column("last_quarter", "int", null_rate=1.0),
            Column("last", "int", null_rate=0.01),
            Column("before", "int", null_rate=0.01),
            Column("currency"),
        ),
        lambda world: (row for key in _keys(world) for row in part(world, (key,))),
        by=("part",),
        part=part,
        series=Series(
            keys=_keys,
            size=lambda world, key: _size(sheet, world, key),
            items=(),
            find=lambda world, where: (),
            life=lambda world, item: ("9", ""),
            history=lambda world, item, keys: (),
            held=("crno", "year"),
            of_key=_of_key,
        ),
    )


BALANCE_SHEETS = _statement("corp_balance_sheets", "BS")
INCOME_STATEMENTS = _statement("corp_income_statements", "IS")
