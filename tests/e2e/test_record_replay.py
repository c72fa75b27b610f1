"""A stranger's script, recorded from the real server and in process, replays byte for byte."""

from __future__ import annotations

import importlib.util
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote_plus

import httpx
import pytest
import yaml
from serving import CLIENTS, Served

from kopa_env.cassettes.capture import served_by
from kopa_env.cassettes.compile import compile_pack
from kopa_env.cassettes.record import Provenance, Recorder
from kopa_env.cassettes.verify import verify
from kopa_env.catalogue import Catalogue
from kopa_env.errors import ReplayMiss
from kopa_env.pack import Pack
from kopa_env.sources.replica import ReplicaSource
from kopa_env.sources.transport import ReplayTransport

NOT_KEPT = {
    "dart no key",
    "dart unknown service",
    "dart wrong method",
    "assembly unknown service",
    "assembly wrong method",
    "edudata no key",
    "edudata unknown service",
    "edudata wrong method",
    "seoul bad key",
    "seoul unknown service",
    "bus no key",
}
"""Calls whose replies say nothing of the data, or are of no tool: they are not recorded."""

MATCH = ("method", "scheme", "host", "port", "path", "query")
"""vcrpy's own default; where a platform is asked in the body, users add that."""

SAME_BUT_FOR_THE_KEY = {
    "dart no key": "dart company",
    "seoul bad key": "seoul bikes",
    "bus no key": "bus routes",
}


def script(key: str = "") -> ModuleType:
    """Load the stranger's script, with another key where one is given."""
    source = (CLIENTS / "plain_httpx.py").read_text(encoding="utf-8")
    spec = importlib.util.spec_from_loader("plain_httpx", None)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    own = "0123456789abcdef0123456789abcdef01234567"
    assert own in source
    exec(compile(source.replace(own, key or own), "plain_httpx.py", "exec"), module.__dict__)
    return module


@dataclass(frozen=True)
class Recorded:
    folder: Path
    bodies: Mapping[str, bytes]
    types: Mapping[str, str]


def record(
    folder: Path, client: httpx.Client, source: ReplicaSource, catalogue: Catalogue
) -> Recorded:
    world = source.hashes()["world"]
    provenance = Provenance("replica", world, lambda: "2026-01-30T09:00:00+09:00")
    recorder = Recorder(folder, catalogue, provenance)
    with client, recorder.traffic():
        got = {name: reply for name, reply in script().replies(client)}
    recorder.save("script")
    types = {name: reply.headers["content-type"] for name, reply in got.items()}
    return Recorded(folder, {name: reply.content for name, reply in got.items()}, types)


@pytest.fixture(scope="module")
def through_the_proxy(
    served: Served,
    replica: ReplicaSource,
    catalogue: Catalogue,
    tmp_path_factory: pytest.TempPathFactory,
) -> Recorded:
    context = ssl.create_default_context(cafile=served.ca_file)
    client = httpx.Client(proxy=served.proxy, verify=context, timeout=120)
    return record(tmp_path_factory.mktemp("proxy"), client, replica, catalogue)


@pytest.fixture(scope="module")
def in_process(
    replica: ReplicaSource, catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory
) -> Recorded:
    client = httpx.Client(transport=served_by(replica.replica.respond))
    return record(tmp_path_factory.mktemp("process"), client, replica, catalogue)


@pytest.fixture(scope="module")
def pack(
    through_the_proxy: Recorded, catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory
) -> Pack:
    target = tmp_path_factory.mktemp("pack") / "script.pack"
    compile_pack(through_the_proxy.folder, target, catalogue, level=3)
    return Pack.open(target)


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_both_ways_of_recording_give_the_same_files(
    through_the_proxy: Recorded, in_process: Recorded
) -> None:
    assert through_the_proxy.bodies == in_process.bodies
    one, other = files(through_the_proxy.folder), files(in_process.folder)
    assert one.keys() == other.keys()
    for name in one:
        assert one[name] == other[name], name


def test_recordings_hold_real_hosts_and_no_key(through_the_proxy: Recorded) -> None:
    assert verify(through_the_proxy.folder).failures == []
    written = files(through_the_proxy.folder)
    assert len([name for name in written if name.endswith(".yaml")]) >= 9
    for name, data in written.items():
        assert b"0123456789abcdef" not in data, name
        assert b"127.0.0.1" not in data, name


def test_replay_gives_the_same_bytes(
    through_the_proxy: Recorded, pack: Pack, catalogue: Catalogue
) -> None:
    theirs = script(key="a key of their own")
    with httpx.Client(transport=ReplayTransport(pack, catalogue)) as client:
        for name, (method, url, sent) in theirs.CALLS.items():
            if name not in NOT_KEPT:
                reply = client.request(method, url.replace(" ", "%20"), **sent)
                assert reply.content == through_the_proxy.bodies[name], name
                assert reply.headers["content-type"] == through_the_proxy.types[name], name


def test_replay_asks_for_no_key_and_invents_nothing(
    through_the_proxy: Recorded, pack: Pack, catalogue: Catalogue
) -> None:
    missed = set()
    with httpx.Client(transport=ReplayTransport(pack, catalogue)) as client:
        for name in sorted(NOT_KEPT):
            method, url, sent = script().CALLS[name]
            try:
                reply = client.request(method, url, **sent)
            except ReplayMiss:
                missed.add(name)
            else:
                assert reply.content == through_the_proxy.bodies[SAME_BUT_FOR_THE_KEY[name]]
    assert missed == NOT_KEPT - SAME_BUT_FOR_THE_KEY.keys()


def test_stock_vcrpy_replays_the_same_bytes(through_the_proxy: Recorded) -> None:
    vcr = pytest.importorskip("vcr")
    places: dict[tuple[str, str], Path] = {}
    for path in through_the_proxy.folder.rglob("*.yaml"):
        for held in yaml.safe_load(path.read_text(encoding="utf-8"))["interactions"]:
            request = held["request"]
            places[request["method"], unquote_plus(request["uri"])] = path
    theirs, played = script(key="~"), set()
    for path in sorted(set(places.values())):
        match_on = (*MATCH, "body") if path.parent.name == "edudata" else MATCH
        with (
            vcr.use_cassette(str(path), record_mode="none", match_on=match_on) as cassette,
            httpx.Client() as client,
        ):
            for name, call in theirs.CALLS.items():
                if name in NOT_KEPT or places.get(_address(call)) != path:
                    continue
                reply = client.request(call[0], call[1], **call[2])
                assert reply.content == through_the_proxy.bodies[name], name
                played.add(name)
            assert cassette.all_played
    assert played == set(theirs.CALLS) - NOT_KEPT


def _address(call: tuple[str, str, dict[str, Any]]) -> tuple[str, str]:
    method, url, sent = call
    return method, unquote_plus(str(httpx.Request(method, url, **sent).url))
