"""What the items of a periodic report share: their type, and the figures they start from."""

from __future__ import annotations

from collections.abc import Callable

from kopa_env.world.draw import Draw
from kopa_env.world.tables.decisions import Values
from kopa_env.world.tables.financials import Period
from kopa_env.world.tables.ledger import Year, at, path
from kopa_env.world.tables.market import main_scope
from kopa_env.world.world import World

Item = Callable[[World, Period], list[Values]]
"""One dict a row. An item that does not apply is one row of nothing, as DART writes it."""


def item_draw(world: World, period: Period, *keys: str | int) -> Draw:
    """Return a company's own stream of draws, the same in every report unless the keys differ."""
    return Draw(world.seed, "item", str(period.company["corp_code"]), *keys)


def closed(world: World, period: Period, scope: str = "", back: int = 0) -> Year:
    """Return the ledger year of a report (or one some years back), interim flows cumulated."""
    years = path(world.seed, period.company, scope or main_scope(period.company))
    return at(years, period.year - back, period.report)


def full_year(world: World, period: Period) -> Year:
    """Return the whole business year a report belongs to."""
    return path(world.seed, period.company, main_scope(period.company))[period.year]


def whole(value: object) -> int:
    """Return an integer cell, 0 for an empty one."""
    return value if isinstance(value, int) else 0
