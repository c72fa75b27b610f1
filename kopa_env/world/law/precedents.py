"""Precedents: fictional cases that go through up to three instances and cite one another.

A case's number tells its place among all; cases of one act come at a fixed distance, so that each
can cite those before it without looking through the list.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.law import courts
from kopa_env.world.law.calendar import TODAY, ahead, weekday
from kopa_env.world.law.families import count
from kopa_env.world.law.points import Point, order, point
from kopa_env.world.law.wording import spaced

CASES = 36_000
FIRST_ID = 900_001
_FIRST_DAY, _SPAN = "19990104", 9_250
_PRESENT = (260, 330, 800)
"""In a thousand: how likely each instance's judgment is published."""

_CLAIMS = ("손해배상(기)", "부당이득금반환", "이용요금반환", "계약보증금반환", "구상금", "공사대금",
           "채무부존재확인", "정산금", "손해배상(기)", "위약금")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Judgment:
    """One judgment of one instance of a case."""

    seed: int
    case: int
    level: int
    kind: str
    title: str
    number: str
    court: str
    day: str
    source: str
    point: Point

    @property
    def id(self) -> int:
        """Its serial number (판례일련번호)."""
        return FIRST_ID + self.case * 3 + self.level

    @property
    def cited(self) -> str:
        """The judgment as others cite it."""
        return f"{self.court} {spaced(self.day)} 선고 {self.number} 판결"


_ALWAYS = (30_000, 2)
"""A judgment that every world has, for an example to name."""


def published(seed: int, case: int, level: int) -> bool:
    """Whether the judgment of an instance is in the list."""
    return (case, level) == _ALWAYS or Draw(seed, "published", case, level).chance(_PRESENT[level])


@dataclass(frozen=True, slots=True)
class Case:
    """What all instances of a case share."""

    kind: str
    title: str
    source: str
    point: Point
    days: tuple[str, str, str]


@lru_cache(maxsize=256)
def _case(seed: int, case: int) -> Case:
    base = Draw(seed, "case", case)
    kind = base.weighted(courts.SHARES)
    days = _days(seed, case)
    about = point(seed, case % count(), days[0], Draw(seed, "point", case))
    source = "대법원"
    if kind == "일반행정" and base.chance(190):
        source = "국세법령정보시스템" if base.chance(700) else "근로복지공단산재판례"
    return Case(kind, _title(about, kind, base), source, about, days)


def judgment(seed: int, case: int, level: int) -> Judgment | None:
    """Return a judgment, ``None`` where that instance was not reached before today."""
    own = _case(seed, case)
    day = own.days[level]
    if day > TODAY:
        return None
    draw = Draw(seed, "judgment", case, level)
    court = courts.court(draw, own.kind, level)
    number = courts.case_number(draw, own.kind, level, int(day[:4]) - (level > 0), case)
    if own.source == "국세법령정보시스템":
        letters = number[4:].rstrip("0123456789")
        number = f"{court}-{number[:4]}-{letters}-{900_000 + case % 99_991}"
    return Judgment(
        seed, case, level, own.kind, own.title, number, court, day, own.source, own.point
    )


def _days(seed: int, case: int) -> tuple[str, str, str]:
    draw = Draw(seed, "case days", case)
    first = _SPAN * case // CASES + draw.below(5)
    second = first + draw.between(210, 520)
    third = second + draw.between(210, 520)
    made = [weekday(ahead(_FIRST_DAY, days)) for days in (first, second, third)]
    return made[0], made[1], made[2]


def _title(about: Point, kind: str, draw: Draw) -> str:
    if kind == "형사":
        extra = "ㆍ사기" if draw.chance(160) else ""
        return f"{about.owner.name.replace(' ', '')}위반{extra}"
    if kind in ("일반행정", "특별"):
        found = order(about.owner, about.version, draw)
        return f"{found[1].replace(' ', '')}취소" if found else "신고수리거부처분취소"
    if kind == "특허":
        return draw.pick(("등록무효(특)", "등록무효(상)", "권리범위확인(특)", "거절결정(상)"))
    if kind == "가사":
        return draw.pick(("재산분할", "양육비", "상속재산분할"))
    return draw.pick(_CLAIMS)


@lru_cache(maxsize=4096)
def last(seed: int, case: int) -> Judgment | None:
    """Return the judgment of the highest instance that is published."""
    for level in (2, 1, 0):
        if published(seed, case, level):
            found = judgment(seed, case, level)
            if found is not None:
                return found
    return None


def before(own: Judgment, most: int = 2) -> list[Judgment]:
    """Return earlier published judgments on the same act."""
    found: list[Judgment] = []
    case = own.case - count()
    while case >= 0 and len(found) < most:
        other = last(own.seed, case)
        heard = other is not None and other.day < own.day and other.source == "대법원"
        if other is not None and heard and other.point.owner.number == own.point.owner.number:
            found.append(other)
        case -= count()
    return found


