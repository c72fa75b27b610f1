"""The other dialects: XML with values read by schema, Llama, Mistral, plain JSON, thinking."""

from __future__ import annotations

import pytest

from kopa_env.outcome import ToolCall
from kopa_env.parsing import parse


def function(name: str, **values: str) -> str:
    body = "".join(f"<parameter={k}>\n{v}\n</parameter>\n" for k, v in values.items())
    return f"<tool_call>\n<function={name}>\n{body}</function>\n</tool_call>"


@pytest.mark.parametrize(
    ("key", "raw", "value"),
    [
        ("corp_code", "00164779", "00164779"),
        ("corp_code", "2", "2"),
        ("corp_code", "null", "null"),
        ("corp_code", "[1]", "[1]"),
        ("corp_code", " 온빛 ", " 온빛 "),
        ("page", "2", 2),
        ("page", " 2 ", 2),
        ("page", "-3", -3),
        ("page", "null", None),
        ("rate", "2.50", 2.5),
        ("rate", "7", 7),
        ("rate", "1e2", 100.0),
        ("final", "True", True),
        ("final", "false", False),
        ("codes", '["11110", "26110"]', ["11110", "26110"]),
        ("codes", "['11110', '26110']", ["11110", "26110"]),
        ("where", '{"a": {"gt": 1}}', {"a": {"gt": 1}}),
        ("anything", "[1, 2]", [1, 2]),
        ("anything", "true", True),
        ("anything", "5", 5),
        ("anything", "005", "005"),
        ("anything", "서울", "서울"),
        ("unheard_of", "5", "5"),
    ],
)
def test_values_follow_the_schema_not_their_looks(tools, key, raw, value):
    """B21."""
    parsed = parse(function("filings", **{key: raw}), tools=tools)
    assert parsed.calls == (ToolCall("filings", {key: value}),)
    assert type(parsed.calls[0].args[key]) is type(value)


@pytest.mark.parametrize(
    ("key", "raw"),
    [
        ("page", "2026-01-15"),
        ("page", "2.5"),
        ("page", "두 번째"),
        ("page", "２"),
        ("page", "1_000"),
        ("page", "9" * 50),
        ("rate", "약 3"),
        ("rate", "NaN"),
        ("rate", "1e999"),
        ("final", "1"),
        ("final", "예"),
        ("codes", "11110, 26110"),
        ("codes", "[1,"),
        ("codes", "[open('x')]"),
        ("where", "a > 1"),
    ],
)
def test_a_value_that_does_not_fit_is_kept_for_the_argument_check(tools, key, raw):
    """B20."""
    parsed = parse(function("filings", **{key: raw}), tools=tools)
    assert parsed.verdict == "calls"
    assert parsed.calls[0].args == {key: raw}


def test_python_lists_need_lenient_reading(tools):
    parsed = parse(function("filings", codes="['1']"), tools=tools, strict=True)
    assert parsed.calls[0].args == {"codes": "['1']"}


