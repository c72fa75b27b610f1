"""How a column's value is written on the wire: one function a formatter."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from kopa_env.errors import UsageError, did_you_mean
from kopa_env.outcome import JSON
from kopa_env.spec import Field
from kopa_env.world.table import Value

_WHOLE = re.compile(r"-?[0-9]{1,18}", re.ASCII)

Formatter = Callable[[Value], JSON]


def comma(value: Value) -> JSON:
    """Write an integer with commas: ``-1234`` → ``"-1,234"``; other text stays as it is."""
    if isinstance(value, str):
        return f"{int(value):,}" if _WHOLE.fullmatch(value) else value
    return f"{value:,}" if value is not None else value


def text(value: Value) -> JSON:
    """Write anything as text."""
    return str(value)


def raw(value: Value) -> JSON:
    """Hand the value on as it is: an integer stays a JSON number."""
    return value


def number(value: Value) -> JSON:
    """Write digits as a JSON number, with a fraction only where there is one."""
    if not isinstance(value, str):
        return value
    try:
        return int(value)
    except ValueError:
        pass
    try:
        return float(value)
    except ValueError:
        return value


def fraction(value: Value) -> JSON:
    """Write digits as a JSON number that always shows a fraction: ``333873`` → ``333873.0``."""
    try:
        return value if value is None else float(value)
    except ValueError:
        return value


def wavering(value: Value) -> JSON:
    """Write digits as text, but those with a point as a JSON number: ``"617"`` and ``141.0``."""
    return fraction(value) if isinstance(value, str) and "." in value else text(value)


def nested(value: Value) -> JSON:
    """Read JSON text that a table keeps for a list or an object; anything else is none of it."""
    try:
        inside = json.loads(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return inside if isinstance(inside, list | dict) else None


def date10(value: Value) -> JSON:
    """``20240312`` → ``2024-03-12``."""
    return _dated(value, "{}-{}-{}")


def date_dot(value: Value) -> JSON:
    """``20240312`` → ``2024.03.12``."""
    return _dated(value, "{}.{}.{}")


def date_slash(value: Value) -> JSON:
    """``20240312`` → ``2024/03/12``."""
    return _dated(value, "{}/{}/{}")


def date_ko(value: Value) -> JSON:
    """``20240312`` → ``2024년 03월 12일``."""
    return _dated(value, "{}년 {}월 {}일")


def blank(value: Value) -> JSON:
    """Write nothing as one blank, as DART does for firms without a stock code."""
    return value if value else " "


def _dated(value: Value, form: str) -> JSON:
    if isinstance(value, str) and len(value) == 8 and value.isdigit():
        return form.format(value[:4], value[4:6], value[6:])
    return value


FORMATTERS: dict[str, Formatter] = {
    "comma": comma,
    "text": text,
    "raw": raw,
    "number": number,
    "fraction": fraction,
    "wavering": wavering,
    "json": nested,
    "date10": date10,
    "date_dot": date_dot,
    "date_slash": date_slash,
    "date_ko": date_ko,
    "blank": blank,
}

_OF_SHAPE: dict[str, Formatter] = {
    "int_comma": comma,
    "date10": date10,
    "date_dot": date_dot,
    "date_ko": date_ko,
}


def formatter(name: str) -> Formatter:
    """Return the formatter of a name; ``pad:N`` left-pads digits with zeros to N.

    Raises:
        UsageError: if there is none.
    """
    kind, _, width = name.partition(":")
    if kind == "pad" and width.isdigit():
        size = int(width)
        return lambda value: str(value).zfill(size) if str(value).isdecimal() else value
    if name not in FORMATTERS:
        raise UsageError(f"replica: no formatter {name!r}{did_you_mean(name, FORMATTERS)}")
    return FORMATTERS[name]


def formatter_of(field: Field) -> Formatter:
    """Return the formatter that a field's declared shape and type ask for."""
    if field.type in ("array", "object"):
        return nested
    if field.type == "number" and field.shape == "decimal":
        return fraction
    if field.type in ("integer", "number"):
        return number
    if field.shape.startswith("code:") and field.shape[5:].isdigit():
        return formatter(f"pad:{field.shape[5:]}")
    return _OF_SHAPE.get(field.shape, text)
