"""The trained fixture calls tools: through TRL's GRPO, and in process by the evaluation runner."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import orjson
import pytest
from small_model import FIXTURE
from typer.testing import CliRunner

from kopa_env.envs.session import Settings
from kopa_env.errors import UsageError
from kopa_env.suites import load_suite
from kopa_rl.rollout import Stage

pytest.importorskip("trl", reason="extra trl")
pytestmark = pytest.mark.filterwarnings("ignore")


def test_it_is_small() -> None:
    assert sum(path.stat().st_size for path in FIXTURE.iterdir()) <= 3_000_000


def test_grpo_takes_two_steps_on_it_and_earns_rewards(tmp_path: Path) -> None:
    from kopa_rl.trl.runs import Order, grpo

    stage = Stage(load_suite("drill"), settings=Settings(local_tools=False))
    order = Order(
        model=str(FIXTURE),
        output=tmp_path,
        steps=2,
        batch=16,
        group=4,
        learning_rate=1e-4,
        length=1024,
        turn=80,
    )
    told = grpo(order, stage)
    assert [row["step"] for row in told["log"]] == [1, 2]
    for row in told["log"]:
        assert row["kopa/calls"] > 0
        assert row["kopa/invalid"] == 0
    assert any(row["kopa/reward"] > 0 for row in told["log"])
    assert any(row["grad_norm"] > 0 for row in told["log"])
    about = orjson.loads((tmp_path / "run.json").read_bytes())
    assert about["hashes"]["suite"] == stage.suite.hash


def bench(output: Path, *options: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Play held-out tasks with ``kopa bench run``; return figures and traces."""
    from kopa_bench.cli import app

    shown = ["run", "--suite", "drill", "--split", "dev", "--no-local-tools", "--no-html", "--json"]
    model = ["--policy", "transformers", "-m", str(FIXTURE), "--max-tokens", "80"]
    done = CliRunner().invoke(app, [*shown, *model, "-o", str(output), *options])
    assert done.exit_code == 0, done.output
    traces = [orjson.loads(line) for line in (output / "traces.jsonl").read_bytes().splitlines()]
    return orjson.loads(done.stdout), traces


def test_the_runner_plays_it_in_process_on_entities_it_has_not_seen(tmp_path: Path) -> None:
    figures, traces = bench(tmp_path / "run", "--limit", "12", "-c", "12")
    assert figures["infra_errors"] == 0
    assert figures["pass@1"] > 0
    called = [any(m.get("tool_calls") for m in trace["messages"]) for trace in traces]
    assert sum(called) >= len(called) / 2
    assert all(trace["usage"]["completion_tokens"] > 0 for trace in traces)
    options = orjson.loads((tmp_path / "run" / "run.json").read_bytes())["policy"]
    assert options["name"] == "transformers"
    assert len(options["weights"]) == 16


def test_a_sample_does_not_hang_on_what_it_is_batched_with(tmp_path: Path) -> None:
    def said(concurrency: str) -> dict[str, Any]:
        _, traces = bench(tmp_path / concurrency, "--limit", "6", "-c", concurrency)
        return {trace["task_id"]: trace["messages"][2:] for trace in traces}

    alone, together = said("1"), said("6")
    assert alone == together


def test_who_no_longer_waits_holds_up_nobody() -> None:
    from kopa_bench.policies.in_process import InProcess
    from kopa_bench.policies.served import Sampling
    from kopa_bench.policy import View

    policy = InProcess(str(FIXTURE), Sampling(temperature=0, max_tokens=4))
    views = [View([{"role": "user", "content": word}], (), 0, 0, 0) for word in ("가", "나", "다")]

    async def go() -> list[Any]:
        first, *others = [asyncio.create_task(policy.act(view)) for view in views]
        await asyncio.sleep(0)
        first.cancel()
        return await asyncio.wait_for(asyncio.gather(*others), 60)

    assert all(action.usage["completion_tokens"] > 0 for action in asyncio.run(go()))


@pytest.mark.parametrize("spoilt", ["nothing", "model.safetensors", "config.json"])
def test_a_folder_without_a_whole_model_is_one_line(tmp_path: Path, spoilt: str) -> None:
    from kopa_bench.cli import app

    if spoilt != "nothing":
        for path in FIXTURE.iterdir():
            (tmp_path / path.name).write_bytes(path.read_bytes())
        (tmp_path / spoilt).write_bytes((FIXTURE / spoilt).read_bytes()[:100])
    done = CliRunner().invoke(app, ["run", "--policy", "transformers", "-m", str(tmp_path)])
    assert isinstance(done.exception, UsageError)
    assert "no model" in str(done.exception)
    assert "\n" not in str(done.exception)
