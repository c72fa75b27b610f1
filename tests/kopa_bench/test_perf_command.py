"""``kopa perf`` runs what lies in the checkout, and says so in a line where there is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer

from kopa_bench import perf as command
from kopa_env.errors import UsageError


def test_a_part_of_the_checkout_is_run(capfd: pytest.CaptureFixture[str]) -> None:
    if not (Path(command.__file__).parents[1] / "perf").is_dir():
        pytest.skip("the benchmarks are not part of an installed package")
    command.perf(["imports"], quick=True, json=True)
    told = json.loads(capfd.readouterr().out)
    assert {row["benchmark"] for row in told["rows"]} == {"imports"}
    assert {type(budget["met"]) for budget in told["budgets"]} == {bool}
    with pytest.raises(typer.Exit) as ended:
        command.perf(["nope"])
    assert ended.value.exit_code == 2


def test_without_a_checkout_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "__file__", str(tmp_path / "a" / "kopa_bench" / "perf.py"))
    with pytest.raises(UsageError, match="run this in a checkout"):
        command.perf()
