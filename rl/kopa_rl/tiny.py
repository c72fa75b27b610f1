"""A tiny model from nothing: random weights and a tokenizer made from a suite's own conversations.

It is there for tests and for a first run on a CPU: a million parameters that trainers, verl and
vLLM know the architecture of (Qwen3). Trained on the drill suite it learns to look things up; it
knows nothing else, not even Korean.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from kopa_rl.golden import Conversation, conversations
from kopa_rl.rollout import Stage
from kopa_rl.template import Template

SPECIALS = (
    *("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>"),
    *("<tool_response>", "</tool_response>"),
)
VOCABULARY = 1024
POSITIONS = 65_536


def tokenizer_of(texts: Iterable[str], size: int = VOCABULARY) -> Any:
    """Return a byte-level BPE tokenizer of transformers; its end mark is our templates'."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=list(SPECIALS),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator(texts, trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=made, eos_token="<|im_end|>", pad_token="<|endoftext|>"
    )


def words(found: Sequence[Conversation]) -> list[str]:
    """Return what a tokenizer of golden conversations is made from."""
    return [json.dumps(list(one.messages[:4]), ensure_ascii=False) for one in found]


def model_of(tokenizer: Any, *, hidden: int = 128, layers: int = 4, seed: int = 0) -> Any:
    """Return a causal model with random weights.

    Args:
        tokenizer: gives the size of the vocabulary and the end mark.
        hidden: width; a multiple of 32.
        layers: depth.
        seed: of the weights.
    """
    import torch
    from transformers import Qwen3Config, Qwen3ForCausalLM

    torch.manual_seed(seed)
    config = Qwen3Config(
        architectures=["Qwen3ForCausalLM"],
        vocab_size=len(tokenizer),
        hidden_size=hidden,
        intermediate_size=3 * hidden,
        num_hidden_layers=layers,
        num_attention_heads=max(hidden // 32, 1),
        num_key_value_heads=max(hidden // 64, 1),
        head_dim=32,
        max_position_embeddings=POSITIONS,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        tie_word_embeddings=True,
    )
    return Qwen3ForCausalLM(config)


def make(
    stage: Stage,
    template: Template,
    output: Path,
    *,
    split: str,
    hidden: int,
    layers: int,
    seed: int,
) -> dict[str, Any]:
    """Write an untrained model whose tokenizer knows a split's words.

    Args:
        stage: suite and settings.
        template: chat template it is served with.
        output: folder.
        split: whose conversations make the tokenizer.
        hidden: width.
        layers: depth.
        seed: of the weights.

    Returns:
        ``parameters``, ``vocabulary``.
    """
    tokenizer = tokenizer_of(words(list(conversations(stage, split))))
    tokenizer.chat_template = template.serving
    model = model_of(tokenizer, hidden=hidden, layers=layers, seed=seed)
    tokenizer.save_pretrained(output)
    model.save_pretrained(output)
    return {
        "parameters": sum(p.numel() for p in model.parameters()),
        "vocabulary": len(tokenizer),
        "hashes": stage.hashes(),
    }
