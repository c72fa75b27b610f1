"""Trajectories: a finished episode as one JSON row, and back again (INTERFACES 9).

A row holds all that grading needs, so that it can be graded again without a model or a source.
Its hash covers what the policy saw and did and what came of it: not the clock, not the run, and not
whether a reply was recorded or computed, so that a replayed run is the run that was recorded.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeAlias

import orjson

from kopa_env.episode.record import CallEntry, EpisodeRecord, ParseEntry
from kopa_env.episode.turn import Done
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON
from kopa_env.task import Task

if TYPE_CHECKING:
    from kopa_env.grading import Grade

Row: TypeAlias = dict[str, Any]

SCHEMA = 1

_CALL = tuple(name for name in CallEntry.__slots__ if name != "records")
_PARSE = ParseEntry.__slots__
_COUNTS = (
    *("calls_used", "max_calls", "local_used", "turns", "parse_errors", "unknown_tools"),
    *("truncated", "valid", "infra_errors", "invalid_reason"),
)
_HASHED = (
    *("schema", "task_id", "task_hash", "seed", "stop_reason", *_COUNTS),
    *("messages", "final_text", "raw", "parse", "calls", "state", "grade"),
)
_LABELS = ("origin", "recorded_from")


def trajectory(done: Done, grade: Grade, about: Mapping[str, JSON] | None = None) -> Row:
    """Return the row of a finished episode.

    Args:
        done: its end.
        grade: its grade.
        about: fields of the run and the rollout (``run_id``, ``sample``, ``attempt``, ``usage``,
            ``timings``, ``hashes``); they stay outside the row's hash.
    """
    record = done.record
    return {
        "schema": SCHEMA,
        "task_id": record.task_id,
        "task_hash": done.task.content_hash,
        "seed": record.seed,
        "stop_reason": done.stop_reason,
        **(about or {}),
        **{name: getattr(record, name) for name in _COUNTS},
        "messages": list(record.messages),
        "final_text": record.final_text,
        "raw": list(record.raw),
        "parse": [{name: getattr(entry, name) for name in _PARSE} for entry in record.parses],
        "calls": [_call(entry) for entry in record.calls],
        "state": record.state,
        "grade": grade.to_json(),
    }


def trajectory_hash(row: Row) -> str:
    """Return the hash of what a row says the policy saw and did, in hex."""
    held = {name: row[name] for name in _HASHED if name in row}
    held["calls"] = [{k: v for k, v in call.items() if k not in _LABELS} for call in row["calls"]]
    return blake2b(_dumps(held), digest_size=16).hexdigest()


def call_key(name: str, args: Mapping[str, JSON]) -> str:
    """Return what two equal calls have in common: a hash of the tool and its arguments."""
    return blake2b(_dumps([name, dict(args)]), digest_size=8).hexdigest()


def record_of(row: Row, task: Task) -> EpisodeRecord:
    """Return the record that a row was made of; the golden state is the task's own.

    Raises:
        UsageError: if the row is of another schema or does not hold what a record needs.
    """
    if row.get("schema") != SCHEMA:
        raise UsageError(f"a trajectory has schema {row.get('schema')!r}, expected {SCHEMA}")
    try:
        return EpisodeRecord(
            task_id=row["task_id"],
            seed=row["seed"],
            messages=tuple(row["messages"]),
            final_text=row["final_text"],
            calls=tuple(
                CallEntry(**{k: v for k, v in call.items() if k != "key"}) for call in row["calls"]
            ),
            raw=tuple(row["raw"]),
            parses=tuple(ParseEntry(**entry) for entry in row["parse"]),
            state=row["state"],
            golden_state=task.target_state,
            stop_reason=row["stop_reason"],
            **{name: row[name] for name in _COUNTS},
        )
    except (KeyError, TypeError) as error:
        raise UsageError(
            f"a trajectory of {row.get('task_id')} lacks or has too much: {error}"
        ) from None


def _call(entry: CallEntry) -> dict[str, JSON]:
    row = {name: getattr(entry, name) for name in _CALL}
    return {**row, "args": dict(entry.args), "key": call_key(entry.name, entry.args)}


def _dumps(value: JSON) -> bytes:
    """Return canonical JSON, also of numbers and texts that a policy made up."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return text.encode("utf-8", "replace")
