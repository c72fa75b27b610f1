"""What a model server must do before its model can be measured: probes, verdicts, advice.

Each probe asks what nearly any instructed model does when it is asked plainly, so that a failure
points at the server: its chat template, its tool-call parser, its limits. It goes through the same
policy and the same reader as an evaluation. A model may fail by itself; the reply is shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from kopa_bench.policy import Action, ContextOverflow, Policy, PolicyFault, View
from kopa_env.episode import Message
from kopa_env.outcome import JSON
from kopa_env.parsing import Parsed, parse, parse_message

Verdict: TypeAlias = Literal["ok", "failed", "unreachable"]
Judge: TypeAlias = Callable[[Parsed, str], str]
"""A reply as it is read, and its text as it came → what is wrong, in one line, or nothing."""

NAME = "한글초등학교 ㈜가온·누리 “제2관”"
CITIES = ("서울", "부산")
NOTE = {"title": "점검", "fields": {"시군": ["수원시", "용인시"], "합계": {"건수": 2}}}
LONG = "가나다라마바사 " * 300
TOKENS_NEEDED = 32_768
"""What KOPA-Bench should have: golden conversations take 12,400 tokens with tools at the median,
24,100 at the 90th percentile and 39,700 at most (Qwen2.5's tokenizer)."""
_SHOWN = 200
_TEMPLATE = ("<|im_end|>", "<|im_start|>", "<|eot_id|>", "</s>", "<end_of_turn>", "<|endoftext|>")


def _tool(name: str, about: str, properties: Mapping[str, JSON]) -> dict[str, JSON]:
    parameters = {"type": "object", "properties": dict(properties), "required": list(properties)}
    return {
        "type": "function",
        "function": {"name": name, "description": about, "parameters": parameters},
    }


_TEXT: JSON = {"type": "string"}
FIND = _tool(
    "find_school", "학교를 이름으로 찾는다", {"name": {**_TEXT, "description": "학교 이름"}}
)
WEATHER = _tool("get_weather", "도시의 날씨를 본다", {"city": {**_TEXT, "description": "도시"}})
SAVE = _tool("save_note", "메모를 남긴다", {"title": _TEXT, "fields": {"type": "object"}})


@dataclass(frozen=True, slots=True)
class Probe:
    """One thing asked of a server.

    Attributes:
        name: what it is about.
        messages: the conversation.
        tools: on offer.
        judge: what is wrong with the reply.
        advice: server → what to set, where the server may be to blame.
    """

    name: str
    messages: Sequence[Message]
    tools: Sequence[Mapping[str, JSON]]
    judge: Judge
    advice: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Check:
    """What came of a probe.

    Attributes:
        verdict: ``ok``, ``failed`` or ``unreachable``.
        told: what was wrong, in one line.
        reply: what the model said, cut short.
        advice: server → what to set; empty where all is well.
    """

    name: str
    verdict: Verdict
    told: str = ""
    reply: str = ""
    advice: Mapping[str, str] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return asdict(self)


_PARSER = {
    "vLLM": "--enable-auto-tool-choice --tool-call-parser hermes (qwen3_coder, llama3_json …)",
    "SGLang": "--tool-call-parser qwen25 (llama3, mistral …)",
    "llama.cpp": "--jinja, and a model whose template knows tools",
    "any": "or let kopa read the calls: --dialect hermes",
}
_TEMPLATE_ADVICE = {
    "vLLM": "--chat-template FILE of the model's own repository",
    "SGLang": "--chat-template FILE of the model's own repository",
    "llama.cpp": "--jinja --chat-template-file FILE",
}
_THINKING = {
    "vLLM": "--reasoning-parser qwen3 (deepseek_r1 …)",
    "SGLang": "--reasoning-parser qwen3 (deepseek-r1 …)",
    "llama.cpp": "--reasoning-format deepseek",
}
_LENGTH = {
    "vLLM": f"--max-model-len {TOKENS_NEEDED} or more",
    "SGLang": f"--context-length {TOKENS_NEEDED} or more",
    "llama.cpp": f"-c {TOKENS_NEEDED} or more, for each of the -np slots",
}


def _user(text: str) -> Message:
    return {"role": "user", "content": text}


def _one_call(parsed: Parsed, name: str) -> tuple[Mapping[str, JSON], str]:
    """Return the arguments of the one call that was wanted, or what came instead."""
    if parsed.verdict == "error":
        return {}, f"the call cannot be read: {parsed.error}"
    calls = [call for call in parsed.calls if call.name == name]
    if not calls:
        return {}, f"no call of {name}"
    return calls[0].args, ""


def _calls(parsed: Parsed, text: str) -> str:
    return _one_call(parsed, "find_school")[1]


def _korean(parsed: Parsed, text: str) -> str:
    args, wrong = _one_call(parsed, "find_school")
    if wrong or args.get("name") == NAME:
        return wrong
    return f"the argument arrived as {json.dumps(args, ensure_ascii=False)[:80]}"


def _parallel(parsed: Parsed, text: str) -> str:
    found = {str(call.args.get("city")) for call in parsed.calls if call.name == "get_weather"}
    return (
        "" if found == {*CITIES} else f"calls for {', '.join(sorted(found)) or 'no city'} at once"
    )


def _nested(parsed: Parsed, text: str) -> str:
    args, wrong = _one_call(parsed, "save_note")
    if wrong or dict(args) == NOTE:
        return wrong
    return f"the arguments arrived as {json.dumps(args, ensure_ascii=False)[:120]}"


def _read_back(parsed: Parsed, text: str) -> str:
    if parsed.verdict != "answer":
        return f"a tool result was followed by {parsed.verdict}, not by an answer"
    return "" if "1234" in parsed.content.replace(",", "") else "the result's figure is not in it"


def _stops(parsed: Parsed, text: str) -> str:
    left = [token for token in _TEMPLATE if token in text]
    return f"tokens of the template are in the text: {left[0]}" if left else ""


def _apart(parsed: Parsed, text: str) -> str:
    if "think>" in text:
        return "thinking stands in the content"
    return "" if parsed.content.strip() else "nothing but thinking was said"


def _long(parsed: Parsed, text: str) -> str:
    return "" if parsed.verdict != "error" else f"the reply cannot be read: {parsed.error}"


def _after_a_result() -> list[Message]:
    call = {"name": "find_school", "arguments": json.dumps({"name": NAME}, ensure_ascii=False)}
    return [
        _user(f"{NAME} 학생 수를 찾아서 숫자로 답해 줘."),
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "call_1", "type": "function", "function": call}],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": '{"records":[{"학생 수":1234}]}'},
    ]


