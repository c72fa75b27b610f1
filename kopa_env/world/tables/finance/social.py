"""Social finance: bonds for social ends and the days they are traded, and programmes of support."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.exchange.days import first_from, trading_days
from kopa_env.world.world import Condition, World

_SINCE = "20240102"


def _traded(world: World) -> Iterator[Row]:
    """Yield, for each day, the social bonds that changed hands: the newest ones most."""
    where = [Condition("sri", "eq", "사회적채권"), Condition("matures", "range", (_SINCE, None))]
    bonds = world.select("bonds", where)[0]
    bonds.sort(key=lambda bond: (str(bond["issued"]), str(bond["isin"])))
    start = first_from(_SINCE) - first_from("20100104")
    for day in reversed(trading_days()[start:]):
        draw = Draw(world.seed, "social bonds", day)
        out = [b for b in bonds if str(b["issued"]) <= day < str(b["matures"])]
        last, count = len(out) - 1, draw.between(8, 22)
        places = {last - draw.skewed(0, last, 2) for _ in range(count)}
        for place in sorted(places, reverse=True):
            b = out[place]
            yield (
                day, b["issuer"], b["isin"], b["kind"], b["name"], b["listed_on"], b["issued"],
                b["matures"], b["style"],
            )  # fmt: skip


SOCIAL_BONDS = Table(
    "social_bond_days",
    (
        Column("day", domain="date"),
        Column("issuer", domain="corp_name", gen="ref"),
        Column("isin", domain="isin", gen="ref"),
        Column("kind", domain="bond_kind", gen="ref"),
        Column("name", domain="issue_name", gen="ref"),
        Column("listed_on", domain="date", gen="ref"),
        Column("issued", domain="date", gen="ref"),
        Column("matures", domain="date", gen="ref"),
        Column("style", gen="ref"),
    ),
    _traded,
    index=(("day",), ("issuer",)),
)


_TOLD = ("name", "target", "detail", "means", "leader", "runner", "note")
_MONTHS = [f"{2023 + n // 12}{n % 12 + 1:02d}" for n in range(36)]


def _programmes(world: World) -> Iterator[Row]:
    for month in reversed(_MONTHS):
        for row in fact_rows("social_programmes"):
            if row["since"] <= month:
                yield (month, *(row[name] or None for name in _TOLD))


SOCIAL_PROGRAMMES = Table(
    "social_finance_programmes",
    (
        Column("ym", domain="ym6"),
        Column("name"),
        Column("target"),
        Column("detail"),
        Column("means"),
        Column("leader"),
        Column("runner"),
        Column("note", null_rate=0.45),
    ),
    _programmes,
    key=("ym", "name"),
)

SOCIAL_TABLES: tuple[Table, ...] = (SOCIAL_BONDS, SOCIAL_PROGRAMMES)
