"""Figures of a run: what they count, what they leave out, what they do not depend on."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

import pytest
from bench_stage import LOOKED_UP, PAGED, SCHOOL, TASKS, play
from hypothesis import given
from hypothesis import strategies as st
from school import CATALOGUE, calls
from scipy import stats

from kopa_bench.policies.callables import as_policy
from kopa_bench.policy import View
from kopa_bench.results import failure_of, summary
from kopa_bench.statistics import pass_at_k, pass_hat_k
from kopa_bench.taxonomy import CLASSES
from kopa_env.task import Task

KEYS = {
    *("pass@1", "pass@k", "pass^k", "ci95", "response", "environment", "action_raw"),
    *("action_gated", "evidence_recall", "episodes", "infra_errors", "origins", "ungrounded"),
    *("applicable", "cpu_s", "wall_s", "hashes"),
}


def made(task: Task, seed: int, sample: int, reward: float | None, **more: Any) -> dict[str, Any]:
    """Return a row as the runner writes it, as far as figures look at it."""
    valid = reward is not None
    verdict = int(reward) if reward is not None else None
    grade = {
        "RESPONSE": verdict,
        "ENVIRONMENT": verdict,
        "reward": reward,
        "action_raw": 0.5,
        "action_gated": 0.5 * (reward or 0),
        "evidence_recall": 1.0,
        "grounded": True,
        "reasons": {},
    }
    row = {
        **{"task_id": task.id, "seed": seed, "sample": sample, "valid": valid},
        **{"stop_reason": "answer", "calls": [], "parse_errors": 0, "calls_used": 2},
        **{"local_used": 1, "turns": 3, "usage": {"prompt_tokens": 10}, "grade": grade},
    }
    return {**row, **more}


def figures(rows: list[dict[str, Any]], **about: Any) -> dict[str, Any]:
    return summary(rows, TASKS, CATALOGUE, about)


TABLE = st.lists(
    st.tuples(
        st.sampled_from(sorted(TASKS)),
        st.integers(0, 2),
        st.integers(0, 2),
        st.sampled_from([0.0, 1.0, None]),
    ),
    unique_by=lambda row: row[:3],
    max_size=27,
)


@given(table=TABLE, shuffle=st.randoms(use_true_random=False))
def test_figures_agree_with_a_plain_count_in_any_order(
    table: list[tuple[str, int, int, float | None]], shuffle: random.Random
) -> None:
    rows = [made(TASKS[t], seed, sample, reward) for t, seed, sample, reward in table]
    told = figures(rows)
    shuffle.shuffle(rows)
    assert figures(rows) == told
    per_task: dict[str, list[float]] = {}
    for task, _, _, reward in table:
        if reward is not None:
            per_task.setdefault(task, []).append(reward)
    assert told["episodes"] == sum(map(len, per_task.values()))
    assert told["infra_errors"] == sum(row[3] is None for row in table)
    if per_task:
        means = [sum(v) / len(v) for v in per_task.values()]
        assert told["pass@1"] == pytest.approx(sum(means) / len(means), abs=1e-6)
        k = told["k"]
        able = [(len(v), int(sum(v))) for v in per_task.values() if len(v) >= k]
        for key, estimate in (("pass@k", pass_at_k), ("pass^k", pass_hat_k)):
            wanted = sum(estimate(n, c, k) for n, c in able) / len(able)
            assert told[key] == pytest.approx(wanted, abs=1e-6)
    else:
        assert told["pass@1"] is told["pass@k"] is None


def test_all_keys_of_the_interface_are_there() -> None:
    assert set(figures([made(SCHOOL, 0, 0, 1.0)])) >= KEYS
    assert set(figures([])) >= KEYS


@pytest.mark.parametrize("rewards", [(1.0, 0.0, 0.0), (1.0, 1.0, 0.0)])
def test_an_interval_over_seeds_is_students_within_0_and_1(rewards: tuple[float, ...]) -> None:
    scores = {0: (1.0, 1.0, 0.0), 1: rewards, 2: (1.0, 1.0, 1.0)}
    rows = [
        made(task, seed, 0, reward)
        for seed, held in scores.items()
        for task, reward in zip(TASKS.values(), held, strict=True)
    ]
    told = figures(rows)
    means = [sum(held) / 3 for held in scores.values()]
    low, high = stats.t.interval(0.95, 2, loc=sum(means) / 3, scale=stats.sem(means))
    assert told["ci95"] == pytest.approx([max(low, 0.0), min(high, 1.0)], abs=1e-6)
    assert told["ci95_method"] == "student-t over 3 seeds"


def test_seeds_that_lack_a_rollout_are_not_compared() -> None:
    """Their means would be of other tasks each, and need not even hold the figure."""
    first, second, _ = TASKS.values()
    rows = [made(first, seed, 0, 1.0) for seed in range(4)] + [made(second, 0, 0, 0.0)]
    told = figures(rows)
    assert told["ci95_method"] == "bootstrap over 2 tasks"
    assert told["ci95"][0] <= told["pass@1"] == 0.5 <= told["ci95"][1]


def test_an_interval_over_one_seed_is_clustered_by_task() -> None:
    told = figures([made(task, 0, s, float(s)) for task in TASKS.values() for s in (0, 1)])
    assert told["ci95"] == [0.5, 0.5], "samples of one task are no tasks of their own"
    assert told["ci95_method"] == "bootstrap over 3 tasks"


def test_a_key_counts_once_and_the_first_valid_row_of_it() -> None:
    rows = [made(SCHOOL, 0, 0, r) for r in (None, 1.0, 0.0, None)]
    told = figures(rows)
    assert (told["episodes"], told["pass@1"]) == (1, 1.0)
    assert (told["infra_errors"], told["infra_attempts"]) == (0, 2)


def test_environment_is_of_the_tasks_that_grade_it() -> None:
    told = figures([made(SCHOOL, 0, 0, 1.0), made(PAGED, 0, 0, 0.0)])
    assert (told["environment"], told["response"]) == (1.0, 0.5)
    assert figures([made(PAGED, 0, 0, 1.0)])["environment"] is None


def test_a_degenerate_policy_is_judged_where_it_applies() -> None:
    rows = [made(SCHOOL, 0, 0, 0.0), made(PAGED, 0, 0, 0.0), made(LOOKED_UP, 0, 0, 1.0)]
    assert figures(rows, policy={"name": "first-page"})["applicable"] == {"n": 2, "pass@1": 0.0}
    assert figures(rows, policy={"name": "null"})["applicable"]["n"] == 3
    assert figures(rows, policy={"name": "oracle"})["applicable"] is None


def test_a_right_answer_without_its_evidence_is_ungrounded() -> None:
    row = made(SCHOOL, 0, 0, 1.0)
    row["grade"] |= {"grounded": False}
    assert figures([row])["ungrounded"] == 1


def test_sessions_add_up_and_parts_are_told() -> None:
    told = figures(
        [made(task, 0, 0, 1.0) for task in TASKS.values()],
        sessions=[{"cpu_s": 1.5, "wall_s": 2.0}, {"cpu_s": 0.5, "wall_s": 1.0}],
        hashes={"world": "w"},
    )
    assert (told["cpu_s"], told["wall_s"], told["hashes"]) == (2.0, 3.0, {"world": "w"})
    assert told["by_domain"]["education"]["tasks"] == 2
    assert told["by_tier"]["hard"]["pass@1"] == 1.0
    assert told["by_basis"]["RESPONSE+ENVIRONMENT"]["tasks"] == 1
    assert told["by_data"]["generated"]["tasks"] == 3
    assert not any(isinstance(v, float) and math.isnan(v) for v in told.values())


def scripted(*moves: Any) -> Any:
    def act(view: View) -> Any:
        return moves[min(view.turn, len(moves) - 1)]

    return as_policy("scripted", act)


WRONG = "\\boxed{1}"
FIRST = ("school_list", {"city": "경주시", "page": 1, "size": 10})
SECOND = ("school_list", {"city": "경주시", "page": 2, "size": 10})
CASES: Mapping[str, tuple[Task, tuple[Any, ...]]] = {
    "no_call": (PAGED, (WRONG,)),
    "wrong_tool": (PAGED, (calls(("find_school", {"name": "가"})), WRONG)),
    "skipped_lookup": (LOOKED_UP, (calls(("school_detail", {"id": "00013"})), WRONG)),
    "first_page_only": (PAGED, (calls(FIRST), WRONG)),
    "wrong_argument": (PAGED, (calls(("school_list", {"city": "안동시"})), WRONG)),
    "right_evidence_wrong_answer": (PAGED, (calls(FIRST, SECOND), WRONG)),
    "wrong_write": (
        SCHOOL,
        (calls(("school_list", {"city": "포항시", "size": 30})), "\\boxed{나57학교; 1,399명}"),
    ),
    "budget": (PAGED, (calls(*[FIRST] * 7),)),
    "format": (PAGED, ("<tool_call>{broken",)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_failure_has_one_cause(name: str) -> None:
    task, moves = CASES[name]
    row = play(scripted(*moves), task)
    assert row["grade"]["reward"] == 0.0
    assert failure_of(row, task, CATALOGUE) == name
    assert figures([row])["failures"][name] == 1


def test_the_same_rows_in_one_larger_page_are_not_the_first_page() -> None:
    row = play(scripted(calls(("school_list", {"city": "경주시", "size": 30})), WRONG), PAGED)
    assert failure_of(row, PAGED, CATALOGUE) == "right_evidence_wrong_answer"


def test_a_success_and_a_fault_have_no_failure() -> None:
    assert failure_of(play("oracle", PAGED), PAGED, CATALOGUE) == ""
    assert set(CASES) | {"context_overflow"} == set(CLASSES)
