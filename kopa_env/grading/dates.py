"""Reading days, months and times of day as they are written in Korea."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from kopa_env.grading.normalise import clean

_DAY = re.compile(
    r"(?<![0-9.])(?:"
    r"(?P<y1>[0-9]{4})\s?-\s?(?P<m1>[0-9]{1,2})\s?-\s?(?P<d1>[0-9]{1,2})"
    r"|(?P<y2>[0-9]{4})\s?\.\s?(?P<m2>[0-9]{1,2})\s?\.\s?(?P<d2>[0-9]{1,2})\.?"
    r"|(?P<y3>[0-9]{4})/(?P<m3>[0-9]{1,2})/(?P<d3>[0-9]{1,2})"
    r"|(?P<y4>[0-9]{4})년\s?(?P<m4>[0-9]{1,2})월\s?(?P<d4>[0-9]{1,2})일"
    r"|(?P<y5>(?:19|20)[0-9]{2})(?P<m5>[0-9]{2})(?P<d5>[0-9]{2})"
    r"|(?P<y6>[0-9]{2})\.\s?(?P<m6>[0-9]{1,2})\.\s?(?P<d6>[0-9]{1,2})\.?"
    r"|(?P<y7>[0-9]{2})-(?P<m7>[0-9]{2})-(?P<d7>[0-9]{2})"
    r"|'?(?P<y8>[0-9]{2})년\s?(?P<m8>[0-9]{1,2})월\s?(?P<d8>[0-9]{1,2})일"
    r")(?![0-9])"
)
_MONTH = re.compile(
    r"(?<![0-9.])(?:(?P<y1>[0-9]{4})년\s?(?P<m1>[0-9]{1,2})월|(?P<y2>[0-9]{4})-(?P<m2>[0-9]{1,2})"
    r"|(?P<y3>[0-9]{4})\.\s?(?P<m3>[0-9]{1,2})\.?|(?P<y4>(?:19|20)[0-9]{2})(?P<m4>[0-9]{2}))(?![0-9])"
)
_TIME = re.compile(
    r"(?<![0-9:])(?:(?P<half>오전|오후|밤|새벽|낮|저녁)\s?)?"
    r"(?:(?P<h1>[0-9]{1,2}):(?P<m1>[0-5][0-9])(?::(?P<s1>[0-5][0-9]))?"
    r"|(?P<h2>[0-9]{1,2})시\s?(?:(?P<m2>[0-9]{1,2})분)?\s?(?:(?P<s2>[0-9]{1,2})초)?)(?![0-9:])"
)
_MOMENT = re.compile(
    r"(?<![0-9.])(?:[0-9]{4}\s?-\s?[0-9]{1,2}\s?-\s?[0-9]{1,2}"
    r"|[0-9]{4}\s?\.\s?[0-9]{1,2}\s?\.\s?[0-9]{1,2}\.?|[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}"
    r"|[0-9]{2,4}년\s?[0-9]{1,2}월(?:\s?[0-9]{1,2}일)?|[0-9]{1,2}월\s?[0-9]{1,2}일"
    r"|[0-9]{1,2}:[0-5][0-9](?::[0-5][0-9])?)(?![0-9])"
)


@dataclass(frozen=True, slots=True)
class Day:
    """One day in a text; ``short`` if its year had two digits (read as 20xx)."""

    day: date
    short: bool = False


def days_in(text: str) -> list[Day]:
    """Return the days of a text in order. Impossible dates are left out."""
    found = []
    for match in _DAY.finditer(clean(text)):
        year, month, day = (part for part in match.groups() if part)
        try:
            when = date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))
        except ValueError:
            continue
        found.append(Day(when, len(year) == 2))
    return found


def parse_date(text: str) -> date | None:
    """Return the one day a text names, or ``None`` for none or several."""
    found = {each.day for each in days_in(text)}
    return found.pop() if len(found) == 1 else None


def months_in(text: str) -> list[tuple[int, int]]:
    """Return the months of a text as ``(year, month)``, days read as their months."""
    plain = clean(text)
    days = [(each.day.year, each.day.month) for each in days_in(plain)]
    bare = (
        tuple(int(part) for part in match.groups() if part)
        for match in _MONTH.finditer(_DAY.sub(" ", plain))
    )
    return days + [(year, month) for year, month in bare if 1 <= month <= 12]


def times_in(text: str) -> list[int]:
    """Return the times of day of a text in seconds; hours past midnight go on counting."""
    found = []
    for match in _TIME.finditer(clean(text)):
        hour = int(match["h1"] or match["h2"])
        minute, second = int(match["m1"] or match["m2"] or 0), int(match["s1"] or match["s2"] or 0)
        if match["half"] in ("오후", "밤", "저녁") and hour < 12:
            hour += 12
        if hour < 48 and minute < 60 and second < 60:
            found.append(hour * 3600 + minute * 60 + second)
    return found


def is_time(text: str) -> bool:
    """Tell whether a text is a time of day and nothing else."""
    return _TIME.fullmatch(clean(text).strip()) is not None


def blank_moments(text: str) -> str:
    """Blank out days, months and times, so that their digits are not read as numbers."""
    return _MOMENT.sub(lambda match: " " * len(match[0]), text)
