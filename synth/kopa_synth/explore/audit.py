"""Audit: an independent sample of edges, tried apart from exploration (PAPER 1D, 4.6).

What Phase A sees of itself flatters it: it goes where edges work. So edges are drawn uniformly from
all that were admitted, alive or not, and tried on values of their own. Nothing learned here reaches
a posterior. Environmental faults are tried again and then reported apart: they say nothing about
an edge.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import orjson
from numpy.random import PCG64, Generator

from kopa_env.cache import replacing
from kopa_env.source import Source
from kopa_synth.explore.arguments import TODAY, Filler
from kopa_synth.explore.candidates import Memory
from kopa_synth.explore.executor import Calls, Executor, Reply
from kopa_synth.explore.probing import Probe
from kopa_synth.explore.rates import auc, gain, wilson
from kopa_synth.explore.trials import Outcome, Trials
from kopa_synth.explore.values import Row
from kopa_synth.graph import Edge, Fault, Graph
from kopa_synth.presets import Preset

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

EDGES = 400
"""Edges drawn, unless the caller says otherwise."""

_UPSTREAM = 10
"""Replies of an edge's source that are asked for at most, in search of values."""
_AGAIN = 3
"""Tries of a call that meets environmental faults."""


@dataclass(slots=True)
class Audited:
    """One edge of the sample.

    Attributes:
        place: where it stands among the graph's edges.
        faults: its informative trials by fault, each on other values.
        environmental: trials that came to nothing after every retry, by fault.
        reached: whether its source ever answered with rows.
    """

    place: int
    faults: dict[str, int] = field(default_factory=dict)
    environmental: dict[str, int] = field(default_factory=dict)
    reached: bool = False

    @property
    def trials(self) -> int:
        """Informative trials."""
        return sum(self.faults.values())

    @property
    def share(self) -> float:
        """Share of informative trials that succeeded; 0 without any."""
        return self.faults.get(Fault.NONE, 0) / self.trials if self.trials else 0.0

    def as_dict(self, edges: Sequence[Edge]) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "edge": edges[self.place].id,
            "place": self.place,
            "reached": self.reached,
            "faults": dict(sorted(self.faults.items())),
            "environmental": dict(sorted(self.environmental.items())),
        }


@dataclass(slots=True)
class Audit:
    """The sample of one audit.

    Attributes:
        sample: edges in the order of the graph.
        calls: what the audit itself called.
    """

    sample: list[Audited]
    calls: Calls
    trials: int
    seed: int

    def told(self) -> list[Audited]:
        """Return the edges the audit can tell something about."""
        return [a for a in self.sample if a.trials]

    def works(self, tau: float) -> dict[int, bool]:
        """Return whether an edge succeeds more often than τ, by its place, for edges told."""
        return {a.place: a.share > tau for a in self.told()}


def audit(
    graph: Graph,
    catalogue: Catalogue,
    source: Source,
    memory: Memory,
    preset: Preset,
    seed: int,
    *,
    edges: int = EDGES,
    trials: int = 3,
    writes: Collection[str] = (),
    today: str = TODAY,
) -> Audit:
    """Try a uniform sample of a graph's edges, alive and pruned alike.

    Args:
        graph: a skeleton or verified graph; left as it is.
        catalogue: the tools.
        source: what answers.
        memory: arguments that worked in exploration, so that sources can be called; left as it is.
        preset: for φ.
        seed: of the sample and of every choice.
        edges: how many are drawn, all if there are fewer.
        trials: of an edge, each on other values, as far as its source has so many.
        writes: tools with effect ``write`` that may be called.
        today: the day candidate dates end at.
    """
    rng = Generator(PCG64([seed, 1]))
    executor = Executor(catalogue, source, graph.edges, preset.phi, writes)
    own = Memory.from_dict(memory.as_dict())
    runner = Trials(catalogue, executor, Filler(own, today), Probe(executor))
    able = [
        i
        for i, e in enumerate(graph.edges)
        if executor.callable(e.source) and executor.callable(e.target)
    ]
    drawn = sorted(int(i) for i in rng.choice(able, size=min(edges, len(able)), replace=False))
    sample = [_examine(i, graph.edges[i], runner, trials, rng) for i in drawn]
    return Audit(sample, executor.calls, trials, seed)


