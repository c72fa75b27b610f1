"""Records by column in a pack: the same rows and bytes, less room, opened columns shared."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.errors import IntegrityError
from kopa_env.outcome import LazyRecords, ToolResult
from kopa_env.pack import Pack, PackInfo, PackItem, write_pack
from kopa_env.pack.records import (
    BY_COLUMN_FROM,
    GROUP,
    Place,
    Shelf,
    StoredColumns,
    around,
    body_around,
    by_column,
)
from tests.support.columns import stored

INFO = PackInfo("t", "replica", "world", "canon", "catalogue", "source", 6000)
VALUES = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=6)
NESTED = VALUES | st.lists(VALUES, max_size=2) | st.dictionaries(st.text(max_size=3), VALUES)


def listing(size: int = 500, start: int = 0) -> list[dict[str, Any]]:
    return [
        {"code": f"{start + i:08d}", "name": f"가나 {i % 50}", "n": i, "none": None}
        for i in range(size)
    ]


def item(number: int, rows: list[dict[str, Any]], body: bytes) -> PackItem:
    result = ToolResult.ok(rows, total=len(rows))
    return PackItem(b"%016d" % number, f"GET h/{number}", "t", 1, 0, 200, "j", body, (), result)


def packed(tmp_path: Path, *items: PackItem) -> Pack:
    write_pack(tmp_path / "t.pack", INFO, items, level=3)
    return Pack.open(tmp_path / "t.pack")


@given(
    st.lists(st.text(max_size=4), min_size=1, max_size=4, unique=True),
    st.lists(NESTED, min_size=4, max_size=30),
    st.integers(BY_COLUMN_FROM, 3 * GROUP + 1),
)
def test_rows_come_back(names: list[str], values: list[Any], size: int) -> None:
    rows = [
        {name: values[(i * 7 + j) % len(values)] for j, name in enumerate(names)}
        for i in range(size)
    ]
    columns = stored(rows)
    assert [columns[i] for i in range(len(rows))] == rows, "row by row, before any column"
    assert list(columns) == rows
    assert [list(row) for row in columns] == [names] * len(rows)
    assert columns[-1] == rows[-1]


def test_few_or_uneven_rows_stay_rows() -> None:
    rows = listing(BY_COLUMN_FROM)
    assert by_column(rows)
    assert not by_column(rows[1:])
    assert not by_column([*rows, {"code": "x"}])
    assert not by_column([dict(reversed(rows[0].items())), *rows[1:]])


def test_a_column_is_parsed_when_it_is_read() -> None:
    columns = by_column(listing())
    read: list[str] = []

    def column(place: Place) -> bytes:
        read.append(list(columns)[place[0]])
        return columns[read[-1]]

    places = {name: (number, 0) for number, name in enumerate(columns)}
    rows = StoredColumns(500, lambda: places, column)
    assert len(rows) == 500
    assert list(rows.names) == ["code", "name", "n", "none"]
    assert not read
    assert rows.column("n")[3] == 3
    assert rows.column("n") is rows.column("n")
    assert list(rows._held) == ["n"]
    assert read == ["n"]
    assert rows[499] == listing()[499]
    assert rows[498]["name"] == listing()[498]["name"]
    assert sorted(read) == sorted(columns), "each once"
    assert list(rows._held) == ["n"], "of the others one group is parsed"
    assert rows.column("code")[0] == "00000000"
    assert sorted(read) == sorted(columns)


@given(st.binary(max_size=20), st.binary(max_size=20))
def test_a_body_around_its_rows(head: bytes, tail: bytes) -> None:
    rows = listing(70)
    body = head + orjson.dumps(rows) + tail
    rest = around(body, orjson.dumps(rows))
    assert len(rest) < len(head) + len(tail) + 16
    assert body_around(rest, rows, "x") == body
    with pytest.raises(IntegrityError, match="cannot be put together"):
        body_around(rest, rows[1:], "x")


def test_a_body_spelled_otherwise_is_kept_whole(tmp_path: Path) -> None:
    rows = listing()
    spaced = orjson.dumps({"list": rows}, option=orjson.OPT_INDENT_2)
    assert not around(spaced, orjson.dumps(rows))
    with packed(tmp_path, item(1, rows, spaced)) as pack:
        entry = pack.entry(0)
        assert not entry.is_around
        assert entry.body == spaced


def test_bodies_and_records_are_not_held_twice(tmp_path: Path) -> None:
    rows = listing(2000)
    body = b'{"total":2000,"list":' + orjson.dumps(rows) + b"}"
    with packed(tmp_path, item(1, rows, body)) as pack:
        entry = pack.entry(0)
        assert entry.is_around
        assert entry.body == body
        assert entry.records() == rows
        assert entry.result().records == rows
        pack.verify()
        pack.verify_bodies()
    size = (tmp_path / "t.pack").stat().st_size
    assert size < len(body) // 4


def test_few_rows_are_decoded_as_before(tmp_path: Path) -> None:
    rows = listing(5)
    with packed(tmp_path, item(1, rows, orjson.dumps(rows))) as pack:
        assert isinstance(pack.entry(0).result().records, LazyRecords)
        assert pack.entry(0).records() == rows


@pytest.mark.parametrize("wide", [False, True])
def test_few_rows_are_parsed_once_for_all_who_read_them(tmp_path: Path, wide: bool) -> None:
    rows = [{"n": 2**70 if wide else 1}]
    with packed(tmp_path, item(1, rows, b"{}")) as pack:
        first = pack.entry(0).result().records
        assert pack.entry(0).result().records is first
        assert not pack._shelf._held, "nobody has looked yet"
        assert first[0] == rows[0]
        del first
        again = pack.entry(0).result().records
        assert again[0] is pack.entry(0).result().records[0]
        pack._shelf = Shelf(room=1)
        assert list(pack.entry(0).result().records) == rows
        assert not pack._shelf._held, "there is no room for it"
        del again
        assert not pack._shelf._known, "and nobody holds it"


@pytest.mark.parametrize("size", [5, 500])
def test_threads_that_open_the_same_at_once_all_get_it(tmp_path: Path, size: int) -> None:
    """Each meets the others at the moment where one of them has just opened it."""
    rows = listing(size)
    with packed(tmp_path, item(1, rows, b"{}")) as pack:
        for _ in range(20):
            pack._shelf = Shelf()
            shared, together = pack.entry(0).result().records, threading.Barrier(4)

            def read(shared: Any = shared, together: Any = together) -> Any:
                together.wait(20)
                return list(shared)

            with ThreadPoolExecutor(4) as pool:
                found = [pool.submit(read) for _ in range(4)]
                assert all(one.result() == rows for one in found)


def test_opened_columns_are_shared_up_to_the_room(tmp_path: Path) -> None:
    items = [item(n, listing(start=n), b"%d" % n) for n in range(3)]
    with packed(tmp_path, *items) as pack:
        first = pack.entry(0).result().records
        assert pack.entry(0).result().records is first, "as long as somebody holds it"
        assert first[0]["n"] == 0
        assert pack.entry(0).result().records is first
        pack._shelf = Shelf(room=sum(map(len, by_column(listing()).values())) * 2 + 100)
        opened = [pack.entry(n).result().records for n in range(3)]
        for rows in opened:
            assert rows[1]["n"] == 1
        known = set(pack._shelf._held)
        assert len(known) == 2, "the first one has gone from the shelf"
        again = [pack.entry(n).result().records for n in range(3)]
        assert all(a is b for a, b in zip(again, opened, strict=True)), "but is still in use"
        del opened, again, rows, first
        assert set(pack._shelf._known) == known, "nobody holds the first one any more"


def test_opening_the_same_twice_counts_once() -> None:
    shelf = Shelf(room=10)
    made = [stored([]), stored([])]
    for columns in made:
        shelf.put(7, columns, 8)
    assert shelf.get(7, lambda: made[0]) is made[1]


def test_columns_that_replies_share_are_held_once(tmp_path: Path) -> None:
    """The same list under another figure takes little more than the figure."""
    draw = random.Random(5)
    codes = [draw.randbytes(8).hex() for _ in range(1000)]

    def size_of(days: int) -> int:
        listings = [[{"code": code, "day": day} for code in codes] for day in range(days)]
        with packed(tmp_path, *(item(i, rows, b"%d" % i) for i, rows in enumerate(listings))) as p:
            assert {e.key: e.records() for e in p} == {
                b"%016d" % i: rows for i, rows in enumerate(listings)
            }
        return (tmp_path / "t.pack").stat().st_size

    one = size_of(1)
    assert one > 8000, "eight bytes of chance a code"
    assert size_of(9) < one * 1.5
