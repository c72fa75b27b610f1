"""Mistral: ``[TOOL_CALLS][{"name": …, "arguments": {…}}]`` and ``[TOOL_CALLS]name[ARGS]{…}``."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from kopa_env.outcome import ToolCall
from kopa_env.parsing.calls import arguments_of, call_of, name_of
from kopa_env.parsing.jsontext import read_values
from kopa_env.parsing.parsed import Unreadable
from kopa_env.parsing.syntax import Manner, Reading

TAG = "[TOOL_CALLS]"
_NAMED = re.compile(
    r"\s*([^\s\[\]{}]{1,128})\s*(?:\[CALL_ID\]([^\s\[\]{}]{1,64}))?\s*(?:\[ARGS\])?\s*(?=\{)"
)


class Mistral:
    """A list after the tag, or (since the v11 tokenizer) a tag, a name and an object a call."""

    name = "mistral"
    markers: tuple[str, ...] = (TAG,)

    def read(self, text: str, start: int, manner: Manner) -> Reading:
        """Read one tag and what follows it, up to the next tag."""
        body = start + len(TAG)
        named = _NAMED.match(text, body)
        found = read_values(text, named.end() if named else body, TAG, strict=manner.strict)
        if not found.values:
            raise Unreadable("bad_json" if text[body:].strip() else "unterminated")
        end = found.end - len(TAG) if found.closed else found.end
        reading = Reading(end=end, extra=found.extra, flags=found.flags)
        if named:
            self._named(named, found.values, manner, reading)
            return reading
        first = found.values[0]
        for value in first if isinstance(first, list) and len(found.values) == 1 else found.values:
            call, flags = call_of(value, "arguments", strict=manner.strict)
            reading.calls.append(call)
            reading.flags += flags
        if not reading.calls:
            raise Unreadable("no_name")
        return reading

    def render(self, calls: Sequence[ToolCall]) -> str:
        """Write the tag and one list."""
        rows = [
            {"name": call.name, "arguments": dict(call.args)} | ({"id": call.id} if call.id else {})
            for call in calls
        ]
        return TAG + json.dumps(rows, ensure_ascii=False)

    def _named(
        self, named: re.Match[str], values: Sequence[object], manner: Manner, reading: Reading
    ) -> None:
        if len(values) > 1:
            raise Unreadable("extra_data")
        args, flags = arguments_of(values[0], strict=manner.strict)
        reading.calls.append(ToolCall(name_of(named[1]), args, named[2] or ""))
        reading.flags += flags


SYNTAX = Mistral()
