"""Decisions of the Constitutional Court on fictional acts, under numbers that no case has."""

from __future__ import annotations

from dataclasses import dataclass

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.law.calendar import ahead, weekday
from kopa_env.world.law.families import count
from kopa_env.world.law.points import Point, point
from kopa_env.world.law.wording import spaced

DECISIONS = 38_638
"""Decisions, as a recorded list counts them."""

_FIRST_ID = 900_001
_FIRST_DAY, _SPAN = "20020110", 8_780
KINDS = {"헌마": "430101", "헌바": "430102", "헌가": "430103", "헌라": "430104"}
_SUITS = {"헌마": "위헌확인", "헌바": "위헌소원", "헌가": "위헌제청", "헌라": "권한쟁의"}
_RIGHTS = ("직업의 자유", "재산권", "평등권", "일반적 행동자유권", "영업의 자유")


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision."""

    seed: int
    place: int
    kind: str
    day: str
    number: str
    title: str
    point: Point
    upheld: str

    @property
    def id(self) -> int:
        """Its serial number (헌재결정례일련번호)."""
        return _FIRST_ID + self.place

    @property
    def dated(self) -> bool:
        """Whether the list knows the day; an entry without a title has none either."""
        return bool(self.title)

    @property
    def full_bench(self) -> bool:
        """Whether the full bench decided; the others were dismissed by three judges."""
        return self.upheld != "각하"

    @property
    def cited(self) -> str:
        """The decision as others cite it."""
        return f"헌재 {spaced(self.day)} {self.number}"


def decision(seed: int, place: int) -> Decision:
    """Return the decision at a place; later places are later days."""
    draw = Draw(seed, "constitutional", place)
    kind = draw.weighted((("헌마", 690), ("헌바", 250), ("헌가", 50), ("헌라", 10)))
    day = weekday(ahead(_FIRST_DAY, _SPAN * place // DECISIONS))
    about = point(seed, place * 5 % count(), day, draw)
    year = int(day[:4]) - draw.below(3)
    number = f"{year}{kind}{9_001 + place % 6_000}"
    unit = about.unit.label
    title = f"{about.owner.name} {unit} {_SUITS[kind]}"
    if draw.chance(320):
        title = f"{about.owner.name} {unit} 등 {_SUITS[kind]}"
    if draw.chance(25):
        title = ""
    shares = (("각하", 620), ("기각", 230), ("합헌", 120), ("위헌", 20), ("헌법불합치", 10))
    upheld = draw.weighted(shares)
    if kind == "헌마" and upheld == "합헌":
        upheld = "기각"
    if kind in ("헌바", "헌가") and upheld == "기각":
        upheld = "합헌"
    return Decision(seed, place, kind, day, number, title, about, upheld)


def by_id(seed: int, number: str) -> Decision | None:
    """Return the decision of a serial number."""
    place = int(number) - _FIRST_ID if number.isascii() and number.isdecimal() else -1
    return decision(seed, place) if 0 <= place < DECISIONS else None


def texts(own: Decision) -> dict[str, str]:
    """Return what a decision says."""
    about = own.point
    draw = Draw(own.seed, "constitutional text", own.place)
    right = draw.pick(_RIGHTS)
    name = about.owner.name
    where = f"{name} {about.spaced}"
    outcome = {
        "각하": "이 사건 심판청구를 각하한다.",
        "기각": "이 사건 심판청구를 기각한다.",
        "합헌": f"{where}은(는) 헌법에 위반되지 아니한다.",
        "위헌": f"{where}은(는) 헌법에 위반된다.",
        "헌법불합치": f"{where}은(는) 헌법에 합치되지 아니한다. 위 조항은 개정될 때까지 적용된다.",
    }[own.upheld]
    outcome = settle(outcome)
    judged = {
        "각하": "심판청구의 적법요건을 갖추지 못하였다",
        "위헌": "입법목적에 비하여 제한이 지나쳐 과잉금지원칙에 위배된다",
        "헌법불합치": "예외를 두지 않은 점에서 과잉금지원칙에 위배된다",
    }.get(
        own.upheld,
        "입법목적의 정당성과 수단의 적합성이 인정되고 침해의 최소성과 법익의 균형성도 갖추었다",
    )
    cited = [
        decision(own.seed, own.place - step) for step in (count(), 2 * count()) if own.place >= step
    ]
    reasons = (
        f'심판대상조항은 "{about.quoted()}"라고 규정하고 있다. 청구인은 위 조항이 {right}을(를) '
        f"침해한다고 주장하나, "
        f"{judged}."
    )
    if own.upheld in ("위헌", "헌법불합치"):
        reasons = (
            f'심판대상조항은 "{about.quoted()}"라고 규정하고 있다. 위 조항은 {judged}. '
            f"따라서 청구인의 {right}을(를) 침해한다."
        )
    reasons = settle(reasons)
    way = "적극" if own.upheld in ("위헌", "헌법불합치") else "소극"
    whole = "\n".join(
        [
            *("【당사자】", "청구인 ○○○", "【주문】", outcome, "【이유】", "1. 사건개요"),
            f"청구인은 {about.owner.words['사업']}을 하려는 자로서 {about.heading}에 관한 규정이 "
            "기본권을 침해한다고 주장하며 이 사건 심판을 청구하였다.",
            *("2. 심판의 대상", where, "3. 판단", reasons, "4. 결론"),
            "그러므로 주문과 같이 결정한다.",
        ]
    )
    return {
        "holdings": settle(f"{where}이(가) 청구인의 {right}을(를) 침해하는지 여부({way})"),
        "summary": reasons,
        "whole": whole,
        "provisions": where,
        "precedents": ", ".join(d.cited for d in cited),
        "reviewed": f"{where}: {about.quoted()}",
    }
