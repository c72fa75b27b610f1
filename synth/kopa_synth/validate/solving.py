"""A model solves tasks from their questions alone; its answer counts only if its trace gives it.

A task that any try solves is sound. Where all tries agree on another answer, the task is rewritten
with the model's own calls, but only if these, made anew, compute that answer. Otherwise what was
executed stands: a model that is wrong changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.episode import Done, Episode
from kopa_env.episode.record import CallEntry
from kopa_env.episode.refs import golden_state
from kopa_env.episode.textual import as_text
from kopa_env.errors import UsageError
from kopa_env.grading import judge_response, state_hash
from kopa_env.outcome import JSON, Status, ToolResult
from kopa_env.source import Source
from kopa_env.suites.compile import content_hash, counted_calls, resolved_golden
from kopa_env.suites.golden import advance, golden_run
from kopa_env.suites.solving import answer_with, solve
from kopa_env.task import CallRole, GoldenCall, Task
from kopa_synth.models import Model, Prompt
from kopa_synth.validate.candidate import Candidate
from kopa_synth.validate.evidence import Evidence, unsolved

DIALECT = "hermes"
AGREE = 2
"""Tries that must come to the same other answer, and none to a third."""

_HANDLE = re.compile(r"\br\d+\b")


def solved(task: Task, catalogue: Catalogue, source: Source, model: Model, number: int = 1) -> Done:
    """Let a model play a task and return its end.

    Args:
        task: only its question, tools and prompt are shown.
        catalogue: its tools.
        source: answers what the model asks.
        model: asked once a turn, the conversation written out.
        number: of the try; it is told, so that a recorded model can answer each one otherwise.

    Raises:
        ModelFault: if the model gives no answer.
    """
    episode = Episode(task, catalogue, parser=DIALECT)
    episode.start()
    while True:
        step = advance(episode, model.answer(_prompt(episode, number)), source)
        if isinstance(step, Done):
            return step


def revised(evidence: Evidence, model: Model, tries: int) -> Candidate | None:
    """Return the candidate that takes another's place, or ``None`` if it stands.

    Args:
        evidence: a candidate that passed every filter.
        model: solves it.
        tries: how often.

    Raises:
        ModelFault: if the model gives no answer.
    """
    ends = []
    for number in range(1, tries + 1):
        end = solved(evidence.task, evidence.catalogue, evidence.source, model, number)
        if end.grade.reward == 1.0:
            return None
        ends.append(end)
    rewritten = [_rewritten(evidence, end, model.name) for end in ends]
    first = next((held for held in rewritten if held is not None), None)
    answered = [end.record.final_text for end in ends if end.stop_reason == "answer"]
    if first is None or len(answered) < AGREE:
        return None
    question, answer = first.task.query_ko, first.task.answer
    if not all(judge_response(answer, text, question).right for text in answered):
        return None
    again = Evidence(first, evidence.catalogue, evidence.source)
    return None if any(unsolved(again)) else first


def _prompt(episode: Episode, number: int) -> Prompt:
    system, *others = as_text(episode.messages, episode.tool_schemas(), DIALECT)
    shown = [f"[{message['role']}]\n{message['content']}" for message in others]
    told = f"\n\n{number}번째로 풀어 봅니다." if number > 1 else ""
    return Prompt("\n\n".join([*shown, "[assistant]"]), f"{system['content']}{told}")


def _rewritten(evidence: Evidence, end: Done, by: str) -> Candidate | None:
    """Return the candidate with the calls of an end, if they compute its last answer."""
    before, catalogue = evidence.task, evidence.catalogue
    golden = golden_of(end.record.calls, catalogue)
    computed = [c for turn in golden for c in turn if c.tool == "evaluate_expression"]
    if end.stop_reason != "answer" or not computed:
        return None
    solver = _solver(before, computed[-1])
    draft = replace(before, golden=golden, answer=replace(before.answer, solver=solver, aliases=()))
    try:
        episode, results = golden_run(draft, catalogue, evidence.source)
    except UsageError:
        return None
    value = solve(draft, results)
    answer = answer_with(draft.answer, value)
    if answer is None or not judge_response(answer, end.record.final_text, before.query_ko).right:
        return None
    if not _keeps(draft, results, before, catalogue):
        return None
    task = replace(
        draft,
        golden=resolved_golden(draft, episode, catalogue),
        answer=answer,
        label_origin=f"model:{by}",
    )
    task = replace(task, content_hash=content_hash(task))
    return _with_origin(evidence.candidate, task, value, f"model:{by}")


def _keeps(
    task: Task, results: Mapping[str, ToolResult], before: Task, catalogue: Catalogue
) -> bool:
    """Whether other calls leave the same state and stay within the same budget."""
    specs = {call.tool: catalogue[call.tool] for call in task.golden_calls()}
    state = state_hash(golden_state(task, specs, results))
    return (
        state == state_hash(before.target_state or {})
        and counted_calls(task, catalogue) <= before.max_calls
        and len(task.golden) < before.max_turns
    )


def _with_origin(held: Candidate, task: Task, value: JSON, origin: str) -> Candidate:
    provenance = {
        **held.provenance,
        "label_origins": {**held.origins, "answer": origin},
        "answer_revised": True,
        "answer_before": held.walked,
    }
    return replace(held, task=task, walked=value, provenance=provenance)


def _solver(task: Task, last: GoldenCall) -> str:
    """Return the solver that reads a computed call: its value, slot by slot where it lists them."""
    if task.answer.type not in ("record", "checklist"):
        return f"{last.id}.value"
    named = [f"{name!r}: v[{i}]" for i, name in enumerate(task.answer.value)]
    listed = f"{{{', '.join(named)}}}"
    first = next(iter(task.answer.value))
    keyed = f"{{{', '.join(f'{name!r}: v[{name!r}]' for name in task.answer.value)}}}"
    text = str(last.args.get("expression", ""))
    return f"(v := {last.id}.value, {keyed if first in text else listed})[1]"


def golden_of(
    calls: Sequence[CallEntry], catalogue: Catalogue
) -> tuple[tuple[GoldenCall, ...], ...]:
    """Return the calls of an episode that succeeded as golden turns, handles as references."""
    good = [call for call in calls if call.status in (Status.OK, Status.EMPTY)]
    names = {call.result: f"c{n}" for n, call in enumerate(good, 1)}
    keys = {
        str(call.records[0]["api_key"]): names[call.result]
        for call in good
        if call.name == "issue_api_key" and call.records
    }
    turns: dict[int, list[GoldenCall]] = {}
    for call in good:
        args = {name: _referring(value, names, keys) for name, value in call.args.items()}
        made = GoldenCall(names[call.result], call.name, args, _role(call, catalogue))
        turns.setdefault(call.turn, []).append(made)
    return tuple(tuple(turn) for turn in turns.values())


def _referring(value: JSON, names: Mapping[str, str], keys: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {key: _referring(inner, names, keys) for key, inner in value.items()}
    if isinstance(value, list):
        return [_referring(inner, names, keys) for inner in value]
    if not isinstance(value, str):
        return value
    if value in names:
        return {"ref": f"{names[value]}.result"}
    if value in keys:
        return {"ref": f"{keys[value]}.records[0].api_key"}
    return _HANDLE.sub(lambda found: names.get(found[0], found[0]), value)


def _role(call: CallEntry, catalogue: Catalogue) -> CallRole:
    spec = catalogue[call.name]
    if spec.kind == "local":
        return "compute" if call.name == "evaluate_expression" else "reduce"
    if spec.kind == "view" or call.name == "issue_api_key":
        return "lookup"
    if call.effect == "write":
        return "write"
    paging = spec.paging
    turned = paging is not None and call.args.get(paging.page, paging.first) != paging.first
    return "page" if turned else "fetch"
