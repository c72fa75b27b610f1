"""What a piece of news is before a newsroom dresses it, and what all of them draw on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from kopa_env.language.particles import settle
from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.tables.members import TERM_END, TERM_START, Member
from kopa_env.world.tables.parliament_boards.titles import subjects

REMARKS = (
    "법적 근거부터 분명히 해야 한다고 말했다",
    "현장 실태조사를 서둘러야 한다고 지적했다",
    "예산과 인력을 함께 늘려야 효과를 볼 수 있다고 강조했다",
    "지역마다 여건이 다른 만큼 맞춤형 지원이 필요하다고 제안했다",
    "부처 간 칸막이를 낮추는 일이 먼저라고 짚었다",
    "해외 사례를 그대로 옮기기보다 우리 실정에 맞게 고쳐야 한다고 당부했다",
    "이용자의 눈높이에서 전달체계를 다시 설계해야 한다고 말했다",
    "성과를 확인할 수 있는 지표를 마련해야 한다고 주장했다",
    "사각지대에 놓인 사람들의 목소리를 먼저 들어야 한다고 강조했다",
    "단기 대책에 그치지 않는 중장기 계획이 필요하다고 밝혔다",
)
ROLES = ("연구위원", "교수", "변호사", "센터장", "협회장", "사무국장")


@dataclass(frozen=True, slots=True)
class Story:
    """A piece: on which board of which newsroom, when, its headline and what it says."""

    outlet: str
    board: str
    day: date
    title: str
    lines: tuple[str, ...]


def topic_words() -> list[str]:
    """Return the everyday topics."""
    return [topic for topic, *_ in subjects("")]


def member_on(draw: Draw, members: tuple[Member, ...], day: date) -> Member | None:
    """Return a fictional member who sat that day; none outside the 21st term."""
    if not TERM_START <= day.isoformat() <= TERM_END:
        return None
    while True:
        member = draw.pick(members)
        if member.sits_on(day.isoformat()):
            return member


def remark(draw: Draw, topic: str) -> str:
    """Return what a fictional expert said about a topic."""
    text = f"{names.person(draw)} {draw.pick(ROLES)}은(는) {topic}과(와) 관련해 "
    return f"{settle(text)}{draw.pick(REMARKS)}."
