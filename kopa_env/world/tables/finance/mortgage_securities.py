"""Mortgage-backed securities of 한국주택금융공사: issues, what is still out, and their pools.

The issues are those of ``bonds``; a plan (유동화계획) is a series of them, a class (채권분류)
one of its tranches. Balances are what has been issued and has neither fallen due nor been called.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.world import Condition, World

_LAST = TODAY[:4] + TODAY[5:7]
_POOL_SINCE = "202401"
_NAME = re.compile(r"MBS(\d{4}-\d+)\((\d+-\d+)\)")
_MATURITIES = ("1년", "2년", "3년", "5년", "7년", "10년", "20년")
_DETAILS = (
    "보금자리론 MBS",
    "디딤돌대출 MBS",
    "적격대출 MBS",
    "안심전환대출 MBS",
    "특례보금자리론 MBS",
)


class Issue(NamedTuple):
    """One security; ``called`` is the month a call took the rest of it, blank for none."""

    plan: str
    isin: str
    bond_class: str
    year: str
    detail: str
    tenor: str
    issued: str
    due: str
    amount: int
    called: str
    traded: bool


def _month(day: str, months: int = 0) -> str:
    index = int(day[:4]) * 12 + int(day[4:6]) - 1 + months
    return f"{index // 12}{index % 12 + 1:02d}"


def _detail(draw: Draw, year: int) -> str:
    """Return which loans back a plan: special programmes ran in their own years only."""
    if year in (2022,) and draw.chance(250):
        return _DETAILS[3]
    if year in (2023, 2024) and draw.chance(550):
        return _DETAILS[4]
    return draw.weighted(((_DETAILS[0], 6), (_DETAILS[1], 3), (_DETAILS[2], 2)))


def _issue(seed: int, row: dict[str, Value]) -> Issue:
    found = _NAME.search(str(row["name"]))
    assert found
    plan, tranche = found.groups()
    issued, due = str(row["issued"]), str(row["matures"])
    tenor = int(due[:4]) - int(issued[:4])
    draw = Draw(seed, "mortgage security", str(row["isin"]))
    called = _month(issued, 12 * draw.between(2, tenor - 1)) if tenor >= 5 else ""
    if not draw.chance(600) or called >= min(_LAST, due[:6]):
        called = ""
    return Issue(
        f"KHFC{plan}", str(row["isin"]), tranche, issued[:4],
        _detail(Draw(seed, "mortgage plan", plan), int(issued[:4])), f"{tenor}년", issued, due,
        int(str(row["amount"])), called, draw.chance(640),
    )  # fmt: skip


def issues(world: World) -> list[Issue]:
    """Return the securities in the order of their issue."""
    where = [Condition("issuer", "eq", "한국주택금융공사")]
    rows = [row for row in world.select("bonds", where)[0] if _NAME.search(str(row["name"]))]
    return sorted(
        (_issue(world.seed, row) for row in rows), key=lambda i: (i.issued, i.isin), reverse=True
    )


def _listed(world: World) -> Iterator[Row]:
    for i in issues(world):
        yield (
            *i[:9], i.called or None, "Y" if i.called else "N", "Y" if i.traded else "N",
        )  # fmt: skip


_HEAD = (
    Column("plan", domain="mortgage_plan"),
    Column("isin", domain="isin", gen="ref"),
    Column("bond_class"),
    Column("year", domain="year"),
)

MORTGAGE_ISSUES = Table(
    "mortgage_securities",
    (
        *_HEAD,
        Column("detail", domain="mortgage_detail"),
        Column("tenor"),
        Column("issued", domain="date"),
        Column("due", domain="date"),
        Column("amount", "int"),
        Column("called_in", domain="ym6", null_rate=0.85),
        Column("called"),
        Column("traded"),
    ),
    _listed,
    key=("isin",),
    index=(("year",), ("plan",), ("detail",)),
)


def _lives(issue: Issue) -> Iterator[tuple[str, int]]:
    """Yield the months at whose end a security is out, with its age in months."""
    end = min(issue.called or issue.due[:6], _LAST)
    age, month = 0, issue.issued[:6]
    while month < end:
        yield month, age
        age += 1
        month = _month(issue.issued, age)


def _monthly(world: World) -> Iterator[Row]:
    """Yield each security's months since 2024; it pays every third month after its issue."""
    rows: list[Row] = []
    for issue in issues(world):
        for month, age in _lives(issue):
            if month >= _POOL_SINCE:
                paid = "Y" if age and age % 3 == 0 else "N"
                rows.append((month, *issue[:4], paid))
        if issue.called >= _POOL_SINCE:
            rows.append((issue.called, *issue[:4], "Y"))
    yield from sorted(rows, key=lambda row: str(row[0]), reverse=True)


