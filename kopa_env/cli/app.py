"""Assembles the command line from the installed entry points."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import typer

from kopa_env import __version__
from kopa_env.errors import UsageError

_ABOUT = """Environments, offline replay and a benchmark for LLM tool use over Korean public APIs.

Example: kopa bench run --policy oracle -o runs/oracle
"""


_WrongUsage: type[Exception] = typer.BadParameter.__mro__[1]
"""The parent of every complaint about options and arguments, wherever typer takes it from."""


def run(argv: Sequence[str]) -> int:
    """Run the command that ``argv`` names and return its exit code.

    Raises:
        UsageError: if options or arguments are wrong: one line, as for every other error.
    """
    command = typer.main.get_command(build(argv))
    if sys.stderr.isatty():
        _tell_of_waits()
    try:
        code = command.main(list(argv), "kopa", standalone_mode=False)
    except _WrongUsage as error:
        message, place = error.format_message(), error.ctx  # type: ignore[attr-defined]
        if "\n" in message:  # the help of a group that was named without a command
            sys.stderr.write(f"{message}\n")
            return 2
        where = place.command_path if place else "kopa"
        raise UsageError(f"{message.rstrip('.')}; see '{where} --help'") from None
    return code if isinstance(code, int) else 0


def _tell_of_waits() -> None:
    """Show a person what the first call of a world builds; a script sees nothing of it."""
    log = logging.getLogger("kopa_env.world")
    if not log.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("kopa: %(message)s"))
        log.addHandler(handler)
    log.setLevel(logging.INFO)


def build(argv: Sequence[str]) -> typer.Typer:
    """Return the command line.

    Only the sub-command that ``argv`` names is imported, or all of them where it names none.
    An entry point is a ``typer.Typer`` (a group) or a function (one command).
    """
    app = typer.Typer(
        name="kopa",
        help=_ABOUT,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_root)
    for name, loaded in _loaded(argv):
        if isinstance(loaded, typer.Typer):
            app.add_typer(loaded, name=name)
        else:
            app.command(name)(loaded)
    return app


def _version(show: bool) -> None:
    if show:
        typer.echo(f"kopa-env {__version__}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False, "--version", help="Print the version.", is_eager=True, callback=_version
    ),
) -> None:
    pass


def _loaded(argv: Sequence[str]) -> Iterator[tuple[str, Any]]:
    points = {point.name: point for point in entry_points(group="kopa.commands")}
    named = points.get(next((word for word in argv if not word.startswith("-")), ""))
    chosen: list[EntryPoint] = [named] if named else sorted(points.values())
    for point in chosen:
        try:
            yield point.name, point.load()
        except ImportError as error:
            sys.stderr.write(f"kopa: {point.name} cannot be loaded: {error}\n")
