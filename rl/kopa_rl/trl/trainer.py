"""GRPO over our episodes, with TRL's trainer.

The stock :class:`trl.GRPOTrainer` works with :func:`~kopa_rl.trl.environments.environments` and
:func:`~kopa_rl.trl.rewards.kopa_reward` alone. The trainer here differs from it in one thing: its
rollouts are :class:`~kopa_rl.rollout.Rollout`, so that a call that cannot be read, a tool that is
not there, a budget that is spent and a conversation that grows too long come to the same as in
evaluation and with verl. It overrides what TRL keeps private (``_tool_call_loop``, ``_env_tools``);
``tests/kopa_rl`` holds it to what it does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from transformers import TrainerCallback
from trl import GRPOConfig, GRPOTrainer
from trl.chat_template_utils import qwen3_template

from kopa_env.errors import UsageError
from kopa_rl.about import About
from kopa_rl.forms import toolset, trl_grpo
from kopa_rl.golden import Conversation, conversations, questions
from kopa_rl.rollout import Rollout, Stage
from kopa_rl.supervised import example
from kopa_rl.template import Codec, Template
from kopa_rl.trl.environments import Clock, ToolEnvironment, environments
from kopa_rl.trl.rewards import kopa_reward


class KopaGRPOTrainer(GRPOTrainer):  # type: ignore[misc]
    """GRPO on the tasks of a split.

    Args:
        model: name, folder or model.
        stage: suite, tools, source.
        template: how turns are written.
        args: TRL's configuration; ``max_completion_length`` is the whole trajectory's.
        split: tasks to train on.
        eval_split: tasks to evaluate on; none if empty.
        **more: of :class:`trl.GRPOTrainer`.

    Raises:
        UsageError: if golden trajectories do not fit ``max_completion_length``: a model that does
            everything right would be scored 0.
    """

    def __init__(
        self,
        model: Any,
        stage: Stage,
        template: Template,
        args: GRPOConfig,
        processing_class: Any,
        *,
        split: str = "train",
        eval_split: str = "",
        **more: Any,
    ) -> None:
        self.stage = stage
        self.codec = Codec(processing_class, template)
        self.clock = Clock()
        asked = list(questions(stage, split))
        held = list(questions(stage, eval_split)) if eval_split else []
        check_length(stage, split, self.codec, args.max_completion_length)
        about = About(stage.hashes(), template.name)
        processing_class.chat_template = template.text
        # TRL wants a parser of its own; turns are read by ours, in _tool_call_loop.
        processing_class.response_template = qwen3_template
        super().__init__(
            model,
            reward_funcs=[kopa_reward],
            args=args,
            train_dataset=dataset(asked),
            eval_dataset=dataset(held) if held else None,
            processing_class=processing_class,
            environment_factory=classes_of(stage, (split, eval_split), self.clock),
            callbacks=[*more.pop("callbacks", ()), Checkpoints(about), _Step(self.clock)],
            **more,
        )
        self.chat_template = template.text
        self._env_tools = {toolset(one.tools): list(one.tools) for one in (*asked, *held)}

    def _tool_call_loop(
        self,
        prompts: list[Any],
        prompt_ids: list[list[int]],
        completion_ids: list[list[int]],
        completions: list[Any],
        logprobs: list[list[float]] | None,
        images: Any,
        multimodal_fields: Any,
    ) -> tuple[Any, ...]:
        """Play every rollout to its end; TRL has sampled the first turns."""
        rollouts = [
            self._begun(environment, ids)
            for environment, ids in zip(self.environments, prompt_ids, strict=True)
        ]
        playing, turns, told = rollouts, completion_ids, logprobs
        while playing:
            self._take(playing, turns, told)
            playing = [rollout for rollout in playing if rollout.goes_on]
            if playing:
                contexts = [rollout.context for rollout in playing]
                turns, told = self._generate_single_turn(contexts, None, {}, num_generations=1)
        for environment, rollout in zip(self.environments, rollouts, strict=True):
            environment._verdict = rollout.verdict
        calls = [call for rollout in rollouts for call in rollout.record.calls]
        return (
            [rollout.loss_mask for rollout in rollouts],
            [list(rollout.record.messages[2:]) for rollout in rollouts],
            [rollout.response_ids for rollout in rollouts],
            None if logprobs is None else [rollout.logprobs for rollout in rollouts],
            len(calls),
            sum(not call.sent for call in calls),
            [[] for _ in rollouts],
        )

    def _begun(self, environment: ToolEnvironment, prompt_ids: Sequence[int]) -> Rollout:
        rollout = self.stage.rollout(
            environment._task_id,
            self.codec,
            seed=environment._seed,
            limit=self.max_completion_length,
        )
        if rollout.prompt_ids != list(prompt_ids):
            raise UsageError("TRL renders the prompt otherwise than evaluation does")
        return rollout

    def _take(self, playing: Sequence[Rollout], turns: Sequence[list[int]], told: Any) -> None:
        async def take() -> None:
            await asyncio.gather(
                *(
                    rollout.atake(ids, told[i] if told else ())
                    for i, (rollout, ids) in enumerate(zip(playing, turns, strict=True))
                )
            )

        asyncio.run_coroutine_threadsafe(take(), self.async_loop).result()


def classes_of(
    stage: Stage, splits: Sequence[str], clock: Clock
) -> dict[str, type[ToolEnvironment]]:
    """Return the environment classes of several splits."""
    found: dict[str, type[ToolEnvironment]] = {}
    for split in filter(None, splits):
        found |= environments(stage, split, clock)
    return found


def dataset(asked: Sequence[Conversation]) -> Any:
    """Return questions as a dataset for GRPO."""
    from datasets import Dataset

    return Dataset.from_list([trl_grpo(one) for one in asked])


def check_length(stage: Stage, split: str, codec: Codec, limit: int) -> None:
    """Refuse a length in which not even the golden trajectories fit.

    Raises:
        UsageError: naming how many do not, and how long the longest is.
    """
    golden = (example(one, codec) for one in conversations(stage, split))
    lengths = [len(one.ids) - one.prompt for one in golden]
    over = [length for length in lengths if length > limit]
    if over:
        raise UsageError(
            f"max_completion_length={limit} holds a whole trajectory, replies of tools included: "
            f"{len(over)} of {len(lengths)} golden ones are longer, the longest {max(over)} tokens"
        )


class Checkpoints(TrainerCallback):  # type: ignore[misc]
    """Writes into each checkpoint what it was trained on."""

    def __init__(self, about: About) -> None:
        self._about = about

    def on_save(self, args: Any, state: Any, control: Any, **more: Any) -> None:
        """Write the file."""
        step = state.global_step
        self._about.write(Path(args.output_dir) / f"checkpoint-{step}", step)


class _Step(TrainerCallback):  # type: ignore[misc]
    """Tells environments which step it is."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def on_step_begin(self, args: Any, state: Any, control: Any, **more: Any) -> None:
        """Move the clock."""
        self._clock.step = state.global_step
