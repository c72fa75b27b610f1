"""Listings: a table made from a tool's own fields, where nothing better is declared.

A parameter whose name is also a field's filters the listing; the others are ignored, as platforms
do with what they do not know. Such tools are marked ``name_match`` or ``listing_only`` and counted
apart. Rows depend on the world's seed, the tool and the row number alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from typing import Literal

from kopa_env.outcome import JSON
from kopa_env.replica.shapes import write
from kopa_env.replica.spec import Filter, Page, ToolReplica
from kopa_env.spec import Field, Param, ToolSpec
from kopa_env.world.draw import Draw
from kopa_env.world.names import company_name, person, place
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.world import World

_WORDS = ("NM", "NAME", "TTL", "TITLE")
_PERSONS = (
    *("의원명", "성명", "사람 이름", "대표자", "발의자", "제안자"),
    *("위원장", "담당자", "작성자", "신청인"),
)
_ORGS = ("기관명", "회사명", "업체명", "법인명", "단체명", "사업장명", "상호", "소속")
_PLACES = ("시도", "시군구", "지역", "자치구", "소재지", "지구명")
_TITLES = ("제목", "사업명", "안건", "의안", "건명", "명칭", "내용", "개요", "주제")
_TOPICS = (
    "지역 돌봄", "생활 안전", "하천 정비", "도시 숲", "청년 창업", "공공 도서관", "보행 환경",
    "재난 대응", "자원 순환", "전통 시장", "문화 유산", "대중 교통", "주거 복지", "디지털 전환",
    "농산물 유통", "해양 관광", "직업 훈련", "기초 학력", "에너지 절약", "지역 의료",
)  # fmt: skip
_ACTS = (
    "지원 계획", "개선 방안", "실태 조사", "운영 현황", "추진 결과", "활성화 대책", "정책 토론회",
    "연구 용역", "성과 보고", "시설 확충", "제도 정비", "협력 사업",
)  # fmt: skip
_SPOKEN = {"name": "person", "html": "title"}
FEWEST, MOST = 20, 3000


@dataclass(frozen=True, slots=True)
class _Slot:
    """A column of a listing and where its values come from."""

    field: Field
    pool: tuple[str, ...]
    words: str


def declare(spec: ToolSpec, common: ToolReplica) -> tuple[ToolReplica, Table]:
    """Return the semantics and the table of a tool that has no declaration.

    Args:
        spec: an endpoint tool.
        common: what its platform's tools share: errors, page rules, the form of NULL; of a tool
            declared ``from: listing`` also its filters and columns, beside those found by name.
    """
    columns = _columns(spec)
    table = _table(spec, columns)
    where = {
        param.wire_name: Filter(column, _op(param, column))
        for param in spec.params
        if param.role == "semantic" and (column := _column_for(param, columns))
    }
    where |= common.where
    paging = spec.paging
    page = None
    if paging is not None:
        page = replace(common.page or Page(), default=paging.default, max=paging.max)
    rules = replace(
        common,
        table=table.name,
        fidelity="name_match" if where else "listing_only",
        where=where,
        required=tuple(p.wire_name for p in spec.params if p.required and p.role == "semantic"),
        page=page,
        columns=_places(spec, columns) | dict(common.columns),
    )
    return rules, table


def _places(spec: ToolSpec, columns: Sequence[str]) -> dict[str, str]:
    """Return the column of every field that holds a value, not other fields."""
    paths = [field.path for field in spec.fields]
    heads = {path[: path.rindex(".")].removesuffix("[]") for path in paths if "." in path}
    return {p: c for p, c in zip(paths, columns, strict=True) if p not in heads}


def _table(spec: ToolSpec, columns: Sequence[str]) -> Table:
    slots = [_slot(field, spec) for field in spec.fields]
    print_ = blake2b(repr((spec.ref, [(s.field, s.pool) for s in slots])).encode(), digest_size=4)

    def rows(world: World) -> Iterator[Row]:
        for number in range(_size(world.seed, spec)):
            draw = Draw(world.seed, "listing", spec.name, number)
            yield tuple(_value(slot, draw) for slot in slots)

    return Table(
        name=f"listing_{spec.name}_{print_.hexdigest()}",
        columns=tuple(map(_column, columns, slots)),
        rows=rows,
        persons="fictional" if any(s.words == "person" for s in slots) else "none",
    )


def _columns(spec: ToolSpec) -> list[str]:
    """Return one column name a field; SQLite takes names that differ in case for the same."""
    seen: set[str] = set()
    names = []
    for field in spec.fields:
        name = field.path.rpartition(".")[2]
        while name.casefold() in seen:
            name += "_"
        seen.add(name.casefold())
        names.append(name)
    return names


def _column_for(param: Param, columns: Sequence[str]) -> str:
    names = {param.name.casefold(), param.wire_name.rpartition(".")[2].casefold()}
    return next((c for c in columns if c.casefold() in names), "")


def _op(param: Param, column: str) -> Literal["eq", "contains"]:
    name = column.upper().rstrip("_")
    return "contains" if not param.enum and name.endswith(_WORDS) else "eq"


def _slot(field: Field, spec: ToolSpec) -> _Slot:
    last = field.path.rpartition(".")[2].casefold()
    pool: tuple[str, ...] = ()
    for param in spec.params:
        if last in (param.name.casefold(), param.wire_name.rpartition(".")[2].casefold()):
            pool = _pool(param, field)
    return _Slot(field, pool, _words(field))


def _pool(param: Param, field: Field) -> tuple[str, ...]:
    """Return the values a filtered column holds, so that a documented argument finds rows."""
    if param.enum:
        return tuple(param.enum)
    seen = dict.fromkeys(str(v) for v in (param.example, param.default, field.example) if v)
    return tuple(seen) if field.shape not in ("text", "person") else ()


def _words(field: Field) -> str:
    if field.shape in ("person", "name", "org", "place", "title", "html"):
        return _SPOKEN.get(field.shape, field.shape)
    if field.shape != "text" or field.type != "string":
        return ""
    meaning = field.meaning_ko
    if meaning == "이름":
        return "person"
    for kind, marks in (
        ("person", _PERSONS), ("org", _ORGS), ("place", _PLACES), ("title", _TITLES),
    ):  # fmt: skip
        if any(mark in meaning for mark in marks):
            return kind
    return ""


def _value(slot: _Slot, draw: Draw) -> Value:
    field = slot.field
    if field.nullable and draw.chance(60):
        return None
    if slot.pool and not draw.chance(150):
        return slot.pool[draw.skewed(0, len(slot.pool) - 1, 2)]
    if slot.words:
        return _spoken(slot.words, draw)
    return _plain(write(field.shape, draw, field.example))


def _spoken(words: str, draw: Draw) -> str:
    if words == "person":
        return person(draw)
    if words == "org":
        return company_name(draw)
    if words == "place":
        return place(draw)
    return f"{draw.pick(_TOPICS)} {draw.pick(_ACTS)}"


def _plain(value: JSON) -> Value:
    return value if isinstance(value, str | int | float) else str(value)


def _column(name: str, slot: _Slot) -> Column:
    whole = slot.field.shape == "int" and slot.field.type != "string"
    return Column(name, "int" if whole else "text")


def _size(seed: int, spec: ToolSpec) -> int:
    known = sizes(spec.platform)
    rows = known.get(spec.name) or known.get(spec.ref)
    return rows or FEWEST + Draw(seed, "size", spec.name).skewed(0, MOST - FEWEST, 2)


@lru_cache(maxsize=32)
def sizes(platform: str) -> dict[str, int]:
    """Return observed list lengths of a platform: tool name or ref → rows."""
    source = files("kopa_env") / "platforms" / platform / "sizes.tsv"
    if not source.is_file():
        return {}
    pairs = (line.split("\t") for line in source.read_text(encoding="utf-8").splitlines())
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) > 1 and pair[1].isdigit()}
