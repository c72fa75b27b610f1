"""Local ordinances: real local governments, fictional ordinances.

Each government has those that carry out an act (``위임``: few acts leave much to ordinances, and
of those some are taken up nearly everywhere), those on facilities with made-up names (``시설``),
their rules (``규칙``) and a few directives. Ids and serial numbers tell government, place and
version, so that one can be read without the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.law.blocks import Block, blocks
from kopa_env.world.law.calendar import LAST_WEEK, TODAY, ahead, tuesday
from kopa_env.world.law.families import count, example, family
from kopa_env.world.names import coined

_FIRST_ID, _FIRST_SERIAL = 3_000_001, 5_000_001
_PLACES, _VERSIONS = 1500, 8
_OBJECTS = tuple(
    [
        "주차장",
        "도서관",
        "체육센터",
        "공원",
        "청소년쉼터",
        "경로당",
        "시장",
        "박물관",
        "미술관",
        "캠핑장",
        "물놀이장",
        "복지관",
        "어린이집",
        "산책길",
        "자전거길",
        "하천숲",
        "문화회관",
        "작은영화관",
        "목공방",
        "공유부엌",
        "창업공간",
        "농기계은행",
        "로컬푸드매장",
        "반려동물놀이터",
        "수목원",
        "생태학습장",
        "안전체험관",
        "장난감도서관",
        "건강센터",
        "치유숲",
        "둘레길",
        "전망대",
        "체험마을",
        "공예촌",
        "야영장",
        "수영장",
        "빙상장",
        "테니스장",
        "파크골프장",
        "축구장",
        "다목적체육관",
        "평생학습관",
        "외국어마을",
        "역사관",
        "기록관",
        "추모공원",
        "재활용센터",
        "나눔장터",
    ]
)
_FIELDS = ("제1장 총무", "제2장 재정", "제3장 문화", "제4장 복지", "제5장 교통", "제6장 환경",
           "제7장 건설", "제8장 도시", "제9장 산업", "제10장 보건", "제11장 체육",
           "제12장 교육")  # fmt: skip
_ACTIONS = ("설치 및 운영 조례", "설치 및 운영 조례", "운영 조례", "관리 및 운영 조례", "관리 조례",
            "사용료 징수 조례", "지원 조례", "활성화 지원 조례")  # fmt: skip
_POPULAR = 160
"""In a thousand: acts whose ordinances exist."""


@dataclass(frozen=True, slots=True)
class Government:
    """A local government: its own code and its province's."""

    place: int
    code: str
    name: str
    province: str

    @property
    def is_province(self) -> bool:
        """Whether it is a province or a metropolitan city."""
        return self.code == self.province

    @property
    def head(self) -> str:
        """Who leads it, as ordinances say."""
        last = self.name.split()[-1]
        return (
            "시장"
            if last.endswith("시")
            else "도지사"
            if last.endswith("도")
            else last[-1] + ("수" if last.endswith("군") else "청장")
        )

    @property
    def title(self) -> str:
        """Who leads it, with its name: ``강릉시장``."""
        last = self.name.split()[-1]
        return last + {"시": "장", "도": "지사", "군": "수", "구": "청장"}[last[-1]]


@dataclass(frozen=True, slots=True)
class Ordinance:
    """One ordinance, rule or directive of a government.

    Attributes:
        style: which text it has: ``시설``, ``위임`` or ``규칙``.
        object: what it is about; the matter that an act leaves to it.
        act: number of the act's family, -1 for none; ``block``: which article leaves it.
        versions: days of promulgation.
    """

    government: Government
    place: int
    kind: str
    name: str
    style: str
    object: str
    act: int
    block: str
    parent: str
    versions: tuple[str, ...]
    field: str

    @property
    def id(self) -> int:
        """Its id (자치법규ID)."""
        return _FIRST_ID + self.government.place * _PLACES + self.place

    def serial(self, version: int) -> int:
        """Return the serial number of a version (자치법규일련번호)."""
        return _FIRST_SERIAL + (self.id - _FIRST_ID) * _VERSIONS + version


_Matter = tuple[int, Block, str, str]
"""An act, the block that leaves something to ordinances, what, and since when."""


@lru_cache(maxsize=1)
def governments() -> tuple[Government, ...]:
    """Return the local governments, provinces first of their own."""
    return tuple(
        Government(n, r["code"], r["name"], r["province"])
        for n, r in enumerate(fact_rows("local_governments"))
    )


