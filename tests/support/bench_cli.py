"""``kopa bench`` called as scripts call it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kopa_bench.cli import app
from kopa_env.errors import KopaError


def bench(*words: str | Path, code: int = 0) -> Any:
    """Run a command with ``--json`` and return what it printed."""
    result = CliRunner().invoke(app, [*map(str, words), "--json"], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def refused(*words: str | Path) -> str:
    """Run a command that must be refused and return its one line."""
    with pytest.raises(KopaError) as caught:
        CliRunner().invoke(app, list(map(str, words)), catch_exceptions=False)
    assert "\n" not in str(caught.value)
    return str(caught.value)
