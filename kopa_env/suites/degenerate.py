"""Degenerate policies that know the golden calls: what must not be enough to score.

Each makes a part of the golden calls and then closes. A task declares as ``applicable`` those
that score 0 on it; :func:`applicable` finds out which do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from kopa_env.catalogue import Catalogue
from kopa_env.episode import Done, Episode
from kopa_env.errors import ReplayMiss
from kopa_env.grading import render_answer
from kopa_env.source import Source
from kopa_env.suites.golden import advance
from kopa_env.suites.plans import (
    Plan,
    first_pages,
    next_message,
    results,
    whole,
    without,
    without_lookups,
)
from kopa_env.suites.solving import answer_with, solve
from kopa_env.task import Task

Planner: TypeAlias = Callable[[Task, Episode], Plan]
Closer: TypeAlias = Callable[[Task, Episode, Plan], str]

REFUSAL = "모르겠습니다."
DONE = "요청하신 조회와 작업을 모두 마쳤습니다."


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A policy by its plan and its last words.

    Attributes:
        plan: which calls it makes.
        close: what it says at the end.
    """

    plan: Planner
    close: Closer


def all_calls(task: Task, episode: Episode) -> Plan:
    """Return every golden call."""
    return whole(task)


def golden_answer(task: Task, episode: Episode, plan: Plan) -> str:
    """Return the golden answer."""
    return render_answer(task.answer)


def _solved(task: Task, episode: Episode, plan: Plan) -> str:
    """Return what the solver makes of the calls that were made."""
    answer = answer_with(task.answer, solve(task, results(plan, episode)))
    return render_answer(answer) if answer else REFUSAL


SHORTCUTS: Mapping[str, Shortcut] = {
    "no-answer": Shortcut(all_calls, lambda task, episode, plan: DONE),
    "no-write": Shortcut(
        lambda task, episode: without(task, lambda call: call.role == "write"), golden_answer
    ),
    "first-page": Shortcut(lambda task, episode: first_pages(task, episode.tools), _solved),
    "skip-lookup": Shortcut(lambda task, episode: without_lookups(task), _solved),
}
"""Name → policy."""
DECLARED = frozenset(SHORTCUTS)
"""Degenerate policies that must score 0 on the tasks that declare them ``applicable``."""


def applicable_name(policy: str) -> str:
    """Return a policy's name as tasks write it: ``skip-lookup`` is ``skip_lookup``."""
    return policy.replace("-", "_")


def applicable(task: Task, catalogue: Catalogue, source: Source) -> tuple[str, ...]:
    """Return which degenerate policies score 0 on a task, as the task would declare them.

    A plan cut down that still comes to the right answer, or one whose calls the recording does not
    hold, is not declared.
    """
    return tuple(
        applicable_name(name)
        for name, shortcut in SHORTCUTS.items()
        if _reward(shortcut, task, catalogue, source) == 0.0
    )


def _reward(shortcut: Shortcut, task: Task, catalogue: Catalogue, source: Source) -> float | None:
    try:
        return play(shortcut, task, catalogue, source).grade.reward
    except ReplayMiss:
        return None


def play(shortcut: Shortcut, task: Task, catalogue: Catalogue, source: Source) -> Done:
    """Play a task to its end.

    Raises:
        ReplayMiss: if the source does not hold what is asked.
    """
    episode = Episode(task, catalogue)
    episode.start()
    plan = shortcut.plan(task, episode)
    while True:
        message = next_message(plan, episode)
        step = advance(episode, message or shortcut.close(task, episode, plan), source)
        if isinstance(step, Done):
            return step
