"""A model folder for tests: one layer, random weights, and a tokenizer that knows our templates."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def small_model(tokenizer: Any, positions: int = 65_536) -> Any:
    """Return a causal model that trainers, verl and servers know the architecture of."""
    from transformers import Qwen3Config, Qwen3ForCausalLM

    return Qwen3ForCausalLM(
        Qwen3Config(
            architectures=["Qwen3ForCausalLM"],
            vocab_size=len(tokenizer),
            hidden_size=32,
            intermediate_size=64,
            num_hidden_layers=1,
            num_attention_heads=2,
            num_key_value_heads=1,
            head_dim=16,
            max_position_embeddings=positions,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
            tie_word_embeddings=True,
        )
    )


def model_folder(tokenizer: Any, folder: Path, template: str) -> Path:
    """Write model and tokenizer, whose chat template is *template*."""
    tokenizer.chat_template = template
    tokenizer.save_pretrained(folder)
    small_model(tokenizer).save_pretrained(folder)
    return folder
