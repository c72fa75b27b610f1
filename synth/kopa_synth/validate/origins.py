"""Where labels come from, and which origins a corpus may have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kopa_env.errors import UsageError
from kopa_synth.validate.candidate import Candidate

OPEN = ("grammar", "solver", "recorded")
"""Origins that bind nobody: our own grammar, a program over records, the records themselves."""
_LABELS = ("query", "answer")


@dataclass(frozen=True, slots=True)
class Origins:
    """The open list.

    Attributes:
        models: names of models whose output may stand in a corpus; nobody's unless named.
    """

    models: frozenset[str] = field(default_factory=frozenset)

    def allows(self, origin: str) -> bool:
        """Whether a label of this origin may stand in a corpus."""
        kind, _, name = origin.partition(":")
        return origin in OPEN or (kind == "model" and name in self.models)

    def check(self, candidates: Iterable[Candidate]) -> None:
        """Refuse labels without an origin or of one that is not on the list.

        Raises:
            UsageError: naming the first such label, how many there are and what is allowed.
        """
        found = [why for candidate in candidates if (why := self._closed(candidate))]
        if found:
            models = sorted(self.models)
            allowed = ", ".join([*OPEN, *(f"model:{name}" for name in models)])
            more = f" and {len(found) - 1} more" if len(found) > 1 else ""
            raise UsageError(f"{found[0]}{more}; open origins: {allowed}")

    def _closed(self, candidate: Candidate) -> str:
        origins = candidate.origins
        for label in dict.fromkeys((*_LABELS, *origins)):
            origin = origins.get(label)
            if not origin:
                return f"{candidate.id}: nobody says where its {label} comes from"
            if not self.allows(origin):
                return f"{candidate.id}: its {label} comes from {origin!r}"
        return ""
