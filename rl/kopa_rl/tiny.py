"""A tiny model from nothing: a tokenizer made from a suite's own conversations, weights that copy.

It is there for tests and for a first run on a CPU: a million parameters that trainers, verl and
vLLM know the architecture of (Qwen3). Its weights are random ones that have practised one thing,
to go on with what came before: a model that cannot copy a code from a reply into a call learns
names by heart instead, and fails on those it has not seen. It knows nothing else, not even Korean.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from kopa_env.errors import UsageError
from kopa_rl.golden import Conversation, conversations
from kopa_rl.rollout import Stage
from kopa_rl.supervised import IGNORED
from kopa_rl.template import Template

Through: TypeAlias = Callable[[Iterable[int], str, int], Iterable[int]]
"""Passes steps on, and shows how far they are: label and number of them."""

SPECIALS = (
    *("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>"),
    *("<tool_response>", "</tool_response>"),
)
VOCABULARY = 1024
POSITIONS = 65_536
HEAD = 32
"""Width of an attention head."""

_BATCH = 4096
"""Tokens of a step of practice."""
_STAGES = (
    (64, False, 4e-3, 0.95),
    (512, True, 2e-3, 0.93),
)
"""Tokens of a text, whether half of the texts are of few different tokens, learning rate, share of
right tokens at which a stage ends. Copying is found in short texts of all tokens, and stretched to
conversations and to codes afterwards: in those it is hardly found at all."""
_KNOWN = 3
"""Tokens of a piece that are told: what comes after them has been seen before."""


def tokenizer_of(texts: Iterable[str], size: int = VOCABULARY) -> Any:
    """Return a byte-level BPE tokenizer of transformers; its end mark is our templates'."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [  # a digit at a time: codes and figures are copied, and none is like another
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
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

    Raises:
        UsageError: if the width is no multiple of 32.
    """
    if hidden % HEAD:
        raise UsageError(f"a width of {hidden} is no multiple of {HEAD}")
    import torch
    from transformers import Qwen3Config, Qwen3ForCausalLM

    heads = hidden // HEAD
    torch.manual_seed(seed)
    config = Qwen3Config(
        architectures=["Qwen3ForCausalLM"],
        vocab_size=len(tokenizer),
        hidden_size=hidden,
        intermediate_size=3 * hidden,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        num_key_value_heads=heads if heads % 2 else heads // 2,
        head_dim=HEAD,
        max_position_embeddings=POSITIONS,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        tie_word_embeddings=True,
    )
    return Qwen3ForCausalLM(config)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a tiny model is made.

    Attributes:
        hidden: width, a multiple of 32.
        layers: depth.
        practice: steps of copying at most; 0 leaves the weights random.
        seed: of weights and practice.
    """

    hidden: int = 128
    layers: int = 4
    practice: int = 2000
    seed: int = 0


def make(
    stage: Stage,
    template: Template,
    output: Path,
    recipe: Recipe,
    *,
    split: str,
    through: Through = lambda steps, label, total: steps,
) -> dict[str, Any]:
    """Write a model that copies and whose tokenizer knows a split's words.

    Args:
        stage: suite and settings.
        template: chat template it is served with.
        output: folder.
        recipe: size, practice, seed.
        split: whose conversations make the tokenizer.
        through: shows progress.

    Returns:
        ``parameters``, ``vocabulary``, ``steps`` of practice, ``copied`` (share of tokens that it
        goes on with rightly), ``hashes``.
    """
    import torch

    tokenizer = tokenizer_of(words(list(conversations(stage, split))))
    tokenizer.chat_template = template.serving
    model = model_of(tokenizer, hidden=recipe.hidden, layers=recipe.layers, seed=recipe.seed)
    steps, copied = practise(model, len(tokenizer), recipe.practice, recipe.seed, through)
    tokenizer.save_pretrained(output)
    model.to(torch.bfloat16).save_pretrained(output)
    return {
        "parameters": sum(p.numel() for p in model.parameters()),
        "vocabulary": len(tokenizer),
        "steps": steps,
        "copied": copied,
        "recipe": asdict(recipe),
        "hashes": stage.hashes(),
    }


def practise(
    model: Any,
    vocabulary: int,
    steps: int,
    seed: int,
    through: Through = lambda steps, label, total: steps,
) -> tuple[int, float]:
    """Train a model to go on with pieces of what came before, until it does.

    Args:
        model: what is trained, in place.
        vocabulary: number of tokens.
        steps: at most.
        seed: of the texts.
        through: shows progress.

    Returns:
        Steps taken, and the share of tokens that the model goes on with rightly.
    """
    import torch

    chance = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(model.parameters(), betas=(0.9, 0.98))
    (tokens, few, rate, enough), *further = _STAGES
    copied, since = 0.0, 0
    for step in through(range(steps), "practice", steps):
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1.0, (step - since + 1) / 50)
        ids, labels = repetitions(vocabulary, tokens, chance, few=few)
        told = model(input_ids=ids, labels=labels)
        told.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        asked = labels[:, 1:] != IGNORED
        right = (told.logits[:, :-1].argmax(-1) == labels[:, 1:])[asked].float().mean().item()
        copied = 0.9 * copied + 0.1 * right
        if copied >= enough:
            if not further:
                return step + 1, copied
            (tokens, few, rate, enough), *further = further
            copied, since = 0.0, step + 1
    return steps, copied


def repetitions(vocabulary: int, tokens: int, chance: Any, *, few: bool) -> tuple[Any, Any]:
    """Return random texts, the second half of each made of pieces of the first.

    Of each piece all but the first few tokens are to be learnt: they follow from what came before.

    Args:
        vocabulary: number of tokens.
        tokens: length of a text.
        chance: generator.
        few: make half of the texts of few different tokens, as codes are of digits: the last token
            alone does not tell how they go on.

    Returns:
        ``ids`` and ``labels``, both of shape (texts, tokens).
    """
    import torch

    def between(least: int, most: int) -> int:
        return int(torch.randint(least, most, (), generator=chance))

    rows, half = _BATCH // tokens, tokens // 2
    ids = torch.empty((rows, tokens), dtype=torch.long)
    labels = torch.full((rows, tokens), IGNORED)
    for number, (row, label) in enumerate(zip(ids, labels, strict=True)):
        alphabet = torch.randperm(vocabulary, generator=chance)
        if few and number % 2:
            alphabet = alphabet[: between(10, 60)]
        row[:half] = alphabet[torch.randint(0, len(alphabet), (half,), generator=chance)]
        at = half
        while at < tokens:
            length = min(between(6, 24), tokens - at)
            start = between(0, half - length)
            row[at : at + length] = row[start : start + length]
            label[at + _KNOWN : at + length] = row[start + _KNOWN : start + length]
            at += length
    return ids, labels
