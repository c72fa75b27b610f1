"""Candidates that were kept, as their verdicts leave them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kopa_env.errors import UsageError
from kopa_env.suites.compile import content_hash
from kopa_synth.validate.candidate import Candidate
from kopa_synth.validate.verdict import Verdict


def accepted(candidates: Sequence[Candidate], verdicts: Sequence[Verdict]) -> list[Candidate]:
    """Return the candidates that were kept, with what their verdicts found out written in.

    Raises:
        UsageError: if the verdicts are not those of the candidates.
    """
    if [v.hash for v in verdicts] != [c.hash for c in candidates]:
        raise UsageError("the verdicts are of other candidates: validate these first")
    pairs = zip(candidates, verdicts, strict=True)
    return [_settled(candidate, verdict) for candidate, verdict in pairs if verdict.kept]


def _settled(candidate: Candidate, verdict: Verdict) -> Candidate:
    held = candidate if verdict.revised is None else Candidate.from_json(verdict.revised)
    task = replace(held.task, applicable=verdict.applicable)
    return replace(held, task=replace(task, content_hash=content_hash(task)))
