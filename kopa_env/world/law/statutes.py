"""Statutes: who is in charge, which articles there are, and when each came, changed and went.

An act, its decree and its rule share one family: the blocks that the act consists of. Base
articles are numbered through; what later versions add gets a branch number (제12조의2), so that a
number always means the same article. A figure in an article moves on with each amendment of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kopa_env.world.draw import Draw
from kopa_env.world.law.blocks import Block, Draft, blocks
from kopa_env.world.law.calendar import LAST_WEEK, TODAY, after, tuesday, week_of
from kopa_env.world.law.wording import code, label

ACT_TEXTS = ("acts_general", "acts_trade", "acts_aid", "acts_close")
_ALWAYS = frozenset(
    {"목적", "정의", "책무", "기본계획", "보고검사", "위임", "비밀", "벌칙", "양벌", "과태료"}
)
_LIKELY = {"등록": 620, "취소": 900, "위원회": 650, "시행계획": 700, "청문": 900, "수수료": 700}
_NEVER_LATE = _ALWAYS | {"등록", "결격", "취소", "기본이념", "관계"}
_MAY_GO = frozenset({"기본이념", "국제협력", "주간", "홍보", "재검토"})
"""Blocks that nothing else refers to: neither an article nor a decree."""

_MONTHS = (0, 1, 3, 6, 12)
_KINDS = (("일부개정", 745), ("타법개정", 235), ("전부개정", 20))


@dataclass(frozen=True, slots=True)
class Unit:
    """An article of a statute and its history, in indices of the statute's versions.

    Attributes:
        since: the version that brought it; 0 is the enactment.
        gone: the version that took it away, 0 where none did.
        changed: the versions that amended it.
    """

    block: Block
    part: int
    draft: Draft
    number: int
    branch: int
    since: int
    gone: int
    changed: tuple[int, ...]

    @property
    def label(self) -> str:
        """``제12조의2``."""
        return label(self.number, self.branch)

    @property
    def code(self) -> str:
        """``001202``."""
        return code(self.number, self.branch)

    def state(self, version: int) -> int:
        """Return how often it has been amended up to a version; -1 where it is not there."""
        if self.since > version:
            return -1
        return sum(v <= version for v in self.changed)

    def stands(self, version: int) -> bool:
        """Whether it is in force in a version: there, and not deleted."""
        return self.since <= version and not (self.gone and self.gone <= version)


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a statute: promulgated on a day, in force on a day or in two steps."""

    index: int
    day: str
    kind: str
    months: int
    late_months: int

    @property
    def effective(self) -> tuple[str, ...]:
        """The days on which it takes effect, the first first."""
        first = after(self.day, self.months)
        return (first, after(self.day, self.late_months)) if self.late_months else (first,)


@dataclass(frozen=True)
class Code:
    """One statute: an act (``법``), a decree (``령``), a rule (``칙``).

    Attributes:
        keys: what it is drawn by.
        trade: in a thousand: how likely an act has each article on business.
        over: the act that a decree or rule carries out.
    """

    tier: str
    name: str
    keys: tuple[int | str, ...]
    versions: tuple[Version, ...]
    trade: int = 0
    over: Code | None = None

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Its articles in order, with their history."""
        if self.over is not None:
            made = _below(self, self.over)
        else:
            made = _act(self) if self.tier == "법" else _lone(self)
        return tuple(_amended(Draw(*self.keys, self.tier, "amended"), made, self.versions))

    @cached_property
    def days(self) -> tuple[str, ...]:
        """The first day in force of each version but the repeal."""
        return tuple(v.effective[0] for v in self.versions if v.kind != "폐지")

    def on(self, day: str) -> int:
        """Return the version in force on a day, -1 before the first."""
        return sum(first <= day for first in self.days) - 1

    @property
    def chapters(self) -> bool:
        """Whether it is divided into chapters."""
        return self.tier == "법" and len(self.units) > 26

    def unit(self, number: str) -> Unit | None:
        """Return the article of a six-digit number."""
        return next((u for u in self.units if u.code == number), None)

    def of_block(self, key: str) -> list[Unit]:
        """Return the articles of a block."""
        return [u for u in self.units if u.block.key == key]

    def touched(self, version: int) -> list[Unit]:
        """Return the articles that a version brought, amended or took away."""
        if version == 0:
            return [u for u in self.units if u.since == 0]
        return [u for u in self.units if version in (u.since, u.gone) or version in u.changed]


def versions(draw: Draw, start: int, tier: str, *, gone: bool = False) -> tuple[Version, ...]:
    """Return the versions of a statute enacted in a week, up to today's (or its repeal)."""
    quick = tier != "법"
    first = (0, 0, 3, 6, 6, 12, 12) if not quick else (0,)
    made = [Version(0, tuesday(start), "제정", draw.pick(first), 0)]
    week = start + draw.between(26, 190)
    last = LAST_WEEK - draw.between(60, 700) if gone else LAST_WEEK
    while week <= last:
        kind = draw.weighted(_KINDS)
        months = draw.pick((0, 0, 0, 0, 1, 6)) if quick else draw.pick((0, 0, 3, 6, 6, 6, 12))
        previous = made[-1].effective[0]
        months = next(m for m in _MONTHS if m >= months and after(tuesday(week), m) >= previous)
        late = months + 6 if kind == "일부개정" and draw.chance(160) else 0
        made.append(Version(len(made), tuesday(week), kind, months, late))
        week += draw.between(24, 190)
    if gone:
        end = max(last + 1, week_of(made[-1].effective[0]))
        made.append(Version(len(made), tuesday(end), "폐지", 0, 0))
    return tuple(made)


