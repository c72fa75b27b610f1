"""Calls written as JSON: what is read, what is forgiven under lenient reading, what is refused."""

from __future__ import annotations

import json

import pytest

from kopa_env.errors import UsageError
from kopa_env.parsing import ERRORS, parse, parse_message, render_calls

CALL = '{"name":"company","arguments":{"corp_code":"00164779"}}'


def tag(body: str) -> str:
    return f"<tool_call>\n{body}\n</tool_call>"


def args_of(text: str, **options):
    parsed = parse(text, **options)
    assert parsed.verdict == "calls", parsed
    return [dict(call.args) for call in parsed.calls]


@pytest.mark.parametrize("joint", ["\n", " ", "\n\n", ",\n", ";"])
@pytest.mark.parametrize("n", [2, 3, 5])
def test_several_objects_in_one_tag_are_all_calls_or_an_error_but_never_the_first_one(joint, n):
    """B01."""
    bodies = [f'{{"name":"company","arguments":{{"corp_code":"0000000{i}"}}}}' for i in range(n)]
    text = tag(joint.join(bodies))
    assert args_of(text) == [{"corp_code": f"0000000{i}"} for i in range(n)]
    refused = parse(text, strict=True)
    assert (refused.verdict, refused.error, refused.calls) == ("error", "extra_data", ())


def test_a_second_object_that_is_broken_spoils_the_turn():
    """B01: never exactly one call."""
    parsed = parse(tag(CALL + '\n{"name":"company","arguments":{"corp_code":'))
    assert parsed.verdict == "error"
    assert parsed.calls == ()


@pytest.mark.parametrize(
    ("body", "args"),
    [
        (
            "{'name':'company','arguments':{'q':'온빛','exact':False,'page':None}}",
            {"q": "온빛", "exact": False, "page": None},
        ),
        ("{'name':'company','arguments':{'q':'it\\'s'}}", {"q": "it's"}),
        ("{'name':'company','arguments':{'q':\"it's\"}}", {"q": "it's"}),
        ('{"name":"company","arguments":{"exact":True}}', {"exact": True}),
    ],
)
def test_python_literals_are_read_leniently_and_named_when_strict(body, args):
    """B02."""
    assert args_of(tag(body)) == [args]
    assert parse(tag(body)).flags == ("python_literal",)
    assert parse(tag(body), strict=True).error == "python_literal"


@pytest.mark.parametrize(
    "body",
    [
        "{'name':'company','arguments':{'q':__import__('os').getcwd()}}",
        "{'name':'company','arguments':{'q':'a' 'b'}}",
        "{'name':'company','arguments':{'q':1+2j}}",
        "{'name':'company','arguments':{'q':b'a'}}",
        "{'name':'company','arguments':{'q':{1,2}}}",
        "{'name':'company','arguments':{'q':{}.keys()}}",
        "{'name':'company','arguments':" + "[" * 80 + "]" * 80 + "}",
    ],
)
def test_python_that_is_more_than_a_json_value_is_refused(body):
    """B02: no eval."""
    assert parse(tag(body)).verdict == "error"


