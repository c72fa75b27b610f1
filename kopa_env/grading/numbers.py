"""Reading numbers as Koreans write them.

Thousands commas in groups of three, 만/억/조 and 천/백/십, units, ``%`` apart from ``%p``, minus
signs (``-``, ``−``, ``△``, ``▲``, 마이너스), full-width digits, ``1e3``. A malformed number
(``1,00``, ``1_000``, ``12²``) is told apart from none: it is a candidate without a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from kopa_env.grading.dates import blank_moments
from kopa_env.grading.normalise import clean, unlatex

_BIG = {"만": 10**4, "억": 10**8, "조": 10**12, "경": 10**16}
_SMALL = {"십": 10, "백": 100, "천": 1000}
_SCALED = re.compile(r"((?:[십백천]?[만억조경]|[십백천])+)(?=.)")

_SYNONYMS = {
    "명": ("명", "인", "사람"),
    "개": ("개",),
    "곳": ("곳", "개소", "군데"),
    "교": ("개교", "학교", "교"),
    "건": ("건",),
    "호": ("호",),
    "회": ("회", "번", "차례"),
    "%p": ("%p", "%P", "%포인트", "퍼센트포인트", "퍼센트 포인트", "% 포인트", "% 포인트", "pp"),
    "%": ("%", "퍼센트", "프로", "percent"),
    "원": ("원", "KRW", "원정"),
    "m2": ("m2", "제곱미터"),
    "m3": ("m3", "세제곱미터"),
    "km": ("km", "킬로미터"),
    "kg": ("kg", "킬로그램"),
    "m": ("m", "미터"),
    "t": ("톤", "t"),
    "L": ("리터", "L", "ℓ"),
    **{
        unit: (unit,)
        for unit in (
            *("년", "월", "일", "시", "분", "초", "시간", "개월", "주", "배", "위", "등", "km2"),
            *("대", "세", "표", "석", "점", "편", "권", "종", "팀", "사", "학급", "가구", "세대"),
            *("필지", "마리", "그루", "기관", "업체", "시군구", "항목", "항", "달러", "엔", "℃"),
            *("가지", "자리", "면", "종목", "과목", "병상"),
        )
    },
}
_UNIT_OF = {word: unit for unit, words in _SYNONYMS.items() for word in words}

COUNTS = frozenset(
    {
        *("명", "개", "곳", "건", "호", "회", "교", "대", "표", "석", "점", "편", "권", "종", "팀"),
        *("사", "학급", "가구", "세대", "필지", "마리", "그루", "기관", "업체"),
        *("시군구", "항목", "가지", "자리", "면", "종목", "과목", "병상", ""),
    }
)
"""Counters: ``12건`` where ``12개`` is asked for is a matter of taste."""

ORDINALS = frozenset({"호", "회", "차", "대", "조", "항", "기"})
"""Where one of these is asked for, 제3회 says 3; elsewhere it names something, counts nothing."""

UNKNOWN = "?"
"""The unit of a number that something unknown is glued to (``7호선``)."""

_TOKEN = re.compile(
    r"(?P<sign>마이너스\s?|[△▲]\s?|(?<![0-9A-Za-z가-힣)\]%])-\s?)?"
    r"(?P<body>(?<![A-Za-z0-9_.,])(?:[0-9](?:[0-9,._]*[0-9])?|\.[0-9]+))"
    r"(?P<power>[eE][+-]?[0-9]{1,2}(?![0-9A-Za-z]))?(?P<odd>[²³¹⁰⁴-⁹₀-₉½-¾_]*)"
)
_WELL_FORMED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+")
_MORE = re.compile(r"\s?(?P<body>[0-9](?:[0-9,.]*[0-9])?)")
_SCALE = re.compile(r"\s?([십백천]?)(?:\s?([억조경]|만(?!큼)))?(?<=[십백천만억조경])")
_AFTER = re.compile(
    r"$|[^가-힣A-Za-z0-9]|입|이|예|임|으|로|은|는|가|을|를|의|에|와|과|도|만|씩|쯤|정도|가량|인|일|까지|부터|미만|"
    r"초과|뿐|밖|짜리|간|째|였|네|요|며|고|나|다|라|감소|하락|증가|상승|줄|늘|떨어|올"
)
_DECLINE = re.compile(
    r"\s?(?:이|가|은|는|을|를|만큼|씩|나)?\s?(?:감소|하락|줄|떨어|적자|손실|내렸|내린|내려|축소|순손실|미달)"
)
_NATIVE = re.compile(
    r"(?<![가-힣])(한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(개|명|곳|건|군데|번|회|사람|가지)(?="
    + _AFTER.pattern
    + ")"
)
_NATIVE_VALUE = {
    **{"한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5},
    **{"여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10},
}


@dataclass(frozen=True, slots=True)
class Number:
    """One number in a text.

    Attributes:
        value: 만/억/조 multiplied out, sign applied; ``None`` if malformed.
        unit: canonical (``명`` for ``인``), empty for none, ``?`` for something unknown.
        decimals: digits printed after the point.
        scaled: whether 만/억/조 were used.
        text: as written.
        bracketed: alone in round brackets, which is how accounts write a loss.
        decline: a word such as 감소 follows.
    """

    value: Decimal | None
    unit: str
    decimals: int
    scaled: bool
    text: str
    bracketed: bool = False
    decline: bool = False


def canonical_unit(unit: str) -> tuple[str, int]:
    """Return a unit without its scale, and the scale: ``억원`` → ``원``, 100,000,000."""
    plain = clean(unit).strip()
    if plain not in _UNIT_OF:
        plain = plain.replace(" ", "")
    if plain in _UNIT_OF:
        return _UNIT_OF[plain], 1
    scale = 1
    match = _SCALED.match(plain)
    if match and plain[match.end() :] in _UNIT_OF:
        for word in match[1]:
            scale *= _SMALL.get(word) or _BIG[word]
        return _UNIT_OF[plain[match.end() :]], scale
    return plain, 1


def numbers_in(text: str, unit: str = "") -> list[Number]:
    """Return the numbers of a text in order, dates and times left out.

    Args:
        text: any text.
        unit: a further unit to know, such as the one asked for.
    """
    plain = blank_moments(unlatex(clean(text)))
    found = list(_scan(plain, unit))
    return found or [
        Number(Decimal(_NATIVE_VALUE[m[1]]), _UNIT_OF.get(m[2], m[2]), 0, False, m[0])
        for m in _NATIVE.finditer(plain)
    ]


def parse_number(text: str, unit: str = "") -> Number | None:
    """Return the one number a text commits to.

    ``None`` for no number, two different ones or a malformed one.
    """
    found = numbers_in(text, unit)
    if not found or any(n.value is None for n in found) or len({n.value for n in found}) > 1:
        return None
    return found[0]


def _scan(text: str, unit: str) -> Iterator[Number]:
    position = 0
    while match := _TOKEN.search(text, position):
        number, position = _number(text, match, unit)
        yield number


def _number(text: str, match: re.Match[str], unit: str) -> tuple[Number, int]:
    """Return the number at a token and where its digits and scales end."""
    value, decimals, scaled, end = _value(text, match, unit)
    name, after = _unit_at(text, end, unit)
    ordinal = text[: match.start("body")].endswith("제")
    asked = name in ORDINALS and name == canonical_unit(unit)[0]
    bracketed = text[: match.start()].endswith("(") and text.startswith(")", end)
    number = Number(
        value=value.copy_negate() if value is not None and match["sign"] else value,
        unit=UNKNOWN if ordinal and not asked else name,
        decimals=decimals,
        scaled=scaled,
        text=text[match.start() : after],
        bracketed=bracketed and not match["sign"],
        decline=_DECLINE.match(text, after) is not None,
    )
    return number, end


def _value(text: str, match: re.Match[str], unit: str) -> tuple[Decimal | None, int, bool, int]:
    """Return value, decimals, whether it was scaled, and where it ends."""
    body = match["body"]
    if match["odd"] or not _WELL_FORMED.fullmatch(body) or len(body) > 400:
        return None, 0, False, match.end()
    decimals = len(body.partition(".")[2])
    number = Decimal(body.replace(",", ""))
    if match["power"]:
        return number * Decimal(10) ** int(match["power"][1:]), decimals, False, match.end()
    total, end = _composite(text, number, match.end(), unit)
    return total, decimals, end > match.end(), end


def _composite(text: str, first: Decimal, end: int, unit: str) -> tuple[Decimal, int]:
    """Add up ``1조 2,345억 6만``, ``2천5백만``; scales go down from left to right."""
    total, section, number = Decimal(0), Decimal(0), first
    big_limit, small_limit = 10**20, 10**20
    done = first, end
    if _scales(text, end, unit)[2] == end:
        return done
    while True:
        small, big, end = _scales(text, end, unit)
        if small >= small_limit or (small == 1 and number >= small_limit) or big >= big_limit:
            return done
        section, small_limit = section + number * small, small
        if big > 1:
            total, section = total + section * big, Decimal(0)
            big_limit, small_limit = big, 10**4
        done = total + section, end
        more = _MORE.match(text, end) if small * big > 1 else None
        if not more or not _WELL_FORMED.fullmatch(more["body"]):
            return done
        number, end = Decimal(more["body"].replace(",", "")), more.end()


def _scales(text: str, end: int, unit: str) -> tuple[int, int, int]:
    """Return the 십/백/천 and the 만/억/조/경 that follow a number (1 for none), and their end."""
    match = _SCALE.match(text, end)
    if not match or _is_unit(text, match.end(0) - 1, unit):
        return 1, 1, end
    return _SMALL.get(match[1], 1), _BIG.get(match[2], 1), match.end()


def _is_unit(text: str, position: int, unit: str) -> bool:
    """Tell whether the word at a position is the unit asked for (``38조``) rather than a scale."""
    return bool(unit) and unit[0] in _BIG and text.startswith(unit, position)


@lru_cache(maxsize=256)
def _unit_pattern(unit: str) -> re.Pattern[str]:
    words = sorted({*_UNIT_OF, *([unit] if unit else [])}, key=len, reverse=True)
    return re.compile(r"\s?(" + "|".join(map(re.escape, words)) + ")")


def _unit_at(text: str, end: int, unit: str) -> tuple[str, int]:
    """Return the unit that follows a number and where it ends."""
    if text.startswith(")", end):
        end += 1
    match = _unit_pattern(clean(unit).strip()).match(text, end)
    if match and _AFTER.match(text, match.end()):
        return _UNIT_OF.get(match[1], match[1]), match.end()
    if match and not match[0][0].isspace():
        return UNKNOWN, match.end()
    if _AFTER.match(text, end):
        return "", end
    return UNKNOWN, end
