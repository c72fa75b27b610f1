"""Arithmetic, comparison and access inside expressions: exact, metered, never surprising."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from decimal import ROUND_FLOOR, Decimal
from typing import TypeAlias

from kopa_env.columns import LISTS
from kopa_env.episode.reduce import MAX_ROWS, Misuse, cell
from kopa_env.episode.values import CONTEXT, equal, order, plain_number, read_date, read_text
from kopa_env.errors import did_you_mean
from kopa_env.outcome import JSON, Reason, ToolResult

MAX_STEPS = 4_000_000
"""Steps one evaluation may take (a second or two)."""
MAX_TEXT = 200_000
"""Characters a text inside an expression may have."""
LIGHT = 128
"""Characters up to which looking at a text costs nothing."""
MAX_OUTPUT = 200_000
"""Values a result may hold."""
MAX_NESTING = 32
"""Levels a result may have."""


class Closure:
    """A lambda: something that may be handed to a function and to nothing else."""

    __slots__ = ("apply",)

    def __init__(self, apply: Callable[[JSON], JSON]) -> None:
        self.apply = apply


class Meter:
    """Counts the work of one evaluation and ends it when there is too much."""

    __slots__ = ("left",)

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.left = steps

    def charge(self, steps: int) -> None:
        """Take steps off.

        Raises:
            Misuse: when none are left.
        """
        self.left -= steps
        if self.left < 0:
            raise Misuse(
                "계산이 너무 많음: table_select나 table_group으로 먼저 줄이세요",
                "too much work: reduce the rows with table_select or table_group first",
                Reason.TOO_MANY,
            )


COMPOUND = (*LISTS, Mapping, Closure, ToolResult)
"""What is more than a single value."""

SINGLE = frozenset((str, Decimal, bool, type(None), date, int, float))
"""Types that certainly are one: looked up first, since most values are of them."""

_LIFTED = frozenset((str, dict, Decimal, type(None)))
"""Types whose values expressions hold as they are, the most frequent ones."""

Operation: TypeAlias = Callable[[JSON, JSON, Meter], JSON]
Test: TypeAlias = Callable[[JSON, JSON, Meter], bool]


def lift(value: JSON) -> JSON:
    """Return a value as expressions hold it: every number an exact decimal."""
    if type(value) in _LIFTED or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return Decimal(value)
    if isinstance(value, float):
        return Decimal(repr(value)) if value - value == 0 else None
    return value


def reply_value(result: ToolResult) -> JSON:
    """Return what a result amounts to: its only cell if it has but one, else its records."""
    if len(result.records) == 1 and len(result.records[0]) == 1:
        return lift(next(iter(result.records[0].values())))
    return result.records


def number(value: JSON) -> Decimal:
    """Return an operand of arithmetic.

    Raises:
        Misuse: for anything but a number; texts must go through ``num``.
    """
    value = lift(value)
    if isinstance(value, Decimal):
        return value
    if isinstance(value, bool):
        return Decimal(int(value))
    if value is None:
        raise Misuse(
            "빈 값은 계산할 수 없음: num(x, 0)처럼 기본값을 주세요",
            "a missing value cannot be computed with: give a default as in num(x, 0)",
        )
    if isinstance(value, str):
        shown = repr(value)[:40]
        raise Misuse(
            f"글자 {shown} 그대로는 계산할 수 없음: num()으로 읽으세요",
            f"the text {shown} cannot be computed with: read it with num()",
        )
    raise Misuse("수가 필요함", "a number is needed")


def integer(value: JSON) -> int:
    """Return a whole number for an index, a width or a count."""
    exact = number(value)
    if exact != exact.to_integral_value() or abs(exact) > 10**9:
        raise Misuse("정수가 필요함", "a whole number is needed")
    return int(exact)


def as_list(value: JSON, meter: Meter) -> Sequence[JSON]:
    """Return what a loop or a function runs over: items, a result's records, a mapping's keys."""
    if isinstance(value, ToolResult):
        value = value.records
    if isinstance(value, Mapping):
        value = list(value)
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise Misuse("목록이 필요함", "a list is needed")
    if len(value) > MAX_ROWS:
        raise Misuse(f"{MAX_ROWS:,}개까지만 다룰 수 있음", f"at most {MAX_ROWS:,} items")
    meter.charge(len(value))
    return value


def scalar(value: JSON) -> JSON:
    """Return a value that is neither a list, a row, a result nor a lambda."""
    if type(value) not in SINGLE and isinstance(value, COMPOUND):
        raise Misuse("값 하나가 필요함", "a single value is needed")
    return value


def negate(value: JSON, sign: int) -> JSON:
    """Return ``-value`` or ``+value``."""
    return CONTEXT.multiply(number(value), Decimal(sign))


def _add(a: JSON, b: JSON, meter: Meter) -> JSON:
    if isinstance(a, str) and isinstance(b, str):
        if len(a) + len(b) > MAX_TEXT:
            raise Misuse("글자가 너무 김", "the text is too long", Reason.TOO_MANY)
        meter.charge((len(a) + len(b)) // 16)
        return a + b
    if _is_list(a) and _is_list(b):
        meter.charge(len(a) + len(b))
        return [*a, *b]
    if isinstance(a, date):
        return _shift(a, number(b))
    return CONTEXT.add(number(a), number(b))


def _subtract(a: JSON, b: JSON, _meter: Meter) -> JSON:
    if isinstance(a, date):
        other = read_date(b) if isinstance(b, date | str) else None
        return Decimal((a - other).days) if other else _shift(a, -number(b))
    return CONTEXT.subtract(number(a), number(b))


def _shift(day: date, days: Decimal) -> date:
    try:
        return day + timedelta(days=integer(days))
    except OverflowError:
        raise Misuse("날짜가 범위를 벗어남", "the day is out of range") from None


def _floor_divide(a: JSON, b: JSON, _meter: Meter) -> JSON:
    quotient = CONTEXT.divide(number(a), number(b))
    return quotient.to_integral_value(ROUND_FLOOR)


def _modulo(a: JSON, b: JSON, meter: Meter) -> JSON:
    whole = _floor_divide(a, b, meter)
    return CONTEXT.subtract(number(a), CONTEXT.multiply(whole, number(b)))


def _power(a: JSON, b: JSON, _meter: Meter) -> JSON:
    exponent = integer(b)
    if abs(exponent) > 64:
        raise Misuse("지수는 64까지", "an exponent may be at most 64")
    return CONTEXT.power(number(a), Decimal(exponent))


ARITHMETIC: dict[type[ast.operator], Operation] = {
    ast.Add: _add,
    ast.Sub: _subtract,
    ast.Mult: lambda a, b, _meter: CONTEXT.multiply(number(a), number(b)),
    ast.Div: lambda a, b, _meter: CONTEXT.divide(number(a), number(b)),
    ast.FloorDiv: _floor_divide,
    ast.Mod: _modulo,
    ast.Pow: _power,
}


def same(a: JSON, b: JSON, meter: Meter) -> bool:
    """Whether two values are equal: cells as :func:`~kopa_env.episode.values.equal` reads them."""
    if type(a) in SINGLE and type(b) in SINGLE:
        for value in (a, b):
            if type(value) is str:
                weigh(value, meter)
        return equal(a, b)
    if isinstance(a, Mapping) or isinstance(b, Mapping):
        if not (isinstance(a, Mapping) and isinstance(b, Mapping) and len(a) == len(b)):
            return False
        meter.charge(len(a) + 1)
        return all(key in b and same(a[key], b[key], meter) for key in a)
    if _is_list(a) or _is_list(b):
        if not (_is_list(a) and _is_list(b) and len(a) == len(b)):
            return False
        meter.charge(len(a) + 1)
        return all(same(x, y, meter) for x, y in zip(a, b, strict=True))
    weigh(a, meter)
    weigh(b, meter)
    return equal(a, b)


def weigh(value: JSON, meter: Meter) -> None:
    """Charge for looking at a long text."""
    if isinstance(value, str) and len(value) > LIGHT:
        meter.charge(len(value) // 16)


def _inside(a: JSON, b: JSON, meter: Meter) -> bool:
    if isinstance(b, str):
        weigh(b, meter)
        return isinstance(a, str) and read_text(a) in read_text(b)
    if isinstance(b, Mapping):
        return isinstance(a, str | Decimal | bool | date | None) and a in b
    if isinstance(b, ToolResult):
        b = b.records
    if not _is_list(b):
        raise Misuse("in의 오른쪽은 목록이어야 함", "the right side of in must be a list")
    meter.charge(len(b))
    return any(same(a, item, meter) for item in b)


def _sign_test(test: Callable[[int], bool]) -> Test:
    def compare(a: JSON, b: JSON, meter: Meter) -> bool:
        for value in (a, b):
            weigh(value, meter)
            if not isinstance(value, str | Decimal | bool | date | int | float | None):
                raise Misuse(
                    "수, 날짜, 글자만 견줄 수 있음", "only numbers, days and texts compare"
                )
        sign = order(a, b)
        return sign is not None and test(sign)

    return compare


COMPARISONS: dict[type[ast.cmpop], Test] = {
    ast.Eq: same,
    ast.NotEq: lambda a, b, meter: not same(a, b, meter),
    ast.Lt: _sign_test(lambda sign: sign < 0),
    ast.LtE: _sign_test(lambda sign: sign <= 0),
    ast.Gt: _sign_test(lambda sign: sign > 0),
    ast.GtE: _sign_test(lambda sign: sign >= 0),
    ast.In: _inside,
    ast.NotIn: lambda a, b, meter: not _inside(a, b, meter),
    ast.Is: lambda a, b, _meter: a is b,
    ast.IsNot: lambda a, b, _meter: a is not b,
}


def subscript(owner: JSON, key: JSON, meter: Meter) -> JSON:
    """Return ``owner[key]``: a cell of a row, an item of a list, or a part (key a triple)."""
    if type(owner) is dict and type(key) is str and key in owner:
        return lift(owner[key])
    if isinstance(owner, ToolResult):
        owner = owner.records
    if isinstance(key, tuple):
        return _part(owner, key, meter)
    if isinstance(owner, Mapping):
        return _entry(owner, key)
    if not (_is_list(owner) or isinstance(owner, str)):
        raise Misuse("[ ]는 행, 목록, 글자에만 쓸 수 있음", "[ ] needs a row, a list or a text")
    position = integer(key)
    if not -len(owner) <= position < len(owner):
        raise Misuse(
            f"{position}번째가 없음: 모두 {len(owner)}개",
            f"there is no item {position}: it has {len(owner)}",
        )
    return lift(owner[position])


def _entry(owner: Mapping[JSON, JSON], key: JSON) -> JSON:
    if isinstance(key, COMPOUND):
        raise Misuse("키는 글자나 수여야 함", "a key must be a text or a number")
    if key in owner:
        return lift(owner[key])
    if isinstance(key, str):
        held = cell(owner, key)
        if held is not None:
            return lift(held)
    near = did_you_mean(read_text(key), [read_text(name) for name in owner])
    raise Misuse(f"{read_text(key)} 항목이 없음", f"there is no {read_text(key)}{near}")


def _part(owner: JSON, bounds: Sequence[JSON], meter: Meter) -> JSON:
    if not (_is_list(owner) or isinstance(owner, str)):
        raise Misuse("잘라 낼 수 있는 것은 목록과 글자뿐", "only a list or a text can be sliced")
    start, stop, step = (None if bound is None else integer(bound) for bound in bounds)
    if step == 0:
        raise Misuse("간격은 0일 수 없음", "the step cannot be 0")
    piece = owner[start:stop:step]
    meter.charge(len(piece) if _is_list(piece) else len(piece) // 16)
    return piece


def _is_list(value: JSON) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def plain(value: JSON, meter: Meter) -> JSON:
    """Return a value as JSON.

    Raises:
        Misuse: if it holds more than ``MAX_OUTPUT`` values or something that is no value.
    """
    left = [MAX_OUTPUT]

    def convert(item: JSON, depth: int = 0) -> JSON:
        left[0] -= 1
        if left[0] < 0 or depth > MAX_NESTING:
            raise Misuse("결과가 너무 큼", "the result is too large", Reason.TOO_MANY)
        if isinstance(item, bool) or item is None or isinstance(item, str | int):
            return item
        if isinstance(item, Decimal | float):
            return plain_number(number(item))
        if isinstance(item, date):
            return item.isoformat()
        if isinstance(item, ToolResult):
            return convert(reply_value(item), depth)
        if isinstance(item, Mapping):
            return {read_text(key): convert(held, depth + 1) for key, held in item.items()}
        if _is_list(item):
            return [convert(held, depth + 1) for held in item]
        raise Misuse("값이 아닌 것은 결과가 될 수 없음", "the result is not a value")

    meter.charge(1)
    return convert(value)
