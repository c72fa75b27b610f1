"""Field reports on tool calling and grading, as they were reported, against parser and grader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kopa_env.grading import judge_response
from kopa_env.grading.numbers import parse_number
from kopa_env.grading.values import same_value
from kopa_env.parsing import Parsed, parse, parse_message
from kopa_env.spec import Param, ToolSpec
from kopa_env.task import Answer

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def reports(shared: Path) -> dict[str, dict]:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def read(case: dict, *, strict: bool = False) -> list[Parsed]:
    """Read every input of a report."""
    inputs = case["input"] if isinstance(case["input"], list) else [case["input"]]
    return [_read(each, strict=strict) for each in inputs]


def _read(each, *, strict: bool) -> Parsed:
    if isinstance(each, str):
        return parse(each, strict=strict)
    if "tool_calls" in each:
        return parse_message(each, strict=strict)
    if "name" in each:
        return parse_message({"tool_calls": [{"function": each}]}, strict=strict, tools={})
    text = each.get("text") or each["model_output"]
    truncated = each.get("finish_reason") == "length"
    return parse(text, strict=strict, tools=_tools(each), truncated=truncated)


def _tools(each: dict) -> dict[str, ToolSpec]:
    params = tuple(Param(k, k, type=v["type"]) for k, v in each.get("schema", {}).items())
    return {n: ToolSpec(n, n, "endpoint", "t", "t", n, n, "", "", params) for n in ("f", "log")}


def args(parsed: Parsed) -> dict:
    assert len(parsed.calls) == 1, parsed
    return dict(parsed.calls[0].args)


def test_json_calls(reports):
    """B01–B14."""
    assert len(read(reports["B01"])[0].calls) == reports["B01"]["check"]["lenient_calls"]
    assert read(reports["B01"], strict=True)[0].error == "extra_data"
    for case, key in (("B02", "lenient_args"), ("B12", "lenient_args"), ("B06", "dict")):
        assert args(read(reports[case])[0]) == reports[case]["check"][key]
    assert read(reports["B02"], strict=True)[0].error == "python_literal"
    assert read(reports["B04"], strict=True)[0].error == reports["B04"]["check"]["error"]
    assert [len(p.calls) for p in read(reports["B05"])] == reports["B05"]["check"]["calls"]
    assert args(read(reports["B08"])[0])["text"] == reports["B08"]["check"]["lenient_text"]
    for strict in (False, True):
        assert read(reports["B09"], strict=strict)[0].calls == ()
    assert len(read(reports["B10"])[0].calls) == reports["B10"]["check"]["lenient"]
    assert read(reports["B10"], strict=True)[0].verdict == "error"
    assert args(read(reports["B13"])[0])["q"] == reports["B13"]["check"]["q"]
    assert reports["B14"]["check"]["flag"] in read(reports["B14"])[0].flags


def test_other_forms(reports):
    """B16–B29."""
    found = [len(p.calls) for p in read(reports["B16"])]
    assert found == reports["B16"]["check"]["calls_default"]
    assert len(read(reports["B17"])[0].calls) == 1
    assert read(reports["B18"])[0].content == reports["B18"]["check"]["answer"]
    assert args(read(reports["B20"])[0]) == {"day": "2026-01-15"}
    assert args(read(reports["B21"])[0]) == reports["B21"]["check"]["args"]
    assert args(read(reports["B22"])[0])["text"] == reports["B22"]["check"]["text"]
    assert [len(p.calls) for p in read(reports["B24"])] == reports["B24"]["check"]["calls_lenient"]
    assert all(p.verdict != "answer" for p in read(reports["B24"]) + read(reports["B16"]))
    assert read(reports["B25"], strict=True)[0].calls == ()
    assert read(reports["B26"])[0].calls == ()
    assert [p.error for p in read(reports["B29"])] == ["", "no_name", ""]
    assert read(reports["B29"])[2].calls[0].name == "get_corp"


def score(answer: Answer, texts: list[str], question: str = "") -> list[int]:
    return [int(judge_response(answer, text, question).right) for text in texts]


def test_answers(reports):
    """B36–B50."""
    pairs = reports["B36"]["input"]["pairs"]
    assert [same_value(a, b) for a, b in pairs] == reports["B36"]["check"]["equal"]
    outputs = reports["B37"]["input"]["outputs"]
    answers = [p.content if (p := parse(o)).verdict == "answer" else "" for o in outputs]
    abstain = Answer("string", "답할 수 없음")
    assert score(abstain, answers) == reports["B37"]["check"]["reward"]
    twelve = Answer("number", 12, "개")
    for case in ("B40", "B48"):
        texts = reports[case]["input"]["answers"]
        assert score(twelve, texts) == reports[case]["check"]["reward"]
    for case in ("B42", "B44"):
        read_values = [parse_number(t) for t in reports[case]["input"]["texts"]]
        values = [None if n is None or n.value is None else float(n.value) for n in read_values]
        assert values == reports[case]["check"]["values"]
    day = Answer("date", reports["B45"]["input"]["gold"])
    assert score(day, reports["B45"]["input"]["answers"]) == reports["B45"]["check"]["reward"]
    for suffix in ("", "2"):
        golden = Answer("string", reports["B46"]["input"][f"gold{suffix}"])
        texts = reports["B46"]["input"][f"answers{suffix}"]
        assert score(golden, texts) == reports["B46"]["check"][f"reward{suffix}"]
    loss = Answer("number", -1234)
    texts, check = reports["B50"]["input"]["answers"], reports["B50"]["check"]["reward"]
    assert score(loss, texts, "전년보다 얼마나 변했나요?") == check


def test_pairs_of_numbers(reports):
    """B49."""
    equal = [judge_response(g, text).right for g, text in _number_pairs(reports["B49"])]
    assert equal == reports["B49"]["check"]["equal"]


def _number_pairs(case: dict) -> Iterator[tuple[Answer, str]]:
    for golden, text in case["input"]["pairs"]:
        unit = "%p" if golden.endswith("%p") else "%" if golden.endswith("%") else ""
        yield Answer("number", golden.removesuffix(unit), unit, "printed"), text
