"""LiveSource: the real APIs over httpx, with the operator's own keys.

Environmental faults other than a spent quota are tried again with back-off and jitter; a spent
quota closes the platform until the next day in Seoul; nothing is ever sent faster than the
platform's rate allows. URLs, and with them keys, never reach a message or an exception.
"""

from __future__ import annotations

import asyncio
import random
import ssl
import time
from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, TypeAlias

import httpx

from kopa_env import platforms
from kopa_env.credentials import credential, keep_out_of_logs
from kopa_env.outcome import JSON, Origin, Reason, Status, ToolResult
from kopa_env.spec import ToolSpec
from kopa_env.wire import HttpRequest, HttpResponse

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

KST = timezone(timedelta(hours=9))
_LEGACY_CONNECT = 0x4
"""``ssl.OP_LEGACY_SERVER_CONNECT``, which Python names from 3.12 on."""
_USER_AGENT = "kopa-env (https://pypi.org/project/kopa-env/)"


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of live calls.

    Attributes:
        timeout_s: seconds to connect, and to wait between two pieces of a reply.
        max_bytes: largest reply read; a longer one is ``environmental/truncated``.
        retries: further tries after an environmental fault.
        backoff_s: first pause; doubles with every try, plus up to as much again at random.
        per_second: calls a second to one platform.
    """

    timeout_s: float = 20.0
    max_bytes: int = 64 * 1024 * 1024
    retries: int = 3
    backoff_s: float = 0.5
    per_second: float = 5.0


@dataclass(slots=True)
class Throttle:
    """When the next call to one platform may go out. Pure: the clock is handed in.

    Attributes:
        per_second: calls a second.
        per_day: calls a day in Seoul time, 0 for no known quota.
    """

    per_second: float
    per_day: int = 0
    _next: float = 0.0
    _day: str = ""
    _used: int = 0
    _closed_on: str = ""

    def admit(self, now: float, today: str, quota: int = 0) -> float | None:
        """Count one call; return the seconds to wait first, or ``None`` if none is left today."""
        if today != self._day:
            self._day, self._used = today, 0
        allowed = quota or self.per_day
        if self._closed_on == today or (allowed and self._used >= allowed):
            return None
        self._used += 1
        wait = max(0.0, self._next - now)
        self._next = max(now, self._next) + 1 / self.per_second
        return wait

    def close(self, today: str) -> None:
        """Take the platform's word that today's quota is spent."""
        self._closed_on = today


class _Unreachable(Exception):
    """A transport fault, already free of the URL.

    Attributes:
        passing: whether another try may go better.
    """

    def __init__(self, reason: Reason, message: str, *, passing: bool = True) -> None:
        super().__init__(message)
        self.result = ToolResult.error(reason, message)
        self.passing = passing


_Steps: TypeAlias = Generator[float | HttpRequest, HttpResponse | None, ToolResult]


@dataclass(slots=True)
class LiveSource:
    """Answers from the real APIs.

    Args:
        catalogue: what the tools are.
        limits: bounds of every call.
        transport: an httpx transport instead of the network (a proxy, a recorder, a test).
        async_transport: likewise for ``acall``.
        legacy_tls_hosts: hosts whose old servers need legacy renegotiation; never for others.
        now: seconds that only grow, for the rate.
        today: the date in Seoul as ``YYYYMMDD``, for the daily quota.
        sleep: pauses a blocking call.
        asleep: pauses an asynchronous call.
    """

    catalogue: Catalogue
    limits: Limits = field(default_factory=Limits)
    transport: httpx.BaseTransport | None = None
    async_transport: httpx.AsyncBaseTransport | None = None
    legacy_tls_hosts: Iterable[str] = ()
    now: Callable[[], float] = time.monotonic
    today: Callable[[], str] = lambda: datetime.now(KST).strftime("%Y%m%d")
    sleep: Callable[[float], None] = time.sleep
    asleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    _throttles: dict[str, Throttle] = field(default_factory=dict)
    _client: httpx.Client | None = None
    _async_client: httpx.AsyncClient | None = None
    _jitter: random.Random = field(default_factory=random.Random)

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call from the real API, blocking."""
        steps = self._steps(spec, args)
        try:
            step = next(steps)
            while True:
                if isinstance(step, float):
                    self.sleep(step)
                    step = steps.send(None)
                    continue
                try:
                    response = self._send(step)
                except _Unreachable as fault:
                    step = steps.throw(fault)
                else:
                    step = steps.send(response)
        except StopIteration as stop:
            return _labelled(stop)

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call from the real API without blocking the event loop."""
        steps = self._steps(spec, args)
        try:
            step = next(steps)
            while True:
                if isinstance(step, float):
                    await self.asleep(step)
                    step = steps.send(None)
                    continue
                try:
                    response = await self._asend(step)
                except _Unreachable as fault:
                    step = steps.throw(fault)
                else:
                    step = steps.send(response)
        except StopIteration as stop:
            return _labelled(stop)

    def hashes(self) -> Mapping[str, str]:
        """Return nothing: the live world has no fixed identity."""
        return {}

    def close(self) -> None:
        """Close the blocking client; an asynchronous one closes with its event loop."""
        if self._client is not None:
            self._client.close()

    def _steps(self, spec: ToolSpec, args: Mapping[str, JSON]) -> _Steps:
        """Yield pauses in seconds and requests to send, return the result: the whole policy."""
        dialect = platforms.dialect(spec.platform)
        key = credential(spec.platform, spec.endpoint.host if spec.endpoint else "")
        keep_out_of_logs(key)
        throttle = self._throttle(spec)
        result = ToolResult.error(Reason.CONNECT, "")
        for attempt in range(self.limits.retries + 1):
            if attempt:
                yield self.limits.backoff_s * 2 ** (attempt - 1) * (1 + self._jitter.random())
            wait = throttle.admit(self.now(), self.today(), spec.quota)
            if wait is None:
                return _spent(spec)
            yield wait
            try:
                result = yield from dialect.exchange(spec, args, key)
            except _Unreachable as fault:
                result = fault.result
                if not fault.passing:
                    break
            if result.reason is Reason.QUOTA:
                throttle.close(self.today())
            if result.status is not Status.ENVIRONMENTAL or result.reason is Reason.QUOTA:
                break
        return result

    def _throttle(self, spec: ToolSpec) -> Throttle:
        return self._throttles.setdefault(spec.platform, Throttle(self.limits.per_second))

    def _options(self) -> dict[str, Any]:
        return {
            "timeout": httpx.Timeout(self.limits.timeout_s),
            "headers": {"user-agent": _USER_AGENT},
            "follow_redirects": False,
        }

    def _legacy(self) -> dict[str, ssl.SSLContext]:
        contexts = {}
        for host in self.legacy_tls_hosts:
            context = ssl.create_default_context()
            context.options |= _LEGACY_CONNECT
            contexts[f"all://{host}"] = context
        return contexts

    def _send(self, request: HttpRequest) -> HttpResponse:
        if self._client is None:
            mounts = {k: httpx.HTTPTransport(verify=v) for k, v in self._legacy().items()}
            self._client = httpx.Client(transport=self.transport, mounts=mounts, **self._options())
        try:
            with self._client.stream(*_line(request), **_rest(request)) as reply:
                body = bytearray()
                for piece in reply.iter_bytes():
                    self._grow(body, piece)
                return _response(reply, body)
        except httpx.HTTPError as error:
            raise _unreachable(error) from None

    async def _asend(self, request: HttpRequest) -> HttpResponse:
        if self._async_client is None:
            mounts = {k: httpx.AsyncHTTPTransport(verify=v) for k, v in self._legacy().items()}
            self._async_client = httpx.AsyncClient(
                transport=self.async_transport, mounts=mounts, **self._options()
            )
        try:
            async with self._async_client.stream(*_line(request), **_rest(request)) as reply:
                body = bytearray()
                async for piece in reply.aiter_bytes():
                    self._grow(body, piece)
                return _response(reply, body)
        except httpx.HTTPError as error:
            raise _unreachable(error) from None

    def _grow(self, body: bytearray, piece: bytes) -> None:
        body += piece
        if len(body) > self.limits.max_bytes:
            raise _Unreachable(
                Reason.TRUNCATED,
                f"응답이 {self.limits.max_bytes}바이트를 넘음 / reply exceeds the size limit",
            )


def _line(request: HttpRequest) -> tuple[str, str]:
    return request.method, request.url()


def _rest(request: HttpRequest) -> dict[str, Any]:
    return {"headers": list(request.headers), "content": request.body or None}


def _response(reply: httpx.Response, body: bytearray) -> HttpResponse:
    return HttpResponse(reply.status_code, reply.headers.get("content-type", ""), bytes(body))


def _unreachable(error: httpx.HTTPError) -> _Unreachable:
    """Say what failed without the URL, which may hold a key."""
    if isinstance(error, httpx.TimeoutException):
        return _Unreachable(Reason.TIMEOUT, "응답 시간 초과 / timed out")
    if isinstance(error, httpx.RemoteProtocolError | httpx.ReadError | httpx.DecodingError):
        return _Unreachable(Reason.TRUNCATED, "응답이 중간에 끊김 / the reply was cut off")
    if "[SSL" in str(error):  # an old server or a certificate: the next try ends alike
        return _Unreachable(
            Reason.CONNECT, "TLS로 연결하지 못함 / TLS cannot be agreed on", passing=False
        )
    return _Unreachable(Reason.CONNECT, "서버에 연결하지 못함 / cannot connect")


def _spent(spec: ToolSpec) -> ToolResult:
    message = f"{spec.platform} 하루 호출 한도를 다 씀 / daily quota spent, no call was sent"
    return ToolResult.error(Reason.QUOTA, message).came_from(Origin.LIVE, "live")


def _labelled(stop: StopIteration) -> ToolResult:
    result: ToolResult = stop.value
    return result.came_from(Origin.LIVE, "live")
