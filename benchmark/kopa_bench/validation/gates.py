"""Gates on one task (DESIGN 8): each yields what is wrong, in one line."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kopa_bench.policies import DECLARED, EVERYWHERE, applicable_name, load_policy
from kopa_bench.rollout import Key, Stage, play
from kopa_bench.validation.guess import MOST, best_guess
from kopa_env.catalogue import Catalogue
from kopa_env.errors import UsageError
from kopa_env.grading import render_answer, state_hash
from kopa_env.source import Source
from kopa_env.suites.compile import content_hash, counted_calls
from kopa_env.suites.decisive import idle_calls
from kopa_env.suites.leaks import leaks
from kopa_env.suites.outcomes import (
    Outcome,
    golden_outcome,
    reversed_rows,
    solved_from_snapshot,
)
from kopa_env.suites.selecting import second_answer
from kopa_env.suites.solving import answer_with
from kopa_env.task import Task

BUDGET = (1.5, 4.0)
"""Allowed calls for each golden call that counts."""
DISTRACTORS = 2
"""Tools offered beside the golden ones, local ones not counted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong with a task.

    Attributes:
        task: its id; empty for the suite as a whole.
        gate: which gate found it.
        message: one line.
    """

    task: str
    gate: str
    message: str


@dataclass(frozen=True)
class Bench:
    """What gates run on.

    Attributes:
        catalogue: the tools.
        source: answers golden calls.
    """

    catalogue: Catalogue
    source: Source

    def reward(self, policy: str, task: Task) -> tuple[float, str]:
        """Return what a built-in policy scores on a task, and why."""
        stage = Stage(load_policy(policy), self.catalogue, lambda seed: self.source)
        row = asyncio.run(play(stage, task, Key(task.id, 0, 0)))
        reasons = "; ".join(row["grade"]["reasons"].values())
        return row["grade"]["reward"] or 0.0, reasons if row["valid"] else row["invalid_reason"]


def failures(task: Task, bench: Bench) -> Iterator[Finding]:
    """Yield every gate a task does not pass."""
    outcome = golden_outcome(task, bench.catalogue, bench.source)
    for gate, messages in (
        ("golden", _golden(task, bench)),
        ("solver", _solver(task, bench, outcome)),
        ("state", _state(task, outcome)),
        ("degenerate", _degenerate(task, bench)),
        ("decorative", _decorative(task, bench, outcome)),
        ("tie", _tie(task, bench, outcome)),
        ("guess", _guess(task, outcome)),
        ("second_route", _second_route(task, bench)),
        ("leak", leaks(task, bench.catalogue)),
        ("offer", _offer(task, bench.catalogue)),
        ("budget", _budget(task, bench.catalogue)),
        ("hash", _hash(task, bench)),
    ):
        yield from (Finding(task.id, gate, message) for message in messages)


def _golden(task: Task, bench: Bench) -> Iterator[str]:
    reward, why = bench.reward("oracle", task)
    if reward != 1.0:
        yield f"the golden trajectory scores {reward}: {why}"


def _solver(task: Task, bench: Bench, outcome: Outcome) -> Iterator[str]:
    if outcome.value is None:
        yield "the solver comes to nothing over the golden run"
        return
    value = solved_from_snapshot(task, outcome.episode, bench.catalogue)
    answer = answer_with(task.answer, value)
    if answer is None or render_answer(answer) != render_answer(task.answer):
        yield f"from the handles alone the solver gives {value}, the answer is {task.answer.value}"


def _state(task: Task, outcome: Outcome) -> Iterator[str]:
    if outcome.state != state_hash(task.target_state or {}):
        yield "the golden run does not end in the target state"
    if "ENVIRONMENT" in task.reward_basis and not task.target_state:
        yield "ENVIRONMENT is graded and there is no target state"


def _degenerate(task: Task, bench: Bench) -> Iterator[str]:
    unknown = set(task.applicable) - {applicable_name(name) for name in DECLARED | EVERYWHERE}
    for name in sorted(unknown):
        yield f"applicable names {name!r}, which is no degenerate policy"
    answered = {"no-answer"} if "RESPONSE" in task.reward_basis else set()
    declared = {name for name in DECLARED if applicable_name(name) in task.applicable}
    for name in sorted(EVERYWHERE | answered | declared):
        reward, _ = bench.reward(name, task)
        if reward != 0.0:
            yield f"{name} scores {reward}"


def _decorative(task: Task, bench: Bench, outcome: Outcome) -> Iterator[str]:
    """Yield golden calls whose reply changes nothing, however it changes."""
    for call in idle_calls(task, bench.catalogue, bench.source, outcome):
        yield f"{call.id} ({call.tool}) decides nothing: whatever it returns, all is the same"


def _tie(task: Task, bench: Bench, outcome: Outcome) -> Iterator[str]:
    """Yield an answer or state that hangs on the order in which rows happen to come."""
    apis = {call.id for call in task.golden_calls() if bench.catalogue[call.tool].kind != "local"}
    turned = golden_outcome(
        task,
        bench.catalogue,
        bench.source,
        lambda name, result: reversed_rows(result) if name in apis else result,
    )
    if turned.key != outcome.key:
        yield (
            f"with every reply's rows reversed the solver gives {turned.value}, "
            f"else {outcome.value}"
        )


def _guess(task: Task, outcome: Outcome) -> Iterator[str]:
    chance = best_guess(task, outcome)
    if chance > MOST:
        yield f"the best guess without a call is right in {chance:.1%} of cases, over {MOST:.0%}"


def _second_route(task: Task, bench: Bench) -> Iterator[str]:
    """Yield where a route written apart from the golden one comes to something else."""
    if not isinstance(task.second_route, Mapping):
        return
    try:
        value = second_answer(task.second_route, bench.catalogue, bench.source)
    except UsageError as error:
        yield str(error)
        return
    answer = answer_with(task.answer, value)
    if answer is None or render_answer(answer) != render_answer(task.answer):
        yield f"the second route comes to {value}, the answer is {render_answer(task.answer)}"


def _offer(task: Task, catalogue: Catalogue) -> Iterator[str]:
    golden = dict.fromkeys(call.tool for call in task.golden_calls())
    for name in golden:
        if name not in task.offered_tools and catalogue[name].kind != "local":
            yield f"the golden tool {name} is not offered"
    others = [
        name
        for name in task.offered_tools
        if name not in golden and (spec := catalogue.get(name)) and spec.kind != "local"
    ]
    if len(others) < DISTRACTORS:
        yield f"{len(others)} other tools are offered, at least {DISTRACTORS} are needed"


def _budget(task: Task, catalogue: Catalogue) -> Iterator[str]:
    ratio = task.max_calls / max(counted_calls(task, catalogue), 1)
    if not BUDGET[0] <= ratio <= BUDGET[1]:
        yield f"the budget is {ratio:.2f} times the golden calls, not {BUDGET[0]} to {BUDGET[1]}"
    if task.max_turns < len(task.golden) + 1:
        yield f"{task.max_turns} turns are too few for {len(task.golden)} golden ones and an answer"


def _hash(task: Task, bench: Bench) -> Iterator[str]:
    if task.content_hash != content_hash(task):
        yield f"its content hash is {task.content_hash}, its content has {content_hash(task)}"
    world = bench.source.hashes().get("world", "")
    if task.world_hash and world and task.world_hash != world:
        yield f"it was compiled on world {task.world_hash}, this is {world}"
