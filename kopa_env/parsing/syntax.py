"""What a dialect of calls must do, and what reading one call site yields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kopa_env.outcome import ToolCall
from kopa_env.spec import ToolSpec


@dataclass(frozen=True, slots=True)
class Manner:
    """How to read: strictly or leniently, and which tools there are, if known."""

    strict: bool = False
    tools: Mapping[str, ToolSpec] | None = None


@dataclass(slots=True)
class Reading:
    """What stands at one call site.

    Attributes:
        calls: in order.
        end: position after the site.
        extra: text inside the site that belongs to no call.
        flags: slips that were forgiven.
    """

    calls: list[ToolCall] = field(default_factory=list)
    end: int = 0
    extra: str = ""
    flags: list[str] = field(default_factory=list)


class CallSyntax(Protocol):
    """One dialect of writing calls.

    Law: ``parse(render(calls), name) == calls`` for all calls the dialect can express.
    """

    name: str
    markers: tuple[str, ...]

    def read(self, text: str, start: int, manner: Manner) -> Reading:
        """Read the call site whose marker begins at ``start``; raise ``Unreadable``."""
        ...

    def render(self, calls: Sequence[ToolCall]) -> str:
        """Write calls as a model of this dialect writes them."""
        ...
