"""Plain JSON as calls: ``{"tool_calls": […]}``, a list or one object, fenced or bare.

Only on when asked for by name: elsewhere such text is a call written as text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from kopa_env.outcome import JSON, ToolCall
from kopa_env.parsing.calls import arguments_of, call_of
from kopa_env.parsing.jsontext import read_values
from kopa_env.parsing.parsed import Unreadable
from kopa_env.parsing.syntax import Manner, Reading


class JsonCalls:
    """The whole text, or the inside of its fence, is JSON."""

    name = "json"
    markers: tuple[str, ...] = ()

    def read(self, text: str, start: int, manner: Manner) -> Reading:
        """Read all of ``text`` from ``start``."""
        found = read_values(text, start, "", strict=manner.strict)
        reading = Reading(end=len(text), extra=found.extra, flags=found.flags)
        for value in found.values:
            for item in _items(value):
                call, flags = call_of(
                    _unwrapped(item, strict=manner.strict), "arguments", strict=manner.strict
                )
                reading.calls.append(call)
                reading.flags += flags
        if not reading.calls:
            raise Unreadable("no_name")
        return reading

    def render(self, calls: Sequence[ToolCall]) -> str:
        """Write one object that holds all calls."""
        rows = [{"name": call.name, "arguments": dict(call.args)} for call in calls]
        return json.dumps({"tool_calls": rows}, ensure_ascii=False)


def _items(value: JSON) -> Sequence[JSON]:
    listed = value.get("tool_calls", [value]) if isinstance(value, Mapping) else value
    return listed if isinstance(listed, list) else [listed]


def _unwrapped(item: JSON, *, strict: bool) -> JSON:
    """Take OpenAI's wrapper off: it is at home in this dialect, text arguments included."""
    if not isinstance(item, Mapping) or not isinstance(item.get("function"), Mapping):
        return item
    inner = dict(item["function"])
    if isinstance(inner.get("arguments"), str):
        inner["arguments"], _ = arguments_of(inner["arguments"], strict=strict)
    return inner | ({"id": item["id"]} if "id" in item else {})


SYNTAX = JsonCalls()
