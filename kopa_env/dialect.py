"""What a platform's wire dialect must do: both ways, without I/O.

The client's side is ``exchange`` (and ``decode`` inside it). A server made of a dialect does::

    incoming = dialect.receive(request)            # or the gateway's own error reply
    spec = ...                                     # by (platform, incoming.endpoint)
    if spec is None:
        return dialect.refuse(incoming, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
    args = bind(spec, incoming)                    # kopa_env.request: names path arguments
    result = dialect.express(spec, rows, page=page, wire=incoming.wire)
    return dialect.encode(spec, result, page=page, wire=incoming.wire)

``express`` is what makes a row layer and a byte layer agree: it returns a result as the platform
reports it (code, wording, what it can say about totals), so that serving rows or bytes comes to
the same thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
        endpoint: the platform's own name of the endpoint: the last part of a ToolSpec's ``ref``,
            or its ``address``.
        args: arguments by *wire name*, decoded, secrets and format selectors taken out.
        wire: ``json``, ``xml`` or ``zip``: the form the caller asked for.
        credential: the operator's key as received; empty if none was sent.
        positional: path arguments in order, where only the spec can name them (Seoul). Read them
            with :func:`kopa_env.request.bind`, which returns ``args`` for every other platform.
    """

    endpoint: str
    args: Mapping[str, str]
    wire: str = "json"
    credential: str = field(default="", repr=False)
    positional: tuple[str, ...] = ()


class Dialect(Protocol):
    """One platform's wire format.

    Law, for every result ``r``: ``decode(encode(r)) == express(r)``; and ``express(r) == r`` for
    every result the platform can express.

    Attributes:
        platform: its name in the catalogue.
        hosts: where it answers: host names, lower case, or a host and the first parts of a path
            (``apis.data.go.kr/1613000``) where platforms share a host.
        credential_env: environment names of the operator's key by host, first found wins; the
            entry ``""`` holds for every host that has none of its own.
    """

    platform: str
    hosts: Sequence[str]
    credential_env: Mapping[str, tuple[str, ...]]

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

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as this platform reports it: what ``decode`` reads from ``encode``.

        An empty code or message is filled in with the platform's own; a failure that the platform
        has no code for becomes the nearest one it has. The origin is dropped.
        """
        ...

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure where no ToolSpec is at hand, such as an unknown endpoint."""
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
