"""``kopa train sft`` and ``grpo`` with TRL: from a model folder to another one, over a kill."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_model import model_folder, small_tokenizer

from kopa_env.errors import UsageError
from kopa_env.suites import Suite
from kopa_rl.golden import conversations
from kopa_rl.rollout import Stage
from kopa_rl.supervised import IGNORED, example
from kopa_rl.template import Codec, template

pytest.importorskip("trl", reason="extra trl")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def two(stage: Stage) -> Stage:
    """Two short tasks."""
    suite = stage.suite
    tasks = [suite.task(name) for name in suite.ids() if name.startswith("mini-edu")][:2]
    return Stage(Suite.of("two", tasks, suite.world_seed, pack=suite.pack), settings=stage.settings)


@pytest.fixture(scope="module")
def folder(two: Stage, tmp_path_factory: pytest.TempPathFactory) -> Path:
    tokenizer = small_tokenizer(list(conversations(two)))
    return model_folder(tokenizer, tmp_path_factory.mktemp("model"), template("qwen2_5").serving)


def test_what_is_imitated_is_what_a_rollout_would_hold(two: Stage) -> None:
    tokenizer = small_tokenizer(list(conversations(two)))
    codec = Codec(tokenizer, template("compact"))
    for one in conversations(two):
        found = example(one, codec)
        rollout = two.rollout(one.task.id, codec, limit=10**6)
        for i, message in enumerate(one.messages):
            if message["role"] == "assistant":
                rollout.take(codec.turn(one.messages[:i], message, one.tools))
        assert rollout.verdict is not None
        assert rollout.verdict.reward == 1.0
        assert list(found.ids) == rollout.context
        learnt = [int(label != IGNORED) for label in found.labels[found.prompt :]]
        assert learnt == rollout.mask
        assert set(found.labels[: found.prompt]) == {IGNORED}


def test_a_run_goes_on_where_it_was_killed(two: Stage, folder: Path, tmp_path: Path) -> None:
    from kopa_rl.trl.runs import Order, sft

    def order(steps: int, output: Path) -> Order:
        return Order(str(folder), output, split="all", steps=steps, batch=2, save=1, length=60_000)

    cut = tmp_path / "cut"
    sft(order(1, cut), two)
    told = sft(order(3, cut), two)
    assert told["steps"] == 3
    assert told["template"] == "qwen2_5"
    assert (cut / "final" / "tokenizer_config.json").is_file()
    about = json.loads((cut / "run.json").read_text())
    assert about["hashes"]["suite"] == two.suite.hash
    assert json.loads((cut / "checkpoint-3" / "kopa.json").read_text())["step"] == 3
    assert [row["step"] for row in told["log"]] == [1, 2, 3]


def test_a_run_does_not_go_on_with_other_tasks_or_another_template(
    two: Stage, folder: Path, tmp_path: Path
) -> None:
    from kopa_rl.trl.runs import Order, sft

    def order(template: str) -> Order:
        return Order(
            str(folder), tmp_path, template, "all", steps=1, batch=1, save=1, length=60_000
        )

    sft(order("qwen2_5"), two)
    was = (tmp_path / "run.json").read_bytes()
    one = Suite.of(
        "one", [two.suite.task(two.suite.ids()[0])], two.suite.world_seed, pack=two.suite.pack
    )
    with pytest.raises(UsageError, match="another suite"):
        sft(order("qwen2_5"), Stage(one, settings=two.settings))
    with pytest.raises(UsageError, match="another template"):
        sft(order("compact"), two)
    assert (tmp_path / "run.json").read_bytes() == was


def test_grpo_takes_up_what_sft_left_and_adapters_are_merged(
    two: Stage, folder: Path, tmp_path: Path
) -> None:
    from kopa_rl.trl.runs import Order, grpo, sft

    sft(Order(str(folder), tmp_path / "sft", "", "all", 1, 2, 1e-3, 4, 60_000), two)
    order = Order(
        model=str(tmp_path / "sft"),
        output=tmp_path / "grpo",
        split="all",
        steps=1,
        batch=2,
        group=2,
        length=60_000,
        turn=16,
        lora=4,
    )
    told = grpo(order, two)
    assert told["steps"] == 1
    assert told["log"][0]["kopa/clipped"] == 1.0
    assert not list((tmp_path / "grpo" / "final").glob("adapter*"))
    assert (tmp_path / "grpo" / "adapter" / "adapter_model.safetensors").is_file()


def test_what_cannot_be_trained_is_one_line(two: Stage, folder: Path, tmp_path: Path) -> None:
    from kopa_rl.trl.runs import Order, sft

    with pytest.raises(UsageError, match="no model"):
        sft(Order(str(tmp_path / "nowhere"), tmp_path / "a", split="all"), two)
    with pytest.raises(UsageError, match="longer than --length 256"):
        sft(Order(str(folder), tmp_path / "b", split="all", length=256), two)
