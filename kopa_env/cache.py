"""Where built data is kept between runs."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kopa_env.errors import CacheError

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS})


def cache_dir() -> Path:
    """Return the cache directory: ``$KOPA_CACHE_DIR``, else the platform's own place."""
    if override := os.environ.get("KOPA_CACHE_DIR"):
        return Path(override)
    from platformdirs import user_cache_path

    return user_cache_path("kopa-env", appauthor=False)


def require_writable(directory: Path) -> None:
    """Make sure of a directory before work is spent on what goes there; nothing is created.

    Raises:
        CacheError: if the directory, or the nearest one above it that exists, cannot be written.
    """
    nearest = next(path for path in (directory, *directory.absolute().parents) if path.exists())
    if not nearest.is_dir():
        raise CacheError(f"cannot write {directory}: {nearest} is no directory")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise CacheError(f"cannot write {directory}: no permission to write in {nearest}")


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Yield a temporary path beside ``target`` that replaces it when the block succeeds.

    A reader sees the old file or the new one, never half of one.

    Raises:
        CacheError: if the directory cannot be created or written, or something that is no file
            (a directory, a device) stands in the way.
    """
    if target.exists() and not target.is_file():
        raise CacheError(f"cannot write {target}: it is there already and is no file")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        hint = ""
        if target.is_relative_to(cache_dir()):
            hint = "; set KOPA_CACHE_DIR to a directory that can be written"
        raise CacheError(f"cannot write {target.parent}: {error.strerror}{hint}") from None
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.replace(target)
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise CacheError(f"cannot write {target}: {error.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)
