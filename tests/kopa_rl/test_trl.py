"""TRL's own trainer on our environments: the same words, tokens and rewards, and two real steps."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from scripted import CUT, Script, scripts
from small_model import small_model, small_tokenizer

from kopa_env.errors import UsageError
from kopa_env.suites import Suite
from kopa_rl.forms import toolset
from kopa_rl.golden import Conversation, conversations
from kopa_rl.reward import Verdict
from kopa_rl.rollout import Rollout, Stage
from kopa_rl.template import Codec, template

trl = pytest.importorskip("trl", reason="extra trl")
pytestmark = pytest.mark.filterwarnings("ignore")

LONG = 60_000


@pytest.fixture(scope="module")
def few(stage: Stage) -> Stage:
    """Four short tasks with different tools."""
    suite = stage.suite
    tasks = [suite.task(name) for name in suite.ids() if name.startswith("mini-edu")][:4]
    return Stage(Suite.of("few", tasks, suite.world_seed, pack=suite.pack), settings=stage.settings)


@pytest.fixture(scope="module")
def held(few: Stage) -> list[Conversation]:
    return list(conversations(few))


@pytest.fixture(scope="module")
def tokenizer(held: list[Conversation]) -> Any:
    return small_tokenizer(held)


def trainer(stage: Stage, tokenizer: Any, folder: Path, form: str = "compact", **more: Any) -> Any:
    from kopa_rl.trl.trainer import KopaGRPOTrainer

    options = {
        "per_device_train_batch_size": 8,
        "num_generations": 8,
        "max_completion_length": LONG,
        "max_steps": 1,
        "report_to": [],
        "use_cpu": True,
        "bf16": False,
        "save_steps": 1,
        "logging_steps": 1,
        "shuffle_dataset": False,
        **more,
    }
    args = trl.GRPOConfig(output_dir=str(folder), **options)
    return KopaGRPOTrainer(
        small_model(tokenizer), stage, template(form), args, tokenizer, split="all"
    )


def scripted(found: Any, lines: list[Script]) -> dict[str, Any]:
    """Let a trainer's model write what scripts say; return what its rollouts become."""
    seen: dict[str, Any] = {}
    codec: Codec = found.codec
    begun: list[list[int]] = []

    def ids(script: Script, n: int) -> list[int]:
        text = script.turn(n)
        end = [] if text.endswith(CUT) else [codec.tokenizer.eos_token_id]
        said = codec.tokenizer.encode(text.removesuffix(CUT), add_special_tokens=False)
        return [*said, *end]

    order: list[Rollout] = []
    make = found._begun

    def start(environment: Any, prompt_ids: Any) -> Rollout:
        order.append(make(environment, prompt_ids))
        return order[-1]

    def generate(contexts: Any, *rest: Any, **more: Any) -> Any:
        if not order:
            begun[:] = [ids(line, 0) for line in lines]
            return begun, None
        playing = [i for i, rollout in enumerate(order) if rollout.goes_on]
        return [ids(lines[i], order[i].record.turns) for i in playing], None

    loop = found._tool_call_loop

    def watched(*given: Any) -> Any:
        seen["made"] = loop(*given)
        return seen["made"]

    found._begun, found._generate_single_turn, found._tool_call_loop = start, generate, watched
    return seen


@pytest.mark.parametrize(
    ("form", "n"), [*(("compact", n) for n in range(16)), *(("qwen3_5", n) for n in range(9))]
)
def test_200_scripted_rollouts_are_those_of_the_core(
    stage: Stage, golden: list[Conversation], tokenizer: Any, tmp_path: Path, form: str, n: int
) -> None:
    one = Stage(
        Suite.of("one", [golden[n].task], stage.suite.world_seed, pack=stage.suite.pack),
        settings=stage.settings,
    )
    found = trainer(one, tokenizer, tmp_path, form)
    found.compute_loss = lambda model, *_, **__: sum(p.sum() * 0 for p in model.parameters())
    lines = scripts([golden[n]], found.codec.template.dialect)
    assert len(lines) == 8
    seen = scripted(found, lines)
    found.train()
    mask, completions, ids, logprobs, calls, refused, _ = seen["made"]
    core = [played(one, line, found.codec) for line in lines]
    assert ids == [rollout.response_ids for rollout in core]
    assert mask == [rollout.mask for rollout in core]
    assert completions == [list(rollout.record.messages[2:]) for rollout in core]
    assert logprobs is None
    assert calls == sum(len(rollout.record.calls) for rollout in core)
    assert refused > 0
    logged = found.state.log_history[0]
    rewards = [rollout.verdict.reward for rollout in core if rollout.verdict]
    assert logged["reward"] == pytest.approx(sum(r or 0.0 for r in rewards) / len(lines))
    assert logged["kopa/flat_groups"] == 0.0
    assert logged["kopa/no_call"] > 0.0
    about = orjson.loads((tmp_path / "checkpoint-1" / "kopa.json").read_bytes())
    assert about["hashes"]["suite"] == one.suite.hash


