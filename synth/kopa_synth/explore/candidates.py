"""Candidate values for arguments that no edge binds: by enum, example, format, and what worked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import orjson

from kopa_env.cache import replacing
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON
from kopa_env.spec import Param, ToolSpec

Arguments: TypeAlias = dict[str, JSON]

REMEMBERED = 16
"""Argument sets kept for one tool, and values kept for one parameter."""

_STARTS = ("bgn", "begin", "start", "strt", "from", "fr_", "sdate", "sdt")
_ENDS = ("end", "edate", "edt", "to_", "todt")
_WIDE = 11
"""Years a window by rule reaches back."""


def by_rule(param: Param, today: str) -> list[JSON]:
    """Return values the tool's own description suggests, without repeats.

    Args:
        param: an open parameter.
        today: the day it is, ``YYYYMMDD``; years and windows end there.
    """
    found: list[JSON] = list(param.enum or ())
    if param.example is not None:
        found.append(param.example)
    if not param.enum:
        found += _dates(param, today)
    return list(dict.fromkeys(v for v in found if isinstance(v, str | int | float)))


def _dates(param: Param, today: str) -> list[str]:
    year = int(today[:4])
    if param.format == "YYYY":
        return [str(year - back) for back in (1, 2, 3)]
    if param.format not in ("YYYYMMDD", "YYYY-MM-DD"):
        return []
    name = param.name.casefold()
    if any(mark in name for mark in _STARTS):
        day = f"{year - _WIDE}0101"
    elif any(mark in name for mark in _ENDS):
        day = today
    else:
        return []
    return [day if param.format == "YYYYMMDD" else f"{day[:4]}-{day[4:6]}-{day[6:]}"]


class Memory:
    """Arguments that worked: whole sets by tool, single values by tool and by platform.

    Whole sets are kept because values work together: a year with its report, a window's two ends.
    """

    def __init__(self) -> None:
        self.sets: dict[str, list[Arguments]] = {}
        self.values: dict[str, list[JSON]] = {}
        self._known: set[bytes] = set()

    def remember(self, spec: ToolSpec, args: Mapping[str, JSON]) -> None:
        """Keep the semantic arguments of a call that succeeded."""
        semantic = {
            p.name: args[p.name] for p in spec.params if p.role == "semantic" and p.name in args
        }
        mark = _mark(spec.name, semantic)
        if mark in self._known:
            return
        self._known.add(mark)
        kept = self.sets.setdefault(spec.name, [])
        kept.append(semantic)
        if len(kept) > REMEMBERED:
            self._known.discard(_mark(spec.name, kept.pop(0)))
        for name, value in semantic.items():
            for place in (f"{spec.name}.{name}", f"{spec.platform}:{name}"):
                values = self.values.setdefault(place, [])
                if value not in values:
                    values.append(value)
                    del values[: max(0, len(values) - REMEMBERED)]

    def worked(self, spec: ToolSpec, param: str) -> list[JSON]:
        """Return values of a parameter that worked: for this tool, else for its platform."""
        own = self.values.get(f"{spec.name}.{param}")
        return own or self.values.get(f"{spec.platform}:{param}") or []

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {"sets": self.sets, "values": self.values}

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> Memory:
        """Read what :meth:`as_dict` wrote."""
        memory = cls()
        memory.sets = {tool: [dict(s) for s in sets] for tool, sets in saved["sets"].items()}
        memory.values = {place: list(values) for place, values in saved["values"].items()}
        memory._known = {_mark(tool, s) for tool, sets in memory.sets.items() for s in sets}
        return memory

    def save(self, path: Path) -> None:
        """Write a file that :meth:`load` reads, whole or not at all."""
        with replacing(path) as temporary:
            temporary.write_bytes(orjson.dumps(self.as_dict()))

    @classmethod
    def load(cls, path: Path) -> Memory:
        """Read a file that :meth:`save` wrote.

        Raises:
            UsageError: if it cannot be read or is none.
        """
        try:
            return cls.from_dict(orjson.loads(path.read_bytes()))
        except OSError as error:
            raise UsageError(f"cannot read {path}: {error.strerror}") from None
        except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError):
            raise UsageError(f"{path} holds no arguments that worked") from None


def _mark(tool: str, args: Mapping[str, JSON]) -> bytes:
    return tool.encode() + b"\n" + orjson.dumps(args, option=orjson.OPT_SORT_KEYS)
