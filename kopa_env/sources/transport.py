"""Replay for any httpx client: a transport that answers from a pack and cannot connect anywhere.

    client = httpx.Client(transport=ReplayTransport(Pack.open("kopa.pack"), catalogue))

The client gets the recorded bytes under the platforms' real host names, with any key or none. Each
transport has its own counters, so clients in one process never take each other's answers. What was
not recorded raises :class:`~kopa_env.errors.ReplayMiss`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx

from kopa_env.canonical import canonical, request_key
from kopa_env.cassettes.interaction import incoming
from kopa_env.catalogue.arguments import validate
from kopa_env.errors import ReplayMiss
from kopa_env.outcome import ToolResult
from kopa_env.pack import Entry, Pack
from kopa_env.sources.attribution import Attribution, says_no_more
from kopa_env.sources.keys import first_request
from kopa_env.sources.misses import explain
from kopa_env.sources.replay import Order, ReplaySource
from kopa_env.wire import HttpRequest

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue


class _Player:
    """Finds the recorded reply to a request."""

    def __init__(self, pack: Pack, catalogue: Catalogue, order: Order) -> None:
        self._source = ReplaySource(pack, catalogue, order=order)
        self._attribution = Attribution(catalogue)

    def play(self, request: httpx.Request, body: bytes) -> httpx.Response:
        headers = request.headers.multi_items() if body else ()
        asked = incoming(request.method, str(request.url), headers, body)
        entry = self._source.entry(request_key(asked)) or self._look_again(asked)
        if entry is None:
            raise self._miss(asked)
        return httpx.Response(
            entry.status, headers=list(entry.headers), stream=httpx.ByteStream(entry.body)
        )

    def _look_again(self, asked: HttpRequest) -> Entry | None:
        """Look for the request that the tool's own rules make of it: defaults in, codes padded."""
        call = self._attribution.call(asked)
        if call is None:
            return None
        spec, args = call
        valid = validate(spec, args)
        if isinstance(valid, ToolResult):
            return None
        full = first_request(spec, valid)
        return self._source.entry(request_key(full)) if says_no_more(asked, full) else None

    def _miss(self, asked: HttpRequest) -> ReplayMiss:
        call, text = self._attribution.call(asked), canonical(asked)
        if call is None:
            return ReplayMiss(f"nothing is recorded for {text}")
        self._source.ledger.add(call[0].name, text)
        return ReplayMiss(explain(self._source.pack, call[0].name, text))


class ReplayTransport(httpx.BaseTransport):
    """Answers a blocking httpx client from a pack.

    Args:
        pack: an open pack.
        catalogue: the tools.
        order: which answer to give where several were recorded under one key.
    """

    def __init__(self, pack: Pack, catalogue: Catalogue, order: Order = "first") -> None:
        self._player = _Player(pack, catalogue, order)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Return the recorded reply.

        Raises:
            ReplayMiss: if the request was not recorded.
        """
        return self._player.play(request, request.read())


class AsyncReplayTransport(httpx.AsyncBaseTransport):
    """Answers an asynchronous httpx client from a pack; arguments as :class:`ReplayTransport`."""

    def __init__(self, pack: Pack, catalogue: Catalogue, order: Order = "first") -> None:
        self._player = _Player(pack, catalogue, order)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return the recorded reply.

        Raises:
            ReplayMiss: if the request was not recorded.
        """
        return self._player.play(request, await request.aread())


__all__ = ["AsyncReplayTransport", "ReplayTransport"]
