"""Answers from solvers: the value that came out, in the form of the golden answer."""

from __future__ import annotations

import pytest
from bench_stage import PAGED

from kopa_env.grading import judge_response, render_answer
from kopa_env.outcome import ToolResult
from kopa_env.suites.solving import answer_with, solve
from kopa_env.task import Answer

NUMBER = Answer("number", "12.3", unit="%", tolerance="printed")
RECORD = Answer(
    "record",
    {
        "학교": {"type": "string", "value": "가학교"},
        "비율": {"type": "number", "value": "3.50", "unit": "%", "tolerance": "printed"},
    },
)


def test_a_printed_number_gets_the_golden_digits() -> None:
    made = answer_with(NUMBER, 45.678)
    assert made is not None
    assert made.value == "45.7"
    assert render_answer(made) == "\\boxed{45.7%}"


def test_a_record_keeps_its_form() -> None:
    made = answer_with(RECORD, {"학교": "나학교", "비율": 1.005})
    assert made is not None
    assert "1.01%" in render_answer(made)
    assert judge_response(made, render_answer(made)).right
    assert not judge_response(RECORD, render_answer(made)).right


@pytest.mark.parametrize(
    "value", [None, "", [], {}, {"학교": "나학교"}, {"비율": 1, "학교": "가"}, 3]
)
def test_what_does_not_fit_is_no_answer(value: object) -> None:
    assert answer_with(RECORD, value) is None


def test_a_solver_that_fails_comes_to_nothing() -> None:
    assert solve(PAGED, {}) is None
    rows = ToolResult.ok([{"a": 1}] * 3)
    assert solve(PAGED, {"c1": rows, "c2": rows}) == 6
