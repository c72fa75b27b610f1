"""The benchmark of building a skeleton runs, and what it counts grows with the tools alone."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from kopa_env.catalogue import Catalogue


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The benchmark over four platforms, of which more tools are soon copies."""
    path = Path(__file__).parents[2] / "benchmark" / "perf" / "skeleton.py"
    if not path.exists():
        pytest.skip("the benchmarks are not part of an installed package")
    spec = importlib.util.spec_from_file_location("perf_skeleton", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shipped = Catalogue.load()
    names = [name for p in ("assembly", "dart", "edudata", "seoul") for name in shipped.names(p)]
    few = Catalogue.of(tuple(shipped[name] for name in names), tuple(shipped.platforms.values()))
    monkeypatch.setattr(Catalogue, "load", classmethod(lambda cls: few))
    return module


def test_pairs_grow_with_the_tools_not_with_their_square(
    benchmark: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    benchmark.main(["--tools", "60", "480", "--json"])
    small, large = json.loads(capsys.readouterr().out)["rows"]
    assert (small["n"], large["n"]) == (60, 480)
    assert large["pairs"] <= 480 * (15 + 10 + 5)
    assert large["pairs"] <= 1.5 * small["pairs"] * 480 / 60, "a square would be eight times this"
    assert large["edges"] > small["edges"] > 0
    assert small["ratio"] == 1.0
    assert large["ours"] > 0


def test_a_copy_is_another_platform_with_things_of_its_own(benchmark: ModuleType) -> None:
    tools = benchmark.catalogue(900)
    assert len(tools) == 900
    names = {name.rsplit("_", 1)[0] for name in tools.names()}
    assert len(names) < 900, "copies stand beside their originals"
    first, copy = tools["dart_company"], tools["dart_company_1"]
    assert copy.platform != first.platform
    assert {f.path for f in copy.fields}.isdisjoint(f.path for f in first.fields)
