"""Assistant messages in OpenAI's form."""

from __future__ import annotations

import json

import pytest

from kopa_env.outcome import ToolCall
from kopa_env.parsing import assistant_message, parse, parse_message


def message(arguments, name="law", **more):
    call = {"id": "c1", "type": "function", "function": {"name": name, "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [call], **more}


ARGS = {"query": "햇살조례", "page": 2}


@pytest.mark.parametrize(
    "arguments", [ARGS, json.dumps(ARGS), json.dumps(ARGS, ensure_ascii=False)]
)
@pytest.mark.parametrize("strict", [False, True])
def test_text_and_object_arguments_are_one_call_and_render_alike(arguments, strict):
    """B06, B13."""
    parsed = parse_message(message(arguments), strict=strict)
    assert parsed.calls == (ToolCall("law", ARGS, "c1"),)
    wire = assistant_message(parsed)["tool_calls"][0]["function"]["arguments"]
    assert wire == '{"query": "햇살조례", "page": 2}'
    assert (
        assistant_message(parsed, text_arguments=False)["tool_calls"][0]["function"]["arguments"]
        == ARGS
    )


def test_double_encoding_is_forgiven_once():
    """B06."""
    twice = json.dumps(json.dumps(ARGS))
    assert parse_message(message(twice)).calls[0].args == ARGS
    assert "double_encoded" in parse_message(message(twice)).flags
    assert parse_message(message(twice), strict=True).error == "bad_arguments"
    assert parse_message(message(json.dumps(twice))).error == "bad_arguments"


@pytest.mark.parametrize("arguments", [None, "", "  ", "{}", {}, "null"])
def test_no_arguments(arguments):
    """B05."""
    assert parse_message(message(arguments)).calls[0].args == {}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("[1]", "bad_arguments"),
        ([1], "bad_arguments"),
        (3, "bad_arguments"),
        ("{", "unterminated"),
        ('{"query": "가', "unterminated"),
        ("{'query': oops}", "python_literal"),
        ({1: 2}, "bad_arguments"),
        ({"a": {1, 2}}, "bad_arguments"),
        ({"a": float("nan")}, "bad_arguments"),
        ({"a": "\ud800"}, "bad_arguments"),
    ],
)
def test_bad_arguments_are_an_error_that_names_the_tool(arguments, error):
    """B04."""
    parsed = parse_message(message(arguments))
    assert (parsed.verdict, parsed.error, parsed.calls) == ("error", error, ())
    assert "law" in parsed.message


@pytest.mark.parametrize("name", [None, "", "  ", 3, ["law"]])
def test_no_name(name):
    """B29."""
    assert parse_message(message("{}", name=name)).error == "no_name"


def test_the_history_never_holds_empty_fields():
    """B05."""
    call = {"function": {"name": "law", "arguments": None}}
    parsed = parse_message({"role": "assistant", "content": None, "tool_calls": [call]})
    out = assistant_message(parsed)
    assert "null" not in json.dumps(out).replace('"null"', "")
    assert assistant_message(parse("답")) == {"role": "assistant", "content": "답"}


@pytest.mark.parametrize("missing", [None, [], ()])
def test_calls_that_the_server_did_not_find_are_found_in_the_content(missing):
    """B24."""
    text = '찾습니다. <tool_call>{"name":"law","arguments":{"query":"조례"}}</tool_call>'
    parsed = parse_message({"role": "assistant", "content": text, "tool_calls": missing})
    assert parsed.calls == (ToolCall("law", {"query": "조례"}),)
    assert parsed.content == "찾습니다."


@pytest.mark.parametrize("key", ["reasoning_content", "reasoning"])
def test_thinking_comes_from_its_own_field_or_from_tags(key):
    """B18."""
    parsed = parse_message({key: "음 <tool_call>", "content": "<think>흠</think>답은 3개"})
    assert (parsed.thinking, parsed.content, parsed.verdict) == (
        "음 <tool_call>\n흠",
        "답은 3개",
        "answer",
    )
    with_call = parse_message(message({}, content="<think>흠</think>찾습니다", reasoning="음"))
    assert (with_call.thinking, with_call.content) == ("음\n흠", "찾습니다")


def test_content_parts():
    parts = [
        {"type": "text", "text": "정답은 "},
        {"type": "text", "text": "3개"},
        {"type": "image"},
    ]
    assert parse_message({"content": parts}).content == "정답은 3개"


def test_a_cut_message_runs_nothing():
    """B26."""
    parsed = parse_message(message(ARGS), truncated=True)
    assert (parsed.verdict, parsed.error, parsed.calls) == ("error", "truncated", ())


@pytest.mark.parametrize(
    "bad",
    [
        None,
        [],
        "text",
        3,
        {},
        {"content": 3},
        {"tool_calls": 3},
        {"tool_calls": {"a": 1}},
        {"tool_calls": [3]},
        {"tool_calls": [{"function": 3}]},
        {"tool_calls": [None]},
        {"tool_calls": [{}]},
        {"content": [None, 3]},
    ],
)
def test_a_message_of_another_shape_is_an_error_not_an_exception(bad):
    parsed = parse_message(bad)
    assert parsed.verdict == "error"
    assert parsed.message


def test_many_parallel_calls():
    calls = [{"function": {"name": "f", "arguments": {"n": n}}} for n in range(65)]
    assert len(parse_message({"tool_calls": calls[:64]}).calls) == 64
    assert parse_message({"tool_calls": calls}).error == "too_many_calls"


def test_the_old_single_function_call():
    parsed = parse_message({"function_call": {"name": "law", "arguments": "{}"}})
    assert parsed.calls == (ToolCall("law", {}),)
