"""``kopa record``: make cassettes from the replica or from the real APIs."""

from __future__ import annotations

import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kopa_env.cache import require_writable
from kopa_env.cli.output import AsJson, emit_json
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.sources.named import MINI_SEED

if TYPE_CHECKING:
    import httpx

    from kopa_env.cassettes.record import Ask, Provenance, Recorder
    from kopa_env.catalogue import Catalogue
    from kopa_env.suites import Suite
    from kopa_env.world import World

WORLD_CLOCK = "2026-01-30T09:00:00+09:00"
"""The moment at which every world stands still; replies of the replica are dated by it."""

_SOURCES = ("replica", "live")


@dataclass(frozen=True, slots=True)
class Way:
    """How the replica is reached: in process, or over the forward proxy of a running one."""

    proxy: str = ""
    ca_file: Path | None = None

    def client(self, world: World, catalogue: Catalogue) -> httpx.Client:
        """Return a client that gets to the replica under the platforms' own names."""
        import httpx

        if not self.proxy:
            from kopa_env.cassettes.capture import served_by
            from kopa_env.replica.engine import Replica

            return httpx.Client(transport=served_by(Replica(world, catalogue).respond))
        try:
            trusted = ssl.create_default_context(cafile=self.ca_file)
            return httpx.Client(proxy=self.proxy, verify=trusted)
        except (OSError, ValueError) as error:
            raise UsageError(
                f"cannot use proxy {self.proxy} with {self.ca_file}: {error}"
            ) from None


def record(
    out: Annotated[Path, typer.Option("-o", "--output", help="Folder of cassettes.")],
    tools: Annotated[
        str | None, typer.Option(help="Tools to call with their examples, comma-separated.")
    ] = None,
    suite: Annotated[str | None, typer.Option(help="Suite whose golden calls to record.")] = None,
    calls: Annotated[
        Path | None, typer.Option(help='File of calls: {"tool": …, "args": {…}} a line.')
    ] = None,
    source: Annotated[str, typer.Option(help="replica or live.")] = "replica",
    seed: Annotated[
        int | None, typer.Option(help="World seed of the replica; by default the suite's.")
    ] = None,
    proxy: Annotated[
        str, typer.Option(help="Reach the replica over this proxy of `kopa replica serve --tls`.")
    ] = "",
    ca_file: Annotated[
        Path | None, typer.Option(help="Certificate authority of that proxy.")
    ] = None,
    name: Annotated[str, typer.Option(help="Name of the pack the folder compiles into.")] = "",
    json: AsJson = False,
) -> None:
    """Record calls into a folder of cassettes; what is there already is not asked again.

    Example: kopa record --suite mini -o cassettes
    """
    from kopa_env.cassettes.record import Recorder
    from kopa_env.catalogue import Catalogue
    from kopa_env.suites import load_suite

    if not (tools or suite or calls):
        raise UsageError("say what to record: --tools, --suite or --calls")
    catalogue = Catalogue.load()
    tasks = load_suite(suite) if suite else None
    if seed is None:
        seed = tasks.world_seed if tasks else MINI_SEED
    provenance, opened = _asker(source, seed, catalogue, Way(proxy, ca_file))
    require_writable(out)
    recorder = Recorder(out, catalogue, provenance)
    with opened as ask:
        if tools or calls:
            _record_list(tools, calls, ask, recorder, catalogue, name)
        if tasks:
            _record_suite(tasks, ask, recorder, catalogue, name or tasks.pack)
    _tell(recorder, out, json)


def _asker(
    source: str, seed: int, catalogue: Catalogue, way: Way
) -> tuple[Provenance, AbstractContextManager[Ask]]:
    """Return where replies come from, and what opens the way to ask for them."""
    from kopa_env.cassettes.record import Provenance

    if source == "replica":
        from kopa_env.world import World

        world = World(seed)

        @contextmanager
        def replica() -> Iterator[Ask]:
            from kopa_env.cassettes.record import through
            from kopa_env.sources.replica import DUMMY_CREDENTIAL

            with way.client(world, catalogue) as client:
                yield through(client, lambda platform, host: DUMMY_CREDENTIAL)

        return Provenance("replica", world.hash, lambda: WORLD_CLOCK), replica()
    if way.proxy:
        raise UsageError("--proxy leads to a replica: it goes with --source replica")
    if source == "live":

        @contextmanager
        def live() -> Iterator[Ask]:
            from kopa_env.sources.live import LiveSource

            apis = LiveSource(catalogue)
            try:
                yield apis.call
            finally:
                apis.close()

        return Provenance("live"), live()
    raise UsageError(
        f"no source {source!r}{did_you_mean(source, _SOURCES)}; sources: {', '.join(_SOURCES)}"
    )


def _record_list(
    tools: str | None,
    calls: Path | None,
    ask: Ask,
    recorder: Recorder,
    catalogue: Catalogue,
    name: str,
) -> None:
    from kopa_env.cassettes.calls import calls_in, example_calls
    from kopa_env.cassettes.record import record_calls

    wanted = example_calls(catalogue, filter(None, (tools or "").split(",")))
    if calls is not None:
        wanted += calls_in(calls, catalogue)
    progress = _progress("call", len(wanted))
    record_calls(wanted, ask, recorder, name=name, progress=progress)


def _record_suite(
    suite: Suite, ask: Ask, recorder: Recorder, catalogue: Catalogue, name: str
) -> None:
    from kopa_env.sources.views import ViewSource
    from kopa_env.suites.golden import golden_run

    progress = _progress("task", len(suite.tasks))
    try:
        with recorder.source(ask) as recording:
            source = ViewSource(recording, catalogue)
            for number, task in enumerate(suite.tasks.values(), 1):
                golden_run(task, catalogue, source)
                progress(number)
    finally:
        if not recorder.empty:
            recorder.save(name)


def _progress(unit: str, total: int) -> Callable[[int], None]:
    def show(done: int) -> None:
        if sys.stderr.isatty() or done == total or done % 100 == 0:
            end = "\n" if done == total or not sys.stderr.isatty() else "\r"
            sys.stderr.write(f"{unit} {done} of {total}{end}")
            sys.stderr.flush()

    return show


def _tell(recorder: Recorder, out: Path, as_json: bool) -> None:
    report = recorder.report
    if as_json:
        emit_json({**asdict(report), "output": str(out)})
    else:
        typer.echo(
            f"{report.recorded} interactions recorded into {out}, {report.skipped} calls were there"
        )
        for line in report.refused:
            typer.echo(f"refused: {line}")
        for reason, count in sorted(report.failed.items()):
            typer.echo(f"not kept: {count} with {reason}")
    if report.refused or report.failed:
        raise typer.Exit(1)