MORTGAGE_MONTHS = Table(
    "mortgage_months",
    (Column("ym", domain="ym6"), *_HEAD, Column("paid")),
    _monthly,
    key=("ym", "isin"),
    index=(("ym",), ("plan",), ("year",)),
)

_Key = tuple[str, str, str, str, str]
"""Kind, month, year of issue, class, and name of what is counted."""


def _counted(issue: Issue) -> Iterator[tuple[_Key, int]]:
    for month, age in _lives(issue):
        yield ("year", month, issue.year, "", ""), issue.amount
        yield ("maturity", month, "", "", issue.tenor), issue.amount
        yield ("asset", month, "", "", issue.detail.removesuffix(" MBS")), issue.amount
        if age and age % 3 == 0:
            yield ("paid", month, issue.year, issue.bond_class, ""), issue.amount
    if issue.called:
        yield ("called", issue.called, issue.year, issue.bond_class, ""), issue.amount
    over = issue.called or issue.due[:6]
    if over <= _LAST:
        name = f"선순위 {issue.bond_class}종"
        yield ("redeemed", over, "", name, issue.tenor), issue.amount


def _place(key: _Key) -> tuple[str, str, int, str]:
    kind, _, year, bond_class, name = key
    place = _MATURITIES.index(name) if name in _MATURITIES else 0
    return kind, year, place, bond_class + name


def _totals(world: World) -> Iterator[Row]:
    sums: Counter[_Key] = Counter()
    for issue in issues(world):
        for key, amount in _counted(issue):
            sums[key] += amount
    keys = sorted(sums, key=_place)
    keys.sort(key=lambda key: key[1], reverse=True)
    for key in keys:
        yield (*(part or None for part in key), sums[key])


MORTGAGE_TOTALS = Table(
    "mortgage_totals",
    (
        Column("kind"),
        Column("ym", domain="ym6"),
        Column("year", domain="year", null_rate=0.32),
        Column("bond_class", null_rate=0.34),
        Column("name", null_rate=0.68),
        Column("amount", "int"),
    ),
    _totals,
    index=(("kind", "ym"),),
)


def _plans(world: World) -> Iterator[Row]:
    sums: dict[str, list[Issue]] = {}
    for issue in issues(world):
        sums.setdefault(issue.plan, []).append(issue)
    for plan, parts in sums.items():
        first = min(parts, key=lambda issue: issue.issued)
        yield (first.issued[:6], plan, first.year, sum(issue.amount for issue in parts))


MORTGAGE_PLANS = Table(
    "mortgage_plans",
    (
        Column("ym", domain="ym6"),
        Column("plan", domain="mortgage_plan"),
        Column("year", domain="year"),
        Column("amount", "int"),
    ),
    _plans,
    key=("plan",),
)

MORTGAGE_TABLES: tuple[Table, ...] = (
    MORTGAGE_ISSUES,
    MORTGAGE_MONTHS,
    MORTGAGE_TOTALS,
    MORTGAGE_PLANS,
)
