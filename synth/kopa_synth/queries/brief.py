"""Brief: what a query has to say, before anybody says it in Korean.

A walk fills it in; a writer turns it into text; the checker holds the text against it. Every
string here is Korean that a person would use: names instead of codes, no field and tool names.

How a brief reads, by kind:

* SEQ: a named thing, then what follows from it, one value each: ``stages[0].named`` is true,
  each later stage has ``reached`` (「관할 교육지원청」).
* DRV: ``stages[0]`` is a long list under ``subjects`` and ``conditions``, narrowed by a
  ``reducer``; its own values or those of a later stage are asked.
* FAN: a stage with ``each`` holds 2–5 things; the stage after it is looked up for each of them,
  and its slots are gathered by an ``aggregate`` or listed thing by thing.
* SEM: one named thing, slots out of several sources (one stage, or several stages that all have
  ``reached=""``).
* CMP: ``comparison`` over years, places, things.
* COND: ``branch`` on a value that is found on the way.
* MIXED: any of these together.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

ANSWER = Literal["number", "date", "string"]


class Pattern(StrEnum):
    """What kind of trajectory the query stands for."""

    SEQ = "SEQ"
    FAN = "FAN"
    DRV = "DRV"
    SEM = "SEM"
    CMP = "CMP"
    COND = "COND"
    MIXED = "MIXED"


class Test(StrEnum):
    """How a condition compares a field with its value."""

    __test__ = False

    EQ = "eq"
    NE = "ne"
    GE = "ge"
    """이상"""
    LE = "le"
    """이하"""
    GT = "gt"
    """초과, 넘는"""
    LT = "lt"
    """미만, 안 되는"""
    CONTAINS = "contains"
    SINCE = "since"
    """A date: on that day or later (이후)."""
    UNTIL = "until"
    """A date: on that day or earlier (까지)."""
    AFTER = "after"
    """A date: later than that day."""
    FILLED = "filled"
    """The field has a value at all."""
    BLANK = "blank"


class Pick(StrEnum):
    """How a stage's set is narrowed."""

    MAX = "max"
    MIN = "min"
    TOP = "top"
    """The ``k`` largest, in order."""
    BOTTOM = "bottom"
    LATEST = "latest"
    """MAX of a date."""
    EARLIEST = "earliest"
    MODE = "mode"
    """The value of ``field`` that occurs most often."""


class Aggregate(StrEnum):
    """What is computed over a stage's set."""

    COUNT = "count"
    """How many things there are; the slot's label is the noun, its unit the counter."""
    DISTINCT = "distinct"
    """How many different values of the label there are."""
    SUM = "sum"
    MEAN = "mean"
    MAX = "max"
    MIN = "min"
    LATEST = "latest"
    EARLIEST = "earliest"
    MODE = "mode"
    RANGE = "range"
    """Largest less smallest."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something the asker names: a free semantic argument of the trajectory.

    Attributes:
        name: as a person says it: 「포항시」, 「2024」, 「22」, 「교육위원회」.
        what: what it is; decides how it is said: ``연도``, ``대수`` (22대 국회), ``지역``,
            ``학교``, ``의원``, ``위원회``, ``법안``, ``업체``, ``정당``, ``기관``, ``날짜`` …; any
            other noun is said as 「{what}이/가 {name}인」, an empty one as the bare name.
        said: how it stands before the noun, with ``{}`` for the name and particles in their
            double form, if the default for ``what`` does not do: ``"{} 소관"``,
            ``"{}이(가) 대표발의한"``.
        aliases: other spellings that count as a mention.
    """

    name: str
    what: str = ""
    said: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Thing:
    """What the rows of a list are.

    Attributes:
        noun: 「법안」, 「중학교」, 「수의계약」.
        counter: 「건」, 「곳」, 「명」, 「개」.
        asks: the question word: ``어디`` (places, schools, firms), ``누구`` (persons), ``무엇``.
    """

    noun: str
    counter: str = "건"
    asks: Literal["어디", "누구", "무엇"] = "무엇"


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on a field.

    Attributes:
        field: the field's meaning as a noun phrase: 「특수학급 학생 수」.
        value: as it is said, without unit: 「300」, 「공립」, 「2024-03-01」 (dates in ISO form).
        said: a whole adnominal phrase, if there is a better one than field and value give:
            「국회의원이 대표발의한」, 「공립」, 「무료인」. It has to contain the value, or a
            spelling in ``aliases``.
    """

    field: str
    test: Test
    value: str = ""
    unit: str = ""
    said: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reducer:
    """How the set is narrowed to the few that go on.

    Attributes:
        field: noun phrase: 「반대표」, 「교원 수」, 「제안일」.
        unit: unit of the field.
        k: how many for TOP and BOTTOM.
        tie: what holds among equals, said only if given: 「이름 가나다순으로 앞선 곳」.
        said: a whole adnominal phrase instead: 「반대표가 가장 많이 나온」.
    """

    op: Pick
    field: str
    unit: str = ""
    k: int = 1
    tie: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing that is asked.

    Attributes:
        label: noun phrase without its owner: 「학생 수」, 「이름」, 「제안일」, 「소속 정당」.
        name: true if it is the name of the stage's thing itself (어디인지, 누구인지).
        digits: decimals wanted; 0 for whole numbers.
        aggregate: what is computed over the set; ``None`` for the value of the one thing, or of
            each of them where the stage holds several.
        per: the denominator of a ratio, as a noun phrase: label 「학생 수」 per 「교원 수」.
        rank: its place in the answer, where stages about one thing are asked in one go.
    """

    label: str
    type: ANSWER = "string"
    unit: str = ""
    name: bool = False
    digits: int = 0
    aggregate: Aggregate | None = None
    per: str = ""
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Stage:
    """A set of things on the way, how it is narrowed, and what of it is asked.

    Attributes:
        reached: how the things follow from those of the stage before, as a noun phrase that
            fits after 「그 법안의」: 「대표발의자」, 「관할 교육지원청」; empty in the first stage,
            and where the stage is about the same thing in another source.
        named: the thing is the one that ``subjects[-1]`` names (nothing is searched by sight).
        each: the set that is left holds several things and the next stage takes each of them.
        period: the year that holds for this stage alone, if not the brief's.
    """

    thing: Thing
    reached: str = ""
    named: bool = False
    conditions: tuple[Condition, ...] = ()
    reducer: Reducer | None = None
    each: bool = False
    asked: tuple[Slot, ...] = ()
    period: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The same measure for 2–5 values of one argument.

    Attributes:
        over: what is set against each other (years, places, schools …).
        measure: what is compared; ``aggregate`` if it is computed over a list first.
        mode: ``difference`` (of the two, without sign), ``ratio`` (the second over the first),
            ``largest`` or ``smallest`` (which one), ``order`` (all, from the largest down).
        values: whether the values themselves are asked too.
        ratio_unit: in what a ratio is told; its decimals are the measure's ``digits``.
    """

    over: tuple[Subject, ...]
    measure: Slot
    mode: Literal["difference", "ratio", "largest", "smallest", "order"]
    values: bool = False
    ratio_unit: Literal["%", "배"] = "%"


@dataclass(frozen=True, slots=True)
class Branch:
    """Two ways on from a value that is found on the way: *test* on the last stage's thing."""

    test: Condition
    then: tuple[Slot, ...]
    otherwise: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """What is to be left in the workspace, with labels exactly as they have to be.

    Attributes:
        title: title of the table, note or calendar entry; stands in quotes in the query.
        labels: columns of a table or labels of a note, in order; none for a calendar entry.
        about: what goes in, if it is not the asked slots: 「그 청원의 접수일」.
    """

    kind: Literal["table", "note", "calendar"]
    title: str
    labels: tuple[str, ...] = ()
    about: str = ""


