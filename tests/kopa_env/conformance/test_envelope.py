"""Envelopes are told from records by the records' own field names, whatever the platform."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.body import Document, parse_xml
from kopa_env.conformance.compare import Difference, compare_envelopes
from kopa_env.conformance.envelope import Paths, envelope

ROW = {"name": "가람", "count": 3}


def paths(data: Any, *records: dict[str, Any]) -> dict[str, str]:
    found = envelope(Document("json", data), records)
    return {path: "|".join(sorted(kinds)) for path, kinds in found.items()}


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (
            {"status": "000", "list": [ROW, ROW], "total": 2},
            {"status": "string", "list[]": "record", "total": "integer"},
        ),
        ({"status": "000", **ROW}, {"status": "string", "": "record"}),
        ({"a": [{"head": [{"n": 1.5}]}, {"row": [ROW]}]}, {
            "a[].head[].n": "fraction", "a[].row[]": "record",
        }),
        ({"group": [{"title": "일반", "list": [ROW]}]}, {
            "group[].title": "string", "group[].list[]": "record",
        }),
        ({"body": {"item": ROW, "ok": True, "next": None}}, {
            "body.item": "record", "body.ok": "bool", "body.next": "null",
        }),
    ],
)  # fmt: skip
def test_every_way_to_wrap_a_row(data: Any, wanted: dict[str, str]) -> None:
    assert paths(data, ROW) == wanted


def test_names_that_a_dialect_adds_do_not_hide_a_record() -> None:
    read = {"group_title": "일반", **ROW}
    assert paths({"list": [ROW]}, read) == {"list[]": "record"}


def test_rows_of_different_fields_are_all_records() -> None:
    other = {"place": "누리동"}
    assert paths({"list": [ROW, other]}, ROW, other) == {"list[]": "record"}


def test_xml_knows_no_lists() -> None:
    one = parse_xml("<r><head><code>0</code></head><row><a>1</a></row></r>")
    two = parse_xml("<r><head><code>0</code></head><row><a>1</a></row><row><a>2</a></row></r>")
    found = [envelope(Document("xml", data), [{"a": "1"}]) for data in (one, two)]
    assert found[0] == found[1] == {"r.head.code": {"string"}, "r.row": {"record"}}


def test_files_of_an_archive_are_opened() -> None:
    files = {"LIST.xml": b"<result><list><a>1</a></list></result>", "x.bin": b"\xff\xfe"}
    found = envelope(Document("zip", files), [{"a": "1"}])
    assert found == {"LIST.xml.result.list": {"record"}, "x.bin": {"string"}}


@given(st.integers(1, 5), st.integers(0, 10**6))
def test_neither_how_many_rows_nor_what_they_say_matters(count: int, value: int) -> None:
    rows = [{"name": str(n), "count": value + n} for n in range(count)]
    assert paths({"list": rows, "s": ""}, *rows) == paths({"list": [ROW], "s": "x"}, ROW)


def test_what_differs_around_the_records_is_named() -> None:
    def of(data: Any) -> Paths:
        return envelope(Document("json", data), [ROW])

    theirs = of({"code": "0", "total": 1, "list": [ROW]})
    ours = of({"code": 0, "page": 1, "list": [ROW]})
    assert list(compare_envelopes(theirs, ours)) == [
        Difference("envelope_type", "code", "string", "integer"),
        Difference("envelope_extra", "page", "", "integer"),
        Difference("envelope_missing", "total", "integer"),
    ]
    assert list(compare_envelopes(theirs, theirs)) == []
    assert json.dumps(ROW)  # the rows themselves were not touched
