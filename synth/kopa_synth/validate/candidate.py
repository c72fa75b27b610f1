"""Candidate: a task as a walk made it, before anybody has looked at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

from kopa_env.catalogue.serial import to_dict
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON
from kopa_env.suites import task_from_dict
from kopa_env.task import Task
from kopa_synth.queries.brief import Brief

PATTERNS = ("SEQ", "FAN", "DRV", "SEM", "CMP", "COND", "MIXED")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One synthesised task and what it was made from.

    Attributes:
        task: complete: question, golden calls with ``resolved``, answer with solver and value,
            target state, hashes.
        pattern: one of :data:`PATTERNS`.
        brief: what the question had to say and must not say.
        walked: the answer as the walk computed it from the records, without the solver.
        provenance: ``graph_hash``; ``edges`` (ids); ``junctions`` (``[{"edge", "n", "kind"}]``,
            n counted over all pages); ``label_origins`` (``{"query": "grammar" | "model:NAME",
            "answer": "solver"}``), one origin a label.
    """

    task: Task
    pattern: str
    brief: Brief
    walked: JSON
    provenance: Mapping[str, JSON] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id of its task."""
        return self.task.id

    @property
    def origins(self) -> Mapping[str, str]:
        """Which label came from whom."""
        origins: Mapping[str, str] = self.provenance.get("label_origins", {})
        return origins

    @property
    def hash(self) -> str:
        """Hash of all that it says."""
        body = orjson.dumps(self.to_json(), option=orjson.OPT_SORT_KEYS)
        return blake2b(body, digest_size=8).hexdigest()

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {
            "task": to_dict(self.task),
            "pattern": self.pattern,
            "brief": self.brief.to_json(),
            "walked": self.walked,
            "provenance": dict(self.provenance),
        }

    @classmethod
    def from_json(cls, row: object) -> Candidate:
        """Read what :meth:`to_json` wrote.

        Raises:
            UsageError: if something is missing, unknown or of the wrong shape.
        """
        from pydantic import ValidationError

        if not isinstance(row, Mapping) or set(row) != set(cls.__slots__):
            raise UsageError(f"a candidate has the fields {', '.join(cls.__slots__)}")
        if row["pattern"] not in PATTERNS:
            raise UsageError(f"no pattern {row['pattern']!r}; patterns: {', '.join(PATTERNS)}")
        try:
            brief = Brief.from_json(row["brief"])
        except (ValidationError, ValueError) as error:
            first = str(error).splitlines()[0]
            raise UsageError(f"a candidate's brief cannot be read: {first}") from None
        return cls(
            task_from_dict(row["task"]), row["pattern"], brief, row["walked"], row["provenance"]
        )


def read_candidates(path: Path) -> Iterator[Candidate]:
    """Yield the candidates of a JSONL file.

    A line is a candidate, or holds one under ``candidate`` (none if it is null there), as the
    lines of ``queries.jsonl`` do.

    Raises:
        UsageError: naming file and line.
    """
    try:
        body = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    for number, line in enumerate(body.splitlines(), 1):
        try:
            row = orjson.loads(line)
            if isinstance(row, Mapping) and "candidate" in row:
                row = row["candidate"]
                if row is None:
                    continue
            yield Candidate.from_json(row)
        except (orjson.JSONDecodeError, UsageError) as error:
            raise UsageError(f"{path.name}:{number}: {error}") from None


def candidate_lines(candidates: Iterable[Candidate]) -> bytes:
    """Return candidates as JSONL, the same bytes for the same candidates."""
    return b"".join(orjson.dumps(c.to_json()) + b"\n" for c in candidates)
