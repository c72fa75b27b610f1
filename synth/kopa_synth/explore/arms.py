"""Arms: the edges that can be tried, in arrays, and how trials are spread over them.

Three allocations of the same budget:

- ``thompson``: at each tool the edge with the largest draw from its posterior. Least regret, but
  what looks bad is hardly looked at again.
- ``thompson+coverage``: the same, with a share of paths started at the least tried edges.
- ``boundary``: edges whose posterior is undecided about τ. Which side of τ an edge is on is the
  question that pruning asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kopa_synth.explore.posterior import Array, above
from kopa_synth.graph import Edge
from kopa_synth.presets import Preset

Indices = NDArray[np.int64]


class Arms:
    """Live edges as arrays, in key order.

    Args:
        edges: all edges.
        preset: the numbers.
        callable: whether a tool may be asked at all; edges that touch another are no arms.
    """

    def __init__(
        self, edges: Sequence[Edge], preset: Preset, callable: Callable[[str], bool]
    ) -> None:
        self.edges = edges
        self.preset = preset
        self.open = np.array([callable(e.source) and callable(e.target) for e in edges], dtype=bool)
        self.alpha: Array = np.array([e.evidence.alpha for e in edges], dtype=np.float64)
        self.beta: Array = np.array([e.evidence.beta for e in edges], dtype=np.float64)
        self.tried: Indices = np.array([preset.tried(e.evidence) for e in edges], dtype=np.int64)
        self.starts = np.zeros(len(edges), dtype=np.int64)
        self.first_calls: dict[str, list[int]] = {}
        self._out: dict[str, Indices] = {}
        self._tools: list[str] = []
        self._tool_weights: Array = np.zeros(0)
        self._least_tried: list[int] = []
        self._doubt: Array = np.zeros(0)

    def update(self, index: int) -> None:
        """Take over an edge's posterior after a trial."""
        evidence = self.edges[index].evidence
        self.alpha[index] = evidence.alpha
        self.beta[index] = evidence.beta
        self.tried[index] = self.preset.tried(evidence)

    def first_call(self, tool: str, ok: bool) -> None:
        """Note how the first call of a path went."""
        tally = self.first_calls.setdefault(tool, [0, 0])
        tally[0] += ok
        tally[1] += 1

    # ---- once a round ----------------------------------------------------------------------

    def begin(self, rng: Generator) -> None:
        """Prepare a round: who is alive, where paths start, what is tried least."""
        out: dict[str, list[int]] = {}
        for index, edge in enumerate(self.edges):
            if edge.alive and self.open[index]:
                out.setdefault(edge.source, []).append(index)
        self._out = {tool: np.array(found, dtype=np.int64) for tool, found in out.items()}
        self._tools = list(self._out)
        weights = np.array([self._start_weight(tool) for tool in self._tools], dtype=np.float64)
        self._tool_weights = np.cumsum(weights)
        live = [i for found in self._out.values() for i in found.tolist()]
        self._least_tried = self._by_trials(live, rng)
        self._doubt = np.cumsum(self._doubts(live))

    def _start_weight(self, tool: str) -> float:
        if self.preset.starts == "uniform":
            return 1.0
        untried = np.count_nonzero(self.tried[self._out[tool]] < self.preset.n_min)
        return (1.0 + int(untried)) * self._reach(tool)

    def _reach(self, tool: str) -> float:
        """Return how likely a path can start at a tool: some need an id nobody has found yet."""
        ok, tries = self.first_calls.get(tool, (0, 0))
        return (1.0 + ok) / (2.0 + tries)

    def _by_trials(self, live: list[int], rng: Generator) -> list[int]:
        """Return live edges, least tried last, in random order among equals.

        A path that was started for an edge and did not get there counts as a try: the edge's
        source may be out of reach.
        """
        if self.preset.allocation != "thompson+coverage":
            return []
        shuffled = np.array(live, dtype=np.int64)[rng.permutation(len(live))]
        tries = self.tried[shuffled] + self.starts[shuffled]
        order: list[int] = shuffled[np.argsort(-tries, kind="stable")].tolist()
        return order

    def _doubts(self, live: list[int]) -> Array:
        doubts = np.zeros(len(self.edges))
        if self.preset.allocation == "boundary" and live:
            at = np.array(live, dtype=np.int64)
            reach = np.array([self._reach(self.edges[i].source) for i in live])
            undecided = doubt(self.alpha[at], self.beta[at], self.preset.tau)
            doubts[at] = undecided * reach / (1.0 + self.starts[at])
        return doubts

    # ---- once a path -----------------------------------------------------------------------

    def start(self, rng: Generator) -> tuple[str, int | None] | None:
        """Return the tool a path starts at and, where the allocation says so, its first edge."""
        if not self._tools:
            return None
        allocation = self.preset.allocation
        if self._least_tried and rng.random() < self.preset.coverage_share:
            return self._from(self._least_tried.pop())
        undecided = allocation == "boundary" and self._doubt[-1] > 0
        if undecided and rng.random() >= self.preset.eps_explore:
            return self._from(_draw(self._doubt, rng))
        return self._tools[_draw(self._tool_weights, rng)], None

    def _from(self, index: int) -> tuple[str, int]:
        self.starts[index] += 1
        return self.edges[index].source, index

    # ---- once a step -----------------------------------------------------------------------

    def step(self, tool: str, barred: Callable[[int], bool], rng: Generator) -> int | None:
        """Return the edge to try from a tool, or ``None`` if there is none left.

        Args:
            tool: where the path stands.
            barred: edges this path has used, or whose target rests.
            rng: the generator.
        """
        out = self._out.get(tool)
        if out is None:
            return None
        left: list[int] = [i for i in out.tolist() if not barred(i)]
        if not left:
            return None
        if rng.random() < self.preset.eps_explore:
            return left[int(rng.integers(len(left)))]
        at = np.array(left, dtype=np.int64)
        if self.preset.allocation == "boundary":
            doubts = doubt(self.alpha[at], self.beta[at], self.preset.tau)
            return left[_draw(np.cumsum(doubts), rng)]
        return left[int(np.argmax(rng.beta(self.alpha[at], self.beta[at])))]


def doubt(alpha: Array, beta: Array, tau: float) -> Array:
    """Return how undecided posteriors are about τ: mass on both sides, times their width.

    The width keeps edges that truly lie near τ from drawing trials for ever.
    """
    over = above(alpha, beta, tau)
    n = alpha + beta
    width = np.sqrt(alpha * beta / (n * n * (n + 1.0)))
    return np.asarray(4.0 * over * (1.0 - over) * width, dtype=np.float64)


def _draw(cumulated: Array, rng: Generator) -> int:
    """Return an index drawn in proportion to weights given as running sums, or evenly if all 0."""
    if not cumulated[-1]:
        return int(rng.integers(len(cumulated)))
    at = int(np.searchsorted(cumulated, rng.random() * cumulated[-1], side="right"))
    return min(at, len(cumulated) - 1)
