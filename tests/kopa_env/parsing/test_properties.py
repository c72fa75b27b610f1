"""Laws that hold for every text and every call."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kopa_env.outcome import ToolCall
from kopa_env.parsing import DIALECTS, ERRORS, parse, parse_message, render_calls

PIECES = st.sampled_from(
    [
        "<tool_call>",
        "</tool_call>",
        "<think>",
        "</think>",
        "<function=",
        "<function=f>",
        ">",
        "</function>",
        "<parameter=a>",
        "</parameter>",
        "[TOOL_CALLS]",
        "[ARGS]",
        "<|python_tag|>",
        '{"name":',
        '"f"',
        ',"arguments":',
        ',"parameters":',
        "{}",
        "{",
        "}",
        "[",
        "]",
        '"',
        "'",
        "\\",
        "\\ud800",
        "None",
        "True",
        "```",
        "```json\n",
        "\n",
        " ",
        ";",
        ",",
        "//",
        "서울",
        "\ud83d",
        "\x00",
        '{"name":"f","arguments":{"a":1}}',
        "<|im_end|>",
        "company",
    ]
)
TEXTS = st.text(st.characters(exclude_categories=()), max_size=60) | st.lists(
    PIECES | st.text(max_size=4), max_size=14
).map("".join)


@settings(max_examples=400)
@given(TEXTS, st.sampled_from(DIALECTS), st.booleans(), st.booleans())
@example("<tool_call>\x00{", "auto", False, False)
def test_no_text_raises_or_yields_a_call_without_a_name(text, dialect, strict, truncated):
    parsed = parse(text, dialect, strict=strict, truncated=truncated)
    assert (parsed.verdict == "calls") == bool(parsed.calls)
    assert (parsed.verdict == "error") == bool(parsed.error) == bool(parsed.message)
    assert parsed.verdict != "error" or parsed.error in ERRORS
    assert parsed.verdict != "answer" or parsed.content
    assert not (truncated and parsed.calls)
    assert len(parsed.message) <= 200
    for call in parsed.calls:
        assert call.name.strip() == call.name != ""
        json.dumps(call.args, allow_nan=False, ensure_ascii=False).encode()
    (parsed.content + parsed.thinking + parsed.message).encode()


@given(TEXTS)
def test_strict_reading_accepts_nothing_that_lenient_reading_reads_otherwise(text):
    strict, lenient = parse(text, strict=True), parse(text)
    if strict.verdict == "calls":
        assert lenient.calls == strict.calls
    if strict.verdict == "answer":
        assert lenient.content == strict.content


SCALARS = st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(max_size=20)
JSONS = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
NAMES = st.from_regex(r"[a-z][a-z0-9_]{2,20}", fullmatch=True)
CALLS = st.lists(
    st.builds(ToolCall, NAMES, st.dictionaries(NAMES, JSONS, max_size=4)), min_size=1, max_size=4
).map(tuple)


@pytest.mark.parametrize("dialect", ["hermes", "llama3", "mistral", "json"])
@given(calls=CALLS)
def test_json_dialects_read_what_they_write(dialect, calls):
    text = render_calls(calls, dialect)
    parsed = parse(text, dialect, strict=True)
    assert (parsed.calls, parsed.content, parsed.flags) == (calls, "", ())
    if dialect != "json":
        assert parse(text).calls == calls


RAW = st.text(max_size=30).filter(
    lambda t: "</parameter>" not in t and "think" not in t.lower() and "\r" not in t
)


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "corp_code": RAW,
                "page": st.integers(-(10**12), 10**12),
                "final": st.booleans(),
                "rate": st.floats(
                    allow_nan=False, allow_infinity=False, min_value=-1e12, max_value=1e12
                ),
            },
            optional={
                "codes": st.lists(RAW, max_size=3),
                "where": st.dictionaries(RAW, SCALARS, max_size=3),
            },
        ),
        min_size=1,
        max_size=3,
    )
)
def test_the_xml_dialect_reads_what_it_writes_given_the_schema(tools, rows):
    calls = tuple(ToolCall("filings", row) for row in rows)
    text = render_calls(calls, "qwen3_coder")
    for dialect in ("qwen3_coder", "auto"):
        parsed = parse(text, dialect, tools=tools, strict=True)
        assert (parsed.calls, parsed.content) == (calls, "")


MESSAGES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "content",
                    "tool_calls",
                    "function",
                    "name",
                    "arguments",
                    "id",
                    "text",
                    "reasoning",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=300)
@given(MESSAGES, st.booleans())
def test_no_message_raises(message, strict):
    parsed = parse_message(message, strict=strict)
    assert (parsed.verdict == "calls") == bool(parsed.calls)
    for call in parsed.calls:
        assert call.name
        json.dumps(call.args, allow_nan=False, ensure_ascii=False).encode()


@given(CALLS, st.text(max_size=20).filter(lambda t: not set(t) & set("<[{`'\"")))
def test_the_message_form_and_the_text_form_agree(calls, said):
    listed = [
        {"type": "function", "function": {"name": c.name, "arguments": json.dumps(c.args)}}
        for c in calls
    ]
    told = parse_message({"content": said, "tool_calls": listed}, strict=True)
    assert told.calls == parse(render_calls(calls, "hermes")).calls
