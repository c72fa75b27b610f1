"""The runner: every key of a plan once, many at a time, into a run folder (DESIGN 9)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kopa_bench.folder import RunFolder
from kopa_bench.rollout import Key, Stage, play
from kopa_env.episode.trajectory import Row
from kopa_env.task import Task


@dataclass(frozen=True, slots=True)
class Plan:
    """Which rollouts a run is made of.

    Attributes:
        tasks: in the order they are begun.
        seeds: of the run; an interval over them says what another run would give.
        samples: rollouts of each task and seed.
    """

    tasks: Sequence[Task]
    seeds: Sequence[int]
    samples: int

    def __iter__(self) -> Iterator[Key]:
        """Yield every key, rollouts of one task together: they begin alike and read the same."""
        for task in self.tasks:
            for seed in self.seeds:
                for sample in range(self.samples):
                    yield Key(task.id, seed, sample)

    def __len__(self) -> int:
        return self.samples * len(self.seeds) * len(self.tasks)


@dataclass(frozen=True, slots=True)
class Pace:
    """How a run goes about its rollouts; changes no result.

    Attributes:
        concurrency: rollouts in progress at once.
        attempts: times a rollout is begun that infrastructure faults make invalid.
        pause: seconds before the second attempt; doubles for each further one.
    """

    concurrency: int = 8
    attempts: int = 3
    pause: float = 1.0


Progress: TypeAlias = Callable[[Row], None]


def key_of(row: Row) -> Key:
    """Return the key of a row."""
    return Key(row["task_id"], row["seed"], row["sample"])


def finished(rows: Iterable[Row]) -> dict[Key, Row]:
    """Return key → the row that counts: the first valid one.

    Invalid rows count for nothing: their keys are open, and are tried again on resume.
    """
    held: dict[Key, Row] = {}
    for row in rows:
        if row["valid"]:
            held.setdefault(key_of(row), row)
    return held


async def run(
    stage: Stage, plan: Plan, folder: RunFolder, pace: Pace, progress: Progress | None = None
) -> None:
    """Make every rollout of the plan that the folder does not hold yet.

    A rollout is written the moment it ends. Killed at any point and run again, the folder ends
    with the same keys, each once.

    Args:
        stage: what all rollouts share.
        plan: which rollouts.
        folder: held for appending by the caller.
        pace: concurrency and retries.
        progress: told of each row written.
    """
    rows = list(folder.rows())
    done = finished(rows)
    tried = Counter(key_of(row) for row in rows)
    tasks = {task.id: task for task in plan.tasks}
    open_keys = iter([key for key in plan if key not in done])
    journal = _Journal(folder)

    async def worker() -> None:
        for key in open_keys:
            await _settle(stage, tasks[key.task_id], key, tried[key], journal, pace, progress)

    workers = min(pace.concurrency, max(len(plan) - len(done), 1))
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(workers):
                group.create_task(worker())
    except BaseExceptionGroup as failed:  # a row that cannot be written stops the run
        raise failed.exceptions[0] from None


class _Journal:
    """Writes rows from another thread: those that end while one write is under way go together.

    Waiting for the disk costs more than writing, and holds no rollout up but those it is for.
    """

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self._rows: list[Row] = []
        self._next: asyncio.Task[None] | None = None
        self._last: asyncio.Task[None] | None = None

    async def write(self, row: Row) -> None:
        """Return when a row is on disk.

        Raises:
            UsageError: if it cannot be written.
        """
        self._rows.append(row)
        if self._next is None:
            self._next = self._last = asyncio.create_task(self._write(after=self._last))
        await asyncio.shield(self._next)

    async def _write(self, after: asyncio.Task[None] | None) -> None:
        if after is not None:
            await asyncio.wait([after])
        rows, self._rows, self._next = self._rows, [], None
        await asyncio.to_thread(self._folder.append, *rows)


async def _settle(
    stage: Stage,
    task: Task,
    key: Key,
    tried: int,
    journal: _Journal,
    pace: Pace,
    progress: Progress | None,
) -> None:
    """Make one rollout, again where an infrastructure fault that may pass made it invalid."""
    for attempt in range(pace.attempts):
        if attempt:
            await asyncio.sleep(pace.pause * 2 ** (attempt - 1))
        row = await play(stage, task, key, tried + attempt + 1)
        await journal.write(row)
        if progress is not None:
            progress(row)
        if row["valid"] or not row["passing"]:
            return


def by_task(rows: Mapping[Key, Row]) -> dict[str, list[Row]]:
    """Return task id → its rows, in the order of keys."""
    grouped: dict[str, list[Row]] = {}
    for key in sorted(rows):
        grouped.setdefault(key.task_id, []).append(rows[key])
    return grouped
