"""Functions of expressions on texts, days and times."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date as Date
from decimal import Decimal
from unicodedata import normalize

from kopa_env.episode.expression.operations import MAX_TEXT, Meter, as_list, lift, scalar, weigh
from kopa_env.episode.reduce import Misuse
from kopa_env.episode.values import is_missing, read_date, read_text, read_time
from kopa_env.outcome import JSON

_CORP = re.compile(
    r"\(\s*[주유재사합]\s*\)|[㈜㈐]|주식회사|유한책임회사|유한회사|합자회사|합명회사"
    r"|재단법인|사단법인|사회복지법인|학교법인|의료법인"
)
_WEEKDAYS = "월화수목금토일"


def bounded(value: str, meter: Meter) -> str:
    """Return a text if it is not too long, and charge for it."""
    if len(value) > MAX_TEXT:
        raise Misuse("글자가 너무 김", "the text is too long")
    meter.charge(len(value) // 16)
    return value


def text(meter: Meter, x: JSON) -> JSON:
    """Return a value as text: numbers in plain decimal notation, missing as an empty text."""
    weigh(x, meter)
    return read_text(scalar(x))


def digits(meter: Meter, x: JSON) -> JSON:
    """Return the digits of a text."""
    weigh(x, meter)
    return "".join(c for c in read_text(scalar(x)) if c.isascii() and c.isdigit())


def strip_corp(meter: Meter, x: JSON) -> JSON:
    """Take (주), ㈜, 주식회사 and their like off a name, with all blanks."""
    weigh(x, meter)
    return "".join(_CORP.sub("", read_text(scalar(x))).split())


def contains(meter: Meter, x: JSON, part: JSON) -> JSON:
    """Whether a text holds another."""
    weigh(x, meter)
    return read_text(scalar(part)) in read_text(scalar(x))


def startswith(meter: Meter, x: JSON, part: JSON) -> JSON:
    """Whether a text begins with another."""
    weigh(x, meter)
    return read_text(scalar(x)).startswith(read_text(scalar(part)))


def endswith(meter: Meter, x: JSON, part: JSON) -> JSON:
    """Whether a text ends with another."""
    weigh(x, meter)
    return read_text(scalar(x)).endswith(read_text(scalar(part)))


def replace(meter: Meter, x: JSON, old: JSON, new: JSON = "") -> JSON:
    """Replace every occurrence of a text."""
    whole, mark, other = (normalize("NFC", str(scalar(v) or "")) for v in (x, old, new))
    if not mark:
        raise Misuse("바꿀 글자가 비어 있음", "the text to replace is empty")
    if len(whole) + whole.count(mark) * len(other) > MAX_TEXT:
        raise Misuse("글자가 너무 김", "the text is too long")
    return bounded(whole.replace(mark, other), meter)


def split(meter: Meter, x: JSON, separator: JSON) -> JSON:
    """Split a text; outer blanks of the parts are taken off."""
    mark = normalize("NFC", str(scalar(separator) or ""))
    if not mark:
        raise Misuse("나눌 글자가 비어 있음", "the separator is empty")
    whole = bounded(read_text(scalar(x)), meter)
    return [part.strip() for part in whole.split(mark)]


def join(meter: Meter, separator: JSON, values: JSON) -> JSON:
    """Join texts with a separator."""
    parts = [read_text(scalar(value)) for value in as_list(values, meter)]
    mark = read_text(scalar(separator)) or " "
    if sum(map(len, parts)) + len(mark) * len(parts) > MAX_TEXT:
        raise Misuse("글자가 너무 김", "the text is too long")
    return bounded(mark.join(parts), meter)


def day_of(_meter: Meter, x: JSON) -> JSON:
    """Read a day; missing gives ``None``, other text is an error."""
    held = read_date(_whole(x))
    if held is None and not is_missing(x):
        shown = repr(x)[:40]
        raise Misuse(f"날짜가 아님: {shown}", f"{shown} is not a date")
    return held


def _whole(x: JSON) -> JSON:
    """Let a number such as 20240312 be read as a day."""
    return int(x) if isinstance(x, Decimal) and x == x.to_integral_value() else scalar(x)


def _needed_day(meter: Meter, x: JSON) -> Date:
    held: Date | None = day_of(meter, x)
    if held is None:
        raise Misuse("날짜가 비어 있음", "the date is missing")
    return held


def days(meter: Meter, start: JSON, end: JSON) -> JSON:
    """Return the number of days from one day to another."""
    return Decimal((_needed_day(meter, end) - _needed_day(meter, start)).days)


def weekday(meter: Meter, x: JSON) -> JSON:
    """Return the day of the week as one syllable (월)."""
    return _WEEKDAYS[_needed_day(meter, x).weekday()]


def seconds(_meter: Meter, x: JSON) -> JSON:
    """Return the seconds since midnight of a time such as ``24:12:30``."""
    held = read_time(scalar(x))
    if held is None and not is_missing(x):
        raise Misuse(f"시각이 아님: {repr(x)[:40]}", f"{repr(x)[:40]} is not a time")
    return lift(held)


TEXT_FUNCTIONS: dict[str, Callable[..., JSON]] = {
    "text": text,
    "digits": digits,
    "strip_corp": strip_corp,
    "contains": contains,
    "startswith": startswith,
    "endswith": endswith,
    "replace": replace,
    "split": split,
    "join": join,
    "date": day_of,
    "days": days,
    "year": lambda meter, x: Decimal(_needed_day(meter, x).year),
    "month": lambda meter, x: Decimal(_needed_day(meter, x).month),
    "day": lambda meter, x: Decimal(_needed_day(meter, x).day),
    "weekday": weekday,
    "seconds": seconds,
}
"""Function name → implementation."""