def played(stage: Stage, script: Script, codec: Codec) -> Rollout:
    from kopa_rl.rollout import group_seed

    rollout = stage.rollout(script.task_id, codec, seed=group_seed(script.task_id, 0), limit=LONG)
    n = 0
    while rollout.goes_on:
        text = script.turn(n)
        end = [] if text.endswith(CUT) else [codec.tokenizer.eos_token_id]
        said = codec.tokenizer.encode(text.removesuffix(CUT), add_special_tokens=False)
        rollout.take([*said, *end])
        n += 1
    return rollout


def test_a_real_model_takes_two_steps(few: Stage, tokenizer: Any, tmp_path: Path) -> None:
    found = trainer(
        few,
        tokenizer,
        tmp_path,
        max_steps=2,
        per_device_train_batch_size=4,
        num_generations=2,
        max_completion_length=LONG,
        generation_kwargs={"max_new_tokens": 12},
    )
    found.train()
    assert found.state.global_step == 2
    assert found.state.log_history[0]["kopa/clipped"] == 1.0  # it ends no turn by itself


def test_a_length_that_holds_no_golden_trajectory_is_refused_before_training(
    few: Stage, tokenizer: Any, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=r"max_completion_length=256 .* of 4 golden"):
        trainer(few, tokenizer, tmp_path, max_completion_length=256)


# ---- the classes, as a stock GRPOTrainer uses them -----------------------------------------------


def test_classes_are_made_for_sets_of_tools_and_trl_reads_their_schemas(few: Stage) -> None:
    from transformers.utils import get_json_schema

    from kopa_rl.trl.environments import environments

    made = environments(few)
    for one in conversations(few):
        cls = made[toolset(one.tools)]
        for tool in one.tools:
            function = tool["function"]
            read = get_json_schema(getattr(cls, function["name"]))["function"]
            assert read["name"] == function["name"]
            assert set(read["parameters"]["properties"]) == set(
                function["parameters"]["properties"]
            )
            required = function["parameters"].get("required", [])
            assert read["parameters"].get("required", []) == list(required)


def test_calls_of_one_turn_are_played_as_one_turn(
    few: Stage, held: list[Conversation], monkeypatch: pytest.MonkeyPatch
) -> None:
    from kopa_rl.trl.environments import environments

    monkeypatch.setattr("kopa_rl.trl.environments.group_seed", lambda task_id, step: 0)
    one = next(c for c in held if any(len(m.get("tool_calls") or ()) > 1 for m in c.messages))
    environment = environments(few)[toolset(one.tools)]()
    environment.reset(task_id=one.task.id)
    told = asyncio.run(_stock(environment, one))
    replies = [m["content"] for m in one.messages if m["role"] == "tool"]
    assert told == replies
    verdict = environment._close([one.messages[-1]])
    turns = sum(m["role"] == "assistant" for m in one.messages)
    assert (verdict.reward, verdict.turns) == (1.0, turns)


async def _stock(environment: Any, one: Conversation) -> list[str]:
    """Call tools as TRL does: those of one turn gathered."""
    told: list[str] = []
    for message in one.messages:
        if calls := message.get("tool_calls"):
            made = [
                getattr(environment, call["function"]["name"])(
                    **json.loads(call["function"]["arguments"])
                )
                for call in calls
            ]
            told += await asyncio.gather(*made)
    return told


def test_a_rollout_that_failed_takes_the_mean_of_its_group() -> None:
    from kopa_rl.trl.rewards import kopa_reward

    class Closed:
        def __init__(self, reward: float | None) -> None:
            self.verdict = Verdict(reward, reward, reward, "answer")

        def _close(self, completion: Any) -> Verdict:
            return self.verdict

    told: dict[str, float] = {}
    found = kopa_reward(
        [[]] * 4,
        [Closed(1.0), Closed(None), Closed(0.0), Closed(None)],  # type: ignore[list-item]
        ["a", "a", "a", "b"],
        log_metric=told.__setitem__,
    )
    assert found == [1.0, 0.5, 0.0, 0.0]
    assert told["kopa/invalid"] == 0.5
