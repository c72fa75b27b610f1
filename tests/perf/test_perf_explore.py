"""The benchmark of Phase A runs, and the calls it counts grow with the tools alone."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from kopa_env.catalogue import Catalogue
from kopa_synth.skeleton import nodes


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The benchmark over one platform, whose tables are soon built."""
    path = Path(__file__).parents[2] / "benchmark" / "perf" / "explore.py"
    if not path.exists():
        pytest.skip("the benchmarks are not part of an installed package")
    spec = importlib.util.spec_from_file_location("perf_explore", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    platform = [tool for tool in nodes(Catalogue.load()) if tool.platform == "assembly"]
    monkeypatch.setattr(module, "nodes", lambda catalogue: platform)
    return module


def test_calls_grow_with_the_tools_not_with_their_square(
    benchmark: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    benchmark.main(["--tools", "48", "12", "--rounds", "3", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    small, large = rows[:4], rows[4:]
    assert [row["name"].partition(",")[0] for row in small] == [
        "explore",
        "explore and replica",
        "an edge of explore",
        "calls of explore",
    ]
    assert {row["n"] for row in rows} == {48}, "the same tools at both sizes"
    assert [row["ratio"] for row in small] == [1.0] * 4
    assert large[3]["ratio"] <= 2, "a square would be four times"
    assert large[3]["ours"] >= large[3]["distinct"] > 0
    assert large[1]["ours"] >= large[0]["ours"] > 0


def test_a_line_says_time_and_calls(
    benchmark: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    benchmark.main(["--tools", "12", "--rounds", "1"])
    (told,) = capsys.readouterr().out.splitlines()
    assert told.startswith("explore, 12 tools")
    assert "CPU s" in told
    assert "1.00 of linear" in told
    assert "calls" in told


def test_smaller_graphs_part_the_tools_of_the_largest(benchmark: ModuleType) -> None:
    (whole,) = benchmark.groups(48, 48)
    quarters = benchmark.groups(12, 48)
    assert len(quarters) == 4
    assert sorted(name for tools in quarters for name in tools.names()) == sorted(whole.names())


def test_paths_are_in_proportion_to_the_tools(benchmark: ModuleType) -> None:
    small, large = benchmark.rules(100, 10), benchmark.rules(400, 10)
    assert large.paths == 4 * small.paths
    assert large.rounds == small.rounds == 10
