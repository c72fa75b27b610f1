"""Administrative rules of ministries, and rules of universities and public corporations.

Rules are fictional, also those of real ministries: notices that carry out a fictional act, and
directives on a ministry's fictional tasks. Serial numbers tell the rule and its version.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import gcd

from kopa_env.world.draw import Draw
from kopa_env.world.law.blocks import Block, blocks
from kopa_env.world.law.calendar import LAST_WEEK, TODAY, ahead, tuesday
from kopa_env.world.law.charter import Charter
from kopa_env.world.law.families import count, family
from kopa_env.world.law.ministries import Ministry, ministries
from kopa_env.world.names import coined
from kopa_env.world.statute_names import topics

RULES = 24132
"""Administrative rules in force, as a recorded list counts them."""

INSTITUTION_RULES = 9240
_VERSIONS = 7
_FIRST = {"admrul": (700_001, 2_100_000_700_001), "school": (400_001, 2_000_000_400_001)}
_NOUNS = tuple(
    [
        "사무 처리",
        "위원회 운영",
        "예산 집행",
        "보안 관리",
        "자료 관리",
        "교육 훈련",
        "포상 업무",
        "민원 처리",
        "현장 점검",
        "평가 업무",
        "정보시스템 운영",
        "기록물 관리",
        "공무직 관리",
        "위탁 사무",
        "통계 작성",
        "협의회 운영",
        "시험 관리",
        "안전 관리",
        "차량 관리",
        "연구용역 관리",
        "국제협력 업무",
        "홍보 업무",
        "전문위원 운영",
        "당직 근무",
    ]
)
_KINDS = (("훈령", "규정"), ("예규", "지침"), ("고시", "기준"), ("훈령", "세칙"), ("고시", "고시"),
          ("공고", "공고"), ("지침", "업무 지침"))  # fmt: skip
_TAILS = ("에 관한 고시", " 세부기준", " 세부지침", " 선정 기준", " 규정", " 지침", " 시행세칙")
_BODIES = ("시설관리공단", "도시공사", "문화재단", "환경공단", "교통공사", "진흥원", "장학재단")
_BODY_RULES = ("복무 규정", "인사 규정", "보수 규정", "회계 규정", "계약 사무 처리 규정",
               "감사 규정", "안전보건 관리 규정", "정보보안 규정", "여비 규정",
               "위임전결 규정")  # fmt: skip
_SCHOOL_RULES = tuple(
    (kind, title)
    for kind, titles in (
        ("학칙", "학칙"),
        ("학교규정", "도서관 운영 규정|장학금 지급 규정|연구윤리 규정|생활관 운영 규정|교원 인사 "
                     "규정|평생교육원 규정|"
         "직원 인사 규정|등록금심의위원회 규정|산학협력단 운영 규정|성적 평가 규정|교무위원회 "
         "규정|대학원위원회 규정|"
         "학생 상벌 규정|보건진료실 운영 규정|시설물 사용 규정|기록물 관리 규정|정보보안 "
         "규정|여비 지급 규정|"
         "연구비 관리 규정|교육과정위원회 규정|국제교류원 규정|실험실 안전관리 규정"),
        ("학교지침", "학사 운영 지침|현장실습 운영 지침|강의평가 운영 지침|차량 출입 지침|온라인 "
                     "수업 운영 지침"),
        ("학교시행세칙", "학칙 시행세칙|대학원 학칙 시행세칙|입학전형 시행세칙|교직과정 이수 "
                         "시행세칙"),
    )
    for title in titles.split("|")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    Attributes:
        shelf: ``admrul`` or ``school``: which list it stands in.
        body: who issued it, where that is no ministry.
        act: number of the act's family that it carries out, -1 for none.
        title: what its text is about.
    """

    shelf: str
    place: int
    kind: str
    name: str
    title: str
    ministry: Ministry
    body: str
    act: int
    block: str
    topic: str
    versions: tuple[str, ...]

    @property
    def id(self) -> int:
        """Its id (행정규칙ID), which no amendment changes."""
        return _FIRST[self.shelf][0] + self.place

    def serial(self, version: int) -> int:
        """Return the serial number of a version (행정규칙일련번호)."""
        return _FIRST[self.shelf][1] + self.place * _VERSIONS + version

    def number(self, version: int) -> str:
        """Return the number of issue of a version."""
        day = self.versions[version]
        if self.kind in ("고시", "공고"):
            return f"{day[:4]}-{self.place % 180 + 1}"
        return str((int(day[:4]) - 1990) * 14 + self.place % 97 + 1)


@lru_cache(maxsize=4)
def rules(seed: int, shelf: str) -> tuple[Rule, ...]:
    """Return the rules of a shelf in the order of their ids."""
    return _administrative(seed) if shelf == "admrul" else _institutional(seed)


