"""Reading JSON that a model wrote: strictly, or forgiving a few documented slips.

Forgiven under lenient reading, each with a flag: raw control characters inside strings, trailing
commas and comments, Python literals (by ``ast.literal_eval``, never ``eval``), a Markdown fence, a
repeated key (the last one counts). Nothing is guessed: unescaped quotes and open ends are errors.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from dataclasses import dataclass, field
from typing import NoReturn

from kopa_env.outcome import JSON
from kopa_env.parsing.parsed import Unreadable

MAX_DEPTH = 32
"""Nesting of arguments beyond which a call is refused."""

_MEND_LIMIT = 20_000
_BLANK = re.compile(r"[ \t\r\n]*")
_BLANK_OR_SEPARATOR = re.compile(r"[ \t\r\n,;]*")
_TOKEN = re.compile(r'\\.|"(?:[^"\\]|\\.)*"|//[^\n]*|,(?=\s*[}\]])', re.DOTALL)
_PYTHON_STRING = re.compile(r"\\.|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"")
_PYTHON_WORD = re.compile(r"'|True\b|False\b|None\b")
_ESCAPED_HANGUL = re.compile(
    r"\\u(?:11[0-9a-f]{2}|31[3-8][0-9a-f]|a[c-f][0-9a-f]{2}|[bc][0-9a-f]{3}|d[0-7][0-9a-f]{2})",
    re.IGNORECASE,
)


class _RepeatedKey(ValueError):
    pass


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(digits: str) -> float:
    value = float(digits)
    if value - value != 0:
        raise ValueError(digits)
    return value


def _unique(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    items = dict(pairs)
    if len(items) != len(pairs):
        raise _RepeatedKey
    return items


_STRICT = json.JSONDecoder(
    parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_unique
)
_LOOSE = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite, strict=False)


@dataclass(slots=True)
class Values:
    """JSON values found in a row.

    Attributes:
        values: in order.
        end: position after the closing tag, or after the last value.
        closed: whether the closing tag was there.
        extra: text beside the values.
        flags: slips that were forgiven.
    """

    values: list[JSON] = field(default_factory=list)
    end: int = 0
    closed: bool = False
    extra: str = ""
    flags: list[str] = field(default_factory=list)


def read_values(text: str, start: int, close: str, *, strict: bool) -> Values:
    """Read the JSON values between ``start`` and the closing tag, or the end where there is none.

    A closing tag inside a JSON string does not close.

    Raises:
        Unreadable: with the code of what is wrong.
    """
    found = Values(end=start)
    blank = _BLANK if strict else _BLANK_OR_SEPARATOR
    position = start
    while True:
        position = _end_of(blank, text, position)
        if close and text.startswith(close, position):
            found.end, found.closed = position + len(close), True
            break
        if position >= len(text) or text[position] not in "{[":
            _skip_prose(text, position, close, found, strict=strict)
            break
        position = _next_value(text, position, close, found, strict=strict)
    found.end = found.end if found.closed else len(text)
    if _ESCAPED_HANGUL.search(text, start, found.end):
        found.flags.append("escaped_hangul")
    return found


def read_value(text: str, *, strict: bool) -> tuple[JSON, list[str]]:
    """Read a text that must be one JSON value.

    Raises:
        Unreadable: if it is not, or if something follows it.
    """
    found = read_values(text, 0, "", strict=strict)
    if found.extra.strip() or len(found.values) > 1:
        raise Unreadable("extra_data")
    if not found.values:
        raise Unreadable("bad_json")
    return found.values[0], found.flags


def sound(value: JSON, depth: int = MAX_DEPTH) -> bool:
    """Tell whether a value is plain JSON: finite, encodable, text keys, not too deep."""
    if isinstance(value, str):
        return value.isascii() or _encodable(value)
    if value is None or isinstance(value, (bool, int)):
        return True
    if isinstance(value, float):
        return value - value == 0
    if depth <= 0:
        return False
    if isinstance(value, dict):
        return all(
            isinstance(key, str) and sound(key) and sound(item, depth - 1)
            for key, item in value.items()
        )
    return isinstance(value, list) and all(sound(item, depth - 1) for item in value)


def without_surrogates(text: str) -> str:
    """Join surrogate pairs and replace lone surrogates, so that the text can be encoded."""
    if text.isascii() or _encodable(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def unfence(text: str) -> str | None:
    """Return what stands inside a Markdown fence that is the whole text, or ``None``."""
    body = text.strip()
    first, _, rest = body.partition("\n")
    inner = rest.removesuffix("```")
    if not first.startswith("```") or inner == rest or "```" in first[3:] + inner:
        return None
    return inner


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _end_of(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _stop(text: str, position: int, close: str) -> int:
    stop = text.find(close, position) if close else -1
    return len(text) if stop < 0 else stop


def _skip_prose(text: str, position: int, close: str, found: Values, *, strict: bool) -> None:
    """Step over text that is no JSON, up to the closing tag or the end."""
    stop = _stop(text, position, close)
    prose = text[position:stop]
    fenced = unfence(prose)
    if fenced is not None and not strict and not found.values:
        inner = read_values(fenced, 0, close, strict=False)
        found.values.extend(inner.values)
        found.flags += ["fenced", *inner.flags]
    elif prose and strict:
        raise Unreadable("extra_data" if found.values else _blame(text, position))
    elif "{" in prose or (prose and not found.values and stop < len(text)):
        raise Unreadable("bad_json", f"position {position}")
    elif prose:
        found.extra += prose
        found.flags.append("extra_data")
    if stop < len(text):
        found.end, found.closed = stop + len(close), True


def _next_value(text: str, position: int, close: str, found: Values, *, strict: bool) -> int:
    if strict and found.values:
        raise Unreadable("extra_data", f"position {position}")
    at = position
    try:
        value, end = _STRICT.raw_decode(text, position)
    except _RepeatedKey:
        code = "duplicate_key"
    except json.JSONDecodeError as error:
        code, at = _code(text, error, close), error.pos
    except ValueError:
        code = "bad_json"
    except RecursionError:
        raise Unreadable("bad_arguments", "nested too deeply") from None
    else:
        found.values.append(value)
        return end
    if strict:
        raise Unreadable(code, f"position {at}")
    return _mend(text, position, close, found, code)


def _code(text: str, error: json.JSONDecodeError, close: str) -> str:
    if error.msg.startswith("Invalid control"):
        return "control_char"
    if error.pos >= len(text.rstrip()) or (
        error.msg.startswith("Unterminated") and _stop(text, error.pos, close) == len(text)
    ):
        return "unterminated"
    return _blame(text, error.pos)


def _blame(text: str, position: int) -> str:
    return "python_literal" if _PYTHON_WORD.match(text, position) else "bad_json"


def _mend(text: str, position: int, close: str, found: Values, code: str) -> int:
    """Read the value leniently; return where reading goes on."""
    loose = _loosely(text, position)
    if loose is not None:
        found.values.append(loose[0])
        found.flags.append(code)
        return loose[1]
    stop = _stop(text, position, close)
    body = text[position:stop] if stop - position <= _MEND_LIMIT else ""
    cleaned = _TOKEN.sub(_drop, _TOKEN.sub(_drop, body))
    if cleaned != body and (values := _all_loosely(cleaned)):
        found.flags.append("trailing_comma")
    elif _PYTHON_WORD.search(body) and (value := _python(body)) is not None:
        values = [value]
        found.flags.append("python_literal")
    else:
        raise Unreadable(code, f"position {_error_position(text, position)}")
    found.values.extend(values)
    return stop


def _error_position(text: str, position: int) -> int:
    try:
        _LOOSE.raw_decode(text, position)
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):
        pass
    return position


def _loosely(text: str, position: int) -> tuple[JSON, int] | None:
    try:
        return _LOOSE.raw_decode(text, position)
    except (ValueError, RecursionError):
        return None


def _all_loosely(text: str) -> list[JSON]:
    """Return the JSON values that make up a text, or nothing if something else is in it."""
    values: list[JSON] = []
    position = _end_of(_BLANK_OR_SEPARATOR, text, 0)
    while position < len(text):
        step = _loosely(text, position)
        if step is None:
            return []
        values.append(step[0])
        position = _end_of(_BLANK_OR_SEPARATOR, text, step[1])
    return values


def _drop(token: re.Match[str]) -> str:
    return token[0] if token[0][0] in '"\\' else ""


def _python(body: str) -> JSON:
    """Return the value of a Python literal, or ``None`` if it is none or holds more than JSON."""
    source = body.strip()
    bare = _PYTHON_STRING.sub("\0", source)
    if re.search(r"\0\s*\0", bare) or not _shallow(bare):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = ast.literal_eval(source)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, (dict, list)) and sound(value) else None


def _shallow(bare: str) -> bool:
    depth = 0
    for character in bare:
        depth += (character in "{[(") - (character in "}])")
        if depth > MAX_DEPTH:
            return False
    return True
