"""The journal of a validation: a verdict a line, appended in the candidates' order."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import orjson

from kopa_env.errors import UsageError
from kopa_synth.validate.candidate import Candidate
from kopa_synth.validate.verdict import Verdict


class Journal:
    """Verdicts on disk; a run that was stopped goes on after its last whole line.

    Args:
        path: the file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> list[Verdict]:
        """Return the verdicts so far; a line torn in two is cut off.

        Raises:
            UsageError: if a whole line is no verdict.
        """
        try:
            body = self._path.read_bytes()
        except FileNotFoundError:
            return []
        whole = body[: body.rfind(b"\n") + 1]
        if len(whole) < len(body):
            os.truncate(self._path, len(whole))
        return [self._verdict(n, line) for n, line in enumerate(whole.splitlines(), 1)]

    def resume(self, candidates: Sequence[Candidate]) -> list[Verdict]:
        """Return the verdicts so far, which must be of the first of these candidates.

        Raises:
            UsageError: if they are of others.
        """
        held = self.read()
        if len(held) > len(candidates):
            raise UsageError(
                f"{self._path} holds {len(held)} verdicts, there are {len(candidates)} candidates"
            )
        for number, (verdict, candidate) in enumerate(zip(held, candidates, strict=False), 1):
            if (verdict.id, verdict.hash) != (candidate.id, candidate.hash):
                raise UsageError(
                    f"{self._path}:{number} is of {verdict.id} ({verdict.hash}), the candidate is "
                    f"{candidate.id} ({candidate.hash}); name another file or delete this one"
                )
        return held

    def append(self, verdict: Verdict) -> None:
        """Write a verdict down before it counts."""
        with self._path.open("ab") as file:
            file.write(orjson.dumps(verdict.to_json()) + b"\n")

    def _verdict(self, number: int, line: bytes) -> Verdict:
        try:
            return Verdict.from_json(orjson.loads(line))
        except (orjson.JSONDecodeError, UsageError) as error:
            raise UsageError(f"{self._path}:{number}: {error}") from None
