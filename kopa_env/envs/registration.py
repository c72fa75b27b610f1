"""Registering the environments with gymnasium: names only, nothing heavy is imported."""

from __future__ import annotations

from typing import Any

ENVIRONMENTS: dict[str, dict[str, Any]] = {
    "kopa/KopaMini-v1": {"suite": "mini"},
    "kopa/KopaTask-v1": {"task": None},
}
"""Environment id → default keyword arguments. ``KopaTask-v1`` without a task plays Mini's first."""

_ENTRY = {"kopa/KopaTask-v1": "kopa_env.envs.single:task_env"}
_VECTOR = {"kopa/KopaTask-v1": "kopa_env.envs.single:task_vector_env"}


def register() -> None:
    """Register every environment that is not yet registered."""
    from gymnasium.envs.registration import register as add
    from gymnasium.envs.registration import registry

    for name, kwargs in ENVIRONMENTS.items():
        if name not in registry:
            add(
                name,
                entry_point=_ENTRY.get(name, "kopa_env.envs.env:KopaEnv"),
                vector_entry_point=_VECTOR.get(name, "kopa_env.envs.vector:KopaVectorEnv"),
                kwargs=kwargs,
            )
