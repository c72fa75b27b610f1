"""``kopa synth walk`` and ``write``: Phase B of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kopa_env.errors import UsageError, did_you_mean
from kopa_synth.commands.materials import Counted, Materials
from kopa_synth.commands.models import check, opened
from kopa_synth.commands.telling import counting, note
from kopa_synth.folder import GRAPH, QUERIES, WALKS, RunFolder
from kopa_synth.graph import Graph
from kopa_synth.walk.mix import quotas, spared

if TYPE_CHECKING:
    from kopa_synth.queries import Writer
    from kopa_synth.queries.brief import Pattern
    from kopa_synth.validate import Candidate
    from kopa_synth.walk.run import Ground
    from kopa_synth.walk.trajectory import Trajectory

TASKS, LONG, SPARE = 300, 6, 0.9
ANSWERS = "writer.jsonl"
"""What a served model wrote, for ``--writer recorded:FILE``."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for on the command line; ``None`` keeps what the run has.

    Attributes:
        tasks: tasks wanted in the end.
        long: walks of up to dozens of calls, beside the others.
        spare: walks made beyond those wanted, as a share: filters will drop some.
        platforms: whose tools tasks are made of.
    """

    tasks: int | None = None
    long: int | None = None
    spare: float | None = None
    platforms: Sequence[str] = ()

    def settings(self, materials: Materials, begun: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings of the stage.

        Raises:
            UsageError: if a platform is not part of the run, or too few tasks are wanted.
        """
        found = {"tasks": TASKS, "long": LONG, "spare": SPARE, "platforms": [], **begun}
        said = {"tasks": self.tasks, "long": self.long, "spare": self.spare}
        found |= {name: value for name, value in said.items() if value is not None}
        known = materials.catalogue.platforms
        for name in self.platforms:
            if name not in known:
                raise UsageError(f"no platform {name!r} in this run{did_you_mean(name, known)}")
        if self.platforms or not found["platforms"]:
            found["platforms"] = sorted(set(self.platforms)) or materials.open_platforms
        try:
            quotas(found["tasks"])
        except ValueError as error:
            raise UsageError(str(error)) from None
        return found


def tools_of(materials: Materials, platforms: Sequence[str]) -> list[str]:
    """Return the tools that tasks may be made of.

    From a replica only those whose filters and order are declared: what a listing that was made up
    from a tool's own fields answers is not worth a task.
    """
    entries = materials.catalogue.entries.values()
    mine = [entry for entry in entries if entry.platform in platforms]
    declared = [entry.name for entry in mine if entry.fidelity == "declared"]
    live = materials.settings["source"] == "live"
    return [entry.name for entry in mine] if live or not declared else declared


def ground(folder: RunFolder, platforms: Sequence[str]) -> tuple[Ground, Counted]:
    """Return what Phase B of a run stands on, and the counter of its calls."""
    from kopa_synth.walk.run import Ground

    materials = Materials.of(folder)
    counted = Counted(materials.source())
    found = Ground(
        graph=Graph.load(folder / GRAPH),
        catalogue=materials.whole,
        source=counted,
        preset=materials.preset,
        tools=tools_of(materials, platforms),
        seed=materials.seed,
        today=materials.today,
    )
    return found, counted


def wanted(settings: Mapping[str, Any]) -> dict[Pattern, int]:
    """Return how many tasks of each kind the run is to have."""
    return quotas(settings["tasks"])


def carry_out(plan: Plan, path: Path) -> dict[str, Any]:
    """Walk, or go on walking; return what is told of it."""
    folder = RunFolder(path)
    settings = plan.settings(Materials.of(folder), folder.own_settings("walk", (WALKS,)))
    with folder.stage("walk", settings, reads=(GRAPH,), files=(WALKS,)) as stage:
        if stage.done:
            note(f"{folder / WALKS} is there already")
        else:
            walks, calls = _walked(folder, settings)
            stage.finish(walks=len(walks), calls=calls)
    return told(folder)


def _walked(folder: RunFolder, settings: Mapping[str, Any]) -> tuple[list[Trajectory], int]:
    from kopa_synth.walk.run import walk

    stand, counted = ground(folder, settings["platforms"])
    with counting("walks") as tell:
        walks = walk(
            stand,
            spared(wanted(settings), settings["spare"]),
            settings["long"],
            folder / WALKS,
            lambda line: tell(line["done"], line["of"]),
        )
    return walks, counted.calls


