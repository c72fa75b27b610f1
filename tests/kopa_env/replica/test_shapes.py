"""How values are written: formatters, shapes written and recognised."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.errors import UsageError
from kopa_env.replica.formats import formatter, formatter_of
from kopa_env.replica.shapes import alike, fits, shape_of, write
from kopa_env.spec import Field
from kopa_env.world import Draw


@pytest.mark.parametrize(
    ("name", "value", "written"),
    [
        ("comma", 1234567, "1,234,567"),
        ("comma", -1234, "-1,234"),
        ("comma", "1234", "1,234"),
        ("comma", "0012", "12"),
        ("comma", "해당 없음", "해당 없음"),
        ("date10", "20240312", "2024-03-12"),
        ("date_dot", "20240312", "2024.03.12"),
        ("date_ko", "20240312", "2024년 03월 12일"),
        ("date_ko", "미정", "미정"),
        ("pad:5", "110", "00110"),
        ("pad:5", "", ""),
        ("blank", "", " "),
        ("number", "12", 12),
        ("number", "12.5", 12.5),
        ("number", "-", "-"),
    ],
)
def test_formatters(name, value, written):
    assert formatter(name)(value) == written


def test_an_unknown_formatter_is_named():
    with pytest.raises(UsageError, match="did you mean comma"):
        formatter("coma")


@pytest.mark.parametrize(
    ("shape", "type_", "value", "written"),
    [
        ("int_comma", "string", 1234, "1,234"),
        ("int", "string", 1234, "1234"),
        ("int", "integer", 1234, 1234),
        ("code:8", "string", "126380", "00126380"),
        ("date_ko", "string", "20240312", "2024년 03월 12일"),
        ("text", "string", 7, "7"),
    ],
)
def test_a_declared_shape_chooses_the_formatter(shape, type_, value, written):
    assert formatter_of(Field("f", type=type_, shape=shape))(value) == written


SHAPES = [
    "text", "int", "int_comma", "decimal", "percent", "year4", "ym6", "date8", "date10",
    "date_dot", "date_ko", "datetime", "datetime15", "time", "time4", "time5", "code:8", "alnum:6",
    "yn", "url", "email", "phone", "id", "person", "org", "place", "address", "enum:찬성|반대",
    "degree", "org:도서관|서점", "place:경기도", "address:경기도",
]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_written_fits_its_shape_and_never_changes(shape):
    values = [write(shape, Draw(1, shape, n)) for n in range(50)]
    assert all(fits(shape, value) for value in values)
    assert values == [write(shape, Draw(1, shape, n)) for n in range(50)]


def test_kinds_of_text_can_be_narrowed_down():
    draws = [Draw(3, n) for n in range(30)]
    assert all(str(write("address:경기도", draw)).startswith("경기도 ") for draw in draws)
    assert all(str(write("place:경기도", draw)).startswith("경기도 ") for draw in draws)
    assert {str(write("org:도서관|서점", draw))[-3:] for draw in draws} >= {"도서관"}
    assert {str(write("degree", draw, 127.1))[:4] for draw in draws} == {"127."}


@pytest.mark.parametrize("shape", ["int_comma", "date8", "date10", "date_dot", "date_ko", "yn"])
def test_what_is_written_is_recognised(shape):
    seen = {shape_of(write(shape, Draw(2, shape, n), "1,234,567")) for n in range(50)}
    assert seen <= {shape, "int"}
    assert shape in seen


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (None, "null"), ("", "blank"), (" ", "blank"), ("-", "dash"), (True, "bool"), (3, "number"),
        ([], "list"), ({}, "object"), ("00126380", "code:8"), ("20240312", "date8"),
        ("1,234", "int_comma"), ("-9,876", "int_comma"), ("12", "int"), ("0.5", "decimal"),
        ("67.30%", "percent"), ("2024년 03월", "date_ko"), ("가나다", "text"),
        ("2024-03-12 09:00:00", "datetime"), ("https://a.kr/x", "url"), ("02-123-4567", "phone"),
    ],
)  # fmt: skip
def test_shapes_are_recognised(value, shape):
    assert shape_of(value) == shape


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("1,234", "5", True),
        ("1,234", "1234", False),
        ("-", "1,234", True),
        (None, "20240101", True),
        ("2024-01-01", "20240101", False),
        ("00123", "45678", True),
        (12, "12", False),
        (12, 13.5, True),
        ("가", "나다", True),
        ("가", 3, False),
        ("12", "12.5", True),
    ],
)
def test_alike_compares_writing_not_content(left, right, same):
    assert alike(left, right) is same
    assert alike(right, left) is same


@given(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text()))
def test_every_value_has_a_shape_and_is_like_itself(value):
    assert shape_of(value)
    assert alike(value, value)
