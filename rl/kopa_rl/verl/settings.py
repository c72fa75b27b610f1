"""verl's configuration for our tasks, as hydra overrides; validated by verl itself in our tests."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from kopa_bench.weights import folder_of
from kopa_env.errors import UsageError, did_you_mean
from kopa_rl.forms import AGENT


@dataclass(frozen=True, slots=True)
class Order:
    """What a run is to do. Learning rate and clipping are ours: the paper gives none.

    Attributes:
        model: folder of a model, or of a run whose last model is taken up, or a name.
        output: folder of the run.
        suite: name or path under which verl's processes find the tasks; as the rows say if empty.
        template: chat template; the one like the model's own if empty.
        split: tasks to train on.
        eval_split: tasks to evaluate on.
        steps: training steps.
        batch: prompts of a step.
        group: rollouts of each prompt.
        learning_rate: peak.
        lora: rank of adapters, 0 for all weights.
        prompt: tokens of the longest prompt, schemas included.
        length: tokens of a whole trajectory behind it.
        turn: tokens of one turn of the model at most, 0 for all that is left.
        gpus: of one machine.
        device: ``cuda`` or ``cpu``.
        save: steps between checkpoints.
        seed: of the order of prompts.
        temperature: of sampling.
    """

    model: str
    output: Path
    suite: str = ""
    template: str = ""
    split: str = "train"
    eval_split: str = "dev"
    steps: int = 100
    batch: int = 64
    group: int = 4
    learning_rate: float = 1e-6
    lora: int = 0
    prompt: int = 8192
    length: int = 16_384
    turn: int = 0
    gpus: int = 1
    device: str = "cuda"
    save: int = 50
    seed: int = 0
    temperature: float = 1.0


_BEFORE_QUOTE = re.compile(r"(\\*)('|$)")
"""Backslashes escape only where a quote comes after them."""

_PRESETS = files("kopa_rl") / "verl" / "presets"
PRESETS = tuple(sorted(path.name.removesuffix(".yaml") for path in _PRESETS.iterdir()))
"""Settings for a model and a machine, by name."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings for a model and a machine.

    Attributes:
        order: fields of :class:`Order`.
        overrides: of verl's configuration beyond them.
    """

    order: Mapping[str, Any]
    overrides: Sequence[str]


def preset(name: str) -> Preset:
    """Return a preset by name.

    Raises:
        UsageError: if there is none of that name.
    """
    if name not in PRESETS:
        near = did_you_mean(name, PRESETS)
        raise UsageError(f"no preset {name!r}{near}; presets: {', '.join(PRESETS)}")
    read = yaml.safe_load((_PRESETS / f"{name}.yaml").read_text(encoding="utf-8"))
    return Preset(read["order"], [said(key, value) for key, value in read["overrides"].items()])


def said(name: str, value: Any) -> str:
    """Return one override as hydra reads it: text in quotes, or a path in Korean would not pass."""
    if isinstance(value, str | Path):
        text = _BEFORE_QUOTE.sub(lambda m: 2 * m[1] + m[2].replace("'", r"\'"), str(value))
        return f"{name}='{text}'"
    if isinstance(value, list):
        return f"{name}=[{','.join(value)}]"
    return f"{name}={value}"


def overrides(order: Order, data: Path) -> list[str]:
    """Return hydra overrides of verl's ``ppo_trainer``.

    Args:
        order: what the run is to do.
        data: folder of the rows that ``kopa train export --format verl`` wrote.
    """
    found: dict[str, Any] = {
        "algorithm.adv_estimator": "kopa_grpo",
        "algorithm.use_kl_in_reward": False,
        "reward.custom_reward_function.path": "pkg://kopa_rl.verl.reward",
        "reward.custom_reward_function.name": "compute_score",
        "data.train_files": data / f"{order.split}.parquet",
        "data.val_files": data / f"{order.eval_split}.parquet",
        "data.train_batch_size": order.batch,
        "data.max_prompt_length": order.prompt,
        "data.max_response_length": order.length,
        "data.return_raw_chat": True,
        "data.seed": order.seed,
        "actor_rollout_ref.model.path": folder_of(order.model),
        "actor_rollout_ref.actor.optim.lr": order.learning_rate,
        "actor_rollout_ref.actor.use_kl_loss": False,
        "actor_rollout_ref.actor.clip_ratio": 0.2,
        "actor_rollout_ref.actor.ppo_mini_batch_size": order.batch,
        "actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu": 1,
        "actor_rollout_ref.rollout.log_prob_micro_batch_size_per_gpu": 1,
        "actor_rollout_ref.ref.log_prob_micro_batch_size_per_gpu": 1,
        "actor_rollout_ref.rollout.name": "vllm",
        "actor_rollout_ref.rollout.tensor_model_parallel_size": 1,
        "actor_rollout_ref.rollout.mode": "async",
        "actor_rollout_ref.rollout.n": order.group,
        "actor_rollout_ref.rollout.temperature": order.temperature,
        "actor_rollout_ref.rollout.calculate_log_probs": True,
        "actor_rollout_ref.rollout.multi_turn.enable": True,
        "actor_rollout_ref.rollout.agent.default_agent_loop": AGENT,
        "actor_rollout_ref.rollout.agent.num_workers": 1,
        "trainer.total_training_steps": order.steps,
        "trainer.save_freq": order.save,
        "trainer.default_local_dir": order.output / "checkpoints",
        "trainer.n_gpus_per_node": order.gpus,
        "trainer.nnodes": 1,
        "trainer.device": order.device,
        "trainer.logger": ["console", "file"],
    }
    if order.template:
        found["+kopa.template"] = order.template
    if order.suite:
        found["+kopa.suite"] = order.suite
    if order.turn:
        found["+kopa.turn"] = order.turn
    if order.lora:
        found["actor_rollout_ref.model.lora_rank"] = order.lora
        found["actor_rollout_ref.model.lora_alpha"] = 2 * order.lora
    return [said(name, value) for name, value in found.items()]
