"""Other shares: what some companies have issued beside their common shares.

Listed ones are the exchange's preferred shares (``stock_issues``). A few fictional companies have a
class that is not listed; those that went abroad more often, as receipts for preferred shares are
much of what is listed there. Like that of common shares, their number does not change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.table import Value
from kopa_env.world.tables.ledger import Company
from kopa_env.world.tables.market import number
from kopa_env.world.world import Condition, World

ABROAD = ("ovLstDecsn", "ovDlstDecsn", "ovLst", "ovDlst")
"""Reports of shares listed abroad."""

_UNLISTED, _UNLISTED_ABROAD = 20, 300
"""Companies with a class that is not listed, per mille."""


class Other(NamedTuple):
    """A company's other shares: how many, and their price in thousandths of a common share's."""

    shares: int
    rate: int


_kept: dict[int, dict[str, Other]] = {}


def other_shares(world: World) -> Mapping[str, Other]:
    """Return the other shares of every company that has some, by the company's code."""
    if world.seed not in _kept:
        listed = dict(_listed(world))
        _kept[world.seed] = {**dict(_unlisted(world)), **listed}
    return _kept[world.seed]


def _listed(world: World) -> Iterator[tuple[str, Other]]:
    preferred: dict[str, list[dict[str, Value]]] = {}
    for row in world.select("stock_issues", [Condition("kind", "ne", "보통주")])[0]:
        preferred.setdefault(str(row["corp_code"]), []).append(row)
    where = [Condition("kind", "eq", "보통주"), Condition("corp_code", "in", tuple(preferred))]
    for common in world.select("stock_issues", where)[0]:
        rows = preferred[str(common["corp_code"])]
        rate = number(rows[0], "price") * 1000 // number(common, "price")
        yield str(common["corp_code"]), Other(sum(number(row, "shares") for row in rows), rate)


def _unlisted(world: World) -> Iterator[tuple[str, Other]]:
    filed = world.select("filings", [Condition("kind", "in", ABROAD)])[0]
    abroad = {row["corp_code"] for row in filed}
    where = [Condition("corp_cls", "ne", "E"), Condition("real", "eq", 0)]
    for company in world.select("companies", where)[0]:
        draw = Draw(world.seed, "other shares", str(company["corp_code"]))
        often = _UNLISTED_ABROAD if company["corp_code"] in abroad else _UNLISTED
        if draw.chance(often):
            shares = number(company, "shares") * draw.skewed(15, 180, 2) // 1000
            yield str(company["corp_code"]), Other(max(1_000, shares), draw.between(800, 1150))


def own_other_shares(seed: int, company: Company, year: int, other: Other | None) -> int:
    """Return how many of its own other shares a company holds at the end of a year."""
    draw = Draw(seed, "own other shares", str(company["corp_code"]))
    if other is None or not draw.chance(350):
        return 0
    base = other.shares * draw.skewed(3, 70, 2) // 1000
    return base * (1000 + draw.between(-20, 60) * (year - 2020)) // 1000
