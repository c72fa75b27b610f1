"""Reductions remembered: rollouts of one task reduce the same replies in the same way.

Replies of a pack are shared between episodes, so whether two reductions are the same is told by
their arguments and by the identity of the records they read; short ones may also be equal.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import TypeAlias

from kopa_env.episode.observation import dumps
from kopa_env.outcome import JSON, Record, ToolResult

SHORT = 100
"""Rows of a list that is compared where it is not the same object."""
LEAST = 500
"""Rows that a remembered reduction counts as at least: what it holds may be wide."""
ROOM = 2_000_000
"""Rows that remembered reductions have read, at most."""
Lists: TypeAlias = tuple[Sequence[Record], ...]
_HANDLE = re.compile(r"\br[0-9]+\b")


class Remembered:
    """The reductions made lately; safe to share by threads.

    Args:
        room: rows that they have read at most; the least lately used goes first.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._held: OrderedDict[str, tuple[Lists, ToolResult]] = OrderedDict()
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
        with self._lock:
            held = self._held.get(key)
            if held and len(held[0]) == len(read) and all(map(_same, held[0], read)):
                self._held.move_to_end(key)
                return held[1]
        result = make()
        with self._lock:
            self._keep(key, read, result)
        return result

    def _keep(self, key: str, read: Lists, result: ToolResult) -> None:
        if before := self._held.pop(key, None):
            self._room += _rows(before[0])
        self._held[key] = read, result
        self._room -= _rows(read)
        while self._room < 0 and len(self._held) > 1:
            _, (oldest, _) = self._held.popitem(last=False)
            self._room += _rows(oldest)


def _rows(read: Lists) -> int:
    return max(LEAST, sum(map(len, read)))


def _same(held: Sequence[Record], read: Sequence[Record]) -> bool:
    """Whether two lists are one object, or short and written alike: 1, 1.0 and True are not."""
    if held is read:
        return True
    if len(held) != len(read) or len(held) >= SHORT or held != read:
        return False
    return repr(list(held)) == repr(list(read))
