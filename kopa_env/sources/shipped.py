"""Shipped packs, opened only after every byte has been checked."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kopa_env.pack import Pack
from kopa_env.sources.replay import ReplaySource, shipped_pack

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue


def shipped_replay(name: str, catalogue: Catalogue) -> ReplaySource:
    """Return a source over a pack that ships with the package.

    A pack of megabytes is checked once per process and file, in milliseconds; so a damaged one is
    told before an episode rests on it.

    Raises:
        UsageError: if there is none of that name.
        IntegrityError: if it is not as it was compiled.
    """
    path = shipped_pack(name)
    about = path.stat()
    _check(path, about.st_mtime_ns, about.st_size)
    return ReplaySource.open(path, catalogue)


@cache
def _check(path: Path, changed: int, size: int) -> None:
    with Pack.open(path) as pack:
        pack.verify()
