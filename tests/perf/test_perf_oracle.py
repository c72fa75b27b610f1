"""The benchmarks of a whole run and of importing run and say what they promise."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

KEYS = {"name", "ours", "peer", "peer_version", "ratio", "unit", "n"}


def benchmark(name: str) -> ModuleType:
    path = Path(__file__).parents[2] / "benchmark" / "perf" / f"{name}.py"
    if not path.exists():
        pytest.skip("the benchmarks are not part of an installed package")
    spec = importlib.util.spec_from_file_location(f"perf_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_oracle_rows(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jinja2")
    benchmark("oracle").main(["--samples", "1", "--runs", "1", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    by_name = {row["name"]: row for row in rows}
    assert all(row.keys() >= KEYS for row in rows)
    run, start = by_name["oracle, mini x 1"], by_name["start alone, mini"]
    assert run["n"] == 16
    assert run["ours"] > start["ours"] > 0, "a run costs more than its start"


def test_a_run_that_fails_is_told_not_measured() -> None:
    with pytest.raises(SystemExit, match="no suite"):
        benchmark("oracle").cpu_s("--suite", "no-such-suite")


def test_import_rows(capsys: pytest.CaptureFixture[str]) -> None:
    benchmark("imports").main(["--runs", "1", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert all(row.keys() >= KEYS for row in rows)
    assert {(row["name"], row["unit"]) for row in rows} == {
        (f"import {name}", unit)
        for name in ("kopa_env", "kopa_bench.cli")
        for unit in ("ms CPU", "MB")
    }
    assert all(row["ours"] > 0 < row["peer"] for row in rows)


def test_all_parts_are_found_and_their_rows_joined(capsys: pytest.CaptureFixture[str]) -> None:
    every = benchmark("__main__")
    assert {"replay", "env_step", "imports", "oracle"} <= set(every.NAMES)
    assert every.main(["imports", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["benchmark"] for row in rows} == {"imports"}
    assert all(row.keys() >= KEYS for row in rows)
    with pytest.raises(SystemExit):
        every.main(["nope"])
