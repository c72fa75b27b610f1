"""The rollout boundary: what counts as a score, what as a fault, and that nothing passes it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from bench_stage import SCHOOL, play
from school import SchoolSource, calls

from kopa_bench.policies.callables import as_policy
from kopa_bench.policy import Action, ContextOverflow, PolicyFault, View
from kopa_env.errors import ReplayMiss
from kopa_env.outcome import JSON, ToolResult
from kopa_env.spec import ToolSpec


def raising(error: BaseException) -> Any:
    def act(view: View) -> str:
        raise error

    return as_policy("raising", act)


def test_a_server_fault_is_no_score() -> None:
    row = play(raising(PolicyFault("503")))
    assert not row["valid"]
    assert row["passing"]
    assert row["grade"]["reward"] is None
    assert row["stop_reason"] == "invalid"
    assert row["invalid_reason"] == "503"


def test_a_full_context_is_a_zero_of_its_own_kind() -> None:
    """A conversation that no longer fits is final, neither a fault nor a retry (field report)."""
    row = play(raising(ContextOverflow("too long")))
    assert row["valid"]
    assert row["stop_reason"] == "context_overflow"
    assert row["grade"]["reward"] == 0.0
    assert "문맥" in row["grade"]["reasons"]["RESPONSE"]


@pytest.mark.parametrize("error", [ValueError("boom"), RecursionError("deep"), KeyError("x")])
def test_an_unforeseen_error_ends_the_rollout_and_nothing_else(error: Exception) -> None:
    row = play(raising(error))
    assert not row["valid"]
    assert type(error).__name__ in row["invalid_reason"]


def test_a_policy_that_returns_something_else_is_told_so() -> None:
    row = play(as_policy("odd", lambda view: 3))
    assert not row["valid"]
    assert "returned int" in row["invalid_reason"]


def test_a_replay_miss_is_no_score_and_not_tried_again() -> None:
    class Missing(SchoolSource):
        def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
            raise ReplayMiss("nothing is recorded")

    row = play("oracle", SCHOOL, Missing())
    assert not row["valid"]
    assert not row["passing"]
    assert "nothing is recorded" in row["invalid_reason"]


def test_cut_output_is_never_run() -> None:
    def cut(view: View) -> Action:
        return Action(calls(("school_list", {})), truncated=True)

    row = play(as_policy("cut", cut))
    assert row["stop_reason"] == "length"
    assert row["calls"] == []
    assert row["grade"]["reward"] == 0.0


def test_turns_may_be_limited() -> None:
    def caller(view: View) -> Any:
        return calls(("school_list", {"page": view.turn + 1}))

    row = play(as_policy("caller", caller), max_turns=2)
    assert (row["stop_reason"], row["turns"]) == ("turns", 2)


def test_the_parallel_calls_of_a_turn_wait_together() -> None:
    running = most = 0

    class Waiting(SchoolSource):
        async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1
            return self.call(spec, args)

    def act(view: View) -> Any:
        if view.turn:
            return "\\boxed{1}"
        return calls(*(("school_list", {"page": page}) for page in (1, 2, 3)))

    row = play(as_policy("parallel", act), SCHOOL, Waiting())
    assert most == 3
    assert [call["args"]["page"] for call in row["calls"]] == [1, 2, 3]


def test_huge_numbers_and_broken_text_in_arguments_reach_the_row() -> None:
    def act(view: View) -> Any:
        if view.turn:
            return "\\boxed{\ud800}"
        return calls(("school_list", {"page": 10**30}), ("nope", {"x": 10**40}))

    row = play(as_policy("huge", act))
    assert row["valid"], row["invalid_reason"]
    assert len(row["calls"]) == 2
