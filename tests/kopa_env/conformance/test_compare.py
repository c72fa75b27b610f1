"""Fields and how their values are written: each way to differ is found, and nothing else is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.conformance.compare import Difference, compare_records, filled, flatten
from kopa_env.spec import Field


def differences(
    theirs: list[dict[str, Any]], ours: list[dict[str, Any]], *fields: Field
) -> list[tuple[str, ...]]:
    spec: Any = SimpleNamespace(fields=fields)
    return [(d.kind, d.field, d.theirs, d.ours) for d in compare_records(spec, theirs, ours)]


def one(
    theirs: Any, ours: list[Any], shape: str = "text", *, nullable: bool = False
) -> list[tuple[str, ...]]:
    field = Field("a", shape=shape, nullable=nullable)
    return differences([{"a": theirs}], [{"a": value} for value in ours], field)


@pytest.mark.parametrize(
    ("theirs", "ours", "shape"),
    [
        ("가람", ["누리"], "text"),
        ("1,234", ["5,678,901"], "int_comma"),
        ("0", ["1,234"], "int_comma"),
        ("00126380", ["99900017"], "code:8"),
        ("K", ["Y"], "enum:Y|K|N|E"),
        ("2023-12-31", ["2019-01-01", ""], "date10"),
        (12.0, [3.5], "decimal"),
        (0, [1, None], "int"),
        ("20191231", ["1234"], "int"),
        ("20240115093000", ["12.5"], "decimal"),
    ],
)
def test_values_written_alike(theirs: Any, ours: list[Any], shape: str) -> None:
    assert one(theirs, ours, shape, nullable=True) == []


@pytest.mark.parametrize(
    ("theirs", "ours", "shape", "kind"),
    [
        ("1,234", ["1234"], "int_comma", "shape"),
        ("20231231", ["2023-12-31"], "text", "shape"),
        ("00126380", ["126380"], "code:8", "shape"),
        ("Q", ["Y"], "enum:Y|K|N|E", "shape"),
        ("다음 주", ["2023-12-31"], "date10", "shape"),
        ("가람", ["123"], "text", "shape"),
        ("3", [3], "int", "type"),
        (12.0, [12], "decimal", "type"),
        ("가람", ["", None, "-"], "text", "never_filled"),
    ],
)
def test_values_written_another_way(theirs: Any, ours: list[Any], shape: str, kind: str) -> None:
    assert [d[0] for d in one(theirs, ours, shape, nullable=True)] == [kind]


@pytest.mark.parametrize(
    ("theirs", "ours", "nullable", "found"),
    [
        (None, ["x"], True, []),
        (None, ["x"], False, [("nothing", "a", "null", "")]),
        (None, ["x", ""], True, [("nothing", "a", "null", "blank")]),
        ("-", ["x", "-"], True, []),
        ("x", ["x", None], True, []),
    ],
)
def test_forms_of_nothing(
    theirs: Any, ours: list[Any], nullable: bool, found: list[tuple[str, ...]]
) -> None:
    """Null, a blank and a dash are three things to a client."""
    assert one(theirs, ours, nullable=nullable) == found


def test_fields_of_one_side_alone() -> None:
    found = differences([{"a": "x", "b": "1"}], [{"a": "y", "c": "1"}], Field("a"), Field("b"))
    assert found == [("field_undocumented", "c", "", "int"), ("field_missing", "b", "int", "")]


def test_lists_inside_records_are_compared_by_their_parts() -> None:
    fields = (Field("a", type="array"), Field("a[].b", shape="int"))
    assert differences([{"a": [{"b": "1"}, {"b": "2"}]}], [{"a": [{"b": "3"}]}], *fields) == []
    assert differences([{"a": [{"b": "1"}]}], [{"a": [{"d": "3"}]}], *fields) == [
        ("field_missing", "a.b", "int", "")
    ]


def test_a_difference_says_what_both_sides_have() -> None:
    spec: Any = SimpleNamespace(fields=(Field("day"),))
    (found,) = compare_records(spec, [{"day": "20231231"}], [{"day": "2023-12-31"}])
    assert found == Difference("shape", "day", "date8", "date10")


values = st.one_of(
    st.text(max_size=8), st.integers(), st.none(), st.booleans(), st.sampled_from(["-", " ", "1,2"])
)
records = st.lists(st.dictionaries(st.sampled_from("abcd"), values, min_size=1), min_size=1)


@given(records)
def test_a_reply_never_differs_from_itself(rows: list[dict[str, Any]]) -> None:
    fields = [Field(name, nullable=True) for name in "abcd"]
    assert differences(rows, rows, *fields) == []


@given(records)
def test_flattening_loses_no_value(rows: list[dict[str, Any]]) -> None:
    flat = flatten(rows)
    assert sum(map(len, flat.values())) == sum(map(len, rows))
    assert set(filled(rows)) <= set(flat)
