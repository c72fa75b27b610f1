"""Reading suites: a folder with ``suite.json`` and ``tasks.jsonl`` (or ``tasks.jsonl.zst``).

Another distribution adds one through the entry-point group ``kopa.suites``: name → a function
without arguments that returns a :class:`Suite`, usually ``read_suite`` of a folder of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import orjson

from kopa_env.errors import UsageError, did_you_mean
from kopa_env.suites.shape import check_task
from kopa_env.task import Answer, GoldenCall, Task

GROUP = "kopa.suites"
TASKS = "tasks.jsonl"
WHOLE = "all"
"""The split that holds every task."""


@dataclass(frozen=True)
class Suite:
    """A named set of tasks and the world they rest on.

    Attributes:
        name: what users type.
        tasks: id → task, in the suite's order.
        world_seed: seed of the world its answers were computed on.
        pack: name of the shipped pack that holds its recorded replies; empty if there is none.
        splits: name → task ids; ``all`` always exists.
        hash: of the tasks' content hashes, in order.
        years: by which the days of its world are moved on.
    """

    name: str
    tasks: Mapping[str, Task]
    world_seed: int
    pack: str = ""
    splits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hash: str = ""
    years: int = 0

    def ids(self, split: str = WHOLE) -> tuple[str, ...]:
        """Return the task ids of a split.

        Raises:
            UsageError: if there is no such split.
        """
        if split == WHOLE:
            return tuple(self.tasks)
        if split not in self.splits:
            known = (WHOLE, *self.splits)
            near = did_you_mean(str(split), known)
            raise UsageError(
                f"suite {self.name} has no split {split!r}{near}; splits: {', '.join(known)}"
            )
        return self.splits[split]

    def task(self, task_id: str) -> Task:
        """Return a task.

        Raises:
            UsageError: if there is none of that id.
        """
        if task_id not in self.tasks:
            near = did_you_mean(str(task_id), self.tasks)
            raise UsageError(f"suite {self.name} has no task {task_id!r}{near}")
        return self.tasks[task_id]

    @classmethod
    def of(cls, name: str, tasks: Sequence[Task], world_seed: int, **more: Any) -> Suite:
        """Build a suite from tasks.

        Raises:
            UsageError: if an id is used twice.
        """
        held = {task.id: task for task in tasks}
        if len(held) < len(tasks):
            ids = [task.id for task in tasks]
            raise UsageError(f"suite {name}: task id {_repeated(ids)!r} is used twice")
        lines = "\n".join(f"{task.id}:{task.content_hash}" for task in tasks)
        digest = blake2b(lines.encode(), digest_size=8).hexdigest()
        return cls(name, held, world_seed, hash=digest, **more)


def load_suite(name: str) -> Suite:
    """Return a suite by name, or from a folder or a JSONL file of one's own.

    Raises:
        UsageError: if there is none, or it cannot be read; the message says where.
    """
    if name.endswith(".jsonl") or "/" in name or "\\" in name:
        path = Path(name)
        if path.is_dir():
            return read_suite(path)
        return Suite.of(path.stem, read_tasks(path), _mini_seed(), pack="kopa")
    makers = _makers()
    if name not in makers and (Path(name) / "suite.json").is_file():
        return read_suite(Path(name))
    if name not in makers:
        raise UsageError(
            f"no suite {name!r}{did_you_mean(name, makers)}; suites: {', '.join(makers)}"
        )
    return _made(name)


def suite_names() -> tuple[str, ...]:
    """Return the names of all installed suites."""
    return tuple(_makers())


def read_suite(folder: Traversable | Path) -> Suite:
    """Read a suite from its folder.

    Raises:
        UsageError: if a file is missing or malformed.
    """
    about = _json((folder / "suite.json"), "suite.json")
    packed = folder / f"{TASKS}.zst"
    tasks = read_tasks(packed if packed.is_file() else folder / TASKS)
    splits = {name: tuple(ids) for name, ids in about.get("splits", {}).items()}
    more = {"pack": about.get("pack", ""), "years": about.get("years", 0), "splits": splits}
    suite = Suite.of(about["name"], tasks, about["world_seed"], **more)
    for ids in splits.values():
        for task_id in ids:
            suite.task(task_id)
    return suite


def read_tasks(file: Traversable | Path) -> list[Task]:
    """Read tasks, one JSON object per line, from a file that may be packed (``.zst``).

    Raises:
        UsageError: naming file and line.
    """
    tasks = []
    for number, line in enumerate(_bytes(file).splitlines(), 1):
        if not line.strip():
            continue
        try:
            tasks.append(task_from_dict(orjson.loads(line)))
        except (orjson.JSONDecodeError, UsageError) as error:
            raise UsageError(f"{file.name}:{number}: {error}") from None
    if not tasks:
        raise UsageError(f"{file.name} holds no tasks")
    return tasks


def task_from_dict(row: Mapping[str, Any]) -> Task:
    """Build a task from plain JSON.

    Raises:
        UsageError: naming what is missing, unknown or of the wrong shape.
    """
    check_task(row)
    values = dict(row)
    values["golden"] = tuple(tuple(GoldenCall(**call) for call in turn) for turn in row["golden"])
    answer = row["answer"]
    values["answer"] = Answer(**{**answer, "aliases": tuple(answer.get("aliases", ()))})
    for name in ("platforms", "offered_tools", "reward_basis", "applicable"):
        if name in values:
            values[name] = tuple(values[name])
    return Task(**values)


def _makers() -> dict[str, Callable[[], Suite]]:
    from importlib.metadata import entry_points

    makers: dict[str, Callable[[], Suite]] = {"mini": _mini}
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        makers.setdefault(point.name, partial(_entry, point))
    return makers


def _entry(point: Any) -> Suite:
    suite: Suite = point.load()()
    return suite


@cache
def _made(name: str) -> Suite:
    return _makers()[name]()


def _mini() -> Suite:
    return read_suite(files("kopa_env") / "suites" / "mini")


def _mini_seed() -> int:
    about = _json(files("kopa_env") / "suites" / "mini" / "suite.json", "suite.json")
    return int(about["world_seed"])


def _bytes(file: Traversable | Path) -> bytes:
    try:
        body = file.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {file.name}: {error.strerror}") from None
    return _unpacked(file.name, body) if file.name.endswith(".zst") else body


def _unpacked(name: str, body: bytes) -> bytes:
    import zstandard

    reader = zstandard.ZstdDecompressor().decompressobj()
    try:
        whole = reader.decompress(body)
    except zstandard.ZstdError as error:
        raise UsageError(f"{name} cannot be unpacked: {error}") from None
    if not reader.eof:
        raise UsageError(f"{name} cannot be unpacked: its end is missing")
    return whole


def _json(file: Traversable | Path, name: str) -> dict[str, Any]:
    try:
        about: dict[str, Any] = orjson.loads(_bytes(file))
    except orjson.JSONDecodeError as error:
        raise UsageError(f"{name}: {error}") from None
    return about


def _repeated(ids: Sequence[str]) -> str:
    return next(task_id for i, task_id in enumerate(ids) if task_id in ids[:i])
