"""English names of statutes, with what is Korean in them in the official romanisation."""

from __future__ import annotations

from functools import lru_cache

_LEADS = ("g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k",
          "t", "p", "h")  # fmt: skip
_VOWELS = ("a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u",
           "wo", "we", "wi", "yu", "eu", "ui", "i")  # fmt: skip
_TAILS = ("", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p",
          "p", "t", "t", "ng", "t", "t", "k", "t", "p", "t")  # fmt: skip
_ENDINGS = (
    (" 진흥에 관한 법률", "Act on the Promotion of {}"),
    (" 지원에 관한 법률", "Act on Support for {}"),
    (" 관리 및 이용에 관한 법률", "Act on the Management and Use of {}"),
    (" 활성화에 관한 특별법", "Special Act on the Vitalization of {}"),
    (" 육성 및 지원에 관한 법률", "Act on the Fostering and Support of {}"),
    (" 보전 및 활용에 관한 법률", "Act on the Conservation and Utilization of {}"),
    ("진흥법", "{} Promotion Act"), ("지원법", "{} Support Act"), ("관리법", "{} Management Act"),
    ("안전법", "{} Safety Act"), ("보호법", "{} Protection Act"), ("육성법", "{} Fostering Act"),
    ("활성화법", "{} Vitalization Act"), ("기본법", "Framework Act on {}"),
)  # fmt: skip


@lru_cache(maxsize=4096)
def title(name: str) -> str:
    """Return a statute's name in English."""
    for tail, form in (
        (" 시행령", "Enforcement Decree of the {}"),
        (" 시행규칙", "Enforcement Rule of the {}"),
    ):
        if name.endswith(tail):
            return form.format(title(name.removesuffix(tail)))
    for tail, form in _ENDINGS:
        if name.endswith(tail):
            return form.format(romanised(name.removesuffix(tail)))
    return romanised(name)


def romanised(text: str) -> str:
    """Return Korean text in Latin letters, letter by letter."""
    return " ".join(_word(word) for word in text.split())


def _word(word: str) -> str:
    letters = []
    for char in word:
        place = ord(char) - 0xAC00
        if 0 <= place < 11172:
            lead, rest = divmod(place, 588)
            letters.append(_LEADS[lead] + _VOWELS[rest // 28] + _TAILS[rest % 28])
        else:
            letters.append(char)
    return "".join(letters).capitalize()
