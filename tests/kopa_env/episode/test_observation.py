"""Observations: valid JSON, cut at rows, within the limit, with the way to the next page."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.episode.observation import next_page, observation_text, refusal, render
from kopa_env.outcome import Reason, ToolResult
from kopa_env.spec import Paging, ToolSpec

ROWS = [{"번호": str(i), "이름": f"가나다 {i}호", "값": "1,234"} for i in range(1000)]
TEXT = st.text(max_size=40)
ROW = st.dictionaries(st.text(min_size=1, max_size=6), TEXT | st.integers() | st.none(), max_size=4)


def paged(mode: Any = "page", default: int = 10, cap: int = 100) -> ToolSpec:
    paging = Paging("page", "size", default=default, max=cap, mode=mode)
    return ToolSpec("a_list", "x:list", "endpoint", "x", "d", "목록", "list", "", "", paging=paging)


def seen(result: ToolResult, limit: int = 2000, spec: ToolSpec | None = None, **args: Any) -> Any:
    return json.loads(observation_text(render(spec, result, limit, args), "r1"))


def test_fields_stand_in_the_agreed_order() -> None:
    text = observation_text(render(None, ToolResult.ok(ROWS[:1], code="000"), 500), "r7")
    assert list(json.loads(text)) == [
        "status",
        "code",
        "message",
        "result",
        "total",
        "shown",
        "cut",
        "next",
        "records",
    ]
    assert '"result":"r7"' in text
    assert ": " not in text
    assert ", " not in text


def test_long_reply_is_cut_between_rows_and_says_so() -> None:
    """Case B64: whole rows, valid JSON, shown and total stated, the same cut every time."""
    result = ToolResult.ok(ROWS[:100], total=1000)
    view = seen(result, 2000, paged(cap=100), page=1, size=100)
    assert view["records"] == ROWS[: view["shown"]]
    assert 0 < view["shown"] < 100
    assert view["cut"] is True
    assert view["total"] == 1000
    assert view["next"] == {"page": 2}
    assert render(paged(), result, 2000) == render(paged(), result, 2000)


def test_korean_is_not_escaped() -> None:
    """Case B13: one syllable is one character."""
    text = observation_text(render(None, ToolResult.ok([{"시도": "서울 ㎡ 漢 😀"}]), 500), "r1")
    assert "서울 ㎡ 漢 😀" in text
    assert "\\u" not in text


@pytest.mark.parametrize(
    ("page", "held", "total", "expected"),
    [
        (1, 100, 1000, {"page": 2}),
        (10, 100, 1000, None),
        (3, 45, 245, None),
        (1, 100, 100, None),
        (1, 100, None, {"page": 2}),
        (2, 40, None, None),
        (9, 0, 245, None),
    ],
)
def test_next_page_by_number(page: int, held: int, total: int | None, expected: Any) -> None:
    paging = Paging("page", "size", default=10, max=100)
    result = ToolResult.ok(ROWS[:held], total=total)
    assert next_page(paging, {"page": page, "size": 100}, result) == expected


@pytest.mark.parametrize(
    ("first", "last", "held", "total", "expected"),
    [
        (1, 1000, 1000, 2345, {"page": 1001, "size": 2000}),
        (1001, 2000, 1000, 2345, {"page": 2001, "size": 3000}),
        (2001, 3000, 345, 2345, None),
        (1, 5, 5, 5, None),
    ],
)
def test_next_page_by_range(first: int, last: int, held: int, total: int, expected: Any) -> None:
    paging = Paging("page", "size", default=5, max=1000, mode="range")
    result = ToolResult.ok(ROWS[:held], total=total)
    assert next_page(paging, {"page": first, "size": last}, result) == expected


def test_a_size_above_the_cap_counts_as_the_cap() -> None:
    """Case A13: pages are planned from what is served, not from what was asked."""
    paging = Paging("page", "size", default=10, max=100)
    result = ToolResult.ok(ROWS[:100], total=150)
    assert next_page(paging, {"page": 1, "size": 9999}, result) == {"page": 2}
    last = ToolResult.ok(ROWS[:50], total=150)
    assert next_page(paging, {"page": 2, "size": 9999}, last) is None


def test_default_page_is_assumed_where_the_call_names_none() -> None:
    view = seen(ToolResult.ok(ROWS[:10], total=25), 5000, paged())
    assert view["next"] == {"page": 2}


def test_one_huge_record_is_abridged_not_lost() -> None:
    article = {"제목": "조문", "본문": "가" * 20_000, "부칙": ["나" * 900]}
    view = seen(ToolResult.ok([article]), 1200)
    assert view["shown"] == 1
    assert view["cut"] is True
    assert view["records"][0]["제목"] == "조문"
    assert view["records"][0]["본문"].endswith("(20,000자)")


def test_errors_have_no_rows_and_no_next() -> None:
    view = seen(ToolResult.error(Reason.TIMEOUT, "응답이 없습니다 / no reply", "E1"), 500, paged())
    assert (view["status"], view["code"], view["records"]) == ("environmental", "E1", [])
    assert view["next"] is None
    assert view["cut"] is False


def test_refusal_has_no_handle() -> None:
    view = json.loads(refusal("읽지 못함 / unreadable", 500))
    assert view["result"] is None
    assert view["status"] == "structural"


@given(st.lists(ROW, max_size=30), st.integers(400, 3000), TEXT)
def test_every_observation_is_json_within_its_limit(
    rows: list[dict[str, Any]], limit: int, message: str
) -> None:
    rendered = render(None, ToolResult.ok(rows, message=message, total=2**40), limit)
    text = observation_text(rendered, "r123")
    view = json.loads(text)
    assert len(text) <= max(limit, 400)
    assert view["shown"] == len(view["records"]) == rendered.shown
    assert view["cut"] is (view["shown"] < len(rows)) or view["shown"] == 1


def test_numbers_beyond_64_bits_and_broken_text_still_render() -> None:
    view = seen(ToolResult.ok([{"큰수": 10**30, "글": "깨진\ud800글"}]), 900)
    assert view["records"][0]["큰수"] == 10**30
