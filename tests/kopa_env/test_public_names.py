"""What the package promises by name, and what importing it costs."""

from __future__ import annotations

import subprocess
import sys

import kopa_env

HEAVY = (
    "yaml",
    "vcr",
    "httpx",
    "pydantic",
    "typer",
    "rich",
    "sqlite3",
    "torch",
    "uvicorn",
    "jinja2",
)


def test_every_public_name_can_be_imported() -> None:
    assert list(kopa_env.__all__) == sorted(kopa_env.__all__)
    for name in kopa_env.__all__:
        assert getattr(kopa_env, name) is not None
    assert {*kopa_env._HOMES, "__version__"} == set(kopa_env.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(kopa_env, "Episod")


def test_import_pulls_in_nothing_heavy() -> None:
    code = f"import kopa_env, sys; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
