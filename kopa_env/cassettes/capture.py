"""Collecting what HTTP clients exchange, through vcrpy (extra ``record``).

vcrpy patches client libraries for the whole process while a block runs, so record from one thread
only. Nothing is written by vcrpy itself: exchanges stay in memory until the keys are out of them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kopa_env.errors import MissingExtra
from kopa_env.wire import HttpRequest, HttpResponse

if TYPE_CHECKING:
    import httpx

_TALKATIVE = ("vcr", "httpx", "httpcore", "urllib3")
"""Loggers that write addresses, and with them keys."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """One exchange as it went over the wire, keys still in it: never written, never shown."""

    method: str
    url: str = field(repr=False)
    request_headers: tuple[tuple[str, str], ...] = field(repr=False)
    request_body: bytes = field(repr=False)
    status: int
    phrase: str
    headers: tuple[tuple[str, str], ...] = field(repr=False)
    body: bytes = field(repr=False)


class Tape:
    """What has been exchanged since it was last asked."""

    def __init__(self, cassette: Any) -> None:
        self._cassette = cassette

    def take(self) -> list[Exchanged]:
        """Return the exchanges since the last call and forget them."""
        fresh = [_exchanged(request, response) for request, response in self._cassette.data]
        self._cassette.data.clear()
        return fresh


@contextmanager
def capture() -> Iterator[Tape]:
    """Collect every exchange of httpx, requests and the like inside the block.

    Raises:
        MissingExtra: if vcrpy is not installed.
    """
    try:
        import vcr
    except ImportError:
        raise MissingExtra("record", "recording") from None
    recorder = vcr.VCR(
        record_mode="all",
        decode_compressed_response=True,
        match_on=["nothing"],
        cassette_library_dir="",
    )
    recorder.register_matcher("nothing", _differ)
    recorder.register_persister(_Nowhere)
    with _silent(), recorder.use_cassette("kopa") as cassette:
        yield Tape(cassette)


def served_by(respond: Callable[[HttpRequest], HttpResponse]) -> httpx.BaseTransport:
    """Return an httpx transport that answers in process, under real host names, with no socket.

    It is a mock transport because those are what vcrpy can listen to.
    """
    import httpx

    from kopa_env.canonical import from_url

    def handle(request: httpx.Request) -> httpx.Response:
        asked = from_url(
            request.method, str(request.url), request.headers.multi_items(), request.read()
        )
        reply = respond(asked)
        headers = [("content-type", reply.content_type), *reply.headers]
        return httpx.Response(reply.status, headers=headers, content=reply.body)

    return httpx.MockTransport(handle)


def _differ(_one: Any, _other: Any) -> None:
    """Let no request match another: everything is recorded, nothing is searched."""
    raise AssertionError


class _Nowhere:
    """Where vcrpy puts its cassette: nowhere, so no save of its own can fail or leak."""

    @staticmethod
    def load_cassette(path: str, serializer: Any) -> tuple[list[Any], list[Any]]:
        return [], []

    @staticmethod
    def save_cassette(path: str, data: Any, serializer: Any) -> None:
        return


@contextmanager
def _silent() -> Iterator[None]:
    before = {name: logging.getLogger(name).level for name in _TALKATIVE}
    for name in before:
        logging.getLogger(name).setLevel(logging.WARNING)
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def _exchanged(request: Any, response: Any) -> Exchanged:
    body = request.body or b""
    return Exchanged(
        method=request.method,
        url=request.uri,
        request_headers=tuple((str(k), str(v)) for k, v in request.headers.items()),
        request_body=body.encode() if isinstance(body, str) else bytes(body),
        status=response["status"]["code"],
        phrase=response["status"]["message"] or "",
        headers=tuple((k, v) for k, values in response["headers"].items() for v in values),
        body=bytes(response["body"]["string"]),
    )
