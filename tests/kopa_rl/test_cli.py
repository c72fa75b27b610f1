"""``kopa train grpo``: what goes before what, and what is refused; no trainer is needed for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest
from typer.testing import CliRunner

from kopa_env.errors import UsageError
from kopa_rl.cli import app


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What verl would have been started with."""
    held: dict[str, Any] = {}

    def grpo(order: Any, stage: Any, more: Any) -> dict[str, Any]:
        held.update(order=order, stage=stage, more=list(more))
        return {"steps": order.steps, "log": []}

    monkeypatch.setattr("kopa_rl.backends.require", lambda backend: None)
    monkeypatch.setattr("kopa_rl.verl.runs.grpo", grpo)
    return held


def train(*options: str) -> Any:
    done = CliRunner().invoke(
        app, ["grpo", "-m", "model", "-o", "run", "--suite", "mini", *options]
    )
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def test_an_option_goes_before_the_preset_and_set_before_both(asked: dict[str, Any]) -> None:
    train(
        *("--backend", "verl", "--preset", "qwen3.5-4b", "--lr", "3e-6", "--batch", "32"),
        *("--set", "trainer.test_freq=5"),
    )
    order = asked["order"]
    assert (order.learning_rate, order.batch) == (3e-6, 8)
    assert (order.gpus, order.template, order.turn) == (8, "qwen3_5", 2048)
    assert asked["more"].index("trainer.test_freq=25") < asked["more"].index("trainer.test_freq=5")


def test_without_a_preset_it_is_as_said(asked: dict[str, Any]) -> None:
    train("--backend", "verl", "--group", "2", "--batch", "8")
    assert (asked["order"].group, asked["order"].batch, asked["order"].gpus) == (2, 4, 1)
    assert (asked["order"].suite, asked["more"]) == ("mini", [])


def test_verl_is_told_where_a_suite_of_ones_own_lies(asked: dict[str, Any], tmp_path: Path) -> None:
    from kopa_env.suites.compile import FOLDER
    from kopa_rl.verl.settings import overrides

    own = tmp_path / "own.jsonl"
    own.write_bytes((FOLDER / "tasks.jsonl").read_bytes())
    train("--backend", "verl", "--suite", str(own), "--split", "all")
    assert asked["order"].eval_split == "all", "it has no split dev"
    assert f"+kopa.suite='{own}'" in overrides(asked["order"], tmp_path)


def test_verl_is_given_the_last_model_of_a_run(asked: dict[str, Any], tmp_path: Path) -> None:
    from kopa_rl.verl.settings import overrides

    (tmp_path / "final").mkdir()
    train("--backend", "verl", "-m", str(tmp_path))
    assert f"actor_rollout_ref.model.path='{tmp_path / 'final'}'" in overrides(
        asked["order"], tmp_path
    )


def test_what_was_logged_is_told_once_a_step_and_a_torn_line_is_left_out(tmp_path: Path) -> None:
    from kopa_rl.reward import Verdict
    from kopa_rl.verl.runs import REWARD, logged

    def write(start: int, *rewards: tuple[int, float], torn: bytes = b"") -> None:
        metrics = [{"step": step, "data": {REWARD: reward}} for step, reward in rewards]
        body = b"".join(orjson.dumps(row) + b"\n" for row in metrics)
        (tmp_path / f"metrics-{start:03d}.jsonl").write_bytes(body + torn)

    write(0, (1, 0.25), (2, 0.5), torn=b'{"step": 3, "da')
    write(1, (2, 0.75), (3, 1.0))
    of = {"task_id": "a", "split": "train"}
    played = [
        {"step": 3, **of, **Verdict(1.0, 1.0, 1.0, "answer").to_json()},
        {"step": 3, **of, **Verdict(0.0, 1.0, 0.0, "length", clipped=True).to_json()},
        {"step": 3, **of, **Verdict(None, None, None, "invalid").to_json()},
        {"step": 3, **of, "split": "dev", **Verdict(0.0, 0.0, 0.0, "answer").to_json()},
    ]
    lines = b"".join(orjson.dumps(row) + b"\n" for row in played)
    (tmp_path / "rollouts-001.jsonl").write_bytes(lines + b'{"step"')
    rows = logged(tmp_path)
    assert [(row["step"], row[REWARD]) for row in rows] == [(1, 0.25), (2, 0.75), (3, 1.0)]
    assert rows[0]["kopa/reward"] == 0.25
    last = rows[2]
    assert (last["kopa/reward"], last["kopa/response"], last["kopa/environment"]) == (0.5, 1.0, 0.5)
    assert last["kopa/clipped"] == last["kopa/invalid"] == pytest.approx(1 / 3)
    assert last["kopa/flat_groups"] == 0.0


def test_rollouts_that_make_no_whole_groups_are_refused(asked: dict[str, Any]) -> None:
    for backend in ("trl", "verl"):
        with pytest.raises(UsageError, match="whole groups of --group 4"):
            train("--backend", backend, "--batch", "10")


@pytest.mark.parametrize("option", ["--set", "--preset"])
def test_what_is_for_verl_is_refused_for_trl(option: str) -> None:
    with pytest.raises(UsageError, match=f"{option} is for verl"):
        train(option, "a=b")


def test_an_unknown_preset_names_what_is_near(asked: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"did you mean qwen3\.5-4b"):
        train("--backend", "verl", "--preset", "qwen3.5-4")