@pytest.mark.parametrize(
    "text",
    [
        'A&B <주> "따옴표" & &amp; <개정>',
        "태그 </parameter> 설명",
        "끝이 </parameter>\n</parameter> 둘",
        "\n앞뒤 줄바꿈\n",
        "여러\n줄\n",
        "",
        "</tool_call>",
        "<tool_call>",
        '{"name": "x", "arguments": {}}',
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_values_are_taken_raw(tools, text, strict):
    """B22."""
    parsed = parse(function("note_save", text=text), tools=tools, strict=strict)
    assert [dict(c.args) for c in parsed.calls] == [{"text": text}]


@pytest.mark.parametrize("newline", ["\n", "\r\n", ""])
def test_one_newline_is_taken_off_each_side(newline):
    """B21."""
    value = f"<parameter=a>{newline}x{newline}</parameter>"
    text = f"<tool_call><function=f>{value}</function></tool_call>"
    assert parse(text).calls[0].args == {"a": "x"}


@pytest.mark.parametrize("name", [" company", "company ", "\tcompany"])
def test_a_name_is_trimmed(name):
    """B29."""
    assert parse(function(name, corp_code="1")).calls[0].name == "company"


@pytest.mark.parametrize("name", ["", "  "])
def test_a_function_without_a_name(name):
    """B29."""
    assert parse(function(name)).error == "no_name"


def test_prose_before_a_call_is_content_and_a_missing_opening_tag_is_forgiven():
    """B24."""
    call = function("company", corp_code="1")
    assert parse(f"먼저 조회하겠습니다.\n\n{call}").content == "먼저 조회하겠습니다."
    for bare in (call.removeprefix("<tool_call>\n"), call[12:].removesuffix("\n</tool_call>")):
        assert len(parse(bare).calls) == 1
        assert "missing_open" in parse(bare).flags
        assert parse(bare, strict=True).error == "missing_open"


@pytest.mark.parametrize(
    "body",
    [
        '<function>company</function>\n{"corp_code":"1"}',
        '<function name="company"><parameter=a>1</parameter></function>',
        '<function=company>\n{"corp_code":"1"}\n</function>',
        "<function=company\n<parameter=a>\n1\n</parameter>\n</function>",
        '<function=company>\n</function>\n{"corp_code":"1"}',
        "<function=company>\n<param=a>1</param>\n</function>",
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_a_mixed_form_is_refused_with_a_hint(body, strict):
    """B25."""
    parsed = parse(f"<tool_call>\n{body}\n</tool_call>", strict=strict)
    assert parsed.verdict == "error"
    assert parsed.error in ("dialect_mixed", "extra_data")
    assert strict or "<function=NAME>" in parsed.message


@pytest.mark.parametrize("cut", range(1, len(function("company", corp_code="202401")) - 1))
def test_a_cut_function_is_never_run_with_less(cut):
    """B26."""
    parsed = parse(function("company", corp_code="202401")[:cut])
    assert parsed.verdict != "calls" or parsed.calls[0].args == {"corp_code": "202401"}
    assert parse(function("company", corp_code="202401")[:cut], strict=True).calls == ()


def test_several_functions():
    one, two = function("company", corp_code="1"), function("company", corp_code="2")
    want = (ToolCall("company", {"corp_code": "1"}), ToolCall("company", {"corp_code": "2"}))
    assert parse(f"{one}\n{two}", strict=True).calls == want
    joined = one.removesuffix("</tool_call>") + two.removeprefix("<tool_call>\n")
    assert parse(joined).calls == want
    assert parse(joined, strict=True).error == "extra_data"


def test_a_repeated_parameter():
    text = function("f", a="1").replace("</function>", "<parameter=a>2</parameter></function>")
    assert parse(text).calls[0].args == {"a": "2"}
    assert parse(text, strict=True).error == "duplicate_key"


def test_two_dialects_in_one_turn():
    text = function("f", a="1") + '\n<tool_call>{"name":"g","arguments":{}}</tool_call>'
    parsed = parse(text)
    assert [c.name for c in parsed.calls] == ["f", "g"]
    assert "dialect_mixed" in parsed.flags
    assert parse(text, strict=True).error == "dialect_mixed"


@pytest.mark.parametrize("dialect", ["llama3", "mistral", "json"])
def test_a_call_in_another_dialect_than_the_one_asked_for_is_no_answer(dialect):
    assert parse(function("f", a="1"), dialect).error == "call_as_text"
    assert parse(function("f", a="1"), "hermes").error == "dialect_mixed"


# thinking


@pytest.mark.parametrize(
    "call",
    [
        function("f", a="1"),
        '<tool_call>{"name":"f","arguments":{"a":"1"}}</tool_call>',
        '[TOOL_CALLS][{"name":"f","arguments":{"a":"1"}}]',
        '<|python_tag|>{"name":"f","parameters":{"a":"1"}}',
    ],
)
@pytest.mark.parametrize(
    ("opening", "closing"),
    [("<think>", "</think>"), ("[THINK]", "[/THINK]"), ("<thinking>", "</thinking>")],
)
class TestThinking:
    def test_a_call_ends_a_thought_that_never_closes(self, call, opening, closing):
        """B17."""
        parsed = parse(f"{opening}\n먼저 찾자.\n{call}")
        assert [c.name for c in parsed.calls] == ["f"]
        assert "implicit_think_end" in parsed.flags
        assert parsed.thinking == "먼저 찾자."
        assert parsed.content == ""

    def test_a_call_inside_a_closed_thought_is_not_run(self, call, opening, closing):
        """B18."""
        parsed = parse(f"{opening}{call} 를 부를까?{closing}\n정답은 12개입니다.")
        assert (parsed.verdict, parsed.calls) == ("answer", ())
        assert parsed.content == "정답은 12개입니다."
        assert "f" in parsed.thinking

    def test_neither_is_one_in_a_thought_opened_by_the_prompt(self, call, opening, closing):
        """B18."""
        parsed = parse(f"{call} 를 부를까?\n{closing}\n정답은 12개입니다.")
        assert (parsed.calls, parsed.content) == ((), "정답은 12개입니다.")

    def test_a_call_after_a_closed_thought_is_run(self, call, opening, closing):
        parsed = parse(f"{opening}{call}{closing}\n{call}")
        assert len(parsed.calls) == 1
        assert parsed.flags == ()

    def test_a_later_thought_does_not_hide_an_earlier_call(self, call, opening, closing):
        if "<tool_call>" in call:
            assert len(parse(f"{call}\n{opening}다음은?{closing}").calls) == 1


def test_an_unclosed_thought_is_no_answer():
    parsed = parse("<think>답은 \\boxed{12} 인 듯")
    assert (parsed.verdict, parsed.error, parsed.content) == ("error", "unterminated", "")


def test_a_stray_closing_tag_at_the_end_costs_nothing():
    assert parse("<think>음</think>\\boxed{3}</think>").content == "\\boxed{3}"


# Llama 3


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ('<|python_tag|>{"name":"f","parameters":{"a":"1"}}<|eom_id|>', 1),
        ("<|python_tag|>" + "; ".join(['{"name":"f","parameters":{"a":"1"}}'] * 2), 2),
        ('{"name": "f", "parameters": {"a": "1"}}<|eot_id|>', 1),
        ('{"type": "function", "name": "f", "parameters": {"a": "1"}}', 1),
        ('{"name":"f","parameters":{"a":"1"}};{"name":"f","parameters":{"a":"1"}}', 2),
    ],
)
@pytest.mark.parametrize("dialect", ["auto", "llama3"])
def test_llama(text, n, dialect):
    parsed = parse(text, dialect)
    assert parsed.calls == (ToolCall("f", {"a": "1"}),) * n
    assert parsed.dialect == "llama3"


@pytest.mark.parametrize(
    "text",
    [
        "<|python_tag|>",
        '<|python_tag|>{"name":"f","parameters":{"a":',
        '<|python_tag|>f.call(a="1")',
        '{"name":"f","parameters":{"a":"1"}} 그리고 {"name"',
        '{"name":"f","parameters":{"a":"1"',
    ],
)
def test_broken_llama_is_an_error(text):
    assert parse(text, "llama3").verdict == "error"
    assert parse(text).verdict == "error"


def test_a_broken_second_llama_call_spoils_the_turn():
    text = '<|python_tag|>{"name":"f","parameters":{}}; {"name":"f","parameters":{"a":'
    assert parse(text).verdict == "error"


# Mistral


@pytest.mark.parametrize(
    "text",
    [
        '[TOOL_CALLS][{"name":"f","arguments":{"a":"1"},"id":"abc123def"}]</s>',
        '[TOOL_CALLS] [{"name": "f", "arguments": {"a": "1"}, "id": "abc123def"}]',
        '[TOOL_CALLS]f[CALL_ID]abc123def[ARGS]{"a":"1"}',
    ],
)
def test_mistral(text):
    assert parse(text, strict=True).calls == (ToolCall("f", {"a": "1"}, "abc123def"),)


def test_mistral_parallel_calls():
    want = (ToolCall("f", {"a": "1"}), ToolCall("g", {}))
    assert parse('[TOOL_CALLS]f{"a":"1"}[TOOL_CALLS]g{}').calls == want
    assert parse('[TOOL_CALLS][{"name":"f","arguments":{"a":"1"}},{"name":"g"}]').calls == want
    assert parse("찾아볼게요. [TOOL_CALLS]g[ARGS]{}").content == "찾아볼게요."


@pytest.mark.parametrize(
    "text",
    [
        "[TOOL_CALLS]",
        "[TOOL_CALLS][]",
        "[TOOL_CALLS]f",
        '[TOOL_CALLS]f[ARGS]{"a":',
        '[TOOL_CALLS][{"name":"f"',
        '[TOOL_CALLS]f[ARGS]{"a":1}{"a":2}',
    ],
)
def test_broken_mistral_is_an_error(text):
    assert parse(text).verdict == "error"


# plain JSON


@pytest.mark.parametrize(
    "text",
    [
        '{"tool_calls":[{"name":"f","arguments":{"a":"1"}}]}',
        '{"tool_calls":[{"type":"function","function":{"name":"f","arguments":"{\\"a\\":\\"1\\"}"}}]}',
        '[{"name":"f","arguments":{"a":"1"}}]',
        '{"name":"f","arguments":{"a":"1"}}',
        '```json\n{"name":"f","arguments":{"a":"1"}}\n```',
    ],
)
def test_json_dialect_is_on_only_by_name(text):
    """B16, B24."""
    assert parse(text, "json").calls == (ToolCall("f", {"a": "1"}),)
    assert parse(text).error == "call_as_text"


@pytest.mark.parametrize(
    "text", ['{"tool_calls":[]}', '{"tool_calls":3}', '{"tool_calls":[{"name":']
)
def test_broken_json_calls(text):
    assert parse(text, "json").verdict == "error"
