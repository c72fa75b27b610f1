"""verl's own parts around our agent loop, without a server: settings, dataset, worker, GRPO."""

from __future__ import annotations

import asyncio
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scripted import CUT, KINDS, Script
from small_model import small_tokenizer

from kopa_env.errors import UsageError
from kopa_env.grading import render_answer
from kopa_env.suites import load_suite
from kopa_rl.export import export
from kopa_rl.golden import Conversation, conversations
from kopa_rl.rollout import Rollout, Stage, group_seed
from kopa_rl.template import Codec, template
from kopa_rl.verl.settings import PRESETS, Order, overrides, preset

verl = pytest.importorskip("verl", reason="extra verl")
torch = pytest.importorskip("torch", reason="extra verl")
pytestmark = pytest.mark.filterwarnings("ignore")

PROMPT, RESPONSE = 24_000, 40_000


@pytest.fixture(scope="module")
def whole() -> Stage:
    """KopaMini as verl's processes open it."""
    return Stage(load_suite("mini"))


@pytest.fixture(scope="module")
def held(whole: Stage) -> list[Conversation]:
    return list(conversations(whole))


@pytest.fixture(scope="module")
def folder(
    held: list[Conversation], whole: Stage, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A model folder that holds a tokenizer and a configuration, and the exported rows."""
    from transformers import Qwen3Config

    made = tmp_path_factory.mktemp("verl")
    tokenizer = small_tokenizer(held)
    tokenizer.chat_template = template("compact").serving
    tokenizer.save_pretrained(made / "model")
    Qwen3Config(architectures=["Qwen3ForCausalLM"], vocab_size=len(tokenizer)).save_pretrained(
        made / "model"
    )
    export(whole, "all", "verl", made / "data")
    return made


@pytest.fixture(scope="module")
def config(folder: Path) -> Any:
    """verl's own configuration with our overrides."""
    return config_of(folder, "compact")


def config_of(folder: Path, form: str) -> Any:
    order = Order(
        model=str(folder / "model"),
        output=folder / "run",
        template=form,
        split="all",
        eval_split="all",
        batch=4,
        group=len(KINDS),
        prompt=PROMPT,
        length=RESPONSE,
        device="cpu",
        seed=7,
        temperature=0.75,
    )
    return composed(overrides(order, folder / "data"))


def composed(given: list[str]) -> Any:
    from hydra import compose, initialize_config_dir

    home = Path(verl.__file__).parent / "trainer" / "config"
    with initialize_config_dir(config_dir=str(home), version_base=None):
        return compose("ppo_trainer", overrides=given)


def check(config: Any) -> None:
    from verl.trainer.ppo.utils import need_critic, need_reference_policy
    from verl.utils.config import validate_config

    validate_config(
        config,
        use_reference_policy=need_reference_policy(config),
        use_critic=need_critic(config),
    )


@pytest.mark.parametrize("name", PRESETS)
def test_verl_takes_every_preset(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The rank of adapters is checked by a module that cannot be imported without vLLM.
    vllm = types.ModuleType("verl.workers.rollout.vllm_rollout")
    vllm.utils = types.ModuleType(f"{vllm.__name__}.utils")  # type: ignore[attr-defined]
    ranks: list[int] = []
    vllm.utils.get_vllm_max_lora_rank = ranks.append
    monkeypatch.setitem(sys.modules, vllm.__name__, vllm)
    monkeypatch.setitem(sys.modules, f"{vllm.__name__}.utils", vllm.utils)
    found = preset(name)
    order = Order(model=str(folder / "model"), output=folder / "run", **found.order)
    config = composed([*overrides(order, folder / "data"), *found.overrides])
    check(config)
    longest = order.prompt + order.length
    assert config.actor_rollout_ref.actor.ppo_max_token_len_per_gpu >= longest
    assert config.actor_rollout_ref.rollout.log_prob_max_token_len_per_gpu >= longest
    assert config.trainer.n_gpus_per_node == (1 if name.endswith("-lora") else 8)
    assert ranks == ([32] if name.endswith("-lora") else [])  # one of those that vLLM takes


@pytest.mark.parametrize(
    "name", ["연구/실험 1", "a,b=c", "it's (1)[2]", "back\\slash", "at'\\'the\\"]
)
def test_a_path_is_a_path_whatever_is_in_it(name: str) -> None:
    order = Order(model=name, output=Path(name), suite=name)
    config = composed(overrides(order, Path(name)))
    assert config.actor_rollout_ref.model.path == name
    assert config.trainer.default_local_dir == f"{name}/checkpoints"
    assert config.kopa.suite == name
    assert list(config.trainer.logger) == ["console", "file"]


def test_verl_takes_the_configuration(config: Any) -> None:
    check(config)
    assert config.algorithm.adv_estimator == "kopa_grpo"
    assert config.data.seed == 7
    assert config.actor_rollout_ref.rollout.temperature == 0.75


def test_a_stock_verl_finds_the_agent_loop_and_the_advantage() -> None:
    from verl.experimental.agent_loop.agent_loop import _agent_loop_registry
    from verl.trainer.ppo.core_algos import get_adv_estimator_fn

    assert _agent_loop_registry["kopa_agent"]["_target_"].startswith("kopa_rl.verl.")
    assert get_adv_estimator_fn("kopa_grpo") is not None


def lines(held: list[Conversation], dialect: str = "hermes") -> list[Script]:
    return [Script(kind, one, dialect) for one in held for kind in KINDS]


@pytest.mark.parametrize(("form", "tasks"), [("compact", 16), ("qwen3_5", 9)])
def test_200_scripted_rollouts_are_those_of_the_core(
    folder: Path, held: list[Conversation], whole: Stage, form: str, tasks: int
) -> None:
    held = held[:tasks]
    codec = Codec(tokenizer_of(folder), template(form))
    told = lines(held, codec.template.dialect)
    batch, written = generated(config_of(folder, form), folder, held, told)
    rewards = batch.batch["rm_scores"].sum(-1).tolist()
    for i, script in enumerate(told):
        core = played(whole, script, codec)
        width = batch.batch["responses"].shape[1]
        attended = batch.batch["attention_mask"][i, -width:].bool()
        ids = batch.batch["responses"][i][attended].tolist()
        mask = batch.batch["response_mask"][i][attended].tolist()
        assert (ids, mask) == (core.response_ids, core.mask), script.kind
        prompt = batch.batch["attention_mask"][i, :-width].bool()
        assert batch.batch["prompts"][i][prompt].tolist() == core.prompt_ids
        assert core.verdict is not None
        assert rewards[i] == core.verdict.reward
        assert batch.non_tensor_batch["response"][i] == core.verdict.response
    assert 0 < sum(rewards) < len(rewards)
    assert len(written) > len(rewards)


def generated(
    config: Any, folder: Path, held: list[Conversation], told: list[Script]
) -> tuple[Any, list[str]]:
    """Return what verl's worker makes of scripted rollouts, and the requests it sent."""
    from verl import DataProto
    from verl.experimental.agent_loop.agent_loop import AgentLoopWorker
    from verl.utils.dataset.rl_dataset import RLHFDataset, collate_fn
    from verl.workers.rollout.llm_server import LLMServerClient
    from verl.workers.rollout.replica import TokenOutput

    tokenizer = tokenizer_of(folder)
    rows = RLHFDataset([str(folder / "data" / "all.parquet")], tokenizer, config.data)
    wanted = [one.task.id for one in held]
    items = [rows[i] for i in range(len(rows)) if rows[i]["extra_info"]["task_id"] in wanted]
    items.sort(key=lambda item: wanted.index(item["extra_info"]["task_id"]))
    batch = DataProto.from_single_dict(collate_fn(items)).repeat(len(KINDS), interleave=True)
    batch.meta_info = {"global_steps": 0, "validate": False}
    script_of = iter(told)
    begun: dict[str, Script] = {}
    turns: dict[str, int] = {}
    sent: list[str] = []

    class Scripted(LLMServerClient):  # type: ignore[misc]
        async def generate(
            self, request_id: str, *, prompt_ids: list[int], sampling_params: Any, **more: Any
        ) -> Any:
            sent.append(request_id)
            if request_id not in begun:
                begun[request_id] = next(script_of)
                turns[request_id] = 0
            text = begun[request_id].turn(turns[request_id])
            turns[request_id] += 1
            ids = written(text, tokenizer)
            return TokenOutput(token_ids=ids, log_probs=[-0.1] * len(ids), stop_reason="completed")

    async def go() -> Any:
        return await AgentLoopWorker(config, Scripted(config)).generate_sequences(batch)

    return asyncio.run(go()), sent


def written(text: str, tokenizer: Any) -> list[int]:
    end = [] if text.endswith(CUT) else [tokenizer.eos_token_id]
    return [*tokenizer.encode(text.removesuffix(CUT), add_special_tokens=False), *end]


def tokenizer_of(folder: Path) -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(folder / "model")


def played(stage: Stage, script: Script, codec: Codec) -> Rollout:
    seed = group_seed(script.task_id, 0)
    rollout = stage.rollout(script.task_id, codec, seed=seed, limit=RESPONSE)
    n = 0
    while rollout.goes_on:
        rollout.take(written(script.turn(n), codec.tokenizer))
        n += 1
    return rollout


def test_what_verl_scores_from_text_is_graded_as_in_an_episode(
    config: Any, folder: Path, held: list[Conversation], whole: Stage
) -> None:
    from verl.trainer.ppo.reward import get_custom_reward_fn

    compute_score = get_custom_reward_fn(config)
    codec = Codec(tokenizer_of(folder), template("compact"))
    compared = []
    for script in lines(held):
        rollout = played(whole, script, codec)
        verdict = rollout.verdict
        assert verdict is not None
        if verdict.stop_reason != "answer":
            continue
        task = whole.suite.task(script.task_id)
        about = {"suite": "mini", "task_id": task.id, "task_hash": task.content_hash}
        for skip in (True, False):
            text = codec.tokenizer.decode(rollout.response_ids, skip_special_tokens=skip)
            found = compute_score(
                data_source="kopa",
                solution_str=text,
                ground_truth="",
                extra_info={**about, "environment": verdict.environment},
            )
            assert found["score"] == verdict.reward, (script.kind, text)
            compared.append(found["score"])
    assert 0 < sum(compared) < len(compared)


def test_the_reward_function_refuses_what_a_text_cannot_show(whole: Stage) -> None:
    from kopa_rl.verl.reward import compute_score

    task = next(t for t in whole.suite.tasks.values() if "ENVIRONMENT" in t.reward_basis)
    about = {"suite": "mini", "task_id": task.id, "task_hash": task.content_hash}
    with pytest.raises(UsageError, match="kopa_agent"):
        compute_score("kopa", render_answer(task.answer), "", about)
    with pytest.raises(UsageError, match="export it again"):
        compute_score("kopa", "", "", {**about, "task_hash": "0" * 16})
    with pytest.raises(UsageError, match="no row of kopa-env"):
        compute_score("gsm8k", "", "", {})
    given = compute_score("kopa", render_answer(task.answer), "", {**about, "environment": 0})
    assert given == {"score": 0.0, "response": 1.0, "environment": 0.0}


def test_the_advantage_leaves_out_what_failed() -> None:
    from kopa_rl.verl.advantage import compute_advantage

    rewards = torch.tensor([[0.0, 1.0], [0.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
    mask = torch.tensor([[1, 1], [1, 1], [0, 0], [1, 1]])
    found, _ = compute_advantage(rewards, mask, np.array(["a", "a", "a", "b"]))
    stock, _ = compute_advantage(rewards[:2], mask[:2], np.array(["a", "a"]))
    assert torch.allclose(found[:2], stock)
    assert found[2].abs().sum() == 0
