"""What several ``kopa bench`` commands share."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kopa_env.errors import MissingExtra

SuiteName = Annotated[str, typer.Option(help="Suite by name, or a folder or JSONL file.")]


def require_scipy() -> None:
    """Refuse in one line where intervals cannot be computed."""
    from importlib.util import find_spec

    if find_spec("scipy") is None:
        raise MissingExtra("bench", "an interval")


def note(text: str) -> None:
    """Tell of progress on stderr: one line that moves, where a person looks on."""
    ending = "\n" if not sys.stderr.isatty() else "\x1b[K\r"
    sys.stderr.write(text + ending)
    sys.stderr.flush()
