"""Virtual environments with somebody else's library in them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from serving import CLIENTS, PATIENCE, Served


def installed(folder: Path, *requirements: str) -> Path:
    """Make a virtual environment and return its Python; skip where no package index answers."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, timeout=PATIENCE)
    python = folder / "bin" / "python"
    done = _pip(python, "install", *requirements)
    if (
        done.returncode
        and _pip(python, "download", "--no-deps", "-d", str(folder), "six").returncode
    ):
        pytest.skip("no package index answers: a third-party client cannot be installed")
    assert done.returncode == 0, done.stderr
    return python


def _pip(python: Path, *words: str) -> subprocess.CompletedProcess[str]:
    quiet = ("--quiet", "--no-input", "--disable-pip-version-check")
    return subprocess.run(
        [str(python), "-m", "pip", *quiet, *words],
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )


def trust(python: Path, ca_file: str) -> None:
    """Add an authority to the bundle that libraries read which ask the environment for none."""
    where = [str(python), "-c", "import certifi; print(certifi.where())"]
    bundle = Path(subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip())
    with bundle.open("a", encoding="ascii") as file:
        file.write("\n" + Path(ca_file).read_text(encoding="ascii"))


def answers(
    python: Path, script: str, asked: dict[str, Any], served: Served, folder: Path
) -> dict[str, Any]:
    """Run one of the clients' scripts against the server and return what it printed."""
    command: Sequence[str] = [str(python), "-P", str(CLIENTS / script)]
    done = subprocess.run(
        command,
        input=json.dumps(asked),
        cwd=folder,
        env=served.environment(),
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    got: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return got
