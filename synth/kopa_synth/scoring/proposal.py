"""What a scorer says of a pair of tools."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from kopa_env.spec import ToolSpec
from kopa_synth.graph import Binding, Plan


@dataclass(frozen=True, slots=True)
class Proposal:
    """A dependency a scorer believes in; nothing of it has been checked yet.

    Attributes:
        bindings: arguments of the target taken from fields of the source.
        score: belief in [0, 1] that the call works and uses the bound values.
        plan: where other arguments of the target come from, if the scorer has a view on it.
        reason: one line for the reader of a graph.
    """

    bindings: tuple[Binding, ...]
    score: float
    reason: str = ""
    plan: Mapping[str, Plan] = field(default_factory=dict)


class Scorer(Protocol):
    """Judges pairs of tools by their documentation."""

    @property
    def name(self) -> str:
        """What the graph file calls it."""

    def score(self, source: ToolSpec, target: ToolSpec) -> list[Proposal]:
        """Return the dependencies of ``target`` on ``source``, best first; often none."""
