"""The benchmarks of a whole run and of importing run and say what they promise."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

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
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_oracle_rows(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jinja2")
    benchmark("oracle").main(["--suite", "mini", "--samples", "2", "--runs", "1", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    by_name = {row["name"]: row for row in rows}
    assert all(row.keys() >= KEYS for row in rows)
    run, start = by_name["oracle, mini x 1"], by_name["start alone, mini"]
    assert run["n"] == 16
    assert by_name["oracle, mini x 2"]["n"] == 32
    assert run["ours"] > start["ours"] > 0, "a run costs more than its start"


def test_a_run_has_its_share_of_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start 0.5 s; of the 2.5 s that are left, a quarter for 145 of 580 rollouts."""
    oracle = benchmark("oracle")

    def pretended(*words: str, codes: str = "") -> tuple[float, dict[str, Any]]:
        samples = int(words[words.index("-r") + 1]) if "-r" in words else 1
        return (0.5, {}) if "null" in words else (1.0, {"pass@1": 1.0, "episodes": 145 * samples})

    monkeypatch.setattr(oracle, "cpu_s", pretended)
    rows = {row["name"]: row["peer"] for row in oracle.measure("bench", 4)}
    assert rows == {"start alone, bench": 3.0, "oracle, bench x 1": 1.125, "oracle, bench x 4": 3.0}


def test_an_oracle_that_errs_is_told_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    oracle = benchmark("oracle")
    monkeypatch.setattr(oracle, "cpu_s", lambda *w, codes="": (1.0, {"pass@1": 0.9, "episodes": 1}))
    with pytest.raises(SystemExit, match=r"scores 0\.9"):
        list(oracle.measure("bench", 4))


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
    told = json.loads(capsys.readouterr().out)
    assert {row["benchmark"] for row in told["rows"]} == {"imports"}
    assert all(row.keys() >= KEYS for row in told["rows"])
    assert [row["budget"].partition(":")[0] for row in told["budgets"]] == [
        "import kopa_env",
        "memory of import kopa_env",
    ]
    with pytest.raises(SystemExit):
        every.main(["nope"])


def test_every_part_of_the_folder_is_run() -> None:
    every = benchmark("__main__")
    assert set(every.NAMES) == {p.stem for p in every.HERE.glob("*.py")} - {"__main__"}


def test_a_budget_is_met_or_missed_by_the_last_row_it_means() -> None:
    every = benchmark("__main__")

    def row(name: str, ours: float, unit: str = "us", peer: str = "vcrpy") -> dict[str, Any]:
        return {"benchmark": "p", "name": name, "peer_name": peer, "unit": unit, "ours": ours}

    rows = [row("call, 10", 9), row("call, 1,000", 25), row("call, 1,000", 1, unit="MB")]
    most = every.Budget("a call", "p", "call, *", "us", "ours", 20)
    assert most.verdict(rows) == {
        "budget": "a call",
        "limit": "<= 20 us",
        "measured": 25.0,
        "met": False,
    }
    least = every.Budget("a call", "p", "call, 10, *", "us", "ours", 9, at_least=True)
    assert least.verdict(rows)["met"] is True
    assert every.Budget("x", "p", "call, 10, aviary", "us", "ours", 1).of(rows) is None
    assert every.Budget("x", "other", "call, *", "us", "ours", 1).of(rows) is None


def test_tables_are_markdown_with_a_cell_for_every_heading() -> None:
    every = benchmark("__main__")
    measured = {"name": "a", "ours": 12345.6, "peer": None, "peer_version": None, "ratio": 0.5}
    lines = list(every.table([{**measured, "unit": "us", "n": 1000}]))
    assert lines[2] == "| a | 12,346 |  |  | 0.5 | us | 1,000 |"
    verdict = {"budget": "b", "limit": "<= 3 s", "measured": 3.5, "met": False}
    assert list(every.budgets([verdict]))[2] == "| b | <= 3 s | 3.5 | missed |"
    assert len({line.count("|") for line in lines}) == 1
