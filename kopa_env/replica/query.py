"""From arguments to a query: filters, order and page, or the situation that forbids it. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from kopa_env.dialect import PageSlice
from kopa_env.replica.spec import Fault, Filter, Page, Scalar, Situation, ToolReplica, Window
from kopa_env.spec import Paging
from kopa_env.world.table import Table
from kopa_env.world.world import Condition


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a query is refused: the situation, the parameter at fault, and a fault of its own."""

    situation: Situation
    param: str = ""
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """What to ask of the world.

    Attributes:
        known: (condition, code): a filter whose value must occur in the table, else the code.
    """

    where: tuple[Condition, ...]
    order: tuple[tuple[str, bool], ...]
    known: tuple[tuple[Condition, str], ...] = ()


_PATTERNS = {"int": r"-?\d+", "date8": r"\d{8}"}


def plan(tool: ToolReplica, table: Table, args: Mapping[str, str]) -> Query | Refusal:
    """Turn arguments (wire name → text) into a query over ``table``, or say why not."""
    given = {name: value for name, value in args.items() if value.strip()}
    for name in tool.required:
        if name not in given:
            return Refusal("missing", name)
    for group in tool.any_of:
        if not any(name in given for name in group):
            return Refusal("missing", group[0])
    filled = _with_defaults(tool, given)
    numeric = {c.name: c.type for c in table.columns if c.type != "text"}
    where, known = [fixed(column, value) for column, value in tool.only.items()], []
    for name, rule in tool.where.items():
        if name not in filled or any(other in given for other in rule.unless):
            continue
        rule = _switched(rule, filled)
        condition = _condition(name, rule, filled[name], numeric)
        if isinstance(condition, Refusal):
            return condition
        if condition is not None:
            where.append(condition)
            if rule.unknown != "empty":
                known.append((condition, rule.unknown))
    for window in tool.windows:
        if _too_wide(window, filled):
            return Refusal("window", window.start, Fault(window.code) if window.code else None)
    return Query(tuple(where), _order(tool, given), tuple(known))


def page_of(
    rule: Page, paging: Paging, names: tuple[str, str], args: Mapping[str, str]
) -> PageSlice | str:
    """Return the page asked for, or the code (or ``empty``) that the platform answers instead.

    Args:
        rule: how the platform pages.
        paging: the tool's paging parameters.
        names: wire names of its two paging parameters.
        args: arguments by wire name.
    """
    ranged = paging.mode == "range"
    defaults = (paging.first, paging.first + rule.default - 1 if ranged else rule.default)
    numbers = []
    least_of = (paging.first, paging.first if ranged else 1)
    for name, default, least in zip(names, defaults, least_of, strict=True):
        value = _integer(args.get(name, ""))
        if value is None or value < least:
            if args.get(name, "").strip() and rule.bad != "clamp":
                return rule.bad
            value = default
        numbers.append(value)
    if ranged:
        return _ranged(rule, paging, *numbers)
    page, size = numbers
    if size > rule.max:
        if rule.over != "clamp":
            return rule.over
        size = rule.max
    return PageSlice(page - paging.first + 1, size)


def _ranged(rule: Page, paging: Paging, first: int, last: int) -> PageSlice | str:
    size = last - first + 1
    if size < 1:
        return rule.reversed
    if size > rule.max:
        if rule.over != "clamp":
            return rule.over
        size = rule.max
    return RangeSlice(first - paging.first, size)


