"""What the Bank's tables hold: cycles, items, units, and the periods that are out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.clock import TODAY
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.exchange.days import trading_days

THIS_MONTH = int(TODAY[:4]) * 12 + int(TODAY[5:7]) - 1


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a table's first group."""

    code: str
    up: str
    name: str
    kind: str
    base: str
    growth: int
    sigma: int
    season: int
    weight: str
    unit: str


@dataclass(frozen=True, slots=True)
class Second:
    """One item of a table's second group, and how its values follow from the first's."""

    code: str
    name: str
    how: str
    value: str


NO_SECOND = Second("", "", "share", "1000")


@dataclass(frozen=True, slots=True)
class Plan:
    """One table."""

    code: str
    up: str
    name: str
    cycles: tuple[str, ...]
    unit: str
    since: int
    last: int
    agg: str
    digits: int
    groups: tuple[str, ...]
    org: str
    items: Mapping[str, Item]
    seconds: tuple[Second, ...]

    def unit_of(self, item: Item) -> str:
        """Return the unit of an item."""
        return item.unit or self.unit


def _named(text: str) -> str:
    """Return a name as the Bank writes it: a slash and a blank stand for a comma here."""
    return text.replace("/ ", ", ")


@lru_cache(maxsize=1)
def plans() -> Mapping[str, Plan]:
    """Return the tables by code."""
    items: dict[str, dict[str, Item]] = {}
    for r in fact_rows("bank_items"):
        growth, sigma, season = (int(r[key] or 0) for key in ("growth", "sigma", "season"))
        items.setdefault(r["table"], {})[r["code"]] = Item(
            r["code"], r["up"], _named(r["name"]), r["kind"], r["base"],
            growth, sigma, season, r["weight"], r["unit"],
        )  # fmt: skip
    seconds: dict[str, list[Second]] = {}
    for r in fact_rows("bank_seconds"):
        second = Second(r["code"], r["name"], r["how"], r["value"])
        seconds.setdefault(r["table"], []).append(second)
    return {
        r["code"]: Plan(
            r["code"], r["up"], _named(r["name"]), tuple(r["cycles"].split()), r["unit"],
            int(r["since"][:4]) * 12 + int(r["since"][4:]) - 1, THIS_MONTH - int(r["lag"]),
            r["agg"], int(r["digits"]), tuple(r["groups"].split("|")), r["org"],
            items[r["code"]], tuple(seconds.get(r["code"], (NO_SECOND,))),
        )
        for r in fact_rows("bank_tables")
        if r["code"] != "*"
    }  # fmt: skip


def month(number: int) -> str:
    """Return a month as it is written: ``202601``."""
    return f"{number // 12}{number % 12 + 1:02d}"


def periods(plan: Plan, cycle: str) -> tuple[str, ...]:
    """Return the periods of a table that are out and whole."""
    return tuple(months_of(plan, cycle)) if cycle != "D" else days_of(plan)


@lru_cache(maxsize=128)
def _months_of(since: int, last: int, cycle: str) -> dict[str, tuple[int, ...]]:
    size = {"M": 1, "Q": 3, "A": 12}[cycle]
    found = {}
    for first in range(since - since % size, last + 2 - size, size):
        own = tuple(range(first, first + size))
        text = {"M": month(first), "A": str(first // 12)}.get(cycle)
        found[text or f"{first // 12}Q{first % 12 // 3 + 1}"] = own
    return found


def months_of(plan: Plan, cycle: str) -> dict[str, tuple[int, ...]]:
    """Return each period of a cycle and the months in it."""
    return _months_of(plan.since, plan.last, cycle)


def days_of(plan: Plan) -> tuple[str, ...]:
    """Return the days of a table of days."""
    first = month(plan.since) + "01"
    return tuple(day for day in trading_days() if day >= first)
