"""Qwen3-Coder and Qwen 3.5: ``<tool_call><function=NAME><parameter=KEY>VALUE…``.

Values carry no type of their own: they are read by the tool's schema. Nothing is unescaped.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from kopa_env.outcome import JSON, ToolCall
from kopa_env.parsing.calls import name_of
from kopa_env.parsing.hermes import CLOSE, OPEN
from kopa_env.parsing.parsed import Unreadable
from kopa_env.parsing.syntax import Manner, Reading
from kopa_env.parsing.typed import typed

FUNCTION, END_FUNCTION = "<function=", "</function>"
_PARAMETER, _END_PARAMETER = "<parameter=", "</parameter>"
_HINT = "write <function=NAME><parameter=KEY>VALUE</parameter></function>"


class Qwen3Coder:
    """One function a block; several in one block are let pass under lenient reading."""

    name = "qwen3_coder"
    markers: tuple[str, ...] = (OPEN, FUNCTION)

    def read(self, text: str, start: int, manner: Manner) -> Reading:
        """Read one ``<tool_call>`` block, or a bare ``<function=…>``."""
        reading = Reading()
        position = start
        opened = text.startswith(OPEN, start)
        if opened:
            position = _skip_blank(text, start + len(OPEN))
        elif manner.strict:
            raise Unreadable("missing_open", OPEN)
        else:
            reading.flags.append("missing_open")
        while text.startswith(FUNCTION, position):
            if reading.calls and manner.strict:
                raise Unreadable("extra_data")
            position = _skip_blank(text, self._function(text, position, manner, reading))
        if not reading.calls:
            raise _no_function(text, position)
        reading.end = self._close(text, position, opened, manner, reading)
        return reading

    def render(self, calls: Sequence[ToolCall]) -> str:
        """Write one block a call; texts stand raw, other values as JSON."""
        return "\n".join(_block(call) for call in calls)

    def _function(self, text: str, start: int, manner: Manner, reading: Reading) -> int:
        name_end = text.find(">", start)
        if name_end < 0:
            raise Unreadable("unterminated")
        name = name_of(_label(text[start + len(FUNCTION) : name_end]))
        spec = manner.tools.get(name) if manner.tools else None
        args: dict[str, JSON] = {}
        position = _skip_blank(text, name_end + 1)
        while text.startswith(_PARAMETER, position):
            key, raw, position = _parameter(text, position)
            if key in args:
                if manner.strict:
                    raise Unreadable("duplicate_key", key)
                reading.flags.append("duplicate_key")
            args[key] = typed(raw, spec.param(key) if spec else None, strict=manner.strict)
        if not text.startswith(END_FUNCTION, position):
            unclosed = text.find(END_FUNCTION, position) < 0
            raise Unreadable(*(("unterminated",) if unclosed else ("dialect_mixed", _HINT)))
        reading.calls.append(ToolCall(name, args))
        return position + len(END_FUNCTION)

    def _close(
        self, text: str, position: int, opened: bool, manner: Manner, reading: Reading
    ) -> int:
        stop = text.find(CLOSE, position)
        beyond = text.find(OPEN, position)
        if stop < 0 or 0 <= beyond < stop:
            if manner.strict:
                raise Unreadable("unterminated")
            reading.flags += ["missing_close"] if opened else []
            return position
        between = text[position:stop]
        if not opened and between.strip():
            return position
        if between and manner.strict:
            raise Unreadable("extra_data")
        if "<" in between or "{" in between:
            raise Unreadable("dialect_mixed", _HINT)
        if between:
            reading.extra = between
            reading.flags.append("extra_data")
        return stop + len(CLOSE)


def _no_function(text: str, position: int) -> Unreadable:
    if text.find(CLOSE, position) < 0:
        return Unreadable("unterminated")
    return Unreadable("dialect_mixed", _HINT)


def _label(text: str) -> str:
    """Return the name in a tag; more than a name there is another format."""
    label = text.strip()
    if "<" in label or "\n" in label or '"' in label:
        raise Unreadable("dialect_mixed", _HINT)
    return label


def _skip_blank(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n":
        position += 1
    return position


def _parameter(text: str, start: int) -> tuple[str, str, int]:
    """Return key, raw value and the position after the parameter.

    A closing tag closes only where another parameter or the function's end follows it.
    """
    key_end = text.find(">", start)
    stop = key_end
    while stop >= 0:
        stop = text.find(_END_PARAMETER, stop)
        if stop < 0:
            break
        after = _skip_blank(text, stop + len(_END_PARAMETER))
        if text.startswith((_PARAMETER, END_FUNCTION), after):
            key = _label(text[start + len(_PARAMETER) : key_end])
            return key, _trim(text[key_end + 1 : stop]), after
        stop = after
    raise Unreadable("unterminated")


def _trim(value: str) -> str:
    """Take off exactly one newline on each side."""
    value = value.removeprefix("\r").removeprefix("\n") if value[:2] == "\r\n" else value
    value = value.removeprefix("\n")
    return value[:-2] if value.endswith("\r\n") else value.removesuffix("\n")


def _block(call: ToolCall) -> str:
    parameters = "".join(
        f"{_PARAMETER}{key}>\n{_text(value)}\n{_END_PARAMETER}\n"
        for key, value in call.args.items()
    )
    return f"{OPEN}\n{FUNCTION}{call.name}>\n{parameters}{END_FUNCTION}\n{CLOSE}"


def _text(value: JSON) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


SYNTAX = Qwen3Coder()
