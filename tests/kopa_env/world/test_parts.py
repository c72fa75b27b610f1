"""Tables that come in parts answer as if they were whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kopa_env.errors import CacheError
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.world import PARTS_KEPT, Condition, World

MADE: list[tuple[Value, ...]] = []


def _part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    MADE.append(values)
    day = str(values[0])
    if day.isdigit() and 1 <= int(day) <= 90:
        for n in range(3):
            yield (day, n, int(day) * 10 + n)


SPLIT = Table(
    "split",
    (Column("day"), Column("n", "int"), Column("amount", "int")),
    lambda world: (row for day in range(1, 91) for row in _part(world, (str(day),))),
    key=("day", "n"),
    by=("day",),
    part=_part,
)


@pytest.fixture
def split(tmp_path: Path) -> Iterator[World]:
    MADE.clear()
    world = World(1, {"split": SPLIT}, tmp_path)
    yield world
    world.close()


def test_a_part_is_made_alone_and_kept(split: World, tmp_path: Path) -> None:
    where = [Condition("day", "eq", "7")]
    assert [r["amount"] for r in split.select("split", where)[0]] == [70, 71, 72]
    assert split.select("split", [*where, Condition("n", "eq", 2)])[0][0]["amount"] == 72
    assert MADE == [("7",)]
    assert not list(tmp_path.iterdir()), "a part is not written to disk"


def test_a_part_equals_the_same_rows_of_the_whole(split: World) -> None:
    where = [Condition("day", "in", ("3", "4")), Condition("amount", "range", (31, None))]
    parts, count = split.select("split", where, [("amount", True)])
    rows: list[dict[str, Any]] = list(split.rows("split"))
    whole = [r for r in rows if r["day"] in ("3", "4") and r["amount"] >= 31]
    assert count == 5
    assert parts == sorted(whole, key=lambda r: -r["amount"])


def test_values_that_name_no_part_give_no_rows(split: World) -> None:
    assert split.select("split", [Condition("day", "eq", "x")]) == ([], 0)
    assert split.select("split", [Condition("day", "eq", "91")]) == ([], 0)


def test_old_parts_are_let_go(split: World) -> None:
    for day in range(1, 91):
        split.select("split", [Condition("day", "eq", str(day))])
    split.select("split", [Condition("day", "eq", "1")])
    assert MADE.count(("1",)) == 2
    split.select("split", [Condition("day", "eq", "90")])
    assert MADE.count(("90",)) == 1
    assert PARTS_KEPT < 90


def test_leading_columns_name_several_parts(world: World) -> None:
    """Figures of a whole year are the provinces' one after another; a station has all its days."""
    where = [Condition("station_cd", "eq", "2736"), Condition("week_tag", "eq", "2")]
    both = world.select("subway_timetable", where)[0]
    each = [
        world.select("subway_timetable", [*where, Condition("inout_tag", "eq", tag)])[0]
        for tag in ("1", "2")
    ]
    assert both == each[0] + each[1]
    assert world.count("school_years", [Condition("year", "eq", "2023")]) > 20_000


def test_building_is_told_once(
    split: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "kopa_env.world")
    for _ in range(2):
        split.select("split")
    (told,) = caplog.messages
    assert told.startswith("building table split, once, into ")


def test_a_full_disk_is_one_line_and_leaves_nothing_half_built(
    split: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("kopa_env.world.world._fill", full)
    with pytest.raises(CacheError, match=r"cannot write .*: database or disk is full"):
        split.select("split")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def _document(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    MADE.append(values)
    number, name = (*values, None)[:2]
    if number in (None, "1") and name in (None, "one"):
        yield ("1", "one", "text")


EITHER = Table(
    "either",
    (Column("number"), Column("name"), Column("text")),
    lambda world: _document(world, ("1", "one")),
    by=("number", "name"),
    part=_document,
    either=True,
)


def test_any_column_may_name_a_part_where_the_table_says_so(tmp_path: Path) -> None:
    MADE.clear()
    world = World(1, {"either": EITHER}, tmp_path)
    assert world.select("either", [Condition("name", "eq", "one")])[1] == 1
    assert world.select("either", [Condition("number", "eq", "1")])[1] == 1
    assert world.select("either", [Condition("number", "eq", "2")])[1] == 0
    assert MADE == [(None, "one"), ("1", None), ("2", None)]
    world.close()
