"""Interpretations: what fictional agencies answered on fictional acts.

``expc`` is the list of the agency for legislation; every other target is one ministry's own list.
An interpretation is asked by a fictional local government or agency, or by a citizen, and rests on
one article; most say yes or no, some that it depends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.law.calendar import TODAY, ahead, weekday
from kopa_env.world.law.courts import TOWNS, town_code
from kopa_env.world.law.points import Point, point
from kopa_env.world.law.precedents import on_act
from kopa_env.world.law.wording import polite
from kopa_env.world.statute_names import acts

EXPC = "expc"
_SIZES: Mapping[str, tuple[int, str, str]] = {
    # target: how many, the agency (fictional), the committee in whose field the acts are
    "expc": (8804, "가람법제원", ""),
    "moel": (3900, "가람노동부", "환경노동위원회"),
    "molit": (4200, "가람국토부", "국토교통위원회"),
    "moef": (1500, "가람재정부", "기획재정위원회"),
    "mof": (900, "가람해양부", "농림축산식품해양수산위원회"),
    "mois": (3400, "가람내무부", "행정안전위원회"),
    "me": (2300, "가람기후부", "환경노동위원회"),
    "kcs": (2600, "가람관세청", "기획재정위원회"),
    "nts": (6200, "가람조세청", "기획재정위원회"),
    "moe": (700, "가람교육부", "교육위원회"),
    "msit": (420, "가람과학부", "과학기술정보방송통신위원회"),
    "mpva": (260, "가람보훈부", "정무위원회"),
    "mnd": (240, "가람국방부", "국방위원회"),
    "mafra": (620, "가람농림부", "농림축산식품해양수산위원회"),
    "mcst": (540, "가람문화부", "문화체육관광위원회"),
    "moj": (380, "가람법무부", "법제사법위원회"),
    "mohw": (1900, "가람보건부", "보건복지위원회"),
    "motie": (760, "가람산업부", "산업통상자원중소벤처기업위원회"),
    "mogef": (310, "가람가족부", "여성가족위원회"),
    "mofa": (90, "가람외무부", "외교통일위원회"),
    "mss": (350, "가람기업부", "산업통상자원중소벤처기업위원회"),
    "mou": (60, "가람통일부", "외교통일위원회"),
    "moleg": (480, "가람법제원", "법제사법위원회"),
    "mfds": (880, "가람식약처", "보건복지위원회"),
    "mpm": (640, "가람인사처", "행정안전위원회"),
    "kma": (45, "가람기상청", "환경노동위원회"),
    "khs": (220, "가람유산청", "문화체육관광위원회"),
    "rda": (52, "가람농진청", "농림축산식품해양수산위원회"),
    "npa": (330, "가람경찰청", "행정안전위원회"),
    "dapa": (130, "가람방사청", "국방위원회"),
    "mma": (110, "가람병무청", "국방위원회"),
    "kfs": (410, "가람산림청", "농림축산식품해양수산위원회"),
    "nfa": (520, "가람소방청", "행정안전위원회"),
    "oka": (36, "가람동포청", "외교통일위원회"),
    "pps": (390, "가람조달청", "기획재정위원회"),
    "kdca": (75, "가람질병청", "보건복지위원회"),
    "kostat": (48, "가람통계처", "기획재정위원회"),
    "kipo": (300, "가람지재처", "산업통상자원중소벤처기업위원회"),
    "kcg": (84, "가람해경청", "농림축산식품해양수산위원회"),
    "naacc": (31, "가람행복청", "국토교통위원회"),
}
TARGETS = tuple(_SIZES)
_FIRST_ID, _EACH = 1_000_001, 10_000
_DEPARTMENTS = ("정책과", "제도과", "지원과", "안전과", "관리과")


@dataclass(frozen=True, slots=True)
class Answer:
    """One interpretation. ``way`` is ``예``, ``아니오`` or ``경우``."""

    seed: int
    target: str
    place: int
    day: str
    number: str
    asker: str
    asker_code: str
    point: Point
    way: str

    @property
    def id(self) -> int:
        """Its serial number."""
        return _FIRST_ID + TARGETS.index(self.target) * _EACH + self.place

    @property
    def agency(self) -> str:
        """Who answered."""
        return _SIZES[self.target][1]

    @property
    def agency_code(self) -> str:
        """The code of who answered."""
        return agency_code(self.target)

    @property
    def title(self) -> str:
        """The name of the item."""
        what = (
            f"{self.point.question} 여부(「{self.point.owner.name}」 {self.point.article} 등 관련)"
        )
        if self.target == EXPC:
            return f"{self.asker or '민원인'} - {what}"
        return what if self.place % 3 else f"{self.point.heading}에 관한 질의"


def agency_code(target: str) -> str:
    """Return the code of a fictional agency."""
    place = TARGETS.index("moleg" if target == EXPC else target)
    return f"{9_900_000 + place * 10:07d}"


def size(target: str) -> int:
    """Return how many interpretations a list has."""
    return _SIZES[target][0]


@lru_cache(maxsize=64)
def _starts(committee: str) -> tuple[int, ...]:
    return tuple(n for n, (own, *_) in enumerate(acts()) if committee in ("", own))


def answer(seed: int, target: str, place: int) -> Answer:
    """Return the interpretation at a place of a list; later places are later days."""
    count = size(target)
    draw = Draw(seed, "answer", target, place)
    first, span = ("20050314", 7_620) if target == EXPC else ("20090105", 6_230)
    day = weekday(ahead(first, span * place // count))
    starts = _starts(_SIZES[target][2])
    about = point(seed, starts[draw.below(len(starts))], day, draw)
    asker, code = _asker(draw)
    if target == EXPC:
        number = f"{day[2:4]}-{9_001 + place % 900:04d}"
    else:
        number = f"{about.owner.topic}{draw.pick(_DEPARTMENTS)}-{9_000 + draw.below(900)}"
    way = "경우" if draw.chance(60) else "예" if about.yes else "아니오"
    return Answer(seed, target, place, day, number, asker, code, about, way)


def _asker(draw: Draw) -> tuple[str, str]:
    kind = draw.below(100)
    if kind < 34:
        return "", ""
    if kind < 74:
        town = draw.pick(TOWNS)
        return town, town_code(town)
    if kind < 86:
        target = draw.pick(TARGETS[1:])
        return _SIZES[target][1], agency_code(target)
    town = draw.pick(("가람도", "누리도"))
    return f"{town}교육청", f"{9_980_000 + (town == '누리도') * 10:07d}"


def by_id(seed: int, number: str) -> Answer | None:
    """Return the interpretation of a serial number."""
    place = int(number) - _FIRST_ID if number.isascii() and number.isdecimal() else -1
    target, own = divmod(place, _EACH)
    if not 0 <= target < len(TARGETS) or own >= size(TARGETS[target]):
        return None
    return answer(seed, TARGETS[target], own)


def texts(own: Answer) -> dict[str, str]:
    """Return question, answer and reasons of an interpretation."""
    about = own.point
    name, article = about.owner.name, about.article
    background = (
        f'「{name}」 {article}에서는 "{about.quoted()}"라고 규정하고 있는바, {about.question}?'
    )
    if own.way == "경우":
        reply = (
            "이 사안의 경우 구체적인 사정에 따라 달리 보아야 하므로 일률적으로 말할 수 없고, "
            "개별 사안에서 사실관계를 살펴 판단하여야 합니다."
        )
        end = "따라서 이 사안의 경우 구체적인 사정에 따라 개별적으로 판단하여야 합니다."
    else:
        reply = f"이 사안의 경우 {polite(about.answer)}."
        end = f"따라서 이 사안의 경우 {polite(about.answer)}."
    cited = on_act(own.seed, about.owner.number, own.day)
    case = f"({cited[0].cited.removesuffix(' 판결')} 판결례 참조)" if cited else ""
    reasons = [
        f'먼저 「{name}」 {article}에서는 "{about.quoted()}"라고 규정하고 있습니다.',
        "그런데 법령의 문언 자체가 비교적 명확한 개념으로 구성되어 있다면 다른 해석방법은 활용할 "
        "필요가 없거나 제한될 수밖에 "
        f"없다고 할 것입니다{case}.",
        settle(
            f"또한 {about.heading}에 관한 규정의 취지는 {about.owner.words['주제']}의 "
            f"{about.owner.words['행위']}을(를) "
            f"위하여 {about.owner.words['사업자']}의 의무와 그 한계를 분명히 하려는 데 있다는 "
            f"점도 이 사안을 해석할 때 "
            "고려하여야 합니다."
        ),
        end,
    ]
    return {
        "question": background,
        "reply": reply,
        "reasons": "\n".join(reasons),
        "statutes": f"{name} {article}",
    }


def published(own: Answer) -> bool:
    """Whether it was answered by today."""
    return own.day <= TODAY
