"""Grading again: the same verdicts from stored rows, and every difference told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench_stage import SCHOOL, TASKS, play, play_all, sealed
from school import CATALOGUE

from kopa_bench.regrade import changes, regrade
from kopa_env.errors import UsageError


@pytest.mark.parametrize("policy", ["oracle", "null", "first-page", "no-write", "random"])
def test_stored_rows_get_the_grades_they_had(tmp_path: Path, policy: str) -> None:
    rows = json.loads(json.dumps(play_all(tmp_path, policy, samples=1)))
    again = list(regrade(rows, TASKS, CATALOGUE))
    assert [row["grade"] for row in again] == [row["grade"] for row in rows]
    assert changes(rows, again) == []


def test_a_verdict_that_changes_is_named() -> None:
    row = play("oracle")
    row["final_text"] = "\\boxed{가0학교; 1명}"
    again = list(regrade([row], TASKS, CATALOGUE))
    found = changes([row], again)
    assert [(c.dimension, c.before, c.after) for c in found] == [
        ("RESPONSE", 1, 0),
        ("reward", 1.0, 0.0),
    ]
    assert "값이 다름" in found[0].reason


def test_traces_of_another_version_of_a_task_are_refused() -> None:
    from dataclasses import replace

    row = play("oracle")
    changed = {**TASKS, SCHOOL.id: sealed(replace(SCHOOL, query_ko="다른 질문"))}
    with pytest.raises(UsageError, match="has changed"):
        list(regrade([row], changed, CATALOGUE))
    with pytest.raises(UsageError, match="has changed"):
        list(regrade([row], {}, CATALOGUE))
