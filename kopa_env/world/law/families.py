"""Families: a fictional act with its decree and its rule, and statutes that stand alone.

There is a family for every act that a bill of the Assembly can be about, so that a bill's statute
is found here under the same name. Texts belong to families; nothing is drawn that a name of a
real statute could bear.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.law.blocks import Block
from kopa_env.world.law.calendar import LAST_WEEK
from kopa_env.world.law.ministries import Ministry, of_committee
from kopa_env.world.law.statutes import Code, Unit, act, below, lone
from kopa_env.world.law.wording import Filler, Line
from kopa_env.world.statute_names import acts

TIERS = {"법": "", "령": " 시행령", "칙": " 시행규칙"}
_LATEST = LAST_WEEK - 310
"""Acts that bills amend are older than the first of these bills."""

_PURPOSES = {
    "진흥법": "진흥", "지원법": "지원", "관리법": "관리", "안전법": "안전관리", "보호법": "보호",
    "육성법": "육성", "활성화법": "활성화", "기본법": "증진", "진흥에 관한 법률": "진흥",
    "지원에 관한 법률": "지원", "관리 및 이용에 관한 법률": "관리 및 이용",
    "활성화에 관한 특별법": "활성화", "육성 및 지원에 관한 법률": "육성 및 지원",
    "보전 및 활용에 관한 법률": "보전 및 활용",
}  # fmt: skip
_SHORT = {
    "관리 및 이용에 관한 법률": "이용법", "활성화에 관한 특별법": "특별법",
    "육성 및 지원에 관한 법률": "육성지원법", "보전 및 활용에 관한 법률": "보전법",
}  # fmt: skip
_TRADE = {"관리법": 700, "안전법": 760, "보호법": 640, "관리 및 이용에 관한 법률": 720}
_GOOD = (
    "국민의 삶의 질 향상과 지역사회의 발전", "국민의 안전과 복리 증진", "국민경제의 발전",
    "지역경제의 활성화와 국민의 편익 증진", "공공복리의 증진과 국가의 균형발전",
)  # fmt: skip
_THINGS = (
    "주민이 일상에서 이용하는 공간과 이에 딸린 서비스", "국민의 생활과 밀접하게 관련된 활동",
    "지역사회에서 공동으로 운영하는 사업", "공익을 목적으로 제공되는 시설과 그 운영체계",
)  # fmt: skip
_OFFICES = ("시ㆍ도지사", "시장ㆍ군수ㆍ구청장")


@dataclass(frozen=True, slots=True)
class Family:
    """One act (or one lone statute) with all that carries it out."""

    number: int
    seed: int
    topic: str
    name: str
    short: str
    former: str
    ministry: Ministry
    words: dict[str, str] = field(compare=False)
    codes: dict[str, Code] = field(compare=False)

    def filler(self, tier: str) -> Filler:
        """Return what fills in the articles of one of its statutes."""
        return Filler(
            (self.seed, "law", self.number), self.words, lambda k, n: self.refer(k, n, tier)
        )

    def refer(self, kind: str, key: str, tier: str) -> str:
        """Return what a reference reads like: an article, an annex or a form."""
        if kind == "조":
            found = self.codes["법"].of_block(key) if "법" in self.codes else []
            return found[0].label if found else "이 법"
        if kind == "서식":
            return next((a.label for a in self.annexes(tier) if a.key == key and a.form), "별지")
        if kind == "별표":
            return next(
                (a.label for a in self.annexes(tier) if a.key == key and not a.form), "별표"
            )
        raise ValueError(f"no such slot: {kind}:{key}")

    def annexes(self, tier: str) -> tuple[Annex, ...]:
        """Return the annexes and forms of one of its statutes."""
        return _annexes(self.seed, self.number, tier)

    def lines(self, tier: str, unit: Unit, version: int) -> list[Line]:
        """Return the lines of an article as a version has them."""
        place = f"{unit.block.key}/{tier}{unit.part}"
        lines = _with_penalties(unit.draft.lines, self.codes.get("법"), version)
        return list(self.filler(tier).lines(lines, place, max(0, unit.state(version))))

    def heading(self, tier: str, unit: Unit) -> str:
        """Return an article's heading."""
        return self.filler(tier).text(unit.draft.heading, unit.block.key)

    def fill(self, text: str, key: str = "", tier: str = "법") -> str:
        """Return any text of a block filled in."""
        return self.filler(tier).text(text, key)