PROBES = (
    Probe("tool call", [_user("find_school로 한글초등학교를 찾아 줘.")], [FIND], _calls, _PARSER),
    Probe(
        "Korean argument",
        [_user(f"find_school을 부르되 name에는 따옴표까지 그대로 다음을 넣어 줘: {NAME}")],
        [FIND],
        _korean,
        _PARSER,
    ),
    Probe(
        "parallel calls",
        [_user("서울과 부산의 날씨를 한 번에 함께 조회해 줘. get_weather를 두 번 동시에 불러.")],
        [WEATHER],
        _parallel,
        _PARSER,
    ),
    Probe(
        "nested argument",
        [_user(f"save_note를 이 인자 그대로 불러 줘: {json.dumps(NOTE, ensure_ascii=False)}")],
        [SAVE],
        _nested,
        _PARSER,
    ),
    Probe("tool result", _after_a_result(), [FIND], _read_back, _TEMPLATE_ADVICE),
    Probe("stop", [_user("‘네’라고만 답해 줘.")], [], _stops, _TEMPLATE_ADVICE),
    Probe("thinking", [_user("3 더하기 4는? 숫자만 답해 줘.")], [], _apart, _THINKING),
    Probe(
        "long conversation",
        [_user(LONG * 10 + "\n위 글은 무시하고 ‘네’라고만 답해 줘.")],
        [FIND],
        _long,
        _LENGTH,
    ),
)
"""In the order in which they are asked."""


async def check_server(
    policy: Policy, dialect: str = "", told: Callable[[Check], None] | None = None
) -> list[Check]:
    """Ask a server everything, one probe after another.

    Args:
        policy: the model behind the server.
        dialect: in which raw text is read; empty for native tool calls.
        told: told of each check.

    Returns:
        A check for each probe; after one that could not reach the server at all, no further.
    """
    checks = []
    for probe in PROBES:
        checks.append(await _checked(probe, policy, dialect))
        if told is not None:
            told(checks[-1])
        if checks[-1].verdict == "unreachable":
            break
    return checks


async def _checked(probe: Probe, policy: Policy, dialect: str) -> Check:
    try:
        action = await policy.act(View(probe.messages, probe.tools, 0, 0, 0))
    except ContextOverflow as error:
        return Check(probe.name, "failed", f"too long for it: {error}", advice=_LENGTH)
    except PolicyFault as error:
        return Check(probe.name, "unreachable", str(error))
    parsed = _parsed(action, dialect)
    wrong = probe.judge(parsed, _text(action))
    if not wrong and action.truncated:
        wrong = "cut off at the token limit"
    if wrong:
        return Check(probe.name, "failed", wrong, _reply(action), probe.advice)
    return Check(probe.name, "ok", reply=_reply(action))


def _parsed(action: Action, dialect: str) -> Parsed:
    if isinstance(action.message, str):
        return parse(action.message, dialect or "auto")
    return parse_message(action.message)


def _text(action: Action) -> str:
    """Return what stands in the content; under a dialect thinking has no other place."""
    if isinstance(action.message, str):
        return parse(action.message).content
    return str(action.message.get("content") or "")


def _reply(action: Action) -> str:
    text = action.message
    if not isinstance(text, str):
        text = json.dumps(text, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
