"""The command that makes a run again, from what the run has written down."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

from kopa_synth.commands.materials import TRAINING_WORLD, Materials
from kopa_synth.commands.walk import LONG, SPARE, TASKS
from kopa_synth.folder import RunFolder

AGAINST = ("mini",)
"""Suites whose questions are not repeated unless others are named."""


def command_of(folder: RunFolder) -> str:
    """Return the one command that makes a run's corpus again.

    Returns:
        ``kopa synth run -o RUN`` with all that was chosen otherwise than by default; empty if a
        model had a part in it, whose words no command makes again, or if the run has stages that
        ``run`` does not make.
    """
    materials = Materials.of(folder)
    stages = {name: stage["settings"] for name, stage in folder.about()["stages"].items()}
    if not _is_of_one_command(materials, stages):
        return ""
    words = ["kopa", "synth", "run", "-o", "RUN"]
    for name, value in _said(materials, stages):
        words += [name, str(value)]
    return shlex.join(words)


def _is_of_one_command(materials: Materials, stages: dict[str, dict[str, Any]]) -> bool:
    settings, explored = materials.settings, stages.get("explore")
    return (
        explored is not None
        and not explored["writes"]
        and settings["scorer"] == "rules"
        and not settings.get("embed")
        and stages["write"]["writer"] == "grammar"
        and not stages["validate"]["models"]
    )


def _said(materials: Materials, stages: dict[str, dict[str, Any]]) -> Iterator[tuple[str, object]]:
    settings, rules = materials.settings, materials.preset
    explored, walked = stages["explore"], stages["walk"]
    against = list(stages["validate"]["against"])
    defaults = (
        ("--preset", settings["preset"], "kopa"),
        ("--source", settings["source"], "replica"),
        ("--world", settings["world"], TRAINING_WORLD),
        ("--seed", settings["seed"], 1),
        ("--budget", explored["budget"], None),
        ("--rounds", explored["rounds"], rules.rounds),
        ("--paths", explored["paths"], rules.paths),
        ("--tasks", walked["tasks"], TASKS),
        ("--long", walked["long"], LONG),
        ("--spare", walked["spare"], SPARE),
    )
    yield from ((name, value) for name, value, usual in defaults if value not in (usual, None))
    yield from (("--set", f"{name}={value}") for name, value in settings["set"].items())
    yield from (("--platform", name) for name in settings["platforms"])
    if walked["platforms"] != materials.open_platforms:
        yield from (("--tasks-from", name) for name in walked["platforms"])
    if against != list(AGAINST):
        yield from (("--against", name) for name in against)
