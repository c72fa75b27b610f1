"""GRPO's advantage for verl with rollouts left out whose backend failed."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from verl.trainer.ppo.core_algos import compute_grpo_outcome_advantage, register_adv_est

NAME = "kopa_grpo"


@register_adv_est(NAME)  # type: ignore[untyped-decorator]
def compute_advantage(
    token_level_rewards: torch.Tensor,
    response_mask: torch.Tensor,
    index: np.ndarray[Any, Any],
    **options: Any,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return verl's own GRPO advantages, over valid rollouts alone.

    A rollout that failed has no token that the model is to learn from; stock GRPO counts its 0
    in the mean of its group all the same.

    Args:
        token_level_rewards: shape (rollouts, tokens).
        response_mask: shape (rollouts, tokens); all 0 where the backend failed.
        index: shape (rollouts,): which group each is of.
        **options: of verl's ``compute_grpo_outcome_advantage``.

    Returns:
        Advantages and returns, shape (rollouts, tokens); 0 for what is left out.
    """
    valid = response_mask.sum(dim=-1) > 0
    advantages = torch.zeros_like(token_level_rewards)
    if valid.any():
        advantages[valid], _ = compute_grpo_outcome_advantage(
            token_level_rewards[valid], response_mask[valid], index[valid.cpu().numpy()], **options
        )
    return advantages, advantages