@dataclass(frozen=True, slots=True)
class Annex:
    """An annex (별표) or form (서식) of a statute."""

    key: str
    number: int
    form: bool
    title: str
    label: str


@lru_cache(maxsize=1)
def example() -> int:
    """Return the family that every world has in full, for examples to name."""
    return next(number for number, (*_, name) in enumerate(acts()) if name == "보행길안전법")


def count() -> int:
    """Return how many families have an act."""
    return len(acts())


@lru_cache(maxsize=3200)
def family(seed: int, number: int) -> Family:
    """Return a family: those from ``count()`` on stand alone, or have an act but no bills."""
    if number < count():
        return _with_act(seed, number)
    return _alone(seed, number) if number in alone() else _without_bills(seed, number)


def _with_act(seed: int, number: int) -> Family:
    committee, topic, tail, name = acts()[number]
    draw = Draw(seed, "family", number)
    ministry = draw.pick(of_committee(committee))
    whole = number == example()
    start = draw.between(40, _LATEST) if draw.chance(720) else draw.between(900, _LATEST)
    start = min(start, LAST_WEEK - 800) if whole else start
    keys = (seed, "statute", number)
    over = act(keys, name, _TRADE.get(tail, 430), start, gone=False)
    codes = _carried_out(draw, keys, over, whole)
    former = f"{topic}의 {_PURPOSES[tail]} 및 운영에 관한 법률" if draw.chance(40) else ""
    short = topic + _SHORT[tail] if tail in _SHORT else ""
    words = _words(draw, topic, ministry, name, _PURPOSES[tail])
    return Family(number, seed, topic, name, short, former, ministry, words, codes)


def _carried_out(
    draw: Draw, keys: tuple[int | str, ...], over: Code, whole: bool = False
) -> dict[str, Code]:
    """Return an act with its decree and its rule, one or both of which a few lack."""
    codes = {"법": over}
    for tier, likely in (("령", 972), ("칙", 905)):
        if draw.chance(likely) or whole:
            codes[tier] = below(keys, over.name + TIERS[tier], tier, over)
    return codes


def _words(draw: Draw, topic: str, ministry: Ministry, name: str, purpose: str) -> dict[str, str]:
    stem = topic.removesuffix("산업") if topic.endswith("산업") else topic
    return {
        "주제": topic, "법": name, "행위": purpose, "이익": draw.pick(_GOOD),
        "대상": draw.pick(_THINGS), "시설": topic if topic.endswith("시설") else f"{topic}시설",
        "사업": f"{stem}사업", "사업자": f"{stem}사업자", "센터": f"{topic}지원센터",
        "위원회": f"{topic}정책위원회", "협회": f"{topic}협회", "정보망": f"{topic}종합정보망",
        "인력": f"{topic}전문인력", "장관": ministry.head, "부령": ministry.decree,
        "관청": draw.pick((ministry.head, *_OFFICES)),
    }  # fmt: skip


# ---- statutes that stand alone ---------------------------------------------------------------

_ALONE: tuple[tuple[str, str, str], ...] = (
    # pattern of the name, tier, kind of statute where the ministry does not say it
    ("{}업무 규정", "령", ""), ("{} 사무 처리에 관한 규칙", "칙", ""),
    ("국회 {} 사무 처리 규칙", "칙", "국회규칙"), ("{}협의회 설치 및 운영 규정", "령", ""),
    ("법원 {} 사무 처리 규칙", "칙", "대법원규칙"), ("{} 기록 관리 규칙", "칙", ""),
    ("{} 담당공무원 교육훈련 규정", "령", ""),
    ("헌법재판소 {} 사무 처리 규칙", "칙", "헌법재판소규칙"),
    ("선거관리위원회 {} 사무 처리 규칙", "칙", "중앙선거관리위원회규칙"),
    ("{}의 날 행사 규정", "령", ""), ("감사원 {} 사무 처리 규칙", "칙", "감사원규칙"),
    ("{} 수수료 징수 규칙", "칙", ""),
)  # fmt: skip
_HEADS = {"국회규칙": "국회", "대법원규칙": "대법원", "헌법재판소규칙": "헌법재판소",
          "중앙선거관리위원회규칙": "중앙선거관리위원회", "감사원규칙": "감사원"}  # fmt: skip


