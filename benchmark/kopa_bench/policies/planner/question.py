"""What a question tells: days, quoted and unknown words, which way a ranking goes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from kopa_bench.policies.planner.tools import Parameter, Tool

_DAY = re.compile(r"(\d{4})년 (\d{1,2})월 (\d{1,2})일")
_MONTH = re.compile(r"(\d{4})년 (\d{1,2})월")
_YEAR = re.compile(r"(\d{4})년")
_TERM = re.compile(r"제?(\d{2})대")
_QUOTED = re.compile(r"[‘「“'\"]([^’」”'\"]{2,40})[’」”'\"]")
_TODAY = re.compile(r"오늘은 (\d{4})년 (\d{1,2})월 (\d{1,2})일")
_PARTICLE = re.compile(
    r"(?:에서는|으로는|에서|에게|까지|부터|으로|이라는|라는|이랑|하고|처럼|보다"
    r"|은|는|이|가|을|를|의|에|로|와|과|도|만|랑)$"
)
_MOST = re.compile(
    r"(?:가장|제일|최고로) ?(?:많|높|크|큰|길|긴|늦|최근|비싼|비싸|넓)|최다|최대|상위|최근"
)
_LEAST = re.compile(r"(?:가장|제일) ?(?:적|낮|작|짧|이른|빠|싼|싸|좁|오래)|최소|최저|하위")
_NAMED = ("명", "이름", "명칭", "검색어", "상호", "제목", "지역", "시군", "시도", "업체", "회사")


@dataclass(frozen=True, slots=True)
class Question:
    """A question read by rules.

    Attributes:
        text: the question.
        days, months, years: as digits, in order of appearance.
        terms: of the Assembly.
        names: words that may name something: quoted ones, then those no tool's description knows.
        descending: which way a ranking goes; ``None`` if nothing is ranked.
    """

    text: str
    days: tuple[str, ...]
    months: tuple[str, ...]
    years: tuple[str, ...]
    terms: tuple[str, ...]
    names: tuple[str, ...]
    descending: bool | None

    def value(self, parameter: Parameter) -> str | None:
        """Return what the question says for a parameter, or ``None``."""
        told = [value for value in parameter.enum if value and value in self.text]
        if told:
            return max(told, key=len)
        if parameter.enum:
            return None
        if parameter.format.startswith("YYYY"):
            return self._day(parameter)
        if "대수" in parameter.meaning and self.terms:
            return self.terms[0]
        if any(word in parameter.meaning for word in _NAMED) and self.names:
            return self.names[0]
        return None

    def _day(self, parameter: Parameter) -> str | None:
        late = any(word in parameter.meaning for word in ("끝", "종료", "까지", "마지막"))
        length = len(parameter.format.replace("-", ""))
        known = {8: self.days, 6: self.months, 4: self.years}.get(length, ())
        if known:
            value = known[-1 if late else 0]
        elif length == 8 and (self.months or self.years):
            start = (self.months or self.years)[-1 if late else 0]
            value = start.ljust(6, "0").replace("00", "12" if late else "01")
            value = f"{value[:6]}{'28' if late else '01'}"
        else:
            return None
        dashed = f"{value[:4]}-{value[4:6]}-{value[6:]}"
        return dashed if "-" in parameter.format and length == 8 else value


def read_question(system: str, text: str, tools: Sequence[Tool]) -> Question:
    """Read a question: the system prompt tells what day it is, the tools which words are theirs."""
    today = _TODAY.search(system)
    day = date(*map(int, today.groups())) if today else None
    return Question(
        text,
        tuple(_joined(m) for m in _DAY.findall(text)) or ((f"{day:%Y%m%d}",) if day else ()),
        tuple(_joined(m) for m in _MONTH.findall(text)),
        tuple(_YEAR.findall(text)) or ((str(day.year),) if day else ()),
        tuple(_TERM.findall(text)),
        tuple(_names(text, tools)),
        True if _MOST.search(text) else False if _LEAST.search(text) else None,
    )


def _joined(parts: Sequence[str]) -> str:
    return parts[0] + "".join(part.zfill(2) for part in parts[1:])


def _names(text: str, tools: Sequence[Tool]) -> list[str]:
    known = " ".join(tool.text for tool in tools)
    words = [_PARTICLE.sub("", word) for word in re.findall(r"[가-힣A-Za-z0-9]+", text)]
    unknown = [word for word in words if len(word) > 1 and word not in known and word[0] > "9"]
    return list(dict.fromkeys([*_QUOTED.findall(text), *unknown]))
