"""Addresses in Latin letters, and places in metres of UTM-K.

Sines are summed up term by term: every machine rounds additions and products alike, its library's
sines perhaps not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

_PROVINCES: Mapping[str, str] = {
    "서울": "Seoul", "부산": "Busan", "대구": "Daegu", "인천": "Incheon", "광주": "Gwangju",
    "대전": "Daejeon", "울산": "Ulsan", "세종": "Sejong-si", "경기": "Gyeonggi-do",
    "강원": "Gangwon-do", "충북": "Chungcheongbuk-do", "충남": "Chungcheongnam-do",
    "전북": "Jeonbuk-do", "전남": "Jeollanam-do", "경북": "Gyeongsangbuk-do",
    "경남": "Gyeongsangnam-do", "제주": "Jeju-do",
}  # fmt: skip
_UNITS: Mapping[str, str] = {
    "시": "-si", "군": "-gun", "구": "-gu", "동": "-dong", "읍": "-eup", "면": "-myeon",
    "리": "-ri", "가": "-ga", "로": "-ro",
}  # fmt: skip
_LEADS = ("g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t",
          "p", "h")  # fmt: skip
_VOWELS = ("a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u",
           "wo", "we", "wi", "yu", "eu", "ui", "i")  # fmt: skip
_TAILS = ("", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p",
          "p", "t", "t", "ng", "t", "t", "k", "t", "p", "t")  # fmt: skip
_CARRIED: Mapping[int, str] = {
    1: "g", 2: "kk", 7: "d", 8: "r", 17: "b", 19: "s", 20: "ss", 22: "j", 23: "ch", 24: "k",
    25: "t", 26: "p", 27: "",
}  # fmt: skip
"""How a tail is heard before a vowel, by its number."""
_MEET: Mapping[tuple[str, str], tuple[str, str]] = {
    ("k", "n"): ("ng", "n"), ("k", "m"): ("ng", "m"), ("k", "r"): ("ng", "n"),
    ("t", "n"): ("n", "n"), ("t", "m"): ("n", "m"), ("p", "n"): ("m", "n"), ("p", "m"): ("m", "m"),
    ("p", "r"): ("m", "n"), ("n", "r"): ("l", "l"), ("l", "n"): ("l", "l"), ("l", "r"): ("l", "l"),
    ("m", "r"): ("m", "n"), ("ng", "r"): ("ng", "n"),
}  # fmt: skip
"""Tails and leads that change one another: ``종로`` is Jongno, ``신림`` Sillim."""
_BRANCH = re.compile(r"(.+?)(대로|로|길)(\d+)(번길|길)")


def romanised(text: str) -> str:
    """Return a name in Latin letters as it is spoken, by the official rules."""
    letters: list[str] = []
    tail = 0
    for char in text:
        place = ord(char) - 0xAC00
        if not 0 <= place < 11172:
            letters += [_TAILS[tail], char]
            tail = 0
            continue
        lead, rest = divmod(place, 588)
        end, start = _TAILS[tail], _LEADS[lead]
        if not start and tail in _CARRIED:
            end, start = "", _CARRIED[tail]
        end, start = _MEET.get((end, start), (end, start))
        letters += [end, start, _VOWELS[rest // 28]]
        tail = rest % 28
    return "".join([*letters, _TAILS[tail]]).capitalize()


def province(short: str) -> str:
    """Return a province in Latin letters."""
    return _PROVINCES[short]


@lru_cache(maxsize=8192)
def place(name: str) -> str:
    """Return a district, town or village in Latin letters, the smaller part first."""
    return ", ".join(_unit(word) for word in reversed(name.split()))


def _unit(word: str) -> str:
    tail = _UNITS.get(word[-1], "")
    return romanised(word[:-1]) + tail if tail and len(word) > 1 else romanised(word)


@lru_cache(maxsize=32768)
def road(name: str) -> str:
    """Return a road in Latin letters: ``역삼로24길`` is ``Yeoksam-ro 24-gil``."""
    found = _BRANCH.fullmatch(name)
    if found:
        branch = "beon-gil" if found[4] == "번길" else "-gil"
        return f"{road(found[1] + found[2])} {found[3]}{branch}"
    for tail, latin in (("대로", "-daero"), ("로", "-ro"), ("길", "-gil")):
        if name.endswith(tail):
            return romanised(name.removesuffix(tail)) + latin
    return romanised(name)


# ---- UTM-K -----------------------------------------------------------------------------------

_A, _F = 6_378_137.0, 1 / 298.257222101
_E2 = _F * (2 - _F)
_K, _LAT0, _LON0 = 0.9996, 38.0, 127.5
_RADIAN = 3.141592653589793 / 180


def _sine(x: float) -> float:
    term = total = x
    for n in range(1, 14):
        term = -term * x * x / ((2 * n) * (2 * n + 1))
        total += term
    return total


def _cosine(x: float) -> float:
    term = total = 1.0
    for n in range(1, 14):
        term = -term * x * x / ((2 * n - 1) * (2 * n))
        total += term
    return total


def _meridian(lat: float) -> float:
    e4, e6 = _E2 * _E2, _E2 * _E2 * _E2
    return _A * (
        (1 - _E2 / 4 - 3 * e4 / 64 - 5 * e6 / 256) * lat
        - (3 * _E2 / 8 + 3 * e4 / 32 + 45 * e6 / 1024) * _sine(2 * lat)
        + (15 * e4 / 256 + 45 * e6 / 1024) * _sine(4 * lat)
        - (35 * e6 / 3072) * _sine(6 * lat)
    )


def utm_k(lat: int, lon: int) -> tuple[str, str]:
    """Return metres east and north of a place in millionths of a degree."""
    phi, away = lat / 1_000_000 * _RADIAN, (lon / 1_000_000 - _LON0) * _RADIAN
    sin, cos = _sine(phi), _cosine(phi)
    tan2, c = (sin / cos) * (sin / cos), _E2 / (1 - _E2) * cos * cos
    n = _A * (1 - _E2 * sin * sin) ** -0.5
    a = away * cos
    a2 = a * a
    x = _K * n * a * (1 + a2 * (1 - tan2 + c) / 6 + a2 * a2 * (5 - 18 * tan2 + tan2 * tan2) / 120)
    y = _K * (
        _meridian(phi)
        - _meridian(_LAT0 * _RADIAN)
        + n * sin / cos * a2 * (0.5 + a2 * (5 - tan2 + 9 * c + 4 * c * c) / 24)
    )
    # Micrometres would tell machines apart that round a root differently; tenths of a metre do not.
    return f"{1_000_000 + x:.4f}", f"{2_000_000 + y:.4f}"
