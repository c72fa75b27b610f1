"""Lines: a file that grows by whole lines and is gone on with after a kill."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from kopa_env.errors import IntegrityError


class Lines:
    """JSON lines of one stage.

    Args:
        path: the file; it need not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def resume(self) -> Iterator[dict[str, Any]]:
        """Yield the whole lines there are; what a kill left of the last one is cut off.

        Raises:
            IntegrityError: if a whole line is no JSON.
        """
        if not self._path.exists():
            self._path.touch()
            return
        body = self._path.read_bytes()
        whole = body[: body.rfind(b"\n") + 1]
        if len(whole) < len(body):
            os.truncate(self._path, len(whole))
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                yield orjson.loads(line)
            except orjson.JSONDecodeError as error:
                raise IntegrityError(f"{self._path}:{number} is not JSON: {error}") from None

    def append(self, line: Mapping[str, Any]) -> None:
        """Write one line, in one go."""
        with self._path.open("ab") as file:
            file.write(orjson.dumps(line) + b"\n")
