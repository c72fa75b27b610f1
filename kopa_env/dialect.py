"""What a platform's wire dialect must do: both ways, without I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from kopa_env.outcome import ToolResult
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse


@dataclass(frozen=True, slots=True)
class PageSlice:
    """Which part of a list a reply holds: 1-based page and page size (rows ``start``–``end``)."""

    page: int
    size: int

    @property
    def start(self) -> int:
        """Number of rows before this page."""
        return (self.page - 1) * self.size


@dataclass(frozen=True, slots=True)
class Incoming:
    """A request as the platform's server understands it.

    Attributes:
        endpoint: the platform's own name of the endpoint: the last part of a ToolSpec's ``ref``.
        args: arguments by *wire name*, decoded, secrets and format selectors taken out.
        wire: ``json``, ``xml`` or ``zip``: the form the caller asked for.
        credential: the operator's key as received; empty if none was sent.
    """

    endpoint: str
    args: Mapping[str, str]
    wire: str = "json"
    credential: str = ""


class Dialect(Protocol):
    """One platform's wire format.

    Law: ``decode(spec, encode(spec, r)) == r`` for every result the platform can express.
    """

    platform: str

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the request(s) of a call and return its result. ``args`` are validated."""
        ...

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply. The body is read before the HTTP status is believed. Never raises."""
        ...

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a result in the platform's own envelope, as its server would."""
        ...

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the platform's server does.

        Returns what was asked, or the platform's own error reply (no key, unknown service, wrong
        method) where its gateway would answer before any data is looked at.
        """
        ...

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """Return the slots of a request (see :class:`HttpRequest`) that hold operator keys."""
        ...
