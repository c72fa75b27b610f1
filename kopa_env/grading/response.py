"""RESPONSE: is the final answer the golden one (DESIGN 8)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from kopa_env.grading.boxed import Commitment, commitment
from kopa_env.grading.judgement import RIGHT, Judgement, wrong
from kopa_env.grading.normalise import hedges, name_key, predicate
from kopa_env.grading.parts import items_in, rows_in, slots_in
from kopa_env.grading.scalar import judge_date, judge_number, judge_text
from kopa_env.outcome import JSON
from kopa_env.task import Answer, AnswerType

_TYPES = get_args(AnswerType)
_DEEPEST = 3
_SEPARATOR = re.compile(r"[,、·;/]|\s및\s|(?<=[가-힣])(?:와|과)\s")
_SUBJECT = re.compile(r".*(?:[가-힣)](?:은|는|이|가)\s|:\s*)")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text to judge: ``whole`` if it is a message without a box or a final-answer line."""

    text: str
    whole: bool
    question: str


def judge_response(answer: Answer, message: str | None, question: str = "") -> Judgement:
    """Judge a final message. Never raises, whatever the message holds.

    Args:
        answer: the golden answer.
        message: the last assistant message, thinking taken out; ``None`` if there is none.
        question: what was asked: its text is no answer, and 「얼마나 줄었나」 lets a decline be
            told without a minus sign.
    """
    if message is None or not message.strip():
        return wrong("최종 답이 없음", "no final message")
    if question and name_key(message[: 2 * len(question)]) == name_key(question):
        return wrong("질문을 되풀이함", "the question is repeated")
    found: Commitment = commitment(message, question)
    if answer.type in ("record", "checklist") and found.kind == "slot":
        whole = judge(answer, Reading(found.message, True, question))
        if whole.right:
            return whole
    if found.problem:
        return Judgement(False, found.problem)
    return judge(answer, Reading(found.text, found.kind == "whole", question))


def judge(answer: Answer, reading: Reading, depth: int = 0) -> Judgement:
    """Judge a text by the type of the answer."""
    if depth > _DEEPEST:
        return wrong("정답의 구조가 너무 깊음", "the golden answer is nested too deeply")
    if answer.type == "number":
        return judge_number(
            answer.value, reading.text, answer.unit, answer.tolerance, reading.question
        )
    if answer.type == "date":
        return judge_date(answer.value, reading.text)
    if answer.type == "string":
        return judge_text(answer.value, reading.text, answer.aliases, whole=reading.whole)
    if answer.type in ("list", "ordered"):
        return _judge_list(answer, reading, depth)
    return _judge_record(answer, reading, depth)


def slot_answer(value: JSON, like: Answer | None = None) -> Answer:
    """Return what stands in a slot or list as an answer of its own.

    A mapping with a known ``type`` is one; a plain value becomes one by its own type and takes
    unit and tolerance from the list it stands in.
    """
    if isinstance(value, Answer):
        return value
    if isinstance(value, Mapping):
        if value.get("type") in _TYPES:
            return Answer(
                type=value["type"],
                value=value.get("value"),
                unit=str(value.get("unit") or ""),
                tolerance=value.get("tolerance") or "exact",
                aliases=tuple(value.get("aliases") or ()),
            )
        return Answer("record", dict(value))
    if isinstance(value, (list, tuple)):
        return Answer("record", {str(i): item for i, item in enumerate(value, 1)})
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        shape = like or Answer("number")
        return Answer("number", value, unit=shape.unit, tolerance=shape.tolerance)
    return Answer("string", value)


def _judge_record(answer: Answer, reading: Reading, depth: int) -> Judgement:
    if not isinstance(answer.value, Mapping) or not answer.value:
        return wrong("정답에 칸이 없음", "the golden answer has no slots")
    if reading.whole and hedges(reading.text):
        return wrong("추측이거나 유보된 답", "a guess or a refusal is no answer")
    names = [str(name) for name in answer.value]
    given = slots_in(reading.text, names, prose=reading.whole)
    if given is None:
        listed = ", ".join(names)
        return wrong(f"칸을 다 읽을 수 없음 (필요: {listed})", f"cannot find all slots: {listed}")
    for name, golden in zip(names, answer.value.values(), strict=True):
        part = replace(reading, text=given[name], whole=False)
        verdict = judge(slot_answer(golden, answer), part, depth + 1)
        if not verdict.right:
            return Judgement(False, f"[{name}] {verdict.reason}")
    return RIGHT


def _judge_list(answer: Answer, reading: Reading, depth: int) -> Judgement:
    if not isinstance(answer.value, (list, tuple)):
        return wrong("정답이 목록이 아님", "the golden answer is no list")
    if reading.whole and hedges(reading.text):
        return wrong("추측이거나 유보된 답", "a guess or a refusal is no answer")
    wanted = [slot_answer(item, answer) for item in answer.value]
    given = _given(reading, wanted)
    if len(given) != len(wanted):
        return wrong(
            f"항목 수가 다름: 답 {len(given)}개, 정답 {len(wanted)}개",
            f"{len(given)} items, expected {len(wanted)}",
        )
    open_ends = list(range(len(wanted)))
    for place, text in enumerate(given):
        part = replace(reading, text=text, whole=False)
        options = [place] if answer.type == "ordered" else open_ends
        match = next((i for i in options if judge(wanted[i], part, depth + 1).right), None)
        if match is None:
            return wrong(f"{place + 1}번째 항목이 다름: {text[:60]}", f"item {place + 1} is wrong")
        open_ends.remove(match)
    return RIGHT


def _given(reading: Reading, wanted: Sequence[Answer]) -> list[str]:
    text = _list_text(reading.text) if reading.whole else reading.text
    widths = [len(item.value) for item in wanted if item.type in ("record", "checklist")]
    if widths:
        return rows_in(text, len(wanted), max(widths))
    if not wanted and name_key(text) in ("", "없음", "[]", "none", "빈목록"):
        return []
    return items_in(text, len(wanted))


def _list_text(message: str) -> str:
    """Return the part of a message that lists: its bullets, or its last statement's predicate."""
    lines = [line for line in message.splitlines() if line.strip()]
    bullets = [line for line in lines if line.lstrip()[:1] in "-*•①②③④⑤⑥⑦⑧⑨" or _numbered(line)]
    if len(bullets) > 1:
        return "\n".join(bullets)
    last = lines[-1] if lines else ""
    said = predicate(last) or last
    separator = _SEPARATOR.search(said)
    subject = _SUBJECT.match(said, 0, separator.start() if separator else len(said))
    return said[subject.end() :] if subject else said


def _numbered(line: str) -> bool:
    head = line.lstrip()[:4]
    return head[:1].isdigit() and any(mark in head for mark in (". ", ") ", "위 "))
