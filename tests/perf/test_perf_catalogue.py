"""The search queries name tools that exist, and search finds most of them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from kopa_env.catalogue import Catalogue


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    path = Path(__file__).parents[2] / "benchmark" / "perf" / "catalogue.py"
    if not path.exists():
        pytest.skip("the benchmarks are not part of an installed package")
    spec = importlib.util.spec_from_file_location("perf_catalogue", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


def test_the_queries_are_many_and_name_tools_that_exist(benchmark: ModuleType) -> None:
    rows, catalogue = benchmark.queries(), Catalogue.load()
    assert len({query for query, _ in rows}) == len(rows) >= 60
    assert not [name for _, wanted in rows for name in wanted if name not in catalogue]


def test_nine_in_ten_are_among_the_first_ten(benchmark: ModuleType) -> None:
    share, lost = benchmark.recall()
    assert share >= 0.9, lost


def test_a_search_that_finds_nothing_is_told(
    benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Catalogue, "search", lambda self, query, limit: [])
    share, lost = benchmark.recall()
    assert (share, len(lost)) == (0, len(benchmark.queries()))
