"""Misses: what was asked for and not recorded, and what comes nearest to it."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from typing import TypedDict

from kopa_env.pack import Pack

_LOOKED_AT = 5000
"""Recorded requests of a tool that are compared with one that was missed."""
_NEAREST = 3


class MissRow(TypedDict):
    """One line of the ledger."""

    tool: str
    canonical: str
    count: int


class MissLedger:
    """Counts misses by request: the work list of the next recording."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()

    def add(self, tool: str, canonical: str) -> None:
        """Count one miss."""
        self._counts[tool, canonical] += 1

    def __len__(self) -> int:
        return sum(self._counts.values())

    def rows(self) -> list[MissRow]:
        """Return the misses, most frequent first."""
        ordered = sorted(self._counts.items(), key=lambda item: (-item[1], item[0]))
        return [
            {"tool": tool, "canonical": canonical, "count": count}
            for (tool, canonical), count in ordered
        ]


def explain(pack: Pack, tool: str, canonical: str) -> str:
    """Return one line: what was missed, the three nearest recorded requests, where they differ.

    Args:
        pack: where it was looked for.
        tool: name of the tool called.
        canonical: the canonical request; it holds no secret.
    """
    near = nearest(pack, tool, canonical)
    if not near:
        return f"nothing is recorded of {tool}: {canonical}"
    rows = pack.rows(tool)
    told = "; ".join(f"{text} [{', '.join(differences)}]" for text, differences in near)
    return f"no recorded reply among {len(rows)} of {tool}: {canonical}; nearest: {told}"


def nearest(pack: Pack, tool: str, canonical: str) -> list[tuple[str, list[str]]]:
    """Return up to three recorded requests of a tool with what differs, fewest differences first.

    Of a tool with very many recordings an even choice is compared.
    """
    wanted = _parts(canonical)
    rows = pack.rows(tool)
    step = max(1, -(-len(rows) // _LOOKED_AT))
    seen: dict[str, list[str]] = {}
    for number in rows[::step]:
        text = pack.entry(number).canonical
        if text not in seen:
            seen[text] = list(_differences(wanted, _parts(text)))
    return heapq.nsmallest(_NEAREST, seen.items(), key=lambda item: (len(item[1]), item[0]))


def _parts(canonical: str) -> dict[str, str]:
    """Split a canonical request into named parts: path segments by position, parameters by name."""
    line, _, body = canonical.partition(" #")
    path, _, query = line.partition("?")
    parts = {f"path {i}": segment for i, segment in enumerate(path.split("/"))}
    for pair in filter(None, query.split("&")):
        name, _, value = pair.partition("=")
        parts[name] = f"{parts[name]}&{value}" if name in parts else value
    if body:
        parts["body"] = body
    return parts


def _differences(wanted: dict[str, str], held: dict[str, str]) -> Iterator[str]:
    for name in [*wanted, *(name for name in held if name not in wanted)]:
        if wanted.get(name) != held.get(name):
            yield f"{name}: {held.get(name, 'absent')} recorded, {wanted.get(name, 'absent')} asked"
