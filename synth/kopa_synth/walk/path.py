"""Path: a walk in the making, and whether one more edge would add anything to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kopa_env.outcome import JSON
from kopa_synth.explore.values import Row
from kopa_synth.graph import Edge
from kopa_synth.walk.playing import Scene, carried
from kopa_synth.walk.trajectory import Junction, Kind, Leg
from kopa_synth.walk.vocabulary import Vocabulary


@dataclass(slots=True)
class Path:
    """A walk in the making: its legs and what became of them."""

    legs: list[Leg] = field(default_factory=list)
    scenes: list[Scene] = field(default_factory=list)
    junctions: list[Junction] = field(default_factory=list)

    def said(self, words: Vocabulary) -> dict[str, str]:
        """Return what the question says already: 연도 → 2024."""
        found: dict[str, str] = {}
        for leg in self.legs:
            for name in leg.said:
                word = words.param(leg.tool, name)
                if word is not None:
                    raw = str(leg.free[name])
                    found[word.what] = word.values.get(raw, raw)
        return found

    @property
    def kinds(self) -> set[Kind]:
        """The kinds of its junctions, and DRV where its last list is reduced."""
        found: set[Kind] = {junction.kind for junction in self.junctions}
        if any(junction.carried > 1 for junction in self.junctions):
            found.add("FAN")
        return found | {"DRV"} if any(leg.choice for leg in self.legs) else found


def is_news(values: Sequence[Row], path: Path) -> bool:
    """Say whether an edge carries anything that the calls before it were not made with."""
    known = {value for leg in path.legs for value in leg.free.values()}
    known |= {w.value for leg in path.legs for w in (*leg.kind_of, *leg.where)}
    known |= {value for found in path.scenes for visit in found.visits for value in visit.values}
    at = len(path.legs) - 1
    while path.legs[at].parent >= 0 and not path.legs[at].reached:
        at = path.legs[at].parent  # the same thing in another source: it showed this already
        known |= {cell for row in path.scenes[at].rows for cell in row.values() if _plain(cell)}
    return any(value not in known for row in values for value in row)


def is_idle(leg: Leg, path: Path) -> bool:
    """Say whether every reply of the leg before holds many rows that all carry the same on.

    Such a list was not needed: what it carries on is what it was asked with.
    """
    before = path.scenes[-1]
    if path.legs[-1].choice is not None:
        return len(before.rows) > 1 and len(carried(leg, before.rows)) == 1
    replies = [visit.listing.rows for visit in before.visits]
    same = all(len(carried(leg, rows)) <= 1 for rows in replies)
    return same and any(len(rows) > 1 for rows in replies)


def constant(found: Scene) -> set[str]:
    """Return the columns that are the same all through each reply: the calls differ by them."""
    if len(found.visits) < 2:
        return set()
    replies = [visit.listing.rows for visit in found.visits]
    names = {name for rows in replies for name in rows[0]}
    return {
        name
        for name in names
        if all(len({str(r.get(name)) for r in rows}) == 1 for rows in replies)
    }


def _plain(cell: JSON) -> bool:
    return isinstance(cell, str | int | float)


def carries(leg: Leg, edge: Edge) -> bool:
    """Say whether a leg's rows still hold what an edge takes from them."""
    if leg.group is None:
        return all("." not in b.field for b in edge.bindings)
    return all(b.field == leg.group.by for b in edge.bindings)
