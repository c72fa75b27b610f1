"""A model in this process, generated with transformers: for those small enough, and no server.

What is waiting when a batch ends is the next batch, so that concurrent rollouts share the passes
through the model. Each row draws from a generator of its own: what a rollout says does not hang on
which others it was batched with, but for the last bit of the logits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kopa_bench.policies.served import Sampling, seed_of
from kopa_bench.policy import Action, ContextOverflow, View
from kopa_bench.weights import digest, opened
from kopa_env.episode.textual import readable
from kopa_env.errors import MissingExtra, UsageError

ROWS = 32
"""Conversations of one batch at most."""

NEW_TOKENS = 1024
"""Tokens of one turn where ``--max-tokens`` does not say."""


@dataclass(slots=True)
class _Asked:
    """A conversation that waits for its next turn."""

    ids: Sequence[int]
    seed: int
    answer: asyncio.Future[Action] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class InProcess:
    """A causal model and its tokenizer from a folder; the chat template is the tokenizer's own.

    Args:
        folder: of a model as transformers saves it, or of a training run: then its last model.
        sampling: how it is sampled; temperature 1.0 if not said, 0 for the likeliest token.

    Raises:
        MissingExtra: if torch or transformers is not installed.
        UsageError: if the folder holds no model, or its tokenizer no chat template.
    """

    def __init__(self, folder: str, sampling: Sampling) -> None:
        try:
            import torch
            import transformers  # noqa: F401
        except ImportError:
            raise MissingExtra("transformers", "a model in this process") from None
        self._model, self._tokenizer = opened(folder)
        require_template(self._tokenizer, folder)
        self._torch: Any = torch
        self._model.eval().to("cuda" if torch.cuda.is_available() else "cpu")
        self._positions: int = self._model.config.get_text_config().max_position_embeddings
        self.name = folder
        self.sampling = sampling
        self._waiting: list[_Asked] = []
        self._work: asyncio.Task[None] | None = None

    def options(self) -> dict[str, Any]:
        """Return what shapes this policy's moves."""
        return {
            "name": "transformers",
            "model": self.name,
            "weights": digest(self.name),
            "sampling": {n: getattr(self.sampling, n) for n in Sampling.__slots__},
            "template": self._tokenizer.chat_template,
        }

    async def act(self, view: View) -> Action:
        """Return the model's next turn, as it wrote it.

        Raises:
            ContextOverflow: if the conversation no longer fits the model's positions.
        """
        ids = conversation_ids(self._tokenizer, self._positions, view)
        asked = _Asked(ids, seed_of(self.sampling.seed or 0, view))
        self._waiting.append(asked)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._answer())
        return await asked.answer

    async def _answer(self) -> None:
        while self._waiting:
            await asyncio.sleep(0)  # whoever asks in the same moment comes into the same batch
            batch, self._waiting = self._waiting[:ROWS], self._waiting[ROWS:]
            try:
                said = await asyncio.to_thread(self._generated, batch)
            except Exception as error:  # noqa: BLE001 - whoever waits is told
                for asked in batch:
                    if not asked.answer.done():  # whoever no longer waits holds up nobody
                        asked.answer.set_exception(error)
                continue
            for asked, action in zip(batch, said, strict=True):
                if not asked.answer.done():
                    asked.answer.set_result(action)

    def _generated(self, batch: Sequence[_Asked]) -> list[Action]:
        torch, pad, end = self._torch, self._tokenizer.pad_token_id, self._tokenizer.eos_token_id
        width = max(len(asked.ids) for asked in batch)
        ids = torch.full((len(batch), width), end if pad is None else pad)
        mask = torch.zeros((len(batch), width), dtype=torch.long)
        for row, asked in enumerate(batch):
            ids[row, width - len(asked.ids) :] = torch.tensor(asked.ids)
            mask[row, width - len(asked.ids) :] = 1
        room = self._positions - width
        with torch.inference_mode():
            made = self._model.generate(
                ids.to(self._model.device),
                attention_mask=mask.to(self._model.device),
                max_new_tokens=max(1, min(self.sampling.max_tokens or NEW_TOKENS, room)),
                do_sample=False,
                eos_token_id=end,
                pad_token_id=end if pad is None else pad,
                logits_processor=self._chance([asked.seed for asked in batch]),
            )
        return [
            turn_of(self._tokenizer, len(asked.ids), row[width:].tolist())
            for asked, row in zip(batch, made, strict=True)
        ]

    def _chance(self, seeds: Sequence[int]) -> Any:
        """Return what turns the likeliest token into a drawn one (the Gumbel-max trick)."""
        from transformers import LogitsProcessorList, TemperatureLogitsWarper, TopPLogitsWarper

        heat = 1.0 if self.sampling.temperature is None else self.sampling.temperature
        if heat == 0:
            return LogitsProcessorList()
        torch = self._torch
        chances = [torch.Generator().manual_seed(seed) for seed in seeds]

        def noisy(ids: Any, scores: Any) -> Any:
            drawn = [torch.empty(scores.shape[-1]).exponential_(generator=one) for one in chances]
            return scores - torch.stack(drawn).log().to(scores)

        found = [TemperatureLogitsWarper(float(heat))]
        if self.sampling.top_p is not None and self.sampling.top_p < 1:
            found.append(TopPLogitsWarper(self.sampling.top_p))
        return LogitsProcessorList([*found, noisy])


def require_template(tokenizer: Any, folder: str) -> None:
    """Make sure that a tokenizer can write a conversation down.

    Raises:
        UsageError: if it has no chat template.
    """
    if not tokenizer.chat_template:
        raise UsageError(f"{folder}: its tokenizer has no chat template")


def conversation_ids(tokenizer: Any, positions: int, view: View) -> list[int]:
    """Return the tokens of a conversation by the tokenizer's own template, ready for a turn.

    Raises:
        ContextOverflow: if the model's positions hold no further token.
    """
    text = tokenizer.apply_chat_template(
        [readable(message) for message in view.messages],
        tools=list(view.tools) or None,
        add_generation_prompt=True,
        tokenize=False,
    )
    ids: list[int] = tokenizer.encode(text, add_special_tokens=False)
    if len(ids) >= positions:
        raise ContextOverflow(f"the conversation has {len(ids)} tokens, the model {positions}")
    return ids


def turn_of(tokenizer: Any, asked: int, ids: Sequence[int]) -> Action:
    """Return what a model wrote, up to its end token.

    Args:
        tokenizer: the model's.
        asked: tokens of the conversation.
        ids: generated tokens; without the end token among them the turn was cut.
    """
    end = tokenizer.eos_token_id
    ended = end in ids
    said = list(ids[: ids.index(end)] if ended else ids)
    written = len(said) + ended
    usage = {
        "prompt_tokens": asked,
        "completion_tokens": written,
        "total_tokens": asked + written,
    }
    return Action(tokenizer.decode(said, skip_special_tokens=False), usage, truncated=not ended)
