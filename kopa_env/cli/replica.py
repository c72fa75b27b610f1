"""``kopa replica``: run the replica as real HTTP servers on this machine."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kopa_env.cli.output import AsJson, emit_json, emit_table, progress
from kopa_env.sources.named import MINI_SEED

if TYPE_CHECKING:
    from kopa_env.replica.server import Ports

_FIRST_TABLES = ("companies", "filings", "members", "bills", "schools")
"""What most others hang on: built before the first client comes, whose patience is five seconds."""

SHOWN = 40
"""Failures printed; ``--json`` has them all."""

_OUTCOMES = ("ok", "empty", "structural", "environmental", "config", "miss")

Form = Literal["2024", "2026"]

app = typer.Typer(help="Serve the replica over HTTP.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    pass


@app.command()
def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Plain HTTP; the Host header names the platform.")
    ] = 8900,
    tls: Annotated[bool, typer.Option("--tls", help="Also listen with TLS, and as a proxy.")] = (
        False
    ),
    tls_port: Annotated[int, typer.Option(min=0, max=65535, help="TLS port, 0 for any.")] = 8943,
    proxy_port: Annotated[
        int, typer.Option(min=0, max=65535, help="Forward proxy port, 0 for any.")
    ] = 8980,
    ca_file: Annotated[Path, typer.Option(help="Where the authority's certificate goes.")] = (
        Path("kopa-replica-ca.pem")
    ),
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    seed: Annotated[int, typer.Option(help="World seed.")] = MINI_SEED,
    gateway: Annotated[
        Form, typer.Option(help="How the national portal writes its own errors.")
    ] = "2026",
    json: AsJson = False,
) -> None:
    """Serve every platform of the catalogue until interrupted.

    With --tls, an unchanged client reaches the replica under the platforms' own names:

    Example: kopa replica serve --tls

    Then, elsewhere: HTTPS_PROXY=http://127.0.0.1:8980 SSL_CERT_FILE=kopa-replica-ca.pem python …
    """
    from kopa_env.catalogue import Catalogue
    from kopa_env.platforms.gateway import writing
    from kopa_env.replica.engine import Replica
    from kopa_env.replica.server import Ports, ReplicaServer
    from kopa_env.world import World

    catalogue = Catalogue.load()
    world = World(seed)
    hosts = sorted({name for p in catalogue.platforms.values() for name in p.hosts})
    ports = Ports(port, tls_port if tls else None, proxy_port if tls else None)
    server = ReplicaServer(
        Replica(world, catalogue).respond, hosts, ports, host, ca_file if tls else None
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        server.start()
        for name in progress(_FIRST_TABLES, "tables"):
            world.count(name)
        used = server.ports
        if json:
            place = {"ca_file": str(ca_file) if tls else None, "hosts": hosts, "seed": seed}
            emit_json({"plain": used.plain, "tls": used.tls, "proxy": used.proxy, **place})
        else:
            sys.stderr.write("\n".join(_described(used, host, ca_file, hosts, seed)) + "\n")
        with writing(gateway):
            server.wait()
    except KeyboardInterrupt:
        server.stop()


def _described(
    ports: Ports, address: str, ca_file: Path, hosts: Sequence[str], seed: int
) -> Iterator[str]:
    yield f"replica of world {seed}: {', '.join(hosts)}"
    yield f"http  port {ports.plain}"
    if ports.proxy is not None:
        yield f"https port {ports.tls}, proxy port {ports.proxy}, authority {ca_file}"
        yield "For clients under the platforms' own names, in their shell:"
        proxy = f"http://{address}:{ports.proxy}"
        yield f"  export HTTPS_PROXY={proxy} HTTP_PROXY={proxy}"
        yield f"  export SSL_CERT_FILE={ca_file.resolve()} REQUESTS_CA_BUNDLE={ca_file.resolve()}"
    yield "Stop with Ctrl-C."


@app.command()
def crawl(
    platform: Annotated[str | None, typer.Option(help="Only this platform.")] = None,
    seed: Annotated[int, typer.Option(help="World seed.")] = MINI_SEED,
    json: AsJson = False,
) -> None:
    """Ask every tool what goes wrong: arguments missing or unknown, pages too far or too long.

    Exit code 1 if an answer is malformed, of the wrong outcome, or not the same over HTTP.

    Example: kopa replica crawl --platform dart
    """
    from kopa_env.catalogue import Catalogue
    from kopa_env.replica import crawl as crawling
    from kopa_env.replica.engine import Replica
    from kopa_env.world import World

    catalogue = Catalogue.load()
    specs = [catalogue[name] for name in catalogue.names(platform)]
    report = crawling.crawl(Replica(World(seed), catalogue), progress(specs, "tools"))
    if json:
        emit_json(report.json())
    else:
        emit_table(
            ("question", "asked", *_OUTCOMES),
            [
                (kind, str(asked), *(str(report.outcomes[kind][name]) for name in _OUTCOMES))
                for kind, asked in report.asked.items()
            ],
        )
        for fault in report.faults[:SHOWN]:
            sys.stderr.write(f"failed: {fault}\n")
    if report.faults:
        raise typer.Exit(1)
