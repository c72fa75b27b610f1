"""What a reply has around its records: key paths and the kind of value at each.

Records are recognised by their field names, not by where a platform puts them, so that one rule
serves every envelope: a list, a flat object beside the result code, titled groups, a single row
without a list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kopa_env.body import Document, parse_xml
from kopa_env.outcome import JSON, Record, ToolResult

RECORD = "record"

Paths = Mapping[str, frozenset[str]]


def kind_of(value: JSON) -> str:
    """Return the kind of a JSON value; whole numbers and fractions are two kinds."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "fraction"
    if isinstance(value, str):
        return "string"
    return "list" if isinstance(value, list) else "object"


def envelope(document: Document, records: Sequence[Record]) -> Paths:
    """Return the kinds of value by key path, records left out.

    ``[]`` stands for the elements of a list; XML, which cannot tell one element from a list of
    one, has none. Where a record begins its path has the kind ``record``.
    """
    data = _opened(document)
    listed = "[]" if document.kind == "json" else ""
    found: defaultdict[str, set[str]] = defaultdict(set)
    names = _names(records, set(_keys(data)))
    for path, kind in _walk(data, "", listed, names):
        found[path].add(kind)
    return {path: frozenset(kinds) for path, kinds in found.items()}


def _opened(document: Document) -> JSON:
    if document.kind != "zip":
        return document.data
    return {name: _member(content) for name, content in document.data.items()}


def _member(content: bytes) -> JSON:
    try:
        parsed = parse_xml(content.decode())
    except UnicodeDecodeError:
        return "binary"
    return "text" if isinstance(parsed, ToolResult) else parsed


def _keys(value: JSON) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for child in _children(value):
        yield from _keys(child)


def _children(value: JSON) -> Sequence[JSON]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else ()


def _names(records: Sequence[Record], present: set[str]) -> frozenset[frozenset[str]]:
    """Return the sets of field names that mark a record; names a dialect added are left out."""
    sets = {frozenset(record) & present for record in records}
    return frozenset(names for names in sets if names)


def _walk(
    value: JSON, path: str, listed: str, names: frozenset[frozenset[str]]
) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        inside = _fields_in(value, names)
        if inside:
            yield path, RECORD
        for key, child in value.items():
            if key not in inside:
                yield from _walk(child, f"{path}.{key}" if path else key, listed, names)
    elif isinstance(value, list):
        for child in value:
            yield from _walk(child, path + listed, listed, names)
    else:
        yield path, kind_of(value)


def _fields_in(value: Mapping[str, JSON], names: frozenset[frozenset[str]]) -> frozenset[str]:
    """Return the keys of an object that are a record's fields, none if it holds no record."""
    keys = frozenset(value)
    whole = [fields for fields in names if fields <= keys]
    return max(whole, key=lambda fields: (len(fields), sorted(fields))) if whole else frozenset()
