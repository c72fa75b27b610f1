"""Elections: which were held, in which districts and constituencies, and by how many electors.

Ids, types and days are real; so are the constituencies of the 22nd Assembly, because its members
bear them. Constituencies of the (fictional) 21st are those of its members; those of councils are
cut by rule out of real cities, counties and wards. Electors are the grown-up part of the residents
of the same month. Names of provinces are those of the day: 강원도 until June 2023, 전라북도 until
January 2024, and 군위군 lies in 경상북도 until July 2023. Names of districts carry no blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.districts import District, districts
from kopa_env.world.tables.members import TERM_START, fictional_members
from kopa_env.world.tables.population.figures import counts, summed
from kopa_env.world.tables.towns import province_of

TYPES = {
    "1": "대통령선거", "2": "국회의원선거", "3": "시·도지사선거", "4": "구·시·군의 장선거",
    "5": "시·도의회의원선거", "6": "구·시·군의회의원선거", "7": "국회의원비례대표선거",
    "8": "광역의원비례대표선거", "9": "기초의원비례대표선거", "10": "교육의원선거",
    "11": "교육감선거",
}  # fmt: skip

LOCAL, PAST_ASSEMBLY, PRESENT = ("20180613", "20220601"), "20200415", "20240410"
"""Elections with candidates: fictional ones, but for the winners of the last."""

NEXT = "20260603"
"""The next election: its constituencies are known, its candidates are not."""

_NATION = "전국"
_LETTERS = "갑을병정무"
_SYLLABLES = "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허"


@dataclass(frozen=True, slots=True)
class Election:
    """One day of voting: its types, and its turnout in per mille (0: by-election or to come)."""

    sg_id: str
    name: str
    types: tuple[str, ...]
    turnout: int


@dataclass(frozen=True, slots=True)
class Ward:
    """A district of an election: what it is called there, and the district it is."""

    code: str
    sd: str
    name: str
    unit: str
    """The city, county or ward whose head and council it elects; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Part:
    """A share of a ward: the ``place``-th of ``of`` equal parts."""

    ward: Ward
    place: int = 0
    of: int = 1

    def cut(self, number: int) -> int:
        """Return this part of a number of the ward's, so that all parts make up the whole."""
        return number * (self.place + 1) // self.of - number * self.place // self.of


@dataclass(frozen=True, slots=True)
class Constituency:
    """What is elected together: ``number`` is its place among those of its election."""

    sg_id: str
    kind: str
    name: str
    sd: str
    parts: tuple[Part, ...]
    seats: int
    number: int
    winner: str = ""
    """The member's code, where the Assembly's own table says who won."""


@lru_cache(maxsize=1)
def elections() -> tuple[Election, ...]:
    """Return every election in the order of its day."""
    return tuple(
        Election(r["sg_id"], r["name"], tuple(r["types"].split("|")), int(r["turnout"] or 0))
        for r in fact_rows("elections")
    )


@lru_cache(maxsize=1)
def by_id() -> dict[str, Election]:
    """Return elections by id."""
    return {e.sg_id: e for e in elections()}


def province_name(short: str, day: str) -> str:
    """Return what a province was called on a day (``YYYYMMDD``)."""
    older = {"강원": ("강원도", "20230611"), "전북": ("전라북도", "20240118")}
    name, until = older.get(short, ("", ""))
    return name if day < until else province_of()[short].name


@lru_cache(maxsize=32)
def wards(day: str) -> tuple[Ward, ...]:
    """Return the districts of an election day, province by province."""
    return tuple(_ward(d, day) for d in districts())


def _ward(district: District, day: str) -> Ward:
    short = district.province
    if district.name == "군위군" and day < "20230701":
        short = "경북"
    unit = "" if short in ("세종", "제주") else district.name.split()[0]
    name = district.name.replace(" ", "")
    return Ward(district.code, province_name(short, day), name, unit)


