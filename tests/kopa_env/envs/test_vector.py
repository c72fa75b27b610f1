"""Vector environments: our own over asyncio, gymnasium's sync and async, all with the same text."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from school import CATALOGUE, SchoolSource, calls

from kopa_env.envs.vector import KopaVectorEnv
from kopa_env.errors import ReplayMiss, UsageError
from kopa_env.outcome import JSON, ToolResult
from kopa_env.spec import ToolSpec

from .test_env import ANSWER, LISTED, SUITE, make

KOREAN = ("가나다라마바사아자차카타파하 " * 25)[:300]


class Gathering(SchoolSource):
    """A source whose replies come only when all expected calls are waiting at once."""

    def __init__(self, together: int) -> None:
        super().__init__()
        self._together = together
        self._waiting = 0
        self._all: asyncio.Event | None = None

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        self._all = self._all or asyncio.Event()
        self._waiting += 1
        if self._waiting == self._together:
            self._all.set()
        await asyncio.wait_for(self._all.wait(), timeout=10)
        return self.call(spec, args)


class Missing(SchoolSource):
    """Has no reply for one city."""

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        if args.get("city") == "안동시":
            raise ReplayMiss("not recorded")
        return self.call(spec, args)


def vector(n: int, source: Any = None, **more: Any) -> KopaVectorEnv:
    return KopaVectorEnv(n, SUITE, source=source or SchoolSource(), catalogue=CATALOGUE, **more)


@pytest.fixture
def three() -> Iterator[KopaVectorEnv]:
    env = vector(3)
    yield env
    env.close()


def test_calls_of_all_sub_environments_wait_together() -> None:
    """64 episodes with two parallel calls each: no reply comes before all 128 have been asked."""
    env = vector(64, Gathering(128))
    env.reset(seed=1)
    both = calls(("school_detail", {"id": "1"}), ("school_detail", {"id": "2"}))
    observations, _, terminated, _, _ = env.step([both] * 64)
    env.close()
    assert len(observations) == 64
    assert all(len(messages) == 2 for messages in observations)
    assert not terminated.any()


def test_a_batch_equals_its_single_environments(three: KopaVectorEnv) -> None:
    observations, infos = three.reset(seed=[5, 6, 7])
    stepped = three.step([LISTED, ANSWER, "<tool_call>{"])
    for i, seed in enumerate((5, 6, 7)):
        env = make()
        observation, info = env.reset(seed=seed)
        assert observations[i] == observation
        assert infos["task_id"][i] == info["task_id"]
        single = env.step([LISTED, ANSWER, "<tool_call>{"][i])
        assert (stepped[0][i], *(part[i] for part in stepped[1:4])) == single[:4]
    assert stepped[1].tolist() == [0.0, 1.0, 0.0]
    assert stepped[4]["_reward"].tolist() == [False, True, False]
    assert stepped[4]["reward"]["RESPONSE"][1] == 1


def test_the_step_after_an_end_resets_and_ignores_its_action(three: KopaVectorEnv) -> None:
    """Case B32: an episode of two steps has two steps; the third begins the next."""
    assert three.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    three.reset(seed=1)
    three.step([ANSWER, LISTED, LISTED])
    observations, rewards, terminated, truncated, infos = three.step([LISTED] * 3)
    assert [m["role"] for m in observations[0]] == ["system", "user"]
    assert (rewards[0], terminated[0], truncated[0]) == (0.0, False, False)
    assert infos["_task_id"].tolist() == [True, False, False]
    assert three.sessions[0].running().turns == 0
    assert three.sessions[1].running().turns == 2


def test_each_sub_environment_can_have_its_own_task(three: KopaVectorEnv) -> None:
    wanted = ["school-002", "school-001", "school-002"]
    assert list(three.reset(options={"task_ids": wanted})[1]["task_id"]) == wanted
    with pytest.raises(UsageError, match="got 1 task_ids"):
        three.reset(options={"task_ids": ["school-001"]})
    for no_list in ("school-001", 5):
        with pytest.raises(UsageError, match="task_ids is a list"):
            three.reset(options={"task_ids": no_list})
    with pytest.raises(UsageError, match="got 2 seeds"):
        three.reset(seed=[1, 2])
    with pytest.raises(UsageError, match="got 1 actions"):
        three.step([ANSWER])


def test_a_miss_spoils_only_its_own_episode() -> None:
    env = vector(2, Missing())
    env.reset(seed=1)
    step = env.step([LISTED, calls(("school_list", {"city": "안동시"}))])
    env.close()
    assert step[3].tolist() == [False, True]
    assert step[4]["valid"].tolist() == [False, False]
    assert step[4]["_valid"].tolist() == [False, True]


def test_it_runs_inside_a_running_event_loop(three: KopaVectorEnv) -> None:
    async def notebook() -> Any:
        three.reset(seed=1)
        return three.step([ANSWER] * 3)[1]

    assert asyncio.run(notebook()).tolist() == [1.0] * 3


def test_the_same_seeds_give_the_same_batch() -> None:
    def run() -> Any:
        env = vector(4)
        first = env.reset(seed=11)
        rest = [env.step([LISTED, ANSWER, LISTED, ANSWER]) for _ in range(3)]
        env.close()
        return [first[0], *(step[0] for step in rest)]

    assert run() == run()


def _korean_env() -> gym.Env[Any, Any]:
    from dataclasses import replace

    from school import TASK

    return make(task=replace(TASK, query_ko=KOREAN))


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_korean_survives_gymnasiums_own_vector_environments(kind: str) -> None:
    """Case B31: shared memory has to be off for text; both kinds then agree to the character."""
    env: gym.vector.VectorEnv[Any, Any, Any] = (
        gym.vector.SyncVectorEnv([_korean_env] * 2)
        if kind == "sync"
        else gym.vector.AsyncVectorEnv([_korean_env] * 2, shared_memory=False)
    )
    try:
        observations, _ = env.reset(seed=1)
        assert [messages[1]["content"] for messages in observations] == [KOREAN] * 2
        echoed = [{"role": "assistant", "content": f"<tool_call>{KOREAN}"}] * 2
        stepped = env.step(tuple(echoed))
        assert all(m[0]["role"] == "user" for m in stepped[0])
        assert np.asarray(stepped[1]).tolist() == [0.0, 0.0]
    finally:
        env.close()
