"""Reductions remembered: rollouts of one task reduce the same replies in the same way.

Replies of a pack are shared between episodes, so whether two reductions are the same is told by
their arguments and by the identity of the records they read. Only what reads many rows is kept.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock

from kopa_env.episode.observation import dumps
from kopa_env.outcome import JSON, Record, ToolResult

ENOUGH = 100
"""Rows from which reading them again is worth remembering."""
ROOM = 2_000_000
"""Rows that remembered reductions have read, at most."""
_HANDLE = re.compile(r"\br[0-9]+\b")


class Remembered:
    """The reductions made lately; safe to share by threads.

    Args:
        room: rows that they have read at most; the least lately used goes first.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._held: OrderedDict[str, tuple[tuple[Sequence[Record], ...], ToolResult]] = (
            OrderedDict()
        )
        self._lock = Lock()

    def reduced(
        self,
        name: str,
        args: Mapping[str, JSON],
        results: Mapping[str, ToolResult],
        make: Callable[[], ToolResult],
    ) -> ToolResult:
        """Return what a reduction comes to, made anew unless the same was made before.

        Args:
            name: the local tool.
            args: its arguments.
            results: handle → result.
            make: makes it.
        """
        key = f"{name} {dumps(args)}"
        named = sorted(set(_HANDLE.findall(key)))
        read = tuple(results[handle].records for handle in named if handle in results)
        rows = sum(map(len, read))
        if rows < ENOUGH:
            return make()
        with self._lock:
            held = self._held.get(key)
            if held and len(held[0]) == len(read) and all(map(_same, held[0], read)):
                self._held.move_to_end(key)
                return held[1]
        result = make()
        with self._lock:
            self._keep(key, read, result, rows)
        return result

    def _keep(
        self, key: str, read: tuple[Sequence[Record], ...], result: ToolResult, rows: int
    ) -> None:
        if before := self._held.pop(key, None):
            self._room += sum(map(len, before[0]))
        self._held[key] = read, result
        self._room -= rows
        while self._room < 0 and len(self._held) > 1:
            _, (oldest, _) = self._held.popitem(last=False)
            self._room += sum(map(len, oldest))


def _same(held: Sequence[Record], read: Sequence[Record]) -> bool:
    """Whether two lists are one object, or short and equal."""
    return held is read or (len(held) < ENOUGH and len(held) == len(read) and held == read)
