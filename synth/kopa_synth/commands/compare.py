"""``kopa synth compare``: what Phase A is judged by, on the skeleton of a run.

Every row is kept in the run's folder as soon as it is there, so that a comparison goes on where it
was stopped. What edges are judged against is found once, on the clean source, for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from kopa_env.errors import UsageError
from kopa_synth.commands.materials import Materials
from kopa_synth.commands.overrides import changed
from kopa_synth.commands.telling import note, watching
from kopa_synth.folder import SKELETON, RunFolder, write
from kopa_synth.graph import Graph

if TYPE_CHECKING:
    from kopa_synth.explore.compare import Truth
    from kopa_synth.presets import Preset

FOLDER = "compare"
PRESETS = ("paper", "kopa")
APART = 2
"""Between world seeds: of one parity, so that all stay worlds to train in."""

_Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Bench:
    """A run on which things are compared.

    Attributes:
        edges: audited, of those proposed.
    """

    folder: RunFolder
    materials: Materials
    edges: int

    @classmethod
    def of(cls, path: Path, edges: int) -> Bench:
        """Open a run.

        Raises:
            UsageError: if it asks the live APIs, which comparisons would ask many thousand times.
        """
        folder = RunFolder(path)
        materials = Materials.of(folder)
        if materials.settings["source"] == "live":
            raise UsageError("comparisons ask a source too often for the live APIs: use a replica")
        return cls(folder, materials, edges)

    @property
    def skeleton(self) -> Graph:
        """The proposed edges."""
        return Graph.load(self.folder / SKELETON)

    def preset(self, name: str) -> Preset:
        """Return a preset with the run's changes."""
        return changed(name, self.materials.settings["set"])

    def rows(
        self, what: str, keys: Sequence[Hashable], by: Callable[[_Row], Hashable], make: _Maker
    ) -> list[_Row]:
        """Return a row for each key, made now or kept from before, in the order of the keys."""
        name = f"{FOLDER}/{what}.jsonl"
        settings = {"edges": self.edges}
        stage = self.folder.stage(f"compare {what}", settings, reads=(SKELETON,), files=(name,))
        with stage:  # never done: more rows may be asked for at any time
            kept = {by(row): row for row in _read(self.folder / name)}
            for key in keys:
                if key not in kept:
                    kept[key] = orjson.loads(orjson.dumps(make(key)))
                    _keep(self.folder / name, kept.values())
        return [kept[key] for key in keys]

    def truth(self) -> Truth:
        """Return which of a sample of edges work on the clean source, found once."""
        from kopa_synth.explore.compare import Truth, truth

        path = self.folder / FOLDER / f"truth-{self.edges}.json"
        if not path.exists():
            note("finding out which edges work …")
            found = truth(
                self.skeleton,
                self.materials.catalogue,
                self.materials.source(),
                self.preset("kopa"),
                self.materials.seed,
                self.edges,
            )
            works = list(found.works.items())
            saved = {"works": works, "sure": sorted(found.sure), "sample": found.sample}
            write(path, orjson.dumps(saved))
        read = orjson.loads(path.read_bytes())
        return Truth(dict(read["works"]), frozenset(read["sure"]), read["sample"])


_Maker = Callable[[Any], _Row]


def allocations(bench: Bench, budgets: Sequence[int]) -> list[_Row]:
    """Return how well each allocation does at equal budgets."""
    from kopa_synth.explore.compare import ALLOCATIONS, compare_allocations

    known, source, skeleton = bench.truth(), bench.materials.source(), bench.skeleton

    def make(key: tuple[int, Any]) -> _Row:
        (row,) = compare_allocations(
            skeleton,
            bench.materials.catalogue,
            source,
            bench.materials.preset,
            bench.materials.seed,
            known=known,
            budgets=key[:1],
            allocations=key[1:],
            say=note,
        )
        return row

    keys = [(budget, allocation) for budget in budgets for allocation in ALLOCATIONS]
    return bench.rows("allocations", keys, lambda row: (row["budget"], row["allocation"]), make)


def faults(bench: Bench) -> list[_Row]:
    """Return what each preset prunes falsely when one call in five meets an environmental fault."""
    from kopa_synth.explore.compare import compare_faults

    known, source, skeleton = bench.truth(), bench.materials.source(), bench.skeleton

    def make(name: str) -> _Row:
        (row,) = compare_faults(
            skeleton,
            bench.materials.catalogue,
            source,
            (bench.preset(name),),
            bench.materials.seed,
            known=known,
            say=note,
        )
        return row

    return bench.rows("faults", PRESETS, lambda row: row["preset"], make)


def seeds(bench: Bench, worlds: int) -> list[_Row]:
    """Return what graph and audit come to in several worlds; the skeleton is that of the run."""
    first = bench.materials.settings["world"]
    if first is None:
        raise UsageError("comparing seeds needs --source replica, where a seed makes a world")
    keys = [first + APART * n for n in range(worlds)]
    return bench.rows("seeds", keys, lambda row: row["world"], lambda w: _explored(bench, w))


def _explored(bench: Bench, world: int) -> _Row:
    """Explore and audit one world; its graph stays in the folder, for ``kopa bench graph``."""
    from kopa_synth.explore import audit, explore, report
    from kopa_synth.skeleton import write_graph

    note(f"world {world}")
    materials = bench.materials
    rules, source, catalogue = materials.preset, materials.source(world), materials.catalogue
    place = bench.folder / FOLDER / f"world-{world}"
    with watching(rules.rounds) as watch:
        found = explore(
            bench.skeleton,
            catalogue,
            source,
            rules,
            materials.seed,
            folder=place,
            today=materials.today,
            watch=watch,
        )
    graph = found.graph
    write_graph(graph, place / "graph.jsonl")
    checked = audit(
        graph,
        catalogue,
        source,
        found.memory,
        rules,
        materials.seed,
        edges=bench.edges,
        today=materials.today,
    )
    said = report(checked, graph, catalogue, rules)
    live = len(graph.live())
    return {
        "world": world,
        "edges": {
            "skeleton": len(graph.edges),
            "verified": live,
            "pruned": len(graph.edges) - live,
        },
        "audit": said["status"],
        "auc": {name: said["auc"][name] for name in ("prior", "posterior", "gain_lo")},
        "calls": found.calls.sent,
        "ended": found.ended,
        "graph_file": str(place / "graph.jsonl"),
        "graph_hash": graph.hash,
    }


def _read(path: Path) -> list[_Row]:
    return [orjson.loads(line) for line in path.read_bytes().splitlines()] if path.exists() else []


def _keep(path: Path, rows: Iterable[_Row]) -> None:
    write(path, b"".join(orjson.dumps(row) + b"\n" for row in rows))
