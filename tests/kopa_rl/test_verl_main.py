"""verl's own ``main_ppo`` on our tasks, on a CPU: a stock process that finds us by entry point."""

from __future__ import annotations

import os
from pathlib import Path

import orjson
import pytest
from small_model import FIXTURE

from kopa_env.envs.session import Settings
from kopa_env.errors import UsageError
from kopa_env.suites import load_suite
from kopa_rl.rollout import Stage

pytest.importorskip("verl", reason="extra verl")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

SUPPORT = Path(__file__).parents[1] / "support"


def test_three_steps_of_grpo_over_an_end_and_a_new_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    import verl_on_cpu

    from kopa_rl.verl.runs import grpo
    from kopa_rl.verl.settings import Order

    stage = Stage(load_suite("drill"), settings=Settings(local_tools=False))
    for name, value in verl_on_cpu.ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PYTHONPATH", os.fspath(SUPPORT))
    stood = tmp_path / "stood"
    stood.mkdir()
    monkeypatch.chdir(stood)

    def order(steps: int) -> Order:
        return Order(
            model=str(FIXTURE),
            output=tmp_path / "run",
            split="dev",
            eval_split="dev",
            steps=steps,
            batch=2,
            group=2,
            prompt=1024,
            length=1024,
            device="cpu",
            save=1,
        )

    more = [*verl_on_cpu.overrides(), "trainer.val_before_train=False", "trainer.test_freq=-1"]
    assert [row["step"] for row in grpo(order(2), stage, more)["log"]] == [1, 2]
    about = orjson.loads((tmp_path / "run/checkpoints/global_step_2/kopa.json").read_bytes())
    assert about["hashes"]["suite"] == stage.suite.hash
    told = grpo(order(3), stage, more)
    assert [row["step"] for row in told["log"]] == [1, 2, 3]
    again = (tmp_path / "run" / "metrics-001.jsonl").read_bytes().splitlines()
    assert [orjson.loads(line)["step"] for line in again] == [3], "it went on from its checkpoint"
    for row in told["log"]:
        assert 0 <= row["kopa/reward"] == pytest.approx(row["critic/rewards/mean"])
        assert row["kopa/response"] * row["kopa/environment"] <= 1
        assert 0 <= row["kopa/flat_groups"] <= 1
        assert row["kopa/invalid"] == 0
    assert sum(row["num_turns/mean"] for row in told["log"]) > 3, "tools were called"
    assert not list(stood.glob("outputs")), "hydra's logs belong to the run's own folder"
    assert (tmp_path / "run" / "hydra" / ".hydra" / "overrides.yaml").is_file()

    other = Stage(load_suite("mini"))
    with pytest.raises(UsageError, match=r"another .*suite"):
        grpo(order(4), other, more)
