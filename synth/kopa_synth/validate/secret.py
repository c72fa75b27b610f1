"""Secrets and personal data: keys, resident registration numbers, phone numbers.

Question, gloss and answer may hold none of them. In what tools returned, the telephone of an
office is public data that the platforms publish; mobile numbers, resident numbers and keys are not.
A corporation's registration number has the form of a resident's: fields that say so are left out,
under their names in what is reduced from them, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from kopa_env.cassettes.redaction import shapes
from kopa_env.catalogue import Catalogue
from kopa_env.episode import Episode
from kopa_env.grading import render_answer
from kopa_env.outcome import JSON
from kopa_synth.validate.candidate import Candidate

_RESIDENT = re.compile(r"(?<![0-9-])\d{2}(\d{2})(\d{2})[-–]?[1-8]\d{6}(?![0-9-])")
_PHONE = re.compile(r"(?<![0-9-])(?:0\d{1,2}|\+82[- ]?\d{1,2})[)\-. ]{1,2}\d{3,4}[-. ]\d{4}(?!\d)")
_MOBILE = re.compile(r"(?<![0-9-])(?:01[016789]|\+82[- ]?1[016789])[-. ]\d{3,4}[-. ]\d{4}(?!\d)")
_BARE_MOBILE = re.compile(r"(?<!\d)01[016789]\d{7,8}(?!\d)")
_KEY = re.compile(
    r"(?<![A-Za-z0-9])(?:[0-9a-f]{40}(?![A-Za-z0-9])|sk-[A-Za-z0-9_-]{16}"
    r"|gh[pousr]_[A-Za-z0-9]{30}|eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8})"
)
_CORPORATE = ("법인", "corporate registration")


def secret(candidate: Candidate) -> Iterator[str]:
    """Yield what a candidate's question, gloss, answer and writes hold that nobody may print."""
    task = candidate.task
    writes = [dict(call.args) for call in task.golden_calls() if call.role == "write"]
    texts = {
        "question": task.query_ko,
        "gloss": task.gloss_en,
        "answer": render_answer(task.answer),
        "writes": json.dumps(writes, ensure_ascii=False),
    }
    for name, text in texts.items():
        for kind in _kinds(text, strict=True):
            yield f"the {name} holds {kind}"


def secret_in_chat(episode: Episode, catalogue: Catalogue) -> Iterator[str]:
    """Yield what the observations of a golden run hold; keys it issued itself are no secrets."""
    issued = _issued(episode)
    replies = [message for message in episode.messages if message["role"] == "tool"]
    called = [spec for entry in episode.calls if (spec := catalogue.get(entry.name))]
    corporate = {f.path for spec in called for f in spec.fields if _is_corporate(f.meaning_ko)}
    for entry, message in zip(episode.calls, replies, strict=False):
        shown = json.loads(str(message["content"]))
        for path, value in _cells(shown.get("records")):
            if path not in corporate and value not in issued:
                for kind in _kinds(value, strict=False):
                    yield f"a reply of {entry.name} holds {kind}"


def _kinds(text: str, *, strict: bool) -> Iterator[str]:
    if any(_is_day(*found) for found in _RESIDENT.findall(text)):
        yield "a resident registration number"
    if _MOBILE.search(text) or (strict and (_PHONE.search(text) or _BARE_MOBILE.search(text))):
        yield "a phone number"
    if _KEY.search(text) or shapes("", text.encode("utf-8", "replace")):
        yield "what has the form of a key"


def _is_day(month: str, day: str) -> bool:
    try:
        date(2000, int(month), int(day))
    except ValueError:
        return False
    return True


def _is_corporate(meaning: str) -> bool:
    return any(word in meaning for word in _CORPORATE)


def _issued(episode: Episode) -> set[str]:
    keys: Mapping[str, Any] = episode.workspace.state.get("api_keys", {})
    return {str(row["_api_key"]) for row in keys.values()}


def _cells(value: JSON, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text or number of a reply with its path, positions in lists left out."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _cells(inner, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list):
        for inner in value:
            yield from _cells(inner, path)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield path, str(value)
