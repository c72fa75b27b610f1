"""Registering the environments with gymnasium: names only, nothing heavy is imported."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Any

ENVIRONMENTS: dict[str, dict[str, Any]] = {
    "kopa/KopaMini-v1": {"suite": "mini"},
    "kopa/KopaTask-v1": {"task": None},
}
"""Environment id → default keyword arguments. ``KopaTask-v1`` without a task plays Mini's first."""

OPTIONAL: dict[str, dict[str, Any]] = {
    "kopa/KopaBench-v1": {"suite": "bench"},
    "kopa/KopaLong-v1": {"suite": "long"},
    "kopa/KopaTrain-v1": {"suite": "train"},
}
"""The same for suites of other packages: registered where such a package holds its data."""

_HOMES = {
    "bench": ("kopa_bench", "data/bench/suite.json"),
    "long": ("kopa_bench", "data/long/suite.json"),
    "train": ("kopa_synth", "data/train/suite.json"),
}
"""Suite → the package that has it, and the file without which it is empty."""

_ENTRY = {"kopa/KopaTask-v1": "kopa_env.envs.single:task_env"}
_VECTOR = {"kopa/KopaTask-v1": "kopa_env.envs.single:task_vector_env"}


def register() -> None:
    """Register every environment that is not yet registered."""
    from gymnasium.envs.registration import register as add
    from gymnasium.envs.registration import registry

    for name, kwargs in available().items():
        if name not in registry:
            add(
                name,
                entry_point=_ENTRY.get(name, "kopa_env.envs.env:KopaEnv"),
                vector_entry_point=_VECTOR.get(name, "kopa_env.envs.vector:KopaVectorEnv"),
                kwargs=kwargs,
            )


def available() -> dict[str, dict[str, Any]]:
    """Return the environments of this installation: id → default keyword arguments."""
    held = {name: kw for name, kw in OPTIONAL.items() if _is_shipped(kw["suite"])}
    if held:
        from importlib.metadata import entry_points

        known = {point.name for point in entry_points(group="kopa.suites")}
        held = {name: kw for name, kw in held.items() if kw["suite"] in known}
    return {**ENVIRONMENTS, **held}


def _is_shipped(suite: str) -> bool:
    """Whether a package holds a suite's data; nothing of it is imported."""
    package, file = _HOMES[suite]
    spec = find_spec(package)
    places = (spec.submodule_search_locations or ()) if spec else ()
    return any(os.access(f"{place}/{file}", os.R_OK) for place in places)  # pathlib costs 5 ms
