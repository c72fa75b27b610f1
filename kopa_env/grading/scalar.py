"""Judging one number, one date, one text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

from kopa_env.grading.dates import days_in, is_time, months_in, parse_date, times_in
from kopa_env.grading.judgement import RIGHT, Judgement, differs, wrong
from kopa_env.grading.normalise import (
    clean,
    followed_by_ending,
    hedges,
    name_key,
    predicate,
    refuses,
)
from kopa_env.grading.numbers import (
    COUNTS,
    UNKNOWN,
    Number,
    canonical_unit,
    numbers_in,
    parse_number,
)
from kopa_env.outcome import JSON

HALF = Decimal("0.5")
CLOSE = Decimal("0.000001")
"""How far two decimals may lie apart and still be exactly the same."""

MOST_PRINTED = 4
"""A golden value with more decimals was not rounded by its task; it is read to two of them."""

_ASKS_DECLINE = re.compile(r"감소|줄었|줄어|줄었|하락|떨어|적자|손실|내렸|내려|빠졌")
_CALENDAR = ("년", "월", "일")
_PERCENT = ("%", "%p")


@dataclass(frozen=True, slots=True)
class Golden:
    """A golden number: value and decimals in the unit asked for, and that unit's scale."""

    value: Decimal
    decimals: int
    unit: str
    scale: int
    printed: bool


def judge_number(
    value: JSON, text: str, unit: str, tolerance: str, question: str = ""
) -> Judgement:
    """Judge the one number a text commits to.

    ``exact`` takes the golden value (decimals to within a millionth). ``printed`` takes what the
    golden value can have been rounded or truncated from, at its last printed digit; see
    :func:`within`. Numbers of other units are no candidates; ``%`` is not ``%p``, a share is no
    percentage; a malformed number is a candidate without a value.
    """
    golden = _golden(value, unit, tolerance)
    if golden is None:
        return wrong("정답이 수가 아님", "the golden value is no number")
    if hedges(text):
        return wrong("추측이거나 유보된 답", "a guess or a refusal is no answer")
    found = _candidates(numbers_in(text, golden.unit), golden.unit)
    if not found:
        return wrong("답에 맞는 수가 없음", "no number of the unit asked for")
    if any(number.value is None for number in found):
        return wrong("수의 표기가 잘못됨", "a number is malformed")
    if len({number.value for number in found}) > 1:
        listed = ", ".join(dict.fromkeys(number.text for number in found))
        return wrong(f"답이 여럿: {listed}", f"several candidates: {listed}")
    given = found[0]
    if any(within(golden, reading, given) for reading in _readings(given, text, golden, question)):
        return RIGHT
    return differs(given.text, f"{value}{unit}")


def within(golden: Golden, reading: Decimal, given: Number) -> bool:
    """Tell whether a reading, in the golden value's unit, is the golden value.

    A printed golden value stands for every value that rounds or truncates to it, and an answer
    printed to the same digits (two or more decimals) may have been rounded where the golden value
    was truncated, or the other way round.
    """
    value = golden.value
    if reading == value:
        return True
    if not golden.printed:
        return golden.decimals > 0 and abs(reading - value) <= CLOSE
    if golden.decimals > MOST_PRINTED:
        return _unrounded(value, reading, given)
    size, unit = abs(value), Decimal(1).scaleb(-golden.decimals)
    distance = abs(reading) - size if reading * value >= 0 else -abs(reading - value)
    if -HALF * unit <= distance < unit:
        return distance <= HALF * unit or golden.decimals > 0
    same_digits = given.decimals == golden.decimals >= 2
    return same_digits and abs(reading - value) == unit


def _unrounded(value: Decimal, reading: Decimal, given: Number) -> bool:
    """Compare at the answer's own digits, of which there must be two."""
    if given.decimals < 2:
        return False
    if abs(reading - value) <= HALF * Decimal("0.01"):
        return True
    return reading == value.quantize(Decimal(1).scaleb(-given.decimals), rounding=ROUND_DOWN)


def print_number(value: JSON, tolerance: str) -> str:
    """Write a golden number the way it is asked for: unrounded values to two decimals."""
    golden = _golden(value, "", tolerance)
    if golden is None:
        return str(value)
    shown = golden.value
    if golden.printed and golden.decimals > MOST_PRINTED:
        shown = shown.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return f"{shown:,f}"


