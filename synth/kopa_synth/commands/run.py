"""``kopa synth run``: every stage of EDGE, one after another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kopa_env.errors import UsageError
from kopa_synth.commands import audit, corpus, explore, graph, show, walk
from kopa_synth.commands.explore import Asked
from kopa_synth.commands.graph import Order
from kopa_synth.commands.stats import Opened, stats
from kopa_synth.commands.telling import note
from kopa_synth.commands.walk import Plan, Writing
from kopa_synth.folder import RunFolder

PICTURE = "graph.html"
STAGES = ("graph", "explore", "audit", "walk", "write", "validate", "corpus")


def carry_out(
    order: Order, asked: Asked, plan: Plan, writing: Writing, kept: corpus.Asked, path: Path
) -> dict[str, Any]:
    """Do every stage that is not done yet; return the figures of the whole run.

    Raises:
        UsageError: before anything is done, if a later stage could not be.
    """
    _check(writing, kept)
    folder = RunFolder(path)
    steps: dict[str, Callable[[], object]] = {
        "graph": lambda: graph.build(order, path),
        "explore": lambda: explore.carry_out(asked, path),
        "audit": lambda: audit.carry_out(path, None, None),
        "walk": lambda: walk.carry_out(plan, path),
        "write": lambda: walk.write(writing, path),
        "validate": lambda: corpus.validate(kept, path),
        "corpus": lambda: corpus.write_out(path),
    }
    for number, (name, step) in enumerate(steps.items(), 1):
        note(f"[{number}/{len(steps)}] {name}")
        step()
    show.draw(Opened.at(path), folder / PICTURE, "")
    return {**stats(Opened.at(path)), "stages": stages(folder), "picture": str(folder / PICTURE)}


def _check(writing: Writing, kept: corpus.Asked) -> None:
    writing.check()
    kept.suites()
    if writing.writer == "model" and writing.model not in kept.models:
        raise UsageError(
            f"what {writing.model} writes may not stand in a corpus unless it is named: "
            f"--allow-model {writing.model}"
        )


def stages(folder: RunFolder) -> dict[str, Any]:
    """Return time, in seconds, and calls of every stage that was begun."""
    about = folder.about()["stages"]
    return {
        name: {"seconds": about[name]["seconds"], "calls": about[name].get("calls")}
        for name in STAGES
        if name in about
    }
