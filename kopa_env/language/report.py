"""How natural a set of Korean queries is, in figures that need no reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kopa_env.language.particles import particle_errors
from kopa_env.language.style import ending, frame, gives_reason, translationese
from kopa_env.outcome import JSON

MAX_ENDING = 0.20
MIN_ENDINGS = 8
MAX_FRAME = 0.03
MIN_REASONS = 0.60
MAX_TRANSLATIONESE = 0.05


@dataclass(frozen=True, slots=True)
class Said:
    """A query of a set.

    Attributes:
        text: the query.
        names: the entities in it, masked when openings are counted.
    """

    text: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: its figure, its limit and whether it holds."""

    check: str
    value: float
    limit: str
    ok: bool
    worst: str = ""

    def to_json(self) -> dict[str, JSON]:
        """Return it as one JSON object, its name left out."""
        value = round(self.value, 4)
        return {"value": value, "limit": self.limit, "ok": self.ok, "worst": self.worst}


@dataclass(frozen=True, slots=True)
class LanguageReport:
    """The checks over a set.

    Attributes:
        findings: one or more per check, in order.
        endings: how often each ending of a last sentence occurs.
        errors: particle errors by query.
    """

    queries: int
    findings: tuple[Finding, ...]
    endings: dict[str, int] = field(default_factory=dict)
    errors: dict[int, list[str]] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether all checks hold."""
        return all(finding.ok for finding in self.findings)

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The checks that do not hold."""
        return tuple(finding for finding in self.findings if not finding.ok)

    def to_json(self) -> dict[str, JSON]:
        """Return it as one JSON object."""
        return {
            "queries": self.queries,
            "ok": self.ok,
            "checks": {f.check: f.to_json() for f in self.findings},
            "endings": dict(self.endings),
            "particle_errors": {str(i): list(e) for i, e in self.errors.items()},
        }


def check_set(queries: Iterable[Said | str]) -> LanguageReport:
    """Hold a set of queries to the five checks that need no reader.

    1. No ending of a last sentence over 20 %, and at least eight in use.
    2. No opening (first three eojeol) in over 3 %, before and after entities are masked.
    3. A reason or a user in at least 60 %.
    4. Translationese in at most 5 %.
    5. No particle error.

    In a small set what occurs once is never too often, and eight endings are asked of no fewer
    than eight queries.
    """
    said = [q if isinstance(q, Said) else Said(q) for q in queries]
    texts = [q.text for q in said]
    endings = Counter(ending(text) for text in texts)
    errors = {i: found for i, q in enumerate(said) if (found := particle_errors(_unnamed(q)))}
    findings = [
        _most("ending", endings, MAX_ENDING),
        _at_least("endings_used", len(endings), min(MIN_ENDINGS, len(texts))),
        _most("frame", Counter(frame(text) for text in texts), MAX_FRAME),
        _most("frame_masked", Counter(frame(q.text, q.names) for q in said), MAX_FRAME),
        _share("reason", [gives_reason(text) for text in texts], MIN_REASONS),
        _translationese(texts),
        Finding(
            "particles", float(sum(map(len, errors.values()))), "0", not errors, _first(errors)
        ),
    ]
    return LanguageReport(len(texts), tuple(findings), dict(sorted(endings.items())), errors)


def _unnamed(query: Said) -> str:
    """Return a query in which names that look like a wrong particle (섬마을) keep their end."""
    text = query.text
    for name in query.names:
        if particle_errors(name):
            text = text.replace(name, name[-1])
    return text


def _most(check: str, counts: Counter[str], limit: float) -> Finding:
    if not counts:
        return Finding(check, 0.0, f"<= {limit}", True)
    worst, n = min(counts.items(), key=lambda item: (-item[1], item[0]))
    total = counts.total()
    return Finding(check, n / total, f"<= {limit}", n <= max(1, limit * total), worst)


def _at_least(check: str, value: float, limit: float) -> Finding:
    return Finding(check, float(value), f">= {limit}", value >= limit)


def _share(check: str, flags: Sequence[bool], limit: float) -> Finding:
    share = sum(flags) / len(flags) if flags else 1.0
    return Finding(check, share, f">= {limit}", share >= limit)


def _translationese(texts: Sequence[str]) -> Finding:
    found = [turns[0] for text in texts if (turns := translationese(text))]
    share = len(found) / len(texts) if texts else 0.0
    limit = MAX_TRANSLATIONESE
    return Finding(
        "translationese", share, f"<= {limit}", share <= limit, found[0] if found else ""
    )


def _first(errors: dict[int, list[str]]) -> str:
    return next(iter(errors.values()))[0] if errors else ""
