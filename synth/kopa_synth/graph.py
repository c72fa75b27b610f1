"""Edges between tools, what is known of them, and the graph file.

An edge says: a value in a reply of ``source`` can be an argument of ``target``. A *skeleton* is a
set of proposed edges with prior scores; a *verified graph* (G⋆) is what is left of it after its
edges were executed, each with the evidence for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

from kopa_env.errors import UsageError
from kopa_env.outcome import Reason, Status

GRAPH_SCHEMA = 1


class Plan(StrEnum):
    """Where an argument of the target comes from."""

    UPSTREAM = "upstream"
    """A value of the bound field."""
    DEFAULT = "default"
    """The parameter's default or constant (page, size, format)."""
    CLARIFY = "clarify"
    """A candidate value: enum, example, or one that worked before."""


class Fault(StrEnum):
    """What a trial of an edge came to; the weights of Phase A are per fault."""

    NONE = "none"
    """OK, rows, and the bound value was used."""
    MISSING_FIELD = "structural.missing_field"
    """The reply of the source has no value in the bound field."""
    BAD_ARGUMENT = "structural.argument"
    """The target refused the value: type, format, code system, unknown id."""
    EMPTY = "structural.empty"
    """The target took the value and has nothing for it."""
    IGNORED = "structural.ignored"
    """The target answers the same for any value: the identifier was not used."""
    SERVER = "environmental.server"
    TIMEOUT = "environmental.timeout"
    RATE_LIMIT = "environmental.rate_limit"
    QUOTA = "environmental.quota"
    AUTH = "environmental.auth"
    MISS = "environmental.miss"
    """The recording or world does not hold the answer: our limit, not the platform's."""
    AMBIGUOUS = "ambiguous"

    @property
    def environmental(self) -> bool:
        """Whether it says nothing about the binding."""
        return self.value.startswith("environmental")


_REASON_FAULT: Mapping[Reason, Fault] = {
    Reason.TIMEOUT: Fault.TIMEOUT,
    Reason.CONNECT: Fault.TIMEOUT,
    Reason.RATE_LIMIT: Fault.RATE_LIMIT,
    Reason.QUOTA: Fault.QUOTA,
    Reason.HTTP_5XX: Fault.SERVER,
    Reason.MAINTENANCE: Fault.SERVER,
    Reason.HTML: Fault.SERVER,
    Reason.TRUNCATED: Fault.SERVER,
}


def fault_of(status: Status, reason: Reason) -> Fault:
    """Return the fault of an outcome (``IGNORED`` and ``MISSING_FIELD`` are told elsewhere)."""
    if status is Status.OK:
        return Fault.NONE
    if status is Status.EMPTY:
        return Fault.EMPTY
    if status is Status.CONFIG:
        return Fault.AUTH
    if status is Status.STRUCTURAL:
        return Fault.BAD_ARGUMENT
    return _REASON_FAULT.get(reason, Fault.AMBIGUOUS)


@dataclass(frozen=True, slots=True, order=True)
class Binding:
    """One argument of the target taken from one field of the source's records."""

    param: str
    field: str


@dataclass(slots=True)
class Evidence:
    """What trials of an edge have shown.

    Attributes:
        alpha: Beta posterior, successes.
        beta: Beta posterior, failures.
        trials: by fault (``none`` are the successes).
        cardinality: distinct values the bound field held, as a histogram (``"1"``, ``"2-5"``,
            ``"6-50"``, ``">50"``).
        last_round: round of the last trial, 0 for never.
    """

    alpha: float = 1.0
    beta: float = 1.0
    trials: dict[str, int] = field(default_factory=dict)
    cardinality: dict[str, int] = field(default_factory=dict)
    last_round: int = 0

    @property
    def n(self) -> int:
        """All trials."""
        return sum(self.trials.values())

    @property
    def informative(self) -> int:
        """Trials that say something about the binding."""
        return sum(n for fault, n in self.trials.items() if not Fault(fault).environmental)

    @property
    def successes(self) -> int:
        """Trials that succeeded."""
        return self.trials.get(Fault.NONE, 0)

    @property
    def mean(self) -> float:
        """Posterior mean."""
        return self.alpha / (self.alpha + self.beta)


