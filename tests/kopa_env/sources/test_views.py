"""View tools: complete tables, equal names first, totals told, failures passed on."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON, Origin, Reason, Status, ToolResult
from kopa_env.sources.views import Column, ViewSource, fold
from kopa_env.spec import Endpoint, Match, Paging, Param, ToolSpec, View

FIRMS = [
    {"code": "00000101", "name": "가나전자서비스", "stock": " ", "seen": "1"},
    {"code": "00000102", "name": "가나전자", "stock": "900102", "seen": "2"},
    {"code": "00000103", "name": "(주)가나전자", "stock": " ", "seen": "3"},
    {"code": "00000104", "name": "Alpha 전자", "stock": "900104", "seen": "4"},
]
LISTING = ToolSpec(
    "firm_list",
    "x:list",
    "endpoint",
    "x",
    "finance",
    "회사 목록",
    "Firms",
    "",
    "",
    endpoint=Endpoint("GET", "x.example", "/list"),
    params=(
        Param("page", "page", type="integer", role="generic", default=1),
        Param("size", "size", type="integer", role="generic", default=2),
    ),
    paging=Paging("page", "size", default=2, max=3),
)
FIND = ToolSpec(
    "find_firm",
    "x:find",
    "view",
    "x",
    "finance",
    "회사 찾기",
    "Find",
    "",
    "",
    params=(Param("name", "name"), Param("stock", "stock")),
    view=View(
        "firm_list",
        {"name": Match("name", "contains"), "stock": Match("stock")},
        ("code", "name", "stock"),
        limit=2,
    ),
)
CATALOGUE = Catalogue.of((LISTING, FIND))


class Pages:
    """Answers the listing page by page and counts the calls."""

    def __init__(self, fault_on: int = 0) -> None:
        self.calls: list[Mapping[str, JSON]] = []
        self._fault_on = fault_on

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        self.calls.append(args)
        if len(self.calls) == self._fault_on:
            return ToolResult.error(Reason.TIMEOUT, "시간 초과 / timed out")
        page, size = args["page"], args["size"]
        rows = FIRMS[(page - 1) * size : page * size]
        return replace(ToolResult.ok(rows, total=len(FIRMS)), recorded_from="replica")

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        return self.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        return {"world": "w"}


def codes(result: ToolResult) -> list[str]:
    return [record["code"] for record in result.records]


def test_equal_names_stand_before_names_that_contain() -> None:
    """Case A25: every hit is reported with its total; the exact one leads."""
    result = ViewSource(Pages(), CATALOGUE).call(FIND, {"name": " 가나전자 "})
    assert codes(result) == ["00000102", "00000101"]
    assert (result.total, result.complete) == (3, False)
    assert list(result.records[0]) == ["code", "name", "stock"]
    assert (result.origin, result.recorded_from) == (Origin.LOCAL, "replica")


def test_all_pages_are_read_once_at_the_widest_size() -> None:
    pages = Pages()
    source = ViewSource(pages, CATALOGUE)
    source.call(FIND, {"name": "alpha"})
    assert codes(source.call(FIND, {"stock": "900104"})) == ["00000104"]
    assert pages.calls == [{"page": 1, "size": 3}, {"page": 2, "size": 3}]


def test_all_arguments_must_hold() -> None:
    source = ViewSource(Pages(), CATALOGUE)
    assert codes(source.call(FIND, {"name": "전자", "stock": "900102"})) == ["00000102"]
    assert source.call(FIND, {"name": "서비스", "stock": "900102"}).status is Status.EMPTY


@pytest.mark.parametrize("args", [{}, {"stock": " "}, {"name": None}])
def test_a_blank_question_is_refused(args: dict[str, Any]) -> None:
    """Case A24: an empty code must not stand for all companies without one."""
    result = ViewSource(Pages(), CATALOGUE).call(FIND, args)
    assert result.reason is Reason.MISSING_ARG
    assert "name, stock" in result.message


def test_a_failed_page_fails_the_look_up_and_is_not_kept() -> None:
    source = ViewSource(Pages(fault_on=2), CATALOGUE)
    assert source.call(FIND, {"name": "전자"}).reason is Reason.TIMEOUT
    assert source.call(FIND, {"name": "전자"}).total == 4


def test_no_match_is_empty_with_total_zero() -> None:
    result = ViewSource(Pages(), CATALOGUE).call(FIND, {"name": "없는회사"})
    assert (result.status, result.total, result.complete) == (Status.EMPTY, 0, True)


def test_other_tools_pass_through() -> None:
    pages = Pages()
    source = ViewSource(pages, CATALOGUE)
    assert len(source.call(LISTING, {"page": 1, "size": 2}).records) == 2
    assert source.hashes() == {"world": "w"}


def test_a_view_over_a_faulty_twin_meets_the_fault_whatever_was_read_before() -> None:
    first = ViewSource(Pages(), CATALOGUE)
    assert first.call(FIND, {"name": "전자"}).total == 4
    twin = first.over(Pages(fault_on=1))
    assert twin.call(FIND, {"name": "전자"}).reason is Reason.TIMEOUT
    assert twin.call(FIND, {"name": "전자"}) == first.call(FIND, {"name": "전자"})


def test_async_gives_the_same() -> None:
    waiting = ViewSource(Pages(), CATALOGUE)
    result = asyncio.run(waiting.acall(FIND, {"name": "가나전자"}))
    assert result == ViewSource(Pages(), CATALOGUE).call(FIND, {"name": "가나전자"})


@given(
    st.lists(st.text("가나ab \n", max_size=4), max_size=12),
    st.text("가나ab", min_size=1, max_size=2),
)
def test_search_agrees_with_looking_at_every_row(cells: list[str], wanted: str) -> None:
    values = [fold(cell) for cell in cells]
    column = Column(values)
    assert column.containing(wanted) == [i for i, v in enumerate(values) if wanted in v]
    assert column.beginning(wanted) == [i for i, v in enumerate(values) if v.startswith(wanted)]
    assert column.equal(wanted) == [i for i, v in enumerate(values) if v == wanted]


def test_cells_are_folded_before_they_are_searched() -> None:
    cells: list[Any] = [None, " Ｌｇ\n전자 ", "LG 전자", 12, "", "ALPHA", "가\u0301"]
    column = Column(cells)
    assert column.equal("lg 전자") == [2]
    assert column.containing("전자") == [1, 2]
    assert column.beginning("alp") == [5]
    assert column.equal("12") == [3]
    assert [column.equal(folded) for cell in cells if (folded := fold(cell))]


@given(st.lists(st.text(max_size=5) | st.none() | st.integers(), max_size=8), st.data())
def test_a_cell_is_found_by_its_own_folded_text(cells: list[Any], data: st.DataObject) -> None:
    wanted = [i for i, cell in enumerate(cells) if fold(cell)]
    if wanted:
        row = data.draw(st.sampled_from(wanted))
        same = [i for i, cell in enumerate(cells) if fold(cell) == fold(cells[row])]
        assert Column(cells).equal(fold(cells[row])) == same
