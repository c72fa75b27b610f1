"""KOPA-Bench's own suites (entry points ``bench`` and ``long`` of ``kopa.suites``)."""

from __future__ import annotations

from importlib.resources import files

from kopa_env.suites import Suite, read_suite


def bench() -> Suite:
    """Return KOPA-Bench: 145 tasks over ten platforms."""
    return _suite("bench")


def long() -> Suite:
    """Return the long-horizon set: 20 tasks of 15 to 36 calls, outside the 145."""
    return _suite("long")


def _suite(name: str) -> Suite:
    return read_suite(files("kopa_bench") / "data" / name)
