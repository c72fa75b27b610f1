"""One trial of an edge: carry a value over, call the target, tell what came of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from numpy.random import Generator

from kopa_synth.explore.arguments import Filler
from kopa_synth.explore.executor import Executor, Reply, fields_of, semantic_params
from kopa_synth.explore.probing import Probe
from kopa_synth.explore.values import Row
from kopa_synth.graph import Edge, Fault

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a trial.

    Attributes:
        fault: ``none`` for success: OK, not empty, and the bound value was used.
        reply: the target's reply; ``None`` where it was not called.
        row: the values that were carried over.
        held: distinct rows of values the source's reply held.
    """

    fault: Fault
    reply: Reply | None = None
    row: Row = ()
    held: int = 0


class Trials:
    """Runs first calls and edges.

    Args:
        catalogue: the tools.
        executor: asks them.
        filler: chooses what edges do not bind; successes are added to its memory.
        probe: tells whether a bound argument was used.
    """

    def __init__(
        self, catalogue: Catalogue, executor: Executor, filler: Filler, probe: Probe
    ) -> None:
        self.executor = executor
        self.filler = filler
        self.probe = probe
        self._catalogue = catalogue

    def first(self, tool: str, rng: Generator) -> Reply:
        """Make a first call, which no edge feeds."""
        spec = self._catalogue[tool]
        args = self.filler.first(spec, rng)
        reply = self.executor.run(spec, args)
        if reply.fault is Fault.NONE:
            self.filler.memory.remember(spec, args)
        return reply

    def semantic(self, edge: Edge) -> bool:
        """Say whether an edge carries a semantic argument."""
        return bool(semantic_params(self._catalogue[edge.target], edge))

    def run(
        self,
        edge: Edge,
        upstream: Reply,
        rng: Generator,
        without: Collection[Row] = (),
        rather_not: Collection[Row] = (),
    ) -> Outcome:
        """Try an edge on one row of values of its source's reply.

        Args:
            edge: the edge.
            upstream: a successful reply of its source.
            rng: picks the row, uniformly among the first φ distinct ones, and open arguments.
            without: rows not to pick.
            rather_not: rows to pick only if there is no other.
        """
        held = upstream.values(fields_of(edge))
        rows = [row for row in held.rows if row not in without]
        if not rows:
            return Outcome(Fault.MISSING_FIELD, held=held.count)
        rows = [row for row in rows if row not in rather_not] or rows
        row = rows[int(rng.integers(len(rows)))] if len(rows) > 1 else rows[0]
        spec = self._catalogue[edge.target]
        args = self.filler.bound(spec, edge, row, rng)
        reply = self.executor.run(spec, args)
        fault = reply.fault
        if fault is Fault.NONE:
            if self.probe.used(spec, semantic_params(spec, edge), args):
                self.filler.memory.remember(spec, args)
            else:
                fault = Fault.IGNORED
        return Outcome(fault, reply, row, held.count)
