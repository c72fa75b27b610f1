"""Trying and compiling suites written by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson

from kopa_bench.folder import write
from kopa_bench.validation.gates import Bench, failures
from kopa_bench.validation.language import language
from kopa_env.catalogue import Catalogue
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.grading import render_answer
from kopa_env.sources.named import open_source
from kopa_env.suites.compile import author_rows, author_tasks, authored, dump, instantiate
from kopa_env.suites.figures import shape
from kopa_env.suites.outcomes import Remembering
from kopa_env.suites.selecting import candidates
from kopa_env.suites.suite import TASKS
from kopa_env.task import Task

OTHERS = 2
"""Further entities of its selector that a draft is put onto."""


def chosen_rows(path: Path, ids: Sequence[str]) -> list[dict[str, Any]]:
    """Return the hand-written tasks of a file or folder, those of some ids alone.

    Raises:
        UsageError: if there are none, or an id is unknown.
    """
    if not path.exists():
        raise UsageError(f"there is no {path}")
    rows = author_rows(path) if path.is_dir() else author_tasks(path)
    known = {row["id"] for row in rows}
    for task_id in ids:
        if task_id not in known:
            raise UsageError(f"{path} has no task {task_id!r}{did_you_mean(task_id, known)}")
    return [row for row in rows if not ids or row["id"] in ids]


class Drafts:
    """Hand-written tasks tried on a world.

    Args:
        seed: seed of the world.
    """

    def __init__(self, seed: int) -> None:
        self._catalogue = Catalogue.load()
        self._source = open_source("replica", self._catalogue, seed)
        self._held: list[Task] = []

    def tried(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Put a task onto the world; tell what it comes to, or why it does not hold.

        Args:
            row: a task as its author wrote it.

        Returns:
            ``id`` and ``error``, or ``id``, ``answer``, ``figures`` of the task alone,
            ``applicable``, ``entities`` (how many its selector names), ``others`` (answers for
            some of them) and ``findings`` (gates it does not pass).
        """
        source = Remembering(self._source)
        try:
            task = next(authored([row], self._catalogue, source, "draft"))
            self._held.append(task)
            return _told(row, task, self._catalogue, source)
        except (UsageError, KeyError) as error:
            return {"id": row.get("id", ""), "error": str(error)}

    def as_a_set(self) -> dict[str, Any]:
        """Return figures and language checks of all tasks that held."""
        return {**shape(self._held, self._catalogue), "language": language(self._held).to_json()}


def _told(
    row: Mapping[str, Any], task: Task, catalogue: Catalogue, source: Remembering
) -> dict[str, Any]:
    named = candidates(row["selector"], catalogue, source)
    others = [bindings for bindings in named if bindings != row["bindings"]][:OTHERS]
    bench = Bench(catalogue, source)
    return {
        "id": task.id,
        "query": task.query_ko,
        "answer": render_answer(task.answer),
        "state": task.target_state,
        "figures": {k: v for k, v in shape([task], catalogue).items() if k in _ALONE},
        "applicable": task.applicable,
        "entities": len(named),
        "others": [_other(row, bindings, catalogue, source) for bindings in others],
        "findings": [asdict(finding) for finding in failures(task, bench)],
    }


_ALONE = ("mean_calls", "mean_steps", "parallel_share", "mean_tools_offered", "mean_budget_ratio")


def _other(
    row: Mapping[str, Any], bindings: Mapping[str, Any], catalogue: Catalogue, source: Remembering
) -> dict[str, Any]:
    try:
        task = instantiate(row, bindings, catalogue, source, "draft")
    except UsageError as error:
        return {"bindings": bindings, "error": str(error)}
    return {"bindings": bindings, "answer": render_answer(task.answer)}


def compiled(folder: Path, told: Callable[[Task], None]) -> bytes:
    """Return the tasks of a suite's folder as JSONL, computed anew.

    Args:
        folder: holds ``suite.json`` and YAML files of tasks.
        told: told of each task.

    Raises:
        UsageError: naming the first task that does not hold.
    """
    try:
        about = orjson.loads((folder / "suite.json").read_bytes())
        name, seed = str(about["name"]), int(about["world_seed"])
    except (OSError, orjson.JSONDecodeError) as error:
        raise UsageError(f"{folder}/suite.json cannot be read: {error}") from None
    except (KeyError, TypeError, ValueError):
        raise UsageError(f"{folder}/suite.json has to give 'name' and 'world_seed'") from None
    catalogue = Catalogue.load()
    source = open_source("replica", catalogue, seed)
    tasks = []
    for task in authored(author_rows(folder), catalogue, source, name):
        tasks.append(task)
        told(task)
    return dump(tasks)


def is_current(folder: Path, body: bytes) -> bool:
    """Whether the compiled file of a folder holds what its YAML files come to."""
    file = folder / TASKS
    return file.exists() and file.read_bytes() == body


def write_tasks(folder: Path, body: bytes) -> None:
    """Write a suite's compiled tasks, whole or not at all."""
    write(folder / TASKS, body)


def free(folder: Path) -> None:
    """Refuse a folder that holds something.

    Raises:
        UsageError: if it does, or is no folder.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is no folder")
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty; choose another folder")


def write_suite(folder: Path, name: str, seed: int, tasks: Sequence[Task], years: int = 0) -> None:
    """Write compiled tasks into a new folder that ``--suite`` reads.

    Args:
        folder: must hold nothing yet.
        name: of the suite.
        seed: of the world it rests on.
        tasks: what it holds.
        years: by which that world's days are moved on.

    Raises:
        UsageError: if there are no tasks, or the folder holds something else.
    """
    if not tasks:
        raise UsageError("there is no task to write")
    free(folder)
    write_tasks(folder, dump(tasks))
    about = {"name": name, "world_seed": seed, **({"years": years} if years else {})}
    write(folder / "suite.json", orjson.dumps(about) + b"\n")
