"""The replica as an ASGI application that routes by Host, as the real platforms do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, TypeAlias
from urllib.parse import unquote_to_bytes

from kopa_env.wire import HttpRequest, HttpResponse

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_MAX_BODY = 1024 * 1024


class ReplicaApp:
    """Serve anything that answers an :class:`HttpRequest` over ASGI.

    Args:
        respond: usually ``Replica.respond``.
    """

    def __init__(self, respond: Callable[[HttpRequest], HttpResponse]) -> None:
        self._respond = respond

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
            return
        body = await _body(receive)
        response = (
            HttpResponse(413, "text/plain", b"request body too large")
            if body is None
            else self._respond(request_of(scope, body))
        )
        headers = [(b"content-length", str(len(response.body)).encode())]
        if response.content_type:
            headers.insert(0, (b"content-type", response.content_type.encode()))
        headers += [(name.encode(), value.encode()) for name, value in response.headers]
        await send({"type": "http.response.start", "status": response.status, "headers": headers})
        await send({"type": "http.response.body", "body": response.body})


def request_of(scope: Scope, body: bytes) -> HttpRequest:
    """Read an ASGI scope; a proxy's absolute-form target names the host itself."""
    headers = tuple((k.decode("latin-1"), v.decode("latin-1")) for k, v in scope["headers"])
    host = dict(headers).get("host", "")
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    if raw.startswith((b"http://", b"https://")):
        authority, _, rest = raw.split(b"://", 1)[1].partition(b"/")
        host, raw = authority.decode("latin-1"), b"/" + rest
    name, _, port = host.partition(":")
    return HttpRequest(
        method=scope["method"],
        host=name.casefold(),
        path=tuple(unquote_to_bytes(part) for part in raw.lstrip(b"/").split(b"/")),
        query=tuple(_pairs(scope.get("query_string", b""))),
        headers=headers,
        body=body,
        scheme=scope.get("scheme", "http"),
        port=int(port) if port.isdigit() else None,
    )


def _pairs(query: bytes) -> Iterable[tuple[bytes, bytes]]:
    for part in query.split(b"&") if query else ():
        name, _, value = part.replace(b"+", b" ").partition(b"=")
        yield unquote_to_bytes(name), unquote_to_bytes(value)


async def _body(receive: Receive) -> bytes | None:
    body = b""
    more = True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > _MAX_BODY:
            return None
    return body


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
