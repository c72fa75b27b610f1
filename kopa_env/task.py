"""Task: what a policy is asked, how it is solved and how it is judged (INTERFACES 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kopa_env.outcome import JSON

CallRole = Literal["lookup", "page", "fetch", "reduce", "compute", "write"]
AnswerType = Literal["number", "date", "string", "list", "ordered", "record", "checklist"]
Dimension = Literal["RESPONSE", "ENVIRONMENT"]


@dataclass(frozen=True, slots=True)
class GoldenCall:
    """One call of the golden trajectory.

    ``args`` values are literals or ``{"ref": "c2.records[*].corp_code"}``: a path into the result
    of an earlier call (``c2.records[0].x``, ``c2.records[*].x``, ``c2.total``, ``c2.result`` for
    its handle), resolved when the call is made.

    ``resolved`` holds the arguments as the golden run made them, defaults filled in; the compiler
    writes it, so that ACTION and evidence can be judged without running anything. Tokens differ
    between episodes and stay references.
    """

    id: str
    tool: str
    args: Mapping[str, JSON]
    role: CallRole
    resolved: Mapping[str, JSON] | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The expected answer.

    Attributes:
        value: computed by ``solver``, never typed in; a mapping slot → Answer-like mapping for
            ``record`` and ``checklist``, a list for ``list`` and ``ordered``.
        unit: the unit asked for (``명``, ``원``, ``%`` …).
        tolerance: ``exact`` for counts, ``printed`` for measured or computed figures (half a unit
            of the golden's last digit, rounding or truncation).
        aliases: further accepted spellings of a string.
        solver: expression over ``c1 … cn`` in the grammar of ``evaluate_expression``.
    """

    type: AnswerType
    value: JSON = None
    unit: str = ""
    tolerance: Literal["exact", "printed"] = "exact"
    aliases: tuple[str, ...] = ()
    solver: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One task, data only.

    Attributes:
        golden: turns in order, each a tuple of parallel calls.
        selector: calls and an expression that list the entities for which the chain holds:
            ``{"calls": [[GoldenCall, …], …], "candidates": expression}`` where the expression
            yields a list of bindings; the first is ``bindings``.
        bindings: what this task is about, by placeholder: the query and the golden arguments are
            written over these names, so that the task can be put onto another world.
        template: query and golden arguments before the bindings were filled in.
        applicable: degenerate policies that must score 0 here.
        max_calls: budget of calls; going past it truncates.
        observation_limit: characters of one tool observation.
        system_state: runtime state shown in the system prompt, beside ``current_date``.
        target_state: end state of the workspace, derived by replaying the golden writes.
        second_route: another way to the answer, written apart from the golden one: ``calls`` as
            a selector has them and ``answer``, an expression over their results; ``None`` if there
            is none.
        data: ``recorded`` if the answer rests on recorded real values alone.
    """

    id: str
    version: int
    suite: str
    domain: str
    platforms: tuple[str, ...]
    tier: Literal["easy", "medium", "hard"]
    query_ko: str
    gloss_en: str
    current_date: str
    offered_tools: tuple[str, ...]
    max_calls: int
    max_turns: int
    golden: tuple[tuple[GoldenCall, ...], ...]
    answer: Answer
    reward_basis: tuple[Dimension, ...] = ("RESPONSE",)
    observation_limit: int = 6000
    system_state: Mapping[str, JSON] = field(default_factory=dict)
    selector: Mapping[str, JSON] = field(default_factory=dict)
    bindings: Mapping[str, JSON] = field(default_factory=dict)
    template: Mapping[str, JSON] = field(default_factory=dict)
    applicable: tuple[str, ...] = ()
    target_state: JSON = None
    label_origin: str = "solver"
    second_route: JSON = None
    data: Literal["generated", "recorded"] = "generated"
    content_hash: str = ""
    world_hash: str = ""

    def golden_calls(self) -> tuple[GoldenCall, ...]:
        """All golden calls in order."""
        return tuple(call for turn in self.golden for call in turn)