@lru_cache(maxsize=2)
def _adopted(seed: int) -> tuple[tuple[_Matter, ...], ...]:
    """Return, for each government, the matters of acts that it has an ordinance on."""
    found: list[list[_Matter]] = [[] for _ in governments()]
    for number in range(count()):
        if number != example() and not Draw(seed, "popular", number).chance(_POPULAR):
            continue
        over = family(seed, number).codes["법"]
        current = over.on(TODAY)
        for unit in over.units:
            for matter in unit.block.ordinances if unit.stands(current) else ():
                draw = Draw(seed, "adopted", number, unit.block.key)
                share = 520 if draw.chance(350) else 60
                for place in range(len(found)):
                    if draw.chance(share):
                        first = over.versions[unit.since].effective[0]
                        found[place].append((number, unit.block, matter, first))
    return tuple(map(tuple, found))


@lru_cache(maxsize=24)
def ordinances(seed: int, place: int) -> tuple[Ordinance, ...]:
    """Return the ordinances of a government, the one at ``place`` of the list."""
    owner = governments()[place]
    made = [_linked(seed, owner, n, *entry) for n, entry in enumerate(_adopted(seed)[place])]
    names = {o.name for o in made}
    wanted = (900 if owner.is_province else 410) + Draw(seed, "ordinances", place).below(90)
    number = 0
    while len(made) < wanted:
        found = _coined(seed, owner, len(made), number)
        number += 1
        if found.name in names:
            continue
        names.add(found.name)
        made.append(found)
        if found.kind == "조례" and len(made) < wanted and number % 4 == 0:
            made.append(_rule(seed, owner, len(made), found))
    return tuple(made)


def _days(draw: Draw) -> tuple[str, ...]:
    """Return the days on which the versions were promulgated."""
    bits, days = draw.bits(), _thursdays()
    week = 300 + (bits & 0xFFFFF) % (LAST_WEEK - 304)
    made: list[str] = []
    while week < LAST_WEEK and len(made) < _VERSIONS - 1:
        made.append(days[week])
        bits >>= 20
        week += 40 + (bits & 0xFFFFF) % 380
    return tuple(made)


@lru_cache(maxsize=1)
def _thursdays() -> tuple[str, ...]:
    return tuple(ahead(tuesday(week), 2) for week in range(LAST_WEEK + 1))


def _linked(
    seed: int, owner: Government, place: int, act: int, block: Block, matter: str, first: str
) -> Ordinance:
    draw = Draw(seed, "ordinance", owner.code, place)
    name = f"{owner.name} {family(seed, act).name}에 따른 {matter} 조례"
    field = draw.pick(_FIELDS)
    days = tuple(day for day in _days(draw) if day > first) or (_thursdays()[-2],)
    return Ordinance(owner, place, "조례", name, "위임", matter, act, block.key, "", days, field)


def _coined(seed: int, owner: Government, place: int, number: int) -> Ordinance:
    draw = Draw(seed, "coined", owner.code, number)
    what = f"{coined(draw, seed % 2)} {draw.pick(_OBJECTS)}"
    kind = draw.weighted(
        (("조례", 880), ("훈령", 50), ("예규", 30), ("고시", 20), ("의회규칙", 20))
    )
    tail = draw.pick(_ACTIONS)
    if kind != "조례":
        tail = {"훈령": "관리 규정", "예규": "사무 처리 지침", "고시": "사용료 고시",
                "의회규칙": "현장방문 규칙"}[kind]  # fmt: skip
    name = f"{owner.name} {what} {tail}"
    return Ordinance(
        owner, place, kind, name, "시설", what, -1, "", "", _days(draw), draw.pick(_FIELDS)
    )


def _rule(seed: int, owner: Government, place: int, parent: Ordinance) -> Ordinance:
    draw = Draw(seed, "rule of ordinance", owner.code, place)
    name = f"{parent.name} 시행규칙"
    days = tuple(day for day in _days(draw) if day >= parent.versions[0])
    return Ordinance(
        owner, place, "규칙", name, "규칙", parent.object, -1, "", parent.name,
        days or (ahead(parent.versions[0], 14),), parent.field,
    )  # fmt: skip


def by_id(seed: int, number: str) -> Ordinance | None:
    """Return the ordinance of an id."""
    place = int(number) - _FIRST_ID if number.isascii() and number.isdecimal() else -1
    government, own = divmod(place, _PLACES)
    if not 0 <= government < len(governments()):
        return None
    made = ordinances(seed, government)
    return made[own] if own < len(made) else None


def by_serial(seed: int, number: str) -> tuple[Ordinance, int] | None:
    """Return the ordinance and the version of a serial number."""
    place = int(number) - _FIRST_SERIAL if number.isascii() and number.isdecimal() else -1
    own, version = divmod(place, _VERSIONS)
    found = by_id(seed, str(own + _FIRST_ID)) if place >= 0 else None
    if found is None or version >= len(found.versions):
        return None
    return found, version


def text_blocks(style: str) -> list[Block]:
    """Return the blocks of a style of ordinance."""
    return [block for block in blocks("ordinances") if block.chapter == style]
