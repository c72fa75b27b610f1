"""The functions of expressions. The first parameter of each is the meter of the evaluation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Any

from kopa_env.columns import LISTS, Chained, Columns
from kopa_env.episode.expression.operations import (
    COMPOUND,
    Closure,
    Meter,
    as_list,
    integer,
    lift,
    number,
    scalar,
    subscript,
    weigh,
)
from kopa_env.episode.expression.texts import TEXT_FUNCTIONS, bounded
from kopa_env.episode.reduce import (
    MAX_ROWS,
    Misuse,
    condition,
    filtered,
    mean_of,
    numbers_of,
    sorted_by,
    total_of,
)
from kopa_env.episode.reduce import cell as read_cell
from kopa_env.episode.values import (
    CONTEXT,
    canonical,
    is_missing,
    ordered,
    read_number,
    read_text,
)
from kopa_env.outcome import JSON, ToolResult

_NOTHING: Any = object()
_NESTED = (ToolResult, *LISTS)
_ROWS = (Mapping, *LISTS)


def _rows(value: JSON, meter: Meter) -> Sequence[Mapping[str, JSON]]:
    """Return rows; a list of results or of lists counts as their concatenation."""
    items = as_list(value, meter)
    if isinstance(items, Columns):
        return items
    if any(isinstance(item, _NESTED) for item in items):
        items = _flat(items, meter)
    if not all(isinstance(item, Mapping) for item in items):
        raise Misuse("행의 목록이 필요함", "a list of rows is needed")
    return items


def _flat(items: Sequence[JSON], meter: Meter) -> list[JSON]:
    flat: list[JSON] = []
    for item in items:
        if isinstance(item, _NESTED):
            flat.extend(as_list(item, meter))
        else:
            flat.append(item)
    return flat


def _keyed(values: Sequence[JSON], key: JSON, meter: Meter) -> Sequence[JSON]:
    """Return what each value is judged by: itself, a column, or what a lambda makes of it."""
    if key is None:
        return values
    if isinstance(key, Closure):
        return [key.apply(value) for value in values]
    if isinstance(key, str):
        rows = _rows(values, meter)
        if isinstance(rows, Columns) and key in rows.names:
            return rows.column(key)
        if rows and not any(key in row for row in rows):
            subscript(rows[0], key, meter)
        return [read_cell(row, key) for row in rows]
    raise Misuse("key는 열 이름이나 lambda여야 함", "key must be a column or a lambda")


# numbers


def num(meter: Meter, x: JSON, default: JSON = _NOTHING) -> JSON:
    """Read a number; missing gives ``None`` (or the default), other text is an error."""
    weigh(scalar(x), meter)
    held = read_number(x)
    if held is not None:
        return held
    if default is not _NOTHING:
        return default
    if is_missing(x):
        return None
    shown = repr(x)[:40]
    raise Misuse(f"수가 아님: {shown}", f"{shown} is not a number")


def _rounded(rounding: str) -> Callable[..., JSON]:
    def function(_meter: Meter, x: JSON, digits: JSON = 0) -> JSON:
        places = integer(digits)
        if abs(places) > 20:
            raise Misuse("자릿수는 20까지", "at most 20 digits")
        return number(x).quantize(Decimal(1).scaleb(-places), rounding, CONTEXT)

    return function


def absolute(_meter: Meter, x: JSON) -> JSON:
    """Return the size of a number."""
    return number(x).copy_abs()


def pct(meter: Meter, part: JSON, whole: JSON, digits: JSON = None) -> JSON:
    """Return ``part`` as a percentage of ``whole``, rounded half up if digits are given."""
    share = CONTEXT.divide(CONTEXT.multiply(number(part), Decimal(100)), number(whole))
    return share if digits is None else FUNCTIONS["round"](meter, share, digits)


def _held(values: JSON, meter: Meter) -> list[Decimal]:
    items = as_list(values, meter)
    flags = [Decimal(int(v)) if isinstance(v, bool) else v for v in items]
    return numbers_of(v for v in flags if not is_missing(v))


def total(meter: Meter, values: JSON) -> JSON:
    """Add numbers up; missing ones are left out, other text is an error."""
    return total_of(_held(values, meter))


def mean(meter: Meter, values: JSON) -> JSON:
    """Return the mean of the numbers that are there."""
    held = _held(values, meter)
    return mean_of(held) if held else _empty()


def median(meter: Meter, values: JSON) -> JSON:
    """Return the median of the numbers that are there."""
    held = sorted(_held(values, meter)) or _empty()
    middle = held[(len(held) - 1) // 2 : len(held) // 2 + 1]
    return mean_of(middle)


def _empty() -> Any:
    raise Misuse("빈 목록에는 값이 없음", "an empty list has no such value")


# lists


def length(meter: Meter, x: JSON) -> JSON:
    """Return the number of items, rows or characters."""
    return Decimal(len(x if isinstance(x, str) else as_list(x, meter)))


def count(
    meter: Meter, values: JSON, column: JSON = None, op: JSON = None, value: JSON = None
) -> JSON:
    """Count items that are not missing, or rows whose column meets a condition."""
    if column is not None:
        return Decimal(len(where(meter, values, column, op or "not_null", value)))
    return Decimal(sum(not is_missing(item) for item in as_list(values, meter)))


def where(meter: Meter, rows: JSON, column: JSON, op: JSON, value: JSON = None) -> JSON:
    """Return the rows whose column meets a condition (operators of ``table_select``)."""
    condition(op, value)
    test = {"column": read_text(column), "op": op, "value": value}
    return filtered(_rows(rows, meter), [test])


def column(meter: Meter, rows: JSON, name: JSON) -> JSON:
    """Return the values of one column."""
    return list(_keyed(_rows(rows, meter), read_text(name), meter))


def sort(meter: Meter, values: JSON, key: JSON = None, reverse: JSON = False) -> JSON:
    """Sort by value, column, several columns or lambda; ties keep order, missing come last."""
    items = as_list(values, meter)
    meter.charge(4 * len(items))
    if isinstance(key, list):
        rows = _rows(items, meter)
        for name in reversed(key):
            rows = sorted_by(rows, read_text(name), descending=bool(reverse))
        return list(rows)
    judged = [scalar(item) for item in _keyed(items, key, meter)]
    return [items[i] for i in ordered(judged, descending=bool(reverse))]


def _extreme(*, descending: bool) -> Callable[..., JSON]:
    def function(meter: Meter, *values: JSON, key: JSON = None, default: JSON = _NOTHING) -> JSON:
        items = as_list(values[0], meter) if len(values) == 1 else list(values)
        judged = [scalar(item) for item in _keyed(items, key, meter)]
        there = [i for i, item in enumerate(judged) if not is_missing(item)]
        if not there:
            return _empty() if default is _NOTHING else default
        meter.charge(4 * len(items))
        best = ordered([judged[i] for i in there], descending=descending)[0]
        return lift(items[there[best]])

    return function


def unique(meter: Meter, values: JSON, key: JSON = None) -> JSON:
    """Return the first of each group of equal values (or rows with equal key), in order."""
    items = as_list(values, meter)
    if key is None and any(isinstance(item, _ROWS) for item in items):
        raise Misuse(
            "행을 거르려면 key로 열 이름을 주세요", "to make rows unique give a column as key"
        )
    first: dict[object, JSON] = {}
    for judged, item in zip(_keyed(items, key, meter), items, strict=True):
        first.setdefault(canonical(scalar(judged)), item)
    return list(first.values())


def group(meter: Meter, rows: JSON, key: JSON) -> JSON:
    """Return value → rows, by a column or a lambda, in order of first appearance."""
    items = _rows(rows, meter)
    labels: dict[object, JSON] = {}
    groups: dict[JSON, list[JSON]] = {}
    for judged, item in zip(_keyed(items, key, meter), items, strict=True):
        label = labels.setdefault(canonical(scalar(judged)), lift(judged))
        groups.setdefault(label, []).append(item)
    return groups


def concat(meter: Meter, *parts: JSON) -> JSON:
    """Put texts together, or lists, results and lists of them into one list."""
    if parts and all(not isinstance(part, COMPOUND) for part in parts):
        texts = [p if isinstance(p, str) else read_text(scalar(p)) for p in parts]
        return bounded("".join(texts), meter)
    if parts and all(isinstance(part, ToolResult | Columns) for part in parts):
        return Chained([as_list(part, meter) for part in parts])
    return _flat([*_flat(parts, meter)], meter)


def first(meter: Meter, values: JSON) -> JSON:
    """Return the first item."""
    items = as_list(values, meter)
    return lift(items[0]) if items else _empty()


def last(meter: Meter, values: JSON) -> JSON:
    """Return the last item."""
    items = as_list(values, meter)
    return lift(items[-1]) if items else _empty()


def every(meter: Meter, values: JSON) -> JSON:
    """Whether all items hold."""
    return all(as_list(values, meter))


def some(meter: Meter, values: JSON) -> JSON:
    """Whether any item holds."""
    return any(as_list(values, meter))


def numbers(meter: Meter, start: JSON, stop: JSON = None) -> JSON:
    """Return whole numbers from ``start`` (0 if only one is given) up to below ``stop``."""
    low, high = (0, integer(start)) if stop is None else (integer(start), integer(stop))
    if high - low > MAX_ROWS:
        raise Misuse(f"{MAX_ROWS:,}개까지만 가능", f"at most {MAX_ROWS:,} numbers")
    meter.charge(max(high - low, 0))
    return [Decimal(i) for i in range(low, high)]


def pairs(meter: Meter, *lists: JSON) -> JSON:
    """Return the items of lists of equal length side by side."""
    columns = [as_list(items, meter) for items in lists]
    if len({len(items) for items in columns}) > 1:
        raise Misuse("목록의 길이가 같아야 함", "the lists must have the same length")
    return [list(items) for items in zip(*columns, strict=True)]


# mappings


def _mapping(value: JSON) -> Mapping[JSON, JSON]:
    if not isinstance(value, Mapping):
        raise Misuse("행이나 묶음이 필요함", "a row or a mapping is needed")
    return value


def get(meter: Meter, mapping: JSON, key: JSON, default: JSON = None) -> JSON:
    """Return an entry, or the default where there is none."""
    held = _mapping(mapping)
    wanted = scalar(key)
    return lift(held[wanted]) if wanted in held else default


def keys(meter: Meter, mapping: JSON) -> JSON:
    """Return the keys of a mapping."""
    return as_list(_mapping(mapping), meter)


def values(meter: Meter, mapping: JSON) -> JSON:
    """Return the values of a mapping."""
    meter.charge(len(_mapping(mapping)))
    return [lift(value) for value in mapping.values()]


def items(meter: Meter, mapping: JSON) -> JSON:
    """Return [key, value] pairs of a mapping."""
    meter.charge(len(_mapping(mapping)))
    return [[key, lift(value)] for key, value in mapping.items()]


FUNCTIONS: dict[str, Callable[..., JSON]] = {
    "num": num,
    "round": _rounded(ROUND_HALF_UP),
    "floor": _rounded(ROUND_FLOOR),
    "ceil": _rounded(ROUND_CEILING),
    "trunc": _rounded(ROUND_DOWN),
    "abs": absolute,
    "pct": pct,
    "sum": total,
    "mean": mean,
    "median": median,
    "min": _extreme(descending=False),
    "max": _extreme(descending=True),
    "len": length,
    "count": count,
    "where": where,
    "column": column,
    "sorted": sort,
    "unique": unique,
    "group": group,
    "concat": concat,
    "first": first,
    "last": last,
    "all": every,
    "any": some,
    "range": numbers,
    "zip": pairs,
    "get": get,
    "keys": keys,
    "values": values,
    "items": items,
    **TEXT_FUNCTIONS,
}
"""Function name → implementation; everything an expression can call."""