def chosen(
    draw: Draw, kinds: Sequence[Block], trade: int, *, late: bool
) -> list[tuple[Block, bool]]:
    """Return the blocks of an act with whether each came later, in order."""
    picked: list[tuple[Block, bool]] = []
    have: set[str] = set()
    for block in kinds:
        likely = _LIKELY.get(block.key, trade if block.chapter == "영업" else 520)
        take = block.key in _ALWAYS or draw.chance(likely)
        if not take or (block.needs and block.needs not in have):
            continue
        have.add(block.key)
        came_late = late and block.key not in _NEVER_LATE and draw.chance(140)
        picked.append((block, came_late))
    return picked


def act(keys: tuple[int | str, ...], name: str, trade: int, start: int, *, gone: bool) -> Code:
    """Return an act, enacted in a week."""
    return Code("법", name, keys, versions(Draw(*keys, "법"), start, "법", gone=gone), trade)


def below(keys: tuple[int | str, ...], name: str, tier: str, over: Code) -> Code:
    """Return the decree or rule of an act."""
    draw = Draw(*keys, tier)
    start = week_of(over.versions[0].effective[0]) + (0 if tier == "령" else draw.below(3))
    made = versions(draw, min(start, LAST_WEEK), tier)
    last = over.versions[-1]
    if last.kind == "폐지":
        made = tuple(v for v in made if v.effective[0] < last.day or not v.index)
        made = (*made, Version(len(made), last.day, "폐지", 0, 0))
    return Code(tier, name, keys, made, over=over)


def lone(keys: tuple[int | str, ...], name: str, tier: str, start: int) -> Code:
    """Return a decree or rule that carries out no act."""
    return Code(tier, name, keys, versions(Draw(*keys, tier), start, tier))


def _act(code: Code) -> list[Unit]:
    draw = Draw(*code.keys, "articles")
    own = [v.index for v in code.versions if v.kind in ("일부개정", "전부개정")]
    units: list[Unit] = []
    number, branch = 0, 1
    for block, late in chosen(draw, blocks(*ACT_TEXTS), code.trade, late=bool(own)):
        since = draw.pick(own) if late else 0
        if since:
            branch += 1
        else:
            number, branch = number + 1, 1
        after_it = [version for version in own if version > since]
        leaves = block.key in _MAY_GO and after_it and draw.chance(250)
        gone = draw.pick(after_it) if leaves else 0
        draft = block.articles("법")[0]
        units.append(Unit(block, 0, draft, number, branch if since else 0, since, gone, ()))
    return units


def _below(code: Code, over: Code) -> list[Unit]:
    units: list[Unit] = []
    number, branch = 0, 1
    for parent in over.units:
        came = over.versions[parent.since].effective[0]
        standing = (v for v in code.versions if v.kind != "폐지")
        later = (v.index for v in standing if v.effective[0] >= came)
        since = 0 if not parent.since else next(later, -1)
        if since < 0:
            continue
        for part, draft in enumerate(parent.block.articles(code.tier)):
            if since:
                branch += 1
            else:
                number, branch = number + 1, 1
            own = branch if since else 0
            units.append(Unit(parent.block, part, draft, number, own, since, 0, ()))
    return units


def _lone(code: Code) -> list[Unit]:
    draw = Draw(*code.keys, "articles")
    units: list[Unit] = []
    for place, block in enumerate(b for b in blocks("lone") if b.articles(code.tier)):
        if place > 1 and not draw.chance(760):
            continue
        for part, draft in enumerate(block.articles(code.tier)):
            units.append(Unit(block, part, draft, len(units) + 1, 0, 0, 0, ()))
    return units


def _amended(draw: Draw, units: list[Unit], made: Sequence[Version]) -> list[Unit]:
    """Return the articles with what each version amended; a version changes something visible."""
    changes: list[list[int]] = [[] for _ in units]
    open_ = [place for place, unit in enumerate(units) if unit.draft.varies]
    for version in made[1:]:
        at = version.index
        there = [p for p in open_ if units[p].since < at and not 0 < units[p].gone <= at]
        if not there or version.kind == "폐지":
            continue
        few = 1 if version.kind == "타법개정" else draw.skewed(1, 6, 2)
        whole = version.kind == "전부개정"
        start, step = draw.below(len(there)), 1 + draw.below(3)
        for n in range(len(there) if whole else min(few, len(there))):
            own = changes[there[n if whole else (start + n * step) % len(there)]]
            if at not in own:
                own.append(at)
    for unit, own in zip(units, changes, strict=True):
        if unit.draft.lists_penalties:
            own[:] = sorted({*own, *_penalties_moved(units)})
    return [replace(unit, changed=tuple(own)) for unit, own in zip(units, changes, strict=True)]


def _penalties_moved(units: Sequence[Unit]) -> set[int]:
    """Return the versions that brought or took away an article whose breach is punished."""
    punished = [unit for unit in units if unit.block.crimes or unit.block.fines]
    return {version for unit in punished for version in (unit.since, unit.gone) if version}


def slices(made: Sequence[Version]) -> Iterator[tuple[Version, str, str]]:
    """Yield (version, day in force, 현행 | 연혁 | 시행예정) for every step of every version."""
    steps = [(version, day) for version in made for day in version.effective]
    past = [(day, version.index) for version, day in steps if day <= TODAY]
    current = max(past) if past else None
    repealed = made[-1].kind == "폐지"
    for version, day in steps:
        if day > TODAY:
            yield version, day, "시행예정"
        elif (day, version.index) == current and not repealed:
            yield version, day, "현행"
        else:
            yield version, day, "연혁"


CHAPTER_TITLES = {
    "총칙": "총칙", "계획": "기본계획의 수립 등", "영업": "영업의 등록과 관리",
    "지원": "진흥과 지원", "보칙": "보칙", "벌칙": "벌칙",
}  # fmt: skip
