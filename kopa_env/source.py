"""Source: something that answers a call of a tool (live, replay, replica)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from kopa_env.outcome import JSON, ToolResult
from kopa_env.spec import ToolSpec


class Source(Protocol):
    """Answers calls of endpoint tools. Arguments are validated before a source is asked.

    A source never raises for what a platform can answer; it raises
    :class:`~kopa_env.errors.ReplayMiss` only under the miss policy ``error``.
    """

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call, blocking."""
        ...

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call without blocking the event loop."""
        ...

    def hashes(self) -> Mapping[str, str]:
        """Return what identifies this source: ``world``, ``pack`` … (hex digests)."""
        ...
