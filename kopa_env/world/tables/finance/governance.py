"""Shareholders, officers and paid directors of companies, as their annual reports have them."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.finance.company_notices import listed
from kopa_env.world.tables.financials import Period
from kopa_env.world.tables.people import members
from kopa_env.world.tables.share_items import largest_shareholders
from kopa_env.world.world import Condition, World

_LATEST = "2024"
"""Business year of the last annual reports."""


def _rows(world: World) -> Iterator[Row]:
    companies = {str(c["corp_code"]): c for c in listed(world)}
    for report in world.select("annual_report_notices", [Condition("year", "eq", _LATEST)])[0]:
        company = companies[str(report["corp_code"])]
        period = Period(company, int(_LATEST), "11011", str(report["rcept_no"]))
        yield from _of(world, period, report["ends"], report["crno"])


def _of(world: World, period: Period, day: Value, crno: Value) -> Iterator[Row]:
    """Yield what one report holds; the last line of its shareholders is their sum."""
    officers = [o for o in members(world.seed, period.company) if o.since <= period.year]
    directors = sum(officer.role != "감사" for officer in officers)
    for place in range(1, len(largest_shareholders(world, period))):
        yield ("holder", day, crno, str(place), None)
    yield ("pay", day, crno, "1", directors)
    for place in range(1, len(officers) + 1):
        yield ("officer", day, crno, str(place), None)


GOVERNANCE = Table(
    "governance_lines",
    (
        Column("kind", domain="governance_kind"),
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.08),
        Column("serial"),
        Column("count", "int", null_rate=0.9),
    ),
    _rows,
    index=(("kind", "day"), ("kind", "crno")),
)
