"""From JSON values to tool calls: the names and shapes models use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kopa_env.outcome import JSON, ToolCall
from kopa_env.parsing.jsontext import read_value, sound
from kopa_env.parsing.parsed import Unreadable

MAX_CALLS = 64
"""Calls in one turn beyond which the turn is refused."""

MAX_NAME = 128

_HARMLESS = frozenset({"name", "id", "type", "index"})


def call_of(value: JSON, key: str, *, strict: bool) -> tuple[ToolCall, list[str]]:
    """Turn one JSON object into a call, arguments under ``key``; also return flags.

    Under lenient reading the other dialects' spellings are let pass as ``dialect_mixed``: the
    other key, the OpenAI wrapper ``{"function": {…}}``. Arguments given flat beside the name are
    refused, not dropped: a call with fewer arguments is another query.

    Raises:
        Unreadable: with the code of what is wrong.
    """
    if not isinstance(value, Mapping):
        raise Unreadable("bad_json", "not an object")
    flags: list[str] = []
    if isinstance(value.get("function"), Mapping) and "name" not in value:
        if strict:
            raise Unreadable("dialect_mixed", "function")
        flags.append("dialect_mixed")
        value = {**value["function"], "id": value.get("id")}
    name = name_of(value.get("name"))
    args, slips = _arguments(value, key, strict=strict)
    return ToolCall(name, args, id_of(value.get("id"))), flags + slips


def name_of(name: JSON) -> str:
    """Return a tool name without surrounding blanks.

    Raises:
        Unreadable: ``no_name`` or ``bad_name``.
    """
    if not isinstance(name, str) or not name.strip():
        raise Unreadable("no_name")
    if len(name.strip()) > MAX_NAME or not sound(name):
        raise Unreadable("bad_name")
    return name.strip()


def id_of(value: JSON) -> str:
    """Return a call id, or an empty string."""
    return value if isinstance(value, str) and sound(value) else ""


def arguments_of(value: JSON, *, strict: bool) -> tuple[dict[str, JSON], list[str]]:
    """Return arguments as an object; nothing, ``null`` and an empty text are no arguments.

    A JSON text is decoded (OpenAI's wire form); one that holds a JSON text once more is let pass
    under lenient reading as ``double_encoded``.

    Raises:
        Unreadable: with the code of what is wrong.
    """
    flags: list[str] = []
    for encoded in range(3):
        if value is None or (isinstance(value, str) and value.strip() in ("", "null")):
            return {}, flags
        if not isinstance(value, str):
            break
        if encoded == 1:
            flags.append("double_encoded")
        if encoded == 2 or (encoded and strict):
            raise Unreadable("bad_arguments", "encoded twice")
        value, slips = _decoded(value, strict=strict)
        flags += slips
    if not isinstance(value, Mapping) or not sound(dict(value)):
        raise Unreadable("bad_arguments")
    return dict(value), flags


def distinct(flags: Sequence[str]) -> tuple[str, ...]:
    """Return each flag once, in order of appearance."""
    return tuple(dict.fromkeys(flags))


def _decoded(text: str, *, strict: bool) -> tuple[JSON, list[str]]:
    if text.lstrip().startswith('"'):
        inner, flags = read_value(f"[{text}]", strict=strict)
        if len(inner) != 1:
            raise Unreadable("bad_arguments")
        return inner[0], flags
    return read_value(text, strict=strict)


def _arguments(
    value: Mapping[str, JSON], key: str, *, strict: bool
) -> tuple[dict[str, JSON], list[str]]:
    other = "parameters" if key == "arguments" else "arguments"
    flags: list[str] = []
    if key not in value and other in value:
        if strict:
            raise Unreadable("dialect_mixed", other)
        flags.append("dialect_mixed")
        key, other = other, key
    if stray := [k for k in value if k not in _HARMLESS and k != key]:
        raise Unreadable("bad_arguments", f"beside the name: {', '.join(map(str, stray))}")
    given = value.get(key)
    if isinstance(given, str) and given.strip():
        if strict:
            raise Unreadable("bad_arguments", "text instead of an object")
        flags.append("encoded_arguments")
    args, slips = arguments_of(given, strict=strict)
    return args, flags + slips
