"""The replica as real HTTP servers on loopback: plain, TLS and forward proxy.

TLS uses a throw-away certificate authority that signs one certificate for every platform host, so
that a client which speaks https to a hard-coded host can be pointed here by its proxy settings
(``HTTPS_PROXY`` and ``SSL_CERT_FILE``) without a change to its code. The proxy ends CONNECT
tunnels in the TLS server (or the plain one, if plain HTTP comes through the tunnel) and hands
everything else to the plain one: no request leaves the machine, whatever host it names.
"""

from __future__ import annotations

import asyncio
import os
import socket
import tempfile
import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from kopa_env.errors import MissingExtra, UsageError
from kopa_env.replica.asgi import ReplicaApp
from kopa_env.wire import HttpRequest, HttpResponse

if TYPE_CHECKING:
    import uvicorn


_GRACE = 1.0
"""Seconds in which clients may close their connections when the server stops."""


@dataclass(frozen=True, slots=True)
class Ports:
    """Where to listen; 0 takes any free port, ``None`` does not listen."""

    plain: int = 0
    tls: int | None = None
    proxy: int | None = None


class ReplicaServer:
    """Runs the servers in a thread; a context manager for tests and scripts.

    Args:
        respond: usually ``Replica.respond``.
        hosts: host names the certificate covers.
        ports: where to listen.
        address: address to listen on; loopback unless told otherwise.
        ca_file: where the authority's certificate is written, for ``SSL_CERT_FILE``.

    Attributes:
        ports: the ports really used, once started.

    Raises:
        MissingExtra: if uvicorn or trustme is not installed.
    """

    def __init__(
        self,
        respond: Callable[[HttpRequest], HttpResponse],
        hosts: Iterable[str] = (),
        ports: Ports = Ports(),
        address: str = "127.0.0.1",
        ca_file: Path | None = None,
    ) -> None:
        self._app = ReplicaApp(respond)
        self._hosts = sorted(hosts)
        self.ports = ports
        self._address = address
        self._ca_file = ca_file
        self._ready = threading.Event()
        self._stop: Callable[[], object] = lambda: None
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="kopa-replica", daemon=True)

    def start(self) -> ReplicaServer:
        """Start listening and return when every port is open.

        Raises:
            UsageError: if a port cannot be opened or a certificate not written.
        """
        self._thread.start()
        self._ready.wait()
        self._raise_failure()
        return self

    def stop(self) -> None:
        """Stop listening and return when every port is closed."""
        self.ask_to_stop()
        self.wait()

    def ask_to_stop(self) -> None:
        """Begin to stop and return at once, as a signal handler must."""
        self._stop()

    def wait(self) -> None:
        """Block until the servers stop.

        Raises:
            UsageError: if they stopped because the machine failed them.
        """
        self._thread.join()
        self._raise_failure()

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    def __enter__(self) -> ReplicaServer:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except OSError as error:
            self._failure = UsageError(f"cannot serve: {error}")
        except BaseException as error:  # noqa: BLE001 - raised in the thread that waits
            self._failure = error
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        wants_tls = self.ports.tls is not None or self.ports.proxy is not None
        with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
            pem = self._certificate(Path(folder)) if wants_tls else None

            def listening(port: int) -> socket.socket:
                return opened.enter_context(_socket(self._address, port))

            listeners = [(_listener(self._app, None), listening(self.ports.plain))]
            if pem is not None:
                listeners.append((_listener(self._app, pem), listening(self.ports.tls or 0)))
            proxy = None if self.ports.proxy is None else listening(self.ports.proxy)
            await self._run_until_stopped(listeners, proxy)

    async def _run_until_stopped(
        self,
        listeners: list[tuple[uvicorn.Server, socket.socket]],
        proxy_socket: socket.socket | None,
    ) -> None:
        done = asyncio.Event()
        loop = asyncio.get_running_loop()
        self._stop = lambda: loop.call_soon_threadsafe(done.set)
        running = [asyncio.create_task(server.serve([sock])) for server, sock in listeners]
        plain, tls = (listeners[i][1].getsockname()[1] for i in (0, -1))
        proxy = None
        if proxy_socket is not None:
            tunnel = _Proxy(self._address, plain, tls)
            proxy = await asyncio.start_server(tunnel.handle, sock=proxy_socket)
        self.ports = Ports(
            plain,
            tls if len(listeners) > 1 else None,
            proxy.sockets[0].getsockname()[1] if proxy else None,
        )
        self._ready.set()
        await done.wait()
        if proxy:
            proxy.close()
        servers = [server for server, _ in listeners]
        for server in servers:
            server.should_exit = True
        if (await asyncio.wait(running, timeout=_GRACE))[1]:
            _abandon(servers)
        await asyncio.gather(*running)

    def _certificate(self, folder: Path) -> Path:
        try:
            import trustme
        except ImportError:
            raise MissingExtra("serve", "serving over TLS") from None
        authority = trustme.CA(organization_name="kopa-env replica (throw-away)")
        pem = folder / "server.pem"
        issued = authority.issue_cert(*self._hosts, "localhost", "127.0.0.1")
        issued.private_key_and_cert_chain_pem.write_to_path(str(pem))
        if self._ca_file is not None:
            try:
                authority.cert_pem.write_to_path(str(self._ca_file))
            except OSError as error:
                raise UsageError(f"cannot write {self._ca_file}: {error.strerror}") from None
        return pem


def _abandon(servers: Iterable[uvicorn.Server]) -> None:
    """Cut what clients still hold open: a TLS client may take 30 s to answer a goodbye."""
    for server in servers:
        for connection in list(server.server_state.connections):
            if connection.transport is not None:
                connection.transport.abort()


def _socket(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        return socket.create_server((address, port), family=family)
    except OSError as error:
        number = error.errno or 0
        why = os.strerror(number) if number > 0 else error.strerror
        raise UsageError(f"cannot listen on {address} port {port}: {why}") from None


def _listener(app: ReplicaApp, pem: Path | None) -> uvicorn.Server:
    try:
        import uvicorn
    except ImportError:
        raise MissingExtra("serve", "serving the replica") from None
    config = uvicorn.Config(
        app,
        ssl_certfile=pem,
        ssl_keyfile=pem,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
    )
    return uvicorn.Server(config)


_TLS_HANDSHAKE = b"\x16"
"""First byte of what a client that speaks TLS sends into a tunnel."""


class _Proxy:
    """A forward proxy that takes every host name for one of ours."""

    def __init__(self, address: str, plain: int, tls: int) -> None:
        self._address, self._plain, self._tls = address, plain, tls

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client connection; whichever side goes away ends it."""
        try:
            await self._join(reader, writer)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if head.startswith(b"CONNECT "):
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            head = await reader.read(64 * 1024)
        port = self._tls if head[:1] == _TLS_HANDSHAKE else self._plain
        inner_reader, inner_writer = await asyncio.open_connection(self._address, port)
        inner_writer.write(head)
        await asyncio.gather(_pump(reader, inner_writer), _pump(inner_reader, writer))


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while piece := await reader.read(64 * 1024):
            writer.write(piece)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()
