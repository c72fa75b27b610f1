"""Training runs with TRL: imitation of golden conversations, then GRPO; both go on after a kill."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson
from datasets import Dataset
from peft import LoraConfig, get_peft_model
from transformers import AutoConfig
from transformers.trainer_utils import get_last_checkpoint
from trl import GRPOConfig, SFTConfig, SFTTrainer

from kopa_bench.weights import FINAL, folder_of, opened
from kopa_env.cache import replacing
from kopa_env.errors import UsageError
from kopa_rl.about import About
from kopa_rl.golden import conversations, hasty
from kopa_rl.rollout import Stage
from kopa_rl.supervised import Example, example
from kopa_rl.template import Codec, Template, template, template_like
from kopa_rl.trl.trainer import Checkpoints, KopaGRPOTrainer

ADAPTER = "adapter"
"""Folder of the adapters alone, where a run trained them."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a run is to do.

    Attributes:
        model: folder of a model, or of a run whose last model is taken up.
        output: folder of the run.
        template: chat template; the one like the model's own if empty.
        split: tasks.
        steps: optimizer steps.
        batch: conversations (SFT), or rollouts (GRPO), of a step and process.
        learning_rate: peak.
        lora: rank of adapters, 0 for all weights.
        length: tokens of a conversation (SFT) or of a trajectory behind its prompt (GRPO).
        seed: of order, dropout and sampling.
        save: steps between checkpoints.
        hasty: share of conversations that answer one turn too early (SFT).
        group: rollouts of a prompt (GRPO).
        temperature: of sampling (GRPO).
        turn: tokens of one turn of the model at most, 0 for all that is left (GRPO).
    """

    model: str
    output: Path
    template: str = ""
    split: str = "train"
    steps: int = 100
    batch: int = 8
    learning_rate: float = 1e-5
    lora: int = 0
    length: int = 4096
    seed: int = 0
    save: int = 50
    hasty: float = 0.0
    group: int = 4
    temperature: float = 1.0
    turn: int = 0


def sft(order: Order, stage: Stage) -> dict[str, Any]:
    """Imitate golden conversations; return the run's figures.

    Raises:
        UsageError: if conversations are longer than ``length``, or the model cannot be read.
    """
    model, tokenizer, chosen = _opened(order)
    codec = Codec(tokenizer, chosen)
    chance = random.Random(order.seed)
    found = conversations(stage, order.split)
    shown = (hasty(one) if chance.random() < order.hasty else one for one in found)
    examples = [example(one, codec) for one in shown]
    _check(examples, order.length)
    tokenizer.chat_template = chosen.text
    trainer = SFTTrainer(
        model=model,
        args=SFTConfig(
            **_common(order), lr_scheduler_type="cosine", max_length=None, packing=False
        ),
        train_dataset=Dataset.from_list(
            [{"input_ids": list(one.ids), "labels": list(one.labels)} for one in examples]
        ),
        processing_class=tokenizer,
        callbacks=[Checkpoints(About(stage.hashes(), chosen.name))],
    )
    return _carried_out(trainer, order, stage, chosen)


def grpo(order: Order, stage: Stage) -> dict[str, Any]:
    """Train on rewards; return the run's figures.

    Raises:
        UsageError: if golden trajectories are longer than ``length``, or the model cannot be read.
    """
    model, tokenizer, chosen = _opened(order)
    args = GRPOConfig(
        **_common(order),
        lr_scheduler_type="constant_with_warmup",
        num_generations=order.group,
        max_completion_length=order.length,
        temperature=order.temperature,
        beta=0.0,
        generation_kwargs={"max_new_tokens": order.turn} if order.turn else None,
    )
    trainer = KopaGRPOTrainer(model, stage, chosen, args, tokenizer, split=order.split)
    return _carried_out(trainer, order, stage, chosen)


def _common(order: Order) -> dict[str, Any]:
    import torch

    return {
        "output_dir": str(order.output),
        "max_steps": order.steps,
        "per_device_train_batch_size": order.batch,
        "learning_rate": order.learning_rate,
        "seed": order.seed,
        "save_steps": order.save,
        "save_total_limit": 2,
        "logging_steps": 1,
        "report_to": [],
        "bf16": torch.cuda.is_available(),
        "use_cpu": not torch.cuda.is_available(),
        "warmup_steps": max(1, order.steps // 20),
    }


def _opened(order: Order) -> tuple[Any, Any, Template]:
    model, tokenizer = opened(order.model, _precision(order))
    own = str(tokenizer.chat_template or "")
    chosen = template(order.template) if order.template else template_like(own)
    if order.lora:
        adapters = LoraConfig(
            r=order.lora,
            lora_alpha=2 * order.lora,
            target_modules="all-linear",
            task_type="CAUSAL_LM",
        )
        model = get_peft_model(model, adapters)
    return model, tokenizer, chosen


def _precision(order: Order) -> Any:
    """Return what weights are held in: steps of all weights are lost in half precision."""
    import torch

    return "auto" if order.lora else torch.float32


def _own_precision(model: str) -> Any:
    import torch

    return AutoConfig.from_pretrained(folder_of(model)).dtype or torch.float32


def _check(examples: Sequence[Example], limit: int) -> None:
    over = [len(one.ids) for one in examples if len(one.ids) > limit]
    if over:
        raise UsageError(
            f"{len(over)} of {len(examples)} conversations are longer than --length {limit}, "
            f"the longest {max(over)} tokens; cut off, they would teach to stop half-way"
        )


def _carried_out(trainer: Any, order: Order, stage: Stage, chosen: Template) -> dict[str, Any]:
    order.output.mkdir(parents=True, exist_ok=True)
    last = get_last_checkpoint(str(order.output))
    if last:
        About(stage.hashes(), chosen.name).check(Path(last))
    trainer.train(resume_from_checkpoint=last)
    final = order.output / FINAL
    if order.lora:
        trainer.model.save_pretrained(order.output / ADAPTER)
    model = trainer.model.merge_and_unload() if order.lora else trainer.model
    model.to(_own_precision(order.model)).save_pretrained(final)
    trainer.processing_class.chat_template = chosen.serving
    trainer.processing_class.save_pretrained(final)
    told = {
        "steps": trainer.state.global_step,
        "template": chosen.name,
        "order": {**asdict(order), "output": str(order.output)},
        "hashes": stage.hashes(),
        "log": [row for row in trainer.state.log_history if "loss" in row],
    }
    with replacing(order.output / "run.json") as written:
        written.write_bytes(orjson.dumps(told, option=orjson.OPT_INDENT_2))
    return told
