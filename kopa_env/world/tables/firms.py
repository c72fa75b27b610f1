"""Fictional companies for other tables to refer to, the same that the company register holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kopa_env.world.world import Condition, World


@dataclass(frozen=True, slots=True)
class Firm:
    """A fictional company: name, address and industry code."""

    name: str
    address: str
    industry: str


def firms(world: World, count: int, skip: int = 0) -> Iterator[Firm]:
    """Yield so many fictional companies of the register, without those that come first."""
    rows, _ = world.select(
        "companies", [Condition("real", "eq", 0)], limit=count, offset=skip, total=count + skip
    )
    for row in rows:
        yield Firm(str(row["corp_name"]), str(row["adres"]), str(row["induty_code"]))
