"""Drift: what changed between two recordings of the same calls.

Per request: the same; other values in the same shape; another shape (fields that came or went,
other types, another HTTP status or result code, a page instead of data); gone; or new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from kopa_env.body import Document, read
from kopa_env.cassettes.folder import Folder, Recording
from kopa_env.cassettes.manifest import read_root
from kopa_env.outcome import JSON, ToolResult

if TYPE_CHECKING:
    from kopa_env.task import Task

Change = Literal["same", "values", "schema", "gone", "new"]
CHANGES: tuple[Change, ...] = get_args(Change)
Shape: TypeAlias = "str | dict[str, Shape] | list[Shape]"

_ANY = "any"
"""The shape of what is empty or null: it fits every other."""
_SHOWN = 5


@dataclass(slots=True)
class ToolDrift:
    """What changed in one tool's replies.

    Attributes:
        counts: requests per kind of change.
        volatile: fields whose values changed while the shape did not, with how often.
        schema: one line per difference of shape, the first few.
    """

    tool: str
    counts: dict[Change, int]
    volatile: dict[str, int] = field(default_factory=dict)
    schema: list[str] = field(default_factory=list)


def diff(old: Path, new: Path) -> list[ToolDrift]:
    """Compare two folders of cassettes.

    Raises:
        IntegrityError: if one of them is no folder of cassettes or is damaged.
    """
    sides = [(Folder(path), read_root(path).cassettes) for path in (old, new)]
    names = sorted({*sides[0][1], *sides[1][1]})
    return [
        _tool_drift(name, *(_held(folder, name, listed) for folder, listed in sides))
        for name in names
    ]


def touched(drifts: Iterable[ToolDrift], tasks: Iterable[Task]) -> list[str]:
    """Return the ids of tasks whose golden calls use a tool with other replies than before."""
    moved = {
        drift.tool.rpartition("/")[2]
        for drift in drifts
        if any(count for change, count in drift.counts.items() if change not in ("same", "new"))
    }
    return [task.id for task in tasks if any(c.tool in moved for c in task.golden_calls())]


def _held(folder: Folder, name: str, listed: Mapping[str, str]) -> dict[tuple[str, int], Recording]:
    if name not in listed:
        return {}
    return {(r.entry.key, r.entry.seq): r for r in folder.load(name).recordings}


def _tool_drift(
    name: str,
    old: Mapping[tuple[str, int], Recording],
    new: Mapping[tuple[str, int], Recording],
) -> ToolDrift:
    drift = ToolDrift(name, dict.fromkeys(CHANGES, 0))
    for place, before in old.items():
        after = new.get(place)
        if after is None:
            drift.counts["gone"] += 1
            continue
        drift.counts[_compare(before, after, drift)] += 1
    drift.counts["new"] = len(new.keys() - old.keys())
    return drift


def _compare(before: Recording, after: Recording, drift: ToolDrift) -> Change:
    one, other = before.interaction, after.interaction
    if one.status != other.status:
        _note(drift, before, f"HTTP status {one.status} became {other.status}")
        return "schema"
    if one.body == other.body:
        return "same"
    first, second = read(one.response()), read(other.response())
    if isinstance(first, ToolResult) or isinstance(second, ToolResult):
        if type(first) is type(second):
            return "values"
        _note(drift, before, "one of the replies holds no data")
        return "schema"
    differences = list(_document_differences(first, second))
    for line in differences:
        _note(drift, before, line)
    if differences:
        return "schema"
    for path in _changed(first.data, second.data):
        drift.volatile[path] = drift.volatile.get(path, 0) + 1
    return "values"


def _document_differences(first: Document, second: Document) -> Iterator[str]:
    if first.kind != second.kind:
        yield f"{first.kind} became {second.kind}"
        return
    yield from _differences(shape(first.data), shape(second.data), "")


def _note(drift: ToolDrift, recording: Recording, line: str) -> None:
    if len(drift.schema) < _SHOWN and line not in {s.partition(": ")[2] for s in drift.schema}:
        drift.schema.append(f"{recording.entry.canonical}: {line}")


def shape(value: JSON) -> Shape:
    """Return what a value looks like: nested names and types, rows of a list merged into one."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        merged: Shape = _ANY
        for item in value:
            merged = _merged(merged, shape(item))
        return [merged]
    if value is None or value == "":
        return _ANY
    if isinstance(value, bool):
        return "boolean"
    return "number" if isinstance(value, int | float) else "text"


def _merged(one: Shape, other: Shape) -> Shape:
    if one in (_ANY, other):
        return other
    if other == _ANY:
        return one
    if isinstance(one, dict) and isinstance(other, dict):
        names = dict.fromkeys([*one, *other])
        return {name: _merged(one.get(name, _ANY), other.get(name, _ANY)) for name in names}
    if isinstance(one, list) and isinstance(other, list):
        return [_merged(one[0], other[0])]
    return "mixed"


def _differences(one: Shape, other: Shape, path: str) -> Iterator[str]:
    if one == other or _ANY in (one, other):
        return
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*one, *other]):
            place = f"{path}.{name}".lstrip(".")
            if name not in other:
                yield f"{place} is gone"
            elif name not in one:
                yield f"{place} is new"
            else:
                yield from _differences(one[name], other[name], place)
    elif isinstance(one, list) and isinstance(other, list):
        yield from _differences(one[0], other[0], f"{path}[]")
    else:
        yield f"{path or 'the reply'} was {_kind(one)}, is {_kind(other)}"


def _kind(one: Shape) -> str:
    return one if isinstance(one, str) else "an object" if isinstance(one, dict) else "a list"


def _changed(one: JSON, other: JSON, path: str = "") -> set[str]:
    """Return the fields whose values differ; rows are compared by position."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {
            place
            for name in {*one, *other}
            for place in _changed(one.get(name), other.get(name), f"{path}.{name}".lstrip("."))
        }
    if isinstance(one, list) and isinstance(other, list):
        found = set() if len(one) == len(other) else {f"{path}[]"}
        return found.union(*(_changed(a, b, f"{path}[]") for a, b in zip(one, other, strict=False)))
    return set() if one == other else {path}


def drifted(drifts: Sequence[ToolDrift]) -> bool:
    """Say whether any tool's replies have another shape, or are gone."""
    return any(drift.counts["schema"] for drift in drifts)
