"""Outages: a service that fails under many edges at once says nothing about any of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from kopa_synth.explore.posterior import refund
from kopa_synth.graph import Edge
from kopa_synth.presets import Preset

MOST = 0.5
"""Share of a target's calls in a round that must fail for it to be left alone for a while.

Without it a busy target would be left alone in every round: among dozens of calls, three
accidental faults under different edges are nothing unusual.
"""


@dataclass(slots=True)
class _Target:
    calls: int = 0
    faults: int = 0
    charged: dict[int, float] = field(default_factory=dict)


class OutageGuard:
    """Watches the environmental faults of one round, by target.

    Once they have come up under ``preset.outage_edges`` edges, none of these is charged. If, on
    top of that, most calls of the target failed, it rests for ``preset.outage_rounds`` rounds.

    Attributes:
        rests_until: last round of rest, by tool.
        spared: charges taken back in this round.
    """

    def __init__(self, preset: Preset) -> None:
        self.rests_until: dict[str, int] = {}
        self.spared = 0
        self._preset = preset
        self._targets: dict[str, _Target] = {}

    def begin(self) -> None:
        """Begin a round."""
        self._targets.clear()
        self.spared = 0

    def resting(self, tool: str, now: int) -> bool:
        """Say whether a tool is left alone in this round."""
        return self.rests_until.get(tool, 0) >= now

    def answered(self, target: str) -> None:
        """Note a call that met no environmental fault."""
        if self._preset.outage_guard:
            self._of(target).calls += 1

    def failed(self, edges: list[Edge], index: int, charge: float, now: int) -> list[int]:
        """Note an environmental fault of an edge's target that was charged to the edge.

        Returns:
            The edges whose charges were taken back.
        """
        if not self._preset.outage_guard:
            return []
        target = edges[index].target
        seen = self._of(target)
        seen.calls += 1
        seen.faults += 1
        seen.charged[index] = seen.charged.get(index, 0.0) + charge
        if len(seen.charged) < self._preset.outage_edges:
            return []
        back = [i for i, charged in seen.charged.items() if charged]
        for i in back:
            refund(edges[i].evidence, seen.charged[i])
            seen.charged[i] = 0.0
        self.spared += len(back)
        if seen.faults > MOST * seen.calls:
            self.rests_until[target] = now + self._preset.outage_rounds
        return back

    def _of(self, target: str) -> _Target:
        return self._targets.setdefault(target, _Target())
