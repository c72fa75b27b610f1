"""What a question gives away, and what its golden calls do not need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kopa_env.catalogue import Catalogue
from kopa_env.episode.observation import dumps
from kopa_env.outcome import JSON
from kopa_env.suites import leaks as suite_leaks
from kopa_env.suites.decisive import idle_calls
from kopa_env.task import Task
from kopa_synth.models import Model, Prompt
from kopa_synth.queries import leaks
from kopa_synth.validate.candidate import Candidate
from kopa_synth.validate.evidence import Evidence
from kopa_synth.validate.parts import parts_of

AGREE = 2
"""Judges that must say the same before a candidate is given up for it."""

_LEAK = (
    "아래 질문만 읽고 답합니다. 질문 글 안에 답이 이미 적혀 있으면 예, 조회해 보아야 알 수 있으면"
    " 아니요라고만 씁니다."
)
_IDLE = (
    "아래 질문에 답하려고 도구를 차례로 불렀습니다. 빼도 답이 나오는 호출이 있으면 예,"
    " 모두 필요하면 아니요라고만 씁니다."
)


def leaking(
    candidate: Candidate, catalogue: Catalogue, judges: Sequence[Model] = ()
) -> Iterator[str]:
    """Yield what a question says that has to be found out.

    Args:
        candidate: the question, its answer and what its brief forbids.
        catalogue: its tools.
        judges: asked where the rules find nothing; two must agree.
    """
    task, brief = candidate.task, candidate.brief
    found = list(suite_leaks.leaks(task, catalogue))
    secrets = (*brief.forbidden, *_junctions(task), *_texts(task))
    told = leaks(task.query_ko, replace(brief, forbidden=tuple(dict.fromkeys(secrets))))
    found += [f"the question holds {secret!r}, which has to be found out" for secret in told]
    if not found and _agreed(judges, Prompt(task.query_ko, _LEAK)):
        found = ["the judges find the answer in the question"]
    yield from found


def decorative(evidence: Evidence, judges: Sequence[Model] = ()) -> Iterator[str]:
    """Yield golden calls that change nothing: neither answer nor state.

    Args:
        evidence: the golden run.
        judges: asked where every call is needed; two must agree.
    """
    task = evidence.task
    found = [
        f"{call.id} ({call.tool}) decides nothing: whatever it returns, all is the same"
        for call in idle_calls(task, evidence.catalogue, evidence.memory, evidence.outcome)
    ]
    found += [f"nothing uses what {name} selects" for name in _unused(evidence)]
    if not found and _agreed(judges, Prompt(f"{task.query_ko}\n\n{_calls(task)}", _IDLE)):
        found = ["the judges find a call that is not needed"]
    yield from found


def _junctions(task: Task) -> Iterator[str]:
    """Yield the texts that golden calls take from earlier replies."""
    for call in task.golden_calls():
        for name, value in (call.resolved or {}).items():
            if _is_ref(call.args.get(name)) and isinstance(value, str) and len(value) > 1:
                yield value


def _texts(task: Task) -> Iterator[str]:
    for part in parts_of(task):
        if part.answer.type == "string" and len(str(part.answer.value)) > 1:
            yield str(part.answer.value)


def _is_ref(value: JSON) -> bool:
    return isinstance(value, Mapping) and set(value) == {"ref"}


def _unused(evidence: Evidence) -> Iterator[str]:
    """Yield reductions that neither a later call nor the solver names, nor tell a part of it."""
    task = evidence.task
    calls, parts = task.golden_calls(), parts_of(task)
    for i, call in enumerate(calls):
        later = [dumps(dict(after.args)) for after in calls[i + 1 :]]
        text = " ".join([*later, task.answer.solver])
        if call.role == "reduce" and call.id not in _names(text):
            cells = [v for row in evidence.results[call.id].records for v in row.values()]
            if not any(part.is_told_by(cells) for part in parts):
                yield call.id


def _names(text: str) -> set[str]:
    separated = "".join(sign if sign.isalnum() or sign == "_" else " " for sign in text)
    return set(separated.split())


def _calls(task: Task) -> str:
    return "\n".join(
        f"{call.id} {call.tool} {dumps(dict(call.args))}" for call in task.golden_calls()
    )


def _agreed(judges: Sequence[Model], prompt: Prompt) -> bool:
    """Whether two judges say yes, the first that say no being enough to stop."""
    said = 0
    for left, judge in enumerate(judges):
        if said + len(judges) - left < AGREE:
            return False
        said += judge.answer(prompt).split("</think>")[-1].strip(" \n\"'.*").startswith("예")
        if said == AGREE:
            return True
    return False
