"""Trajectory: legs of calls, what is kept of their rows, and what is asked in the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from kopa_env.outcome import JSON
from kopa_synth.graph import Binding
from kopa_synth.queries.brief import Aggregate, Pattern, Pick, Thing, WriteRequest
from kopa_synth.queries.brief import Test as Compared

Kind = Literal["SEQ", "FAN", "DRV"]
"""What a junction is, by the distinct values it carries: 1, up to φ, more (reduced first)."""
Mode = Literal["difference", "ratio", "largest", "smallest"]
"""How figures are compared: two by how far apart, more by which is the most or the least."""

GROUPED = "n"
"""Column that holds what a group was counted or summed to."""


@dataclass(frozen=True, slots=True)
class Where:
    """A condition on rows."""

    column: str
    test: Compared
    value: JSON


@dataclass(frozen=True, slots=True)
class Group:
    """Rows put together by a column, and counted or summed."""

    by: str
    op: Literal["count", "sum"]
    column: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """Reducer: which rows go on."""

    op: Pick
    column: str
    k: int = 1


@dataclass(frozen=True, slots=True)
class Leg:
    """Calls of one tool, one for each value that the leg before carries on.

    Attributes:
        free: arguments that the question names, and others that are always the same.
        bindings: arguments taken from rows of ``parent``; empty for a leg of its own.
        parent: number of the leg the values come from.
        edge: id of the edge that was walked.
        said: of ``free``, the arguments that stand in the question.
        named: column by which the question names the one row of this leg.
        thing: what its rows are, after conditions that change what they are called.
        reached: how they follow from the leg before.
        via: what the edge went by (:class:`~kopa_synth.walk.vocabulary.Way`).
        kind_of: conditions that ``thing`` and ``named`` stand for.
        where: conditions that are said.
        each: whether the next leg takes every row that is left.
        over: argument that takes each of ``values`` in turn, for a comparison.
    """

    tool: str
    thing: Thing
    free: Mapping[str, JSON] = field(default_factory=dict)
    bindings: tuple[Binding, ...] = ()
    parent: int = -1
    edge: str = ""
    said: tuple[str, ...] = ()
    named: str = ""
    reached: str = ""
    via: str = ""
    kind_of: tuple[Where, ...] = ()
    where: tuple[Where, ...] = ()
    group: Group | None = None
    choice: Choice | None = None
    each: bool = False
    over: str = ""
    values: tuple[JSON, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that is asked of a leg's rows.

    Attributes:
        column: the column, empty for a count of rows.
        aggregate: what is computed over the rows; ``None`` for the value of the one row, or of
            each of them.
        name: whether it is the name of the thing itself.
    """

    leg: int
    column: str = ""
    aggregate: Aggregate | None = None
    name: bool = False


@dataclass(frozen=True, slots=True)
class Compare:
    """The same ask for every value that a leg goes ``over``.

    Attributes:
        told: whether the values themselves are asked too.
    """

    ask: Ask
    mode: Mode
    told: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """What is asked if a condition holds for the one row of a leg, and what otherwise."""

    leg: int
    test: Where
    then: tuple[Ask, ...]
    otherwise: tuple[Ask, ...]


@dataclass(frozen=True, slots=True)
class Junction:
    """How many distinct values an edge carried on, before and after reduction."""

    edge: str
    values: int
    carried: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Trajectory:
    """A walk: legs in order, and what is asked.

    Attributes:
        legs: a leg's parent stands before it.
        asks: in the order of the answer; empty where ``compare`` or ``branch`` asks.
        junctions: one for each edge walked.
    """

    id: str
    pattern: Pattern
    platform: str
    domain: str
    legs: tuple[Leg, ...]
    asks: tuple[Ask, ...] = ()
    compare: Compare | None = None
    branch: Branch | None = None
    write: WriteRequest | None = None
    junctions: tuple[Junction, ...] = ()

    def asked(self) -> tuple[Ask, ...]:
        """All that may have to be told."""
        if self.branch is not None:
            return (*self.asks, *self.branch.then, *self.branch.otherwise)
        return (*self.asks, self.compare.ask) if self.compare is not None else self.asks

    def with_leg(self, place: int, **changes: Any) -> Trajectory:
        """Return the same walk with one leg changed."""
        legs = list(self.legs)
        legs[place] = replace(legs[place], **changes)
        return replace(self, legs=tuple(legs))

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON (a line of ``walks.jsonl``)."""
        from pydantic import TypeAdapter

        row: dict[str, Any] = TypeAdapter(Trajectory).dump_python(self, mode="json")
        return row

    @classmethod
    def from_json(cls, row: object) -> Trajectory:
        """Read what :meth:`to_json` wrote.

        Raises:
            pydantic.ValidationError: if a member is missing or of another type.
        """
        from pydantic import TypeAdapter

        return TypeAdapter(Trajectory).validate_python(row)
