"""How Korean text ends when it is read aloud; particles follow the sound, not the spelling.

The packages on the index that choose particles stop at quotes, units, lower-case Latin or large
round numbers, which is what public data are full of; so the reading is done here.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Final(StrEnum):
    """The last sound of a word."""

    VOWEL = "vowel"
    RIEUL = "rieul"
    CONSONANT = "consonant"


_DIGIT = {
    "0": Final.CONSONANT,
    "1": Final.RIEUL,
    "2": Final.VOWEL,
    "3": Final.CONSONANT,
    "4": Final.VOWEL,
    "5": Final.VOWEL,
    "6": Final.CONSONANT,
    "7": Final.RIEUL,
    "8": Final.RIEUL,
    "9": Final.VOWEL,
}
_LETTER = {"L": Final.RIEUL, "R": Final.RIEUL, "M": Final.CONSONANT, "N": Final.CONSONANT}
_UNIT = {
    "%p": Final.VOWEL,
    "%": Final.VOWEL,
    "℃": Final.VOWEL,
    "°": Final.VOWEL,
    "㎡": Final.VOWEL,
    "㎢": Final.VOWEL,
    "㎥": Final.VOWEL,
    "㎞": Final.VOWEL,
    "㎝": Final.VOWEL,
    "㎜": Final.VOWEL,
    "㎏": Final.CONSONANT,
    "㎎": Final.CONSONANT,
    "㎍": Final.CONSONANT,
    "kg": Final.CONSONANT,
    "mg": Final.CONSONANT,
    "g": Final.CONSONANT,
    "t": Final.CONSONANT,
    "kWh": Final.VOWEL,
    "MWh": Final.VOWEL,
    "km": Final.VOWEL,
    "cm": Final.VOWEL,
    "mm": Final.VOWEL,
    "m": Final.VOWEL,
    "ha": Final.VOWEL,
    "L": Final.VOWEL,
    "ml": Final.VOWEL,
    "p": Final.VOWEL,
}
_AFTER_NUMBER = re.compile(
    r"[0-9]\s?(%p|kWh|MWh|kg|mg|km|cm|mm|ml|ha|[%℃°㎡㎢㎥㎞㎝㎜㎏㎎㎍gtmLp])$"
)
_SYMBOL = {"%": Final.VOWEL, "㈜": Final.VOWEL, "㎡": Final.VOWEL, "℃": Final.VOWEL}
_ORGANISATION = re.compile(r"\((?:주|유|사|재|의)\)$")
_BRACKETED = re.compile(r"(?:\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）)$")
_CLOSING = "」』’”'\"》〉】*`_ .,·…~!?"
_NUMBER = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?$")
_LATIN = re.compile(r"[A-Za-z]+$")
_WORD_ENDINGS = (
    (re.compile(r"(?:le|l|ll)$"), Final.RIEUL),
    (re.compile(r"(?:ng|n|m|ne|me)$"), Final.CONSONANT),
    (re.compile(r"(?:[aiouywr]|[csgzvtd]e|[sxzfvdjh])$"), Final.VOWEL),
)


def final_sound(text: str) -> Final | None:
    """Return the last sound of *text* as it is read aloud, ``None`` if that cannot be told.

    Quotes are looked through, a bracket at the end is passed over (「국회(상임위)」 ends as 국회),
    numbers are read as Sino-Korean numbers, capitals letter by letter, units by their name.
    """
    text = text.rstrip(_CLOSING)
    if _ORGANISATION.search(text):
        return Final.VOWEL  # (주) is read 주식회사 or 주
    while (cut := _BRACKETED.sub("", text).rstrip(_CLOSING)) and cut != text:
        text = cut
    text = text.rstrip(")]）")
    if not text:
        return None
    last = text[-1]
    if "가" <= last <= "힣":
        return _syllable(last)
    if unit := _AFTER_NUMBER.search(text):
        return _UNIT[unit.group(1)]
    if number := _NUMBER.search(text):
        return _number(number.group())
    if word := _LATIN.search(text):
        return _latin(word.group())
    return _SYMBOL.get(last)


def _syllable(char: str) -> Final:
    coda = (ord(char) - 0xAC00) % 28
    if coda == 0:
        return Final.VOWEL
    return Final.RIEUL if coda == 8 else Final.CONSONANT


def _number(text: str) -> Final:
    digits = text.replace(",", "")
    zeros = len(digits) - len(digits.rstrip("0"))
    if "." in digits or zeros == 0 or digits.strip("0") == "":
        return _DIGIT[digits[-1]]
    # 조 (10^12) is the one unit that ends in a vowel: 십, 백, 천, 만, 억, 경 do not.
    return Final.VOWEL if zeros // 4 == 3 else Final.CONSONANT


def _latin(word: str) -> Final | None:
    if word.isupper() or len(word) == 1:
        return _LETTER.get(word[-1].upper(), Final.VOWEL)
    return next((sound for pattern, sound in _WORD_ENDINGS if pattern.search(word)), None)
