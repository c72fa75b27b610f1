"""What a question gives away: its answer, a tool, a code that has to be looked up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kopa_env.catalogue import Catalogue
from kopa_env.grading.normalise import name_key
from kopa_env.grading.response import slot_answer
from kopa_env.task import Answer, Task

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9]*_[A-Za-z0-9_]+")
_CODE = re.compile(r"[A-Z0-9_]{5,}")


def leaks(task: Task, catalogue: Catalogue) -> Iterator[str]:
    """Yield, a line each, what a question says that it must not say."""
    query = task.query_ko
    for value in _leaked(task.answer, query):
        yield f"the question holds the answer {value!r}"
    for word in _IDENTIFIER.findall(query):
        yield f"the question holds the identifier {word!r}"
    for name in task.offered_tools:
        if name in query or (spec := catalogue.get(name)) is None or spec.ref in query:
            yield f"the question names the tool {name!r}"
    for value in _looked_up(task):
        if value in query:
            yield f"the question holds the code {value!r}, which must be looked up"


def _leaked(answer: Answer, query: str) -> Iterator[str]:
    """Yield an answer that the question already says, all parts of it."""
    parts = _parts(answer)
    if parts is not None:
        held = [value for part in parts for value in _leaked(part, query)]
        if held and len(held) == len(parts):
            yield ", ".join(held)
    elif answer.type == "number":
        golden = str(answer.value)
        for found in _NUMBER.finditer(query):
            following = query[found.end() :].lstrip()
            if found[0].replace(",", "") == golden and following.startswith(answer.unit):
                yield golden + answer.unit
                return
    elif name_key(str(answer.value)) in name_key(query):
        yield str(answer.value)


def _parts(answer: Answer) -> list[Answer] | None:
    if answer.type in ("record", "checklist"):
        return [slot_answer(slot, answer) for slot in answer.value.values()]
    if answer.type in ("list", "ordered"):
        return [slot_answer(item, answer) for item in answer.value]
    return None


def _looked_up(task: Task) -> Iterator[str]:
    """Yield the codes that golden calls took from earlier replies."""
    for call in task.golden_calls():
        for name, value in (call.resolved or {}).items():
            written = call.args.get(name)
            was_ref = isinstance(written, Mapping) and "ref" in written
            if was_ref and isinstance(value, str) and _CODE.fullmatch(value):
                yield value
