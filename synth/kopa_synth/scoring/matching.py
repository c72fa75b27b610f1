"""How well a field of one tool serves as a parameter of another, by what is written about both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kopa_synth.scoring.sense import Kind, Sense, pattern

_WORTH: Mapping[Kind, float] = {
    Kind.CODE: 1.0,
    Kind.COORDINATE: 0.9,
    Kind.PERSON: 0.75,
    Kind.NAME: 0.75,
    Kind.CHOICE: 0.5,
    Kind.ORDINAL: 0.5,
    Kind.YEAR: 0.45,
    Kind.MONTH: 0.45,
    Kind.DATE: 0.42,
    Kind.ADDRESS: 0.4,
    Kind.LABEL: 0.32,
    Kind.DATETIME: 0.3,
    Kind.TEXT: 0.3,
    Kind.TIME: 0.2,
    Kind.FLAG: 0.15,
    Kind.CONTACT: 0.1,
}
"""How much a value of that kind leads to: an identifier to one thing, a date to anything."""

_NEAR: Mapping[tuple[Kind, Kind], float] = {
    (Kind.PERSON, Kind.NAME): 0.6,
    (Kind.NAME, Kind.PERSON): 0.4,
    (Kind.NAME, Kind.CHOICE): 0.6,
    (Kind.CHOICE, Kind.NAME): 0.6,
    (Kind.LABEL, Kind.NAME): 0.5,
    (Kind.NAME, Kind.LABEL): 0.5,
    (Kind.TEXT, Kind.LABEL): 0.5,
    (Kind.NAME, Kind.ADDRESS): 0.6,
    (Kind.MEASURE, Kind.ORDINAL): 0.5,
    (Kind.MEASURE, Kind.YEAR): 0.5,
    (Kind.DATETIME, Kind.DATE): 0.3,
}
"""Pairs of kinds that documentation does not keep apart well."""

_GENERIC = frozenset({
    "제목", "내용", "구분", "이름", "성명", "명", "일자", "일시", "날짜", "등록일", "작성일",
    "수정일", "공개일", "연도", "비고", "번호", "순번", "일련번호", "상태", "유형", "분류",
    "종류", "결과", "주소", "장소", "코드", "ID", "값", "시간", "시각", "기간", "설명", "사유",
    "여부", "작성자", "기준일", "이용일", "월", "년", "연월", "회의일자", "자치구", "분야",
    "목록", "기관", "기관명", "부서", "부서명",
})  # fmt: skip
"""Meanings that many unrelated lists share."""

_DIGITS = re.compile(r"[0-9]+")
_EVIDENCE = 0.75
"""What a name or a meaning counts alone, when it agrees in full."""
_ELSEWHERE = 0.35
"""What is left where examples are written in different ways: most likely another code system."""
_SUFFIX_CLASH = 0.45
"""What is left of one stem under two words of sort: number and id are two systems."""
_OTHER_MEANING = 0.75
"""What a name is worth where the meanings have nothing in common."""
_GENERIC_NAME = 0.75
"""What a name is worth where the meaning is one that many unrelated lists share."""
_ANY_POINT = 0.6
"""How far any longitude serves as the longitude of something."""


@dataclass(frozen=True, slots=True)
class Match:
    """How well a field fits a parameter, from 0 to 1, and why."""

    score: float
    reason: str


NO_MATCH = Match(0.0, "")


def match(field: Sense, param: Sense) -> Match:
    """Return how well a field's values serve as a parameter's."""
    pointed = field.name in param.mentions and _telling(field.name)
    gate = _kinds(field, param, pointed)
    if gate <= 0 or field.meaning in param.denied:
        return NO_MATCH
    named, meant = (1.0, 1.0) if pointed else (_names(field, param), _meanings(field, param))
    if param.meaning in _GENERIC and not pointed:
        named *= _GENERIC_NAME
    elif not meant and field.stem and param.stem:
        named *= _OTHER_MEANING
    if named <= 0 and meant <= 0:
        return NO_MATCH
    gate *= _form(field, param) * _examples(field, param)
    agreement = 1 - (1 - _EVIDENCE * named) * (1 - _EVIDENCE * meant)
    worth = _WORTH.get(field.kind if pointed else param.kind, 0.0)
    score = agreement * gate * worth * (1.0 if field.trusted else 0.85)
    if score <= 0:
        return NO_MATCH
    return Match(round(score, 4), _reason(field, param, named, meant))


def _kinds(field: Sense, param: Sense, pointed: bool) -> float:
    if Kind.NOTHING in (field.kind, param.kind):
        return 0.0
    if pointed or field.kind is param.kind:
        return 1.0
    near = _NEAR.get((field.kind, param.kind), 0.0)
    if near or Kind.CONTACT in (field.kind, param.kind) or param.kind is Kind.CODE:
        return near
    return 0.4 if field.name == param.name and field.kind is not Kind.MEASURE else 0.0


def _form(field: Sense, param: Sense) -> float:
    """Return 0 where the parameter's format or its allowed values refuse the field's values."""
    if param.values:
        held = field.values or {field.example}
        return len(held & param.values) / len(held) if held != {""} else 0.0
    if not param.width:
        return 1.0
    if field.width:
        return 1.0 if field.width == param.width and (field.digits or not param.digits) else 0.0
    if not field.example:
        return 0.6
    fits = len(field.example) == param.width and field.example.isascii()
    return 1.0 if fits and (field.example.isdigit() or not param.digits) else 0.0


def _examples(field: Sense, param: Sense) -> float:
    """Return how alike the documented examples are written."""
    if param.width or param.values or not field.example or not param.example:
        return 1.0
    if field.kind is Kind.DATE and param.form.startswith("YYYY"):
        return 1.0
    ours, theirs = field.example, param.example
    if ours == theirs:
        return 1.0
    if param.kind in (Kind.CODE, Kind.ORDINAL, Kind.DATE, Kind.DATETIME, Kind.MONTH, Kind.TIME):
        return _code_examples(ours, theirs.partition(",")[0], param.kind)
    if ours[0].isdigit() and theirs[0].isdigit():
        return _code_examples(ours, theirs, param.kind)
    return 1.0 if _script(ours) == _script(theirs) else _ELSEWHERE


def _code_examples(ours: str, theirs: str, kind: Kind) -> float:
    written, wanted = pattern(ours), pattern(theirs)
    if written != wanted:
        return _ELSEWHERE * (0.5 if "가" in written + wanted else 1.0)
    first, wished = _number(ours), _number(theirs)
    if len(first) != len(wished) and first.startswith("0") != wished.startswith("0"):
        return _ELSEWHERE
    if written == "9" and kind is Kind.CODE and len(first) != len(wished):
        return 0.6 if abs(len(first) - len(wished)) == 1 else _ELSEWHERE
    return 1.0


def _number(text: str) -> str:
    """Return the first run of digits."""
    found = _DIGITS.search(text)
    return found[0] if found else ""


@lru_cache(65536)
def _script(text: str) -> str:
    if any("가" <= c <= "힣" for c in text):
        return "가"
    if any(c.isascii() and c.isalpha() for c in text):
        return "A"
    return "9" if any(c.isdigit() for c in text) else "-"


def _names(field: Sense, param: Sense) -> float:
    """Return how well the code names agree."""
    ours, theirs = field.key, param.key
    if ours == theirs:
        return 1.0 if ours.subject else 0.5
    if not (ours.subject and theirs.subject):
        return 0.0
    same_sort = ours.sort == theirs.sort
    if ours.subject == theirs.subject:
        return 0.85 if same_sort or not (ours.sort and theirs.sort) else 0.3
    if not same_sort:
        return 0.0
    if ours.subject > theirs.subject:
        return 0.7
    if theirs.subject > ours.subject:
        return 0.6
    common = len(ours.subject & theirs.subject)
    return 0.4 * common / len(ours.subject | theirs.subject)


def _meanings(field: Sense, param: Sense) -> float:
    """Return how well the Korean meanings agree; the last word of a Korean noun is its head."""
    generic = 0.5 if param.meaning in _GENERIC else 1.0
    if field.meaning == param.meaning:
        return generic
    if not field.stem or not param.stem:
        alike = field.suffix == param.suffix and param.kind is Kind.COORDINATE
        return _ANY_POINT if alike else 0.0
    clash = 1.0
    if field.suffix and param.suffix and field.suffix != param.suffix:
        clash = _SUFFIX_CLASH if param.kind is Kind.CODE else 0.7
    if field.stem == param.stem:
        return 0.9 * clash * generic
    if field.stem.endswith(param.stem):
        return 0.7 * clash * generic
    if param.stem.endswith(field.stem):
        return 0.6 * clash * generic
    return 0.5 * _shared(field.stem, param.stem) * clash


def _shared(ours: str, theirs: str) -> float:
    """Return the share of character pairs two stems have in common (Dice)."""
    pairs = [{s[i : i + 2] for i in range(len(s) - 1)} for s in (ours, theirs)]
    total = len(pairs[0]) + len(pairs[1])
    return 2 * len(pairs[0] & pairs[1]) / total if total else 0.0


def _telling(name: str) -> bool:
    """Whether a name met in a text can only be meant as that field."""
    return len(name) > 3 and ("_" in name or not name.islower())


def _reason(field: Sense, param: Sense, named: float, meant: float) -> str:
    told = []
    if field.name in param.mentions and _telling(field.name):
        told.append("named in the documentation")
    elif named >= 0.5:
        told.append("same name" if named == 1.0 else "like name")
    if meant >= 0.5:
        told.append(f"{field.meaning}={param.meaning}")
    if param.width:
        told.append(f"{param.width} characters")
    return ", ".join([str(param.kind), *told])
