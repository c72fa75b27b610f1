"""What every command prints: JSON on stdout or a table, progress on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, TypeVar

import orjson
import typer

T = TypeVar("T")

_PIPED = 200
"""Width of a table that goes into a file or a pipe."""

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]


def emit_json(value: Any) -> None:
    """Write one JSON value and a newline to stdout."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS
    sys.stdout.buffer.write(orjson.dumps(value, option=options) + b"\n")
    sys.stdout.buffer.flush()


def emit_table(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a plain table to stdout."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in headers:
        table.add_column(header, overflow="fold")
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = _PIPED
    console.print(table)


def progress(items: Iterable[T], label: str, total: int | None = None) -> Iterator[T]:
    """Yield items while a progress bar runs on stderr (nothing where stderr is no terminal).

    Args:
        items: what to yield.
        label: what stands before the bar.
        total: how many there are, where ``items`` cannot say.
    """
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(items, label, total, console=console, disable=not console.is_terminal)
