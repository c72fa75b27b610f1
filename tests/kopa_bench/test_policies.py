"""Policies: what each baseline does, what a user's own may be, what none of them sees."""

from __future__ import annotations

import sys
import types
from typing import Any

import pytest
from bench_stage import LOOKED_UP, PAGED, SCHOOL, TASKS, play

from kopa_bench.policies import (
    DECLARED,
    EVERYWHERE,
    IN_PROCESS,
    NAMES,
    SERVED,
    VLLM,
    load_policy,
)
from kopa_bench.policies.callables import as_policy
from kopa_bench.policies.fixed import REFUSAL
from kopa_bench.policy import Action, View
from kopa_env.errors import UsageError
from kopa_env.task import Task


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_the_oracle_scores_1(task: Task) -> None:
    grade = play("oracle", task)["grade"]
    assert grade["reward"] == 1.0
    assert grade["action_raw"] == 1.0
    assert grade["grounded"]


@pytest.mark.parametrize("name", sorted(EVERYWHERE))
@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_degenerate_policies_score_0_everywhere(name: str, task: Task) -> None:
    row = play(name, task)
    assert row["valid"]
    assert row["grade"]["reward"] == 0.0


@pytest.mark.parametrize("name", sorted(DECLARED))
@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_declared_policies_score_0_where_they_apply_and_never_crash(name: str, task: Task) -> None:
    row = play(name, task)
    assert row["valid"]
    if name.replace("-", "_") in task.applicable:
        assert row["grade"]["reward"] == 0.0, row["final_text"]


def test_first_page_answers_with_what_it_has() -> None:
    row = play("first-page", PAGED)
    assert [call["name"] for call in row["calls"]] == ["school_list", "evaluate_expression"]
    assert row["calls"][1]["args"]["expression"] == "len(concat(r1.records, []))"
    assert row["final_text"] == "\\boxed{10곳}"


def test_skip_lookup_writes_the_words_of_the_question_for_the_code() -> None:
    row = play("skip-lookup", LOOKED_UP)
    (call,) = row["calls"]
    assert call["name"] == "school_detail"
    assert call["args"] == {"id": "가12학교"}
    assert row["final_text"] == REFUSAL


def test_no_write_answers_right_and_leaves_the_workspace_alone() -> None:
    grade = play("no-write", SCHOOL)["grade"]
    assert (grade["RESPONSE"], grade["ENVIRONMENT"], grade["reward"]) == (1, 0, 0.0)


def test_no_answer_makes_all_calls() -> None:
    grade = play("no-answer", SCHOOL)["grade"]
    assert (grade["RESPONSE"], grade["ENVIRONMENT"]) == (0, 1)


def test_all_candidates_names_the_answer_among_others() -> None:
    assert "20곳, 21곳" in play("all-candidates", PAGED)["final_text"]


def test_random_makes_the_same_well_formed_calls_for_the_same_seed() -> None:
    first, second = play("random"), play("random")
    assert first["calls"], "it made no call"
    assert [c["args"] for c in first["calls"]] == [c["args"] for c in second["calls"]]
    assert first["final_text"] == second["final_text"]
    assert first["unknown_tools"] == first["parse_errors"] == 0


def test_an_unknown_policy_is_named_with_its_neighbour() -> None:
    with pytest.raises(UsageError, match="did you mean skip-lookup"):
        load_policy("skip-lokup")


def test_every_name_but_those_of_models_loads_without_options() -> None:
    for name in NAMES:
        if name not in (SERVED, IN_PROCESS, VLLM):
            assert load_policy(name).name == name


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Any:
    made = types.ModuleType("my_policies")
    monkeypatch.setitem(sys.modules, "my_policies", made)
    return made


def test_a_callable_may_be_blocking_or_awaited_and_return_text_or_a_message(module: Any) -> None:
    async def awaited(view: View) -> dict[str, Any]:
        return {"role": "assistant", "content": "\\boxed{1}"}

    module.blocking = lambda view: "\\boxed{1}"
    module.awaited = awaited
    for name in ("blocking", "awaited"):
        row = play(load_policy(f"my_policies:{name}"))
        assert row["final_text"] == "\\boxed{1}"


def test_a_class_is_instantiated_and_an_action_taken_as_it_is(module: Any) -> None:
    class Mine:
        name = "mine"

        async def act(self, view: View) -> Action:
            return Action("\\boxed{1}", {"prompt_tokens": 3})

    module.Mine = Mine
    policy = load_policy("my_policies:Mine")
    row = play(policy)
    assert policy.name == "mine"
    assert row["usage"] == {"prompt_tokens": 3}


def test_a_callable_sees_what_a_model_sees_and_cannot_change_it() -> None:
    seen: list[View] = []

    def nosy(view: View) -> str:
        seen.append(view)
        view.messages[0]["content"] = "changed"
        return "\\boxed{1}"

    row = play(as_policy("nosy", nosy))
    assert set(View.__slots__) == {"messages", "tools", "seed", "sample", "turn"}
    assert row["messages"][0]["content"] != "changed"
    text = str(seen[0])
    assert "나57학교" not in text, "the answer is in sight"
    assert "golden" not in text


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("no_such_module_here:f", "no_such_module_here"),
        ("my_policies:nothin", "did you mean nothing"),
        ("my_policies:value", "neither a callable"),
    ],
)
def test_what_cannot_be_a_policy_is_refused_in_one_line(module: Any, name: str, told: str) -> None:
    module.nothing = lambda view: ""
    module.value = 3
    with pytest.raises(UsageError, match=told) as caught:
        load_policy(name)
    assert "\n" not in str(caught.value)