def _examine(place: int, edge: Edge, runner: Trials, trials: int, rng: Generator) -> Audited:
    found = Audited(place)
    tried: set[Row] = set()
    for _ in range(_UPSTREAM):
        if found.trials >= trials:
            break
        upstream = _upstream(edge.source, runner, rng)
        if upstream is None:
            continue
        found.reached = True
        _on_values(edge, upstream, runner, trials, tried, found, rng)
    return found


def _upstream(tool: str, runner: Trials, rng: Generator) -> Reply | None:
    for _ in range(_AGAIN):
        reply = runner.first(tool, rng)
        if reply.fault is Fault.NONE:
            return reply
        if not reply.fault.environmental:
            return None
    return None


def _on_values(
    edge: Edge,
    upstream: Reply,
    runner: Trials,
    trials: int,
    tried: set[Row],
    found: Audited,
    rng: Generator,
) -> None:
    """Try an edge on the values of one reply of its source; no value at all is one failure."""
    while found.trials < trials:
        outcome = runner.run(edge, upstream, rng, without=tried)
        if outcome.fault is Fault.MISSING_FIELD:
            if not outcome.held:
                _note(found.faults, outcome.fault)
            return
        outcome = _insist(edge, upstream, runner, outcome, tried, rng)
        tried.add(outcome.row)
        _note(found.environmental if outcome.fault.environmental else found.faults, outcome.fault)


def _insist(
    edge: Edge, upstream: Reply, runner: Trials, outcome: Outcome, tried: set[Row], rng: Generator
) -> Outcome:
    """Try again where the service failed."""
    for _ in range(_AGAIN - 1):
        if not outcome.fault.environmental or outcome.fault is Fault.MISS:
            break
        again = runner.run(edge, upstream, rng, without=tried)
        if again.fault is not Fault.MISSING_FIELD:
            outcome = again
    return outcome


def _note(tally: dict[str, int], fault: Fault) -> None:
    tally[str(fault)] = tally.get(str(fault), 0) + 1


# ---- what it says ------------------------------------------------------------------------------

STATUSES = ("skeleton", "verified", "pruned")
_DECLARED = frozenset({"declared", "local"})
_Groups: TypeAlias = Mapping[str, Sequence[Audited]]


def report(found: Audit, graph: Graph, catalogue: Catalogue, preset: Preset) -> dict[str, Any]:
    """Return what an audit says about a graph after exploration.

    Rates are means over edges of the share of trials that succeeded, with Wilson intervals;
    ``skeleton`` is every edge told, whatever became of it, so it is the mix of the other two.
    """
    told = found.told()
    edges = graph.edges
    groups = {
        "skeleton": told,
        "verified": [a for a in told if edges[a.place].alive],
        "pruned": [a for a in told if not edges[a.place].alive],
    }
    works = [a.share > preset.tau for a in told]
    prior = [edges[a.place].score for a in told]
    posterior = [edges[a.place].evidence.mean for a in told]
    return {
        "sample": len(found.sample),
        "told": len(told),
        "unreached": sum(not a.reached for a in found.sample),
        "short": sum(0 < a.trials < found.trials for a in found.sample),
        "trials": sum(a.trials for a in told),
        "faults": _sum(a.faults for a in told),
        "environmental": _sum(a.environmental for a in found.sample),
        "status": {
            name: wilson([a.share for a in group]).as_dict() for name, group in groups.items()
        },
        "mix_error": _mix_error(groups),
        "platforms": _split(groups, lambda a: catalogue[edges[a.place].target].platform),
        "fidelity": _by_fidelity(groups, edges, catalogue, preset.tau),
        "never_succeeded": never_succeeded(edges),
        "overturned": _overturned(edges),
        "auc": {
            "prior": _rounded(auc(prior, works)),
            "posterior": _rounded(auc(posterior, works)),
            "gain_lo": _rounded(gain(prior, posterior, works, found.seed)),
            "n": len(told),
            "works": sum(works),
        },
        "calls": found.calls.as_dict(),
        "edges": [a.as_dict(edges) for a in found.sample],
    }


