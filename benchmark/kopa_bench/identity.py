"""What identifies a run: two runs of one identity may be one run; others are never mixed."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import orjson

from kopa_bench.rollout import Rules
from kopa_env.errors import UsageError
from kopa_env.grading import GRADING_VERSION
from kopa_env.suites import Suite

_DISTRIBUTIONS = ("kopa-env", "openai")
_SHOWN = 60


def identity(
    suite: Suite,
    rules: Rules,
    policy: Mapping[str, Any],
    source: Mapping[str, Any],
    hashes: Mapping[str, str],
) -> dict[str, Any]:
    """Return what must be equal for two runs to be parts of one.

    Args:
        suite: the tasks.
        rules: how episodes are held.
        policy: its name and the options that shape its moves (never a key).
        source: its name, miss policy and faults.
        hashes: of the source (``world``, ``pack``, ``catalogue`` …).
    """
    return {
        "suite": suite.name,
        "policy": dict(policy),
        "source": dict(source),
        "rules": {name: getattr(rules, name) for name in Rules.__slots__},
        "hashes": {
            **hashes,
            "suite": suite.hash,
            "grading": GRADING_VERSION,
            "template": digest(policy.get("template", "")),
            "sampling": digest(policy.get("sampling", {})),
        },
        "versions": {"kopa-env": installed("kopa-env")},
    }


def environment() -> dict[str, str]:
    """Return versions that are told but may differ between sessions of one run."""
    told = {"python": platform.python_version()}
    return {**told, **{name: installed(name) for name in _DISTRIBUTIONS}}


def digest(value: Any) -> str:
    """Return the hash of a JSON value, 16 hex digits."""
    body = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    return blake2b(body, digest_size=8).hexdigest()


def require_same(held: Mapping[str, Any], wanted: Mapping[str, Any], where: str) -> None:
    """Refuse to go on with a run of another identity.

    Raises:
        UsageError: naming the first difference.
    """
    names = sorted({*_leaves(held), *_leaves(wanted)})
    old, new = _leaves(held), _leaves(wanted)
    for name in names:
        if old.get(name) != new.get(name):
            raise UsageError(
                f"{where} holds another run: {name} was {_brief(old.get(name))}, "
                f"is {_brief(new.get(name))}; choose another folder"
            )


def installed(name: str) -> str:
    """Return the version of an installed distribution, empty if there is none."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _leaves(value: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    leaves: dict[str, Any] = {}
    for key, item in value.items():
        if isinstance(item, Mapping) and item:
            leaves.update(_leaves(item, f"{prefix}{key}."))
        else:
            leaves[f"{prefix}{key}"] = item
    return leaves


def _brief(value: Any) -> str:
    text = "absent" if value is None else str(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
