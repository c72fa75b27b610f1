"""The planner sees what a model sees, calls nothing malformed and solves what rules can solve."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from bench_stage import SCHOOL, TASKS, play

from kopa_bench.policies import load_policy
from kopa_bench.policies.planner import Planner
from kopa_bench.policies.planner.question import read_question
from kopa_bench.policies.planner.tools import Parameter, read_tools
from kopa_bench.policy import View
from kopa_env.catalogue import Catalogue
from kopa_env.episode import Episode
from kopa_env.suites import load_suite
from kopa_env.task import Task

SYSTEM = "오늘은 2026년 1월 30일 금요일입니다."


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_it_plays_to_an_end_and_the_same_again(task: Task) -> None:
    first, second = play("planner", task), play("planner", task)
    assert first["stop_reason"] == "answer"
    assert first["messages"] == second["messages"]


@pytest.mark.parametrize("task_id", sorted(load_suite("mini").tasks))
def test_what_it_calls_on_mini_is_well_formed(task_id: str) -> None:
    task, catalogue = load_suite("mini").task(task_id), Catalogue.load()
    episode = Episode(task, catalogue)
    episode.start()
    tools = {tool.name: tool for tool in read_tools(episode.tool_schemas())}
    assert tools.keys() <= set(task.offered_tools)
    for tool in tools.values():
        assert {p.name for p in tool.parameters} == {
            p.name for p in catalogue[tool.name].params if p.role != "constant"
        }
        assert {name for name in tool.columns} <= {f.path for f in catalogue[tool.name].fields}


def test_it_ranks_by_the_column_that_is_asked_for() -> None:
    """A reply, a superlative and a column whose meaning the question names: one ranking."""
    about = "정당별 의석. 응답 항목: POLY_NM(정당명), SEATS(의석 수), RATE(득표율)"
    tools = [schema("party_seats", about, {}), schema("table_select", "", {})]
    rows = [{"POLY_NM": f"당{i}", "SEATS": i, "RATE": 90 - i} for i in range(3)]
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": SYSTEM},
        {"role": "user", "content": "의석 수가 가장 많은 정당은 어디고 몇 석인가요?"},
    ]
    first = act(messages, tools, 0)
    assert first["tool_calls"][0]["function"]["name"] == "party_seats"
    messages += [first, reply(first, {"result": "r1", "total": 3, "records": rows})]
    second = act(messages, tools, 1)
    (call,) = second["tool_calls"]
    assert call["function"]["name"] == "table_select"
    assert json.loads(call["function"]["arguments"]) == {
        **{"result": "r1", "order_by": "SEATS", "descending": True, "limit": 1}
    }
    messages += [second, reply(second, {"result": "r2", "total": 1, "records": rows[2:]})]
    assert act(messages, tools, 2)["content"] == r"\boxed{당2; 2}"


def test_a_code_is_taken_from_the_row_that_the_question_is_about() -> None:
    needs = {"corp_code": {"type": "string", "description": "고유번호"}}
    tools = [
        schema("find", "회사 찾기. 응답 항목: corp_code(고유번호), corp_name(회사명)", {}),
        schema("detail", "회사 개황", needs, ["corp_code"]),
    ]
    messages: list[dict[str, Any]] = [{"role": "user", "content": "해온상사 개황을 알려 줘"}]
    first = act(messages, tools, 0)
    assert [c["function"]["name"] for c in first["tool_calls"]] == ["find"], "detail lacks a code"
    rows = [
        {"corp_code": "00000001", "corp_name": "새온상사"},
        {"corp_code": "00000002", "corp_name": "해온상사"},
    ]
    messages += [first, reply(first, {"result": "r1", "total": 2, "records": rows})]
    (call,) = act(messages, tools, 1)["tool_calls"]
    assert json.loads(call["function"]["arguments"]) == {"corp_code": "00000002"}


def schema(
    name: str, about: str, properties: dict[str, Any], required: list[str] | None = None
) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": required or []}
    return {"function": {"name": name, "description": about, "parameters": parameters}}


def act(messages: list[dict[str, Any]], tools: list[dict[str, Any]], turn: int) -> dict[str, Any]:
    action = asyncio.run(Planner().act(View(messages, tools, 0, 0, turn)))
    assert isinstance(action.message, dict)
    return action.message


def reply(message: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    (call,) = message["tool_calls"]
    return {"role": "tool", "tool_call_id": call["id"], "content": json.dumps(body)}


def test_slots_are_read_off_the_question() -> None:
    text = "2025년 3월 5일부터 2025년 4월까지 ‘가람시장’에서 가장 적게 팔린 품목은?"
    question = read_question(SYSTEM, text, [])
    assert question.days == ("20250305",)
    assert question.months == ("202503", "202504")
    assert question.years[0] == "2025"
    assert question.names[0] == "가람시장"
    assert question.descending is False
    day = Parameter("d", "조회일", "string", True, format="YYYY-MM-DD")
    assert question.value(day) == "2025-03-05"
    end = Parameter("m", "끝 달", "string", True, format="YYYYMM")
    assert question.value(end) == "202504"
    kind = Parameter("k", "구분", "string", True, enum=("시장", "가람시장"))
    assert question.value(kind) == "가람시장", "the longest that is told"


def test_without_a_day_it_takes_todays() -> None:
    question = read_question(SYSTEM, "오늘 문을 여는 곳은 몇 곳인가요?", [])
    assert question.days == ("20260130",)
    assert question.descending is None


def test_it_is_no_golden_policy() -> None:
    assert not hasattr(load_policy("planner"), "act_knowing")
    assert play("planner", SCHOOL)["grade"]["reward"] in (0.0, 1.0)
