"""EDGE in one process, the replica in another: over real HTTP the graph is the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from serving import Served
from typer.testing import CliRunner

from kopa_env.errors import UsageError
from kopa_synth.cli import app


def synth(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def explored(path: Path, *source: str) -> dict[str, Any]:
    synth("graph", "-o", str(path), "--platform", "seoul", *source)
    return synth("explore", str(path), "--rounds", "4", "--paths", "15")


def test_over_http_the_graph_hash_is_the_same(served: Served, tmp_path: Path) -> None:
    inside = explored(tmp_path / "inside", "--world", str(served.said["seed"]))
    address = f"http://127.0.0.1:{served.said['plain']}"
    outside = explored(tmp_path / "outside", "--source", address)
    assert outside["graph_hash"] == inside["graph_hash"]
    assert outside["calls"] == inside["calls"]


def test_a_server_that_is_not_there_is_no_fault_of_an_edge(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no replica answers at http://127\.0\.0\.1:9"):
        explored(tmp_path, "--source", "http://127.0.0.1:9")
