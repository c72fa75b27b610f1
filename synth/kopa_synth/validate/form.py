"""Malformed candidates: what can be told from the task alone, before anything is executed."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from datetime import date

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.serial import to_dict
from kopa_env.episode.episode import LOCAL_SHARE
from kopa_env.errors import UsageError
from kopa_env.grading.response import slot_answer
from kopa_env.outcome import JSON
from kopa_env.suites.compile import content_hash, counted_calls
from kopa_env.suites.shape import check_task
from kopa_env.task import Answer, Task
from kopa_synth.queries import check
from kopa_synth.queries.brief import Brief
from kopa_synth.validate.candidate import Candidate

FAULTS = frozenset({"missing", "code", "hole", "particle", "length"})
"""What the checker of queries finds that makes a task unfit; leaks have a filter of their own."""

_HOLE = re.compile(r"\$?\{[^{}]*\}|\$\{|<[A-Za-z_]+>|\b(?:None|null|NaN|TODO|undefined)\b")
_MONTH = re.compile(r"\d{4}-\d{2}")
_YEAR = re.compile(r"\d{4}")


def malformed(candidate: Candidate, catalogue: Catalogue) -> Iterator[str]:
    """Yield what is wrong with a candidate's form, a line each."""
    task = candidate.task
    try:
        check_task(to_dict(task))
    except UsageError as error:
        yield str(error)
        return
    if candidate.pattern != candidate.brief.pattern.value:
        yield f"its pattern is {candidate.pattern}, its brief's {candidate.brief.pattern.value}"
    if task.content_hash != content_hash(task):
        yield f"its content hash is {task.content_hash}, its content has {content_hash(task)}"
    yield from _words(task, candidate.brief)
    yield from _tools(task, catalogue)
    yield from _types(task.answer)
    if "ENVIRONMENT" in task.reward_basis and not task.target_state:
        yield "ENVIRONMENT is graded and there is no target state"


def _words(task: Task, brief: Brief) -> Iterator[str]:
    for name, text in (("question", task.query_ko), ("gloss", task.gloss_en)):
        if not text.strip():
            yield f"there is no {name}"
        for hole in _HOLE.findall(text):
            yield f"the {name} holds the placeholder {hole!r}"
    for fault in check(task.query_ko, brief):
        if fault.kind in FAULTS:
            yield f"the question: {fault}"
    given = str(brief.to_json())
    for sign in foreign(task.query_ko):
        if sign not in given:
            yield f"the question holds {sign!r}, which is neither Hangul nor Latin"


def foreign(text: str) -> list[str]:
    """Return the letters of a text that are neither Hangul nor Latin, and what stands for none."""
    return [sign for sign in dict.fromkeys(text) if _is_foreign(sign)]


def _is_foreign(sign: str) -> bool:
    if sign == "\ufffd" or unicodedata.category(sign) in ("Cc", "Co", "Cs", "Cn"):
        return sign not in "\n\t"
    script = unicodedata.name(sign, "").split(" ")
    return sign.isalpha() and not {"HANGUL", "LATIN", "FULLWIDTH"} & set(script)


def _tools(task: Task, catalogue: Catalogue) -> Iterator[str]:
    golden = [call.tool for call in task.golden_calls()]
    unknown = [name for name in (*golden, *task.offered_tools) if catalogue.get(name) is None]
    if unknown:
        yield f"there is no tool {unknown[0]}"
        return
    if not golden:
        yield "there is no golden call"
    for name in dict.fromkeys(golden):
        if name not in task.offered_tools and catalogue[name].kind != "local":
            yield f"the golden tool {name} is not offered"
    counted = counted_calls(task, catalogue)
    if counted > task.max_calls:
        yield f"{counted} golden calls, {task.max_calls} allowed"
    if len(golden) - counted > LOCAL_SHARE * task.max_calls:
        yield f"{len(golden) - counted} golden reductions, {LOCAL_SHARE * task.max_calls} allowed"
    if len(task.golden) + 1 > task.max_turns:
        yield f"{len(task.golden)} golden turns and an answer, {task.max_turns} turns allowed"


def _types(answer: Answer, name: str = "the answer") -> Iterator[str]:
    """Yield where a value is not of its type; what is absent altogether is an error of its own."""
    value = answer.value
    if value is None or value in ("", [], {}):
        return
    if answer.type in ("record", "checklist"):
        if not isinstance(value, Mapping):
            yield f"{name} is no record: {value!r}"
            return
        for slot, inner in value.items():
            yield from _types(slot_answer(inner, answer), f"the answer's {slot}")
    elif answer.type in ("list", "ordered"):
        if not isinstance(value, list | tuple):
            yield f"{name} is no list: {value!r}"
            return
        for item in value:
            yield from _types(slot_answer(item, answer), f"an item of {name}")
    elif not _FITS[answer.type](value):
        yield f"{name} is no {answer.type}: {value!r}"


def _is_number(value: JSON) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return False
    try:
        float(str(value).replace(",", ""))
    except ValueError:
        return False
    return True


def _is_date(value: JSON) -> bool:
    text = str(value)
    if _YEAR.fullmatch(text):
        return True
    try:
        date.fromisoformat(f"{text}-01" if _MONTH.fullmatch(text) else text)
    except ValueError:
        return False
    return True


_FITS: Mapping[str, Callable[[JSON], bool]] = {
    "number": _is_number,
    "date": _is_date,
    "string": lambda value: isinstance(value, str),
}


def absent(value: JSON) -> bool:
    """Whether an answer holds nothing: nothing at all, a blank, not a number, or one inside."""
    if isinstance(value, Mapping):
        held = [value["value"]] if "value" in value else list(value.values())
        return not held or any(absent(inner) for inner in held)
    if isinstance(value, list | tuple):
        return not value or any(absent(item) for item in value)
    if isinstance(value, float):
        return not math.isfinite(value)
    return value is None or str(value).strip().casefold() in ("", "nan", "none", "null", "inf")
