"""KopaEnv: the gymnasium face of an episode."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import gymnasium as gym

from kopa_env.catalogue import Catalogue
from kopa_env.envs.backend import check_names
from kopa_env.envs.drivers import drive
from kopa_env.envs.session import Action, Info, Observation, Outcome, Session, Settings
from kopa_env.envs.spaces import AssistantMessage, Messages
from kopa_env.episode import Episode
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.parsing.registry import syntax_of
from kopa_env.source import Source
from kopa_env.suites import Suite, load_suite, read_tasks, task_from_dict
from kopa_env.task import Task

METADATA: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}
SEEDS = 2**31


class KopaEnv(gym.Env[Observation, Action]):
    """Tool use over recorded Korean public APIs, one task an episode.

    Observation: the chat messages (OpenAI form) that are new since the last action. Action: one
    assistant message, or raw model text. Reward: 1.0 or 0.0 at the end, 0.0 before. Terminated by
    an answer, truncated by everything else (``info["stop_reason"]``); an episode whose backend
    failed has ``info["valid"] == False`` and must be left out of every mean.

    Args:
        suite: name of a suite, a folder or a JSONL file.
        task: one task instead: an object, a mapping, or a file that holds one.
        source: ``replay``, ``replica``, ``live``, or a source of one's own.
        catalogue: tools of one's own instead of the shipped ones.
        render_mode: ``ansi`` or ``None``.
        **settings: see :class:`~kopa_env.envs.session.Settings`.

    Raises:
        UsageError: for a suite, task or setting that does not exist.
    """

    metadata = METADATA
    action_space: AssistantMessage
    observation_space: Messages

    def __init__(
        self,
        suite: str | Suite = "mini",
        task: Task | Mapping[str, Any] | str | None = None,
        *,
        source: str | Source = "replay",
        catalogue: Catalogue | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.render_mode = render_mode
        self.session = open_session(suite, task, source, catalogue, settings)
        self.observation_space = Messages()
        self.action_space = AssistantMessage(offered(self.session))

    @property
    def episode(self) -> Episode:
        """The episode in play: messages, results, snapshot, fork."""
        if self.session.episode is None:
            raise UsageError("no episode has begun: call reset() first")
        return self.session.episode

    @property
    def trace(self) -> list[dict[str, Any]]:
        """Timings of the episode's steps; never part of ``info``, which is deterministic."""
        return self.session.trace

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Start an episode.

        Args:
            seed: the same seed gives the same task, keys and faults.
            options: ``task_id``, ``split``, ``offer``, ``source``, ``on_miss``, ``faults``.

        Raises:
            UsageError: for an unknown option or a value that does not exist.
        """
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(SEEDS)) if seed is None else seed
        observation, info = self.session.begin(options, drawn)
        self.action_space.tools = tuple(self.episode.tools.values())
        return observation, info

    def step(self, action: Action) -> Outcome:
        """Play one assistant message."""
        return drive(self.session, action)

    def render(self) -> str | None:
        """Return the transcript under ``render_mode="ansi"``."""
        if self.render_mode != "ansi":
            return None
        from kopa_env.envs.transcript import transcript

        return transcript(self.episode, self.session.done)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what cannot travel: open packs and tables are opened again on the other side.

        An episode in play travels as its snapshot.
        """
        return {**self.__dict__, "session": self.session.packed()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.session = Session.unpacked(state["session"])

    def __deepcopy__(self, memo: dict[int, Any]) -> KopaEnv:
        """Return an independent environment that shares what nothing ever changes."""
        other = object.__new__(type(self))
        rest = {name: value for name, value in self.__dict__.items() if name != "session"}
        other.__dict__.update(copy.deepcopy(rest, memo), session=self.session.fork())
        return other


def offered(session: Session) -> tuple[Any, ...]:
    """Return the tools of a session's first task, for sampling before the first reset."""
    task = session.suite.task(session.settings.task_id or session.suite.ids()[0])
    settings = session.settings
    episode = Episode(
        task, session.catalogue, offer=settings.offer, local_tools=settings.local_tools
    )
    return tuple(episode.tools.values())


def open_session(
    suite: str | Suite,
    task: Task | Mapping[str, Any] | str | None,
    source: str | Source,
    catalogue: Catalogue | None,
    settings: Mapping[str, Any],
) -> Session:
    """Return a session for the arguments of an environment.

    Raises:
        UsageError: for a suite, task or setting that does not exist.
    """
    chosen = _settings(source if isinstance(source, str) else "replay", settings)
    return Session(
        _suite(suite) if task is None else _suite_of(task, suite),
        catalogue or Catalogue.load(),
        chosen,
        None if isinstance(source, str) else source,
    )


def _settings(source: str, settings: Mapping[str, Any]) -> Settings:
    """Return the settings, refusing at once what no episode could be played with."""
    known = [f.name for f in fields(Settings)]
    for name in settings:
        if name not in known:
            near = did_you_mean(name, known)
            raise UsageError(f"no setting {name!r}{near}; settings: {', '.join(known)}")
    chosen = Settings(source=source, **settings)
    check_names(chosen.source, chosen.on_miss)
    syntax_of(chosen.parser)
    if chosen.faults:
        from kopa_env.sources.faults import check_rates

        check_rates(chosen.faults)
    return chosen


def _suite(suite: str | Suite) -> Suite:
    return load_suite(suite) if isinstance(suite, str) else suite


def _suite_of(task: Task | Mapping[str, Any] | str, beside: str | Suite) -> Suite:
    """Return a suite of one task, over the world and pack of another suite."""
    if isinstance(task, str):
        tasks = read_tasks(Path(task))
    else:
        tasks = [task if isinstance(task, Task) else task_from_dict(task)]
    other = _suite(beside)
    return Suite.of("task", tasks, other.world_seed, pack=other.pack)
