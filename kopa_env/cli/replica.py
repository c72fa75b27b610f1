"""``kopa replica``: run the replica as real HTTP servers on this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kopa_env.cli.output import AsJson, emit_json
from kopa_env.errors import UsageError

app = typer.Typer(help="Serve the replica over HTTP.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    pass


@app.command()
def serve(
    port: Annotated[int, typer.Option(help="Plain HTTP; the Host header names the platform.")] = (
        8900
    ),
    tls: Annotated[bool, typer.Option("--tls", help="Also listen with TLS, and as a proxy.")] = (
        False
    ),
    tls_port: Annotated[int, typer.Option(help="TLS port, 0 for any.")] = 8943,
    proxy_port: Annotated[int, typer.Option(help="Forward proxy port, 0 for any.")] = 8980,
    ca_file: Annotated[Path, typer.Option(help="Where the authority's certificate goes.")] = (
        Path("kopa-replica-ca.pem")
    ),
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    seed: Annotated[int, typer.Option(help="World seed.")] = 20260130,
    json: AsJson = False,
) -> None:
    """Serve every platform of the catalogue until interrupted.

    With --tls, an unchanged client reaches the replica under the platforms' own names:

    Example: kopa replica serve --tls

    Then, elsewhere: HTTPS_PROXY=http://127.0.0.1:8980 SSL_CERT_FILE=kopa-replica-ca.pem python …
    """
    from kopa_env.catalogue import Catalogue
    from kopa_env.replica.engine import Replica
    from kopa_env.replica.server import Ports, ReplicaServer
    from kopa_env.world import World

    catalogue = Catalogue.load()
    replica = Replica(World(seed), catalogue)
    hosts = {name for p in catalogue.platforms.values() for name in p.hosts}
    ports = Ports(port, tls_port if tls else None, proxy_port if tls else None)
    server = ReplicaServer(replica.respond, hosts, ports, host, ca_file if tls else None)
    try:
        server.start()
    except OSError as error:
        raise UsageError(f"cannot listen on {host}: {error.strerror}") from None
    emit = emit_json if json else _describe
    emit(
        {
            "plain": server.ports.plain,
            "tls": server.ports.tls,
            "proxy": server.ports.proxy,
            "ca_file": str(ca_file) if tls else None,
            "hosts": sorted(hosts),
            "seed": seed,
        }
    )
    try:
        server.wait()
    except KeyboardInterrupt:
        server.stop()


def _describe(report: dict[str, object]) -> None:
    sys.stderr.write(f"replica of world {report['seed']}: {', '.join(report['hosts'])}\n")  # type: ignore[arg-type]
    sys.stderr.write(f"http  port {report['plain']}\n")
    if report["tls"]:
        sys.stderr.write(f"https port {report['tls']}, proxy port {report['proxy']}\n")
        sys.stderr.write(f"certificate authority: {report['ca_file']}\n")
