"""Rollouts: an episode in token ids, for whatever trains on it.

    rollout = stage.rollout("train-0001", seed=7)
    while rollout.goes_on:
        ids = generate(rollout.context, rollout.room)
        rollout.take(ids)
    print(rollout.verdict.reward, sum(rollout.mask))

TRL keeps its own token ids and needs a :class:`Stage` alone; verl and our own loops carry them
here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.envs.backend import Backend
from kopa_env.envs.drivers import adrive, drive
from kopa_env.envs.session import Action, Outcome, Session, Settings
from kopa_env.episode import EpisodeRecord
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON
from kopa_env.suites import Suite
from kopa_rl.reward import Verdict, verdict
from kopa_rl.template import Codec

LIMIT = 4096
"""Tokens of a whole trajectory behind its prompt, replies of tools included."""


@dataclass(frozen=True)
class Stage:
    """What all rollouts of a training run share.

    Attributes:
        suite: the tasks.
        catalogue: their tools.
        settings: source, faults, length of observations.
    """

    suite: Suite
    catalogue: Catalogue = field(default_factory=Catalogue.load)
    settings: Settings = field(default_factory=Settings)

    @cached_property
    def backend(self) -> Backend:
        """Sources, opened once."""
        return Backend(self.suite, self.catalogue)

    def session(self) -> Session:
        """Return a session that shares the open sources."""
        return Session(self.suite, self.catalogue, self.settings, backend=self.backend)

    def hashes(self) -> dict[str, str]:
        """Return what every checkpoint has to name: suite, world, cassettes and the like."""
        found = self.backend.hashes(self.settings.source, self.settings.on_miss)
        return {**found, "suite": self.suite.hash}

    def rollout(self, task_id: str, codec: Codec, *, seed: int = 0, limit: int = LIMIT) -> Rollout:
        """Begin a rollout.

        Args:
            task_id: the task.
            codec: turns messages into token ids.
            seed: of keys and faults; a group of rollouts shares it, so that none of them meets
                faults that the others do not.
            limit: tokens behind the prompt.

        Raises:
            UsageError: if there is no such task.
        """
        return Rollout(self.session(), codec, task_id, seed, limit)


def group_seed(task_id: str, step: int) -> int:
    """Return the seed that all rollouts of a task in one step share; another in every step."""
    return int.from_bytes(blake2b(f"{task_id}/{step}".encode(), digest_size=4).digest(), "big") >> 1


class Rollout:
    """One episode, its tokens and what it came to.

    Attributes:
        prompt_ids: the conversation up to the model's first turn.
        response_ids: everything after it, the model's turns and the environment's.
        mask: 1 for each response token that the model wrote, 0 for the environment's.
        logprobs: of the model's tokens as it was told them, 0.0 elsewhere.
        tools: tools on offer, OpenAI schemas.
        verdict: what it came to, ``None`` while it goes on.
    """

    def __init__(
        self, session: Session, codec: Codec, task_id: str, seed: int = 0, limit: int = LIMIT
    ) -> None:
        self.session = session
        self.codec = codec
        self.limit = limit
        observation, info = session.begin({"task_id": task_id}, seed)
        self.tools: list[Mapping[str, JSON]] = info["tools"]
        self.prompt_ids = codec.prompt(observation, self.tools)
        self.response_ids: list[int] = []
        self.mask: list[int] = []
        self.logprobs: list[float] = []
        self.verdict: Verdict | None = None

    @property
    def goes_on(self) -> bool:
        """Whether the model is to write."""
        return self.verdict is None

    @property
    def context(self) -> list[int]:
        """All ids so far: what the model goes on from."""
        return self.prompt_ids + self.response_ids

    @property
    def room(self) -> int:
        """Tokens that the model may still write."""
        return max(self.limit - len(self.response_ids), 0)

    @property
    def record(self) -> EpisodeRecord:
        """Everything that has happened so far."""
        episode = self.session.episode
        assert episode is not None
        return episode.record()

    @property
    def loss_mask(self) -> list[int]:
        """The mask, all 0 where the backend failed: nothing is learnt from such a rollout."""
        failed = self.verdict is not None and not self.verdict.valid
        return [0] * len(self.mask) if failed else self.mask

    def take(self, ids: Sequence[int], logprobs: Sequence[float] = ()) -> bool:
        """Take the model's turn and answer its calls; return whether the rollout goes on.

        Args:
            ids: what the model wrote, its end of turn included; without one it was cut off. What
                goes over the limit is cut off here.
            logprobs: one a token, if they are known.

        Raises:
            UsageError: if the rollout is over, or there is not one log-probability a token.
        """
        return self._heard(drive(self.session, self._said(ids, logprobs)))

    async def atake(self, ids: Sequence[int], logprobs: Sequence[float] = ()) -> bool:
        """The same without blocking: other rollouts go on while this one's calls are answered."""
        return self._heard(await adrive(self.session, self._said(ids, logprobs)))

    def fail(self, reason: str) -> None:
        """End the rollout because what it rests on failed: it counts for nothing."""
        self.session.invalidate(reason)
        self._end()

    def _said(self, ids: Sequence[int], logprobs: Sequence[float]) -> Action:
        if not self.goes_on:
            raise UsageError("the rollout is over")
        if logprobs and len(logprobs) != len(ids):
            raise UsageError(f"{len(ids)} tokens with {len(logprobs)} log-probabilities")
        ids = ids[: self.room]
        self._write(ids, 1, logprobs[: len(ids)])
        text = self.codec.text(ids)
        if self.codec.ended(ids):
            return text
        return {"role": "assistant", "content": text, "finish_reason": "length"}

    def _heard(self, outcome: Outcome) -> bool:
        messages, _, terminated, truncated, _ = outcome
        if terminated or truncated:
            return self._end()
        said = self.codec.suffix(messages)
        if len(said) >= self.room:
            self.session.overflow()
            return self._end()
        self._write(said, 0, ())
        return True

    def _write(self, ids: Sequence[int], wrote: int, logprobs: Sequence[float]) -> None:
        self.response_ids += ids
        self.mask += [wrote] * len(ids)
        self.logprobs += list(logprobs) or [0.0] * len(ids)

    def _end(self) -> bool:
        done = self.session.done
        assert done is not None  # the session has just ended
        self.verdict = verdict(done)
        return False

    def to_json(self) -> dict[str, Any]:
        """Return task, messages, tokens and verdict as plain JSON, for logs and tests."""
        record = self.record
        return {
            "task_id": record.task_id,
            "seed": record.seed,
            "messages": list(record.messages),
            "prompt_ids": self.prompt_ids,
            "response_ids": self.response_ids,
            "mask": self.mask,
            "verdict": self.verdict.to_json() if self.verdict else None,
        }
