"""A tokenizer for tests: byte-level BPE over a suite's golden conversations, made in seconds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kopa_rl.golden import Conversation

SPECIALS = (
    *("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>"),
    *("<tool_response>", "</tool_response>"),
)


def small_tokenizer(conversations: Sequence[Conversation], size: int = 2048) -> Any:
    """Return a tokenizer of transformers whose end mark is that of our templates."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    texts = [json.dumps(one.messages[:4], ensure_ascii=False) for one in conversations]
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
