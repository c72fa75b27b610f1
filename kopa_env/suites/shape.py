"""Whether a task that somebody wrote has the shape of one: told in a line, before it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import date
from typing import Any, Literal, get_args, get_origin, get_type_hints

from kopa_env.errors import UsageError, did_you_mean
from kopa_env.task import Answer, GoldenCall, Task

_HINTS = {kind: get_type_hints(kind) for kind in (Task, Answer, GoldenCall)}
_COUNTS = ("max_calls", "max_turns", "observation_limit")


def check_task(row: Any) -> None:
    """Check names, presence and types of everything in a task given as plain JSON.

    Raises:
        UsageError: naming the first thing that is missing, unknown or of the wrong shape.
    """
    if not isinstance(row, Mapping):
        raise UsageError("a task must be a JSON object")
    _check(Task, row, "a task", "")
    about = f"task {row['id']!r}"
    _check(Answer, row["answer"], f"{about}: answer", "answer.")
    for turn in row["golden"]:
        for call in turn:
            _check(GoldenCall, call, f"{about}: a golden call", "golden.")
    for name in _COUNTS:
        if row.get(name, 1) < 1:
            raise UsageError(f"{about}: {name} is {row[name]}, expected 1 or more")
    try:
        date.fromisoformat(row["current_date"])
    except ValueError:
        raise UsageError(
            f"{about}: current_date is {row['current_date']!r}, expected YYYY-MM-DD"
        ) from None


def _check(kind: type[Any], row: Any, about: str, prefix: str) -> None:
    if not isinstance(row, Mapping):
        raise UsageError(f"{about} must be a JSON object")
    hints = _HINTS[kind]
    for name in row:
        if name not in hints:
            raise UsageError(f"{about} has unknown field {name!r}{did_you_mean(str(name), hints)}")
    needed = [f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING]
    if missing := [name for name in needed if name not in row]:
        raise UsageError(f"{about} needs {', '.join(missing)}")
    for name, value in row.items():
        if not _fits(value, hints[name]):
            shown = repr(value) if len(repr(value)) <= 60 else f"{repr(value)[:59]}…"
            raise UsageError(f"{about}: {prefix}{name} is {shown}, expected {_said(hints[name])}")


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value has the type of a field; what is free (``JSON``) holds anything."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in (str, int):
        return isinstance(value, hint) and not isinstance(value, bool)
    if origin is Literal:
        return value in inner
    if origin is tuple:
        return isinstance(value, list | tuple) and all(_fits(item, inner[0]) for item in value)
    if origin is Mapping:
        return isinstance(value, Mapping)
    return not (hint is Answer or hint is GoldenCall) or isinstance(value, Mapping)


def _said(hint: Any) -> str:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return "one of " + ", ".join(map(str, inner))
    if origin is tuple:
        return f"a list of {_said(inner[0])}"
    return {str: "text", int: "a whole number"}.get(hint, "a JSON object")
