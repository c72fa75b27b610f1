"""Administrative appeals: of the general commission and of four special tribunals.

Authorities, claimants and tribunals are fictional, numbers above any real one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.law import courts
from kopa_env.world.law.calendar import ahead, weekday
from kopa_env.world.law.families import Family, count
from kopa_env.world.law.points import Point, order, point
from kopa_env.world.law.precedents import on_act
from kopa_env.world.law.statutes import Unit
from kopa_env.world.names import coined, firm, person

_SIZES: Mapping[str, tuple[int, tuple[str, ...], str, int]] = {
    # shelf: how many, who decides (fictional), first day, days from then to now
    "decc": (34_100, ("가람중앙행정심판위원회", "가람도행정심판위원회", "누리도행정심판위원회",
                      "새빛시행정심판위원회"), "20000612", 9_350),
    "tt": (11_800, ("가람조세심판원",), "20080402", 6_500),
    "kmst": (3_160, ("가람중앙해양안전심판원", "누리지방해양안전심판원", "도담지방해양안전심판원"),
             "19980305", 10_180),
    "acr": (2_240, ("가람중앙행정심판위원회",), "20120109", 5_130),
    "adap": (4_080, ("가람소청심사위원회",), "20060220", 7_280),
}  # fmt: skip
SHELVES = tuple(_SIZES)
OUTCOMES = {"인용": "440301", "기각": "440302", "각하": "440303"}
_FIRST_ID, _EACH = 1_600_001, 40_000
_TAXES = (("양도소득세", "양도"), ("부가가치세", "부가"), ("종합소득세", "소득"),
          ("법인세", "법인"), ("상속세", "상속"), ("증여세", "증여"), ("취득세", "지방"),
          ("재산세", "지방"))  # fmt: skip
_PENALTIES = (
    "견책",
    "감봉 1개월",
    "감봉 2개월",
    "감봉 3개월",
    "정직 1개월",
    "정직 3개월",
    "해임",
    "강등",
)
_SHIPS = ("어선", "화물선", "유조선", "예인선", "부선", "여객선", "낚시어선")
_MISHAPS = ("충돌", "좌초", "전복", "화재", "침몰", "기관손상", "접촉")


@dataclass(frozen=True, slots=True)
class Appeal:
    """One decision of a tribunal."""

    seed: int
    shelf: str
    place: int
    title: str
    number: str
    acted: str
    decided: str
    authority: str
    tribunal: str
    outcome: str
    tax: str
    reason: str
    claimant: str
    what: str
    owner: Family
    unit: Unit
    version: int

    @property
    def id(self) -> int:
        """Its serial number."""
        return _FIRST_ID + SHELVES.index(self.shelf) * _EACH + self.place


def size(shelf: str) -> int:
    """Return how many decisions a shelf has."""
    return _SIZES[shelf][0]


def appeal(seed: int, shelf: str, place: int) -> Appeal:
    """Return the decision at a place of a shelf; later places are later days."""
    number, tribunals, first, span = _SIZES[shelf]
    draw = Draw(seed, "appeal", shelf, place)
    decided = weekday(ahead(first, span * place // number))
    acted = weekday(ahead(decided, -draw.between(70, 330)))
    about = point(seed, place * 11 % count(), acted, draw)
    outcome = draw.weighted((("기각", 610), ("인용", 210), ("각하", 180)))
    title, what, reason, tax, unit = _matter(seed, shelf, draw, about)
    authority = courts.authority(draw)
    if shelf == "tt":
        authority = f"{coined(draw, seed % 2)}세무서장"
    elif shelf == "adap":
        authority = draw.pick(
            ("가람경찰청장", "가람소방청장", "가람교육부장관", "누리시장", "가람국토부장관")
        )
    return Appeal(
        seed, shelf, place, title, _number(shelf, decided, place), acted, decided, authority,
        draw.pick(tribunals), outcome, tax, reason, person(draw), what, about.owner, unit,
        about.version,
    )  # fmt: skip


def _matter(seed: int, shelf: str, draw: Draw, about: Point) -> tuple[str, str, str, str, Unit]:
    """Return the name of the case, what is contested, why, the tax, and the article."""
    company, own = firm(draw.u64(), seed % 2)[0], about.unit
    if shelf == "tt":
        tax, short = draw.pick(_TAXES)
        act = draw.pick(("부과처분", "부과처분", "경정거부처분"))
        return (
            f"{company}의 {tax} {act}",
            f"{tax} {act}",
            "신고한 금액이 사실과 다르다는 이유로",
            short,
            own,
        )
    if shelf == "kmst":
        one, two = (f"{draw.pick(_SHIPS)} {coined(draw, seed % 2)}호" for _ in range(2))
        mishap = draw.pick(_MISHAPS)
        title = f"{one}와 {two}의 충돌 사건" if mishap == "충돌" else f"{one}의 {mishap} 사건"
        return (
            settle(title.replace("호와", "호과(와)")),
            "해양사고",
            "경계를 소홀히 하였다는 이유로",
            "",
            own,
        )
    if shelf == "adap":
        penalty = draw.pick(_PENALTIES)
        return f"{penalty} 처분 취소", f"{penalty} 처분", "성실의무를 위반하였다는 이유로", "", own
    found = order(about.owner, about.version, draw)
    own, what, reason = found or (own, "신고수리 거부처분", "요건을 갖추지 못하였다는 이유로")
    what = what.replace("처분", " 처분").replace("  ", " ")
    title = f"{company}의 {what} 취소청구" if shelf == "acr" else f"{what} 취소청구"
    return title, what, reason, "", own


def _number(shelf: str, decided: str, place: int) -> str:
    year = decided[:4]
    if shelf == "tt":
        return f"조심{year}{'가나다라'[place % 4]}{9_001 + place % 900}"
    if shelf == "kmst":
        return f"{year}-{9_001 + place % 900}"
    if shelf == "adap":
        return f"{year}-{9_001 + place % 900}"
    return f"{year}-{90_001 + place % 9_900}"


def by_id(seed: int, number: str) -> Appeal | None:
    """Return the decision of a serial number."""
    place = int(number) - _FIRST_ID if number.isascii() and number.isdecimal() else -1
    shelf, own = divmod(place, _EACH)
    if not 0 <= shelf < len(SHELVES) or own >= size(SHELVES[shelf]):
        return None
    return appeal(seed, SHELVES[shelf], own)


def texts(own: Appeal) -> dict[str, str]:
    """Return ruling, claim, reasons and summary of a decision."""
    name, article = own.owner.name, own.unit.label
    line = own.owner.lines("법", own.unit, own.version)[0].text.lstrip("① ").rstrip(".")
    ruling = {
        "인용": f"피청구인이 {own.acted[:4]}년에 청구인에게 한 {own.what}을(를) 취소한다.",
        "기각": "청구인의 청구를 기각한다.",
        "각하": "이 사건 심판청구를 각하한다.",
    }[own.outcome]
    judged = {
        "인용": "처분의 근거가 된 사실을 인정하기에 부족하고, 처분으로 달성하려는 공익에 비하여 "
        "청구인이 입는 불이익이 지나치게 크다",
        "기각": "처분의 근거가 된 사실이 인정되고, 재량권을 일탈하거나 남용한 위법이 있다고 보기 "
        "어렵다",
        "각하": "청구기간이 지난 뒤에 제기된 것으로서 부적법하다",
    }[own.outcome]
    cited = on_act(own.seed, own.owner.number, own.decided)
    case = f"({cited[0].cited} 참조)" if cited else ""
    reasons = [
        "1. 사건의 개요",
        settle(f"{own.authority}은(는) {own.reason} 청구인에게 {own.what}을(를) 하였다."),
        "2. 관계 법령",
        f"「{name}」 {article}",
        "3. 판단",
        f'「{name}」 {article}에서는 "{line.partition(". ")[0]}"라고 규정하고 있다{case}. 이 '
        f"사건의 경우 {judged}.",
        "4. 결론",
        "그렇다면 주문과 같이 재결한다.",
    ]
    return {
        "ruling": settle(ruling),
        "claim": settle(f"피청구인이 청구인에게 한 {own.what}을(를) 취소한다."),
        "reasons": "\n".join(reasons),
        "summary": f"{own.what} 사건에서 {judged}.",
        "statutes": f"{name} {article}",
    }


def earlier(own: Appeal, steps: int) -> str:
    """Return the number of an earlier decision of the same shelf, or nothing."""
    place = own.place - steps * 97
    return appeal(own.seed, own.shelf, place).number if place >= 0 else ""
