"""The page that sums up how statutes and ordinances are linked, counted from the ordinances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kopa_env.world.law.documents import Listed
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.law.columns import columns_of
from kopa_env.world.world import Condition, World

DAY = "2026. 1. 30."
MOST = 20
"""How many statutes the page names."""


def _linked(world: World) -> list[Listed]:
    current = world.select("law_ordinances", [Condition("state", "eq", "현행")])[0]
    return [row for row in current if row["law_id"]]


def _page(world: World) -> Iterator[Row]:
    linked = _linked(world)
    acts = _acts(world, {str(row["law_id"]) for row in linked})
    of_act = Counter(str(row["law_id"]) for row in linked)
    lines = [
        "법령-자치법규 연계현황",
        f"기준일: {DAY}",
        f"자치법규와 연계된 법률 {len(of_act):,}건, 연계된 자치법규 {len(linked):,}건",
        "소관부처별 현황",
        *_by_ministry(acts, of_act),
        "자치단체별 현황",
        *_counted(Counter(str(row["government"]).split()[0] for row in linked)),
        "연계된 자치법규가 많은 법률",
        *(f"{acts[law][0]} {n:,}건" for law, n in _ranked(of_act, MOST)),
    ]
    yield ("\n".join(lines),)


def _acts(world: World, wanted: set[str]) -> dict[str, tuple[str, str]]:
    """Return name and ministry of statutes in force by id."""
    where = [Condition("current", "eq", 1), Condition("law_id", "in", sorted(wanted))]
    rows = world.select("law_statutes", where)[0]
    return {str(r["law_id"]): (str(r["name"]), str(r["ministry"]).replace(",", "·")) for r in rows}


def _by_ministry(acts: dict[str, tuple[str, str]], of_act: Counter[str]) -> Iterator[str]:
    statutes: Counter[str] = Counter()
    ordinances: Counter[str] = Counter()
    for law, count in of_act.items():
        statutes[acts[law][1]] += 1
        ordinances[acts[law][1]] += count
    for ministry, count in _ranked(ordinances):
        yield f"{ministry}: 법률 {statutes[ministry]:,}건, 자치법규 {count:,}건"


def _counted(counts: Counter[str]) -> Iterator[str]:
    return (f"{name} {count:,}건" for name, count in _ranked(counts))


def _ranked(counts: Counter[str], most: int | None = None) -> list[tuple[str, int]]:
    """Return what there is most of first, and by name where there is as much."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most]


LINKS_PAGE = Table("law_links_page", columns_of("page"), _page)
