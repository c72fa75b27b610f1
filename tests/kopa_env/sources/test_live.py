"""LiveSource: what is tried again, what is not, and that no key shows anywhere."""

from __future__ import annotations

import asyncio
import logging
import os
import ssl
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import httpx
import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.errors import CredentialError
from kopa_env.outcome import Origin, Reason, Status, ToolResult
from kopa_env.sources.live import Limits, LiveSource, Throttle
from kopa_env.spec import Endpoint, Param, ToolSpec

KEY = "비밀+열쇠/=abc0123"
SPEC = ToolSpec(
    name="dart_company",
    ref="opendart:dart.company",
    kind="endpoint",
    platform="dart",
    domain="finance",
    title_ko="기업개황",
    title_en="Company",
    description_ko="",
    description_en="",
    params=(Param("corp_code", "corp_code", required=True),),
    endpoint=Endpoint("GET", "opendart.fss.or.kr", "/api/company.json"),
)
GOOD = {"status": "000", "message": "정상", "corp_code": "00000001", "corp_name": "가나(주)"}
Handler = Callable[[httpx.Request], httpx.Response]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENDART_API_KEY", KEY)


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.naps: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        self.now += seconds

    async def asleep(self, seconds: float) -> None:
        self.sleep(seconds)


def source(handler: Handler, clock: Clock | None = None, **limits: float) -> LiveSource:
    clock = clock or Clock()
    return LiveSource(
        Catalogue.of((SPEC,)),
        limits=Limits(**limits),  # type: ignore[arg-type]
        transport=httpx.MockTransport(handler),
        async_transport=httpx.MockTransport(handler),
        now=lambda: clock.now,
        today=lambda: "20260130",
        sleep=clock.sleep,
        asleep=clock.asleep,
    )


def call(live: LiveSource, mode: str) -> ToolResult:
    args = {"corp_code": "00000001"}
    if mode == "sync":
        return live.call(SPEC, args)
    return asyncio.run(live.acall(SPEC, args))


both = pytest.mark.parametrize("mode", ["sync", "async"])