def _mix_error(groups: _Groups) -> float:
    """Return how far the skeleton's rate is from the mix of its parts: 0, if all is right."""
    parts = [wilson([a.share for a in groups[name]]) for name in STATUSES[1:]]
    whole = wilson([a.share for a in groups["skeleton"]])
    mixed = sum(p.rate * p.n for p in parts) / whole.n if whole.n else 0.0
    return round(abs(mixed - whole.rate), 12)


def _split(groups: _Groups, by: Callable[[Audited], str]) -> dict[str, Any]:
    found: dict[str, dict[str, list[float]]] = {}
    for name, group in groups.items():
        for a in group:
            found.setdefault(by(a), {}).setdefault(name, []).append(a.share)
    return {
        part: {name: wilson(shares).as_dict() for name, shares in by_status.items()}
        for part, by_status in sorted(found.items())
    }


def _by_fidelity(
    groups: _Groups, edges: Sequence[Edge], catalogue: Catalogue, tau: float
) -> dict[str, Any]:
    """Return rates and AUC apart for edges between tools with declared semantics and for others.

    Between tools that a replica merely lists, values meet or miss by how it makes them up.
    """

    def part(a: Audited) -> str:
        ends = (catalogue.entries[t] for t in (edges[a.place].source, edges[a.place].target))
        return "declared" if all(e.fidelity in _DECLARED for e in ends) else "listed"

    found = _split(groups, part)
    for name, said in found.items():
        told = [a for a in groups["skeleton"] if part(a) == name]
        works = [a.share > tau for a in told]
        said["auc"] = {
            "prior": _rounded(auc([edges[a.place].score for a in told], works)),
            "posterior": _rounded(auc([edges[a.place].evidence.mean for a in told], works)),
        }
    return found


def never_succeeded(edges: Iterable[Edge]) -> dict[str, Any]:
    """Return, for kept and pruned edges, the share of tried ones without a success.

    By number of trials too: kept edges without a success are mostly ones hardly tried.
    """
    bars = ((2, "1-2"), (5, "3-5"), (10**9, ">5"))
    found: dict[str, dict[str, list[int]]] = {"verified": {}, "pruned": {}}
    for edge in edges:
        n = edge.evidence.informative
        if not n:
            continue
        bar = next(name for most, name in bars if n <= most)
        for key in ("all", bar):
            tally = found["verified" if edge.alive else "pruned"].setdefault(key, [0, 0])
            tally[0] += not edge.evidence.successes
            tally[1] += 1
    return {
        status: {
            bar: {"share": round(never / n, 4), "n": n} for bar, (never, n) in sorted(bars_.items())
        }
        for status, bars_ in found.items()
    }


def _overturned(edges: Iterable[Edge]) -> dict[str, int]:
    """Return how often execution overruled the prior."""
    tried = [e for e in edges if e.evidence.informative]
    return {
        "likely_but_pruned": sum(e.score >= 0.6 and not e.alive for e in tried),
        "unlikely_but_works": sum(e.score <= 0.4 and e.evidence.mean > 0.7 for e in tried),
    }


def _sum(tallies: Iterable[dict[str, int]]) -> dict[str, int]:
    whole: dict[str, int] = {}
    for tally in tallies:
        for name, n in tally.items():
            whole[name] = whole.get(name, 0) + n
    return dict(sorted(whole.items()))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def write_audit(said: dict[str, Any], path: Path) -> None:
    """Write a report as ``audit.json``, whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_bytes(orjson.dumps(said, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS))
