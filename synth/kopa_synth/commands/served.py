"""A replica in another process (``kopa replica serve``), asked over plain HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from weakref import finalize

from kopa_env import platforms
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON, Origin, Reason, ToolResult
from kopa_env.sources.replica import DUMMY_CREDENTIAL
from kopa_env.spec import ToolSpec
from kopa_env.wire import HttpRequest, HttpResponse, run

if TYPE_CHECKING:
    import httpx

PATIENCE = 120.0
"""Seconds for one reply: the first call of a table builds it."""


class ServedReplica:
    """Sends each platform's own requests to one address; the Host header names the platform.

    The server is a replica, so no operator's key is read or sent.

    Args:
        url: where ``kopa replica serve`` listens, ``http://127.0.0.1:8900``.
        transport: an httpx transport instead of the network.

    Raises:
        UsageError: if this is no http address.
    """

    def __init__(self, url: str, transport: httpx.BaseTransport | None = None) -> None:
        import httpx

        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname or parts.path.strip("/"):
            raise UsageError(f"{url!r} is no address of a served replica, http://HOST:PORT")
        self._base = url.rstrip("/")
        self._client = httpx.Client(transport=transport, timeout=PATIENCE, trust_env=False)
        finalize(self, self._client.close)

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call over HTTP.

        Raises:
            UsageError: if nothing answers under the address: a server that is gone is no fault of
                any edge.
        """
        import httpx

        exchange = platforms.dialect(spec.platform).exchange(spec, args, DUMMY_CREDENTIAL)
        try:
            result = run(exchange, self._send)
        except httpx.ConnectError:
            raise UsageError(f"no replica answers at {self._base}") from None
        except httpx.TimeoutException:
            result = ToolResult.error(Reason.TIMEOUT, "timed out")
        except httpx.TransportError:
            result = ToolResult.error(Reason.TRUNCATED, "the reply was cut off")
        return result.came_from(Origin.DERIVED, "replica")

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call; Phase A asks one after another, so it is the same as :meth:`call`."""
        return self.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        """Return nothing: a server does not say which world it serves."""
        return {}

    def _send(self, request: HttpRequest) -> HttpResponse:
        reply = self._client.request(
            request.method,
            self._base + request.target(redact=False),
            headers=[("host", request.host), *request.headers],
            content=request.body or None,
        )
        return HttpResponse(reply.status_code, reply.headers.get("content-type", ""), reply.content)