def replies(*script: httpx.Response | Exception) -> tuple[Handler, list[httpx.Request]]:
    seen: list[httpx.Request] = []
    waiting: Iterator[httpx.Response | Exception] = iter(script)

    def handle(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        reply = next(waiting)
        if isinstance(reply, Exception):
            raise reply
        return httpx.Response(reply.status_code, headers=reply.headers, content=reply.content)

    return handle, seen


@both
def test_a_good_reply_is_labelled_live(mode: str) -> None:
    handle, seen = replies(httpx.Response(200, json=GOOD))
    result = call(source(handle), mode)
    assert (result.status, result.origin, result.recorded_from) == (Status.OK, Origin.LIVE, "live")
    assert seen[0].url.host == "opendart.fss.or.kr"
    assert seen[0].url.params["crtfc_key"] == KEY


@both
@pytest.mark.parametrize(
    "fault",
    [
        httpx.ReadTimeout("x"),
        httpx.ConnectError("x"),
        httpx.RemoteProtocolError("x"),
        httpx.Response(503, html="<html>점검 중입니다</html>"),
        httpx.Response(200, json={"status": "800", "message": "시스템 점검"}),
    ],
)
def test_environmental_faults_are_tried_again(fault: httpx.Response, mode: str) -> None:
    """A18, A28, A38: a maintenance page is waited out, growing pauses between tries."""
    clock = Clock()
    handle, seen = replies(fault, fault, httpx.Response(200, json=GOOD))
    result = call(source(handle, clock), mode)
    assert result.status is Status.OK
    assert len(seen) == 3
    pauses = [nap for nap in clock.naps if nap >= 0.5]
    assert len(pauses) == 2
    assert pauses[0] < 2 * 0.5 <= pauses[1]


@both
@pytest.mark.parametrize(
    "said",
    [
        "[SSL: UNSAFE_LEGACY_RENEGOTIATION_DISABLED] unsafe legacy renegotiation disabled",
        "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer",
    ],
)
def test_a_server_that_tls_fails_with_is_asked_once(said: str, mode: str) -> None:
    """A17: nothing but a setting for that one host mends it, so it is never tried again."""
    handle, seen = replies(httpx.ConnectError(f"{said} (_ssl.c:1006)"))
    result = call(source(handle), mode)
    assert (result.status, result.reason) == (Status.ENVIRONMENTAL, Reason.CONNECT)
    assert "TLS" in result.message
    assert len(seen) == 1


def test_old_tls_is_allowed_for_named_hosts_only() -> None:
    """A17: never for every host, and never without checking certificates."""
    live = LiveSource(Catalogue.of((SPEC,)), legacy_tls_hosts=("old.example.go.kr",))
    (pattern,) = live._legacy()
    context = live._legacy()[pattern]
    assert pattern == "all://old.example.go.kr"
    assert context.options & 0x4
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert LiveSource(Catalogue.of((SPEC,)))._legacy() == {}


@pytest.mark.parametrize("zone", ["UTC", "Asia/Seoul", "America/New_York"])
def test_today_is_the_day_in_seoul_wherever_the_host_stands(zone: str) -> None:
    """A52: between midnight and nine in Seoul the day of UTC is another one."""
    program = (
        "import datetime, kopa_env.sources.live as live\n"
        "class Moment(datetime.datetime):\n"
        "    @classmethod\n"
        "    def now(cls, tz=None):\n"
        "        return cls(2026, 7, 26, 16, 0, tzinfo=datetime.timezone.utc).astimezone(tz)\n"
        "live.datetime = Moment\n"
        "from kopa_env import Catalogue\n"
        "print(live.LiveSource(Catalogue.load()).today())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "20260727\n"


@both
def test_gives_up_after_the_agreed_tries(mode: str) -> None:
    handle, seen = replies(*[httpx.ConnectTimeout("x")] * 9)
    result = call(source(handle, retries=2), mode)
    assert (result.status, result.reason) == (Status.ENVIRONMENTAL, Reason.TIMEOUT)
    assert len(seen) == 3


@both
@pytest.mark.parametrize(("code", "reason"), [("010", Reason.KEY_INVALID), ("013", Reason.NONE)])
def test_other_outcomes_are_not_tried_again(code: str, reason: Reason, mode: str) -> None:
    handle, seen = replies(httpx.Response(200, json={"status": code, "message": "…"}))
    assert call(source(handle), mode).reason is reason
    assert len(seen) == 1


@both
def test_a_spent_quota_closes_the_platform_for_the_day(mode: str) -> None:
    """A05: after the platform's word that the quota is spent nothing more is sent."""
    handle, seen = replies(httpx.Response(200, json={"status": "020", "message": "한도 초과"}))
    live = source(handle)
    assert call(live, mode).reason is Reason.QUOTA
    assert call(live, mode).reason is Reason.QUOTA
    assert len(seen) == 1


@both
def test_no_key_in_messages_or_exceptions(mode: str) -> None:
    """A02: httpx errors hold the URL; ours hold neither it nor any cause."""
    request = httpx.Request("GET", f"https://opendart.fss.or.kr/?crtfc_key={KEY}")
    handle, _ = replies(*[httpx.ConnectError(f"failed {request.url}", request=request)] * 4)
    result = call(source(handle), mode)
    assert "비밀" not in repr(result)
    assert "%EB%B9%84" not in repr(result)


@both
def test_no_key_in_the_log_of_the_http_library(mode: str, caplog: pytest.LogCaptureFixture) -> None:
    """A02: httpx logs every URL at INFO."""
    caplog.set_level(logging.DEBUG)
    handle, seen = replies(httpx.Response(200, json=GOOD))
    call(source(handle), mode)
    assert seen
    assert "crtfc_key" not in caplog.text


class Echo(BaseHTTPRequestHandler):
    """A gateway that refuses, and sends the request's headers back as edmgr's does."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        body = b'{"loc":"GATEWAY","message":"Unauthorized"}'
        self.send_response(401)
        self.send_header("api_key", self.headers["api_key"])
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@both
def test_no_key_in_the_log_of_a_reply_that_echoes_it(
    mode: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """httpcore logs every header of a reply at DEBUG."""
    monkeypatch.setenv("EDMGR_API_KEY", "open+Sesame/0123=")
    caplog.set_level(logging.DEBUG)
    catalogue = Catalogue.load()
    shipped = catalogue["edudata_school_overview"]
    with HTTPServer(("127.0.0.1", 0), Echo) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        assert shipped.endpoint is not None
        here = replace(shipped.endpoint, scheme="http", host="127.0.0.1", port=server.server_port)
        spec = replace(shipped, endpoint=here)
        live, args = LiveSource(catalogue), {"api_key": "token", "crtrYr": "2024"}
        if mode == "sync":
            result = live.call(spec, args)
            live.close()
        else:
            result = asyncio.run(live.acall(spec, args))
        server.shutdown()
    assert result.reason is Reason.KEY_INVALID
    assert "httpcore" in {record.name.partition(".")[0] for record in caplog.records}
    assert "Sesame" not in caplog.text + repr(result)


def test_a_missing_key_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENDART_API_KEY", "DART_API_KEY", "KOPA_KEYS"):
        monkeypatch.delenv(name, raising=False)
    handle, seen = replies()
    with pytest.raises(CredentialError, match="OPENDART_API_KEY"):
        call(source(handle), "sync")
    assert not seen


def test_a_malformed_key_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENDART_API_KEY", "sesame%ZZopen")
    handle, _ = replies()
    with pytest.raises(CredentialError) as caught:
        call(source(handle), "sync")
    assert "sesame" not in "".join(traceback.format_exception(caught.value))


@both
def test_an_oversized_reply_is_cut_off(mode: str) -> None:
    handle, _ = replies(*[httpx.Response(200, content=b" " * 5000) for _ in range(4)])
    result = call(source(handle, max_bytes=4096), mode)
    assert (result.status, result.reason) == (Status.ENVIRONMENTAL, Reason.TRUNCATED)


def test_throttle_spaces_calls_and_counts_the_day() -> None:
    throttle = Throttle(per_second=2, per_day=3)
    assert throttle.admit(0.0, "d1") == 0.0
    assert throttle.admit(0.0, "d1") == 0.5
    assert throttle.admit(0.6, "d1") == pytest.approx(0.4)
    assert throttle.admit(9.0, "d1") is None
    assert throttle.admit(9.0, "d2") == 0.0
    throttle.close("d2")
    assert throttle.admit(9.0, "d2") is None
    assert throttle.admit(99.0, "d3") == 0.0
