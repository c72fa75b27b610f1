"""Phase A as one call: skeleton in, verified graph out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kopa_env.source import Source
from kopa_synth.explore.arguments import TODAY, Filler
from kopa_synth.explore.candidates import Memory
from kopa_synth.explore.executor import Calls, Executor
from kopa_synth.explore.explorer import Explorer
from kopa_synth.explore.probing import Probe
from kopa_synth.explore.progress import Progress
from kopa_synth.explore.trials import Trials
from kopa_synth.graph import Edge, Graph
from kopa_synth.presets import Preset

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

Watch = Callable[[Mapping[str, Any]], None]
"""Is told every line of the round log."""


@dataclass(slots=True)
class Exploration:
    """A finished Phase A.

    Attributes:
        graph: the verified graph, dead edges included.
        memory: arguments that worked, for whoever needs more of them.
        calls: what was called.
        rounds: the round log.
        ended: ``rounds``, ``budget`` or ``stable``.
    """

    graph: Graph
    memory: Memory
    calls: Calls
    rounds: list[dict[str, Any]]
    ended: str


def explore(
    skeleton: Graph,
    catalogue: Catalogue,
    source: Source,
    preset: Preset,
    seed: int,
    *,
    folder: Path | None = None,
    budget: int | None = None,
    writes: Collection[str] = (),
    today: str = TODAY,
    watch: Watch | None = None,
) -> Exploration:
    """Execute a skeleton's edges until rounds, budget or change run out.

    The skeleton is left as it is. With a folder every round is kept there, and the same call
    continues after a kill, provided that the source answers a call the same way every time.

    Args:
        skeleton: proposed edges with priors.
        catalogue: the tools.
        source: what answers.
        preset: the numbers.
        seed: of the one generator that decides everything.
        folder: where progress is kept, ``None`` for nowhere.
        budget: calls sent to the source after which to stop.
        writes: tools with effect ``write`` that may be called.
        today: the day candidate dates end at, ``YYYYMMDD``.
        watch: is told every line of the round log.

    Raises:
        UsageError: if the folder holds the progress of another run.
    """
    about = {
        **skeleton.about,
        "stage": "explore",
        "skeleton": skeleton.hash,
        "catalogue": catalogue.hash,
        "preset": preset.as_dict(),
        "seed": seed,
        "budget": budget,
        "today": today,
        "writes": sorted(writes),
    }
    graph = Graph(skeleton.tools, [_copy(edge) for edge in skeleton.edges], about)
    executor = Executor(catalogue, source, graph.edges, preset.phi, writes)
    trials = Trials(catalogue, executor, Filler(Memory(), today), Probe(executor))
    explorer = Explorer(graph, preset, trials, seed, budget)
    identity = {**about, "source": dict(source.hashes())}
    rounds = _run(explorer, Progress(folder, identity) if folder else None, watch)
    graph.about = {
        **about,
        "rounds": explorer.round,
        "ended": explorer.why,
        "calls": executor.calls.as_dict(),
    }
    return Exploration(graph, trials.filler.memory, executor.calls, rounds, explorer.why)


def _copy(edge: Edge) -> Edge:
    """Return an edge whose plan and evidence are its own; bindings never change."""
    seen = edge.evidence
    evidence = replace(seen, trials=dict(seen.trials), cardinality=dict(seen.cardinality))
    return replace(edge, plan=dict(edge.plan), evidence=evidence)


def _run(
    explorer: Explorer, progress: Progress | None, watch: Watch | None
) -> list[dict[str, Any]]:
    executor = explorer.trials.executor
    rounds: list[dict[str, Any]] = []
    if progress is not None and (saved := progress.resume()):
        state, calls = saved
        executor.recall(calls)
        explorer.restore(state)
        rounds = progress.rounds()
    while not explorer.done:
        row = explorer.run_round()
        rounds.append(row)
        sent = executor.drain()
        if progress is not None:
            progress.save(explorer.state(), sent, row)
        if watch is not None:
            watch(row)
    return rounds