@dataclass(slots=True)
class Edge:
    """A dependency of one tool on another.

    Attributes:
        bindings: sorted; at least one binds a semantic parameter.
        plan: where every other argument of the target comes from, by parameter.
        score: prior in [0, 1].
        alive: whether it is part of G⋆.
    """

    source: str
    target: str
    bindings: tuple[Binding, ...]
    plan: dict[str, Plan]
    score: float
    evidence: Evidence = field(default_factory=Evidence)
    alive: bool = True

    @property
    def key(self) -> tuple[str, str, tuple[Binding, ...]]:
        """What identifies an edge; edges are kept in this order."""
        return self.source, self.target, self.bindings

    @property
    def id(self) -> str:
        """A readable identifier: ``source.field→target.param`` of its first binding."""
        first = self.bindings[0]
        return f"{self.source}.{first.field}>{self.target}.{first.param}"


@dataclass(slots=True)
class Graph:
    """A skeleton, or G⋆ once its edges carry evidence.

    Attributes:
        tools: nodes, in catalogue order.
        edges: in key order, dead ones included.
        about: how it was made: preset, seed, calls spent, hashes of catalogue and world.
    """

    tools: tuple[str, ...]
    edges: list[Edge]
    about: dict[str, Any] = field(default_factory=dict)

    def live(self) -> list[Edge]:
        """The edges of G⋆."""
        return [edge for edge in self.edges if edge.alive]

    def to_bytes(self) -> bytes:
        """Return the graph file: JSON with sorted keys, one edge a line."""
        head = {"schema": GRAPH_SCHEMA, "about": self.about, "tools": list(self.tools)}
        lines = [orjson.dumps(head, option=orjson.OPT_SORT_KEYS)]
        lines += [orjson.dumps(_edge_row(e), option=orjson.OPT_SORT_KEYS) for e in self.edges]
        return b"\n".join(lines) + b"\n"

    @property
    def hash(self) -> str:
        """Hash of the graph file."""
        return blake2b(self.to_bytes(), digest_size=8).hexdigest()

    @classmethod
    def from_bytes(cls, body: bytes) -> Graph:
        """Read a graph file.

        Raises:
            UsageError: if it is none, or of another schema.
        """
        try:
            head, *rows = (orjson.loads(line) for line in body.splitlines() if line)
            if head["schema"] != GRAPH_SCHEMA:
                raise UsageError(f"graph schema {head['schema']}, expected {GRAPH_SCHEMA}")
            edges = [_edge(row) for row in rows]
        except (orjson.JSONDecodeError, KeyError, TypeError, ValueError) as error:
            raise UsageError(f"this is no graph file: {error}") from None
        return cls(tuple(head["tools"]), edges, head["about"])

    @classmethod
    def load(cls, path: Path) -> Graph:
        """Read a graph file.

        Raises:
            UsageError: if it cannot be read or is none.
        """
        try:
            return cls.from_bytes(path.read_bytes())
        except OSError as error:
            raise UsageError(f"cannot read {path}: {error.strerror}") from None


def _edge_row(edge: Edge) -> dict[str, Any]:
    evidence = edge.evidence
    return {
        "source": edge.source,
        "target": edge.target,
        "bindings": [[b.param, b.field] for b in edge.bindings],
        "plan": {param: str(plan) for param, plan in edge.plan.items()},
        "score": round(edge.score, 4),
        "alive": edge.alive,
        "evidence": {
            "alpha": round(evidence.alpha, 4),
            "beta": round(evidence.beta, 4),
            "trials": evidence.trials,
            "cardinality": evidence.cardinality,
            "last_round": evidence.last_round,
        },
    }


def _edge(row: Mapping[str, Any]) -> Edge:
    return Edge(
        source=row["source"],
        target=row["target"],
        bindings=tuple(Binding(*pair) for pair in row["bindings"]),
        plan={param: Plan(plan) for param, plan in row["plan"].items()},
        score=row["score"],
        evidence=Evidence(**row["evidence"]),
        alive=row["alive"],
    )
