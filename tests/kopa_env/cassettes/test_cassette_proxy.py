"""Recording an unchanged client's traffic through the replica's proxy, under real host names."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any

import httpx
import pytest

from kopa_env.cassettes.compile import compile_pack
from kopa_env.cassettes.record import Provenance, Recorder
from kopa_env.cassettes.verify import verify
from kopa_env.catalogue import Catalogue
from kopa_env.pack import Pack
from kopa_env.sources.transport import ReplayTransport

KEY = "a+b/c=" * 8


def a_strangers_script(client: httpx.Client) -> list[bytes]:
    """What somebody who never heard of this package might write."""
    base = "https://opendart.fss.or.kr/api"
    replies = [
        client.get(f"{base}/company.json", params={"crtfc_key": KEY, "corp_code": "00000002"}),
        client.get(f"{base}/list.json", params={"crtfc_key": KEY, "corp_name": "가람 전자"}),
        client.post(
            "https://openapi.edmgr.kr/openAPI/service/SA00202400011",
            headers={"api_key": KEY},
            json={
                "apiId": "SA00202400011",
                "userApiAthkCn": KEY,
                "srhParam": {"crtrYr": "2023", "ctpvNm": "서울"},
            },
        ),
    ]
    return [reply.content for reply in replies]


def test_recorded_through_the_proxy_and_replayed_byte_for_byte(
    tmp_path: Path, tools: Catalogue, server: Any
) -> None:
    pytest.importorskip("trustme")
    pytest.importorskip("uvicorn")
    from kopa_env.replica.server import Ports, ReplicaServer

    ca = tmp_path / "ca.pem"
    hosts = {"opendart.fss.or.kr", "openapi.edmgr.kr"}
    recorder = Recorder(tmp_path / "c", tools, Provenance("replica", "w"))
    with ReplicaServer(server.respond, hosts, Ports(0, 0, 0), "127.0.0.1", ca) as replica:
        proxy = f"http://127.0.0.1:{replica.ports.proxy}"
        context = ssl.create_default_context(cafile=str(ca))
        with httpx.Client(proxy=proxy, verify=context) as client, recorder.traffic():
            served = a_strangers_script(client)
    recorder.save("small")
    assert recorder.report.recorded == 3
    assert verify(tmp_path / "c").failures == []
    text = "".join(p.read_text(encoding="utf-8") for p in (tmp_path / "c").rglob("*.yaml"))
    assert "https://opendart.fss.or.kr/api/company.json?crtfc_key=~&corp_code=00000002" in text
    assert "127.0.0.1" not in text
    compile_pack(tmp_path / "c", tmp_path / "small.pack", tools, level=3)
    with (
        Pack.open(tmp_path / "small.pack") as pack,
        httpx.Client(transport=ReplayTransport(pack, tools)) as client,
    ):
        assert a_strangers_script(client) == served
