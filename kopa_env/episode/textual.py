"""A conversation as chat templates want it, and as plain text for what knows nothing of tools."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from kopa_env.episode.record import Message
from kopa_env.outcome import JSON, ToolCall
from kopa_env.parsing import render_calls

_EXAMPLE = ToolCall("도구_이름", {"인자": "값"})


def tool_prompt(tools: Sequence[Mapping[str, JSON]], dialect: str) -> str:
    """Return what tells a model of its tools and of the dialect it calls them in."""
    schemas = "\n".join(json.dumps(tool["function"], ensure_ascii=False) for tool in tools)
    return "\n".join(
        [
            "쓸 수 있는 도구(JSON 스키마):",
            f"<tools>\n{schemas}\n</tools>",
            "도구를 부를 때는 아래 형식 그대로 씁니다. 여럿이면 이어서 씁니다.",
            render_calls([_EXAMPLE], dialect),
            "도구의 응답은 <tool_response> 안에 담겨 옵니다.",
        ]
    )


def readable(message: Message) -> Message:
    """Return a message as chat templates want it: no content is empty, arguments are objects."""
    plain: Message = {**message, "content": message.get("content") or ""}
    if calls := message.get("tool_calls"):
        plain["tool_calls"] = [{**call, "function": _function(call["function"])} for call in calls]
    return plain


def _function(function: Mapping[str, Any]) -> dict[str, Any]:
    arguments = function["arguments"]
    read = json.loads(arguments) if isinstance(arguments, str) else arguments
    return {"name": function["name"], "arguments": read}


def as_text(
    messages: Sequence[Message], tools: Sequence[Mapping[str, JSON]], dialect: str
) -> list[Message]:
    """Return a conversation without tool messages: calls and replies are written out."""
    written: list[Message] = []
    for message in messages:
        role, content = message["role"], str(message.get("content") or "")
        if role == "system":
            content = f"{content}\n\n{tool_prompt(tools, dialect)}"
        elif role == "tool":
            role, content = "user", f"<tool_response>\n{content}\n</tool_response>"
        elif message.get("tool_calls"):
            calls = render_calls([_call(call) for call in message["tool_calls"]], dialect)
            content = f"{content}\n{calls}" if content else calls
        if role == "user" and written and written[-1]["role"] == "user":
            written[-1]["content"] += f"\n{content}"
        else:
            written.append({"role": role, "content": content})
    return written


def _call(call: Mapping[str, Mapping[str, str]]) -> ToolCall:
    function = call["function"]
    return ToolCall(function["name"], json.loads(function["arguments"]))
