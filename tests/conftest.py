"""Fixtures for every test: no network, a cache of the run's own, the shared facts if present."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("fixed")

_connect = socket.socket.connect


def _guarded(self: socket.socket, address: Any) -> None:
    """Refuse any connection that leaves this machine."""
    if self.family != socket.AF_UNIX:
        host = address[0]
        try:
            local = ipaddress.ip_address(host).is_loopback
        except ValueError:
            local = host == "localhost"
        if not local:
            raise RuntimeError(f"a test tried to reach {host}: tests have no network")
    _connect(self, address)


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make any connection that leaves this machine an error."""
    monkeypatch.setattr(socket.socket, "connect", _guarded)
    for name in [n for n in os.environ if n.casefold().endswith("_proxy")]:
        monkeypatch.delenv(name)


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep built worlds in one directory for the whole run, outside the user's cache.

    Processes of one run (pytest-xdist) share it: a table is put in place whole or not at all.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    directory = Path(os.environ.get("KOPA_TEST_CACHE") or shared / "worlds")
    directory.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KOPA_CACHE_DIR", str(directory))
        yield directory


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of platform facts and samples kept beside the checkout, or skip."""
    folder = Path(__file__).parents[2] / "shared"
    if not (folder / "samples" / "INDEX.tsv").exists():
        pytest.skip("the facts and samples beside the checkout are absent")
    return folder
