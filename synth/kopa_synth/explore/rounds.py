"""What a round of Phase A came to: a line of the round log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from kopa_synth.graph import Edge, Fault


@dataclass(slots=True)
class Round:
    """Tallies of one round.

    Attributes:
        number: from 1.
        paths: paths begun.
        started: those whose first call gave rows.
        walked: those that went over at least one edge.
        whole: those on which every edge succeeded.
        steps: edges tried.
        faults: trials by fault; ``none`` are the successes.
        pruned: edges given up in this round.
        revived: pruned edges taken back.
        changed: edges whose posterior mean crossed τ, pruned and revived ones included.
        spared: charges taken back because the service was out.
    """

    number: int
    paths: int = 0
    started: int = 0
    walked: int = 0
    whole: int = 0
    steps: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    pruned: int = 0
    revived: int = 0
    changed: int = 0
    spared: int = 0

    def count(self, fault: Fault) -> None:
        """Count a trial."""
        self.steps += 1
        self.faults[str(fault)] = self.faults.get(str(fault), 0) + 1

    def row(
        self, edges: Sequence[Edge], calls: dict[str, Any], resting: Sequence[str]
    ) -> dict[str, Any]:
        """Return the line of the log; shares are ``None`` where there is nothing to share."""
        trials = [edge.evidence.n for edge in edges]
        alive = sum(edge.alive for edge in edges)
        return {
            "round": self.number,
            "paths": self.paths,
            "started": self.started,
            "path_success": _share(self.whole, self.walked),
            "steps": self.steps,
            "step_success": _share(self.faults.get(Fault.NONE, 0), self.steps),
            "faults": dict(sorted(self.faults.items())),
            "alive": alive,
            "pruned": len(edges) - alive,
            "untried": sum(n == 0 for n in trials),
            "median_trials": float(median(trials)) if trials else 0.0,
            "pruned_now": self.pruned,
            "revived_now": self.revived,
            "changed": self.changed,
            "spared": self.spared,
            "resting": list(resting),
            "calls": calls,
        }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
