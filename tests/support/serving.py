"""Running ``kopa replica serve`` as a process of its own, and what a client needs to find it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

KOPA = str(Path(sys.executable).with_name("kopa"))
CLIENTS = Path(__file__).parents[1] / "e2e" / "clients"
PATIENCE = 300
"""Seconds after which a process is given up; a first start builds tables."""


@dataclass(frozen=True)
class Served:
    """A running server, as its own first words describe it."""

    process: subprocess.Popen[bytes]
    said: Mapping[str, Any]

    @property
    def proxy(self) -> str:
        return f"http://127.0.0.1:{self.said['proxy']}"

    @property
    def ca_file(self) -> str:
        return str(self.said["ca_file"])

    def environment(self) -> dict[str, str]:
        """What a user sets so that clients come here; nothing of ours is in it."""
        names = ("HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy")
        files = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
        kept = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG", "TMPDIR")}
        return {
            **kept,
            **dict.fromkeys(names, self.proxy),
            **dict.fromkeys(files, self.ca_file),
            "PYTHONUTF8": "1",
        }

    def stop(
        self, how: signal.Signals = signal.SIGTERM, within: float = PATIENCE
    ) -> tuple[int, str]:
        """Stop it and return its exit code and what it wrote to stderr."""
        self.process.send_signal(how)
        _, complaint = self.process.communicate(timeout=within)
        return self.process.returncode, complaint.decode()


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Served]:
    """Run ``kopa replica serve`` on free ports until the block ends."""
    ports = ["--port", "0", "--tls-port", "0", "--proxy-port", "0"]
    command = [KOPA, "replica", "serve", "--tls", *ports, *options, "--json"]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ}
    )
    watch = threading.Timer(PATIENCE, process.kill)
    watch.start()
    try:
        assert process.stdout is not None
        said = b""
        while not said.endswith(b"\n}\n"):
            line = process.stdout.readline()
            assert line, process.communicate()[1].decode()
            said += line
        watch.cancel()
        described = json.loads(said)
        ca_file = str(folder / described["ca_file"])
        yield Served(process, {**described, "ca_file": ca_file})
    finally:
        watch.cancel()
        if process.poll() is None:
            process.kill()
        process.communicate()
