"""Explorer: Phase A, round by round (PAPER 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random import PCG64, Generator

from kopa_synth.explore.arms import Arms
from kopa_synth.explore.candidates import Memory
from kopa_synth.explore.executor import Calls, Reply
from kopa_synth.explore.outage import OutageGuard
from kopa_synth.explore.posterior import fail, prunable, retract, succeed
from kopa_synth.explore.rounds import Round
from kopa_synth.explore.trials import Outcome, Trials
from kopa_synth.explore.values import Row, bucket
from kopa_synth.graph import Edge, Evidence, Fault, Graph
from kopa_synth.presets import Preset

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROWS_NOTED = 16
"""Rows of values an edge is known to have been tried on; more are hardly ever needed."""

REVIVED = 0.1
"""Trials of pruned edges in a revival round, as a share of its paths."""


class Explorer:
    """Tries the edges of a skeleton and keeps what the trials show in their evidence.

    Args:
        graph: the skeleton; its edges are changed in place.
        preset: the numbers.
        trials: runs first calls and edges.
        seed: of the one generator that decides everything.
        budget: calls sent to the source after which exploration stops, ``None`` for no limit.
    """

    def __init__(
        self, graph: Graph, preset: Preset, trials: Trials, seed: int, budget: int | None = None
    ) -> None:
        self.edges: list[Edge] = graph.edges
        self.preset = preset
        self.trials = trials
        self.round = 0
        self.quiet = 0
        self.why = ""
        self.arms = Arms(self.edges, preset, trials.executor.callable)
        self.outage = OutageGuard(preset)
        self._rng = Generator(PCG64(seed))
        self._budget = budget
        self._semantic = [
            o and trials.semantic(e) for e, o in zip(self.edges, self.arms.open, strict=True)
        ]
        self._tally = Round(0)
        self._touched: set[int] = set()
        self._rows: dict[int, list[Row]] = {}
        self._saved: dict[int, list[Any]] = {}

    @property
    def done(self) -> bool:
        """Whether there is nothing left to do; ``why`` then says what ended it."""
        if not self.why:
            if self.round >= self.preset.rounds:
                self.why = "rounds"
            elif self._spent():
                self.why = "budget"
            elif self.preset.stable_rounds and self.quiet >= self.preset.stable_rounds:
                self.why = "stable"
        return bool(self.why)

    def run_round(self) -> dict[str, Any]:
        """Run one round and return its line of the log."""
        self.round += 1
        tally = self._tally = Round(self.round)
        before = self._sides()
        self.arms.begin(self._rng)
        self.outage.begin()
        self._touched.clear()
        for _ in range(self.preset.paths):
            if self._spent():
                break
            self._path(tally)
        if self.preset.revive_every and self.round % self.preset.revive_every == 0:
            self._revive(tally)
        self._prune(tally)
        tally.changed = int((before != self._sides()).any(axis=0).sum())
        tally.spared = self.outage.spared
        share = self.preset.stable_share / max(1, self.preset.stable_rounds)
        still = tally.changed < share * max(1, len(self.edges))
        self.quiet = self.quiet + 1 if still else 0
        resting = [t for t, until in self.outage.rests_until.items() if until > self.round]
        return tally.row(self.edges, self.trials.executor.calls.as_dict(), resting)

    def _spent(self) -> bool:
        return self._budget is not None and self.trials.executor.calls.sent >= self._budget

    def _sides(self) -> NDArray[np.bool_]:
        """Return, by edge, which side of τ its mean is on and whether it is alive."""
        alive = [edge.alive for edge in self.edges]
        mean = self.arms.alpha / (self.arms.alpha + self.arms.beta)
        return np.array([mean > self.preset.tau, alive], dtype=bool)

    # ---- paths -----------------------------------------------------------------------------

    def _path(self, tally: Round) -> None:
        begun = self.arms.start(self._rng)
        if begun is None:
            return
        tally.paths += 1
        tool, wanted = begun
        reply = self.trials.first(tool, self._rng)
        self.arms.first_call(tool, reply.fault is Fault.NONE)
        if reply.fault is not Fault.NONE:
            return
        tally.started += 1
        length = int(self._rng.integers(2, self.preset.max_len + 1))
        walked: set[int] = set()
        whole = True
        while whole and len(walked) < length - 1 and not self._spent():
            index = self._choose(tool, wanted, walked)
            if index is None:
                break
            wanted = None
            walked.add(index)
            outcome = self._try(index, reply)
            whole = outcome.fault is Fault.NONE
            if whole and outcome.reply is not None:
                tool, reply = self.edges[index].target, outcome.reply
        tally.walked += bool(walked)
        tally.whole += bool(walked) and whole

    def _choose(self, tool: str, wanted: int | None, walked: set[int]) -> int | None:
        def barred(index: int) -> bool:
            return index in walked or self.outage.resting(self.edges[index].target, self.round)

        if wanted is not None and not barred(wanted):
            return wanted
        return self.arms.step(tool, barred, self._rng)

    # ---- one edge --------------------------------------------------------------------------

    def _try(self, index: int, upstream: Reply) -> Outcome:
        """Try an edge, and once more on another value where the fault says nothing clear."""
        edge = self.edges[index]
        known = self._rows.get(index, ())
        outcome = self.trials.run(edge, upstream, self._rng, rather_not=known)
        self._note_row(index, outcome.row)
        self._count(index, outcome)
        if outcome.fault is Fault.AMBIGUOUS:
            again = self.trials.run(edge, upstream, self._rng, without=(outcome.row,))
            if again.fault is Fault.AMBIGUOUS:
                again = Outcome(Fault.BAD_ARGUMENT, again.reply, again.row, again.held)
            if again.row and not again.fault.environmental:
                retract(edge.evidence, self.preset, Fault.AMBIGUOUS)
                self._count(index, again)
                outcome = again
        self.arms.update(index)
        return outcome

    def _note_row(self, index: int, row: Row) -> None:
        if self.preset.fresh_values and row:
            rows = self._rows.setdefault(index, [])
            if len(rows) < ROWS_NOTED and row not in rows:
                rows.append(row)

    def _count(self, index: int, outcome: Outcome) -> None:
        edge, fault = self.edges[index], outcome.fault
        evidence = edge.evidence
        evidence.last_round = self.round
        self._touched.add(index)
        self._tally.count(fault)
        if outcome.held:
            bar = bucket(outcome.held)
            evidence.cardinality[bar] = evidence.cardinality.get(bar, 0) + 1
        if fault is Fault.NONE:
            succeed(evidence, self.preset, self._semantic[index])
            self.outage.answered(edge.target)
            return
        charge = fail(evidence, self.preset, fault)
        if fault is Fault.MISS:
            return
        if fault.environmental:
            for i in self.outage.failed(self.edges, index, charge, self.round):
                self.arms.update(i)
        elif fault is not Fault.MISSING_FIELD:
            self.outage.answered(edge.target)

    # ---- after the paths -------------------------------------------------------------------

    def _revive(self, tally: Round) -> None:
        """Try some pruned edges again, those least often and longest ago first."""
        starts = self.arms.starts
        dead = [i for i, e in enumerate(self.edges) if not e.alive and self.arms.open[i]]
        dead.sort(key=lambda i: (starts[i], self.edges[i].evidence.last_round, i))
        for index in dead[: int(self.preset.paths * REVIVED)]:
            edge = self.edges[index]
            if self._spent() or self.outage.resting(edge.target, self.round):
                continue
            starts[index] += 1
            reply = self.trials.first(edge.source, self._rng)
            if reply.fault is Fault.NONE:
                self._try(index, reply)
                edge.alive = not prunable(edge, self.preset)
                tally.revived += edge.alive

    def _prune(self, tally: Round) -> None:
        touched = sorted(self._touched) if self.round > 1 else range(len(self.edges))
        for index in touched:
            edge = self.edges[index]
            if edge.alive and prunable(edge, self.preset):
                edge.alive = False
                self._touched.add(index)
                tally.pruned += 1

    # ---- state -----------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return everything a later process needs to go on as if nothing had happened."""
        for i in self._touched:
            e = self.edges[i].evidence
            posterior = (i, self.edges[i].alive, e.alpha, e.beta)
            self._saved[i] = [*posterior, e.trials, e.cardinality, e.last_round]
        generator = self._rng.bit_generator.state
        return {
            "round": self.round,
            "quiet": self.quiet,
            "rng": {**generator, "state": {k: str(v) for k, v in generator["state"].items()}},
            "edges": list(self._saved.values()),
            "rows": list(self._rows.items()),
            "starts": self.arms.starts.tolist(),
            "first_calls": self.arms.first_calls,
            "rests_until": self.outage.rests_until,
            "verdicts": self.trials.probe.verdicts,
            "probed": self.trials.probe.tries,
            "memory": self.trials.filler.memory.as_dict(),
            "calls": self.trials.executor.calls.as_dict(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a state that :meth:`state` returned for the same skeleton and preset."""
        self.round, self.quiet = state["round"], state["quiet"]
        generator = state["rng"]
        words = {name: int(text) for name, text in generator["state"].items()}
        self._rng.bit_generator.state = {**generator, "state": words}
        for row in state["edges"]:
            index, alive, alpha, beta, trials, cardinality, last_round = row
            self._saved[index] = row
            self.edges[index].alive = alive
            self.edges[index].evidence = Evidence(alpha, beta, trials, cardinality, last_round)
            self.arms.update(index)
        self._rows = {i: [tuple(row) for row in rows] for i, rows in state["rows"]}
        self.arms.starts[:] = state["starts"]
        self.arms.first_calls = state["first_calls"]
        self.outage.rests_until = state["rests_until"]
        self.trials.probe.verdicts = state["verdicts"]
        self.trials.probe.tries = state["probed"]
        self.trials.filler.memory = Memory.from_dict(state["memory"])
        self.trials.executor.calls = Calls.from_dict(state["calls"])
