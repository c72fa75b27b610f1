"""Reading the shipped facts: small CSV files of real codes and names, each with its source."""

from __future__ import annotations

import csv
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=64)
def fact_rows(name: str) -> tuple[dict[str, str], ...]:
    """Return the rows of ``facts/<name>.csv``; lines that start with ``#`` say where it is from."""
    text = (files("kopa_env.world") / "facts" / f"{name}.csv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return tuple(csv.DictReader(lines))


def fact_source(name: str) -> str:
    """Return the source note of a fact file: its first line."""
    text = (files("kopa_env.world") / "facts" / f"{name}.csv").read_text(encoding="utf-8")
    first = text.partition("\n")[0]
    return first.removeprefix("# source:").strip() if first.startswith("#") else ""
