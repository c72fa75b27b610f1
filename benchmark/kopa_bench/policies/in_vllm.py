"""A model in this process, generated with vLLM: fast where there is a GPU, and no server to start.

vLLM batches the rollouts that run at once and keeps what conversations have in common. Every turn
has a seed of its own, and calls are read from the raw text, as with transformers.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import fields
from itertools import count
from typing import Any

from kopa_bench.policies.in_process import (
    NEW_TOKENS,
    conversation_ids,
    require_template,
    turn_of,
)
from kopa_bench.policies.served import Sampling, seed_of
from kopa_bench.policy import Action, PolicyFault, View
from kopa_bench.weights import digest, folder_of
from kopa_env.errors import MissingExtra, UsageError, did_you_mean


class InVllm:
    """A causal model on vLLM's engine; the chat template is the tokenizer's own.

    Args:
        folder: of a model as transformers saves it, or of a training run: then its last model.
        sampling: how it is sampled; temperature 1.0 if not said, 0 for the likeliest token.
        engine: arguments of vLLM's engine, such as ``max_model_len`` or ``tensor_parallel_size``.

    Raises:
        MissingExtra: if vLLM is not installed.
        UsageError: if there is no such model, its tokenizer has no chat template, or the engine
            has no such argument.
    """

    def __init__(self, folder: str, sampling: Sampling, engine: Mapping[str, Any]) -> None:
        os.environ.setdefault("VLLM_LOGGING_STREAM", "ext://sys.stderr")  # stdout is the command's
        try:
            from transformers import AutoTokenizer
            from vllm import AsyncEngineArgs
        except ImportError:
            raise MissingExtra("vllm", "a model on vLLM in this process") from None
        known = {field.name for field in fields(AsyncEngineArgs)} - {"model"}
        for name in engine:
            if name not in known:
                near = did_you_mean(name, sorted(known))
                raise UsageError(f"vLLM's engine has no argument {name!r}{near}")
        try:
            self._tokenizer = AutoTokenizer.from_pretrained(folder_of(folder))
        except (OSError, ValueError) as error:
            raise UsageError(f"no model {folder!r}: {str(error).splitlines()[0]}") from None
        require_template(self._tokenizer, folder)
        self.name = folder
        self.sampling = sampling
        self._settings = dict(engine)
        self._numbers = count()
        self._engine: Any = None
        self._broken = ""

    def options(self) -> dict[str, Any]:
        """Return what shapes this policy's moves."""
        return {
            "name": "vllm",
            "model": self.name,
            "weights": digest(self.name),
            "sampling": {n: getattr(self.sampling, n) for n in Sampling.__slots__},
            "template": self._tokenizer.chat_template,
            "engine": self._settings,
        }

    async def act(self, view: View) -> Action:
        """Return the model's next turn, as it wrote it.

        Raises:
            ContextOverflow: if the conversation no longer fits the model's positions.
            PolicyFault: if the engine does not start, or has died.
        """
        from vllm.v1.engine.exceptions import EngineDeadError

        engine = self._started()
        ids = conversation_ids(self._tokenizer, engine.model_config.max_model_len, view)
        said: list[int] = []
        number = f"kopa-{next(self._numbers)}"
        try:
            async for output in engine.generate(
                {"prompt_token_ids": ids}, self._params(view, len(ids)), number
            ):
                said = list(output.outputs[0].token_ids)
        except EngineDeadError as error:
            raise PolicyFault(f"vLLM's engine has died: {error}", passing=False) from None
        return turn_of(self._tokenizer, len(ids), said)

    async def aclose(self) -> None:
        """Stop the engine."""
        if self._engine is not None:
            self._engine.shutdown()

    def _started(self) -> Any:
        """Return the engine; it belongs to the event loop that first needs it."""
        if self._engine is None and not self._broken:
            from vllm import AsyncEngineArgs
            from vllm.v1.engine.async_llm import AsyncLLM

            try:
                arguments = AsyncEngineArgs(model=folder_of(self.name), **self._settings)
                self._engine = AsyncLLM.from_engine_args(arguments)
            except (ValueError, RuntimeError, OSError, TypeError) as error:
                told = " ".join(str(error).split())[:300] or type(error).__name__
                self._broken = f"vLLM's engine does not start: {told}"
        if self._broken:  # it would not start for the next rollout either
            raise PolicyFault(self._broken, passing=False)
        return self._engine

    def _params(self, view: View, asked: int) -> Any:
        from vllm import SamplingParams

        sampling, positions = self.sampling, self._engine.model_config.max_model_len
        return SamplingParams(
            temperature=1.0 if sampling.temperature is None else sampling.temperature,
            top_p=1.0 if sampling.top_p is None else sampling.top_p,
            max_tokens=max(1, min(sampling.max_tokens or NEW_TOKENS, positions - asked)),
            seed=seed_of(sampling.seed or 0, view),
            detokenize=False,
        )
