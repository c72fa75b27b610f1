"""Recording over the forward proxy of a running replica gives what recording in process gives."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.replica.engine import Replica
from kopa_env.replica.server import Ports, ReplicaServer
from kopa_env.world import World

CALLS = (
    {"tool": "dart_company", "args": {"corp_code": "00126380"}},
    {"tool": "assembly_committees", "args": {}},
    {"tool": "seoul_parks", "args": {"START_INDEX": 1, "END_INDEX": 5}},
)


def _kopa(*words: str) -> subprocess.CompletedProcess[str]:
    code = "import sys; from kopa_env.cli import main; sys.exit(main())"
    line = [sys.executable, "-c", code, *words]
    return subprocess.run(line, capture_output=True, text=True, check=False)


@pytest.fixture
def calls(tmp_path: Path) -> Path:
    file = tmp_path / "calls.jsonl"
    file.write_text("".join(json.dumps(call) + "\n" for call in CALLS), encoding="utf-8")
    return file


def test_the_same_files_come_of_both_ways(tmp_path: Path, calls: Path) -> None:
    catalogue = Catalogue.load()
    hosts = {host for platform in catalogue.platforms.values() for host in platform.hosts}
    authority = tmp_path / "ca.pem"
    respond = Replica(World(20260130), catalogue).respond
    with ReplicaServer(respond, hosts, Ports(0, 0, 0), ca_file=authority) as server:
        proxy = f"http://127.0.0.1:{server.ports.proxy}"
        far = ("--proxy", proxy, "--ca-file", str(authority), "-o", str(tmp_path / "far"))
        done = _kopa("record", "--calls", str(calls), *far)
        assert done.returncode == 0, done.stderr
    done = _kopa("record", "--calls", str(calls), "-o", str(tmp_path / "near"))
    assert done.returncode == 0, done.stderr
    near, away = (
        {file.relative_to(tmp_path / side): file.read_bytes() for file in _files(tmp_path / side)}
        for side in ("near", "far")
    )
    assert len(near) >= 2 * len(CALLS)
    assert near == away


def test_a_proxy_goes_with_the_replica_only(tmp_path: Path, calls: Path) -> None:
    words = ("--source", "live", "--proxy", "http://127.0.0.1:1", "-o", str(tmp_path / "x"))
    done = _kopa("record", "--calls", str(calls), *words)
    assert done.returncode == 2
    assert "--source replica" in done.stderr


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
