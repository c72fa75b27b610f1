from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kopa_env.cassettes.diff import diff, drifted, shape, touched
from kopa_env.cassettes.folder import Cassette, Folder, Recording, entry_of
from kopa_env.cassettes.interaction import Interaction
from kopa_env.cassettes.stats import folder_stats
from kopa_env.errors import IntegrityError
from kopa_env.task import Answer, GoldenCall, Task

URI = "https://opendart.fss.or.kr/api/company.json?crtfc_key=~&corp_code=0000000{}"


def folder(directory: Path, bodies: dict[int, bytes], status: int = 200) -> Path:
    interactions = [
        Interaction("GET", URI.format(number), b"", status, "", (), body)
        for number, body in bodies.items()
    ]
    recordings = tuple(
        Recording(i, entry_of(i, seq=0, args={}, recorded_at="2026-01-30", final=True))
        for i in interactions
    )
    cassette = Cassette("dart", "dart_company", "r", 1, "replica", "w", "", recordings)
    place = Folder(directory)
    place.save(cassette, lambda name, data: None, {"rules": 1, "forms": 0, "hits": 0})
    place.seal("")
    return directory


BEFORE = {
    1: b'{"list":[{"n":1,"t":"a"},{"n":2,"t":null}],"at":"09:00"}',
    2: b"<r><row><a>1</a><b>x</b></row></r>",
    3: b'{"gone":1}',
}


@pytest.mark.parametrize(
    ("changes", "counts", "said"),
    [
        ({}, {"same": 3}, ""),
        ({1: b'{"list":[{"n":9,"t":"b"}],"at":"10:00"}'}, {"same": 2, "values": 1}, ""),
        ({1: BEFORE[1].replace(b'"t"', b'"u"')}, {"same": 2, "schema": 1}, "list[].t is gone"),
        ({1: BEFORE[1].replace(b'"n":1', b'"n":"1"')}, {"same": 2, "schema": 1}, "list[].n was"),
        ({1: b"<html><body>x</body></html>"}, {"same": 2, "schema": 1}, "holds no data"),
        ({1: BEFORE[2]}, {"same": 2, "schema": 1}, "json became xml"),
        ({2: BEFORE[2].replace(b">1<", b">2<")}, {"same": 2, "values": 1}, ""),
        ({2: BEFORE[2].replace(b"b>", b"c>")}, {"same": 2, "schema": 1}, "r.row.b is gone"),
        ({4: b"{}"}, {"same": 3, "new": 1}, ""),
        ({3: None}, {"same": 2, "gone": 1}, ""),
    ],
)
def test_changes_are_told_apart(
    tmp_path: Path, changes: dict[int, bytes | None], counts: dict[str, int], said: str
) -> None:
    after = {n: body for n, body in {**BEFORE, **changes}.items() if body is not None}
    (drift,) = diff(folder(tmp_path / "a", BEFORE), folder(tmp_path / "b", after))
    assert {change: n for change, n in drift.counts.items() if n} == counts
    assert said in "\n".join(drift.schema)
    assert drifted([drift]) is bool(counts.get("schema"))


def test_another_status_is_another_shape(tmp_path: Path) -> None:
    (drift,) = diff(
        folder(tmp_path / "a", {1: b"{}"}), folder(tmp_path / "b", {1: b"{}"}, status=503)
    )
    assert drift.counts["schema"] == 1
    assert "HTTP status 200 became 503" in drift.schema[0]


def test_volatile_fields_are_named(tmp_path: Path) -> None:
    after = {**BEFORE, 1: BEFORE[1].replace(b"09:00", b"09:05")}
    (drift,) = diff(folder(tmp_path / "a", BEFORE), folder(tmp_path / "b", after))
    assert drift.volatile == {"at": 1}


def test_nothing_and_something_are_not_at_odds() -> None:
    assert shape({"a": [], "b": None, "c": ""}) == {"a": ["any"], "b": "any", "c": "any"}
    assert shape([{"a": 1}, {"b": "x"}, {"a": None}]) == [{"a": "number", "b": "text"}]


def test_tasks_that_a_change_touches(tmp_path: Path) -> None:
    def task(name: str, tool: str) -> Task:
        golden = ((GoldenCall("c1", tool, {}, "fetch"),),)
        return Task(
            name,
            1,
            "s",
            "d",
            ("dart",),
            "easy",
            "",
            "",
            "2026-01-30",
            (tool,),
            5,
            5,
            golden,
            Answer("number", 1),
        )

    drifts = diff(
        folder(tmp_path / "a", BEFORE),
        folder(tmp_path / "b", {**BEFORE, 1: BEFORE[1].replace(b"09:00", b"1")}),
    )
    tasks = [task("one", "dart_company"), task("two", "dart_other")]
    assert touched(drifts, tasks) == ["one"]
    assert touched(diff(tmp_path / "a", tmp_path / "a"), tasks) == []


def test_no_folder_of_cassettes(tmp_path: Path) -> None:
    with pytest.raises(IntegrityError, match="no folder of cassettes"):
        diff(tmp_path, tmp_path)


def test_stats_count_what_is_there(recorded: Any) -> None:
    rows = {row.tool: row for row in folder_stats(recorded())}
    assert sorted(rows) == [
        "assembly_members",
        "dart_company",
        "dart_list",
        "edudata_schools",
        "seoul_bikes",
    ]
    row = rows["dart_company"]
    assert (row.interactions, row.keys, row.in_blobs, row.files) == (5, 5, 0, 1)
    assert row.statuses == {"200": 5}
    assert row.first == row.last == "2026-01-30T00:00:00+09:00"
    assert row.bytes > 0
