"""Verdicts: what became of a candidate, and the filters by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from kopa_env.errors import UsageError
from kopa_env.outcome import JSON

STAGES: Mapping[int, tuple[str, ...]] = {
    1: ("malformed", "secret", "redundant", "not_reproducible", "erroneous", "ambiguous"),
    2: ("leaking", "non_gradable", "guessable", "decorative"),
    3: ("unsolved",),
}
"""Stage → its filters, in the order they are applied: cheap ones first."""
FILTERS = tuple(name for names in STAGES.values() for name in names)
STAGE_OF = {name: stage for stage, names in STAGES.items() for name in names}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one candidate.

    Attributes:
        id: of its task.
        hash: of the candidate that was looked at.
        filter: which filter caught it; empty if it was kept.
        reason: why, in one line.
        applicable: degenerate policies that score 0 on it (of those that depend on the task).
        guess: estimated chance of the best answer given without a call.
        revised: the candidate that takes its place, with calls and answer of a model that solved
            the task; ``None`` if it stands as it was.
    """

    id: str
    hash: str
    filter: str = ""
    reason: str = ""
    applicable: tuple[str, ...] = ()
    guess: float = 0.0
    revised: JSON = None

    @property
    def kept(self) -> bool:
        """Whether no filter caught it."""
        return not self.filter

    @property
    def stage(self) -> int:
        """The stage that caught it; 0 if it was kept."""
        return STAGE_OF[self.filter] if self.filter else 0

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON (a line of ``verdicts.jsonl``)."""
        return asdict(self)

    @classmethod
    def from_json(cls, row: object) -> Verdict:
        """Read what :meth:`to_json` wrote.

        Raises:
            UsageError: if it is no verdict.
        """
        if not isinstance(row, Mapping) or set(row) != set(cls.__slots__):
            raise UsageError(f"a verdict has the fields {', '.join(cls.__slots__)}")
        if row["filter"] and row["filter"] not in STAGE_OF:
            raise UsageError(f"no filter {row['filter']!r}; filters: {', '.join(FILTERS)}")
        return cls(**{**row, "applicable": tuple(row["applicable"])})


def counts(verdicts: Iterable[Verdict]) -> dict[str, int]:
    """Return how many candidates each filter caught, in the filters' order."""
    caught = dict.fromkeys(FILTERS, 0)
    for verdict in verdicts:
        if verdict.filter:
            caught[verdict.filter] += 1
    return caught
