"""Trajectory rows: complete, gradable again, hashed over what happened and nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from school import TASK, SchoolSource, act, begun, calls

from kopa_env.episode import Done
from kopa_env.episode.trajectory import call_key, record_of, trajectory, trajectory_hash
from kopa_env.errors import UsageError
from kopa_env.grading import grade
from kopa_env.outcome import JSON, Origin, ToolResult
from kopa_env.spec import ToolSpec

SCRIPT = (
    calls(("school_list", {"city": "포항시", "size": 30}), ("nope", {})),
    calls(("save_note", {"title": "메모", "fields": {"값": 1}})),
    "<tool_call>{broken",
    "\\boxed{나57학교; 1,399명}",
)


class Recorded(SchoolSource):
    """The same replies, as if they had been recorded."""

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        return super().call(spec, args).came_from(Origin.EXACT, "live")


def row(source: SchoolSource | None = None, *script: Any, **about: Any) -> dict[str, Any]:
    episode = begun(seed=4)
    for action in script or SCRIPT:
        step = act(episode, action, source)
    assert isinstance(step, Done)
    return trajectory(step, step.grade, about)


def test_a_row_holds_what_the_interface_names() -> None:
    made = row(run_id="r", sample=0, attempt=1)
    for name in (
        *("schema", "run_id", "task_id", "task_hash", "seed", "sample", "attempt", "valid"),
        *("infra_errors", "stop_reason", "messages", "raw", "parse", "calls", "grade"),
    ):
        assert name in made, name
    for name in (
        *("turn", "i", "name", "args", "status", "reason", "code", "origin", "key"),
        *("shown", "total", "cut"),
    ):
        assert name in made["calls"][0], name
    assert {"RESPONSE", "ENVIRONMENT", "reward", "reasons", "version"} <= set(made["grade"])
    assert made["raw"][2] == "<tool_call>{broken"


def test_a_stored_row_is_graded_alike() -> None:
    made = row()
    back = record_of(json.loads(json.dumps(made, ensure_ascii=False)), TASK)
    assert grade(TASK, back).reward == made["grade"]["reward"] == 1.0
    assert back.final_text == made["final_text"]
    assert len(back.calls) == 3


def test_the_hash_sees_what_happened_and_nothing_else() -> None:
    once = trajectory_hash(row(timings={"wall_s": 1}, run_id="a"))
    assert trajectory_hash(row(timings={"wall_s": 2}, run_id="b")) == once
    assert trajectory_hash(row(Recorded())) == once
    assert trajectory_hash(row(None, *SCRIPT[:3], "\\boxed{1}")) != once
    assert trajectory_hash(row(None, *SCRIPT[1:])) != once


def test_the_hash_survives_storage() -> None:
    made = row()
    assert trajectory_hash(json.loads(json.dumps(made))) == trajectory_hash(made)


@pytest.mark.parametrize("value", [10**30, 0.1, None, [{"가": 1}]])
def test_whatever_a_policy_writes_has_a_key(value: Any) -> None:
    made = row(None, calls(("nope", {"x": value})), "\\boxed{1}")
    assert made["calls"][0]["key"] == call_key("nope", made["calls"][0]["args"])
    assert len(trajectory_hash(made)) == 32


def test_equal_calls_share_a_key() -> None:
    assert call_key("a", {"x": 1, "y": "가"}) == call_key("a", {"y": "가", "x": 1})
    assert call_key("a", {"x": 1}) != call_key("a", {"x": "1"}) != call_key("b", {"x": "1"})
    assert call_key("a", {"x": "깨진\ud800글"})


@pytest.mark.parametrize("change", [{"schema": 7}, {"calls": [{"nope": 1}]}, {"raw": None}])
def test_a_row_that_does_not_fit_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="trajectory"):
        record_of({**row(), **change}, TASK)
