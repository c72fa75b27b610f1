"""Baselines that know the task: the oracle, and what must not be enough to score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kopa_bench.policies.candidates import several
from kopa_bench.policies.closed_book import told
from kopa_bench.policy import Action, View, said
from kopa_env.episode import Episode
from kopa_env.suites.degenerate import SHORTCUTS, Closer, Planner, all_calls, golden_answer
from kopa_env.suites.plans import Plan, next_message, without
from kopa_env.task import Task


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


def _several(task: Task, episode: Episode, plan: Plan) -> str:
    return several(task.answer, episode.messages)


def _nothing(task: Task, episode: Episode) -> Plan:
    return without(task, lambda call: True)


GOLDEN: Mapping[str, Golden] = {
    policy.name: policy
    for policy in (
        Golden("oracle", all_calls, golden_answer),
        Golden("all-candidates", all_calls, _several),
        Golden("no-tools", _nothing, lambda task, episode, plan: told(task)),
        *(Golden(name, cut.plan, cut.close) for name, cut in SHORTCUTS.items()),
    )
}
"""Name → baseline."""
