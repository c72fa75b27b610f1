"""The golden run: a task's own calls, made one turn at a time in a real episode."""

from __future__ import annotations

import json
from collections.abc import Mapping

from kopa_env.catalogue import Catalogue
from kopa_env.episode import Done, Episode, Pending, Turn
from kopa_env.episode.record import EpisodeRecord, Message
from kopa_env.episode.refs import Reply, resolved_call
from kopa_env.errors import UsageError
from kopa_env.outcome import Status, ToolResult
from kopa_env.source import Source
from kopa_env.task import GoldenCall, Task


def replies_of(episode: Episode) -> dict[str, Reply]:
    """Return the replies to the golden calls made so far, by golden call id.

    The n-th golden turn is the n-th assistant message with calls.
    """
    turns = sorted({entry.turn for entry in episode.calls})
    at = {(turns.index(entry.turn), entry.i): entry.result for entry in episode.calls}
    return {
        call.id: Reply(handle, episode.results[handle])
        for t, calls in enumerate(episode.task.golden)
        for i, call in enumerate(calls)
        if (handle := at.get((t, i)))
    }


def golden_message(calls: tuple[GoldenCall, ...], replies: Mapping[str, Reply]) -> Message:
    """Return the assistant message that makes one golden turn's calls.

    Raises:
        UsageError: for a reference that leads nowhere.
    """
    made = [resolved_call(call, replies) for call in calls]
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": f"g_{call.id}",
                "type": "function",
                "function": {
                    "name": call.name,
                    "arguments": json.dumps(call.args, ensure_ascii=False),
                },
            }
            for call in made
        ],
    }


def advance(episode: Episode, action: Message | str, source: Source) -> Turn | Done:
    """Submit one action and answer what it asks for, blocking."""
    step = episode.submit(action)
    if isinstance(step, Pending):
        return episode.deliver([source.call(call.spec, call.args) for call in step.calls])
    return step


def golden_run(
    task: Task, catalogue: Catalogue, source: Source, *, seed: int = 0
) -> tuple[Episode, dict[str, ToolResult]]:
    """Make every golden call; return the episode (not yet answered) and the results by id.

    Raises:
        UsageError: if any golden call fails: the task is broken, or the source lacks a reply.
    """
    episode = Episode(task, catalogue, seed=seed)
    episode.start()
    for calls in task.golden:
        message = golden_message(calls, replies_of(episode))
        step = advance(episode, message, source)
        if isinstance(step, Done):
            raise UsageError(f"{task.id}: the golden run stopped early ({step.stop_reason})")
        _check(task, calls, episode.record())
    return episode, {name: reply.result for name, reply in replies_of(episode).items()}


def _check(task: Task, calls: tuple[GoldenCall, ...], record: EpisodeRecord) -> None:
    for call, entry in zip(calls, record.calls[-len(calls) :], strict=True):
        if entry.status not in (Status.OK, Status.EMPTY):
            last = record.messages[-1]["content"]
            raise UsageError(
                f"{task.id}: golden call {call.id} ({call.tool}) came to {entry.status}/"
                f"{entry.reason}: {str(last)[:300]}"
            )
