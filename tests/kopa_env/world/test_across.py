"""Tables of many parts read across them: by item, by span, and not when too much is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from kopa_env.errors import UsageError
from kopa_env.world.across import MOST_PARTS, TooWide
from kopa_env.world.table import Column, Row, Series, Table, Value
from kopa_env.world.world import Condition, World

DAYS = tuple(f"{day:02d}" for day in range(1, 61))
LIVES = {"a": ("01", "60"), "b": ("10", "20"), "c": ("15", "99")}
MADE: list[str] = []


def _row(day: str, item: str) -> Row:
    return day, item, int(day) * 10 + "abc".index(item), "odd" if int(day) % 2 else "even"


def _part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    day = str(values[0])
    if day in DAYS:
        MADE.append(day)
        yield from (_row(day, i) for i, (first, last) in LIVES.items() if first <= day <= last)


def _find(world: World, where: Sequence[Condition]) -> list[str]:
    return [item for item in LIVES if all(c.meets(item) for c in where)]


TABLE = Table(
    "course",
    (Column("day"), Column("item"), Column("amount", "int"), Column("parity")),
    lambda world: (row for day in DAYS for row in _part(world, (day,))),
    by=("day",),
    part=_part,
    series=Series(
        keys=lambda world: DAYS,
        size=lambda world, day: sum(first <= day <= last for first, last in LIVES.values()),
        items=("item",),
        find=_find,
        life=lambda world, item: LIVES[item],
        history=lambda world, item, days: (_row(day, item) for day in days),
        most=2,
        held=("parity",),
        of_key=lambda world, day: {"parity": "odd" if int(day) % 2 else "even"},
    ),
)


@pytest.fixture
def course(tmp_path: Path) -> Iterator[World]:
    MADE.clear()
    world = World(1, {"course": TABLE}, tmp_path)
    yield world
    world.close()


def _whole() -> list[dict[str, Any]]:
    names = [c.name for c in TABLE.columns]
    rows = (_row(d, i) for d in DAYS for i, (a, z) in LIVES.items() if a <= d <= z)
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_an_items_course_is_read_without_making_a_day(course: World) -> None:
    rows, total = course.select("course", [Condition("item", "eq", "b")])
    assert rows == [r for r in _whole() if r["item"] == "b"]
    assert total == 11
    assert MADE == []


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("offset", [0, 1, 14, 58])
def test_pages_are_slices_of_the_whole(course: World, down: bool, offset: int) -> None:
    days = list(reversed(DAYS)) if down else list(DAYS)
    whole = [r for day in days for r in _whole() if r["day"] == day]
    rows, total = course.select("course", [], [("day", down)], 5, offset)
    assert total == len(whole) == course.count("course")
    assert rows == whole[offset : offset + 5]
    assert len(set(MADE)) <= 5


def test_items_and_other_conditions_meet(course: World) -> None:
    where = [Condition("item", "in", ("a", "c")), Condition("amount", "range", (550, None))]
    expected = [r for r in _whole() if r["item"] in "ac" and r["amount"] >= 550]
    assert course.select("course", where) == (expected, len(expected))
    assert course.count("course", where) == len(expected)


def test_too_many_items_are_read_day_by_day(course: World) -> None:
    where = [Condition("item", "contains", ""), Condition("day", "range", ("14", "16"))]
    rows, total = course.select("course", where)
    assert rows == [r for r in _whole() if "14" <= r["day"] <= "16"]
    assert total == 8
    assert set(MADE) == {"14", "15", "16"}


def test_what_all_of_a_part_has_alike_leaves_parts_out(course: World) -> None:
    where = [Condition("parity", "eq", "odd"), Condition("day", "lt", "10")]
    assert [r["day"] for r in course.select("course", where)[0]] == ["01", "03", "05", "07", "09"]
    assert course.count("course", where) == 5


def test_a_question_to_too_many_days_is_refused(course: World) -> None:
    wide = [Condition("amount", "lt", 5)]
    with pytest.raises(TooWide):
        course.select("course", wide)
    with pytest.raises(TooWide):
        course.count("course", wide)
    last = DAYS[MOST_PARTS - 1]
    assert course.count("course", [*wide, Condition("day", "range", (None, last))]) == 0


def test_days_come_first_in_any_order(course: World) -> None:
    with pytest.raises(UsageError, match="ordered by day first"):
        course.select("course", [], [("amount", True)])


def test_below_is_below(course: World) -> None:
    below = [Condition("day", "eq", "15"), Condition("amount", "lt", 152)]
    assert [r["item"] for r in course.select("course", below)[0]] == ["a", "b"]
    assert Condition("amount", "lt", 152).meets(151)
    assert not Condition("amount", "lt", 152).meets(152)
    assert Condition("amount", "gt", 152).meets(153)
    assert not Condition("amount", "gt", 152).meets(152)