@lru_cache(maxsize=4096)
def electors(seed: int, day: str, code: str) -> int:
    """Return how many may vote in a district."""
    people = summed(counts(seed, code, day[:6]))
    age = people.ages // max(1, people.total)
    return people.total * min(935, 838 + (age - 400) // 2) // 1000


@dataclass(frozen=True, slots=True)
class Votes:
    """Electors and votes of a ward: in all, and those cast otherwise than on the day itself."""

    electors: int
    cast: int
    early: int
    early_electors: int


@lru_cache(maxsize=8192)
def votes_in(seed: int, sg_id: str, code: str) -> Votes:
    """Return a district's electors and votes; one turnout holds for all types of a day."""
    number = electors(seed, sg_id, code)
    draw = Draw(seed, "turnout", sg_id, code)
    usual = Draw(seed, "turnout of", code).between(-28, 28)
    share = min(930, by_id()[sg_id].turnout + usual + draw.between(-14, 14))
    cast = number * share // 1000
    early = cast * draw.between(330, 520) // 1000
    return Votes(number, cast, early, early + early * draw.between(1, 9) // 1000)


def _everywhere(election: Election) -> bool:
    """Say whether an election is held in all constituencies, not only where a seat fell vacant."""
    return bool(election.turnout) or election.sg_id == NEXT


# ---- constituencies --------------------------------------------------------------------------


@lru_cache(maxsize=256)
def constituencies(seed: int, sg_id: str, kind: str) -> tuple[Constituency, ...]:
    """Return the constituencies of one type of one election; none if it was not held."""
    election = by_id().get(sg_id)
    if election is None or kind not in election.types or not _everywhere(election):
        return ()
    made = _MAKERS[kind](seed, sg_id)
    start = sum(_ROOM[k] for k in TYPES if int(k) < int(kind))
    return tuple(
        Constituency(sg_id, kind, name, sd, parts, seats, start + number, winner)
        for number, (name, sd, parts, seats, winner) in enumerate(made)
    )


_Made = tuple[str, str, tuple[Part, ...], int, str]
_ROOM = {
    **{"1": 1, "2": 330, "3": 20, "4": 240, "5": 900, "6": 1300},
    **{"7": 100, "8": 20, "9": 240, "10": 10, "11": 20},
}
"""Numbers kept free for each type's constituencies, so that ids do not depend on others."""


def _whole(day: str, sd: str = "") -> tuple[Part, ...]:
    return tuple(Part(w) for w in wards(day) if sd in ("", w.sd))


def _nation(seed: int, day: str) -> Iterator[_Made]:
    yield ("대한민국", _NATION, _whole(day), 1, "")


def _list(seed: int, day: str) -> Iterator[_Made]:
    seats = 46 if day >= "20240101" else 47
    if day == PAST_ASSEMBLY:
        members = (m for m in fictional_members(seed) if m.joined == TERM_START)
        seats = sum(m.seat == "비례대표" for m in members)
    yield ("비례대표", _NATION, _whole(day), seats, "")


def _provinces(seed: int, day: str) -> Iterator[_Made]:
    for sd in dict.fromkeys(w.sd for w in wards(day)):
        yield (sd, sd, _whole(day, sd), 1, "")


def _councils(seed: int, day: str) -> Iterator[_Made]:
    for name, sd, parts, _, _ in _provinces(seed, day):
        yield (name, sd, parts, max(3, len(parts) // 3), "")


def _units(day: str) -> dict[tuple[str, str], tuple[Ward, ...]]:
    """Return the wards of every city, county and ward that elects its own head."""
    found: dict[tuple[str, str], tuple[Ward, ...]] = {}
    for ward in wards(day):
        if ward.unit:
            key = (ward.sd, ward.unit)
            found[key] = (*found.get(key, ()), ward)
    return found


def _heads(seed: int, day: str) -> Iterator[_Made]:
    for (sd, unit), own in _units(day).items():
        yield (unit, sd, tuple(map(Part, own)), 1, "")


def _unit_lists(seed: int, day: str) -> Iterator[_Made]:
    for (sd, unit), own in _units(day).items():
        yield (unit, sd, tuple(map(Part, own)), len(own) + 1 + (sd[:2] in ("서울", "부산")), "")


def _pieces(day: str, per_ward: int) -> Iterator[tuple[str, str, int, Part]]:
    """Yield pieces of wards: province, city or ward, number within it, and the piece."""
    for (sd, unit), own in _units(day).items():
        number = 0
        for ward in own:
            draw = Draw(0, "council seats", ward.code, per_ward)
            pieces = draw.between(per_ward, per_ward + 2) if unit[-1] != "군" else per_ward
            for place in range(pieces):
                number += 1
                yield sd, unit, number, Part(ward, place, pieces)


def _province_seats(seed: int, day: str) -> Iterator[_Made]:
    for sd, unit, number, part in _pieces(day, 2):
        yield (f"{unit}제{number}선거구", sd, (part,), 1, "")


def _unit_seats(seed: int, day: str) -> Iterator[_Made]:
    for sd, unit, number, part in _pieces(day, 3):
        seats = Draw(0, "seats", sd, unit, number).between(2, 3)
        yield (f"{unit}{_SYLLABLES[number - 1]}선거구", sd, (part,), seats, "")


def _boards(seed: int, day: str) -> Iterator[_Made]:
    island = [w for w in wards(day) if w.sd == "제주특별자치도"]
    for number, name in enumerate(
        ("제주시동부", "제주시중부", "제주시서부", "서귀포시동부", "서귀포시서부")
    ):
        ward = island[number // 3]
        of = 3 if number < 3 else 2
        yield (f"{name}선거구", ward.sd, (Part(ward, number % 3, of),), 1, "")


def _seats(seed: int, day: str) -> Iterator[_Made]:
    if day == PAST_ASSEMBLY:
        members = [m for m in fictional_members(seed) if m.joined == TERM_START]
        named = {m.district: m.code for m in members if m.seat == "지역구"}
    else:
        rows = [r for r in fact_rows("members") if r["seat"] == "지역구"]
        named = {r["district"].replace("연천구", "연천군"): r["code"] for r in rows}
        if day != PRESENT:
            named = dict.fromkeys(named, "")
    spans = {name: _span(name, day) for name in named}
    sharing: dict[str, list[str]] = {}
    for name in sorted(named, key=_rank):
        for ward in spans[name]:
            sharing.setdefault(ward.code, []).append(name)
    order = {w.sd: n for n, w in reversed(list(enumerate(wards(day))))}
    for name in sorted(named, key=lambda n: (order[spans[n][0].sd], _rank(n))):
        parts = tuple(
            Part(w, sharing[w.code].index(name), len(sharing[w.code])) for w in spans[name]
        )
        bare = name.partition(" ")[2] or name
        yield (bare, spans[name][0].sd, parts, 1, named[name])


def _rank(name: str) -> tuple[str, int]:
    return name.rstrip(_LETTERS), _LETTERS.find(name[-1])


@lru_cache(maxsize=1024)
def _span(name: str, day: str) -> tuple[Ward, ...]:
    """Return the wards that a constituency's name tells: ``대구 동구군위군을``."""
    short, _, rest = name.partition(" ")
    if not rest:
        short, rest = "세종", name
    own = {w.name: w for w, d in zip(wards(day), districts(), strict=True) if d.province == short}
    bare = rest.rstrip(_LETTERS) if rest[-1] in _LETTERS else rest
    place = max(0, _LETTERS.find(rest[-1]))
    found: list[Ward] = []
    while bare:
        hit = next((n for n in sorted(own, key=len, reverse=True) if bare.startswith(n)), "")
        if hit:
            found.append(own[hit])
            bare = bare.removeprefix(hit)
            continue
        city = re.match(r".+?[시군구]", bare)
        assert city is not None, name
        inner = [w for w in own.values() if w.name.startswith(city[0])]
        found.append(inner[place % len(inner)])
        bare = bare.removeprefix(city[0])
    return tuple(found)


_MAKERS = {
    "1": _nation, "2": _seats, "3": _provinces, "4": _heads, "5": _province_seats,
    "6": _unit_seats, "7": _list, "8": _councils, "9": _unit_lists, "10": _boards,
    "11": _provinces,
}  # fmt: skip
