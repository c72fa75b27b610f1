"""Exchanges give the same over a blocking and an asynchronous transport."""

from __future__ import annotations

import asyncio

from kopa_env.outcome import ToolResult
from kopa_env.wire import Exchange, HttpRequest, HttpResponse, arun, run


def _two_requests() -> Exchange:
    first = yield HttpRequest("GET", "demo.example", (b"token",))
    second = yield HttpRequest("GET", "demo.example", (b"rows", first.body))
    return ToolResult.ok([{"token": first.body.decode(), "rows": second.body.decode()}])


def _answer(request: HttpRequest) -> HttpResponse:
    return HttpResponse(200, "text/plain", b"-".join(request.path))


def test_each_reply_goes_into_the_next_request() -> None:
    async def answer(request: HttpRequest) -> HttpResponse:
        return _answer(request)

    wanted = ToolResult.ok([{"token": "token", "rows": "rows-token"}])
    assert run(_two_requests(), _answer) == wanted
    assert asyncio.run(arun(_two_requests(), answer)) == wanted
