"""Reduction over rows: select, group and join (the ``table_*`` tools of INTERFACES 4).

Rows are mappings as served; numbers, days and texts are read by :mod:`kopa_env.episode.values`.
What a caller does wrong is raised as :class:`Misuse`, one bilingual line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import chain

from kopa_env.episode.values import (
    CONTEXT,
    OPERATORS,
    canonical,
    is_missing,
    ordered,
    plain_number,
    predicate,
    read_number,
)
from kopa_env.errors import did_you_mean
from kopa_env.outcome import JSON, Reason, Record

MAX_ROWS = 200_000
"""Rows a reduction may take in or give out."""

MAX_PARTS = 64
"""Conditions, sort columns, group columns or aggregates of one call."""
MAX_COLUMNS = 500

Rows = Sequence[Record]


class Misuse(Exception):
    """What a policy asked cannot be done: one line, Korean / English."""

    def __init__(self, korean: str, english: str, reason: Reason = Reason.BAD_VALUE) -> None:
        super().__init__(f"{korean} / {english}")
        self.korean, self.english, self.reason = korean, english, reason


def select(
    rows: Rows,
    *,
    where: JSON = None,
    order_by: JSON = None,
    descending: JSON = False,
    limit: int | None = None,
    offset: int = 0,
    columns: JSON = None,
) -> tuple[list[Record], int]:
    """Filter, sort and cut rows.

    Args:
        rows: what to choose from.
        where: list of ``{"column", "op", "value"}``, all of which must hold.
        order_by: a column or a list of columns; ties keep their order, missing values come last.
        descending: one flag for all columns or a list with one for each.
        limit: rows to return, all if left out.
        offset: rows to skip after sorting.
        columns: columns to keep, all if left out.

    Returns:
        The rows and how many matched before ``limit``.
    """
    matching = filtered(rows, where)
    for column, down in reversed(_sorting(order_by, descending)):
        matching = sorted_by(matching, column, descending=down)
    total = len(matching)
    if offset < 0 or (limit is not None and limit < 0):
        raise Misuse("limit와 offset은 0 이상이어야 함", "limit and offset must not be negative")
    part = matching[offset : None if limit is None else offset + limit]
    if columns:
        names = _names(columns, "columns")
        _known(rows, names)
        part = [{name: cell(row, name) for name in names} for row in part]
    return part, total


def filtered(rows: Rows, where: JSON) -> list[Record]:
    """Return the rows for which every condition holds."""
    tests = _conditions(where)
    _known(rows, [column for column, _ in tests])
    left: Rows = rows
    for column, test in tests:
        left = [row for row, held in zip(left, cells(left, column), strict=True) if test(held)]
    return list(left)


def sorted_by(rows: Rows, column: str, *, descending: bool = False) -> list[Record]:
    """Return rows in the order of one column."""
    _known(rows, [column])
    positions = ordered(cells(rows, column), descending=descending)
    return [rows[i] for i in positions]


def group(rows: Rows, *, by: JSON, aggregates: JSON = None, where: JSON = None) -> list[Record]:
    """Group rows and aggregate each group; groups stand in order of first appearance.

    Args:
        rows: what to group.
        by: a column or a list of columns; equal values (``"2024.3.12"`` and ``20240312``) fall
            together under the first spelling.
        aggregates: list of ``{"op", "column", "as"}`` with op ``count``, ``count_distinct``,
            ``sum``, ``mean``, ``min``, ``max`` or ``first``; just ``count`` if left out.
        where: as in :func:`select`.
    """
    names = _names(by, "by")
    chosen = filtered(rows, where)
    plans = _plans(aggregates)
    _known(rows, [*names, *(column for _, column, _ in plans if column)])
    groups: dict[tuple[Hashable, ...], list[Record]] = {}
    for key, row in zip(_keys(chosen, names), chosen, strict=True):
        groups.setdefault(key, []).append(row)
    return [
        {name: cell(members[0], name) for name in names}
        | {label: _aggregate(op, column, members) for op, column, label in plans}
        for members in groups.values()
    ]


def join(
    left: Rows,
    right: Rows,
    *,
    on: JSON = None,
    left_on: JSON = None,
    right_on: JSON = None,
    how: str = "inner",
) -> list[Record]:
    """Join rows on equal values; missing keys match nothing.

    Columns of the right side that the left side has too come back as ``NAME_right``. With
    ``how="left"`` rows without a partner stay, their right columns empty.
    """
    mine, theirs = _names(left_on or on, "on"), _names(right_on or on, "on")
    if len(mine) != len(theirs):
        raise Misuse(
            "left_on과 right_on의 열 개수가 같아야 함", "left_on and right_on must pair up"
        )
    if how not in ("inner", "left"):
        raise Misuse("how는 inner 또는 left여야 함", "how must be inner or left")
    _known(left, mine)
    _known(right, theirs)
    partners: dict[tuple[Hashable, ...], list[Record]] = {}
    for key, row in zip(_keys(right, theirs), right, strict=True):
        partners.setdefault(key, []).append(row)
    labels = _right_labels(left, right, mine, theirs)
    empty: list[Record] = [{}] if how == "left" else []
    joined: list[Record] = []
    for key, row in zip(_keys(left, mine), left, strict=True):
        matches = empty if None in key else partners.get(key, empty)
        joined.extend(
            {**row, **{label: match.get(name) for name, label in labels.items()}}
            for match in matches
        )
        if len(joined) > MAX_ROWS:
            raise Misuse(
                f"결과가 {MAX_ROWS:,}행을 넘음: 키를 좁히세요",
                f"the join has more than {MAX_ROWS:,} rows: narrow the key",
                Reason.TOO_MANY,
            )
    return joined


def cells(rows: Rows, column: str) -> list[JSON]:
    """Return one column of rows."""
    if "." in column and any(column not in row for row in rows):
        return [cell(row, column) for row in rows]
    return [row.get(column) for row in rows]


def cell(row: Record, column: str) -> JSON:
    """Return a cell; ``a.b`` reaches into a nested record where no column has that name."""
    if column in row or "." not in column:
        return row.get(column)
    value: JSON = row
    for part in column.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _keys(rows: Rows, names: Sequence[str]) -> list[tuple[Hashable, ...]]:
    """Return what each row is matched or grouped by."""
    columns = [map(canonical, cells(rows, name)) for name in names]
    return list(zip(*columns, strict=True))


def _right_labels(
    left: Rows, right: Rows, mine: Sequence[str], theirs: Sequence[str]
) -> dict[str, str]:
    """Return right column → its name in the result; keys of equal name are not repeated."""
    taken = dict.fromkeys(chain.from_iterable(left))
    shared = {b for a, b in zip(mine, theirs, strict=True) if a == b}
    names = [n for n in dict.fromkeys(chain.from_iterable(right)) if n not in shared]
    return {name: f"{name}_right" if name in taken else name for name in names}


def _conditions(where: JSON) -> list[tuple[str, Callable[[JSON], bool]]]:
    if where is None:
        return []
    tests = []
    for item in _few(_as_list(where), "where"):
        if not isinstance(item, Mapping) or not isinstance(item.get("column"), str):
            raise Misuse(
                'where는 {"column", "op", "value"} 목록이어야 함',
                'where must be a list of {"column", "op", "value"}',
            )
        if unknown := [key for key in item if key not in ("column", "op", "value")]:
            raise Misuse(f"where에 없는 항목 {unknown[0]}", f"unknown key {unknown[0]} in where")
        tests.append((item["column"], condition(item.get("op", "eq"), item.get("value"))))
    return tests


def condition(op: JSON, value: JSON) -> Callable[[JSON], bool]:
    """Return the test of one operator (see ``values.OPERATORS``) against a value."""
    if not isinstance(op, str) or op not in OPERATORS:
        known = ", ".join(OPERATORS)
        raise Misuse(f"op는 {known} 가운데 하나여야 함", f"op must be one of {known}")
    if op in ("contains", "startswith") and not isinstance(value, str):
        raise Misuse(f"{op}의 value는 문자열이어야 함", f"the value of {op} must be a string")
    return predicate(op, value)


def _sorting(order_by: JSON, descending: JSON) -> list[tuple[str, bool]]:
    if not order_by:
        return []
    names = _names(order_by, "order_by")
    flags = descending if isinstance(descending, list) else [descending] * len(names)
    if len(flags) != len(names) or not all(isinstance(flag, bool) for flag in flags):
        raise Misuse(
            "descending은 true/false 하나 또는 열마다 하나여야 함",
            "descending must be one boolean or one per column",
        )
    return list(zip(names, flags, strict=True))


def _names(value: JSON, what: str) -> list[str]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        raise Misuse(
            f"{what}에는 열 이름이나 그 목록이 필요함",
            f"{what} needs a column or a list of columns",
        )
    return _few(names, what, MAX_COLUMNS if what == "columns" else MAX_PARTS)


def _few(items: list[JSON], what: str, most: int = MAX_PARTS) -> list[JSON]:
    if len(items) > most:
        raise Misuse(f"{what}에는 {most}개까지", f"{what} takes at most {most}", Reason.TOO_MANY)
    return items


def _known(rows: Rows, names: Sequence[str]) -> None:
    """Refuse a column that no row has."""
    for name in names:
        root = name.split(".")[0]
        if not rows or name in rows[0] or any(name in row or root in row for row in rows):
            continue
        columns = list(rows[0])
        near = did_you_mean(name, columns) or f" (columns: {', '.join(columns[:12])})"
        raise Misuse(f"{name} 열이 없음", f"no column {name}{near}")


_OPS = ("count", "count_distinct", "sum", "mean", "min", "max", "first")


def _plans(aggregates: JSON) -> list[tuple[str, str, str]]:
    """Return (op, column, label) of each aggregate."""
    plans = []
    asked = _as_list(aggregates) if aggregates else [{"op": "count"}]
    for item in _few(asked, "aggregates"):
        spec = {"op": item} if isinstance(item, str) else item
        op = spec.get("op") if isinstance(spec, Mapping) else None
        if op not in _OPS:
            known = ", ".join(_OPS)
            raise Misuse(
                f"aggregates의 op는 {known} 가운데 하나여야 함",
                f"op of an aggregate must be one of {known}",
            )
        column = spec.get("column") or ""
        if not isinstance(column, str) or (op != "count" and not column):
            raise Misuse(f"{op}에는 column이 필요함", f"{op} needs a column")
        label = str(spec.get("as") or (f"{op}_{column}" if column else op))
        plans.append((op, column, label))
    return plans


def _as_list(value: JSON) -> list[JSON]:
    return value if isinstance(value, list) else [value]


def _aggregate(op: str, column: str, rows: Rows) -> JSON:
    if op == "count" and not column:
        return len(rows)
    held = [value for value in cells(rows, column) if not is_missing(value)]
    if op == "count":
        return len(held)
    if op == "count_distinct":
        return len({canonical(value) for value in held})
    if op == "first":
        return held[0] if held else None
    if op in ("min", "max"):
        positions = ordered(held, descending=op == "max")
        return held[positions[0]] if positions else None
    numbers = numbers_of(held, column)
    if op == "sum":
        return plain_number(total_of(numbers))
    return plain_number(mean_of(numbers)) if numbers else None


def numbers_of(held: Iterable[JSON], what: str = "") -> list[Decimal]:
    """Return the numbers in values that are not missing.

    Raises:
        Misuse: for a value that is not a number: leaving it out would change a sum in silence.
    """
    numbers = []
    for value in held:
        number = read_number(value)
        if number is None:
            shown = repr(value)[:40]
            name = f"{what} " if what else ""
            raise Misuse(f"{name}값이 수가 아님: {shown}", f"{name}{shown} is not a number")
        numbers.append(number)
    return numbers


def total_of(numbers: Iterable[Decimal]) -> Decimal:
    """Return the exact sum."""
    total = Decimal(0)
    for number in numbers:
        total = CONTEXT.add(total, number)
    return total


def mean_of(numbers: Sequence[Decimal]) -> Decimal:
    """Return the mean, to 34 digits."""
    return CONTEXT.divide(total_of(numbers), Decimal(len(numbers)))
