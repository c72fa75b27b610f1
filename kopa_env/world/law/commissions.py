"""Decisions of commissions: what they are about, who is concerned, and what was decided.

The commissions' twins here are fictional, and so is every company and person that is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.law.calendar import ahead, weekday
from kopa_env.world.law.courts import TOWNS
from kopa_env.world.law.points import Point, point
from kopa_env.world.names import coined, firm, person
from kopa_env.world.statute_names import acts


@dataclass(frozen=True, slots=True)
class Commission:
    """A commission's list: its size, its name, what its cases are called and what it decides.

    Attributes:
        committee: the committee of the Assembly in whose field the acts are.
        number: the form of a case's number.
        titles: what cases are called.
        rulings: what is decided; ``judged`` says why, ruling by ruling.
        facts: what had happened.
    """

    key: str
    size: int
    name: str
    committee: str
    number: str
    titles: tuple[str, ...]
    rulings: tuple[str, ...]
    judged: tuple[str, ...]
    facts: str


def _read() -> dict[str, Commission]:
    """Return the commissions of ``texts/commissions.txt``."""
    text = (files("kopa_env.world.law") / "texts" / "commissions.txt").read_text(encoding="utf-8")
    found: dict[str, Commission] = {}
    for part in text.split("\n@ ")[1:]:
        head, *lines = part.strip().splitlines()
        key, size, name, committee, number = head.split(" | ")
        said: dict[str, list[str]] = {}
        for line in lines:
            mark, _, rest = line.partition(" ")
            said.setdefault(mark, []).append(rest)
        titles, rulings, judged = (tuple(said[mark]) for mark in ("제목", "주문", "판단"))
        found[key] = Commission(
            key, int(size), name, committee, number, titles, rulings, judged, said["사실"][0]
        )
    return found


COMMISSIONS: Mapping[str, Commission] = _read()
_ALL = tuple(COMMISSIONS.values())
_FIRST_ID, _EACH = 1_900_001, 10_000
_FIRST_DAY, _SPAN = "20100405", 5_770
_MEETINGS = ("본회의", "소회의")


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a commission."""

    seed: int
    key: str
    place: int
    title: str
    number: str
    day: str
    meeting: str
    ruling: str
    facts: str
    judged: str
    company: str
    town: str
    claimant: str
    point: Point

    @property
    def id(self) -> int:
        """Its serial number (결정문일련번호)."""
        return _FIRST_ID + list(COMMISSIONS).index(self.key) * _EACH + self.place

    @property
    def name(self) -> str:
        """The commission."""
        return COMMISSIONS[self.key].name


def decision(seed: int, key: str, place: int) -> Decision:
    """Return the decision at a place of a list; later places are later days."""
    kind = COMMISSIONS[key]
    draw = Draw(seed, "commission", key, place)
    day = weekday(ahead(_FIRST_DAY, _SPAN * place // kind.size))
    about = point(seed, draw.pick(_starts(kind.committee)), day, draw)
    company, town = firm(draw.u64(), seed % 2)[0], draw.pick(TOWNS)
    slots = {"사": company, "읍": town, "이": coined(draw, seed % 2), "년": day[:4],
             "둘": f"{place % 90 + 10:02d}", "셋": f"{place % 900 + 100:03d}",
             "금": f"{draw.between(3, 900) * 100:,}"}  # fmt: skip
    title = _filled(draw.pick(kind.titles), slots)
    way = draw.below(len(kind.rulings))
    ruling, judged = _filled(kind.rulings[way], slots), _filled(kind.judged[way], slots)
    facts = settle(_filled(kind.facts, slots))
    number = _filled(kind.number, slots)
    meeting = draw.weighted(((_MEETINGS[0], 35), (_MEETINGS[1], 65)))
    return Decision(
        seed, key, place, title, number, day, meeting, ruling, facts, judged, company, town,
        person(draw), about,
    )  # fmt: skip


@lru_cache(maxsize=32)
def _starts(committee: str) -> tuple[int, ...]:
    return tuple(n for n, (own, *_) in enumerate(acts()) if own == committee)


def _filled(text: str, slots: Mapping[str, str]) -> str:
    for name, value in slots.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def by_id(seed: int, number: str) -> Decision | None:
    """Return the decision of a serial number."""
    place = int(number) - _FIRST_ID if number.isascii() and number.isdecimal() else -1
    kind, own = divmod(place, _EACH)
    if not 0 <= kind < len(_ALL) or own >= _ALL[kind].size:
        return None
    return decision(seed, _ALL[kind].key, own)


def reasons(own: Decision) -> str:
    """Return the reasons of a decision."""
    about = own.point
    return "\n".join(
        (
            "1. 인정사실",
            own.facts,
            "2. 관련 규정",
            f'「{about.owner.name}」 {about.article}: "{about.quoted()}"',
            "3. 판단",
            f"위 인정사실과 관련 규정을 종합하면, {own.judged}.",
            "4. 결론",
            "이상과 같은 이유로 주문과 같이 결정한다.",
        )
    )
