"""``kopa replica serve`` as a process: it starts, says where it is, stops, and fails in a line."""

from __future__ import annotations

import signal
import socket
import ssl
import subprocess
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from pathlib import Path

import httpx
import pytest
from serving import KOPA, Served, serving

COMPANY = "https://opendart.fss.or.kr/api/company.json"
BIKES = "http://openapi.seoul.go.kr:8088/sample/json/tbCycleStationInfo/1/1/"


def client_of(served: Served) -> httpx.Client:
    context = ssl.create_default_context(cafile=served.ca_file)
    return httpx.Client(proxy=served.proxy, verify=context, timeout=60)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly_while_clients_hold_connections(
    served: Served, tmp_path: Path, how: signal.Signals
) -> None:
    with serving(tmp_path) as running, client_of(running) as client:
        assert client.get(COMPANY).json()["status"] == "010"
        assert client.get(BIKES).status_code == 200
        # asyncio alone would wait 30 s for the client to answer TLS's goodbye
        code, complaint = running.stop(how, within=20)
        assert (code, complaint) == (0, "")
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"http://127.0.0.1:{running.said['plain']}")


def test_it_leaves_nothing_but_the_authority_behind(served: Served, tmp_path: Path) -> None:
    temporary, folder = tmp_path / "tmp", tmp_path / "here"
    temporary.mkdir()
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(temporary))
        with serving(folder) as running:
            assert list(temporary.rglob("*.pem")), "the server's key lies in a temporary folder"
            running.stop()
    assert list(temporary.iterdir()) == []
    (left,) = folder.iterdir()
    assert b"PRIVATE" not in left.read_bytes()


def test_it_says_where_it_listens(served: Served) -> None:
    said = dict(served.said)
    assert len({said["plain"], said["tls"], said["proxy"]}) == 3
    assert {"opendart.fss.or.kr", "open.assembly.go.kr", "openapi.seoul.go.kr"} < set(said["hosts"])
    assert said["seed"] == 20260130


def test_tls_without_a_proxy_reaches_the_same_server(served: Served) -> None:
    context = ssl.create_default_context(cafile=served.ca_file)
    address = ("127.0.0.1", served.said["tls"])
    with (
        socket.create_connection(address, timeout=30) as plain,
        context.wrap_socket(plain, server_hostname="opendart.fss.or.kr") as secure,
    ):
        secure.sendall(
            b"GET /api/company.json HTTP/1.1\r\nHost: opendart.fss.or.kr\r\n"
            b"Connection: close\r\n\r\n"
        )
        reply = b"".join(iter(lambda: secure.recv(4096), b""))
    assert reply.startswith(b"HTTP/1.1 200")
    assert reply.endswith('{"status":"010","message":"등록되지 않은 키입니다."}'.encode())


def test_plain_http_may_come_through_a_tunnel(served: Served) -> None:
    """As Node's clients send it."""
    with socket.create_connection(("127.0.0.1", served.said["proxy"]), timeout=30) as tunnel:
        tunnel.sendall(b"CONNECT openapi.seoul.go.kr:8088 HTTP/1.1\r\n\r\n")
        assert tunnel.recv(4096).startswith(b"HTTP/1.1 200 ")
        tunnel.sendall(
            b"GET /sample/json/tbCycleStationInfo/1/1/ HTTP/1.1\r\n"
            b"Host: openapi.seoul.go.kr:8088\r\nConnection: close\r\n\r\n"
        )
        reply = b"".join(iter(lambda: tunnel.recv(4096), b""))
    assert b'"stationInfo"' in reply


def test_no_host_of_the_world_outside_is_reached(served: Served) -> None:
    with client_of(served) as client:
        assert client.get("http://example.org/").status_code == 421
        with pytest.raises(httpx.ConnectError):
            client.get("https://example.org/")


def refused(folder: Path, *options: str) -> str:
    done = subprocess.run(
        [KOPA, "replica", "serve", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    return done.stderr


@pytest.mark.parametrize("which", ["--port", "--tls-port", "--proxy-port"])
def test_a_port_in_use_is_told_in_a_line(served: Served, tmp_path: Path, which: str) -> None:
    free = {"--port": "0", "--tls-port": "0", "--proxy-port": "0"}
    taken = {**free, which: str(served.said["plain"])}
    said = refused(tmp_path, "--tls", *(word for pair in taken.items() for word in pair))
    port = served.said["plain"]
    assert said == f"kopa: cannot listen on 127.0.0.1 port {port}: Address already in use\n"


def test_an_authority_that_cannot_be_written_is_told_in_a_line(tmp_path: Path) -> None:
    place = tmp_path / "no" / "such" / "ca.pem"
    said = refused(tmp_path, "--tls", "--port", "0", "--ca-file", str(place))
    assert said == f"kopa: cannot write {place}: No such file or directory\n"


@pytest.mark.parametrize("options", [("--port", "65536"), ("--port", "http"), ("--seed", "one")])
def test_a_wrong_number_is_a_usage_error(tmp_path: Path, options: tuple[str, str]) -> None:
    assert f"Invalid value for '{options[0]}'" in refused(tmp_path, *options)


def test_an_address_that_is_not_ours_is_told_in_a_line(tmp_path: Path) -> None:
    said = refused(tmp_path, "--port", "0", "--host", "192.0.2.1")
    assert said.startswith("kopa: cannot listen on 192.0.2.1 port 0: ")
    assert said.count("\n") == 1


def test_it_says_in_words_what_to_set(served: Served, tmp_path: Path) -> None:
    command = [KOPA, "replica", "serve", "--tls", "--port", "0", "--tls-port", "0"]
    process = subprocess.Popen(
        [*command, "--proxy-port", "0"], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    try:
        lines = takewhile(lambda line: line != "Stop with Ctrl-C.\n", process.stderr)
        said = [line.strip() for line in lines]
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
        process.stderr.close()
    exports = [line.split()[1:] for line in said if line.startswith("export ")]
    exported = dict(pair.split("=", 1) for pairs in exports for pair in pairs)
    assert exported["HTTPS_PROXY"] == exported["HTTP_PROXY"]
    ca_file = str(tmp_path / "kopa-replica-ca.pem")
    assert exported["SSL_CERT_FILE"] == exported["REQUESTS_CA_BUNDLE"] == ca_file
    assert "opendart.fss.or.kr" in said[0]


def test_many_at_once_get_their_own_answers(served: Served) -> None:
    """Clients in threads, over TLS and plain HTTP, each on connections of its own."""
    codes = ("00126380", "00164779", "00164742", "00356361")

    def ask_often(turn: int) -> list[tuple[str, str]]:
        with client_of(served) as client:
            heard = []
            for code in codes:
                asked = {"crtfc_key": "any", "corp_code": code}
                heard.append((code, client.get(COMPANY, params=asked).json().get("corp_code", "")))
                first = client.get(BIKES.replace("/1/1/", f"/{turn}/{turn}/")).json()
                heard.append((str(turn), str(len(first["stationInfo"]["row"]) * turn)))
            return heard

    with ThreadPoolExecutor(16) as pool:
        for heard in pool.map(ask_often, range(1, 33)):
            assert all(wanted == got for wanted, got in heard)
