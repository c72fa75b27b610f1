"""``kopa/KopaTask-v1``: a task of one's own, by object, mapping or file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kopa_env.envs.env import KopaEnv
from kopa_env.envs.vector import KopaVectorEnv
from kopa_env.suites import load_suite
from kopa_env.task import Task

Given = Task | Mapping[str, Any] | str | None


def task_env(task: Given = None, suite: str = "mini", **kwargs: Any) -> KopaEnv:
    """Return an environment of one task; without one, of the suite's first."""
    return KopaEnv(suite, _or_first(task, suite), **kwargs)


def task_vector_env(
    num_envs: int = 1, task: Given = None, suite: str = "mini", **kwargs: Any
) -> KopaVectorEnv:
    """Return a vector environment of one task; without one, of the suite's first."""
    return KopaVectorEnv(num_envs, suite, _or_first(task, suite), **kwargs)


def _or_first(task: Given, suite: str) -> Given:
    return next(iter(load_suite(suite).tasks.values())) if task is None else task
