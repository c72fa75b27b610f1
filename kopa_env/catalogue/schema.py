"""Tools as OpenAI function schemas: what a model is shown."""

from __future__ import annotations

from typing import Any

from kopa_env.spec import Param, ToolSpec

_FIELDS_SHOWN = 24


def openai_tool(spec: ToolSpec) -> dict[str, Any]:
    """Return the OpenAI form of a tool.

    Constants are left out (they are always sent). The description names the response fields, so
    that a model knows what it will get before it calls.
    """
    offered = [p for p in spec.params if p.role != "constant"]
    return {
        "type": "function",
        "function": {
            "name": spec.name,
            "description": _description(spec),
            "parameters": {
                "type": "object",
                "properties": {p.name: _property(p) for p in offered},
                "required": [p.name for p in offered if p.required],
                "additionalProperties": False,
            },
        },
    }


def _description(spec: ToolSpec) -> str:
    text = f"{spec.title_ko}. {spec.description_ko}".strip()
    if not spec.fields:
        return text
    shown = ", ".join(
        f"{f.path}({f.meaning_ko})" if f.meaning_ko and f.meaning_ko != f.path else f.path
        for f in spec.fields[:_FIELDS_SHOWN]
    )
    more = len(spec.fields) - _FIELDS_SHOWN
    return f"{text} 응답 항목: {shown}{f' 외 {more}개' if more > 0 else ''}"


def _property(param: Param) -> dict[str, Any]:
    schema: dict[str, Any] = {} if param.type == "any" else {"type": param.type}
    if param.type == "array":
        schema["items"] = {}
    if param.enum:
        schema["enum"] = list(param.enum)
    meaning = param.meaning_ko
    if param.enum:
        labels = ", ".join(f"{k}={v}" for k, v in param.enum.items() if v and v != k)
        meaning += f" ({labels})" if labels else ""
    if param.format:
        meaning += f" 형식: {param.format}."
    if param.example is not None:
        meaning += f" 예: {param.example}"
    schema["description"] = meaning.strip()
    if param.default is not None:
        schema["default"] = param.default
    return schema
