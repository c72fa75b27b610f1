"""Korean text in one spelling: width, blanks, composition, corporate forms, sentence endings."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import is_normalized, normalize

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u115f\u1160\u3164]")
_COMPATIBLE = re.compile("[\u2160-\u217f\u3200-\u321e\u3380-\u33df\uff01-\uffee]+")
_SQUARED = re.compile("(?<=m)[²³]")
_MARKS = str.maketrans(
    {
        **dict.fromkeys("\u00a0\u1680\u202f\u205f\u3000\u2007\u2009\u200a\u2002\u2003", " "),
        **dict.fromkeys("−﹣－‐‑", "-"),
        **dict.fromkeys("∼～〜˜", "~"),
        **dict.fromkeys("“”„‟″", '"'),
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("ㆍ‧・･∙•⋅", "·"),
    }
)
_LATEX = (
    (re.compile(r"\\(?:text|mathrm|mathbf|textbf|textit|operatorname|mbox)\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\{,\}"), ","),
    (re.compile(r"\\\\"), "\n"),
    (re.compile(r"\\(?:,|;|:|!|quad|qquad|left|right|displaystyle)(?![A-Za-z])"), ""),
    (re.compile(r"\\([%$#&_{}~ ])"), r"\1"),
    (re.compile(r"\\(?:triangle|bigtriangleup|vartriangle)\s?"), "△"),
    (re.compile(r"\$"), ""),
)
_CORPORATE = re.compile(
    r"\((?:주|유|사|재|합|의|학)\)|주식회사|유한회사|유한책임회사|사단법인|재단법인|학교법인"
)
_DECORATION = re.compile(r"[\s\"'`「」『』《》〈〉【】*]+")

_COPULA = (
    "입니다|이었습니다|였습니다|이에요|예요|이예요|이었어요|였어요|이네요|네요|이다|였다|이었다|임|"
    "이고|이며|이고요|고요|이랍니다|랍니다|이지요|이죠|죠|요"
)
_PARTICLE = "으로|로|은|는|이|가|을|를|의|에|에서|와|과|도|만"
_FOUND = (
    r"\s?(?:이|인|으로|로)?\s?(?:것으로\s?)?(?:확인|나타|조사|집계|계산|산출)"
    "(?:됩니다|됐습니다|되었습니다|났습니다|납니다|돼요|됐어요)"
)
ENDING = re.compile(rf"\s*(?:{_COPULA}|{_PARTICLE}|{_FOUND})?[\s.!。)\]]*")
"""What may follow a value: the copula, a particle, punctuation."""

_AFTER_CONSONANT = ("은", "을", "과", "으로")
_AFTER_VOWEL = ("는", "가", "를", "와", "예", "였", "네", "고", "랍", "죠")
_STATES = re.compile(r"(?:입니다|이었습니다|이에요|예요|이예요|이랍니다|이다)[\s.!。]*$")

_HEDGE = re.compile(
    r"아마도?(?=[\s,.])|확실하지|확실치|확인(?:할 수|하지|이 어려|은 어려|불가)|"
    r"알 수 없|알 수가 없|모르|모릅|것 같|듯합|듯해|일 것(?:입|이)|추측|추정|짐작|어림|일지도|"
    r"수도 있|가능성|찾을 수 없|조회(?:할 수 없|되지 않)|"
    r"\b(?:maybe|perhaps|probably|possibly|guess(?:ing)?|not sure|cannot|can't|unable|unknown)\b",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"(?:답|확인|조회|알|찾|제공|판단)(?:할|을|변할|하기|기)?\s?(?:수(?:가)?\s?없|어렵|불가)|불가능|"
    r"도구가 없|모르겠|모릅니다|\b(?:cannot|can't|unable to) (?:answer|determine|find)\b",
    re.IGNORECASE,
)


def clean(text: str) -> str:
    """Return a text in one spelling of its characters; nothing that carries meaning is lost.

    NFC; full-width forms, ligature units (``㎡``) and ``㈜`` as plain ones; blanks of all kinds as
    a blank, invisible marks dropped; dashes, quotes and middle dots in one form. Superscripts and
    circled digits stay what they are.
    """
    if text.isascii():
        return text
    if not is_normalized("NFC", text):
        text = normalize("NFC", text)
    text = _INVISIBLE.sub("", text).translate(_MARKS)
    text = _COMPATIBLE.sub(lambda match: normalize("NFKC", match[0]), text)
    return _SQUARED.sub(lambda match: "2" if match[0] == "²" else "3", text)


def unlatex(text: str) -> str:
    r"""Take the LaTeX off that models put around a value (``9{,}500``, ``\text{명}``, ``\%``)."""
    if "\\" not in text and "$" not in text and "{" not in text:
        return text
    for pattern, plain in _LATEX:
        text = pattern.sub(plain, text)
    return text


_PLAIN_ENDINGS = {
    **dict.fromkeys(("있다", "있습니다", "있어요", "있음"), "있음"),
    **dict.fromkeys(("없다", "없습니다", "없어요", "없음"), "없음"),
    **dict.fromkeys(("예", "네", "맞다", "맞습니다", "그렇다", "그렇습니다"), "예"),
    **dict.fromkeys(("아니요", "아니오", "아니다", "아닙니다"), "아니요"),
    **dict.fromkeys(("된다", "됩니다", "돼요", "가능", "가능하다", "가능합니다"), "된다"),
    **dict.fromkeys(("안된다", "안됩니다", "안돼요", "불가", "불가하다", "불가합니다"), "안된다"),
}
"""Yes, no and the like, in whatever style of speech."""


def name_key(text: str) -> str:
    """Return what two spellings of a name have in common.

    Blanks, quotes, case, corporate forms (``(주)``, ``㈜``, ``주식회사``) and a final full stop do
    not count. A name made of a corporate form alone keeps it. Yes and no have one form each
    (``있습니다`` → ``있음``).
    """
    return _short_key(text) if len(text) <= 100 else _key(text)


def _key(text: str) -> str:
    plain = _DECORATION.sub("", clean(text)).casefold()
    key = _CORPORATE.sub("", plain).rstrip(".。")
    return _PLAIN_ENDINGS.get(key, key) or plain


_short_key = lru_cache(maxsize=4096)(_key)


def followed_by_ending(text: str, key: str) -> bool:
    """Tell whether a text is a name and, at most, a sentence ending (``강남구입니다.``)."""
    whole = name_key(text)
    if not key or not whole.startswith(key):
        return False
    rest = whole[len(key) :]
    return not rest or (_sounds_right(key[-1], rest) and ENDING.fullmatch(rest) is not None)


def _sounds_right(last: str, ending: str) -> bool:
    """Tell whether an ending fits the sound before it (은행 + 가 does not)."""
    if not "가" <= last <= "힣":
        return True
    has_final = (ord(last) - ord("가")) % 28 > 0
    return not ending.startswith(_AFTER_VOWEL if has_final else _AFTER_CONSONANT)


def predicate(sentence: str) -> str | None:
    """Return a sentence without its copula, or ``None`` if it does not end in one."""
    found = _STATES.search(sentence)
    return sentence[: found.start()].strip() if found else None


def hedges(text: str) -> bool:
    """Tell whether a text guesses or doubts."""
    return _HEDGE.search(text) is not None


def refuses(text: str) -> bool:
    """Tell whether a text says that there is no answer to give."""
    return _REFUSAL.search(text) is not None