@dataclass(frozen=True, slots=True)
class Brief:
    """All that a writer may know.

    Attributes:
        id: of the walk; seeds choices together with ``seed``.
        subjects: in the order they are best said (era or year first, then place, then the rest);
            a named thing is the last one.
        period: a year or a span said once for all: 「2024」, 「2023~2024」; it counts as a free
            argument. Leave it empty if a ``연도`` stands in ``subjects``.
        forbidden: what must not be in the text: answers, junction values, codes, tool and field
            names.
        persona: who asks, if it is fixed; else the writer picks one that fits ``domain``.
        register: how it is said, if fixed (``해요체 | 합쇼체 | 반말 | 개조식 | 보고체``).
    """

    id: str
    pattern: Pattern
    domain: str
    platform: str
    subjects: tuple[Subject, ...]
    stages: tuple[Stage, ...]
    comparison: Comparison | None = None
    branch: Branch | None = None
    period: str = ""
    write: WriteRequest | None = None
    forbidden: tuple[str, ...] = ()
    persona: str = ""
    register: str = ""
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be asked.

        Raises:
            ValueError: if nothing is asked at the end, a named thing has no name, a later stage
                is named, or too few or too many things are compared.
        """
        if not self.stages:
            raise ValueError(f"{self.id}: no stage")
        if any(stage.named for stage in self.stages[1:]):
            raise ValueError(f"{self.id}: only the first stage can be named")
        if self.stages[0].named and all(s.what == "연도" for s in self.subjects):
            raise ValueError(f"{self.id}: the first stage is named, but no subject names it")
        if self.comparison and len(self.comparison.over) < 2:
            raise ValueError(f"{self.id}: nothing to compare with")
        pairwise = self.comparison and self.comparison.mode in {"difference", "ratio"}
        if self.comparison and pairwise and len(self.comparison.over) != 2:
            raise ValueError(f"{self.id}: a {self.comparison.mode} is between two")
        if self.branch and not (self.branch.then and self.branch.otherwise):
            raise ValueError(f"{self.id}: a branch that asks nothing")
        if not (self.stages[-1].asked or self.comparison or self.branch):
            raise ValueError(f"{self.id}: the last stage asks nothing")

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON (a line of ``walks.jsonl``)."""
        from pydantic import TypeAdapter

        row: dict[str, Any] = TypeAdapter(Brief).dump_python(self, mode="json")
        return row

    @classmethod
    def from_json(cls, row: object) -> Brief:
        """Read what :meth:`to_json` wrote.

        Raises:
            pydantic.ValidationError: if a member is missing or of another type.
        """
        from pydantic import TypeAdapter

        return TypeAdapter(Brief).validate_python(row)
