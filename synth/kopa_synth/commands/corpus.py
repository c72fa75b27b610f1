"""``kopa synth validate`` and ``corpus``: which tasks are kept, and the files they ship in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kopa_synth.commands.materials import Counted, Materials
from kopa_synth.commands.repeat import command_of
from kopa_synth.commands.telling import counting, note
from kopa_synth.commands.walk import candidates_of, wanted
from kopa_synth.folder import CORPUS, QUERIES, VERDICTS, RunFolder

if TYPE_CHECKING:
    from kopa_env.suites import Suite
    from kopa_synth.validate import Candidate, Origins, Verdict

STATS = f"{CORPUS}/stats.json"


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for on the command line.

    Attributes:
        models: names of models whose words may stand in the corpus.
        against: suites whose questions may not be repeated.
    """

    models: Sequence[str] = ()
    against: Sequence[str] = ("mini",)

    def origins(self) -> Origins:
        """Return the open list of label origins."""
        from kopa_synth.validate import Origins

        return Origins(frozenset(self.models))

    def suites(self) -> list[Suite]:
        """Return the suites that may not be repeated.

        Raises:
            UsageError: if there is no such suite.
        """
        from kopa_env.suites import load_suite

        return [load_suite(name) for name in self.against]

    def settings(self) -> dict[str, Any]:
        """Return what makes other verdicts: the suites by their content."""
        return {
            "models": sorted(self.models),
            "against": {suite.name: suite.hash for suite in self.suites()},
        }


def validate(asked: Asked, path: Path) -> dict[str, Any]:
    """Hold the tasks of a run to every filter; return counts."""
    from kopa_synth.validate import validate as judged

    folder = RunFolder(path)
    with folder.stage("validate", asked.settings(), reads=(QUERIES,), files=(VERDICTS,)) as stage:
        if stage.done:
            note(f"{folder / VERDICTS} is there already")
        else:
            materials, candidates = Materials.of(folder), candidates_of(folder)
            source = Counted(materials.source())
            with counting("tasks judged") as tell:
                verdicts = judged(
                    candidates,
                    materials.whole,
                    source,
                    against=asked.suites(),
                    origins=asked.origins(),
                    journal=folder / VERDICTS,
                    progress=lambda n, _: tell(n, len(candidates)),
                )
            stage.finish(kept=sum(v.kept for v in verdicts), calls=source.calls)
    return told(folder)


def verdicts_of(folder: RunFolder, candidates: Sequence[Candidate]) -> list[Verdict]:
    """Return the verdicts of a run, one for each of its tasks."""
    from kopa_synth.validate.journal import Journal

    return Journal(folder / VERDICTS).resume(candidates)


def told(folder: RunFolder) -> dict[str, Any]:
    """Return what is told of finished verdicts."""
    from kopa_synth.validate import counts

    candidates = candidates_of(folder)
    verdicts = verdicts_of(folder, candidates)
    kept = Counter(c.pattern for c, v in zip(candidates, verdicts, strict=True) if v.kept)
    stage = folder.about()["stages"]["validate"]
    return {
        "run": str(folder.path),
        "candidates": len(candidates),
        "kept": sum(kept.values()),
        "kinds": dict(sorted(kept.items())),
        "filters": counts(verdicts),
        "settings": stage["settings"],
        "seconds": stage["seconds"],
        "verdicts_file": str(folder / VERDICTS),
    }


def write_out(path: Path) -> dict[str, Any]:
    """Write the corpus of a run; return what its ``stats.json`` says."""
    import orjson

    folder = RunFolder(path)
    with folder.stage("corpus", {}, reads=(QUERIES, VERDICTS), files=(CORPUS, STATS)) as stage:
        if stage.done:
            note(f"{folder / CORPUS} is there already")
        else:
            stage.finish(tasks=_corpus(folder)["tasks"])
    found: dict[str, Any] = orjson.loads((folder / STATS).read_bytes())
    return {"run": str(folder.path), "folder": str(folder / CORPUS), **found}


def _corpus(folder: RunFolder) -> dict[str, Any]:
    from kopa_env.suites import load_suite
    from kopa_synth.corpus import write_corpus
    from kopa_synth.validate import Origins, accepted

    about, materials = folder.about()["stages"], Materials.of(folder)
    candidates = candidates_of(folder)
    verdicts = verdicts_of(folder, candidates)
    asked = about["validate"]["settings"]
    kept = accepted(candidates, verdicts)
    chosen, short = within(kept, wanted(about["walk"]["settings"]))
    if short:
        note(_missing(short))
    with counting("conversations") as tell:
        return write_corpus(
            folder / CORPUS,
            chosen,
            materials.whole,
            materials.source(),
            world_seed=int(materials.settings["world"] or 0),
            verdicts=verdicts,
            against=[load_suite(name) for name in asked["against"]],
            origins=Origins(frozenset(asked["models"])),
            command=command_of(folder),
            progress=lambda n, _: tell(n, len(chosen)),
        )


def within(
    kept: Sequence[Candidate], quota: Mapping[Any, int]
) -> tuple[list[Candidate], dict[str, int]]:
    """Return the first tasks of each kind, as many as are wanted, and how many are missing."""
    left = {str(kind): n for kind, n in quota.items()}
    chosen = []
    for candidate in kept:
        if left[candidate.pattern] > 0:
            left[candidate.pattern] -= 1
            chosen.append(candidate)
    return chosen, {kind: n for kind, n in left.items() if n}


def _missing(short: Mapping[str, int]) -> str:
    words = ", ".join(f"{n} of kind {kind}" for kind, n in short.items())
    return f"fewer tasks are left than were wanted: {words} missing; a larger --spare finds more"
