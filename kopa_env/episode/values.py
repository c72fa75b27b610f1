"""Reading the platforms' texts as numbers, dates and times, and comparing and sorting them.

Replies keep what was served: ``"1,234"``, ``"-"``, ``"2024.03.12"``, ``"00126380"``. Nothing is
converted until a reduction asks for it, and then by these rules alone.

- Missing: null, blanks, ``-``. A missing value equals nothing but another missing value, meets no
  ordering, and is sorted last in both directions.
- Numbers: optional sign (``-``, ``−``, ``△``, ``▲`` or brackets for negative), digits with or
  without thousands commas, an optional unit that does not scale (``1,543원``, ``12.3%``).
- Days: ``2024-03-12``, ``20240312``, ``2024.3.12.``, ``2024/03/12``, ``2024년 3월 12일``, each
  with or without a time of day after it.
- Times: ``9:05``, ``24:12:30`` (hours past midnight go on counting).
- Text: NFC, outer blanks taken off.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Context, Decimal, DivisionByZero, InvalidOperation, Overflow
from functools import lru_cache
from itertools import takewhile
from typing import Any, TypeAlias
from unicodedata import is_normalized, normalize

from kopa_env.outcome import JSON

CONTEXT = Context(
    prec=34,
    rounding=ROUND_HALF_UP,
    Emin=-60,
    Emax=60,
    traps=[InvalidOperation, DivisionByZero, Overflow],
)
"""How numbers are computed: 34 digits, half up, never infinite, never NaN."""

_UNITS = (
    "원|명|인|건|개소|개|곳|호|대|회|세대|가구|필지|주|표|점|위|일|년|월|시간|분|초|학급|학교"
    "|%p|%|㎡|m2|m²|㎥|km|m|kg|톤|t|L|ℓ|℃"
)
_NUMBER = re.compile(
    r"(?P<sign>[-+−△▲]?)\s*(?P<open>\(?)\s*(?P<inner>[-−]?)"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+)"
    rf"\s*(?P<close>\)?)\s*(?:{_UNITS})?",
    re.ASCII,
)
_DATE = re.compile(
    r"(?P<y>\d{4})(?:"
    r"-(?P<m1>\d{1,2})-(?P<d1>\d{1,2})|/(?P<m2>\d{1,2})/(?P<d2>\d{1,2})"
    r"|\.\s*(?P<m3>\d{1,2})\.\s*(?P<d3>\d{1,2})\.?"
    r"|년\s*(?P<m4>\d{1,2})월\s*(?P<d4>\d{1,2})일"
    r"|(?P<m5>\d{2})(?P<d5>\d{2})"
    r")(?:[T\s]+(?P<time>\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?|(?P<stamp>(?<=\d{8})\d{4}(?:\d{2})?))?",
    re.ASCII,
)
_WIDE = str.maketrans("０１２３４５６７８９，．－＋％（）", "0123456789,.-+%()")
_TIME = re.compile(r"(\d{1,2}):([0-5]\d)(?::([0-5]\d))?", re.ASCII)
_OPENING = "0123456789０１２３４５６７８９-−+＋△▲(（.．"
"""What a text that is a number or a day may begin with."""
_LONGEST = 64
_REMEMBERED = 1 << 15
"""Texts whose reading is remembered: columns repeat their values."""

Operator: TypeAlias = Callable[[JSON, JSON], bool]


_EXACT = frozenset((int, Decimal))
"""Types of numbers that compare as they are."""


def is_missing(value: JSON) -> bool:
    """Whether a value says that there is none."""
    return value is None or (isinstance(value, str) and value.strip() in ("", "-"))


def read_number(value: JSON) -> Decimal | None:
    """Return the exact number a value holds, or ``None`` if it is missing or not a number."""
    if isinstance(value, str):
        return _number_in(value) if len(value) <= _LONGEST else None
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        number = Decimal(repr(value))
        return number if number.is_finite() else None
    return Decimal(value) if isinstance(value, (Decimal, int)) else None


@lru_cache(maxsize=_REMEMBERED)
def _number_in(written: str) -> Decimal | None:
    found = _NUMBER.fullmatch(written.translate(_WIDE).strip())
    if found is None or bool(found["open"]) != bool(found["close"]):
        return None
    signs = [found["sign"] in ("-", "−", "△", "▲"), bool(found["inner"])]
    if found["open"] and found["sign"] == "" and not found["inner"]:
        signs.append(True)
    if sum(signs) > 1:
        return None
    number = Decimal(found["digits"].replace(",", ""))
    return -number if any(signs) else number


def read_date(value: JSON) -> date | None:
    """Return the day a value holds, or ``None`` if it holds none."""
    if isinstance(value, date):
        return value
    moment = _read_moment(value)
    return moment[0] if moment else None


def _read_moment(value: JSON) -> tuple[date, int] | None:
    """Return a day and the second of the day (-1 where the value names no time)."""
    if isinstance(value, str):
        return _moment_in(value) if 8 <= len(value) <= _LONGEST else None
    if isinstance(value, date):
        return value, -1
    if isinstance(value, (Decimal, int)) and 10_000_101 <= value <= 99_991_231:
        return _moment_in(str(value))
    return None


@lru_cache(maxsize=_REMEMBERED)
def _moment_in(written: str) -> tuple[date, int] | None:
    found = _DATE.fullmatch(written.strip())
    if found is None:
        return None
    parts = found.groupdict()
    time, stamp = parts.pop("time"), parts.pop("stamp")
    year, month, day = (int(part) for part in parts.values() if part is not None)
    if stamp:
        time = ":".join(stamp[i : i + 2] for i in range(0, len(stamp), 2))
    try:
        seconds = -1 if time is None else read_time(time)
        return None if seconds is None else (date(year, month, day), seconds)
    except ValueError:
        return None


def read_time(value: JSON) -> int | None:
    """Return the seconds since midnight of a time of day, or ``None`` if it is not one."""
    found = _TIME.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return None
    hours, minutes, seconds = found.groups(default="0")
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds)


def read_text(value: JSON) -> str:
    """Return a value as text: NFC, outer blanks off, numbers in plain decimal notation."""
    if value is None:
        return ""
    if isinstance(value, str):
        text = value.strip()
        return text if is_normalized("NFC", text) else normalize("NFC", text)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float | Decimal):
        return write_number(Decimal(repr(value)) if isinstance(value, float) else Decimal(value))
    return value.isoformat() if isinstance(value, date) else str(value)


def write_number(number: Decimal) -> str:
    """Return a number in plain decimal notation, without needless zeros."""
    if number == number.to_integral_value():
        return format(number.to_integral_value(), "f").removeprefix("-0") or "0"
    return format(CONTEXT.normalize(number), "f")


def plain_number(number: Decimal) -> int | float:
    """Return a JSON number: an ``int`` if integral, else at most 15 digits, free of float noise."""
    if number == number.to_integral_value():
        return int(number)
    return float(f"{number:.15g}")


def canonical(value: JSON) -> Hashable:
    """Return what two equal values have in common: numbers and days by value, the rest as text.

    ``25`` and ``"25"`` agree, as do ``"1,234"`` and ``1234``, ``"2024.3.12"`` and ``"20240312"``;
    ``"00126380"`` and ``"126380"`` do not: a code keeps its zeros.
    """
    if isinstance(value, str):
        return _canonical_text(value)
    if value is None:
        return None
    if moment := _read_moment(value):
        return moment
    number = read_number(value)
    return read_text(value) if number is None else number


@lru_cache(maxsize=_REMEMBERED)
def _canonical_text(written: str) -> Hashable:
    text = read_text(written)
    if text in ("", "-"):
        return None
    if text[0] not in _OPENING or (not text[-1].isdigit() and text[-1] not in ".일"):
        return text
    if text.isascii() and text.isdigit() and len(text) < 8:
        return text if text[0] == "0" and len(text) > 1 else int(text)
    if moment := _read_moment(text):
        return moment
    if text[0] == "0" and text[1:2].isdigit():
        return text
    number = read_number(text)
    return text if number is None else number


def canonical_column(values: Sequence[JSON]) -> list[Hashable]:
    """Return :func:`canonical` of every value."""
    kinds = set(map(type, values))
    if kinds == {str}:
        return list(map(_canonical_text, values))
    if kinds <= {str, int, type(None)}:  # True and 1.0 would fall together with 1
        known = {value: canonical(value) for value in set(values)}
        return [known[value] for value in values]
    return list(map(canonical, values))


def equal(cell: JSON, value: JSON) -> bool:
    """Whether a cell holds a value: as numbers, days or texts."""
    if type(cell) is str and type(value) is str:
        return _same(_canonical_text(cell), _canonical_text(value))
    if type(cell) in _EXACT and type(value) in _EXACT:
        return bool(cell == value)
    if cell == value and isinstance(cell, bool) is isinstance(value, bool):
        return True
    if is_missing(cell) or is_missing(value):
        return is_missing(cell) and is_missing(value)
    if isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
        number = read_number(cell)
        return number is not None and number == read_number(value) and not _is_code(cell)
    return _same(canonical(cell), canonical(value))


def _same(mine: Hashable, wanted: Hashable) -> bool:
    """Compare what is left of two values; a day is the day of any time on it."""
    if isinstance(wanted, tuple) and wanted[1] < 0 and isinstance(mine, tuple):
        return bool(mine[0] == wanted[0])
    return mine == wanted


def _is_code(cell: JSON) -> bool:
    return isinstance(cell, str) and cell.strip()[:1] == "0" and cell.strip()[1:2].isdigit()


def order(cell: JSON, value: JSON) -> int | None:
    """Return -1, 0 or 1 as a cell is below, at or above a value; ``None`` if they do not compare.

    Days compare with days, times with times, numbers with numbers, and texts with texts where
    the value reads as none of these.
    """
    if type(cell) in _EXACT and type(value) in _EXACT:
        return _sign(cell, value)  # two days written as numbers are in this order too
    if is_missing(cell) or is_missing(value):
        return None
    mine, bound = _read_moment(cell), _read_moment(value)
    if mine and bound:
        whole_days = mine[1] < 0 or bound[1] < 0
        return _sign(mine[0], bound[0]) if whole_days else _sign(mine, bound)
    for read in (read_time, read_number):
        limit = read(value)
        if limit is not None:
            held = read(cell)
            return None if held is None else _sign(held, limit)
    return None if bound else _sign(read_text(cell), read_text(value))


def _sign(a: Any, b: Any) -> int:
    return int(a > b) - int(a < b)


def _ordering(test: Callable[[int], bool]) -> Operator:
    def compare(cell: JSON, value: JSON) -> bool:
        sign = order(cell, value)
        return sign is not None and test(sign)

    return compare


def _contains(cell: JSON, value: JSON) -> bool:
    return not is_missing(cell) and read_text(value) in read_text(cell)


def _starts(cell: JSON, value: JSON) -> bool:
    return not is_missing(cell) and read_text(cell).startswith(read_text(value))


def _among(cell: JSON, value: JSON) -> bool:
    options = value if isinstance(value, list | tuple) else [value]
    return any(equal(cell, option) for option in options)


def predicate(op: str, value: JSON) -> Callable[[JSON], bool]:
    """Return the test of one operator against a value, made ready for many cells."""
    test = OPERATORS[op]
    if op in ("eq", "ne") and isinstance(value, str) and not _has_digit(value):
        return _text_test(read_text(value), negated=op == "ne")
    if op == "in" and isinstance(value, list | tuple):
        return _member_test(value)
    if op == "contains":
        part = read_text(value)
        return lambda cell: part in read_text(cell) and not is_missing(cell)
    return lambda cell: test(cell, value)


def holding(
    test: Callable[[JSON], bool], values: Sequence[JSON], positions: Sequence[int]
) -> list[int]:
    """Return those of the positions whose value passes a test.

    Columns repeat their values, so each distinct text or number is tested once.
    """
    held = values if len(positions) == len(values) else [values[p] for p in positions]
    if set(map(type, held)) - {type(None)} not in ({str}, {int}):  # 1, True and 1.0 are one key
        return [p for p, value in zip(positions, held, strict=True) if test(value)]
    passes = {value: test(value) for value in set(held)}
    return [p for p, value in zip(positions, held, strict=True) if passes[value]]


def _has_digit(text: str) -> bool:
    return is_missing(text) or any(character.isdigit() for character in text)


def _text_test(text: str, *, negated: bool) -> Callable[[JSON], bool]:
    """Compare with a text that can be neither a number nor a day."""

    def test(cell: JSON) -> bool:
        same = cell == text or (isinstance(cell, str) and _canonical_text(cell) == text)
        return same is not negated

    return test


def _member_test(options: Sequence[JSON]) -> Callable[[JSON], bool]:
    """Look a cell up among many options at once; a day stands for every time of that day."""
    wanted = {canonical(option) for option in options}

    def test(cell: JSON) -> bool:
        mine = canonical(cell)
        return mine in wanted or (isinstance(mine, tuple) and (mine[0], -1) in wanted)

    return test


OPERATORS: dict[str, Operator] = {
    "eq": equal,
    "ne": lambda cell, value: not equal(cell, value),
    "lt": _ordering(lambda sign: sign < 0),
    "le": _ordering(lambda sign: sign <= 0),
    "gt": _ordering(lambda sign: sign > 0),
    "ge": _ordering(lambda sign: sign >= 0),
    "contains": _contains,
    "startswith": _starts,
    "in": _among,
    "not_null": lambda cell, _value: not is_missing(cell),
    "is_null": lambda cell, _value: is_missing(cell),
}
"""Comparison operators of ``where`` filters."""


def ordered(values: Sequence[JSON], *, descending: bool = False) -> list[int]:
    """Return the positions of values in order: ties keep their order, missing ones come last.

    A column is read as days or times if all its values are, as numbers if more than half are
    (the rest then counts as missing), and as text otherwise.
    """
    there = [i for i, value in enumerate(values) if not is_missing(value)]
    keys = dict(zip(there, _sort_keys([values[i] for i in there]), strict=True))
    held = [i for i in there if keys[i] is not None]
    held.sort(key=keys.__getitem__, reverse=descending)
    return held + [i for i in range(len(values)) if keys.get(i) is None]


def _sort_keys(held: Sequence[JSON]) -> Sequence[Any]:
    for read in (_read_moment, read_time):
        keys = list(takewhile(lambda key: key is not None, map(read, held)))
        if len(keys) == len(held):
            return keys
    numbers = [read_number(value) for value in held]
    readable = sum(number is not None for number in numbers)
    return numbers if readable * 2 > len(held) else [read_text(value) for value in held]
