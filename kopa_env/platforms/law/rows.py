"""One form of a record, whichever form it came in.

The platform writes a list of one as its only element, text as a list of lines, an XML attribute
as a key, numbers its rows, and puts the caller's own key into its links. Here a list is a list,
text is text, an attribute is a key, rows have no numbers, and no link holds a key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import quoteattr

from kopa_env.body import as_list, parse_xml
from kopa_env.markup import xml_element, xml_value
from kopa_env.outcome import JSON, Record
from kopa_env.wire import REDACTED

_LISTS = frozenset(
    {
        *("조문단위", "항", "호", "목", "부칙단위", "별표단위", "부서단위", "조", "jo"),
        *("연계용어", "연계법령", "관련법령"),
        *("위임조문정보", "위임정보", "위임법령조문정보", "위임행정규칙조문정보"),
        *("위임자치법규조문정보", "법률조문", "시행령조문", "시행규칙조문"),
    }
)
"""Keys under which several may lie, and so a list always does."""

_LISTS_BELOW = frozenset({("구조문목록", "조문"), ("신조문목록", "조문"), ("행정규칙", "고시")})
"""Likewise, where the same key is something else in other places."""

_LINES = frozenset({"부칙내용", "개정문내용", "제개정이유내용"})
"""Texts that JSON gives as a list of lines in a list."""

_TWICE = "조문번호"
"""In ordinances an attribute and an element at once: JSON lists both."""

_ATTRIBUTES = frozenset({"id", "num", "no", "법령키", "조문키", "부칙키", "별표키"})
"""Keys that are attributes in XML. Beside a text (``content``) every key is one."""

TEXT = "content"
"""Where the text of an element lies that has attributes."""

_HOLDERS = frozenset({"조문정보", "연락부서", "조문", "부칙", "별표", "첨부파일"})
"""Keys that hold others; one that holds nothing comes as a blank and is left out."""

_POSITIONS = frozenset({"id", "@id"})
"""A row's number in the reply: the id of nothing, and easily taken for one."""

_KEY = re.compile(r"(?<![A-Za-z0-9])OC=[^&\s\"'<>]*")


def unkeyed(text: str) -> str:
    """Return a text without the caller's key, which the platform echoes in every link."""
    return _KEY.sub(f"OC={REDACTED}", text) if "OC=" in text else text


def tidy(record: Mapping[str, JSON]) -> Record:
    """Return a record in its one form."""
    return _inside(record, "")


def _inside(record: Mapping[str, JSON], above: str) -> dict[str, JSON]:
    named = {_name(k): v for k, v in record.items() if k not in _POSITIONS}
    return {k: _tidy(v, above, k) for k, v in named.items() if v != "" or k not in _HOLDERS}


def _name(key: str) -> str:
    return TEXT if key == "#text" else key.removeprefix("@")


def _tidy(value: JSON, above: str, key: str) -> JSON:
    if isinstance(value, str):
        return unkeyed(value)
    if isinstance(value, Mapping):
        inside = _inside(value, key)
        return [inside] if inside and (key in _LISTS or (above, key) in _LISTS_BELOW) else inside
    if isinstance(value, list | tuple):
        lines = _lines(value)
        if lines:
            return unkeyed(lines[0] if key == _TWICE else "\n".join(lines))
        return [tidy(v) if isinstance(v, Mapping) else _tidy(v, above, "") for v in value]
    return value


def _lines(value: Sequence[JSON]) -> list[str]:
    """Return the lines of a text that came as a list, or as lists in a list; none otherwise."""
    lines: list[str] = []
    for part in value:
        inner = _lines(part) if isinstance(part, list | tuple) else [part]
        if not inner or not all(isinstance(line, str) for line in inner):
            return []
        lines += inner
    return lines


def as_json(record: Mapping[str, JSON]) -> Record:
    """Return a record as the platform's JSON has it: a list of one alone, long texts in lines."""
    return {key: _as_json(value, "", key) for key, value in record.items()}


def _as_json(value: JSON, above: str, key: str) -> JSON:
    if isinstance(value, Mapping):
        return {k: _as_json(v, key, k) for k, v in value.items()}
    if isinstance(value, list | tuple):
        inside = [as_json(v) if isinstance(v, Mapping) else v for v in value]
        alone = key in _LISTS or (above, key) in _LISTS_BELOW
        return inside[0] if alone and len(inside) == 1 and isinstance(inside[0], dict) else inside
    return [value.split("\n")] if key in _LINES and isinstance(value, str) else value


def as_xml(tag: str, value: JSON) -> str:
    """Write one element, with attributes where the platform has them."""
    if isinstance(value, list | tuple):
        return "".join(as_xml(tag, child) for child in value)
    if not isinstance(value, Mapping):
        return xml_element(tag, value)
    bare = {k: v for k, v in value.items() if not isinstance(v, Mapping | list | tuple)}
    named = {k: v for k, v in bare.items() if k in _ATTRIBUTES or (TEXT in bare and k != TEXT)}
    attributes = "".join(f" {k}={quoteattr(xml_value(v))}" for k, v in named.items())
    inside = "".join(as_xml(k, v) for k, v in value.items() if k not in named and k != TEXT)
    text = xml_element(tag, bare[TEXT]) if TEXT in bare else f"<{tag}></{tag}>"
    body = text.removeprefix(f"<{tag}>").removesuffix(f"</{tag}>") if text[-2:] != "/>" else ""
    return f"<{tag}{attributes}>{body}{inside}</{tag}>"


def through_xml(records: Sequence[Record]) -> list[Record]:
    """Return records as they come back from XML, in their one form."""
    text = f"<rows>{''.join(as_xml('row', row) for row in records)}</rows>"
    parsed: JSON = parse_xml(text)
    rows = parsed["rows"]["row"] if records else []
    return [tidy(row) if isinstance(row, Mapping) else {} for row in as_list(rows)]


__all__ = ["TEXT", "as_json", "as_xml", "through_xml", "tidy", "unkeyed"]
