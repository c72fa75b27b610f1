"""Gates: Mini passes all of them, and each catches the flaw it is there for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from bench_stage import LOOKED_UP, PAGED, SCHOOL, TARGET, TASKS, sealed, views
from school import CATALOGUE

from kopa_bench.validation import validate_suite
from kopa_bench.validation.gates import Bench, failures
from kopa_env.suites import Suite
from kopa_env.task import Answer, GoldenCall, Task

BENCH = Bench(CATALOGUE, views())
KEYS = {
    *("tasks", "failures", "by_domain", "by_tier", "withheld", "environment_tasks", "mean_calls"),
    *("max_calls", "mean_steps", "parallel_share", "mean_tools_offered", "mean_budget_ratio"),
    *("content_hash",),
}


def gates(task: Task) -> list[str]:
    """Return the gates a task fails, but for ``guess``: a count up to 20 is easily hit upon."""
    return [finding.gate for finding in failures(task, BENCH) if finding.gate != "guess"]


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_sound_tasks_pass(task: Task) -> None:
    assert gates(task) == []


def test_a_suite_is_described() -> None:
    found = validate_suite(Suite.of("school", tuple(TASKS.values()), 1), CATALOGUE, views())
    assert found.keys() >= KEYS
    assert (found["tasks"], {row["gate"] for row in found["failures"]}) == (3, {"guess"})
    assert found["by_domain"] == {"district": 1, "education": 2}
    assert found["environment_tasks"] == 1
    assert found["mean_calls"] == 2.0
    assert found["mean_local_calls"] == 0.667
    assert found["mean_steps"] == 2.0
    assert found["parallel_share"] == 0.0
    assert found["mean_budget_ratio"] == 3.0
    assert found["applicable"]["no-answer"] == 3


def with_answer(task: Task, **more: Any) -> Task:
    return replace(task, answer=replace(task.answer, **more))


def with_golden(task: Task, *extra: GoldenCall) -> Task:
    return replace(task, golden=(*task.golden, tuple(extra)))


IDLE = GoldenCall("c9", "edu_counts", {"api_key": {"ref": "c8.records[0].api_key"}}, "fetch")
KEY = GoldenCall("c8", "issue_api_key", {"platform": "edudata"}, "lookup")
FLAWS: dict[str, tuple[Task, str]] = {
    "typed in": (with_answer(PAGED, value=21), "solver"),
    "solver fails": (with_answer(PAGED, solver="len(c7)"), "solver"),
    "other state": (replace(SCHOOL, target_state={"notes": {}}), "state"),
    "no state": (replace(SCHOOL, target_state=None), "state"),
    "constant": (with_answer(PAGED, value=1, solver="1"), "degenerate"),
    "no_write scores": (replace(PAGED, applicable=("no_write",)), "degenerate"),
    "unknown policy": (replace(PAGED, applicable=("first_pages",)), "degenerate"),
    "decorative": (
        with_golden(PAGED, GoldenCall("c9", "school_list", {"city": "안동시"}, "fetch")),
        "decorative",
    ),
    "leaks the number": (replace(PAGED, query_ko="경주시 학교 20곳은 몇 곳인가요?"), "leak"),
    "names a tool": (replace(PAGED, query_ko="school_list로 경주시 학교를 세면?"), "leak"),
    "gives the code": (replace(LOOKED_UP, query_ko="00012 학교가 문을 연 날은?"), "leak"),
    "leaks the date": (replace(LOOKED_UP, query_ko="2012-03-13에 연 학교는 언제?"), "leak"),
    "golden not offered": (
        replace(PAGED, offered_tools=("find_school", "school_detail", "save_note")),
        "offer",
    ),
    "no distractors": (replace(PAGED, offered_tools=("school_list", "table_select")), "offer"),
    "mean budget": (replace(PAGED, max_calls=2), "budget"),
    "lavish budget": (replace(PAGED, max_calls=20), "budget"),
    "few turns": (replace(PAGED, max_turns=3), "budget"),
    "other world": (replace(PAGED, world_hash="elsewhere"), "hash"),
}


@pytest.mark.parametrize("name", FLAWS)
def test_a_flaw_is_caught_by_its_gate(name: str) -> None:
    task, gate = FLAWS[name]
    assert gate in gates(sealed(task))


def test_a_task_edited_by_hand_is_caught() -> None:
    assert gates(replace(PAGED, gloss_en="edited")) == ["hash"]


def test_a_whole_record_must_leak_not_a_choice_of_three() -> None:
    named = replace(SCHOOL, query_ko="나57학교와 가0학교 가운데 학생이 많은 쪽과 그 수는?")
    assert "leak" not in gates(sealed(named))
    told = replace(SCHOOL, query_ko="나57학교 학생은 1,399명인가요?")
    assert "leak" in gates(sealed(told))


def test_losers_of_a_maximum_are_no_decoration() -> None:
    """Dropping them changes nothing, yet they had to be looked at."""
    pages = tuple(
        GoldenCall(f"c{i}", "school_list", {"city": city, "size": 30}, "fetch")
        for i, city in enumerate(("포항시", "경주시", "안동시"), 1)
    )
    task = replace(
        PAGED,
        golden=(pages,),
        max_calls=6,
        query_ko="세 도시 학교 가운데 학생이 가장 많은 곳의 이름은?",
        answer=Answer(
            "string",
            "라59학교",
            solver='max(concat(c1, c2, c3), key=lambda r: num(r["pupils"]))["name"]',
        ),
        applicable=("no_answer",),
    )
    assert gates(sealed(task)) == []


def test_an_answer_that_hangs_on_the_order_of_rows_is_flagged() -> None:
    task = with_answer(
        replace(PAGED, golden=(PAGED.golden[0],)),
        type="string",
        value="나1학교",
        solver="c1.records[0]['name']",
    )
    assert "tie" in gates(sealed(task))


def test_the_golden_trajectory_must_score_1() -> None:
    more = {**SCHOOL.answer.value, "시": {"type": "string", "value": "x"}}
    broken = with_answer(replace(SCHOOL, target_state=TARGET), value=more)
    assert {"golden", "solver"} <= set(gates(sealed(replace(broken, max_calls=0))))


def test_a_lone_small_count_is_guessed_and_a_name_with_a_figure_is_not() -> None:
    alone = [finding.message for finding in failures(PAGED, BENCH) if finding.gate == "guess"]
    assert "2.4%" in alone[0], "one in 41, for a count of 20"
    assert [f.gate for f in failures(SCHOOL, BENCH)] == [], "what is written is not guessed"
    both = with_answer(
        PAGED,
        type="record",
        value={
            "학교": {"type": "string", "value": "나1학교"},
            "수": {"type": "number", "value": 20, "unit": "곳"},
        },
        solver='{"학교": c1.records[0]["name"], "수": len(concat(c1, c2))}',
    )
    assert "guess" not in [finding.gate for finding in failures(sealed(both), BENCH)]
