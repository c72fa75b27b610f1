"""Small tools for tests of the graph: a library, its readers and its town."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.spec import Field, Param, ToolSpec


def tool(name: str, domain: str, title: str, params: str = "", fields: str = "") -> ToolSpec:
    """Return a tool; parameters and fields read ``name 뜻; name 뜻``.

    A ``!`` before a parameter's name makes it required. After the meaning, ``@`` gives a format
    or a shape and ``=`` an example: ``!book_id 도서 번호 @digits:6 =004711``.
    """
    return ToolSpec(
        name=name,
        ref=f"test:{name}",
        kind="endpoint",
        platform=name.partition("_")[0],
        domain=domain,
        title_ko=title,
        title_en="",
        description_ko=f"{title}을 알려 준다.",
        description_en="",
        params=tuple(param(part) for part in params.split(";") if part.strip()),
        fields=tuple(field(part) for part in fields.split(";") if part.strip()),
    )


def param(text: str, **more: Any) -> Param:
    """Return a parameter written as in :func:`tool`."""
    name, meaning, form, example = _parts(text)
    required = name.startswith("!")
    name = name.lstrip("!")
    told = Param(name, name, required=required, format=form, example=example, meaning_ko=meaning)
    return replace(told, **more)


def field(text: str, **more: Any) -> Field:
    """Return a field written as in :func:`tool`."""
    name, meaning, form, example = _parts(text)
    return replace(Field(name, shape=form or "text", example=example, meaning_ko=meaning), **more)


def _parts(text: str) -> tuple[str, str, str, str | None]:
    text, _, example = text.strip().partition("=")
    text, _, form = text.partition("@")
    name, _, meaning = text.strip().partition(" ")
    return name, meaning.strip(), form.strip(), example.strip() or None


BOOKS = tool(
    "lib_books",
    "culture",
    "도서 목록",
    "title 책 제목 =별 헤는 밤",
    "book_no 도서 번호 @code:6 =004711; title 책 제목 =별 헤는 밤; branch_nm 분관명 @org =가람분관;"
    "pages 쪽수 @int =320; reg_dt 등록일 @date10 =2024-03-02",
)
LOANS = tool(
    "lib_loans",
    "culture",
    "대출 기록",
    "!bookNo 도서 번호 @digits:6 =004711; year 연도 @YYYY =2024",
    "loan_id 대출 ID @id =L-2024-0001; book_no 도서 번호 @code:6 =004711;"
    "reader 이용자 @name =홍길동",
)
BRANCHES = tool(
    "lib_branches",
    "culture",
    "분관 안내",
    "BRANCH_NM 분관 이름 =나래분관",
    "BRANCH_NM 분관 이름 @org =나래분관; tel 전화번호 @phone =02-000-0000",
)
HOURS = tool("lib_hours", "culture", "운영 시간", "", "opens 여는 시각 @time5 =09:00")
READING = tool(
    "town_reading",
    "district",
    "동네 독서 통계",
    "!book_no 도서 번호 @digits:6 =004711; !month 조사한 달 @YYYYMM",
    "readers 읽은 사람 수 @int =12",
)
LEND = replace(LOANS, name="lib_lend", ref="test:lib_lend", effect="write", title_ko="대출 신청")
SHED = (BOOKS, LOANS, BRANCHES, HOURS, READING)


def four_platforms() -> Catalogue:
    """Return the shipped tools of four platforms."""
    return Catalogue.load().only("assembly", "dart", "edudata", "seoul")