def on_act(seed: int, number: int, day: str, most: int = 1) -> list[Judgment]:
    """Return judgments on an act from before a day, the latest first."""
    found: list[Judgment] = []
    case = number + (CASES - 1 - number) // count() * count()
    while case >= 0 and len(found) < most:
        other = last(seed, case)
        if other and other.day < day and other.source == "대법원" and other.level == 2:
            found.append(other)
        case -= count()
    return found


def texts(own: Judgment) -> dict[str, str]:
    """Return what a judgment says: holdings, summary, what it cites, the whole text."""
    about, cited = own.point, before(own)
    name = about.owner.name
    way = "적극" if about.yes else "소극"
    holding = f"[1] 「{name}」 {about.spaced}에 관하여 {about.question} 여부({way})"
    second = f"[2] 「{name}」 {about.unit.label}의 입법 취지와 그 해석 방법"
    summary = (
        f'[1] 「{name}」 {about.spaced}은 "{about.quoted()}"라고 규정하고 있다. 위 규정의 문언과 '
        f"체계, 입법 취지 및 "
        f"이용자의 보호라는 목적 등을 종합하면, {_matter(about.question)} {about.answer}고 봄이 "
        f"타당하다.<br/>"
        f"[2] {about.heading}에 관한 규정은 {about.owner.words['주제']}의 "
        f"{about.owner.words['행위']}을(를) 위한 것이므로, "
        "그 적용 범위는 법문의 의미를 벗어나지 않는 범위에서 합목적적으로 정하여야 한다."
    )
    summary = settle(summary)
    return {
        "holdings": f"<br/> {holding}<br/> {second}",
        "summary": f"<br/> {summary}",
        "provisions": f" [1] {name} {about.spaced} / [2] {name} {about.unit.label}",
        "precedents": f" [1] {', '.join(j.cited for j in cited)}" if cited else "",
        "whole": _whole(own, summary, cited),
    }


def _matter(question: str) -> str:
    """Turn a question into the matter it asks about: ``…는지`` → ``…는지에 관하여는``."""
    return f"{question}에 관하여는"


_ROLES = (("원고", "피고"), ("원고, 항소인", "피고, 피항소인"), ("원고, 상고인", "피고, 피상고인"))


def _whole(own: Judgment, summary: str, cited: list[Judgment]) -> str:
    draw = Draw(own.seed, "parties", own.case)
    about, side = own.point, own.seed % 2
    company = courts.company(draw, side)
    office = own.kind in ("일반행정", "특별")
    other = courts.authority(draw) if office else courts.company(draw, side)
    below = judgment(own.seed, own.case, own.level - 1) if own.level else None
    left, right = _ROLES[own.level]
    lines = [f"【{left}】 {company}", f"【{right}】 {other}"]
    if own.kind == "형사":
        lines = ["【피고인】 피고인"]
    if below is not None:
        before_it = "원심판결" if own.level == 2 else "제1심판결"
        lines.append(f"【{before_it}】 {below.court} {spaced(below.day)} 선고 {below.number} 판결")
    lines += ["【주문】", f"  {_ruling(own, draw)}", "【이유】"]
    lines += [
        "1. 사안의 개요",
        settle(
            f"  {company}은(는) {about.owner.words['사업']}을(를) 경영하는 회사로서, "
            f"{about.heading}에 관한 규정의 적용이 다투어졌다."
        ),
        "2. 판단",
        "  " + summary.replace("<br/>", "\n  "),
    ]
    if cited:
        lines.append("  (" + ", ".join(j.cited for j in cited) + " 등 참조)")
    lines += ["3. 결론", "  그러므로 주문과 같이 판결한다."]
    return "<br/>".join(lines)


def _ruling(own: Judgment, draw: Draw) -> str:
    if own.kind == "형사":
        fine = f"피고인을 벌금 {draw.between(1, 20) * 100}만원에 처한다."
        rulings = (
            (fine, fine, "피고인은 무죄."),
            ("항소를 기각한다.", "원심판결을 파기한다. 피고인은 무죄."),
            ("상고를 기각한다.", "원심판결을 파기하고, 사건을 원심법원에 환송한다."),
        )
        return draw.pick(rulings[own.level])
    if own.level == 2:
        lost = "상고를 기각한다. 상고비용은 원고가 부담한다."
        return draw.pick((lost, lost, "원심판결을 파기하고, 사건을 원심법원에 환송한다."))
    if own.level == 1:
        lost = "항소를 기각한다. 항소비용은 원고가 부담한다."
        return draw.pick((lost, "제1심판결을 취소한다."))
    office = own.kind in ("일반행정", "특별")
    won = "피고가 한 처분을 취소한다." if office else "피고는 원고에게 청구 금액을 지급하라."
    return draw.pick(("원고의 청구를 기각한다. 소송비용은 원고가 부담한다.", won))
