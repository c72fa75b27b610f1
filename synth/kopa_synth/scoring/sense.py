"""What a field or a parameter holds, read off its documentation: name, meaning, shape, example."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from kopa_env.outcome import JSON
from kopa_env.spec import Field, Param
from kopa_synth.wording import pieces


class Kind(StrEnum):
    """The sort of value."""

    CODE = "code"
    """An identifier: a code, an id, a number something is filed under."""
    COORDINATE = "coordinate"
    PERSON = "person"
    NAME = "name"
    """Of an organisation, a place, a thing."""
    LABEL = "label"
    """A title or running number of one record, which other lists have no reason to hold."""
    CHOICE = "choice"
    ORDINAL = "ordinal"
    YEAR = "year"
    MONTH = "month"
    DATE = "date"
    DATETIME = "datetime"
    TIME = "time"
    ADDRESS = "address"
    TEXT = "text"
    FLAG = "flag"
    MEASURE = "measure"
    CONTACT = "contact"
    NOTHING = "nothing"
    """Nested values, which no argument takes."""


class Name(NamedTuple):
    """A code name in parts: what it is about, and of what sort (``code``, ``name``, ``id`` …)."""

    subject: frozenset[str]
    sort: frozenset[str]


@dataclass(frozen=True, slots=True)
class Sense:
    """What is known of a value.

    Attributes:
        name: last part of the path, as written.
        key: the name folded: abbreviations spelled out.
        meaning: the Korean meaning without remarks, spaces and synonyms.
        stem: the meaning without its last word of sort (``의안`` of ``의안번호``).
        suffix: that word.
        width: number of characters, 0 if not fixed.
        digits: whether the fixed width is of digits alone.
        values: allowed values, empty if open.
        example: as text, empty if there is none.
        denied: meanings the documentation rules out (``종목코드가 아니다``).
        mentions: identifiers the documentation names.
    """

    name: str
    key: Name
    kind: Kind
    meaning: str
    stem: str
    suffix: str
    width: int
    digits: bool
    values: frozenset[str]
    example: str
    form: str
    denied: frozenset[str]
    mentions: frozenset[str]
    trusted: bool


_ABBREVIATIONS: Mapping[str, str] = {
    "cd": "code", "nm": "name", "num": "no", "number": "no", "dt": "date", "de": "date",
    "ymd": "date", "day": "date", "yr": "year", "yy": "year", "ttl": "title", "sj": "title",
    "subject": "title", "addr": "address", "cn": "content", "contents": "content", "se": "type",
    "div": "type", "gubun": "type", "knd": "kind", "sn": "seq", "cmit": "committee",
    "comm": "committee", "cmt": "committee", "dept": "department", "inst": "institution",
    "sttn": "station", "stn": "station", "rte": "route", "rt": "route", "stts": "status",
    "naas": "member", "mona": "member", "poly": "party", "plpt": "party", "ptt": "petition",
    "propose": "proposal", "ppsl": "proposal", "ppsr": "proposer",
}  # fmt: skip
_SORTS = frozenset(
    {"code", "name", "no", "id", "date", "year", "title", "type", "kind", "seq", "content"}
)

_SYNONYMS = (
    ("정류장", "정류소"),
    ("소관위원회", "소관위"),
    ("아이디", "ID"),
    ("고유번호", "번호"),
    ("명칭", "이름"),
    ("년도", "연도"),
)
_REMARK = re.compile(r"\(.*?\)|[.,(:].*|\s또는\s.*|의 일부$", re.DOTALL)
_LEAD = re.compile(r"^(?:조회할|주요|찾을)\s+")
_WIDTH = re.compile(r"(?:\d+|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s*(?:자리|글자)")
_DENIED = re.compile(r"([가-힣A-Za-z_]+(?: [가-힣]+)?)(?:이|가) 아니")
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*[A-Za-z0-9]")

_SUFFIXES: tuple[tuple[str, Kind], ...] = (
    ("경도", Kind.COORDINATE), ("위도", Kind.COORDINATE),
    ("이메일", Kind.CONTACT), ("전화번호", Kind.CONTACT), ("팩스번호", Kind.CONTACT),
    ("URL", Kind.CONTACT), ("파일", Kind.TEXT),
    ("일련번호", Kind.LABEL), ("게시물번호", Kind.LABEL),
    ("연월", Kind.MONTH), ("연도", Kind.YEAR),
    ("번호", Kind.CODE), ("코드", Kind.CODE), ("ID", Kind.CODE),
    ("대수", Kind.ORDINAL), ("차수", Kind.ORDINAL), ("회차", Kind.ORDINAL),
    ("차례", Kind.ORDINAL), ("순번", Kind.ORDINAL), ("회기", Kind.ORDINAL),
    ("분기", Kind.ORDINAL), ("대별", Kind.ORDINAL), ("시간대", Kind.ORDINAL), ("월", Kind.ORDINAL),
    ("일자", Kind.DATE), ("일시", Kind.DATETIME), ("날짜", Kind.DATE),
    ("시각", Kind.TIME), ("시간", Kind.TIME), ("기간", Kind.TEXT), ("주소", Kind.ADDRESS),
    ("제목", Kind.LABEL), ("파일명", Kind.LABEL), ("내용", Kind.TEXT), ("설명", Kind.TEXT),
    ("사유", Kind.TEXT), ("비고", Kind.TEXT), ("목적", Kind.TEXT), ("취지", Kind.TEXT),
    ("목록", Kind.TEXT), ("경로", Kind.TEXT), ("여부", Kind.FLAG),
    ("구분", Kind.CHOICE), ("종류", Kind.CHOICE), ("상태", Kind.CHOICE), ("유형", Kind.CHOICE),
    ("결과", Kind.CHOICE), ("분류", Kind.CHOICE), ("분야", Kind.CHOICE), ("형태", Kind.CHOICE),
    ("방법", Kind.CHOICE), ("성별", Kind.CHOICE), ("직위", Kind.CHOICE), ("직급", Kind.CHOICE),
    ("단계", Kind.CHOICE), ("직책", Kind.CHOICE),
    ("성명", Kind.PERSON), ("의원명", Kind.PERSON), ("의원이름", Kind.PERSON),
    ("이름", Kind.NAME), ("명", Kind.NAME),
)  # fmt: skip
_DOCUMENTS = ("보고서", "자료", "파일", "발간물", "게시물", "기사", "문서", "보도", "행사", "연수")
_PERSON_WORDS = ("자", "인", "의원", "위원", "이름", "명")
_SURNAMES = "김이박최정강조윤장임한오서신권황안송류홍전고문손배백허남심노하곽성차주우"

_SHAPES: Mapping[str, Kind] = {
    "id": Kind.CODE, "code": Kind.CODE, "alnum": Kind.CODE, "name": Kind.PERSON,
    "org": Kind.NAME, "place": Kind.NAME, "address": Kind.ADDRESS, "enum": Kind.CHOICE,
    "yn": Kind.FLAG, "year4": Kind.YEAR, "ym6": Kind.MONTH, "ym_ko": Kind.MONTH,
    "url": Kind.CONTACT, "html": Kind.CONTACT, "email": Kind.CONTACT, "phone": Kind.CONTACT,
    "array": Kind.NOTHING, "object": Kind.NOTHING, "percent": Kind.MEASURE,
    "decimal_comma": Kind.MEASURE, "int_comma": Kind.MEASURE,
}  # fmt: skip
_FORMATS: Mapping[str, Kind] = {
    "YYYY": Kind.YEAR, "YYYYMM": Kind.MONTH, "YYYY-MM": Kind.MONTH, "YYYYMMDD": Kind.DATE,
    "YYYY-MM-DD": Kind.DATE, "digits": Kind.CODE, "alnum": Kind.CODE,
}  # fmt: skip
_COUNTED = ("대수", "회기", "차수", "분기", "연도")
_TIMELIKE = frozenset({Kind.TIME, Kind.ORDINAL, Kind.MONTH, Kind.YEAR})


def field_sense(field: Field) -> Sense:
    """Read a field."""
    head, _, rest = field.shape.partition(":")
    name = field.path.rpartition(".")[2]
    example = _text(field.example)
    meaning, stem, suffix, told = _read_meaning(field.meaning_ko)
    kind = _field_kind(head, told or _by_name(name), example, meaning)
    values = frozenset(rest.split("|")) if head == "enum" else frozenset()
    return Sense(
        name=name,
        key=name_key(name),
        kind=Kind.NOTHING if field.type in ("array", "object") else kind,
        meaning=meaning,
        stem=stem,
        suffix=suffix,
        width=int(rest) if head in ("code", "alnum") and rest.isdigit() else 0,
        digits=head == "code",
        values=values,
        example=example,
        form=head,
        denied=frozenset(),
        mentions=frozenset(),
        trusted=field.confidence != "inferred",
    )


def param_sense(param: Param) -> Sense:
    """Read a parameter."""
    head, _, rest = param.format.partition(":")
    example = _text(param.example)
    meaning, stem, suffix, told = _read_meaning(param.meaning_ko)
    denied = [_folded(found) for found in _DENIED.findall(param.meaning_ko)]
    return Sense(
        name=param.name,
        key=name_key(param.name),
        kind=_param_kind(param, head, told or _by_name(param.name), example, meaning),
        meaning=meaning,
        stem=stem,
        suffix=suffix,
        width=int(rest) if rest.isdigit() else 0,
        digits=head == "digits",
        values=frozenset(param.enum or ()),
        example=example,
        form=param.format,
        denied=frozenset(denied),
        mentions=frozenset(_IDENTIFIER.findall(_DENIED.sub("", param.meaning_ko))),
        trusted=True,
    )


def name_key(name: str) -> Name:
    """Split a code name into what it is about and of what sort it is."""
    parts = [_ABBREVIATIONS.get(piece, piece) for piece in pieces(name)]
    subject = frozenset(part for part in parts if part not in _SORTS)
    return Name(subject, frozenset(parts) & _SORTS)


@lru_cache(65536)
def pattern(example: str) -> str:
    """Return how a value is written: ``9`` for digits, ``A`` for letters, ``가`` for Hangul.

    A run that mixes letters and digits is one ``X``, so ``PRC_B2K5`` gives ``A_X``.
    """
    runs = re.findall(r"[A-Za-z0-9]+|[가-힣]+|[^A-Za-z0-9가-힣]", example)
    return "".join(_run_pattern(run) for run in runs)


def _run_pattern(run: str) -> str:
    if "가" <= run[0] <= "힣":
        return "가"
    if not run.isascii() or not run.isalnum():
        return " " if run.isspace() else run
    if run.isdigit():
        return "9"
    return "A" if run.isalpha() else "X"


def _field_kind(head: str, told: Kind | None, example: str, meaning: str) -> Kind:
    if head.startswith("datetime"):
        return Kind.DATETIME
    if head.startswith("date"):
        return Kind.DATE
    if head.startswith("time"):
        return Kind.TIME
    if head in ("int", "decimal"):
        numbered = told in (Kind.CODE, Kind.COORDINATE, Kind.ORDINAL, Kind.YEAR)
        return told if told and numbered else Kind.MEASURE
    if head in ("code", "id") and told in _TIMELIKE:
        return told
    if head in ("org", "place") and told in (Kind.LABEL, Kind.ADDRESS):
        return told
    return _SHAPES.get(head) or _open_kind(told, example, meaning)


def _param_kind(param: Param, head: str, told: Kind | None, example: str, meaning: str) -> Kind:
    if param.type in ("array", "object"):
        return Kind.NOTHING
    if param.enum:
        return Kind.CHOICE
    if head in _FORMATS:
        return told if head in ("digits", "alnum") and told in _TIMELIKE else _FORMATS[head]
    return _open_kind(told, example, meaning)


def _open_kind(told: Kind | None, example: str, meaning: str) -> Kind:
    """Return the kind of free text, by the word its meaning ends with and by its example."""
    if _looks_personal(example) and meaning.endswith(_PERSON_WORDS):
        return Kind.PERSON
    if told is Kind.NAME and any(word in meaning for word in _DOCUMENTS):
        return Kind.LABEL
    if told:
        return told
    if re.fullmatch(r"(19|20)\d\d[-.]?\d\d[-.]?\d\d", example):
        return Kind.DATE
    if re.fullmatch(r"[0-9.,]+", example):
        return Kind.MEASURE
    return Kind.TEXT if len(example) > 25 else Kind.NAME


def _looks_personal(example: str) -> bool:
    return bool(re.fullmatch(r"[가-힣]{3}", example)) and example[0] in _SURNAMES


def _read_meaning(text: str) -> tuple[str, str, str, Kind | None]:
    """Return the folded meaning, its stem, its last word of sort and the kind that word tells."""
    meaning = _folded(_LEAD.sub("", _WIDTH.sub("", _REMARK.sub("", text.strip()))))
    for suffix, kind in _SUFFIXES:
        if meaning.endswith(suffix):
            stem = meaning.removesuffix(suffix)
            if kind is Kind.CODE and stem.endswith(_COUNTED):
                kind = Kind.ORDINAL
            return meaning, stem, suffix, kind
    if re.search(r"[가-힣]일$", meaning):
        return meaning, meaning[:-1], "일", Kind.DATE
    return meaning, meaning, "", None


def _by_name(name: str) -> Kind | None:
    sort = name_key(name).sort
    for word, kind in (("id", Kind.CODE), ("code", Kind.CODE), ("title", Kind.LABEL)):
        if word in sort:
            return kind
    return None


def _folded(text: str) -> str:
    folded = re.sub(r"\s+", "", text)
    for word, common in _SYNONYMS:
        folded = folded.replace(word, common)
    return folded


def _text(value: JSON) -> str:
    return "" if value is None or isinstance(value, dict | list) else str(value)
