"""A GRPO run with verl: data exported, configuration composed, verl's own entry point started."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import isnan
from pathlib import Path
from typing import Any

import orjson

from kopa_env.cache import replacing
from kopa_env.errors import UsageError
from kopa_rl.about import About
from kopa_rl.export import export
from kopa_rl.reward import Verdict, figures
from kopa_rl.rollout import Stage
from kopa_rl.verl.settings import Order, overrides, said

MAIN = "verl.trainer.main_ppo"
REWARD = "critic/rewards/mean"
"""verl's name for the mean reward of a step."""


def grpo(order: Order, stage: Stage, more: Sequence[str] = ()) -> dict[str, Any]:
    """Export the data and run verl until it ends; verl itself goes on from its checkpoints.

    Args:
        order: what the run is to do.
        stage: suite and settings.
        more: hydra overrides of the user's, which come last.

    Raises:
        UsageError: if the folder holds a run of other tasks, or verl ends with an error, whose text
            it has printed.
    """
    output = Path(order.output)
    about = About(stage.hashes(), order.template or "own")
    _go_on(output, about)
    start = len(list(output.glob("metrics-*.jsonl")))  # verl empties a file it is given
    metrics, rollouts = (
        (output / f"{name}-{start:03d}.jsonl").resolve() for name in ("metrics", "rollouts")
    )
    logs = said("hydra.run.dir", output / "hydra")  # not the folder the user stands in
    command = [sys.executable, "-m", MAIN, logs, *prepared(order, stage), *more]
    command.append(said("+kopa.rollouts", rollouts))
    environment = {**os.environ, "VERL_FILE_LOGGER_PATH": str(metrics)}
    try:
        ended = subprocess.run(command, check=False, env=environment)
    finally:
        for folder in _checkpoints(output):
            about.write(folder, int(folder.name.rpartition("_")[2]))
    if ended.returncode:
        raise UsageError(f"verl ended with status {ended.returncode}; what failed stands above")
    told = {
        "steps": order.steps,
        "template": about.template,
        "order": {**asdict(order), "output": str(output)},
        "overrides": list(more),
        "hashes": stage.hashes(),
        "log": logged(output, order.split),
    }
    with replacing(output / "run.json") as written:
        written.write_bytes(orjson.dumps(told, option=orjson.OPT_INDENT_2))
    return told


def logged(output: Path, split: str = "train") -> list[dict[str, Any]]:
    """Return what was logged, one row a step; of a step that was taken twice, the later one.

    Args:
        output: folder of the run.
        split: whose rollouts are those of training.

    Returns:
        Rows of ``step``, the figures of :func:`~kopa_rl.reward.figures` as ``kopa/…``, and all that
        verl has told under its own names.
    """
    rows: dict[int, dict[str, Any]] = {}
    for metrics in sorted(output.glob("metrics-*.jsonl")):
        groups = _groups(metrics.with_name(metrics.name.replace("metrics", "rollouts")), split)
        for told in _lines(metrics):
            row = rows.setdefault(told["step"], {"step": told["step"]})
            row.update(told["data"])
            if REWARD in row:
                row["kopa/reward"] = row[REWARD]
            found = figures(groups.get(told["step"], {}))
            row.update({f"kopa/{key}": v for key, v in found.items() if not isnan(v)})
    return [rows[step] for step in sorted(rows)]


def _groups(path: Path, split: str) -> dict[int, dict[str, list[Verdict]]]:
    """Return step → task → what its rollouts came to."""
    found: dict[int, dict[str, list[Verdict]]] = {}
    for told in _lines(path):
        step, task, part = (told.pop(name) for name in ("step", "task_id", "split"))
        if part == split:
            found.setdefault(step, {}).setdefault(task, []).append(Verdict(**told))
    return found


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield a file's lines, none if it is not there; one that a kill tore is left out."""
    for line in path.read_bytes().split(b"\n")[:-1] if path.is_file() else ():
        yield orjson.loads(line)


def _checkpoints(output: Path) -> list[Path]:
    return list(output.glob("checkpoints/global_step_*"))


def _go_on(output: Path, about: About) -> None:
    """Refuse to go on with a run of other tasks or another template; say what this one is of."""
    if _checkpoints(output):
        about.check(output)
    output.mkdir(parents=True, exist_ok=True)
    about.write(output)


def prepared(order: Order, stage: Stage) -> list[str]:
    """Write the rows of both splits and return the overrides that point to them."""
    data = Path(order.output) / "data"
    for split in {order.split, order.eval_split}:
        export(stage, split, "verl", data)
    settings = stage.settings
    found = overrides(order, data)
    if settings.observation_limit:
        found.append(f"+kopa.observation_limit={settings.observation_limit}")
    if not settings.local_tools:
        found.append("+kopa.local_tools=false")
    return found
