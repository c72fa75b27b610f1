"""HTTP as plain values, with no I/O (INTERFACES 2).

A dialect turns a call into requests and replies into a result by way of a generator, an
*exchange*: it yields :class:`HttpRequest` and is sent :class:`HttpResponse`. :func:`run` and
:func:`arun` drive it over any transport.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import quote_from_bytes

from kopa_env.outcome import ToolResult

REDACTED = "~"
"""What stands in a secret's place in every URL, key, cassette and message."""

_SAFE = b"-._~"


def _segment(raw: bytes) -> str:
    """Encode one path segment; dots alone are encoded too, or clients would resolve them."""
    return quote_from_bytes(raw, safe=_SAFE) if raw.strip(b".") else "%2E" * len(raw)


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One request, decoded: path segments and query pairs are raw bytes, not percent-encoded.

    Attributes:
        method: upper case.
        host: lower case, without port.
        path: segments without slashes; a trailing slash is a last empty segment.
        query: pairs in the order sent; blanks are kept.
        headers: names lower case.
        body: as sent.
        secret_slots: where operator keys sit: ``path:0``, ``query:crtfc_key`` (name case-folded),
            ``header:api_key``, ``body:userApiAthkCn`` (dotted path into a JSON body). Canonical
            keys, cassettes and messages never show these slots' values.
        scheme: ``http`` or ``https``.
        port: only where it is not the scheme's default.
    """

    method: str
    host: str
    path: tuple[bytes, ...]
    query: tuple[tuple[bytes, bytes], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = field(default=b"", repr=False)
    secret_slots: frozenset[str] = frozenset()
    scheme: str = "https"
    port: int | None = None

    def target(self, *, redact: bool) -> str:
        """Return the percent-encoded path and query, secrets replaced by ``~`` if asked."""
        slots = self.secret_slots if redact else frozenset()
        segments = (
            REDACTED if f"path:{i}" in slots else _segment(s) for i, s in enumerate(self.path)
        )
        pairs = (
            quote_from_bytes(k, safe=_SAFE)
            + "="
            + (
                REDACTED
                if f"query:{k.decode('latin-1').casefold()}" in slots
                else quote_from_bytes(v, safe=_SAFE)
            )
            for k, v in self.query
        )
        query = "&".join(pairs)
        return "/" + "/".join(segments) + (f"?{query}" if query else "")

    def url(self) -> str:
        """Return the full URL as it goes on the wire, secrets included: for transports only."""
        port = f":{self.port}" if self.port else ""
        return f"{self.scheme}://{self.host}{port}{self.target(redact=False)}"

    def __str__(self) -> str:
        return f"{self.method} {self.host}{self.target(redact=True)}"

    def __repr__(self) -> str:
        return f"<HttpRequest {self}>"


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """One reply: HTTP status, content type as served, body bytes as served.

    Attributes:
        headers: what else a client may rely on (a file's name), names lower case.
    """

    status: int
    content_type: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()


Exchange: TypeAlias = Generator[HttpRequest, HttpResponse, ToolResult]
Transport: TypeAlias = Callable[[HttpRequest], HttpResponse]
AsyncTransport: TypeAlias = Callable[[HttpRequest], Awaitable[HttpResponse]]


def run(exchange: Exchange, transport: Transport) -> ToolResult:
    """Drive an exchange to its result over a blocking transport."""
    try:
        request = next(exchange)
        while True:
            request = exchange.send(transport(request))
    except StopIteration as stop:
        result: ToolResult = stop.value
        return result


async def arun(exchange: Exchange, transport: AsyncTransport) -> ToolResult:
    """Drive an exchange to its result over an asynchronous transport."""
    try:
        request = next(exchange)
        while True:
            request = exchange.send(await transport(request))
    except StopIteration as stop:
        result: ToolResult = stop.value
        return result