def walks_of(folder: RunFolder) -> list[Trajectory]:
    """Return the finished walks of a run."""
    from kopa_synth.walk.lines import Lines
    from kopa_synth.walk.trajectory import Trajectory

    rows = [line["walk"] for line in Lines(folder / WALKS).resume()]
    return [Trajectory.from_json(row) for row in rows if row is not None]


def told(folder: RunFolder) -> dict[str, Any]:
    """Return what is told of finished walks."""
    from collections import Counter
    from statistics import median

    walks, stage = walks_of(folder), folder.about()["stages"]["walk"]
    junctions = [j for walk in walks for j in walk.junctions]
    values = [j.values for j in junctions]
    return {
        "run": str(folder.path),
        "walks": len(walks),
        "kinds": dict(sorted(Counter(str(walk.pattern) for walk in walks).items())),
        "junctions": dict(sorted(Counter(j.kind for j in junctions).items())),
        "one_to_many": round(sum(v > 1 for v in values) / len(values), 4) if values else None,
        "median_values": median(values) if values else None,
        "most_values": max(values, default=None),
        "settings": stage["settings"],
        "calls": stage["calls"],
        "seconds": stage["seconds"],
        "walks_file": str(folder / WALKS),
    }


# ---- questions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Writing:
    """Who writes the questions.

    Attributes:
        writer: ``grammar``, ``recorded:FILE`` or ``model``.
        model: name of a served model.
        base_url: its server.
    """

    writer: str = "grammar"
    model: str = ""
    base_url: str = ""

    def check(self) -> None:
        """Make sure that everything a writer needs was said.

        Raises:
            UsageError: if not.
        """
        check("writer", self.writer, "grammar", self.model, self.base_url)

    def open(self, folder: RunFolder) -> Writer:
        """Return the writer; what a served model writes is kept in the folder."""
        from kopa_synth.queries import GrammarWriter, ModelWriter

        model = opened(self.writer, self.model, self.base_url, folder / ANSWERS)
        return GrammarWriter() if model is None else ModelWriter(model)


def write(writing: Writing, path: Path) -> dict[str, Any]:
    """Have questions written for the walks of a run; return what is told of them."""
    writing.check()
    folder = RunFolder(path)
    settings = {"writer": writing.writer, "model": writing.model}
    with folder.stage("write", settings, reads=(WALKS, GRAPH), files=(QUERIES,)) as stage:
        if stage.done:
            note(f"{folder / QUERIES} is there already")
        else:
            candidates, calls = _written(folder, writing)
            stage.finish(questions=len(candidates), calls=calls)
    return questions_told(folder)


def _written(folder: RunFolder, writing: Writing) -> tuple[list[Candidate], int]:
    from kopa_synth.walk.run import write as written

    platforms = folder.about()["stages"]["walk"]["settings"]["platforms"]
    stand, counted = ground(folder, platforms)
    with counting("questions") as tell:
        candidates = written(
            stand,
            walks_of(folder),
            writing.open(folder),
            folder / QUERIES,
            lambda line: tell(line["done"], line["of"]),
        )
    return candidates, counted.calls


def candidates_of(folder: RunFolder) -> list[Candidate]:
    """Return the tasks that have a question, in the order of their walks."""
    from kopa_synth.validate import Candidate
    from kopa_synth.walk.lines import Lines

    rows = (line["candidate"] for line in Lines(folder / QUERIES).resume())
    return [Candidate.from_json(row) for row in rows if row is not None]


def questions_told(folder: RunFolder) -> dict[str, Any]:
    """Return what is told of finished questions."""
    from collections import Counter

    from kopa_synth.walk.lines import Lines

    lines = list(Lines(folder / QUERIES).resume())
    faults = Counter(
        f.split(":")[0] for line in lines for fs in line["rejected"].values() for f in fs
    )
    patterns = {q["pattern"] for line in lines if (q := line["query"])}
    stage = folder.about()["stages"]["write"]
    return {
        "run": str(folder.path),
        "walks": len(lines),
        "questions": sum(line["candidate"] is not None for line in lines),
        "drafts_rejected": sum(len(line["rejected"]) for line in lines),
        "faults": dict(sorted(faults.items())),
        "surface_patterns": len(patterns),
        "settings": stage["settings"],
        "calls": stage["calls"],
        "seconds": stage["seconds"],
        "questions_file": str(folder / QUERIES),
    }
