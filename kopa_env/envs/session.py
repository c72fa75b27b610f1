"""Session: what the gymnasium faces share, without I/O of its own.

One session plays one episode after another. A step is a generator: it yields the calls a source
must answer, is sent their results and returns what ``step`` returns, so that the blocking
environment and the asyncio vector environment are the same code.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, fields, replace
from time import perf_counter
from typing import Any, TypeAlias

from kopa_env.catalogue import Catalogue
from kopa_env.envs.backend import Backend
from kopa_env.episode import Done, Episode, EpisodeRecord, Pending, SourceCall, Turn
from kopa_env.episode.offer import Offer
from kopa_env.episode.record import Message
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.outcome import JSON, ToolResult
from kopa_env.source import Source
from kopa_env.sources.views import ViewSource
from kopa_env.suites import Suite
from kopa_env.task import Task

Observation: TypeAlias = tuple[Message, ...]
Action: TypeAlias = Message | str
Info: TypeAlias = dict[str, Any]
Outcome: TypeAlias = tuple[Observation, float, bool, bool, Info]
Step: TypeAlias = Generator[tuple[SourceCall, ...], Sequence[ToolResult], Outcome]


@dataclass(frozen=True, slots=True)
class Settings:
    """How episodes are played; ``reset`` options may change any of the first six for one episode.

    Attributes:
        task_id: the task; without one the seed picks.
        split: the part of the suite it is picked from.
        offer: ``task``, ``platform`` or ``all``.
        source: ``replay``, ``replica`` or ``live``.
        on_miss: ``replica``, ``error`` or ``live``.
        faults: share of calls that meet a fault, by kind.
        parser: dialect in which raw text is read.
        strict: refuse every slip of the call format.
        observation_limit: characters of an observation; the task's own if left out.
        local_tools: whether the reduction tools are on offer.
    """

    task_id: str | None = None
    split: str = "all"
    offer: Offer = "task"
    source: str = "replay"
    on_miss: str = "replica"
    faults: Mapping[str, float] | None = None
    parser: str = "auto"
    strict: bool = False
    observation_limit: int | None = None
    local_tools: bool = True


OPTIONS = tuple(f.name for f in fields(Settings))[:6]
"""Keys of ``reset`` options."""


class Session:
    """Plays episodes of one suite.

    Args:
        suite: the tasks.
        catalogue: their tools.
        settings: what holds unless ``reset`` options say otherwise.
        source: a source of the caller's own instead of a named one.
        backend: an open backend to share with other sessions.
    """

    def __init__(
        self,
        suite: Suite,
        catalogue: Catalogue,
        settings: Settings,
        source: Source | None = None,
        backend: Backend | None = None,
    ) -> None:
        self.suite = suite
        self.catalogue = catalogue
        self.settings = self.playing = settings
        self.backend = backend or Backend(suite, catalogue, source)
        self.episode: Episode | None = None
        self.source: ViewSource | None = None
        self.done: Done | None = None
        self.trace: list[dict[str, JSON]] = []
        """Timings of each step: the one place where a clock shows."""

    def begin(self, options: Mapping[str, Any] | None, seed: int) -> tuple[Observation, Info]:
        """Start an episode.

        Args:
            options: keys of :data:`OPTIONS`.
            seed: picks the task if none is named; issued keys and faults follow from it.

        Raises:
            UsageError: for an unknown option, task, split, offer or source.
        """
        settings = _chosen(self.settings, options)
        task = self._task(settings, seed)
        source = self.backend.episode_source(
            settings.source, settings.on_miss, settings.faults, seed
        )
        episode = Episode(
            task,
            self.catalogue,
            seed=seed,
            offer=settings.offer,
            parser=settings.parser,
            strict=settings.strict,
            observation_limit=settings.observation_limit,
            local_tools=settings.local_tools,
        )
        self.episode, self.source, self.done, self.trace = episode, source, None, []
        self.playing = settings
        turn = episode.start()
        return turn.messages, self._start_info(episode, settings)

    def step(self, action: Action) -> Step:
        """Play one action; see the module for how to drive it.

        Raises:
            UsageError: if no episode is running.
        """
        episode = self.running()
        before, started = len(episode.calls), perf_counter()
        waited = 0.0
        step: Pending | Turn | Done = episode.submit(action)
        if isinstance(step, Pending):
            results: Sequence[ToolResult] = ()
            if step.calls:
                asked = perf_counter()
                results = yield step.calls
                waited = perf_counter() - asked
            # a driver may have invalidated the episode while it waited
            step = self.done or episode.deliver(results)
        self.trace.append({"seconds": perf_counter() - started, "source_seconds": waited})
        return self._outcome(episode, step, before)

    def invalidate(self, reason: str) -> None:
        """End the running episode because its backend failed."""
        self.done = self.running().invalidate(reason)

    def overflow(self) -> None:
        """End the running episode because the conversation no longer fits the model: a 0."""
        self.done = self.running().overflow()

    def fork(self) -> Session:
        """Return an independent session at the same point; what never changes is shared."""
        twin = copy(self)
        twin.trace = list(self.trace)
        twin.episode = self.episode.fork() if self.episode else None
        twin.source = self.backend.branch(self.source) if self.source else None
        return twin

    def packed(self) -> dict[str, Any]:
        """Return what can travel to another process: an episode in play as its snapshot."""
        return {
            "suite": self.suite,
            "catalogue": None if self.catalogue is Catalogue.load() else self.catalogue,
            "settings": self.settings,
            "playing": self.playing,
            "given": self.backend.given,
            "saved": self.episode.snapshot() if self.episode else None,
        }

    @classmethod
    def unpacked(cls, packed: Mapping[str, Any]) -> Session:
        """Return the session that was packed; sources are opened again."""
        session = cls(
            packed["suite"],
            packed["catalogue"] or Catalogue.load(),
            packed["settings"],
            packed["given"],
        )
        session.playing = packed["playing"]
        if packed["saved"] is not None:
            session.resume(packed["saved"])
        return session

    def resume(self, saved: Mapping[str, Any]) -> None:
        """Go on with the episode of a snapshot, under the settings it was begun with.

        Raises:
            UsageError: if the snapshot is not of a task of this suite.
        """
        task = self.suite.task(saved["task_id"])
        episode = Episode.restore(saved, task, self.catalogue)
        playing = self.playing
        self.episode = episode
        self.source = self.backend.episode_source(
            playing.source, playing.on_miss, playing.faults, episode.seed
        )
        self.backend.catch_up(self.source, episode)
        if episode.stop_reason is not None:
            self.done = Done(task, episode.record())

    def running(self) -> Episode:
        """Return the running episode.

        Raises:
            UsageError: if there is none.
        """
        if self.episode is None or self.done is not None:
            raise UsageError("no episode is running: call reset() first")
        return self.episode

    def _task(self, settings: Settings, seed: int) -> Task:
        if settings.task_id is not None:
            return self.suite.task(settings.task_id)
        ids = self.suite.ids(settings.split)
        return self.suite.task(ids[seed % len(ids)])

    def _start_info(self, episode: Episode, settings: Settings) -> Info:
        hashes = self.backend.hashes(settings.source, settings.on_miss)
        return {
            "task_id": episode.task.id,
            "suite": self.suite.name,
            "domain": episode.task.domain,
            "tier": episode.task.tier,
            "split": settings.split,
            "tools": episode.tool_schemas(),
            "budget": _budget(episode),
            "hashes": {**hashes, "suite": self.suite.hash},
        }

    def _outcome(self, episode: Episode, step: Turn | Done, before: int) -> Outcome:
        info: Info = {"calls": _calls(episode, before), "budget": _budget(episode)}
        if isinstance(step, Turn):
            return step.messages, 0.0, False, False, info
        self.done = step
        grade = step.grade
        truncated = step.record.truncated
        info.update(_end_info(step))
        reward = grade.reward if grade.reward is not None else 0.0
        return step.messages, float(reward), not truncated, truncated, info


def _chosen(settings: Settings, options: Mapping[str, Any] | None) -> Settings:
    if not options:
        return settings
    if not isinstance(options, Mapping):
        raise UsageError(f"reset options are a mapping of names to values, not {options!r}")
    for key in options:
        if key not in OPTIONS:
            raise UsageError(
                f"no reset option {key!r}{did_you_mean(str(key), OPTIONS)}; "
                f"options: {', '.join(OPTIONS)}"
            )
    return replace(settings, **options)


def _budget(episode: Episode) -> dict[str, int]:
    return {
        "calls_left": max(episode.task.max_calls - episode.calls_used, 0),
        "local_left": max(episode.max_local - episode.local_used, 0),
        "turns_left": max(episode.task.max_turns - episode.turns, 0),
    }


def _calls(episode: Episode, before: int) -> list[dict[str, JSON]]:
    return [
        {
            "name": entry.name,
            "status": entry.status,
            "reason": entry.reason,
            "code": entry.code,
            "origin": entry.origin,
            "recorded_from": entry.recorded_from,
            "result": entry.result,
        }
        for entry in episode.calls[before:]
    ]


def _end_info(done: Done) -> Info:
    record, grade = done.record, done.grade
    scored = {"RESPONSE": grade.RESPONSE, "ENVIRONMENT": grade.ENVIRONMENT}
    return {
        "stop_reason": done.stop_reason,
        "valid": record.valid,
        # an invalid episode has no score at all: a 0 here would end up in somebody's mean
        **({"reward": scored} if record.valid else {}),
        "reasons": dict(grade.reasons),
        "state_diff": state_diff(done.task, record),
        "counts": {
            "calls": record.calls_used,
            "local_calls": record.local_used,
            "turns": record.turns,
            "parse_errors": record.parse_errors,
            "unknown_tools": record.unknown_tools,
            "infra_errors": record.infra_errors,
            "void": int(not record.valid),
        },
    }


def state_diff(task: Task, record: EpisodeRecord) -> dict[str, JSON]:
    """Return how the workspace differs from the golden one, as plain JSON."""
    from kopa_env.grading import diff_states

    golden = record.golden_state if record.golden_state is not None else task.target_state
    diff = diff_states(golden or record.initial_state, record.state)
    return {
        "added": [list(pair) for pair in diff.added],
        "removed": [list(pair) for pair in diff.removed],
        "changed": [list(change) for change in diff.changed],
    }
