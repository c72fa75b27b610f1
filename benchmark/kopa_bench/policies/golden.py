"""Baselines that know the golden calls: the oracle, and what must not be enough to score."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from kopa_bench.golden_plan import (
    Plan,
    first_pages,
    next_message,
    results,
    whole,
    without,
    without_lookups,
)
from kopa_bench.policies.candidates import several
from kopa_bench.policies.fixed import REFUSAL
from kopa_bench.policy import Action, View, said
from kopa_bench.solving import answer_with, solve
from kopa_env.episode import Episode
from kopa_env.grading import render_answer
from kopa_env.task import Task

Planner: TypeAlias = Callable[[Task, Episode], Plan]
Closer: TypeAlias = Callable[[Task, Episode, Plan], str]

_DONE = "요청하신 조회와 작업을 모두 마쳤습니다."


@dataclass(frozen=True, slots=True)
class Golden:
    """Makes the calls of a plan, then closes.

    Attributes:
        plan: which calls it makes.
        close: what it says at the end.
    """

    name: str
    plan: Planner
    close: Closer

    async def act_knowing(self, view: View, task: Task, episode: Episode) -> Action:
        """Return the next turn of the plan, or the closing message."""
        plan = self.plan(task, episode)
        message = next_message(plan, episode)
        return Action(message) if message else said(self.close(task, episode, plan))


def _all_calls(task: Task, episode: Episode) -> Plan:
    return whole(task)


def _no_writes(task: Task, episode: Episode) -> Plan:
    return without(task, lambda call: call.role == "write")


def _first_pages(task: Task, episode: Episode) -> Plan:
    return first_pages(task, episode.tools)


def _no_lookups(task: Task, episode: Episode) -> Plan:
    return without_lookups(task)


def _golden_answer(task: Task, episode: Episode, plan: Plan) -> str:
    return render_answer(task.answer)


def _solved_answer(task: Task, episode: Episode, plan: Plan) -> str:
    answer = answer_with(task.answer, solve(task, results(plan, episode)))
    return render_answer(answer) if answer else REFUSAL


def _no_answer(task: Task, episode: Episode, plan: Plan) -> str:
    return _DONE


def _several(task: Task, episode: Episode, plan: Plan) -> str:
    return several(task.answer, episode.messages)


GOLDEN: Mapping[str, Golden] = {
    policy.name: policy
    for policy in (
        Golden("oracle", _all_calls, _golden_answer),
        Golden("all-candidates", _all_calls, _several),
        Golden("no-answer", _all_calls, _no_answer),
        Golden("no-write", _no_writes, _golden_answer),
        Golden("first-page", _first_pages, _solved_answer),
        Golden("skip-lookup", _no_lookups, _solved_answer),
    )
}
"""Name → baseline."""
