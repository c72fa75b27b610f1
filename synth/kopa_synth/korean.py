"""Wording that a query needs beside its particles: counts, units, decimals, dates."""

from __future__ import annotations

import re

from kopa_env.language import josa, particle, particle_errors, settle

__all__ = [
    "counted",
    "date",
    "decimals",
    "josa",
    "money",
    "ordinal",
    "particle",
    "particle_errors",
    "period",
    "settle",
    "unit_name",
]

_NATIVE = ("", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열")
_NATIVE_COUNTERS = (
    "곳",
    "명",
    "개",
    "건",
    "군데",
    "분",
    "대",
    "권",
    "번",
    "가지",
    "사람",
    "해",
    "학교",
)
_ORDINAL = ("", "첫째", "둘째", "셋째", "넷째")
_UNITS = {
    "%": "퍼센트",
    "%p": "퍼센트포인트",
    "km": "킬로미터",
    "㎢": "제곱킬로미터",
    "㎡": "제곱미터",
}
_ISO = re.compile(r"^(\d{4})-?(\d{2})(?:-?(\d{2}))?$")
_SPAN = re.compile(r"^(\d{4})\s*[~–-]\s*(\d{4})$")


def counted(n: int, counter: str, *, spoken: bool = True) -> str:
    """Return *n* things: 「세 곳」 as it is said, 「3곳」 as it is noted or if there are many."""
    if spoken and 0 < n < len(_NATIVE) and counter in _NATIVE_COUNTERS:
        return f"{_NATIVE[n]} {counter}"
    return f"{n}{counter}"


def ordinal(n: int) -> str:
    """Return 첫째, 둘째 and so on."""
    return _ORDINAL[n] if n < len(_ORDINAL) else f"{n}번째"


def decimals(digits: int) -> str:
    """Return how precise a figure has to be: 「소수 첫째 자리까지」."""
    return f"소수 {ordinal(digits)} 자리까지" if digits else "정수로"


def unit_name(unit: str) -> str:
    """Return a unit as it is said after a number or 몇: % is 퍼센트."""
    return _UNITS.get(unit, unit)


def date(text: str) -> str:
    """Return a date as it is said: ``2024-03-01`` or ``20240301`` is 「2024년 3월 1일」.

    What is no such date comes back as it is.
    """
    match = _ISO.match(text)
    if not match or not 1 <= int(match[2]) <= 12:
        return text
    year, month, day = match.groups()
    said = f"{year}년 {int(month)}월"
    return f"{said} {int(day)}일" if day else said


def period(text: str) -> str:
    """Return a year or a span as it is said: 「2024년」, 「2023년부터 2024년까지」."""
    if span := _SPAN.match(text):
        return f"{span[1]}년부터 {span[2]}년까지"
    return f"{text}년" if re.fullmatch(r"\d{4}", text) else date(text)


def money(won: int) -> str:
    """Return an amount as it is said: 50,000,000 is 「5천만 원」, 12,500,000 is 「1,250만 원」."""
    if won < 10_000 or won % 10_000:
        return f"{won:,}원"
    eok, man = divmod(won // 10_000, 10_000)
    thousands = f"{man // 1000}천만" if man and not man % 1000 else f"{man:,}만" if man else ""
    return " ".join(part for part in (f"{eok:,}억" if eok else "", thousands, "원") if part)
