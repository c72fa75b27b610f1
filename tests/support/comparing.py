"""What clients' answers are compared with: the same world, asked in this process for records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Ask = Callable[..., list[dict[str, Any]]]

SAMSUNG = "00126380"
ANNUAL = {"bsns_year": "2024", "reprt_code": "11011"}
EVER = {"bgn_de": "20150101", "end_de": "20260130"}
SPAN = {"bgn_de": "20260105", "end_de": "20260116"}
KEY = "0123456789abcdef0123456789abcdef01234567"


def every(ask: Ask, name: str, size: int = 100, **args: Any) -> list[dict[str, Any]]:
    """Return all pages of a list."""
    page, count = ("page_no", "page_count") if name.startswith("dart") else ("pIndex", "pSize")
    found: list[dict[str, Any]] = []
    while rows := ask(name, **args, **{page: len(found) // size + 1, count: size}):
        found += rows
        if len(rows) < size:
            break
    return found


def some(ask: Ask, name: str, args: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of a call that must find any."""
    rows = ask(name, **args)
    assert rows, f"{name} has nothing to compare"
    return rows


def plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row without the verdict that some clients leave in it."""
    return {k: v for k, v in row.items() if k not in ("status", "message")}
