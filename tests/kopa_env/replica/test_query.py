"""From arguments to a query or a refusal."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.dialect import PageSlice
from kopa_env.replica.query import Query, Refusal, page_of, plan
from kopa_env.replica.spec import Page, ToolReplica, load_replica
from kopa_env.spec import Paging
from kopa_env.world import Column, Condition, Table

TABLE = Table(
    "t",
    (Column("name"), Column("day"), Column("count", "int")),
    rows=lambda world: iter(()),
)


def tool(**row: object) -> ToolReplica:
    return load_replica({"t": {"from": "t", **row}})["t"]


def asked(rules: ToolReplica, **args: str) -> Query:
    query = plan(rules, TABLE, args)
    assert isinstance(query, Query), query
    return query


def refused(rules: ToolReplica, **args: str) -> Refusal:
    refusal = plan(rules, TABLE, args)
    assert isinstance(refusal, Refusal), refusal
    return refusal


def test_filters_follow_the_declared_operator():
    rules = tool(
        where={
            "nm": {"column": "name", "op": "contains"},
            "from": {"column": "day", "op": "ge"},
            "to": {"column": "day", "op": "le"},
            "n": {"column": "count", "op": "in", "max": 2},
            "span": {"column": "day", "op": "range"},
        }
    )
    where = asked(rules, nm="가", **{"from": "20240101"}, to="20240131", n="1, 2", span="a~b").where
    assert where == (
        Condition("name", "contains", "가"),
        Condition("day", "range", ("20240101", None)),
        Condition("day", "range", (None, "20240131")),
        Condition("count", "in", (1, 2)),
        Condition("day", "range", ("a", "b")),
    )
    assert refused(rules, n="1,2,3") == Refusal("too_many", "n")


def test_words_are_looked_for_each_for_itself_and_in_quotes_as_a_whole():
    rules = tool(where={"q": {"column": "name", "op": "words", "values": {"*": None}}})
    assert asked(rules, q="*").where == ()
    (found,) = asked(rules, q="도로  이용").where
    assert found == Condition("name", "words", "도로  이용")
    assert found.meets("도로의 이용에 관한 법률")
    assert found.meets("도로이용법")
    assert not found.meets("도로법")
    (whole,) = asked(rules, q='"도로법"').where
    assert whole.meets("도로법")
    assert not whole.meets("도로법 시행령")


def test_a_parameter_is_not_looked_at_beside_another_and_may_switch_columns():
    rules = tool(
        where={
            "mst": {"column": "count"},
            "id": {"column": "name", "unless": ["mst"]},
            "q": {"column": "name", "op": "contains", "switch": {"search=2": "day"}},
        }
    )
    assert asked(rules, mst="7", id="가").where == (Condition("count", "eq", 7),)
    assert asked(rules, id="가").where == (Condition("name", "eq", "가"),)
    assert asked(rules, q="1", search="1").where == (Condition("name", "contains", "1"),)
    assert asked(rules, q="1", search="2").where == (Condition("day", "contains", "1"),)


def test_one_end_of_a_range_may_be_left_out():
    rules = tool(where={"span": {"column": "day", "op": "range"}})
    assert asked(rules, span="20240101~").where == (Condition("day", "range", ("20240101", None)),)
    assert asked(rules, span="~20240131").where == (Condition("day", "range", (None, "20240131")),)
    assert asked(rules, span="20240101").where == (
        Condition("day", "range", ("20240101", "20240101")),
    )


def test_columns_of_numbers_are_compared_as_such():
    table = Table("t", (Column("rate", "real"),), rows=lambda world: iter(()))
    rules = tool(
        where={"low": {"column": "rate", "op": "ge"}, "high": {"column": "rate", "op": "lt"}}
    )
    query = plan(rules, table, {"low": "-.5", "high": "12.30"})
    assert isinstance(query, Query)
    assert query.where == (
        Condition("rate", "range", (-0.5, None)),
        Condition("rate", "lt", 12.3),
    )
    for text in ("1e3", "nan", "1,5", "."):
        assert plan(rules, table, {"low": text}) == Refusal("bad_value", "low")


def test_blank_arguments_count_as_absent():
    rules = tool(where={"name": {}}, required=["name"], any_of=[["name", "day"]])
    assert refused(rules, name="  ") == Refusal("missing", "name")
    assert asked(rules, name=" 가 ").where == (Condition("name", "eq", "가"),)


def test_one_of_a_group_is_enough():
    rules = tool(where={"name": {}, "day": {}}, any_of=[["name", "day"]])
    assert refused(rules) == Refusal("missing", "name")
    assert asked(rules, day="20240101").where == (Condition("day", "eq", "20240101"),)


def test_values_map_arguments_and_null_lifts_the_filter():
    rules = tool(where={"yn": {"column": "count", "values": {"Y": 1, "B": [1, 2], "N": None}}})
    assert asked(rules, yn="Y").where == (Condition("count", "eq", 1),)
    assert asked(rules, yn="B").where == (Condition("count", "in", (1, 2)),)
    assert asked(rules, yn="N").where == ()
    strict = tool(where={"yn": {"column": "count", "values": {"Y": 1}, "other": "bad_value"}})
    assert refused(strict, yn="X") == Refusal("bad_value", "yn")
    lax = tool(where={"yn": {"column": "count", "values": {"Y": 1}, "other": "ignore"}})
    assert asked(lax, yn="X").where == ()


@pytest.mark.parametrize(
    "text", ["2024013", "20240230", "2024013x", "20241301", "２０２４０１３１"]
)
def test_a_day_that_does_not_exist_is_refused(text):
    rules = tool(where={"day": {"pattern": "date8"}})
    assert refused(rules, day=text) == Refusal("bad_value", "day")


def test_text_for_an_integer_column_is_refused():
    rules = tool(where={"count": {}})
    assert refused(rules, count="many") == Refusal("bad_value", "count")
    assert asked(rules, count="12").where == (Condition("count", "eq", 12),)


def test_defaults_may_come_from_another_parameter():
    rules = tool(
        where={
            "a": {"column": "day", "op": "ge", "default_from": "b"},
            "b": {"column": "day", "op": "le", "default": "20260130"},
        }
    )
    assert asked(rules).where == (
        Condition("day", "range", ("20260130", None)),
        Condition("day", "range", (None, "20260130")),
    )


@given(st.dates(date(2015, 1, 1), date(2026, 1, 1)), st.integers(0, 200))
def test_three_months_reach_to_the_same_day_three_months_on(first, days):
    rules = tool(
        where={"a": {"column": "day", "op": "ge"}, "b": {"column": "day", "op": "le"}},
        windows=[{"start": "a", "end": "b", "months": 3, "code": "100"}],
    )
    last = first + timedelta(days=days)
    months = (last.year - first.year) * 12 + last.month - first.month
    wide = months > 3 or (months == 3 and last.day > first.day)
    answer = plan(rules, TABLE, {"a": f"{first:%Y%m%d}", "b": f"{last:%Y%m%d}"})
    assert isinstance(answer, Refusal) == wide


def test_a_window_does_not_bind_where_its_exception_is_given():
    rules = tool(
        where={"a": {"column": "day", "op": "ge"}, "b": {"column": "day", "op": "le"}, "name": {}},
        windows=[{"start": "a", "end": "b", "days": 10, "unless": ["name"]}],
    )
    assert refused(rules, a="20240101", b="20240112").situation == "window"
    assert len(asked(rules, a="20240101", b="20240112", name="가").where) == 3


def test_a_sort_parameter_goes_before_the_usual_order():
    rules = tool(
        where={},
        order={
            "by": ["-day", "-count"],
            "param": "sort",
            "values": {"name": "name"},
            "direction": "way",
            "default_descending": True,
        },
    )
    assert asked(rules).order == (("day", True), ("count", True))
    assert asked(rules, sort="name", way="asc").order == (
        ("name", False),
        ("day", False),
        ("count", False),
    )
    assert asked(rules, way="asc").order == (("day", False), ("count", False))
    assert asked(rules, sort="name").order[0] == ("name", True)


def test_a_sort_code_may_say_the_direction_itself():
    rules = tool(
        where={},
        order={"by": ["name"], "param": "sort", "values": {"dasc": "day", "ddes": "-day"}},
    )
    assert asked(rules, sort="dasc").order == (("day", False), ("name", False))
    assert asked(rules, sort="ddes").order == (("day", True), ("name", True))


PAGES = Paging("page", "size", default=10, max=100)
ROWS = Paging("first", "last", default=5, max=1000, mode="range")


@given(st.integers(1, 500), st.integers(1, 300))
def test_pages_never_exceed_the_limit(page, size):
    rule = Page(default=10, max=100)
    found = page_of(rule, PAGES, ("page", "size"), {"page": str(page), "size": str(size)})
    assert found == PageSlice(page, min(size, 100))


@pytest.mark.parametrize(
    ("rule", "args", "expected"),
    [
        (Page(default=10, max=100), {}, PageSlice(1, 10)),
        (Page(max=100, over="100"), {"size": "101"}, "100"),
        (Page(bad="100"), {"page": "0"}, "100"),
        (Page(bad="100"), {"page": "x"}, "100"),
        (Page(default=10), {"page": "x", "size": "-3"}, PageSlice(1, 10)),
    ],
)
def test_odd_pages_are_answered_as_declared(rule, args, expected):
    assert page_of(rule, PAGES, ("page", "size"), args) == expected


@given(st.integers(1, 5000), st.integers(0, 999))
def test_a_range_starts_where_it_says(first, more):
    found = page_of(
        Page(max=1000), ROWS, ("first", "last"), {"first": str(first), "last": str(first + more)}
    )
    assert isinstance(found, PageSlice)
    assert (found.start, found.size) == (first - 1, more + 1)


def test_a_range_that_ends_before_it_starts():
    args = {"first": "9", "last": "3"}
    assert page_of(Page(reversed="E-1"), ROWS, ("first", "last"), args) == "E-1"
    assert page_of(
        Page(max=5, over="E-2"), ROWS, ("first", "last"), {"first": "1", "last": "6"}
    ) == ("E-2")


@given(st.dictionaries(st.sampled_from(["name", "day", "count", "other"]), st.text(max_size=12)))
def test_no_argument_makes_planning_raise(args):
    rules = tool(
        where={"name": {"op": "prefix"}, "day": {"pattern": "date8"}, "count": {"op": "range"}}
    )
    assert isinstance(plan(rules, TABLE, args), Query | Refusal)
