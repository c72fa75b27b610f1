"""What banks, insurers and fund managers call their products, and the words that go with them."""

from __future__ import annotations

from kopa_env.world.draw import Draw
from kopa_env.world.names import romanised
from kopa_env.world.table import Value

MONTH = "202601"
"""The month of disclosure of 금융상품한눈에 that the world knows."""

_FORMS = ("주식회사", "㈜", "(주)", "한국")
_ENDINGS = (
    "상호저축은행", "저축은행", "화재해상보험", "해상화재보험", "생명보험", "손해보험", "자산운용",
    "투자증권", "증권", "은행 서울지점", "은행", "캐피탈", "카드", "보험",
)  # fmt: skip
_DEPOSITS = (
    "{} 정기예금", "{} 플러스 정기예금", "{}e 정기예금", "{} 회전정기예금", "{} 첫거래 정기예금",
    "{} 모바일 정기예금", "{} 우대 정기예금", "{} 시니어 정기예금",
)  # fmt: skip
_SAVINGS = (
    "{} 정기적금", "{} 자유적금", "{} 청년적금", "{} 급여이체 적금", "{}e 자유적금", "{} 매일 적금",
    "{} 아이사랑 적금", "{} 첫거래 적금",
)  # fmt: skip
_AT_SAVINGS_BANKS = {
    "deposit": (
        "정기예금", "e-정기예금", "회전정기예금", "비대면 정기예금", "e-회전정기예금",
        "스마트 정기예금", "{} 정기예금",
    ),
    "saving": (
        "정기적금", "e-정기적금", "자유적립적금", "비대면 정기적금", "스마트 정기적금",
        "{} 아이적금",
    ),
}  # fmt: skip


def label(name: str) -> str:
    """Return what an institution is called within the name of a product."""
    for form in _FORMS:
        name = name.replace(form, "")
    name = name.strip()
    for ending in _ENDINGS:
        if name.endswith(ending) and name != ending:
            return name[: -len(ending)].strip()
    return name


def initials(name: str) -> str:
    """Return two Latin letters of an institution's name, for its product codes."""
    letters = "".join((romanised(char) or "X")[0] for char in label(name)[:2])
    return (letters.upper() if letters.isascii() else "").ljust(2, "K")


def offers(seed: int, row: dict[str, Value], kind: str) -> list[tuple[str, str]]:
    """Return code and name of the deposits or savings (``kind``) that a bank offers now."""
    name, sector = str(row["name"]), str(row["sector"])
    draw = Draw(seed, "offers", str(row["fin_id"]), kind)
    if sector == "저축은행":
        texts, count = _AT_SAVINGS_BANKS[kind], draw.between(2, 5 if kind == "deposit" else 4)
    else:
        texts, count = (_DEPOSITS, draw.between(1, 3)) if kind == "deposit" else (
            _SAVINGS, draw.between(2, 4))  # fmt: skip
    first = draw.below(len(texts)) if sector != "저축은행" else 0
    chosen = [texts[(first + n) % len(texts)].format(label(name)) for n in range(count)]
    letter = "B" if kind == "deposit" else "G"
    head = "TD" if sector == "저축은행" and draw.chance(300) else initials(name)
    return [(f"{head}{n:04d}{letter}", text) for n, text in enumerate(chosen, 1)]


def times(draw: Draw) -> tuple[str, str | None, str]:
    """Return first and last day of a disclosure, and the minute it was handed in."""
    day = f"{MONTH}{draw.between(5, 28):02d}"
    end = f"2026{draw.pick(('0630', '1231'))}" if draw.chance(60) else None
    return day, end, f"{day}{draw.between(9, 17):02d}{draw.between(0, 59):02d}"


def hundredths(value: int) -> float:
    """Return a rate in hundredths of a per cent as the number that JSON has."""
    return value / 100
