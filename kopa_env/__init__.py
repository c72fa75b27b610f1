"""Gymnasium environments over recorded Korean public APIs.

Importing the package registers its environments (``kopa/KopaMini-v1``, ``kopa/KopaTask-v1``);
everything named in ``__all__`` is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kopa_env.envs.registration import register

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue, Platform
    from kopa_env.envs.env import KopaEnv
    from kopa_env.envs.vector import KopaVectorEnv
    from kopa_env.episode import Done, Episode, EpisodeRecord, Pending, Turn
    from kopa_env.errors import KopaError, ReplayMiss, UsageError
    from kopa_env.grading import Grade, grade, render_answer
    from kopa_env.outcome import Origin, Reason, Status, ToolCall, ToolResult
    from kopa_env.parsing import parse
    from kopa_env.source import Source
    from kopa_env.spec import ToolSpec
    from kopa_env.suites import Suite, load_suite
    from kopa_env.task import Task

__version__ = "0.1.0"

_HOMES = {
    "Catalogue": "catalogue",
    "Done": "episode",
    "Episode": "episode",
    "EpisodeRecord": "episode",
    "Grade": "grading",
    "KopaEnv": "envs.env",
    "KopaError": "errors",
    "KopaVectorEnv": "envs.vector",
    "Origin": "outcome",
    "Pending": "episode",
    "Platform": "catalogue",
    "Reason": "outcome",
    "ReplayMiss": "errors",
    "Source": "source",
    "Status": "outcome",
    "Suite": "suites",
    "Task": "task",
    "ToolCall": "outcome",
    "ToolResult": "outcome",
    "ToolSpec": "spec",
    "Turn": "episode",
    "UsageError": "errors",
    "grade": "grading",
    "load_suite": "suites",
    "parse": "parsing",
    "register": "envs.registration",
    "render_answer": "grading",
}

__all__ = [
    "Catalogue",
    "Done",
    "Episode",
    "EpisodeRecord",
    "Grade",
    "KopaEnv",
    "KopaError",
    "KopaVectorEnv",
    "Origin",
    "Pending",
    "Platform",
    "Reason",
    "ReplayMiss",
    "Source",
    "Status",
    "Suite",
    "Task",
    "ToolCall",
    "ToolResult",
    "ToolSpec",
    "Turn",
    "UsageError",
    "__version__",
    "grade",
    "load_suite",
    "parse",
    "register",
    "render_answer",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


register()
