"""verl's configuration for our tasks, as hydra overrides; validated by verl itself in our tests."""

from __future__ import annotations

from pathlib import Path

from kopa_rl.forms import AGENT


def overrides(
    *,
    model: str,
    train: Path,
    held_out: Path,
    prompt: int,
    response: int,
    template: str = "",
    group: int = 4,
    batch: int = 64,
    gpus: int = 1,
    device: str = "cuda",
    lora: int = 0,
) -> list[str]:
    """Return hydra overrides of verl's ``ppo_trainer`` for GRPO on our tasks.

    Learning rate, KL and clipping are ours: the paper gives group size and reward alone.

    Args:
        model: folder or name.
        train: rows that ``kopa train export --format verl`` wrote.
        held_out: rows to evaluate on.
        prompt: tokens of the longest prompt, schemas included.
        response: tokens of a whole trajectory behind it.
        template: chat template; the one that is like the model's own if empty.
        group: rollouts of each prompt.
        batch: prompts of a step.
        gpus: of one machine.
        device: ``cuda`` or ``cpu``.
        lora: rank, 0 for all weights.
    """
    found = {
        "algorithm.adv_estimator": "kopa_grpo",
        "algorithm.use_kl_in_reward": False,
        "data.train_files": train,
        "data.val_files": held_out,
        "data.train_batch_size": batch,
        "data.max_prompt_length": prompt,
        "data.max_response_length": response,
        "data.return_raw_chat": True,
        "actor_rollout_ref.model.path": model,
        "actor_rollout_ref.actor.optim.lr": 1e-6,
        "actor_rollout_ref.actor.use_kl_loss": False,
        "actor_rollout_ref.actor.clip_ratio": 0.2,
        "actor_rollout_ref.actor.ppo_mini_batch_size": batch,
        "actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu": 1,
        "actor_rollout_ref.rollout.log_prob_micro_batch_size_per_gpu": 1,
        "actor_rollout_ref.ref.log_prob_micro_batch_size_per_gpu": 1,
        "actor_rollout_ref.rollout.name": "vllm",
        "actor_rollout_ref.rollout.mode": "async",
        "actor_rollout_ref.rollout.n": group,
        "actor_rollout_ref.rollout.calculate_log_probs": True,
        "actor_rollout_ref.rollout.multi_turn.enable": True,
        "actor_rollout_ref.rollout.agent.default_agent_loop": AGENT,
        "actor_rollout_ref.rollout.agent.num_workers": 1,
        "trainer.n_gpus_per_node": gpus,
        "trainer.nnodes": 1,
        "trainer.device": device,
        "trainer.logger": "[console]",
    }
    if template:
        found["+kopa.template"] = template
    if lora:
        found["actor_rollout_ref.model.lora_rank"] = lora
        found["actor_rollout_ref.model.lora_alpha"] = 2 * lora
    return [f"{name}={value}" for name, value in found.items()]
