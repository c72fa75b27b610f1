"""Reduction over rows: select, group and join (the ``table_*`` tools of INTERFACES 4).

Rows are mappings as served; numbers, days and texts are read by :mod:`kopa_env.episode.values`.
Work is done on columns and positions (:mod:`kopa_env.columns`); rows are not copied. What a caller
does wrong is raised as :class:`Misuse`, one bilingual line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from decimal import Decimal

from kopa_env.columns import Columns, Joined, Rows, column_of, names_of, taken
from kopa_env.episode.values import (
    CONTEXT,
    OPERATORS,
    canonical_column,
    holding,
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
) -> tuple[Rows, int]:
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
    positions = matching(rows, where)
    for column, down in reversed(_sorting(order_by, descending)):
        held = _known_cells(rows, column) if positions else ()
        order = ordered([held[p] for p in positions], descending=down)
        positions = [positions[i] for i in order]
    total = len(positions)
    if offset < 0 or (limit is not None and limit < 0):
        raise Misuse("limit와 offset은 0 이상이어야 함", "limit and offset must not be negative")
    part = positions[offset : None if limit is None else offset + limit]
    if not columns:
        return taken(rows, part), total
    names = _names(columns, "columns")
    held_columns = [_known_cells(rows, name) for name in names]
    return [{n: held[p] for n, held in zip(names, held_columns, strict=True)} for p in part], total


def matching(rows: Rows, where: JSON) -> Sequence[int]:
    """Return the positions of the rows for which every condition holds."""
    tests = _conditions(where)
    _known(rows, [column for column, _ in tests])
    positions: Sequence[int] = range(len(rows))
    for column, test in tests:
        positions = holding(test, cells(rows, column), positions)
    return positions


def filtered(rows: Rows, where: JSON) -> Rows:
    """Return the rows for which every condition holds."""
    return taken(rows, matching(rows, where))


def sorted_by(rows: Rows, column: str, *, descending: bool = False) -> Rows:
    """Return rows in the order of one column."""
    return taken(rows, ordered(_known_cells(rows, column), descending=descending))


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
    groups: dict[tuple[Hashable, ...], list[int]] = {}
    for position, key in enumerate(_keys(chosen, names)):
        groups.setdefault(key, []).append(position)
    labels = [(name, cells(chosen, name)) for name in names]
    held = [(op, column, label, cells(chosen, column)) for op, column, label in plans]
    return [
        {name: column[members[0]] for name, column in labels}
        | {label: _aggregate(op, name, [c[p] for p in members]) for op, name, label, c in held}
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
) -> Rows:
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
    pairs = _pairs(_matchable(left, mine), _matchable(right, theirs), alone=how == "left")
    return Joined(left, right, pairs, _right_labels(left, right, mine, theirs))


def cells(rows: Rows, column: str) -> Sequence[JSON]:
    """Return one column of rows."""
    if "." in column:
        return [cell(row, column) for row in rows]
    return column_of(rows, column)


def _known_cells(rows: Rows, column: str) -> Sequence[JSON]:
    _known(rows, [column])
    return cells(rows, column)


def cell(row: Record, column: str) -> JSON:
    """Return a cell; ``a.b`` reaches into a nested record where no column has that name."""
    if column in row or "." not in column:
        return row.get(column)
    value: JSON = row
    for part in column.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _keys(rows: Rows, names: Sequence[str]) -> list[tuple[Hashable, ...]]:
    """Return what each row is grouped by."""
    columns = [canonical_column(cells(rows, name)) for name in names]
    return list(zip(*columns, strict=True))


def _matchable(rows: Rows, names: Sequence[str]) -> list[Hashable]:
    """Return what each row is matched by; ``None`` where a part of it is missing."""
    if len(names) == 1:
        return canonical_column(cells(rows, names[0]))
    return [None if None in key else key for key in _keys(rows, names)]


def _pairs(
    left: Sequence[Hashable], right: Sequence[Hashable], *, alone: bool
) -> tuple[list[int], list[int]]:
    """Return the positions of equal keys, left and right; -1 for none where one may be alone."""
    first = dict(zip(reversed(right), range(len(right) - 1, -1, -1), strict=True))
    repeated = len(first) < len(right)
    first.pop(None, None)
    if repeated:
        return _repeated_pairs(left, right, alone=alone)
    there = [-1 if partner is None else partner for partner in map(first.get, left)]
    here = [position for position, partner in enumerate(there) if alone or partner >= 0]
    _bounded(here)
    return here, [there[position] for position in here]


def _repeated_pairs(
    left: Sequence[Hashable], right: Sequence[Hashable], *, alone: bool
) -> tuple[list[int], list[int]]:
    """Return the same where a key stands on the right more than once."""
    partners: dict[Hashable, list[int]] = {}
    for position, key in enumerate(right):
        partners.setdefault(key, []).append(position)
    partners[None] = nobody = [-1] if alone else []
    here: list[int] = []
    there: list[int] = []
    for position, key in enumerate(left):
        matches = partners.get(key, nobody)
        here += [position] * len(matches)
        there += matches
        _bounded(here)
    return here, there


def _bounded(rows: Sequence[int]) -> None:
    if len(rows) > MAX_ROWS:
        raise Misuse(
            f"결과가 {MAX_ROWS:,}행을 넘음: 키를 좁히세요",
            f"the join has more than {MAX_ROWS:,} rows: narrow the key",
            Reason.TOO_MANY,
        )


def _right_labels(
    left: Rows, right: Rows, mine: Sequence[str], theirs: Sequence[str]
) -> dict[str, str]:
    """Return right column → its name in the result; keys of equal name are not repeated."""
    used = set(names_of(left))
    shared = {b for a, b in zip(mine, theirs, strict=True) if a == b}
    names = [name for name in names_of(right) if name not in shared]
    return {name: f"{name}_right" if name in used else name for name in names}


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
    for name in names if rows else ():
        columns = rows.names if isinstance(rows, Columns) else tuple(rows[0])
        meant = {name, name.split(".")[0]}
        if meant.isdisjoint(columns) and meant.isdisjoint(names_of(rows)):
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


def _aggregate(op: str, column: str, values: Sequence[JSON]) -> JSON:
    if op == "count" and not column:
        return len(values)
    held = [value for value in values if not is_missing(value)]
    if op == "count":
        return len(held)
    if op == "count_distinct":
        return len(set(canonical_column(held)))
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