class RangeSlice(PageSlice):
    """A slice by first row: ``start`` need not be a multiple of ``size``."""

    __slots__ = ("_start",)
    _start: int

    def __init__(self, start: int, size: int) -> None:
        super().__init__(start // size + 1, size)
        object.__setattr__(self, "_start", start)

    @property
    def start(self) -> int:
        """Number of rows before this slice."""
        return self._start


def _with_defaults(tool: ToolReplica, given: Mapping[str, str]) -> dict[str, str]:
    filled = dict(given)
    for name, rule in tool.where.items():
        if name not in filled and rule.default is not None:
            filled[name] = rule.default
    for name, rule in tool.where.items():
        if name not in filled and rule.default_from in filled:
            filled[name] = filled[rule.default_from]
    return filled


def _switched(rule: Filter, args: Mapping[str, str]) -> Filter:
    """Return a filter on the column that another argument chooses."""
    for choice, column in rule.switch.items():
        name, _, value = choice.partition("=")
        if args.get(name, "").strip() == value:
            return replace(rule, column=column)
    return rule


def fixed(column: str, value: Scalar | list[Scalar]) -> Condition:
    """Return the condition that a column holds a value, or one of several."""
    if isinstance(value, list):
        return Condition(column, "in", tuple(value))
    return Condition(column, "eq", value)


def _condition(
    name: str, rule: Filter, argument: str, numeric: Mapping[str, str]
) -> Condition | Refusal | None:
    argument = argument.strip()
    parts = _parts(rule, argument)
    if rule.max and len(parts) > rule.max:
        return Refusal("too_many", name)
    if not all(_fits(rule.pattern, part) for part in parts):
        return Refusal("bad_value", name)
    column = name if rule.column is None else rule.column
    values: list[Scalar] = []
    for part in parts:
        mapped = _mapped(rule, part)
        if isinstance(mapped, Refusal):
            return Refusal("bad_value", name)
        if mapped is None:
            return None
        values.extend(mapped)
    if not column:
        return None
    if rule.op == "near":
        return _around(name, column, rule.within, str(values[0]))
    if column in numeric and rule.op not in ("prefix", "contains"):
        read = _integer if numeric[column] == "int" else _decimal
        numbers = [read(str(value)) for value in values]
        if any(n is None and v != "" for v, n in zip(values, numbers, strict=True)):
            return Refusal("bad_value", name)
        values = list(numbers)
    return _compare(column, rule.op, values)


def _around(name: str, column: str, within: int, degrees: str) -> Condition | Refusal:
    """Return the condition that a place in millionths of a degree is near one in degrees."""
    found = re.fullmatch(r"(-?\d{1,3})(?:\.(\d*))?", degrees, re.ASCII)
    if found is None:
        return Refusal("bad_value", name)
    whole, part = int(found[1]) * 1_000_000, int((found[2] or "")[:6].ljust(6, "0"))
    micro = whole - part if degrees.startswith("-") else whole + part
    return Condition(column, "range", (micro - within, micro + within))


def _parts(rule: Filter, argument: str) -> list[str]:
    if rule.op == "in":
        return [part.strip() for part in argument.split(rule.sep or ",") if part.strip()]
    if rule.op == "range":
        low, mark, high = argument.partition(rule.sep or "~")
        return [low.strip(), high.strip() if mark else low.strip()]
    return [argument]


def _mapped(rule: Filter, part: str) -> list[Scalar] | Refusal | None:
    """Return column values for an argument, ``None`` for no filter, or a refusal."""
    if rule.values is None:
        return [part]
    if part not in rule.values:
        if rule.other == "bad_value":
            return Refusal("bad_value")
        return [part] if rule.other == "literal" else None
    value = rule.values[part]
    if value is None:
        return None
    return value if isinstance(value, list) else [value]


def _compare(column: str, op: str, values: Sequence[Scalar]) -> Condition:
    if op == "ge":
        return Condition(column, "range", (values[0], None))
    if op == "le":
        return Condition(column, "range", (None, values[0]))
    if op in ("lt", "gt"):
        return Condition(column, "lt" if op == "lt" else "gt", values[0])
    if op == "range":
        low, high = (None if value == "" else value for value in values)
        return Condition(column, "range", (low, high))
    if op == "in" or len(values) > 1:
        return Condition(column, "in", tuple(values))
    return Condition(column, op, values[0])  # type: ignore[arg-type]


def _fits(pattern: str, value: str) -> bool:
    if not pattern:
        return True
    if not _regex(pattern).fullmatch(value):
        return False
    return pattern != "date8" or _day(value) is not None


@lru_cache(maxsize=256)
def _regex(pattern: str) -> re.Pattern[str]:
    kind, _, width = pattern.partition(":")
    if kind == "digits" and width.isdigit():
        pattern = rf"\d{{{width}}}"
    return re.compile(_PATTERNS.get(pattern, pattern), re.ASCII)


def _integer(value: str) -> int | None:
    value = value.strip()
    return int(value) if re.fullmatch(r"-?[0-9]{1,18}", value, re.ASCII) else None


def _decimal(value: str) -> float | None:
    value = value.strip()
    return (
        float(value) if re.fullmatch(r"-?([0-9]{1,15}\.?[0-9]{0,9}|\.[0-9]{1,9})", value) else None
    )


def _day(value: str) -> date | None:
    try:
        return date(int(value[:4]), int(value[4:6]), int(value[6:8]))
    except ValueError:
        return None


def _begin(value: str) -> date | None:
    """Return a day, or the first day of a month (``YYYYMM``)."""
    return _day(f"{value}01" if len(value) == 6 else value)


def _too_wide(window: Window, args: Mapping[str, str]) -> bool:
    if any(name in args for name in window.unless):
        return False
    first, last = (_begin(args.get(name, "")) for name in (window.start, window.end))
    if first is None or last is None:
        return False
    if window.days and (last - first).days > window.days:
        return True
    return bool(window.months) and last > _months_after(first, window.months)


def _months_after(day: date, months: int) -> date:
    index = day.year * 12 + day.month - 1 + months
    year, month = index // 12, index % 12 + 1
    for back in range(4):
        found = _day(f"{year:04d}{month:02d}{day.day - back:02d}")
        if found:
            return found
    raise AssertionError("unreachable: every month has 28 days")


def _order(tool: ToolReplica, args: Mapping[str, str]) -> tuple[tuple[str, bool], ...]:
    rule = tool.order
    base = [(name.lstrip("-"), name.startswith("-")) for name in rule.by]
    chosen = rule.values.get(args.get(rule.param, "").strip()) if rule.param else None
    direction = args.get(rule.direction, "").strip() if rule.direction else ""
    if not chosen and not direction:
        return tuple(base)
    down = direction in rule.descending if direction else rule.default_descending
    if chosen and chosen.startswith("-"):
        chosen, down = chosen[1:], True
    first = chosen or (base[0][0] if base else "")
    rest = [(name, down) for name, _ in base if name != first]
    return ((first, down), *rest) if first else tuple(base)
