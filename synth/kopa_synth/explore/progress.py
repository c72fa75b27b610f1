"""What Phase A keeps on disk: every call, every round, and where to go on after a kill.

``calls.jsonl`` and ``rounds.jsonl`` are only appended to. ``checkpoint.json`` is replaced whole
after each round and holds the lengths both had by then; whatever a killed process wrote after that
is cut off on resume and done again, with the same outcome.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from kopa_env.cache import replacing
from kopa_env.errors import UsageError

CHECKPOINT = "checkpoint.json"
CALLS = "calls.jsonl"
ROUNDS = "rounds.jsonl"


class Progress:
    """The progress files of one run.

    Args:
        folder: where they lie; made if absent.
        identity: what the run is: preset, seed, hashes. Another run's files are not continued.
    """

    def __init__(self, folder: Path, identity: Mapping[str, Any]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._identity = orjson.loads(orjson.dumps(identity))

    def resume(self) -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
        """Return the state of the last whole round and the calls made by then, if there is one.

        Raises:
            UsageError: if the folder holds the progress of another run.
        """
        path = self._folder / CHECKPOINT
        if not path.exists():
            for name in (CALLS, ROUNDS):
                (self._folder / name).unlink(missing_ok=True)
            return None
        saved = orjson.loads(path.read_bytes())
        differs = sorted(
            name
            for name in {*saved["identity"], *self._identity}
            if saved["identity"].get(name) != self._identity.get(name)
        )
        if differs:
            raise UsageError(
                f"{self._folder} holds another run (it differs in {', '.join(differs)}); "
                "choose another folder or delete this one"
            )
        for name, length in saved["lengths"].items():
            os.truncate(self._folder / name, length)
        lines = (self._folder / CALLS).read_bytes().splitlines()
        return saved["state"], [orjson.loads(line) for line in lines]

    def save(
        self, state: Mapping[str, Any], calls: Iterable[Mapping[str, Any]], row: Mapping[str, Any]
    ) -> None:
        """Append what a round did and replace the checkpoint."""
        lengths = {
            CALLS: self._append(CALLS, calls),
            ROUNDS: self._append(ROUNDS, [row]),
        }
        whole = {"identity": self._identity, "lengths": lengths, "state": state}
        with replacing(self._folder / CHECKPOINT) as temporary:
            temporary.write_bytes(orjson.dumps(whole))

    def rounds(self) -> list[dict[str, Any]]:
        """Return the lines of the round log."""
        path = self._folder / ROUNDS
        lines = path.read_bytes().splitlines() if path.exists() else []
        return [orjson.loads(line) for line in lines]

    def _append(self, name: str, rows: Iterable[Mapping[str, Any]]) -> int:
        with (self._folder / name).open("ab") as file:
            file.write(b"".join(orjson.dumps(row) + b"\n" for row in rows))
            return file.tell()
