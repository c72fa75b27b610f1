"""Grading stored traces again, without a model or a source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kopa_bench.rollout import graded
from kopa_bench.runner import key_of
from kopa_env.catalogue import Catalogue
from kopa_env.episode.trajectory import Row, record_of
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON
from kopa_env.task import Task

_VERDICTS = ("RESPONSE", "ENVIRONMENT", "reward")


@dataclass(frozen=True, slots=True)
class Change:
    """One verdict that came out otherwise than before."""

    task_id: str
    seed: int
    sample: int
    dimension: str
    before: JSON
    after: JSON
    reason: str


def regrade(rows: Iterable[Row], tasks: Mapping[str, Task], catalogue: Catalogue) -> Iterator[Row]:
    """Yield every row with the grade it gets now.

    Raises:
        UsageError: if a row's task is gone or has changed since: its grade would be another task's.
    """
    for row in rows:
        task = tasks.get(row["task_id"])
        if task is None or task.content_hash != row["task_hash"]:
            was = row["task_hash"] or "no hash"
            raise UsageError(
                f"task {row['task_id']} has changed since the run (was {was}): "
                "its traces cannot be graded again"
            )
        yield {**row, "grade": graded(task, record_of(row, task), catalogue).to_json()}


def changes(before: Iterable[Row], after: Iterable[Row]) -> list[Change]:
    """Return the verdicts that differ."""
    found: list[Change] = []
    for old, new in zip(before, after, strict=True):
        key = key_of(new)
        for name in _VERDICTS:
            if old["grade"][name] != new["grade"][name]:
                reasons = new["grade"]["reasons"]
                reason = str(reasons.get(name) or next(iter(reasons.values()), ""))
                pair = (old["grade"][name], new["grade"][name])
                found.append(Change(key.task_id, key.seed, key.sample, name, *pair, reason))
    return found
