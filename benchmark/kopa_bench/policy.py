"""Policy: what plays an episode, and what it sees (DESIGN 9).

A policy sees what a model sees: the conversation, the schemas of the tools on offer, and the seed
and number of its sample. It knows neither the task's answer nor its golden calls. Only the built-in
:class:`~kopa_bench.policies.golden.Golden` baselines do; nothing a user names can be one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kopa_env.episode import Message
from kopa_env.errors import KopaError
from kopa_env.outcome import JSON


@dataclass(frozen=True, slots=True)
class View:
    """What a policy sees before its move.

    Attributes:
        messages: the conversation so far, in OpenAI form.
        tools: the tools on offer, in OpenAI form.
        seed: seed of the run this sample belongs to.
        sample: number of the sample among those of one task and seed, from 0.
        turn: assistant messages so far.
    """

    messages: Sequence[Message]
    tools: Sequence[Mapping[str, JSON]]
    seed: int
    sample: int
    turn: int


@dataclass(frozen=True, slots=True)
class Action:
    """A policy's move.

    Attributes:
        message: an assistant message in OpenAI form, or raw text in the policy's dialect.
        usage: tokens it took (``prompt_tokens``, ``completion_tokens`` …).
        truncated: the output was cut off at its token limit.
    """

    message: Message | str
    usage: Mapping[str, int] = field(default_factory=dict)
    truncated: bool = False


class Policy(Protocol):
    """Plays episodes. One instance plays many at once and keeps no state between moves."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    async def act(self, view: View) -> Action:
        """Return the next move.

        Raises:
            PolicyFault: if what it depends on failed; the rollout is tried again.
            ContextOverflow: if the conversation no longer fits; the rollout scores 0.
        """
        ...


class PolicyFault(KopaError):
    """What a policy depends on failed (a server error, a cut connection): nobody's score.

    Attributes:
        passing: whether trying again may help.
    """

    def __init__(self, message: str, *, passing: bool = True) -> None:
        super().__init__(message)
        self.passing = passing


class ContextOverflow(KopaError):
    """The conversation no longer fits the model's context: final, a score of 0 of its own kind."""


def said(text: str) -> Action:
    """Return the move that says something and calls nothing."""
    return Action({"role": "assistant", "content": text})
