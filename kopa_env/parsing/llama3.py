"""Llama 3.1 and later: ``<|python_tag|>{"name": …, "parameters": {…}}``, or the object bare."""

from __future__ import annotations

from collections.abc import Sequence

from kopa_env.outcome import ToolCall
from kopa_env.parsing.calls import call_of
from kopa_env.parsing.hermes import call_json
from kopa_env.parsing.jsontext import read_values
from kopa_env.parsing.parsed import Unreadable
from kopa_env.parsing.syntax import Manner, Reading

TAG = "<|python_tag|>"
_SEPARATOR = "; "


class Llama3:
    """Several calls stand one after the other with semicolons between them."""

    name = "llama3"
    markers: tuple[str, ...] = (TAG,)

    def read(self, text: str, start: int, manner: Manner) -> Reading:
        """Read what follows the tag, or the bare object that begins at ``start``."""
        reading = Reading(end=len(text))
        pieces = text[start:].split(TAG) if text.startswith(TAG, start) else ["", text[start:]]
        for piece in pieces[1:]:
            self._objects(piece, manner, reading)
        return reading

    def render(self, calls: Sequence[ToolCall]) -> str:
        """Write the tag and the calls after it."""
        return TAG + _SEPARATOR.join(call_json(call, "parameters") for call in calls)

    def _objects(self, text: str, manner: Manner, reading: Reading) -> None:
        position = 0
        while position < len(text):
            found = read_values(text, position, ";", strict=manner.strict)
            if not found.values:
                raise Unreadable("bad_json" if text.strip() else "unterminated")
            for value in found.values:
                call, flags = call_of(value, "parameters", strict=manner.strict)
                reading.calls.append(call)
                reading.flags += flags
            reading.flags += found.flags
            reading.extra += found.extra
            position = found.end
        if not text:
            raise Unreadable("unterminated")


SYNTAX = Llama3()
