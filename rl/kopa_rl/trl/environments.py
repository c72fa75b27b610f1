"""Environment classes for TRL's ``environment_factory``, one for each set of tools.

TRL renders the methods of an environment's class as tools into the prompt and awaits those that
the model calls. All calls of one turn are gathered, so they are put together here and played as
the one assistant message that they came from: they count, and are answered, as everywhere else.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from kopa_env.envs.drivers import adrive, drive
from kopa_env.envs.session import Session
from kopa_env.episode.record import Message
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON
from kopa_rl.forms import toolset
from kopa_rl.golden import questions
from kopa_rl.reward import Verdict, verdict
from kopa_rl.rollout import Stage, group_seed

OVER = json.dumps(
    {"status": "over", "message": "대화가 끝났습니다 / the episode is over"}, ensure_ascii=False
)
_TYPES: Mapping[str, type] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "object": dict,
    "array": list,
}


@dataclass(slots=True)
class Clock:
    """The trainer's step: all rollouts of one step and task share a seed."""

    step: int = 0


class ToolEnvironment:
    """One rollout at a time; TRL keeps instances and begins each rollout with :meth:`reset`.

    The tools stand in the subclasses that :func:`environments` makes.
    """

    stage: ClassVar[Stage]
    clock: ClassVar[Clock]

    def __init__(self) -> None:
        self._session: Session | None = None
        self._verdict: Verdict | None = None
        self._made: list[tuple[str, Mapping[str, JSON], asyncio.Future[str]]] = []

    def reset(self, task_id: str, **row: Any) -> None:
        """Begin a rollout of a dataset row's task."""
        self._task_id = task_id
        self._seed = group_seed(task_id, self.clock.step)
        self._session = self.stage.session()
        self._session.begin({"task_id": task_id}, self._seed)
        self._verdict = None
        self._made = []

    async def _call(self, name: str, arguments: Mapping[str, JSON]) -> str:
        """Take one call of a turn; all of them are played when every one of them has come in."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()
        self._made.append((name, arguments, answer))
        if len(self._made) == 1:
            loop.call_soon(lambda: setattr(self, "_turn", loop.create_task(self._play())))
        return await answer

    async def _play(self) -> None:
        made, self._made = self._made, []
        try:
            replies = await self._answered([(name, arguments) for name, arguments, _ in made])
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            for _, _, answer in made:
                answer.set_exception(error)
            return
        for (_, _, answer), reply in zip(made, replies, strict=True):
            answer.set_result(reply)

    async def _answered(self, calls: Sequence[tuple[str, Mapping[str, JSON]]]) -> Sequence[str]:
        session = self._running()
        if session.done is not None:
            return [OVER] * len(calls)
        messages, *_ = await adrive(session, _message(calls))
        told = [str(message["content"]) for message in messages if message["role"] == "tool"]
        return told if len(told) == len(calls) else [OVER] * len(calls)

    def _close(self, completion: Sequence[Message]) -> Verdict:
        """Return what the rollout came to, given the whole completion that TRL holds."""
        if self._verdict is None:
            session = self._running()
            last = completion[-1] if completion else {"role": "assistant", "content": ""}
            if session.done is None and last["role"] == "assistant" and not last.get("tool_calls"):
                drive(session, str(last.get("content") or ""))
            if session.done is None:  # it ended on a call, or in words that could not be read
                session.overflow()
            assert session.done is not None
            self._verdict = verdict(session.done)
        return self._verdict

    def _running(self) -> Session:
        if self._session is None:
            raise UsageError("no rollout has begun: call reset() first")
        return self._session


def _message(calls: Sequence[tuple[str, Mapping[str, JSON]]]) -> Message:
    return {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {
                "id": f"call_{i}",
                "type": "function",
                "function": {"name": name, "arguments": dict(arguments)},
            }
            for i, (name, arguments) in enumerate(calls)
        ],
    }


def environments(
    stage: Stage, split: str = "all", clock: Clock | None = None
) -> dict[str, type[ToolEnvironment]]:
    """Return the classes for ``environment_factory``, by the name that dataset rows give.

    Args:
        stage: suite, tools, source.
        split: tasks that are trained or evaluated on.
        clock: moved on by the trainer, so that each step has faults and keys of its own.
    """
    shared = clock or Clock()
    found: dict[str, type[ToolEnvironment]] = {}
    for asked in questions(stage, split):
        name = toolset(asked.tools)
        if name not in found:
            methods = {tool["function"]["name"]: method(tool["function"]) for tool in asked.tools}
            found[name] = type(
                name,
                (ToolEnvironment,),
                {**methods, "stage": stage, "clock": shared, "__module__": __name__},
            )
    return found


def method(function: Mapping[str, Any]) -> Callable[..., Any]:
    """Return a coroutine function that stands for a tool, as TRL reads tools: by its signature.

    Args:
        function: an OpenAI schema: name, description, parameters.
    """
    name, parameters = function["name"], function["parameters"]
    properties: Mapping[str, Any] = parameters.get("properties", {})
    required = set(parameters.get("required", ()))

    async def call(self: ToolEnvironment, **arguments: JSON) -> str:
        given = {key: value for key, value in arguments.items() if value is not None}
        return await self._call(name, given)

    signature = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    signature += [
        inspect.Parameter(
            key,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if key in required else None,
            annotation=_type(about) if key in required else _type(about) | None,
        )
        for key, about in properties.items()
    ]
    call.__name__ = call.__qualname__ = name
    call.__signature__ = inspect.Signature(signature)  # type: ignore[attr-defined]
    call.__annotations__ = {p.name: p.annotation for p in signature[1:]} | {"return": str}
    call.__doc__ = _docstring(function.get("description", name), properties)
    return call


def _type(about: Mapping[str, Any]) -> Any:
    if choices := about.get("enum"):
        return Literal[tuple(choices)]
    return _TYPES.get(str(about.get("type", "string")), str)


def _docstring(description: str, properties: Mapping[str, Any]) -> str:
    lines = [" ".join(description.split())]
    if properties:
        lines += ["", "Args:"]
        lines += [
            f"    {key}: {' '.join(str(about.get('description', key)).split())}"
            for key, about in properties.items()
        ]
    return "\n".join(lines)
