"""``kopa synth readings``: draw a sheet of questions, and judge what readers made of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson

from kopa_env.cache import replacing
from kopa_env.suites import load_suite
from kopa_env.suites.readings import judge, read, sheet


def draw(suite: str, file: Path, n: int, seed: int) -> dict[str, Any]:
    """Write a sheet of *n* questions, one JSON object a line."""
    found = load_suite(suite)
    rows = sheet(tuple(found.tasks.values()), n, seed)
    with replacing(file) as temporary:
        temporary.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
    return {"suite": found.name, "questions": len(rows), "seed": seed, "sheet": str(file)}


def judged(suite: str, files: Sequence[Path]) -> dict[str, Any]:
    """Return what readers' files say of a suite's questions."""
    found = load_suite(suite)
    return {"suite": found.name, **judge(found.tasks, {str(file): read(file) for file in files})}
