"""The public names of ``kopa_bench``."""

from __future__ import annotations

import importlib.util

import kopa_bench


def test_public_names_are_pinned() -> None:
    assert kopa_bench.__all__ == [
        *("Action", "ContextOverflow", "Key", "Pace", "Plan", "Policy", "PolicyFault", "Rules"),
        *("RunFolder", "Sampling", "Served", "Server", "Stage", "View", "load_policy", "play"),
        *("run", "summary", "validate_suite"),
    ]


def test_every_public_name_is_there_and_no_other() -> None:
    for name in kopa_bench.__all__:
        assert getattr(kopa_bench, name).__module__.startswith("kopa_bench")
    assert set(kopa_bench.__all__) <= set(dir(kopa_bench))
    assert not hasattr(kopa_bench, "no_such_name")


def test_no_name_is_also_a_module() -> None:
    for name in kopa_bench.__all__:
        assert importlib.util.find_spec(f"kopa_bench.{name}") is None
