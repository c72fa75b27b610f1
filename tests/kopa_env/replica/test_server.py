"""The replica's servers: routing by Host, TLS under the platforms' own names, the proxy."""

from __future__ import annotations

import errno
import os
import ssl
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kopa_env.errors import UsageError
from kopa_env.replica.server import Ports, ReplicaServer
from kopa_env.wire import HttpRequest, HttpResponse

HOSTS = ("opendart.fss.or.kr", "openapi.seoul.go.kr")


def _echo(request: HttpRequest) -> HttpResponse:
    parts = [request.method, request.scheme, request.host, repr(request.path), repr(request.query)]
    return HttpResponse(200, "text/plain; charset=utf-8", " ".join(parts).encode() + request.body)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ports, Path]]:
    ca_file = tmp_path_factory.mktemp("ca") / "ca.pem"
    with ReplicaServer(_echo, HOSTS, Ports(0, 0, 0), ca_file=ca_file) as server:
        yield server.ports, ca_file


def test_plain_http_routes_by_host_and_decodes_once(served: tuple[Ports, Path]) -> None:
    url = f"http://127.0.0.1:{served[0].plain}/a/%EC%97%AD%2F1?q=%EB%EB&r=a+b&blank="
    text = httpx.get(url, headers={"host": "openapi.seoul.go.kr:8088"}).text
    assert text.startswith("GET http openapi.seoul.go.kr (b'a', b'\\xec\\x97\\xad/1')")
    assert "(b'q', b'\\xeb\\xeb'), (b'r', b'a b'), (b'blank', b'')" in text


def test_an_unchanged_client_reaches_it_through_the_proxy(served: tuple[Ports, Path]) -> None:
    ports, ca_file = served
    context = ssl.create_default_context(cafile=str(ca_file))
    with httpx.Client(proxy=f"http://127.0.0.1:{ports.proxy}", verify=context) as client:
        secure = client.post("https://opendart.fss.or.kr/api/list.json", content="몸".encode())
        assert secure.text.startswith("POST https opendart.fss.or.kr")
        assert secure.text.endswith("몸")
        for _ in range(2):
            plain = client.get("http://openapi.seoul.go.kr:8088/K/json/S/1/5/")
            assert plain.text.startswith("GET http openapi.seoul.go.kr (b'K', b'json', b'S'")


def test_a_name_outside_the_certificate_is_refused_by_the_client(
    served: tuple[Ports, Path],
) -> None:
    ports, ca_file = served
    context = ssl.create_default_context(cafile=str(ca_file))
    with (
        httpx.Client(proxy=f"http://127.0.0.1:{ports.proxy}", verify=context) as client,
        pytest.raises(httpx.ConnectError),
    ):
        client.get("https://elsewhere.example/")


def test_a_body_over_the_limit_is_refused(served: tuple[Ports, Path]) -> None:
    reply = httpx.post(f"http://127.0.0.1:{served[0].plain}/", content=b"x" * (1024 * 1024 + 1))
    assert reply.status_code == 413


def test_a_taken_port_is_an_error(served: tuple[Ports, Path]) -> None:
    with pytest.raises(UsageError, match=f"port {served[0].plain}: Address already in use"):
        ReplicaServer(_echo, ports=Ports(served[0].plain)).start()


def test_a_full_disk_is_an_error_and_not_a_server_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "TemporaryDirectory", full)
    with pytest.raises(UsageError, match="No space left on device"):
        ReplicaServer(_echo, HOSTS, Ports(0, 0, 0)).start()
