"""verl's own ``main_ppo`` on our tasks, on a CPU: a stock process that finds us by entry point."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from small_model import model_folder, small_tokenizer

from kopa_env.envs.session import Settings
from kopa_env.suites import Suite, load_suite
from kopa_rl.golden import conversations
from kopa_rl.rollout import Stage
from kopa_rl.template import template

pytest.importorskip("verl", reason="extra verl")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

SUPPORT = Path(__file__).parents[1] / "support"


def test_three_steps_of_grpo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    import verl_on_cpu

    from kopa_rl.verl.runs import grpo
    from kopa_rl.verl.settings import Order

    drill = load_suite("drill")
    stage = Stage(drill, settings=Settings(local_tools=False))
    few = Suite.of("few", [drill.task(name) for name in drill.ids("dev")][:8], drill.world_seed)
    tokenizer = small_tokenizer(list(conversations(Stage(few, settings=stage.settings))))
    folder = model_folder(tokenizer, tmp_path / "model", template("compact").serving)
    for name, value in verl_on_cpu.ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PYTHONPATH", os.fspath(SUPPORT))
    stood = tmp_path / "stood"
    stood.mkdir()
    monkeypatch.chdir(stood)
    order = Order(
        model=str(folder),
        output=tmp_path / "run",
        template="compact",
        split="dev",
        eval_split="dev",
        steps=3,
        batch=2,
        group=2,
        prompt=1024,
        length=512,
        device="cpu",
        save=-1,
    )
    more = [*verl_on_cpu.overrides(), "trainer.val_before_train=False", "trainer.test_freq=-1"]
    told = grpo(order, stage, more)
    assert told["steps"] == 3
    assert [row["step"] for row in told["log"]] == [1, 2, 3]
    assert all(0 <= row["kopa/reward"] <= 1 for row in told["log"])
    printed = capfd.readouterr().out
    steps = re.findall(r"step:(\d+) - ", printed)
    assert steps[-1] == "3"
    assert not list(stood.glob("outputs")), "hydra's logs belong to the run's own folder"
    assert (order.output / "hydra" / ".hydra" / "overrides.yaml").is_file()
