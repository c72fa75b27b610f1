"""Untyped values read by a tool's schema, never by their looks."""

from __future__ import annotations

import re

from kopa_env.outcome import JSON
from kopa_env.parsing.jsontext import read_value, sound
from kopa_env.parsing.parsed import Unreadable
from kopa_env.spec import Param

_INTEGER = re.compile(r"[+-]?[0-9]{1,40}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,40}(?:\.[0-9]{1,40})?(?:[eE][+-]?[0-9]{1,3})?")


def typed(raw: str, param: Param | None, *, strict: bool) -> JSON:
    """Return a raw value as the parameter's type; the raw text where it does not fit.

    A value that does not fit is left to argument validation, which names the field. A text stays
    as it is (``"00126380"`` is a code), also where the parameter or the tool is unknown.
    """
    if param is None or param.type == "string":
        return raw
    text = raw.strip()
    if text == "null":
        return None
    if param.type == "integer":
        return int(text) if _INTEGER.fullmatch(text) else raw
    if param.type == "number":
        return _number(text, raw)
    if param.type == "boolean":
        return {"true": True, "false": False}.get(text.casefold(), raw)
    return _structure(text, raw, param, strict=strict)


def _number(text: str, raw: str) -> JSON:
    if _INTEGER.fullmatch(text):
        return int(text)
    if not _NUMBER.fullmatch(text):
        return raw
    value = float(text)
    return value if sound(value) else raw


def _structure(text: str, raw: str, param: Param, *, strict: bool) -> JSON:
    wanted = {"array": "[", "object": "{"}.get(param.type, "")
    try:
        if text.startswith(wanted or ("[", "{")):
            value, _ = read_value(text, strict=strict)
        elif wanted:
            return raw
        else:
            value = read_value(f"[{text}]", strict=True)[0]
            value = value[0] if len(value) == 1 else raw
    except Unreadable:
        return raw
    return value if sound(value) else raw
