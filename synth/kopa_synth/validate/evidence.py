"""Evidence: what a candidate's golden run really comes to, gathered once for all filters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kopa_env.catalogue import Catalogue
from kopa_env.episode import Done
from kopa_env.errors import KopaError
from kopa_env.grading import judge_response, render_answer, state_hash
from kopa_env.outcome import JSON, Record, Status, ToolResult
from kopa_env.source import Source
from kopa_env.spec import ToolSpec
from kopa_env.suites.golden import advance, replies_of
from kopa_env.suites.outcomes import (
    Outcome,
    Remembering,
    golden_outcome,
    solved_from_snapshot,
)
from kopa_env.suites.solving import answer_with
from kopa_env.task import Answer, Task
from kopa_synth.validate.candidate import Candidate
from kopa_synth.validate.form import absent

_ERROR_KEYS = frozenset(
    {"error", "errors", "errmsg", "errormessage", "errorcode", "faultcode", "faultstring"}
    | {"returnauthmsg", "returnreasoncode", "cmmmsgheader", "resultcode", "resultmsg"}
)


@dataclass(frozen=True)
class Evidence:
    """A candidate and its golden run.

    Attributes:
        candidate: what is looked at.
        catalogue: its tools.
        source: answers calls; asked anew where a filter must not rest on what was answered before.
    """

    candidate: Candidate
    catalogue: Catalogue
    source: Source

    @property
    def task(self) -> Task:
        """The candidate's task."""
        return self.candidate.task

    @cached_property
    def memory(self) -> Remembering:
        """The source with a memory: changed golden runs repeat most of their calls."""
        return Remembering(self.source)

    @cached_property
    def outcome(self) -> Outcome:
        """The golden run as it stands."""
        return golden_outcome(self.task, self.catalogue, self.memory)

    @cached_property
    def results(self) -> Mapping[str, ToolResult]:
        """The golden replies by call id."""
        return results_of(self.outcome)

    def spec(self, call_id: str) -> ToolSpec:
        """Return the tool of a golden call."""
        return self.catalogue[next(c.tool for c in self.task.golden_calls() if c.id == call_id)]

    def again(self) -> Outcome:
        """Make the golden calls anew, nothing remembered."""
        return golden_outcome(self.task, self.catalogue, self.source)

    def with_rows(self, call_id: str, rows: Sequence[Record]) -> Outcome:
        """Make the golden calls with other rows in the place of one call's."""

        def change(name: str, result: ToolResult) -> ToolResult:
            return replace(result, records=rows, rendered=None) if name == call_id else result

        return golden_outcome(self.task, self.catalogue, self.memory, change)

    def same(self, outcome: Outcome) -> bool:
        """Whether another outcome is worth the same: its answer by the grader, its state whole."""
        one, other = self.graded(self.outcome.value), self.graded(outcome.value)
        if one is None or other is None or outcome.state != self.outcome.state:
            return False
        return judge_response(one, render_answer(other)).right

    def graded(self, value: JSON) -> Answer | None:
        """Return a value in the form of the task's answer, ``None`` where it does not fit."""
        return answer_with(self.task.answer, value)


def results_of(outcome: Outcome) -> dict[str, ToolResult]:
    """Return the replies of a golden run by call id."""
    return {name: reply.result for name, reply in replies_of(outcome.episode).items()}


def erroneous(evidence: Evidence) -> Iterator[str]:
    """Yield where a golden run fails, and where its answer holds nothing."""
    if absent(evidence.task.answer.value):
        yield f"the answer holds nothing: {evidence.task.answer.value!r}"
    outcome = evidence.outcome
    if outcome.value is None or not outcome.state:
        yield _failure(evidence)
        return
    if absent(outcome.value):
        yield f"the solver comes to nothing: {outcome.value!r}"
    for name, result in evidence.results.items():
        if _is_error_body(evidence.spec(name), result):
            yield f"golden call {name} is answered by an error that calls itself success"


def _failure(evidence: Evidence) -> str:
    outcome = evidence.outcome
    for entry in outcome.episode.calls:
        if entry.status not in (Status.OK, Status.EMPTY):
            return f"the call of {entry.name} came to {entry.status}/{entry.reason} {entry.code}"
    made = len(outcome.episode.calls)
    if made < len(evidence.task.golden_calls()):
        return f"after {made} golden calls a reference leads nowhere"
    return "the solver fails over the golden run"


def _is_error_body(spec: ToolSpec, result: ToolResult) -> bool:
    """Whether a reply that should be data is one object that says what went wrong."""
    if len(result.records) != 1:
        return False
    row = result.records[0]
    said = {str(name).casefold().replace("_", "") for name in row}
    documented = {field.path.split(".")[0] for field in spec.fields}
    return bool(said & _ERROR_KEYS) and not any(row.get(name) for name in documented)


def not_reproducible(evidence: Evidence, *, has_date: bool) -> Iterator[str]:
    """Yield why asking again may give another answer.

    Args:
        evidence: the first execution; a second is made.
        has_date: whether the question fixes a date.
    """
    for name in dict.fromkeys(call.tool for call in evidence.task.golden_calls()):
        if evidence.catalogue[name].volatility == "realtime" and not has_date:
            yield f"{name} tells the present moment, and the question fixes no date"
            return
    first, second = evidence.results, results_of(evidence.again())
    for call in evidence.task.golden_calls():
        if _reply(first.get(call.id)) != _reply(second.get(call.id)):
            yield f"golden call {call.id} ({call.tool}) is answered otherwise the second time"
            return


def _reply(result: ToolResult | None) -> JSON:
    if result is None:
        return None
    return result.status, result.code, result.total, [dict(row) for row in result.records]


def unsolved(evidence: Evidence) -> Iterator[str]:
    """Yield where a fresh golden run does not give the stored answer, state and reward."""
    task = evidence.task
    outcome = evidence.again()
    if outcome.value is None:
        yield "a fresh golden run does not come to an answer"
        return
    for name, value in (("solver", outcome.value), ("walk", _keyed(task.answer, evidence))):
        made = evidence.graded(value)
        if made is None or render_answer(made) != render_answer(task.answer):
            yield f"the {name} gives {value!r}, the stored answer is {render_answer(task.answer)}"
    if outcome.state != state_hash(task.target_state or {}):
        yield "a fresh golden run does not end in the target state"
    yield from _from_handles(evidence, outcome)
    yield from _reward(evidence, outcome)


def _keyed(answer: Answer, evidence: Evidence) -> JSON:
    """Return what the walk came to under the slots' names, if it tells values alone."""
    walked = evidence.candidate.walked
    if isinstance(answer.value, Mapping) and isinstance(walked, list | tuple):
        return dict(zip(answer.value, walked, strict=False))
    return walked


def _from_handles(evidence: Evidence, outcome: Outcome) -> Iterator[str]:
    value = solved_from_snapshot(evidence.task, outcome.episode, evidence.catalogue)
    if evidence.graded(value) != evidence.graded(outcome.value):
        yield f"from the handles alone the solver gives {value!r}"


def _reward(evidence: Evidence, outcome: Outcome) -> Iterator[str]:
    try:
        done = advance(outcome.episode, render_answer(evidence.task.answer), evidence.source)
    except KopaError as error:
        yield f"the golden trajectory cannot be ended: {error}"
        return
    if not isinstance(done, Done) or done.grade.reward != 1.0:
        reasons = done.grade.reasons if isinstance(done, Done) else {"end": "not reached"}
        yield f"the golden trajectory does not score 1: {'; '.join(reasons.values())}"
