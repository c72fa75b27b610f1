"""One rollout: a policy plays one episode over a source, and what came of it becomes a row."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from kopa_bench.policies.golden import Golden
from kopa_bench.policy import Action, ContextOverflow, Policy, PolicyFault, View
from kopa_env.catalogue import Catalogue
from kopa_env.episode import Done, Episode, EpisodeRecord, Pending, Turn
from kopa_env.episode.offer import Offer
from kopa_env.episode.trajectory import Row, trajectory
from kopa_env.errors import KopaError
from kopa_env.grading import Grade, grade
from kopa_env.outcome import JSON, ToolResult
from kopa_env.source import Source
from kopa_env.task import Task


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """What a rollout is of; two rollouts of one run never share it."""

    task_id: str
    seed: int
    sample: int


Sources: TypeAlias = Callable[[int], Source]
"""Returns the source of one episode, given its seed."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How episodes are held; part of what identifies a run.

    Attributes:
        offer: ``task``, ``platform`` or ``all``.
        parser: dialect in which raw text is read.
        strict: refuse every slip of the call format.
        local_tools: whether the reduction tools are on offer.
        max_turns: turns of every task, its own if ``None``.
    """

    offer: Offer = "task"
    parser: str = "auto"
    strict: bool = False
    local_tools: bool = True
    max_turns: int | None = None


@dataclass(frozen=True)
class Stage:
    """What all rollouts of a run share.

    Attributes:
        policy: who plays.
        catalogue: the tools.
        sources: gives each episode its source.
        rules: how episodes are held.
        stamp: fields that every row carries (``run_id``, ``hashes``).
    """

    policy: Policy | Golden
    catalogue: Catalogue
    sources: Sources
    rules: Rules = field(default_factory=Rules)
    stamp: Mapping[str, object] = field(default_factory=dict)

    def grade(self, done: Done) -> Grade:
        """Grade an episode, by the schemas of the tools that were called or should have been."""
        return graded(done.task, done.record, self.catalogue)


def graded(task: Task, record: EpisodeRecord, catalogue: Catalogue) -> Grade:
    """Grade a record; defaults, padding and paging are understood from the tools' specs."""
    names = {call.name for call in record.calls} | {call.tool for call in task.golden_calls()}
    return grade(task, record, tools={n: spec for n in names if (spec := catalogue.get(n))})


async def play(stage: Stage, task: Task, key: Key, attempt: int = 1) -> Row:
    """Play one episode and return its row. This is the rollout boundary: nothing passes it.

    A fault of the policy's server or of the backend, and any error nobody foresaw, ends this
    rollout as an invalid row that counts for nothing; the run goes on.
    """
    play = _Play(stage, key, task)
    passing, reason = True, ""
    try:
        done = await play.to_the_end()
        return play.row(done, stage.grade(done), attempt)
    except PolicyFault as fault:
        passing, reason = fault.passing, str(fault)
    except KopaError as error:
        passing, reason = False, str(error)
    except Exception as error:  # noqa: BLE001 - the rollout boundary
        reason = f"{type(error).__name__}: {error}"[:500]
    done = play.episode.invalidate(reason)
    return play.row(done, done.grade, attempt, passing=passing)


class _Play:
    """One episode being played."""

    def __init__(self, stage: Stage, key: Key, task: Task) -> None:
        rules = stage.rules
        if rules.max_turns is not None:
            task = replace(task, max_turns=rules.max_turns)
        self.stage = stage
        self.key = key
        self.episode = Episode(
            task,
            stage.catalogue,
            seed=key.seed,
            offer=rules.offer,
            parser=rules.parser,
            strict=rules.strict,
            local_tools=rules.local_tools,
        )
        self.usage: Counter[str] = Counter()
        self._began = time.perf_counter()
        self._policy_s = 0.0
        self._source_s = 0.0

    def row(self, done: Done, verdict: Grade, attempt: int, *, passing: bool = True) -> Row:
        """Return the row of the rollout.

        Args:
            done: the end of the episode.
            verdict: its grade.
            attempt: how many times this key has been begun, from 1.
            passing: whether a fault that made it invalid may pass.
        """
        spent = {
            "wall_s": time.perf_counter() - self._began,
            "policy_s": self._policy_s,
            "source_s": self._source_s,
        }
        about = {
            **self.stage.stamp,
            "sample": self.key.sample,
            "attempt": attempt,
            "passing": passing,
            "usage": dict(self.usage),
            "timings": {name: round(seconds, 6) for name, seconds in spent.items()},
        }
        return trajectory(done, verdict, about)

    async def to_the_end(self) -> Done:
        """Play until the episode is over."""
        episode = self.episode
        knowing = isinstance(self.stage.policy, Golden)
        tools = () if knowing else tuple(episode.tool_schemas())
        source = self.stage.sources(self.key.seed)
        step: Turn | Pending | Done = episode.start()
        while not isinstance(step, Done):
            began = time.perf_counter()
            try:
                action = await self._act(tools)
            except ContextOverflow:
                return episode.overflow()
            finally:
                self._policy_s += time.perf_counter() - began
            self.usage.update(action.usage)
            step = episode.submit(action.message, truncated=action.truncated)
            if isinstance(step, Pending):
                began = time.perf_counter()
                results = await _answered(source, step)
                self._source_s += time.perf_counter() - began
                step = episode.deliver(results)
        return step

    async def _act(self, tools: Sequence[Mapping[str, JSON]]) -> Action:
        policy, episode, key = self.stage.policy, self.episode, self.key
        view = View(tuple(episode.messages), tools, key.seed, key.sample, episode.turns)
        if isinstance(policy, Golden):
            return await policy.act_knowing(view, episode.task, episode)
        return await policy.act(view)


async def _answered(source: Source, pending: Pending) -> Sequence[ToolResult]:
    """Ask a source for the calls of one turn, all at once."""
    if len(pending.calls) < 2:
        return [await source.acall(call.spec, call.args) for call in pending.calls]
    return await asyncio.gather(*(source.acall(call.spec, call.args) for call in pending.calls))
