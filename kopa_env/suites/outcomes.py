"""Golden runs with something changed: what an answer really rests on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from kopa_env.catalogue import Catalogue
from kopa_env.episode import Done, Episode
from kopa_env.episode.observation import dumps
from kopa_env.episode.snapshot import snapshot
from kopa_env.errors import UsageError
from kopa_env.grading import state_hash
from kopa_env.outcome import JSON, Record, Status, ToolResult
from kopa_env.source import Source
from kopa_env.spec import ToolSpec
from kopa_env.suites.golden import advance, golden_message, replies_of
from kopa_env.suites.solving import solve
from kopa_env.task import Task

Change: TypeAlias = Callable[[str, ToolResult], ToolResult]
"""Golden call id and its result → the result that takes its place."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a golden run comes to.

    Attributes:
        value: what the solver makes of it; ``None`` if it fails.
        state: hash of the workspace's end state; empty if the run could not be finished.
        episode: as it stands after the last golden call.
    """

    value: JSON
    state: str
    episode: Episode

    @property
    def key(self) -> tuple[str, str]:
        """What two runs that come to the same have in common."""
        return dumps(self.value), self.state


class Remembering:
    """A source that asks another one only once for the same call: golden runs repeat themselves."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._held: dict[tuple[str, str], ToolResult] = {}

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call."""
        key = (spec.name, json.dumps(dict(args), sort_keys=True, default=str))
        if key not in self._held:
            self._held[key] = self._source.call(spec, args)
        return self._held[key]

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call."""
        return self.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        """Return the hashes of the source underneath."""
        return self._source.hashes()


def golden_outcome(
    task: Task, catalogue: Catalogue, source: Source, change: Change | None = None
) -> Outcome:
    """Make the golden calls, each result changed before the next call can refer to it.

    A reference that leads nowhere, or a call that fails, ends the run without a value.
    """
    episode = Episode(task, catalogue)
    episode.start()
    try:
        for calls in task.golden:
            step = advance(episode, golden_message(calls, replies_of(episode)), source)
            if isinstance(step, Done):
                return Outcome(None, "", episode)
            for call, entry in zip(calls, episode.calls[-len(calls) :], strict=True):
                result = episode.results[entry.result]
                if result.status not in (Status.OK, Status.EMPTY):
                    return Outcome(None, "", episode)
                if change is not None:
                    episode.results[entry.result] = change(call.id, result)
    except UsageError:
        return Outcome(None, "", episode)
    results = {name: reply.result for name, reply in replies_of(episode).items()}
    return Outcome(solve(task, results), state_hash(episode.workspace.state), episode)


def solved_from_snapshot(task: Task, episode: Episode, catalogue: Catalogue) -> JSON:
    """Return what the solver makes of an episode that was written out and read back.

    Nothing but the replies behind the episode's handles survives that: no world, no source.
    """
    saved = json.loads(dumps(snapshot(episode)))
    again = Episode.restore(saved, task, catalogue)
    return solve(task, {name: reply.result for name, reply in replies_of(again).items()})


def emptied(result: ToolResult) -> ToolResult:
    """Return a result that found nothing."""
    return replace(result, status=Status.EMPTY, records=(), total=0, rendered=None)


def reversed_rows(result: ToolResult) -> ToolResult:
    """Return a result with its rows the other way round."""
    rows: Sequence[Record] = list(result.records)[::-1]
    return replace(result, records=rows, rendered=None)
