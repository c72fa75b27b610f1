"""KopaVectorEnv: many episodes over one event loop.

Calls of all sub-environments wait together, so that 64 episodes whose tools take 50 ms cost one
wait a step, in one process. Sub-environments reset themselves in the step after their end
(``NEXT_STEP``): that step ignores its action and returns the new episode's first observation.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kopa_env.catalogue import Catalogue
from kopa_env.envs.drivers import adrive
from kopa_env.envs.env import METADATA, SEEDS, offered, open_session
from kopa_env.envs.session import Action, Info, Observation, Outcome, Session
from kopa_env.envs.spaces import AssistantMessage, Messages
from kopa_env.errors import UsageError
from kopa_env.source import Source
from kopa_env.suites import Suite
from kopa_env.task import Task

VECTOR_METADATA: dict[str, Any] = {**METADATA, "autoreset_mode": AutoresetMode.NEXT_STEP}
Array: TypeAlias = NDArray[Any]
T = TypeVar("T")


class KopaVectorEnv(VectorEnv[tuple[Observation, ...], Sequence[Action], Array]):
    """A batch of :class:`~kopa_env.envs.env.KopaEnv`; observations and actions are tuples.

    Args:
        num_envs: number of sub-environments.
        suite: as in ``KopaEnv``; so are all further arguments.
    """

    metadata = VECTOR_METADATA

    def __init__(
        self,
        num_envs: int = 1,
        suite: str | Suite = "mini",
        task: Task | Mapping[str, Any] | str | None = None,
        *,
        source: str | Source = "replay",
        catalogue: Catalogue | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.num_envs = num_envs
        self.render_mode = render_mode
        first = open_session(suite, task, source, catalogue, settings)
        self.sessions = [first, *(_twin(first) for _ in range(num_envs - 1))]
        self.single_observation_space = Messages()
        self.single_action_space = AssistantMessage(offered(first))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = [False] * num_envs
        self._loop = _Loop()

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[tuple[Observation, ...], Info]:
        """Start an episode in every sub-environment.

        Args:
            seed: one seed for each, or the first of consecutive ones.
            options: as for ``KopaEnv``; ``task_ids`` names one task for each sub-environment.

        Raises:
            UsageError: for an unknown option, or lists of the wrong length.
        """
        if isinstance(seed, int) or seed is None:
            super().reset(seed=seed)
            seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        chosen = self._options(options)
        if len(seeds) != self.num_envs:
            raise UsageError(f"{self.num_envs} sub-environments, got {len(seeds)} seeds")
        infos: Info = {}
        observations = []
        for i, (session, drawn) in enumerate(zip(self.sessions, seeds, strict=True)):
            observation, info = session.begin(chosen[i], self._draw() if drawn is None else drawn)
            observations.append(observation)
            infos = self._add_info(infos, info, i)
            self._over[i] = False
        return tuple(observations), infos

    def step(
        self, actions: Sequence[Action]
    ) -> tuple[tuple[Observation, ...], Array, Array, Array, Info]:
        """Play one action in each sub-environment."""
        if len(actions) != self.num_envs:
            raise UsageError(f"{self.num_envs} sub-environments, got {len(actions)} actions")
        outcomes = self._loop.run(self._play_all(actions))
        infos: Info = {}
        for i, outcome in enumerate(outcomes):
            infos = self._add_info(infos, outcome[4], i)
        self._over = [terminated or truncated for _, _, terminated, truncated, _ in outcomes]
        return (
            tuple(outcome[0] for outcome in outcomes),
            np.array([outcome[1] for outcome in outcomes], dtype=np.float64),
            np.array([outcome[2] for outcome in outcomes], dtype=np.bool_),
            np.array([outcome[3] for outcome in outcomes], dtype=np.bool_),
            infos,
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the event loop."""
        self._loop.close()

    async def _play_all(self, actions: Sequence[Action]) -> list[Outcome]:
        return await asyncio.gather(*(self._play(i, action) for i, action in enumerate(actions)))

    async def _play(self, i: int, action: Action) -> Outcome:
        session = self.sessions[i]
        if self._over[i]:
            observation, info = session.begin(None, self._draw())
            return observation, 0.0, False, False, info
        return await adrive(session, action)

    def _options(self, options: Mapping[str, Any] | None) -> list[dict[str, Any]]:
        if options is not None and not isinstance(options, Mapping):
            raise UsageError(f"reset options are a mapping of names to values, not {options!r}")
        common = dict(options or {})
        task_ids = common.pop("task_ids", None)
        if task_ids is None:
            return [common] * self.num_envs
        if isinstance(task_ids, str) or not isinstance(task_ids, Sequence):
            raise UsageError(f"task_ids is a list, one task for each, not {task_ids!r}")
        if len(task_ids) != self.num_envs:
            raise UsageError(f"{self.num_envs} sub-environments, got {len(task_ids)} task_ids")
        return [{**common, "task_id": task_id} for task_id in task_ids]

    def _draw(self) -> int:
        return int(self.np_random.integers(SEEDS))


def _twin(session: Session) -> Session:
    return Session(session.suite, session.catalogue, session.settings, backend=session.backend)


class _Loop:
    """An event loop in a thread of its own, so that a caller may have one running already."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine to its end."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(
                target=self._loop.run_forever, name="kopa-vector", daemon=True
            )
            self._thread.start()
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def close(self) -> None:
        """Stop the loop and its thread."""
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
            self._loop = self._thread = None
