"""The run folder: ``run.json`` says what the run is, ``traces.jsonl`` holds one row a rollout.

Rows are only ever appended: a rollout counts as done when its row is on disk, and rows that end
together are written together. A line that a kill tore in two is cut off when the run is resumed,
and its rollout made again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import IO, Any

import orjson

from kopa_env.cache import replacing
from kopa_env.episode.observation import encoded
from kopa_env.episode.trajectory import Row
from kopa_env.errors import IntegrityError, UsageError

TRACES = "traces.jsonl"
RUN = "run.json"


class RunFolder:
    """One run on disk.

    Args:
        path: the folder; it need not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] | None = None
        self._lock = Lock()

    @property
    def exists(self) -> bool:
        """Whether a run was begun here; one that was killed before it said what it is was not."""
        traces = self.path / TRACES
        return (self.path / RUN).exists() or (traces.exists() and traces.stat().st_size > 0)

    def about(self) -> dict[str, Any]:
        """Return what ``run.json`` says.

        Raises:
            UsageError: if there is no run here.
            IntegrityError: if the file cannot be read as JSON.
        """
        try:
            body = (self.path / RUN).read_bytes()
        except OSError:
            raise UsageError(f"{self.path} holds no run: there is no {RUN}") from None
        try:
            about: dict[str, Any] = orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise IntegrityError(f"{self.path / RUN} is not JSON: {error}") from None
        return about

    def describe(self, about: Mapping[str, Any]) -> None:
        """Write ``run.json``; a reader sees the old file or the new one, never half of one."""
        write(self.path / RUN, orjson.dumps(about, option=orjson.OPT_INDENT_2))

    def rows(self) -> Iterator[Row]:
        """Yield the finished rows; a torn last line is no row.

        Raises:
            IntegrityError: if any other line cannot be read.
        """
        try:
            file = (self.path / TRACES).open("rb")
        except FileNotFoundError:
            return
        with file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                try:
                    yield orjson.loads(line)
                except orjson.JSONDecodeError as error:
                    raise IntegrityError(f"{TRACES} line {number}: {error}") from None

    @contextmanager
    def appending(self) -> Iterator[None]:
        """Hold the folder for writing; a torn last line is cut off first.

        Raises:
            UsageError: if another process is writing into it, or it cannot be written.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            file = (self.path / TRACES).open("ab+")
        except OSError as error:
            raise UsageError(f"cannot write {self.path}: {error.strerror}") from None
        with file:
            _lock(file, self.path)
            _cut_torn_line(file)
            self._file = file
            try:
                yield
            finally:
                with self._lock:
                    self._file = None

    def append(self, *rows: Row) -> None:
        """Write rows and wait until they are on disk; may be called from any thread.

        Raises:
            UsageError: if it cannot be written.
        """
        lines = b"".join(encoded(row) + b"\n" for row in rows)
        with self._lock:
            if self._file is None:  # the run was interrupted: no row was ever promised
                return
            try:
                self._file.write(lines)
                self._file.flush()
                os.fsync(self._file.fileno())
            except OSError as error:
                raise UsageError(f"cannot write {self.path}: {error.strerror}") from None


def write(path: Path, body: bytes) -> None:
    """Write a file whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_bytes(body)
        temporary.chmod(0o644)


def _lock(file: IO[bytes], path: Path) -> None:
    try:
        import fcntl
    except ImportError:  # a system without advisory locks
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UsageError(f"another process is writing into {path}") from None


def _cut_torn_line(file: IO[bytes]) -> None:
    """Cut the file after its last newline."""
    end = file.seek(0, os.SEEK_END)
    position = end
    while position > 0:
        start = max(0, position - 65536)
        file.seek(start)
        found = file.read(position - start).rfind(b"\n")
        if found >= 0:
            position = start + found + 1
            break
        position = start
    if position < end:
        file.truncate(position)
    file.seek(0, os.SEEK_END)
