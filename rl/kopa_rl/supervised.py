"""Golden conversations as tokens to imitate: the same ids that a rollout of them would hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from kopa_rl.golden import Conversation
from kopa_rl.template import Codec

IGNORED = -100
"""Label of a token that is not learnt."""


@dataclass(frozen=True, slots=True)
class Example:
    """A conversation in token ids.

    Attributes:
        ids: prompt, turns of the assistant and of the environment.
        labels: the same where the assistant wrote, :data:`IGNORED` elsewhere.
        prompt: tokens of the prompt.
    """

    ids: Sequence[int]
    labels: Sequence[int]
    prompt: int


def example(one: Conversation, codec: Codec) -> Example:
    """Return a golden conversation with the assistant's turns to be learnt and nothing else."""
    ids = codec.prompt(one.question, one.tools)
    labels = [IGNORED] * len(ids)
    prompt = len(ids)
    for i, message in enumerate(one.messages):
        if message["role"] != "assistant":
            continue
        said = codec.turn(one.messages[:i], message, one.tools)
        after = list(takewhile(lambda m: m["role"] != "assistant", one.messages[i + 1 :]))
        told = codec.suffix(after) if after else []
        ids = [*ids, *said, *told]
        labels += [*said, *[IGNORED] * len(told)]
    return Example(ids, labels, prompt)
