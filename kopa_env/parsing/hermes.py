"""Hermes and Qwen 2.5/3: ``<tool_call>{"name": …, "arguments": {…}}</tool_call>``."""

from __future__ import annotations

import json
from collections.abc import Sequence

from kopa_env.outcome import ToolCall
from kopa_env.parsing.calls import call_of
from kopa_env.parsing.jsontext import read_values
from kopa_env.parsing.parsed import Unreadable
from kopa_env.parsing.syntax import Manner, Reading

OPEN, CLOSE = "<tool_call>", "</tool_call>"


class Hermes:
    """One JSON object a tag; several objects in one tag are let pass under lenient reading."""

    name = "hermes"
    markers: tuple[str, ...] = (OPEN,)

    def read(self, text: str, start: int, manner: Manner) -> Reading:
        """Read one ``<tool_call>`` block."""
        body = start + len(OPEN)
        if text[body : body + 40].lstrip().startswith("<function"):
            raise Unreadable("dialect_mixed", 'write {"name": …, "arguments": {…}}')
        found = read_values(text, body, CLOSE, strict=manner.strict)
        if not found.closed:
            if manner.strict or not found.values or found.extra.strip():
                raise Unreadable("unterminated")
            found.flags.append("missing_close")
        values = found.values
        if len(values) == 1 and isinstance(values[0], list) and not manner.strict:
            values = values[0]
            found.flags.append("dialect_mixed")
        if not values:
            raise Unreadable("bad_json", "empty call")
        reading = Reading(end=found.end, extra=found.extra, flags=found.flags)
        for value in values:
            call, flags = call_of(value, "arguments", strict=manner.strict)
            reading.calls.append(call)
            reading.flags += flags
        if len(reading.calls) > 1:
            reading.flags.append("extra_data")
        return reading

    def render(self, calls: Sequence[ToolCall]) -> str:
        """Write one block a call."""
        return "\n".join(f"{OPEN}\n{call_json(call, 'arguments')}\n{CLOSE}" for call in calls)


def call_json(call: ToolCall, key: str) -> str:
    """Return a call as JSON text with Korean left as it is."""
    return json.dumps({"name": call.name, key: dict(call.args)}, ensure_ascii=False)


SYNTAX = Hermes()