def _administrative(seed: int) -> tuple[Rule, ...]:
    made: list[Rule] = []
    names: set[str] = set()
    for number in range(count()):
        owner = family(seed, number)
        over = owner.codes["법"]
        current = over.on(TODAY)
        for unit in over.units:
            for notice in unit.block.notices if unit.stands(current) else ():
                draw = Draw(seed, "notice", number, notice)
                if not draw.chance(640):
                    continue
                first = over.versions[unit.since].effective[0]
                days = tuple(d for d in _days(draw) if d > first) or (_fridays()[-2],)
                name = f"{owner.topic} {notice}"
                if name in names:
                    name = f"{owner.name}에 따른 {notice}"
                names.add(name)
                made.append(
                    Rule("admrul", len(made), "고시", name, notice, owner.ministry, "", number,
                         unit.block.key, owner.topic, days)
                )  # fmt: skip
    for number, pattern in enumerate(_patterns(seed)):
        if len(made) >= RULES:
            break
        ministry, topic, noun, kind, tail = pattern
        draw = Draw(seed, "rule", number)
        name = (
            f"{topic} {noun} {tail}"
            if draw.chance(500)
            else f"{ministry.name} {topic} {noun} {tail}"
        )
        made.append(
            Rule("admrul", len(made), kind, name, f"{topic} {noun}", ministry, "", -1, "", topic,
                 _days(draw))
        )  # fmt: skip
    return tuple(made)


def _patterns(seed: int) -> list[tuple[Ministry, str, str, str, str]]:
    made = [
        (ministry, topic, noun, kind, tail)
        for ministry in ministries()
        for topic in topics(ministry.committee)
        for noun in _NOUNS
        for kind, tail in _KINDS
    ]
    step = 7919 + 2 * Draw(seed, "rule patterns").below(500)
    while gcd(step, len(made)) > 1:
        step += 1
    return [made[n * step % len(made)] for n in range(len(made))]


def _institutional(seed: int) -> tuple[Rule, ...]:
    from kopa_env.world.tables.universities import university_names  # the tables import this

    nobody = ministries()[0]
    made: list[Rule] = []
    schools = university_names(seed)
    bodies = list(
        dict.fromkeys(
            coined(Draw(seed, "body", n), seed % 2) + _BODIES[n % len(_BODIES)] for n in range(900)
        )
    )
    for number in range(INSTITUTION_RULES):
        draw = Draw(seed, "institution rule", number)
        if number % 4:
            place = number - number // 4 - 1
            body = schools[place % len(schools)]
            kind, title = _SCHOOL_RULES[place // len(schools) % len(_SCHOOL_RULES)]
            name = f"{body} {title}"
        else:
            body = bodies[number // 4 % len(bodies)]
            title = _BODY_RULES[number // (4 * len(bodies)) % len(_BODY_RULES)]
            kind, name = "공단규정", f"{body} {title}"
        made.append(
            Rule("school", number, kind, name, title, nobody, body, -1, "", "", _days(draw))
        )
    return tuple(made)


def _days(draw: Draw) -> tuple[str, ...]:
    bits, days = draw.bits(), _fridays()
    week = 700 + (bits & 0xFFFFF) % (LAST_WEEK - 704)
    made: list[str] = []
    while week < LAST_WEEK and len(made) < _VERSIONS:
        made.append(days[week])
        bits >>= 20
        week += 26 + (bits & 0xFFFFF) % 260
    return tuple(made)


@lru_cache(maxsize=1)
def _fridays() -> tuple[str, ...]:
    return tuple(ahead(tuesday(week), 3) for week in range(LAST_WEEK + 1))


def by_serial(seed: int, shelf: str, number: str) -> tuple[Rule, int] | None:
    """Return the rule and the version of a serial number."""
    place = int(number) - _FIRST[shelf][1] if number.isascii() and number.isdecimal() else -1
    own, version = divmod(place, _VERSIONS)
    made = rules(seed, shelf)
    if not 0 <= own < len(made) or version >= len(made[own].versions):
        return None
    return made[own], version


def by_id(seed: int, shelf: str, number: str) -> tuple[Rule, int] | None:
    """Return the rule of an id and its last version."""
    place = int(number) - _FIRST[shelf][0] if number.isascii() and number.isdecimal() else -1
    made = rules(seed, shelf)
    if not 0 <= place < len(made):
        return None
    return made[place], len(made[place].versions) - 1


@lru_cache(maxsize=4)
def _by_name(seed: int, shelf: str) -> dict[str, Rule]:
    return {rule.name: rule for rule in reversed(rules(seed, shelf))}


def by_name(seed: int, shelf: str, name: str) -> tuple[Rule, int] | None:
    """Return the rule of a name and its last version."""
    found = _by_name(seed, shelf).get(name)
    return (found, len(found.versions) - 1) if found else None


def charter(seed: int, rule: Rule, version: int) -> Charter:
    """Return the text of a version of a rule."""
    style = "고시" if rule.act >= 0 else "훈령"
    if rule.shelf == "school":
        style = {"공단규정": "공단", "학칙": "학칙"}.get(rule.kind, "훈령")
    matter = rule.title
    for tail in _TAILS:
        matter = matter.removesuffix(tail)
    words = {"종류": rule.kind, "제목": matter, "기관": rule.body or rule.ministry.name,
             "주제": rule.topic or matter, "장관": rule.ministry.head}  # fmt: skip
    if rule.act >= 0:
        owner = family(seed, rule.act)
        units = owner.codes["법"].of_block(rule.block)
        words |= {**owner.words, "종류": rule.kind, "제목": matter}
        words["법조"] = units[0].label
    return Charter(_of_style(style), (seed, "rule text", rule.id), words, version)


@lru_cache(maxsize=8)
def _of_style(style: str) -> tuple[Block, ...]:
    return tuple(block for block in blocks("rules") if block.chapter == style)
