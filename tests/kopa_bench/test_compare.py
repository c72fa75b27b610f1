"""Two runs compared task by task, beside an independent paired bootstrap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench_cli import bench, refused
from bench_stage import TASKS
from scipy.stats import bootstrap
from typer.testing import CliRunner

from kopa_bench.cli import app
from kopa_bench.compare import compare, differences
from kopa_env.errors import UsageError

NAMES = list(TASKS)


def row(task_id: str, reward: float, sample: int = 0) -> dict[str, Any]:
    return {
        **{"task_id": task_id, "seed": 0, "sample": sample, "valid": True},
        "grade": {"reward": reward},
    }


def test_gains_are_told_by_task_and_part() -> None:
    first = [row(NAMES[0], 1.0), row(NAMES[1], 0.0), row(NAMES[2], 0.0)]
    second = [row(NAMES[0], 0.0), row(NAMES[1], 1.0), row(NAMES[1], 0.0, 1), row(NAMES[2], 0.0)]
    found = compare(first, second, TASKS)
    assert (found["tasks"], found["left_out"]) == (3, 0)
    assert (found["first"], found["second"]) == (0.333333, 0.166667)
    assert found["difference"] == pytest.approx(-1 / 6, abs=1e-6)
    assert (found["better"], found["worse"], found["same"]) == (1, 1, 1)
    assert found["changed"] == [
        {"task": NAMES[1], "first": 0.0, "second": 0.5},
        {"task": NAMES[0], "first": 1.0, "second": 0.0},
    ]
    assert sum(part["tasks"] for part in found["by_domain"].values()) == 3
    assert found["by_data"]["generated"]["tasks"] == 3


def test_only_what_both_played_is_compared() -> None:
    first = [row(NAMES[0], 1.0), row(NAMES[1], 1.0)]
    found = compare(first, [row(NAMES[1], 0.0), row(NAMES[2], 1.0)], TASKS)
    assert (found["tasks"], found["left_out"], found["difference"]) == (1, 2, -1.0)
    assert found["ci95"] == [None, None], "one task has no interval"
    with pytest.raises(UsageError, match="no task in common"):
        compare(first[:1], [row(NAMES[1], 0.0)], TASKS)


def test_the_interval_is_that_of_paired_differences() -> None:
    rng = np.random.default_rng(5)
    names = [f"t{i}" for i in range(60)]
    tasks = {name: next(iter(TASKS.values())) for name in names}
    before = rng.integers(0, 2, 60).astype(float)
    after = np.where(rng.random(60) < 0.8, before, 1 - before)
    found = compare(
        [row(n, v) for n, v in zip(names, before, strict=True)],
        [row(n, v) for n, v in zip(names, after, strict=True)],
        tasks,
    )
    theirs = bootstrap(
        (after - before,), np.mean, n_resamples=2000, method="percentile", rng=7
    ).confidence_interval
    assert found["ci95"] == pytest.approx([theirs.low, theirs.high], abs=0.03)
    alone = np.sqrt(before.var() / 60 + after.var() / 60) * 1.96
    assert (found["ci95"][1] - found["ci95"][0]) / 2 < alone, "narrower than two runs apart"


def test_runs_that_are_not_alike_are_told() -> None:
    about = {"suite": "mini", "hashes": {"world": "a", "grading": "2"}}
    assert differences(about, about) == []
    other = {"suite": "mini", "hashes": {"world": "b", "grading": "2"}}
    assert differences(about, other) == ["hashes.world is a in the first and b in the second"]


def test_it_is_a_command(tmp_path: Path) -> None:
    common = ("run", "--suite", "mini", "--limit", "3", "--no-html")
    bench(*common, "--policy", "oracle", "-o", tmp_path / "a")
    bench(*common, "--policy", "null", "-o", tmp_path / "b")
    found = bench("compare", tmp_path / "a", tmp_path / "b")
    assert (found["difference"], found["worse"], found["unlike"]) == (-1.0, 3, [])
    shown = CliRunner().invoke(app, ["compare", str(tmp_path / "a"), str(tmp_path / "b")])
    assert shown.exit_code == 0
    assert "better 0, worse 3, same 0" in shown.stdout
    assert "nothing" in refused("compare", tmp_path / "a", tmp_path / "nothing")
