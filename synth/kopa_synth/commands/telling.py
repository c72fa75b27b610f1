"""Progress of long work on stderr: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

PARTS = 10
"""Lines that a count is told in where nobody watches a bar."""


def note(text: str) -> None:
    """Write one line to stderr."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


@contextmanager
def counting(label: str) -> Iterator[Callable[[int, int], None]]:
    """Yield what is to be told (done, of all) as work goes on."""
    with _bar(label) as move:

        def told(done: int, whole: int) -> None:
            move(done, whole, "")
            if not sys.stderr.isatty() and done % max(whole // PARTS, 1) == 0:
                note(f"{label} {done:,}/{whole:,}")

        yield told


@contextmanager
def watching(rounds: int) -> Iterator[Callable[[Mapping[str, Any]], None]]:
    """Yield what is to be told every line of the round log."""
    with _bar("rounds") as move:

        def told(row: Mapping[str, Any]) -> None:
            words = round_words(row)
            move(row["round"], rounds, words)
            if not sys.stderr.isatty():
                note(f"round {row['round']}/{rounds} · {words}")

        yield told


def round_words(row: Mapping[str, Any]) -> str:
    """Return what a round came to, on one line."""
    steps = row["step_success"]
    return (
        f"steps that worked {'–' if steps is None else f'{steps:.0%}'} · alive {row['alive']:,} · "
        f"pruned {row['pruned']:,} · calls {row['calls']['sent']:,}"
    )


@contextmanager
def _bar(label: str) -> Iterator[Callable[[int, int, str], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(20), MofNCompleteColumn())
    more = (TimeElapsedColumn(), TextColumn("{task.fields[words]}"))
    with Progress(*columns, *more, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=None, words="")

        def move(done: int, whole: int, words: str) -> None:
            bar.update(task, completed=done, total=whole, words=words)

        yield move
