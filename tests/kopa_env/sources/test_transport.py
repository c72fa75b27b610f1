from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from kopa_env.cassettes.capture import served_by
from kopa_env.cassettes.compile import compile_pack
from kopa_env.cassettes.record import Provenance, Recorder
from kopa_env.errors import ReplayMiss
from kopa_env.pack import Pack
from kopa_env.sources.transport import AsyncReplayTransport, ReplayTransport
from kopa_env.wire import HttpRequest, HttpResponse

DART = "https://opendart.fss.or.kr/api"
COMPANY = f"{DART}/company.json?crtfc_key=any-other-key&corp_code=00000001"


@pytest.fixture
def pack(recorded: Any, tools: Any, tmp_path: Path) -> Pack:
    compile_pack(recorded(), tmp_path / "small.pack", tools, level=3)
    return Pack.open(tmp_path / "small.pack")


@pytest.fixture
def client(pack: Pack, tools: Any) -> Iterator[httpx.Client]:
    with httpx.Client(transport=ReplayTransport(pack, tools)) as client:
        yield client


def test_the_recorded_bytes_under_real_hosts(
    client: httpx.Client, server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("replay opened a socket")

    asked = list(server.asked)
    monkeypatch.setattr(socket, "socket", refuse)
    for request in asked:
        served = server.respond(request)
        reply = client.request(
            request.method,
            request.url(),
            headers=list(request.headers),
            content=request.body or None,
        )
        assert (reply.status_code, reply.content) == (served.status, served.body)
        assert reply.headers["content-type"] == served.content_type


@pytest.mark.parametrize(
    "url",
    [
        f"{DART}/company.json?corp_code=00000001",
        f"{DART}/company.json?corp_code=00000001&crtfc_key=x",
        f"{DART}/company.json?crtfc_key={quote('a+b/c==', safe='')}&corp_code=%30%3000000%31",
        "http://OPENDART.fss.or.kr:443/api/company.json?corp_code=00000001&crtfc_key=",
    ],
)
def test_any_key_or_none_and_any_spelling(client: httpx.Client, url: str) -> None:
    assert client.get(url).content == client.get(COMPANY).content


@pytest.mark.parametrize("key", ["SECRETKEY", "sample", "a%2Fb%2B", "~"])
def test_a_key_in_the_path_may_be_any(client: httpx.Client, key: str) -> None:
    """A58 as a kind."""
    url = f"http://openapi.seoul.go.kr:8088/{key}/json/bikeList/1/5/{quote('강남구')}"
    assert client.get(url).status_code == 200


def test_defaults_left_out_are_filled_in_by_the_tools_rules(client: httpx.Client) -> None:
    """A62 over HTTP: ``page_no`` and ``page_count`` are the tool's defaults."""
    name = quote("서울 전자")
    full = client.get(f"{DART}/list.json?corp_name={name}&page_no=1&page_count=10&crtfc_key=k")
    assert client.get(f"{DART}/list.json?crtfc_key=k&corp_name={name}").content == full.content
    assert client.get(f"{DART}/list.json?corp_name=서울+전자").content == full.content
    with pytest.raises(ReplayMiss):
        client.get(f"{DART}/list.json?corp_name=서울전자")


@pytest.mark.parametrize(
    "more",
    [
        "list.json?corp_name=서울+전자&page_size=10",
        "list.json?corp_name=서울+전자&nocache=1",
        "list.json?corp_name=서울+상회&corp_name=서울+전자",
        "list.xml?corp_name=서울+전자",
        "company.xml?corp_code=00000001",
        "company.json?corp_code=00000001&x=",
    ],
)
def test_what_no_recording_was_asked_for_is_a_miss(client: httpx.Client, more: str) -> None:
    """A62's other side: a tool's rules fill in what is left out; they never leave anything out."""
    with pytest.raises(ReplayMiss):
        client.get(f"{DART}/{more}&crtfc_key=k")


def test_another_form_is_never_answered_with_json(client: httpx.Client) -> None:
    """A58 as a kind: the form stands in the path here."""
    district = quote("강남구")
    assert client.get(f"http://openapi.seoul.go.kr:8088/k/json/bikeList/1/5/{district}").is_success
    with pytest.raises(ReplayMiss):
        client.get(f"http://openapi.seoul.go.kr:8088/k/xml/bikeList/1/5/{district}")


def test_a_post_is_known_by_its_body(client: httpx.Client) -> None:
    url = "https://openapi.edmgr.kr/openAPI/service/SA00202400011"
    body = {
        "srhParam": {"crtrYr": 2023, "ctpvNm": "서울"},
        "userApiAthkCn": "other",
        "apiId": "SA00202400011",
    }
    assert client.post(url, json=body, headers={"api_key": "other"}).status_code == 200
    for other in ({"crtrYr": 2022, "ctpvNm": "서울"}, {"crtrYr": 2023, "ctpvNm": "서울", "x": 1}):
        body["srhParam"] = other
        with pytest.raises(ReplayMiss, match="SA00202400011"):
            client.post(url, json=body, headers={"api_key": "other"})


@pytest.mark.parametrize(
    ("url", "said"),
    [
        (f"{DART}/company.json?crtfc_key=SECRETKEY&corp_code=00009999", "corp_code: "),
        (f"{DART}/nothing.json?crtfc_key=SECRETKEY", "nothing is recorded for GET opendart"),
        ("https://example.org/x?a=1", "nothing is recorded for GET example.org/x"),
    ],
)
def test_a_miss_is_clear_and_holds_no_key(client: httpx.Client, url: str, said: str) -> None:
    with pytest.raises(ReplayMiss, match=said) as caught:
        client.get(url)
    assert "SECRETKEY" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_same_request_twice(client: httpx.Client) -> None:
    """A61 over HTTP."""
    assert client.get(COMPANY).content == client.get(COMPANY).content


def test_the_async_client_gets_the_same(pack: Pack, tools: Any, client: httpx.Client) -> None:
    async def fetch() -> list[bytes]:
        transport = AsyncReplayTransport(pack, tools)
        async with httpx.AsyncClient(transport=transport) as asynchronous:
            replies = await asyncio.gather(*(asynchronous.get(COMPANY) for _ in range(20)))
        return [reply.content for reply in replies]

    assert set(asyncio.run(fetch())) == {client.get(COMPANY).content}


def _world(tmp_path: Path, tools: Any, name: str) -> Pack:
    def respond(request: HttpRequest) -> HttpResponse:
        body = f'{{"status":"000","message":"정상","corp_name":"{name}"}}'
        return HttpResponse(200, "application/json;charset=UTF-8", body.encode())

    recorder = Recorder(tmp_path / name, tools, Provenance("replica", name))
    with httpx.Client(transport=served_by(respond)) as client, recorder.traffic():
        client.get(COMPANY)
    recorder.save(name)
    compile_pack(tmp_path / name, tmp_path / f"{name}.pack", tools, level=3)
    return Pack.open(tmp_path / f"{name}.pack")


class TestSeveralWorldsAtOnce:
    """A60 as a kind: each client plays only its own pack, in threads and in tasks."""

    NAMES = ("하나", "둘", "셋")

    def test_threads(self, tmp_path: Path, tools: Any) -> None:
        packs = {name: _world(tmp_path, tools, name) for name in self.NAMES}
        barrier = threading.Barrier(len(packs))
        heard: dict[str, set[str]] = {}

        def listen(name: str, pack: Pack) -> None:
            with httpx.Client(transport=ReplayTransport(pack, tools)) as client:
                barrier.wait()
                heard[name] = {client.get(COMPANY).json()["corp_name"] for _ in range(50)}

        threads = [threading.Thread(target=listen, args=item) for item in packs.items()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert heard == {name: {name} for name in self.NAMES}

    def test_tasks(self, tmp_path: Path, tools: Any) -> None:
        packs = {name: _world(tmp_path, tools, name) for name in self.NAMES}

        async def listen(name: str) -> tuple[str, set[str]]:
            transport = AsyncReplayTransport(packs[name], tools)
            async with httpx.AsyncClient(transport=transport) as client:
                heard = set()
                for _ in range(20):
                    await asyncio.sleep(0)
                    heard.add((await client.get(COMPANY)).json()["corp_name"])
                return name, heard

        async def all_at_once() -> list[tuple[str, set[str]]]:
            return await asyncio.gather(*(listen(name) for name in self.NAMES))

        assert dict(asyncio.run(all_at_once())) == {name: {name} for name in self.NAMES}


def test_a_recording_of_a_replay_is_the_same_recording(
    pack: Pack, tools: Any, tmp_path: Path, server: Any
) -> None:
    """Record, replay, record the replay: byte-equal bodies."""
    asked = list(server.asked)

    def respond(request: HttpRequest) -> HttpResponse:
        with httpx.Client(transport=ReplayTransport(pack, tools)) as inner:
            reply = inner.request(
                request.method,
                request.url(),
                headers=list(request.headers),
                content=request.body or None,
            )
        return HttpResponse(reply.status_code, reply.headers["content-type"], reply.content)

    recorder = Recorder(tmp_path / "again", tools, Provenance("replica", "world"))
    with httpx.Client(transport=served_by(respond)) as client, recorder.traffic():
        for request in asked:
            client.request(
                request.method,
                request.url(),
                headers=list(request.headers),
                content=request.body or None,
            )
    recorder.save()
    compile_pack(tmp_path / "again", tmp_path / "again.pack", tools, level=3)
    with Pack.open(tmp_path / "again.pack") as again:
        assert {e.key: e.body for e in again} == {e.key: e.body for e in pack}