@lru_cache(maxsize=1)
def _topics() -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((committee, topic) for committee, topic, _, _ in acts()))


def alone() -> range:
    """Return the numbers of the statutes that stand alone."""
    return range(count(), count() + len(_ALONE) * len(_topics()))


def without_bills() -> range:
    """Return the numbers of families whose act no bill is about: repealed ones and recent ones."""
    first = alone().stop
    return range(first, first + 2 * len(_topics()))


def _without_bills(seed: int, number: int) -> Family:
    place, gone = divmod(number - without_bills().start, 2)
    committee, topic = _topics()[place]
    draw = Draw(seed, "family", number)
    ministry = draw.pick(of_committee(committee))
    start = draw.between(40, LAST_WEEK - 800) if gone else draw.between(_LATEST, LAST_WEEK)
    name = f"{topic}조성촉진법" if gone else f"{topic} 이용환경 조성에 관한 법률"
    keys = (seed, "statute", number)
    over = act(keys, name, 430, start, gone=bool(gone))
    words = _words(draw, topic, ministry, name, "조성")
    return Family(
        number, seed, topic, name, "", "", ministry, words, _carried_out(draw, keys, over)
    )


def _alone(seed: int, number: int) -> Family:
    place = number - count()
    pattern, tier, kind = _ALONE[place // len(_topics())]
    committee, topic = _topics()[place % len(_topics())]
    draw = Draw(seed, "family", number)
    ministry = draw.pick(of_committee(committee))
    if kind:
        ministry = Ministry("", _HEADS[kind], f"{_HEADS[kind]}의 장", kind, committee, 6)
    name = pattern.format(topic)
    made = lone((seed, "statute", number), name, tier, draw.between(300, LAST_WEEK - 60))
    words = _words(draw, topic, ministry, name, "관리")
    return Family(number, seed, topic, name, "", "", ministry, words, {tier: made})


# ---- annexes and penalties -------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _annexes(seed: int, number: int, tier: str) -> tuple[Annex, ...]:
    found: list[tuple[str, bool, str]] = []
    owner = family(seed, number)
    code = owner.codes.get(tier)
    seen: dict[str, Block] = {}
    for unit in code.units if code else ():
        seen.setdefault(unit.block.key, unit.block)
    for key, block in seen.items():
        found += [(key, False, title) for title in block.annexes.get(tier, [])]
        found += [(key, True, title) for title in (block.forms if tier == "칙" else [])]
    plain = Filler((seed, "law", number), owner.words, lambda kind, name: name)
    made: list[Annex] = []
    for form in (False, True):
        of_kind = [(key, title) for key, is_form, title in found if is_form is form]
        for place, (key, title) in enumerate(of_kind, 1):
            label = (
                f"별지 제{place}호서식" if form else f"별표 {place}" if len(of_kind) > 1 else "별표"
            )
            made.append(Annex(key, place, form, plain.text(title, key), label))
    return tuple(made)


def penalties(over: Code, version: int) -> dict[str, list[str]]:
    """Return whom an act punishes (``벌1``, ``벌2``) and fines (``과``), as lines of items."""
    found: dict[str, list[str]] = {"벌1": [], "벌2": [], "과": []}
    for unit in over.units:
        if not unit.stands(version):
            continue
        label = unit.label
        for grade, who in unit.block.crimes:
            found[f"벌{grade}"].append(f"1. {who.replace('{조}', label)}")
        for amount, who in unit.block.fines:
            found["과"].append(f"1. {who.replace('{조}', label)}: {amount}만원")
    return found


def _with_penalties(lines: tuple[str, ...], over: Code | None, version: int) -> tuple[str, ...]:
    if over is None or not any(line.startswith("* ") for line in lines):
        return lines
    items = penalties(over, version)
    made: list[str] = []
    for line in lines:
        if not line.startswith("* "):
            made.append(line)
        elif items[line[2:]]:
            made += items[line[2:]]
        else:
            made.pop()  # a paragraph without items
    return tuple(made)
