"""The three stages, one candidate after another: each filter until one catches it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kopa_env.catalogue import Catalogue
from kopa_env.errors import ReplayMiss, UsageError
from kopa_env.source import Source
from kopa_env.suites import Suite
from kopa_env.suites.degenerate import applicable
from kopa_synth.models import Model
from kopa_synth.validate.ambiguity import ambiguous
from kopa_synth.validate.candidate import Candidate
from kopa_synth.validate.content import decorative, leaking
from kopa_synth.validate.duplicates import SIMILAR, NearIndex, chain_key
from kopa_synth.validate.evidence import Evidence, erroneous, not_reproducible, unsolved
from kopa_synth.validate.form import malformed
from kopa_synth.validate.gradable import non_gradable
from kopa_synth.validate.guessing import BEST_GUESS, guess
from kopa_synth.validate.journal import Journal
from kopa_synth.validate.origins import Origins
from kopa_synth.validate.secret import secret, secret_in_chat
from kopa_synth.validate.solving import revised
from kopa_synth.validate.verdict import Verdict

_DATE = re.compile(
    r"(?:19|20)\d{2}\s?(?:년|[-./])|\d{1,2}월\s?\d{1,2}일|(?<!\d)(?:19|20)\d{2}(?:0[1-9]|1[0-2])"
)


@dataclass(frozen=True, slots=True)
class Rules:
    """How strict validation is.

    Attributes:
        similar: Jaccard index from which two questions are the same.
        best_guess: the most likely a guess may be.
        judges: models that may find a leak or a needless call; two must agree.
        solver: model that solves every task from its question alone.
        tries: how often it does.
    """

    similar: float = SIMILAR
    best_guess: float = BEST_GUESS
    judges: Sequence[Model] = ()
    solver: Model | None = None
    tries: int = 3


@dataclass
class Seen:
    """What has been kept so far, and what stands in other suites."""

    catalogue: Catalogue
    index: NearIndex
    chains: dict[str, str] = field(default_factory=dict)

    def add(self, candidate: Candidate) -> None:
        """Take up a candidate that was kept."""
        self.index.add(candidate.id, candidate.task.query_ko)
        key = chain_key(candidate.task, candidate.pattern, self.catalogue)
        self.chains.setdefault(key, candidate.id)

    def redundant(self, candidate: Candidate) -> Iterator[str]:
        """Yield which earlier candidate this one repeats."""
        key = chain_key(candidate.task, candidate.pattern, self.catalogue)
        if key in self.chains:
            yield f"it makes the calls of {self.chains[key]}"
        near = self.index.nearest(candidate.task.query_ko)
        if near is not None:
            yield f"its question is that of {near.name} ({near.similarity:.2f})"


def validate(
    candidates: Sequence[Candidate],
    catalogue: Catalogue,
    source: Source,
    *,
    against: Sequence[Suite] = (),
    origins: Origins | None = None,
    rules: Rules | None = None,
    journal: Path | None = None,
    progress: Callable[[int, Verdict], None] | None = None,
) -> list[Verdict]:
    """Hold every candidate to every filter.

    Args:
        candidates: in the order in which they are kept: of two alike, the first.
        catalogue: their tools.
        source: answers golden calls; it must ask anew each time, nothing remembered.
        against: suites whose questions may not be repeated.
        origins: which origins labels may have; the open list if left out.
        rules: how strict to be.
        journal: file of verdicts; what it holds already is not judged again.
        progress: told of each verdict and its number from 1.

    Returns:
        A verdict for each candidate, in their order.

    Raises:
        UsageError: if the origin of a label is not open, an id is used twice, or the journal is of
            other candidates.
    """
    origins, rules = origins or Origins(), rules or Rules()
    origins.check(candidates)
    if rules.solver and not origins.allows(f"model:{rules.solver.name}"):
        raise UsageError(
            f"the solver {rules.solver.name!r} may revise answers and is not on the open list"
        )
    _distinct(candidates)
    seen = Seen(catalogue, _index(against, rules))
    book = Journal(journal) if journal is not None else None
    verdicts = book.resume(candidates) if book else []
    for candidate, verdict in zip(candidates, verdicts, strict=False):
        if verdict.kept:
            seen.add(candidate)
    for candidate in candidates[len(verdicts) :]:
        verdict = judge(candidate, catalogue, source, seen, rules)
        if book:
            book.append(verdict)
        if verdict.kept:
            seen.add(candidate)
        verdicts.append(verdict)
        if progress is not None:
            progress(len(verdicts), verdict)
    return verdicts


def judge(
    candidate: Candidate, catalogue: Catalogue, source: Source, seen: Seen, rules: Rules
) -> Verdict:
    """Return what becomes of one candidate."""
    verdict = Verdict(candidate.id, candidate.hash)
    evidence = Evidence(candidate, catalogue, source)
    try:
        for name, reasons in _filters(evidence, seen, rules):
            if (reason := next(iter(reasons), None)) is not None:
                return replace(verdict, filter=name, reason=" ".join(reason.split()))
        chance, _ = guess(evidence)
        other = revised(evidence, rules.solver, rules.tries) if rules.solver else None
        task = candidate.task if other is None else other.task
        can = applicable(task, catalogue, evidence.memory)
    except ReplayMiss as miss:
        reason = f"a golden call cannot be answered: {miss}"
        return replace(verdict, filter="erroneous", reason=" ".join(reason.split()))
    anew = None if other is None else other.to_json()
    return replace(verdict, applicable=can, guess=round(chance, 6), revised=anew)


def _filters(evidence: Evidence, seen: Seen, rules: Rules) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield every filter with what it finds, each computed only when it is reached."""
    candidate, catalogue = evidence.candidate, evidence.catalogue
    task = candidate.task
    yield "malformed", malformed(candidate, catalogue)
    yield "secret", secret(candidate)
    yield "redundant", seen.redundant(candidate)
    yield "not_reproducible", not_reproducible(evidence, has_date=bool(_DATE.search(task.query_ko)))
    yield "erroneous", erroneous(evidence)
    yield "secret", secret_in_chat(evidence.outcome.episode, catalogue)
    yield "ambiguous", ambiguous(evidence)
    yield "leaking", leaking(candidate, catalogue, rules.judges)
    yield "non_gradable", non_gradable(task)
    yield "guessable", _guessable(evidence, rules)
    yield "decorative", decorative(evidence, rules.judges)
    yield "unsolved", unsolved(evidence)


def _guessable(evidence: Evidence, rules: Rules) -> Iterator[str]:
    chance, parts = guess(evidence)
    if chance > rules.best_guess:
        listed = ", ".join(f"{name} {share:.1%}" for name, share in parts.items())
        yield f"a guess is right in {chance:.1%} of cases ({listed})"


def _index(against: Sequence[Suite], rules: Rules) -> NearIndex:
    index = NearIndex(rules.similar)
    for suite in against:
        for task in suite.tasks.values():
            index.add(f"{suite.name}:{task.id}", task.query_ko)
    return index


def _distinct(candidates: Sequence[Candidate]) -> None:
    ids = [candidate.id for candidate in candidates]
    if len(set(ids)) < len(ids):
        twice = next(name for i, name in enumerate(ids) if name in ids[:i])
        raise UsageError(f"candidate id {twice!r} is used twice")