def judge_date(value: JSON, text: str) -> Judgement:
    """Judge the one day (or month, where the golden value is one) a text commits to.

    A two-digit year is read as 20xx. Impossible dates are no dates.
    """
    if hedges(text):
        return wrong("추측이거나 유보된 답", "a guess or a refusal is no answer")
    day = parse_date(str(value))
    months = [] if day else months_in(str(value))
    found: set[object]
    if day:
        found = {each.day for each in days_in(text) if day.year >= 2000 or not each.short}
    else:
        found = set(months_in(text))
    if not found:
        return wrong("답에 날짜가 없음", "no date")
    if len(found) > 1:
        return wrong("날짜가 여럿", "several dates")
    given = found.pop()
    return RIGHT if given in ([day] if day else months) else differs(given, value)


def judge_text(value: JSON, text: str, aliases: Sequence[str], *, whole: bool = False) -> Judgement:
    """Judge a name or other short text.

    Args:
        value: the golden text.
        text: what the answer says.
        aliases: other accepted spellings.
        whole: ``text`` is a message without a box or a final-answer line: the name must be what
            its one statement says, and stand alone there.
    """
    accepted = [str(value), *aliases]
    if refuses(str(value)):
        return RIGHT if refuses(text) else differs(_short(text), value)
    keys = [name_key(each) for each in accepted]
    if any(followed_by_ending(text, key) for key in keys):
        return RIGHT
    if is_time(accepted[0]):
        return _judge_time(accepted[0], text)
    if hedges(text):
        return wrong("추측이거나 유보된 답", "a guess or a refusal is no answer")
    if not whole:
        return differs(_short(text), value)
    said = statements(text)
    if len({name_key(each) for each in said}) > 1:
        return wrong("답으로 볼 말이 여럿", "several statements could be the answer")
    if said and name_key(said[0]) in keys:
        return RIGHT
    return differs(_short(said[0] if said else text), value)


def statements(text: str) -> list[str]:
    """Return what each declarative sentence says of its subject: 「곳은 강남구입니다」 → 강남구.

    Questions say nothing. A predicate is what follows the last topic or subject particle or colon;
    a list is one predicate.
    """
    found = []
    for sentence in _SENTENCE.split(clean(text)):
        core = predicate(sentence.strip())
        if core:
            found.append(_SUBJECT.sub("", core).strip())
    return found


_SENTENCE = re.compile(r"(?<=[.!?。])\s+|\n+")
_SUBJECT = re.compile(r"^.*(?:[가-힣)\]](?:은|는|이|가)\s|:\s*)", re.DOTALL)


def _judge_time(golden: str, text: str) -> Judgement:
    found = set(times_in(text))
    if len(found) == 1 and not hedges(text):
        return RIGHT if found == set(times_in(golden)) else differs(_short(text), golden)
    return wrong("시각이 없거나 여럿", "no time of day, or several")


def _golden(value: JSON, unit: str, tolerance: str) -> Golden | None:
    name, scale = canonical_unit(unit)
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float, Decimal)):
        number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
        if not number.is_finite():
            return None
        exponent = int(number.as_tuple().exponent)
        return Golden(number, max(0, -exponent), name, scale, tolerance == "printed")
    read = parse_number(value, name) if isinstance(value, str) else None
    if read is None or read.value is None:
        return None
    return Golden(read.value, read.decimals, name, scale, tolerance == "printed")


def _candidates(found: list[Number], unit: str) -> list[Number]:
    """Return the numbers that can be meant: of the unit asked for, or of a kindred one."""
    if not unit:
        tiers = [
            [n for n in found if n.unit not in (UNKNOWN, *_PERCENT, *_CALENDAR)],
            [n for n in found if n.unit in _CALENDAR],
        ]
    else:
        tiers = [[n for n in found if n.unit in (unit, "")]]
        if unit in COUNTS:
            tiers.append([n for n in found if n.unit in COUNTS])
    return next((tier for tier in tiers if tier), [])


def _readings(given: Number, text: str, golden: Golden, question: str) -> list[Decimal]:
    """Return what a number can stand for, in the unit asked for."""
    assert given.value is not None
    value = given.value
    if not (golden.scale > 1 and not given.unit and not given.scaled):
        value = value / golden.scale if golden.scale > 1 else value
    alone = given.bracketed and re.fullmatch(r"\([^()]*\)\s*\S{0,4}", text.strip())
    falls = value > 0 and (given.decline or alone)
    readings = [value.copy_negate() if falls else value]
    if _ASKS_DECLINE.search(question) and golden.value > 0 and not alone:
        readings.append(abs(value))
    return readings


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"
