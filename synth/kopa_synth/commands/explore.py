"""``kopa synth explore``: execute edges and keep those that work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kopa_env.errors import UsageError, did_you_mean
from kopa_synth.commands.materials import Materials
from kopa_synth.commands.telling import note, watching
from kopa_synth.folder import EXPLORE, GRAPH, MEMORY, SKELETON, RunFolder
from kopa_synth.graph import Graph
from kopa_synth.presets import Preset

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

STAGE = "explore"
FILES = (EXPLORE, MEMORY, GRAPH)

TRIES = 2
"""Calls one step of a path costs at most: an unclear outcome is tried once more."""
PROBES = 27
"""Calls that telling whether one argument is used costs at most: three probes of three calls, each
repeated twice where the service fails."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for on the command line; ``None`` keeps what the run has."""

    budget: int | None = None
    rounds: int | None = None
    paths: int | None = None
    writes: Collection[str] | None = None

    def settings(self, materials: Materials, begun: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings of the stage, with what it was begun with where nothing was said.

        Raises:
            UsageError: if a tool that may write does not exist.
        """
        rules = materials.preset
        for name in self.writes or ():
            _ = materials.catalogue[name]
        found: dict[str, Any] = {"budget": None, "rounds": rules.rounds, "paths": rules.paths}
        found |= {"writes": [], **begun}
        said = {"budget": self.budget, "rounds": self.rounds, "paths": self.paths}
        found |= {name: value for name, value in said.items() if value is not None}
        if self.writes is not None:
            found["writes"] = sorted(set(self.writes))
        return found


def rules_of(materials: Materials, settings: Mapping[str, Any]) -> Preset:
    """Return the run's preset as the stage uses it."""
    return replace(materials.preset, rounds=settings["rounds"], paths=settings["paths"])


def carry_out(asked: Asked, path: Path) -> dict[str, Any]:
    """Explore, or go on exploring; return what is told of it."""
    from kopa_synth.explore import explore
    from kopa_synth.skeleton import write_graph

    folder = RunFolder(path)
    materials = Materials.of(folder)
    settings = asked.settings(materials, folder.own_settings(STAGE, FILES))
    with folder.stage(STAGE, settings, reads=(SKELETON,), files=FILES) as stage:
        if stage.done:
            note(f"{folder / GRAPH} is there already")
        else:
            rules = rules_of(materials, settings)
            with watching(rules.rounds) as watch:
                found = explore(
                    Graph.load(folder / SKELETON),
                    materials.catalogue,
                    materials.source(),
                    rules,
                    materials.seed,
                    folder=folder / EXPLORE,
                    budget=settings["budget"],
                    writes=settings["writes"],
                    today=materials.today,
                    watch=watch,
                )
            found.memory.save(folder / MEMORY)
            write_graph(found.graph, folder / GRAPH)
            stage.finish(calls=found.calls.sent)
    return told(Graph.load(folder / GRAPH), folder)


def told(graph: Graph, folder: RunFolder) -> dict[str, Any]:
    """Return what is told of a finished exploration."""
    stage = folder.about()["stages"][STAGE]
    live = len(graph.live())
    return {
        "run": str(folder.path),
        "rounds": graph.about["rounds"],
        "ended": graph.about["ended"],
        "edges": {
            "skeleton": len(graph.edges),
            "verified": live,
            "pruned": len(graph.edges) - live,
        },
        "calls": graph.about["calls"],
        "settings": stage["settings"],
        "seconds": stage["seconds"],
        "graph_file": str(folder / GRAPH),
        "graph_hash": graph.hash,
    }


# ---- what it would cost ------------------------------------------------------------------------


def quotas(texts: Sequence[str], catalogue: Catalogue) -> dict[str, int]:
    """Return the daily quota of each platform: as typed, else the smallest of its tools.

    Raises:
        UsageError: if what was typed is no PLATFORM=CALLS.
    """
    found: dict[str, int] = {}
    for name in catalogue.entries:
        spec = catalogue[name]
        if spec.quota:
            found[spec.platform] = min(spec.quota, found.get(spec.platform, spec.quota))
    for text in texts:
        platform, _, calls = text.partition("=")
        if not calls.isdecimal() or not int(calls):
            raise UsageError(f"--quota takes PLATFORM=CALLS, got {text!r}")
        if platform not in catalogue.platforms:
            near = did_you_mean(platform, catalogue.platforms)
            raise UsageError(f"no platform {platform!r} in this run{near}")
        found[platform] = int(calls)
    return found


def foreseen(asked: Asked, path: Path, typed: Sequence[str]) -> dict[str, Any]:
    """Return how many calls exploring would send at most, and the days quotas make of them.

    The whole is a bound: the budget, or every path at its full length with every step tried twice
    and every argument probed. It is spread over platforms as the ends of edges are, which is where
    calls go; a platform may get more than its part, the whole may not be passed.
    """
    folder = RunFolder(path)
    materials = Materials.of(folder)
    settings = asked.settings(materials, folder.own_settings(STAGE, FILES))
    skeleton, catalogue = Graph.load(folder / SKELETON), materials.catalogue
    most = _most(skeleton, rules_of(materials, settings))
    if settings["budget"] is not None:
        most = min(most, settings["budget"])
    daily = quotas(typed, catalogue)
    ends = Counter(
        catalogue[tool].platform for edge in skeleton.edges for tool in (edge.source, edge.target)
    )
    parts = {}
    for platform, n in sorted(ends.items()):
        calls, quota = ceil(most * n / ends.total()), daily.get(platform)
        days = ceil(calls / quota) if quota else None
        parts[platform] = {"calls": calls, "quota": quota, "days": days}
    return {"run": str(path), "calls": most, "platforms": parts, "settings": settings}


def _most(skeleton: Graph, rules: Preset) -> int:
    """Return the calls that rounds of paths cannot pass."""
    from kopa_synth.explore.explorer import REVIVED

    per_round = rules.paths * (1 + TRIES * (rules.max_len - 1))
    revivals = rules.rounds // rules.revive_every if rules.revive_every else 0
    arguments = {(edge.target, b.param) for edge in skeleton.edges for b in edge.bindings}
    probes = PROBES * len(arguments)
    return rules.rounds * per_round + revivals * int(rules.paths * REVIVED) * (1 + TRIES) + probes
