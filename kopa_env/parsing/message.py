"""Assistant messages in OpenAI's form, read by the same rules as raw text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from kopa_env.outcome import JSON, ToolCall
from kopa_env.parsing.calls import MAX_CALLS, arguments_of, distinct, id_of, name_of
from kopa_env.parsing.jsontext import without_surrogates
from kopa_env.parsing.parse import MAX_TEXT, parse
from kopa_env.parsing.parsed import Parsed, Unreadable, error_line
from kopa_env.parsing.shapes import MARKER
from kopa_env.parsing.thinking import split_thinking
from kopa_env.spec import ToolSpec


def parse_message(
    message: Mapping[str, JSON],
    dialect: str = "auto",
    *,
    strict: bool = False,
    tools: Mapping[str, ToolSpec] | None = None,
    truncated: bool = False,
) -> Parsed:
    """Read one assistant message.

    ``tool_calls`` (arguments as text, as an object, or nothing) come first; without any, the
    content is read as text in ``dialect``, so that calls which a server failed to find are seen.
    Thinking stands in ``reasoning_content``, ``reasoning`` or in tags inside the content.

    Raises:
        UsageError: only for an unknown dialect; never for what the message holds.
    """
    if not isinstance(message, Mapping):
        return _failed(Parsed((), "", "", "error", dialect=dialect), Unreadable("bad_message"))
    text, thinking = _text(message.get("content")), _thinking(message)
    listed = message.get("tool_calls")
    if not listed and message.get("function_call"):
        listed = [{"function": message["function_call"]}]
    if not listed:
        read = parse(text, dialect, strict=strict, tools=tools, truncated=truncated)
        return replace(read, thinking=_joined(thinking, read.thinking))
    split = split_thinking(without_surrogates(text[:MAX_TEXT]), MARKER)
    draft = Parsed(
        (), split.speech.strip(), _joined(thinking, split.thinking), "calls", dialect="openai"
    )
    if truncated:
        return _failed(replace(draft, flags=("truncated_output",)), Unreadable("truncated"))
    try:
        return _with_calls(draft, listed, tools, strict=strict)
    except Unreadable as failure:
        return _failed(draft, failure)


def assistant_message(parsed: Parsed, *, text_arguments: bool = True) -> dict[str, JSON]:
    """Return a turn as the message that goes back into the history, without empty fields.

    Args:
        parsed: the turn.
        text_arguments: arguments as JSON text (OpenAI's wire form), Korean left as it is; as
            objects otherwise, which is what chat templates want.
    """
    message: dict[str, JSON] = {"role": "assistant", "content": parsed.content}
    if parsed.calls:
        message["tool_calls"] = [
            {
                **({"id": call.id} if call.id else {}),
                "type": "function",
                "function": {
                    "name": call.name,
                    "arguments": json.dumps(dict(call.args), ensure_ascii=False)
                    if text_arguments
                    else dict(call.args),
                },
            }
            for call in parsed.calls
        ]
    return message


def _with_calls(
    draft: Parsed, listed: JSON, tools: Mapping[str, ToolSpec] | None, *, strict: bool
) -> Parsed:
    if not isinstance(listed, (list, tuple)):
        raise Unreadable("bad_message", "tool_calls")
    if len(listed) > MAX_CALLS:
        raise Unreadable("too_many_calls", f"{len(listed)} > {MAX_CALLS}")
    calls: list[ToolCall] = []
    flags: list[str] = []
    for item in listed:
        call, slips = _call(item, tools, strict=strict)
        calls.append(call)
        flags += slips
    return replace(draft, calls=tuple(calls), flags=distinct(flags))


def _call(
    item: JSON, tools: Mapping[str, ToolSpec] | None, *, strict: bool
) -> tuple[ToolCall, list[str]]:
    if not isinstance(item, Mapping):
        raise Unreadable("bad_message", "tool_calls")
    function = item.get("function") or item
    if not isinstance(function, Mapping):
        raise Unreadable("bad_message", "function")
    name = name_of(function.get("name"))
    try:
        args, flags = arguments_of(function.get("arguments"), strict=strict)
    except Unreadable as failure:
        if tools is not None and name not in tools:
            raise Unreadable("unknown_tool", name) from None
        raise Unreadable(failure.code, f"{name} {failure.detail}".strip()) from None
    return ToolCall(name, args, id_of(item.get("id"))), flags


def _text(content: JSON) -> str:
    """Return the text of a content field: text, parts, or nothing."""
    if isinstance(content, str):
        return content
    if not isinstance(content, (list, tuple)):
        return ""
    parts = (part.get("text") if isinstance(part, Mapping) else part for part in content)
    return "".join(part for part in parts if isinstance(part, str))


def _thinking(message: Mapping[str, JSON]) -> str:
    for key in ("reasoning_content", "reasoning"):
        if isinstance(thought := message.get(key), str) and thought.strip():
            return without_surrogates(thought.strip())
    return ""


def _joined(*thoughts: str) -> str:
    return "\n".join(thought for thought in thoughts if thought)


def _failed(draft: Parsed, failure: Unreadable) -> Parsed:
    return replace(
        draft,
        verdict="error",
        error=failure.code,
        message=error_line(failure.code, failure.detail),
    )
