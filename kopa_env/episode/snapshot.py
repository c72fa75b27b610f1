"""Episodes as JSON: stored, restored, forked (tree search, GRPO branches)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import asdict
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.episode.episode import Episode
from kopa_env.episode.record import CallEntry, ParseEntry
from kopa_env.episode.workspace import Workspace
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON, Origin, Reason, Status, ToolCall, ToolResult
from kopa_env.task import Task

SCHEMA = 1

_OPTIONS = ("seed", "offer", "parser", "strict", "limit", "local_tools")
_PLAIN = ("phase", "calls_used", "local_used", "final_text", "stop_reason", "invalid_reason")


def snapshot(episode: Episode) -> dict[str, JSON]:
    """Return an episode as plain JSON; :func:`restore` continues it byte for byte."""
    return {
        "schema": SCHEMA,
        "task_id": episode.task.id,
        "task_hash": episode.task.content_hash,
        **{name: getattr(episode, name) for name in (*_OPTIONS, *_PLAIN)},
        "messages": [dict(message) for message in episode.messages],
        "raw": list(episode.raw),
        "parses": [asdict(entry) for entry in episode.parses],
        "results": {handle: _result(result) for handle, result in episode.results.items()},
        "calls": [_entry(entry) for entry in episode.calls],
        "planned": [
            {"name": p.call.name, "args": dict(p.call.args), "id": p.call.id}
            for p in episode.planned
        ],
        "workspace": {
            "state": Workspace(0, episode.workspace.state).state,
            "counters": dict(episode.workspace.counters),
        },
    }


def restore(saved: Mapping[str, Any], task: Task, catalogue: Catalogue) -> Episode:
    """Return the episode of a snapshot.

    Raises:
        UsageError: if the snapshot is of another task, another version of it or another schema.
    """
    schema = saved.get("schema") if isinstance(saved, Mapping) else None
    if schema != SCHEMA:
        raise UsageError(f"snapshot has schema {schema!r}, expected {SCHEMA}")
    if (saved["task_id"], saved["task_hash"]) != (task.id, task.content_hash):
        raise UsageError(
            f"snapshot is of task {saved['task_id']!r} ({saved['task_hash'] or 'no hash'}), "
            f"got {task.id!r} ({task.content_hash or 'no hash'})"
        )
    options = {name: saved[name] for name in _OPTIONS}
    limit = options.pop("limit")
    episode = Episode(task, catalogue, observation_limit=limit, **options)
    for name in _PLAIN:
        setattr(episode, name, saved[name])
    episode.messages = [dict(message) for message in saved["messages"]]
    episode.raw = list(saved["raw"])
    episode.parses = [ParseEntry(**entry) for entry in saved["parses"]]
    episode.results = {handle: _result_of(row) for handle, row in saved["results"].items()}
    episode.calls = [
        CallEntry(**entry, records=episode.results[entry["result"]].records)
        for entry in saved["calls"]
    ]
    desk = saved["workspace"]
    episode.workspace = Workspace(episode.seed, desk["state"], desk["counters"])
    episode.planned = [episode.plan(ToolCall(**call)) for call in saved["planned"]]
    return episode


def fork(episode: Episode) -> Episode:
    """Return an independent copy that shares the replies, which nothing ever changes."""
    twin = copy(episode)
    desk = episode.workspace
    twin.workspace = Workspace(episode.seed, desk.state, desk.counters)
    for name in ("messages", "calls", "raw", "parses", "planned"):
        setattr(twin, name, list(getattr(episode, name)))
    twin.results = dict(episode.results)
    return twin


def _entry(entry: CallEntry) -> dict[str, JSON]:
    names = (name for name in CallEntry.__slots__ if name != "records")
    row = {name: getattr(entry, name) for name in names}
    return {**row, "args": dict(entry.args)}


def _result(result: ToolResult) -> dict[str, JSON]:
    return {
        "status": result.status.value,
        "reason": result.reason.value,
        "code": result.code,
        "message": result.message,
        "records": [dict(record) for record in result.records],
        "total": result.total,
        "complete": result.complete,
        "origin": result.origin.value,
        "recorded_from": result.recorded_from,
    }


def _result_of(row: Mapping[str, Any]) -> ToolResult:
    return ToolResult(
        **{
            **row,
            "status": Status(row["status"]),
            "reason": Reason(row["reason"]),
            "origin": Origin(row["origin"]),
        }
    )