@pytest.mark.parametrize(
    ("body", "calls", "error"),
    [
        ("{}", 0, "no_name"),
        ('{"name":"regions"}', 1, ""),
        ('{"name":"regions","arguments":""}', 1, ""),
        ('{"name":"regions","arguments":"  "}', 1, ""),
        ('{"name":"regions","arguments":null}', 1, ""),
        ('{"name":"regions","arguments":{}}', 1, ""),
        ('{"arguments":{"a":1}}', 0, "no_name"),
        ('{"name":null,"arguments":{}}', 0, "no_name"),
        ('{"name":"   ","arguments":{}}', 0, "no_name"),
        ('{"name":7,"arguments":{}}', 0, "no_name"),
        ('{"name":["regions"],"arguments":{}}', 0, "no_name"),
        ('{"name":"regions","arguments":[1]}', 0, "bad_arguments"),
        ('{"name":"regions","arguments":3}', 0, "bad_arguments"),
        ('{"name":"regions","arguments":true}', 0, "bad_arguments"),
        ('{"name":"' + "a" * 200 + '","arguments":{}}', 0, "bad_name"),
        ("", 0, "bad_json"),
        ("[]", 0, "bad_json"),
        ('"regions"', 0, "bad_json"),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_empty_and_half_empty_calls(body, calls, error, strict):
    """B05, B29."""
    parsed = parse(tag(body), strict=strict)
    assert len(parsed.calls) == calls
    assert parsed.error == error
    assert all(call.args == {} for call in parsed.calls)


@pytest.mark.parametrize(
    "body",
    [
        '{"name":"company","corp_code":"00164779"}',
        '{"name":"company","arguments":{},"page":2}',
        '{"name":"company","arguments":{},"parameters":{"page":2}}',
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_arguments_beside_the_arguments_are_refused_not_dropped(body, strict):
    assert parse(tag(body), strict=strict).error == "bad_arguments"


@pytest.mark.parametrize("raw", ["첫 줄\n둘째 줄", "칸\t칸", "끝\r\n", "\x01"])
def test_raw_control_characters_in_a_text(raw):
    """B08."""
    text = f'<tool_call>{{"name":"note_save","arguments":{{"text":"{raw}"}}}}</tool_call>'
    assert args_of(text) == [{"text": raw}]
    assert parse(text, strict=True).error == "control_char"


@pytest.mark.parametrize("value", ['그는 "해온" 이라고 했다', 'a"b', '"해온"', '가" \'나" 다'])
def test_unescaped_quotes_are_never_guessed_at(value):
    """B09."""
    for strict in (False, True):
        parsed = parse(tag(f'{{"name":"s","arguments":{{"q":"{value}"}}}}'), strict=strict)
        assert parsed.verdict == "error"
        assert "position" in parsed.message
        assert len(parsed.message) <= 200


@pytest.mark.parametrize(
    "body",
    [
        '{"name":"company","arguments":{"corp_code":"00164779",},}',
        '{"name":"company","arguments":{"corp_code":"00164779"}, // 온빛\n}',
        '{"name":"company", // 이름\n"arguments":{"corp_code":"00164779" ,\n}}',
        '{"name":"company","arguments":{"corp_code":"00164779",}} // 조회',
    ],
)
def test_trailing_commas_and_comments(body):
    """B10."""
    assert args_of(tag(body)) == [{"corp_code": "00164779"}]
    assert parse(tag(body), strict=True).verdict == "error"


def test_what_looks_like_a_comment_or_a_comma_inside_a_text_stays():
    """B10."""
    text = tag('{"name":"s","arguments":{"url":"https://example.org","list":"[1,]",},}')
    assert args_of(text) == [{"url": "https://example.org", "list": "[1,]"}]


@pytest.mark.parametrize("prose", [" 조회해 보겠습니다.", "\n이제 확인합니다", " ✓"])
def test_prose_after_the_object(prose):
    """B12."""
    parsed = parse(tag(CALL + prose))
    assert [dict(c.args) for c in parsed.calls] == [{"corp_code": "00164779"}]
    assert parsed.content == prose.strip()
    assert parse(tag(CALL + prose), strict=True).error == "extra_data"


@pytest.mark.parametrize("word", ["제주", "가나다", "ㄱㄴ", "힣"])
def test_escaped_and_plain_hangul_are_the_same_call_and_escapes_are_counted(word):
    """B13, B14."""
    plain = tag(json.dumps({"name": "s", "arguments": {"q": word}}, ensure_ascii=False))
    escaped = tag(json.dumps({"name": "s", "arguments": {"q": word}}))
    assert parse(plain).calls == parse(escaped).calls
    assert parse(escaped).flags == ("escaped_hangul",)
    assert parse(plain).flags == ()
    assert "\\u" not in render_calls(parse(escaped).calls, "hermes")


def test_a_wrong_escape_is_decoded_as_it_is():
    """B14."""
    parsed = parse(tag('{"name":"s","arguments":{"q":"\\uc11d\\uc6b8"}}'))
    assert parsed.calls[0].args == {"q": "석울"}


def test_other_escapes_do_not_count_as_hangul():
    assert parse(tag('{"name":"s","arguments":{"q":"\\u0041\\n\\u20ac"}}')).flags == ()


@pytest.mark.parametrize("escape", ["\\ud83d", "\\ude00", "\\ud83dx"])
def test_half_a_surrogate_pair_is_an_error_and_a_whole_one_a_character(escape):
    assert parse(tag(f'{{"name":"s","arguments":{{"q":"{escape}"}}}}')).error == "bad_arguments"
    assert args_of(tag('{"name":"s","arguments":{"q":"\\ud83d\\ude00"}}')) == [{"q": "😀"}]


@pytest.mark.parametrize("info", ["json", "", "JSON"])
def test_a_fence_inside_the_tag_is_forgiven_and_a_fence_alone_is_text(info):
    """B16."""
    fence = f"```{info}\n{CALL}\n```"
    assert args_of(tag(fence)) == [{"corp_code": "00164779"}]
    assert parse(tag(fence), strict=True).verdict == "error"
    alone = parse(fence)
    assert (alone.verdict, alone.error) == ("error", "call_as_text")
    assert args_of(fence, dialect="json") == [{"corp_code": "00164779"}]


@pytest.mark.parametrize(
    "text",
    [
        CALL,
        f"이렇게 부르겠습니다: {CALL}",
        f"[{CALL}]",
        '{"tool_calls":[{"function":{"name":"company","arguments":"{}"}}]}',
        "{'name': 'company', 'arguments': {'corp_code': '00164779'",
        f"{CALL} 그래서 답은 \\boxed{{3}}",
        '<function_call>{"name":"x"}</function_call>',
        "<|tool_calls_section_begin|>company",
        "Thought: 찾자\nAction: company\nAction Input: 온빛",
        "</tool_call>",
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_a_call_written_as_text_is_an_error_never_an_answer(text, strict):
    """B16, B24, B37."""
    parsed = parse(text, strict=strict)
    assert (parsed.verdict, parsed.error, parsed.calls) == ("error", "call_as_text", ())


def test_a_pythonic_call_of_an_offered_tool_is_no_answer(tools):
    assert parse('company(corp_code="00164779")', tools=tools).error == "call_as_text"
    assert parse('[company(corp_code="1")]', tools=tools).error == "call_as_text"
    assert parse("company 공시는 없습니다(확인함).", tools=tools).verdict == "answer"


@pytest.mark.parametrize(
    "text",
    [
        "정답은 12개입니다.",
        "\\boxed{서울역, 1234, 05:32}",
        '{"name": "서울역", "gap": 1234}',
        '```json\n{"역": "서울역"}\n```',
        "집합 {1, 2} 입니다",
        "arguments 라는 낱말",
    ],
)
@pytest.mark.parametrize("dialect", ["auto", "hermes", "qwen3_coder", "llama3", "mistral", "json"])
def test_plain_speech_and_json_answers_are_answers(text, dialect):
    parsed = parse(text, dialect)
    assert (parsed.verdict, parsed.content, parsed.calls) == ("answer", text, ())


@pytest.mark.parametrize("text", ["", "  \n", "<|im_end|>", "<think>생각</think>", "\t</s>"])
def test_nothing_said_is_an_error(text):
    parsed = parse(text)
    assert (parsed.verdict, parsed.error) == ("error", "empty")


def test_an_opening_tag_may_be_missing_when_lenient():
    """B24."""
    text = f"{CALL}\n</tool_call>"
    assert args_of(text) == [{"corp_code": "00164779"}]
    assert "missing_open" in parse(text).flags
    assert parse(text, strict=True).verdict == "error"


@pytest.mark.parametrize("cut", range(1, len(tag(CALL)) - 1))
def test_a_cut_call_is_never_run_with_less_than_was_written(cut):
    """B26: wherever the output ends."""
    text = tag(CALL)[:cut]
    told = parse(text, truncated=True)
    assert (told.verdict, told.error, told.calls) == ("error", "truncated", ())
    assert "truncated_output" in told.flags
    untold = parse(text)
    assert untold.verdict != "calls" or [dict(c.args) for c in untold.calls] == [
        {"corp_code": "00164779"}
    ]
    assert parse(text, strict=True).verdict != "calls"


def test_complete_calls_before_a_cut_are_not_run_either():
    """B26."""
    parsed = parse(tag(CALL) + '\n<tool_call>\n{"name":"comp', truncated=True)
    assert parsed.calls == ()
    assert parse(tag(CALL) + '\n<tool_call>\n{"name":"comp').verdict == "error"


def test_a_closing_tag_inside_a_text_does_not_close():
    text = tag('{"name":"s","arguments":{"q":"<tool_call> 과 </tool_call>"}}')
    assert args_of(text, strict=True) == [{"q": "<tool_call> 과 </tool_call>"}]


def test_a_repeated_argument():
    text = tag('{"name":"s","arguments":{"q":"1","q":"2"}}')
    assert parse(text, strict=True).error == "duplicate_key"
    assert args_of(text) == [{"q": "2"}]
    assert parse(text).flags == ("duplicate_key",)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 6000])
def test_numbers_that_json_cannot_carry(number):
    parsed = parse(tag(f'{{"name":"s","arguments":{{"q":{number}}}}}'))
    assert parsed.verdict == "error"


@pytest.mark.parametrize("depth", [33, 5_000, 60_000])
def test_deep_nesting_is_refused(depth):
    text = tag('{"name":"s","arguments":{"q":' + "[" * depth + "]" * depth + "}}")
    assert parse(text).verdict == "error"


def test_limits_on_size():
    assert parse("가" * 200_001).error == "too_long"
    assert parse("\n".join([tag(CALL)] * 65)).error == "too_many_calls"
    assert len(parse("\n".join([tag(CALL)] * 64)).calls) == 64


@pytest.mark.parametrize(
    "hostile",
    [
        '"' * 19_000,
        "'" * 19_000,
        "\\'" * 9_000,
        '{"' * 9_000,
        "//" * 9_000,
        ", " * 9_000,
        "```\n" * 9_000,
        "<parameter=a>" * 9_000,
        "</parameter>" * 9_000,
        "<think>" * 9_000,
        "</think>" * 9_000,
        "[" * 19_000,
        "<tool_call>" * 9_000,
        "</tool_call>" * 9_000,
        "[TOOL_CALLS]" * 9_000,
        "<function=a>" * 9_000,
    ],
    ids=lambda text: text[:12],
)
@pytest.mark.parametrize("frame", ["{}", "<tool_call>{{{}", "<tool_call>{{'{}}}</tool_call>"])
def test_hostile_repetition_is_answered_without_running_anything(hostile, frame):
    assert parse(frame.format(hostile)).calls == ()


def test_double_names_from_stream_joins_are_not_halved():
    """B04."""
    call = {"name": "companycompany", "arguments": '{"corp_code":"1"}{"corp_code":"1"}'}
    message = {"role": "assistant", "tool_calls": [{"function": call}]}
    for strict in (False, True):
        assert parse_message(message, strict=strict, tools={}).error == "unknown_tool"
        assert parse_message(message, strict=strict).error == "extra_data"


@pytest.mark.parametrize("code", sorted(ERRORS))
def test_every_error_line_is_bilingual_and_short(code):
    from kopa_env.parsing.parsed import error_line

    korean, english = ERRORS[code]
    assert english.isascii()
    assert not korean.isascii()
    assert len(error_line(code, "긴 설명 " * 100)) <= 200
    assert "\n" not in error_line(code, "두\n줄")


def test_an_unknown_dialect_is_the_callers_mistake():
    with pytest.raises(UsageError, match="did you mean hermes"):
        parse("x", "hermess")
    with pytest.raises(UsageError):
        render_calls((), "auto")
