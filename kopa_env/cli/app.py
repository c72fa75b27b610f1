"""Assembles the command line from the installed entry points."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint, entry_points

import click
import typer
from typer.core import TyperGroup
from typer.main import get_command

from kopa_env import __version__

_ABOUT = "Environments, offline replay and a benchmark for LLM tool use over Korean public APIs."


class LazyGroup(TyperGroup):
    """A group whose sub-commands are imported only when they are run or shown."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of every installed sub-command."""
        return sorted({*super().list_commands(ctx), *_installed()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one sub-command; a plug-in that cannot be imported is reported, not fatal."""
        if cmd_name not in (found := _installed()):
            return super().get_command(ctx, cmd_name)
        try:
            loaded = found[cmd_name].load()
        except ImportError as error:
            sys.stderr.write(f"kopa: {cmd_name} cannot be loaded: {error}\n")
            return None
        command = get_command(loaded)
        command.name = cmd_name
        return command


def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group="kopa.commands")}


def _version(show: bool) -> None:
    if show:
        typer.echo(f"kopa-env {__version__}")
        raise typer.Exit


def build() -> typer.Typer:
    """Return the whole command line."""
    app = typer.Typer(
        name="kopa",
        cls=LazyGroup,
        help=_ABOUT,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )

    @app.callback()
    def root(
        version: bool = typer.Option(
            False, "--version", callback=_version, is_eager=True, help="Print the version."
        ),
    ) -> None:
        pass

    return app
