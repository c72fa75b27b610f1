"""``kopa synth graph``: propose edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kopa_env.errors import UsageError
from kopa_synth.commands.materials import Materials, chosen_catalogue, where
from kopa_synth.commands.models import check, opened
from kopa_synth.commands.overrides import changed_preset
from kopa_synth.commands.telling import counting, note
from kopa_synth.folder import SKELETON, RunFolder
from kopa_synth.graph import Graph

if TYPE_CHECKING:
    from kopa_synth.retrieval import Retriever
    from kopa_synth.scoring import Scorer

SCORED = "skeleton.scored.jsonl"
"""Pairs scored so far; gone when the skeleton is there."""
ANSWERS = "scorer.jsonl"
"""What a served model answered, for ``--scorer recorded:FILE``."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How pairs are scored.

    Attributes:
        scorer: ``rules``, ``recorded:FILE`` or ``model``.
        model: name of a served model.
        base_url: its server.
        concurrency: pairs of one source scored at a time.
    """

    scorer: str = "rules"
    model: str = ""
    base_url: str = ""
    concurrency: int = 1

    def check(self) -> None:
        """Make sure that everything a scorer needs was said.

        Raises:
            UsageError: if not.
        """
        check("scorer", self.scorer, "rules", self.model, self.base_url)

    def settings(self) -> dict[str, Any]:
        """Return what makes another skeleton; where the model is served does not."""
        return {"scorer": self.scorer, "model": self.model}

    def open(self, folder: RunFolder) -> Scorer:
        """Return the scorer; a served model's answers are kept in the folder."""
        from kopa_synth.scoring import ModelScorer, RuleScorer

        model = opened(self.scorer, self.model, self.base_url, folder / ANSWERS)
        return RuleScorer() if model is None else ModelScorer(model)


@dataclass(frozen=True, slots=True)
class Order:
    """What was asked for on the command line."""

    preset: str
    changes: Sequence[str]
    platforms: Sequence[str]
    source: str
    world: int | None
    seed: int
    scoring: Scoring
    embed: str = ""

    def retriever(self) -> Retriever | None:
        """Return BM25 summed with a model's cosine, ``None`` for BM25 alone.

        Raises:
            UsageError: if there is no such folder.
            MissingExtra: if sentence-transformers is not installed.
        """
        from kopa_synth.retrieval import Bm25, Embedding, ThreeView

        if not self.embed:
            return None
        folder, _, prefix = self.embed.partition("=")
        return ThreeView(Embedding(Path(folder), prefix), Bm25())

    def settings(self) -> dict[str, Any]:
        """Return the settings of the run.

        Raises:
            UsageError: if something named does not exist.
        """
        self.scoring.check()
        if self.embed and not Path(self.embed.partition("=")[0]).is_dir():
            raise UsageError(f"no model folder {self.embed.partition('=')[0]}")
        _, changes = changed_preset(self.preset, self.changes)
        platforms = sorted(set(self.platforms))
        return {
            "preset": self.preset,
            "set": changes,
            "platforms": platforms,
            "catalogue": chosen_catalogue(platforms, self.source).hash,
            **where(self.source, self.world),
            "seed": self.seed,
            **self.scoring.settings(),
            **({"embed": self.embed} if self.embed else {}),
        }


def build(order: Order, path: Path) -> dict[str, Any]:
    """Build the skeleton of a run, or go on with it; return what is told of it."""
    from kopa_synth.skeleton import build_skeleton, write_graph

    folder, settings = RunFolder(path), order.settings()
    if folder.exists:  # a run over the live APIs keeps the day it was begun on
        settings["today"] = folder.settings().get("today", settings["today"])
    folder.begin(settings)
    materials = Materials.of(folder)
    with folder.stage("graph", {}, files=(SCORED, SKELETON)) as stage:
        if not stage.done:
            with counting("tools scored") as tell:
                skeleton = build_skeleton(
                    materials.catalogue,
                    materials.preset,
                    order.retriever(),
                    order.scoring.open(folder),
                    progress=folder / SCORED,
                    workers=order.scoring.concurrency,
                    tell=tell,
                )
            write_graph(skeleton, folder / SKELETON)
            (folder / SCORED).unlink(missing_ok=True)
            stage.finish(edges=len(skeleton.edges))
        else:
            note(f"{folder / SKELETON} is there already")
    return told(Graph.load(folder / SKELETON), folder)


def told(skeleton: Graph, folder: RunFolder) -> dict[str, Any]:
    """Return what is told of a finished skeleton."""
    about = folder.about()
    return {
        "run": str(folder.path),
        "tools": len(skeleton.tools),
        "pairs_considered": skeleton.about["pairs_considered"],
        "proposals": skeleton.about["proposals"],
        "edges": len(skeleton.edges),
        "refused": skeleton.about["refused"],
        "scorer": skeleton.about["scorer"],
        "settings": about["settings"],
        "seconds": about["stages"]["graph"]["seconds"],
        "graph_file": str(folder / SKELETON),
        "graph_hash": skeleton.hash,
    }


def foreseen(order: Order) -> dict[str, Any]:
    """Return what building the skeleton would come to, without a call of any kind."""
    from kopa_synth.retrieval import ThreeView
    from kopa_synth.skeleton import nodes

    settings = order.settings()
    rules, _ = changed_preset(order.preset, order.changes)
    specs = nodes(chosen_catalogue(settings["platforms"], order.source))
    rows = ThreeView().candidates(specs, rules.k_same, rules.k_cross, rules.k_back)
    pairs = sum(len(row) for row in rows)
    return {
        "tools": len(specs),
        "pairs_considered": pairs,
        "platform_calls": 0,
        "model_calls": pairs if order.scoring.scorer == "model" else 0,
        "settings": settings,
    }
