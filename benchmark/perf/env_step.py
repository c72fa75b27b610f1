"""Cost of one environment step beside bare gymnasium and aviary, and of many that wait, in one run.

    python benchmark/perf/env_step.py [--json]

A step is one tool call answered from a pack: the message is read, its arguments are checked, the
reply is found and shown. CPU time of the process, best of five passes. Bare gymnasium, whose step
returns a ready text, is the floor; aviary, which also reads and checks calls, is the peer (left out
where it is not installed). The last rows are wall time: 64 episodes whose tools take 50 ms,
beside as many coroutines that only sleep.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import gymnasium as gym
from replay import TOOL, arguments, build

from kopa_env.catalogue import Catalogue
from kopa_env.envs.drivers import adrive
from kopa_env.envs.env import KopaEnv
from kopa_env.envs.session import Session
from kopa_env.envs.spaces import AssistantMessage, Messages
from kopa_env.envs.vector import KopaVectorEnv
from kopa_env.outcome import JSON, ToolResult
from kopa_env.pack import Pack
from kopa_env.sources.replay import ReplaySource
from kopa_env.spec import ToolSpec
from kopa_env.suites import Suite
from kopa_env.task import Answer, Task

PASSES = 5
EPISODES = 40
STEPS = 25
REQUESTS = 20_000
LATENCY_S = 0.05
TOGETHER = 64
TURNS = 20

TASK = Task(
    id="perf-001",
    version=1,
    suite="perf",
    domain="finance",
    platforms=("dart",),
    tier="easy",
    query_ko="공시를 찾아 주세요.",
    gloss_en="Find filings.",
    current_date="2026-01-30",
    offered_tools=(TOOL,),
    max_calls=STEPS + 1,
    max_turns=STEPS + 2,
    golden=(),
    answer=Answer("number", 1),
)
SUITE = Suite.of("perf", [TASK], 1)


def action(number: int) -> dict[str, Any]:
    """Return an assistant message with one call; every number asks for another reply."""
    function = {"name": TOOL, "arguments": json.dumps(arguments(number), ensure_ascii=False)}
    call = {"id": f"c{number}", "type": "function", "function": function}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


class BareEnv(gym.Env[Any, Any]):
    """The least an environment can do: a ready message for any action."""

    def __init__(self) -> None:
        self.observation_space, self.action_space = Messages(), AssistantMessage()
        self._shown = ({"role": "tool", "tool_call_id": "c", "content": "가" * 2000},)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        return self._shown, {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        return self._shown, 0.0, False, False, {}


def step_us(reset: Callable[[], object], step: Callable[[Any], object], actions: Any) -> float:
    """Return CPU microseconds of a step, resets left out, the best of the passes."""
    best = float("inf")
    for _ in range(PASSES):
        spent = 0.0
        for episode in range(EPISODES):
            reset()
            ready = actions[episode * STEPS : (episode + 1) * STEPS]
            began = time.process_time()
            for one in ready:
                step(one)
            spent += time.process_time() - began
        best = min(best, spent / (EPISODES * STEPS))
    return best * 1e6


def aviary_us(text: str) -> float | None:
    """Return CPU microseconds of an aviary step with the same call, or ``None`` without aviary."""
    try:
        from aviary.core import Environment, Message, Tool, ToolCall, ToolRequestMessage
    except ImportError:
        return None

    def list_filings(
        corp_code: str, bgn_de: str, end_de: str, page_no: int, page_count: int
    ) -> str:
        """List filings.

        Args:
            corp_code: company code.
            bgn_de: first day.
            end_de: last day.
            page_no: page.
            page_count: rows a page.
        """
        return text

    class Peer(Environment[dict[str, Any]]):
        async def reset(self) -> Any:
            self.state: dict[str, Any] = {}
            self.tools = [Tool.from_function(list_filings)]
            return [Message(content=TASK.query_ko)], self.tools

        async def step(self, action: Any) -> Any:
            return await self.exec_tool_calls(action, concurrency=False), 0.0, False, False

    async def run() -> float:
        env = Peer()
        await env.reset()
        best = float("inf")
        for _ in range(PASSES):
            began = time.process_time()
            for number in range(200):
                call = ToolCall.from_name("list_filings", **arguments(number))
                await env.step(ToolRequestMessage(tool_calls=[call]))
            best = min(best, (time.process_time() - began) / 200)
        return best * 1e6

    return asyncio.run(run())


class Slow:
    """A source whose every reply takes 50 ms."""

    def __init__(self, source: ReplaySource) -> None:
        self._source = source

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        time.sleep(LATENCY_S)
        return self._source.call(spec, args)

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        await asyncio.sleep(LATENCY_S)
        return self._source.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        return {}


def together(source: ReplaySource, catalogue: Catalogue) -> Iterator[dict[str, Any]]:
    """Yield how close 64 waiting episodes in one process come to one wait a step."""
    env = KopaVectorEnv(TOGETHER, SUITE, source=Slow(source), catalogue=catalogue)
    env.reset(seed=1)
    env.step([action(i) for i in range(TOGETHER)])

    async def episodes() -> None:
        await asyncio.gather(*(episode(session, i) for i, session in enumerate(env.sessions)))

    async def episode(session: Session, i: int) -> None:
        for turn in range(TURNS):
            await adrive(session, action(turn * TOGETHER + i))

    async def sleeps() -> None:
        await asyncio.gather(*(sleeper() for _ in range(TOGETHER)))

    async def sleeper() -> None:
        for _ in range(TURNS):
            await asyncio.sleep(LATENCY_S)

    began = time.perf_counter()
    asyncio.run(sleeps())
    ideal = (time.perf_counter() - began) / TURNS
    began = time.perf_counter()
    asyncio.run(episodes())
    yield _waiting("each at its own pace", (time.perf_counter() - began) / TURNS, ideal)
    env.reset(seed=1)
    began = time.perf_counter()
    for turn in range(TURNS):
        env.step([action(turn * TOGETHER + i) for i in range(TOGETHER)])
    yield _waiting("in step (vector env)", (time.perf_counter() - began) / TURNS, ideal)
    env.close()


def _waiting(how: str, spent: float, ideal: float) -> dict[str, Any]:
    name = f"{TOGETHER} episodes, {how}"
    row = _row(name, spent * 1e3, ideal * 1e3, "asyncio.sleep alone", "")
    return {**row, "unit": "ms wall a step", "n": TOGETHER}


def measure() -> Iterator[dict[str, Any]]:
    """Yield every row of the benchmark."""
    catalogue = Catalogue.load()
    bare = BareEnv()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "perf.pack"
        build(path, catalogue[TOOL], REQUESTS)
        with Pack.open(path) as pack:
            source = ReplaySource(pack, catalogue)
            env = KopaEnv(SUITE, source=source, catalogue=catalogue)
            actions = [action(n * 7919 % REQUESTS) for n in range(EPISODES * STEPS)]
            observation = _first_observation(env, actions[0])
            ours = step_us(env.reset, env.step, actions)
            floor = step_us(bare.reset, bare.step, actions)
            gymnasium = version("gymnasium")
            yield _row("env.step, one replayed call", ours, floor, "gymnasium, bare", gymnasium)
            peer = aviary_us(observation)
            if peer is not None:
                yield _row("env.step, one replayed call", ours, peer, "aviary", _aviary())
            yield _row("env.step, one replayed call", ours, 60.0, "budget", "")
            yield from together(source, catalogue)


def _first_observation(env: KopaEnv, one: Mapping[str, Any]) -> str:
    env.reset(seed=1)
    observation, *_ = env.step(dict(one))
    text = str(observation[0]["content"])
    assert json.loads(text)["status"] == "ok", text
    return text


def _aviary() -> str:
    try:
        return version("fhaviary")
    except PackageNotFoundError:
        return ""


def _row(name: str, ours: float, peer: float, who: str, peer_version: str) -> dict[str, Any]:
    return {
        "name": name,
        "ours": round(ours, 2),
        "peer": round(peer, 2),
        "peer_name": who,
        "peer_version": peer_version,
        "ratio": round(peer / ours, 3),
        "unit": "us CPU",
        "n": EPISODES * STEPS,
    }


def main(arguments_given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    options = parser.parse_args(arguments_given)
    rows = list(measure())
    if options.json:
        sys.stdout.write(json.dumps({"rows": rows}, ensure_ascii=False) + "\n")
        return
    for row in rows:
        peer = f"{row['peer_name']} {row['peer_version']}".strip()
        sys.stdout.write(
            f"{row['name']:<36} {row['ours']:>9.2f} {row['unit']}"
            f"   {row['ratio']:>7.3f} x {peer} ({row['peer']:.2f})\n"
        )


if __name__ == "__main__":
    main()
