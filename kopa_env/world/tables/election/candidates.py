"""Who stood, who won and with how many votes.

All candidates are fictional but the winners of the 22nd Assembly: those are its members, with
public facts only, and no votes are made up for them, nor for anybody in their election. Winners of
2020 are the members of the (fictional) 21st; its parties stand in every election here. A
candidate's votes are the sum over the wards of the count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.election.days import (
    LOCAL,
    PAST_ASSEMBLY,
    PRESENT,
    Constituency,
    by_id,
    constituencies,
    votes_in,
)
from kopa_env.world.tables.members import PARTIES, TERM_START, fictional_members
from kopa_env.world.tables.population.figures import ratio

_KNOWN_AREA, _KNOWN_NAME = "종로구가선거구", "홍길동"
"""A candidate of every world bears the name that examples use: nobody's."""

HELD = (*LOCAL, PAST_ASSEMBLY, PRESENT)
LISTS = ("7", "8", "9")
"""Types in which parties stand with lists."""

NONE = "무소속"
_MAIN = tuple(party for party, _ in PARTIES if party != NONE)
_SMALL = ("온누리당", "한걸음당", "들꽃당", "새벽당")
_REAL_LISTS = (("더불어민주연합", 14), ("국민의미래", 18), ("조국혁신당", 12), ("개혁신당", 2))
_NUMBERS = {party: n for n, party in enumerate((*_MAIN, *_SMALL), start=1)}
_SUCCEEDED = ("백선희", "손솔", "최혁진", "이주희", "이소희")
"""Members who came later from a list, in the place of others."""

_JOBS = (
    *((225, "정당인", 40), (201, "국회의원", 3), (205, "지방의원", 14), (211, "변호사", 6)),
    *((212, "의사", 2), (213, "약사", 2), (215, "회사원", 6), (216, "상업", 7), (217, "농업", 6)),
    *(
        (218, "건설업", 4),
        (219, "교육자", 5),
        (221, "종교인", 1),
        (226, "무직", 3),
        (299, "기타", 5),
    ),
)
_SCHOOLING = (
    *((61, "고등학교 졸업", 10), (64, "전문대학 졸업", 10), (66, "대학교 재학", 4)),
    *(
        (67, "대학교 수료", 4),
        (68, "대학교 졸업", 36),
        (71, "대학원 수료", 8),
        (72, "대학원 졸업", 28),
    ),
)
JOBS = {f"{code}": name for code, name, _ in _JOBS}
SCHOOLING = {f"{code}": name for code, name, _ in _SCHOOLING}
_PAST = (
    *("주민자치위원회 위원", "학교운영위원회 위원장", "도서관친구들 회장", "상인회 총무"),
    *("생활체육회 이사", "마을신문 편집위원", "사회복지관 운영위원", "청년회 회장"),
    *("농업인단체 감사", "자율방범대 대장", "환경모임 공동대표", "장학회 이사"),
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One candidate; ``votes`` in each part of the constituency, nothing where none are known."""

    huboid: str
    number: int | None
    party: str
    mark: str
    name: str
    hanja: str | None
    sex: str
    born: str | None
    age: int | None
    home: str | None
    job: str | None
    schooling: str | None
    careers: tuple[str | None, str | None]
    status: str
    elected: bool
    votes: tuple[int, ...]
    fact: bool = False

    @property
    def total(self) -> int:
        """All votes."""
        return sum(self.votes)


@dataclass(frozen=True, slots=True)
class Race:
    """What came of a constituency: who stood, and votes in each of its parts."""

    area: Constituency
    candidates: tuple[Candidate, ...]
    electors: tuple[int, ...]
    cast: tuple[int, ...]
    invalid: tuple[int, ...]

    @property
    def contested(self) -> bool:
        """Whether there was a vote at all."""
        standing = [c for c in self.candidates if c.status == "등록"]
        return self.area.kind in LISTS or len(standing) > self.area.seats


@lru_cache(maxsize=4)
def _members(seed: int) -> dict[str, Mapping[str, str]]:
    """Return the members who can win a seat, by code: both terms, in the same words."""
    found: dict[str, Mapping[str, str]] = {
        m.code: {"name": m.name, "party": m.party, "sex": m.sex, "hanja": ""}
        for m in fictional_members(seed)
    }
    for r in fact_rows("members"):
        found[r["code"]] = {
            **{"name": r["name"], "party": r["elected_party"], "sex": r["sex"]},
            "hanja": r["hanja"],
        }
    return found


def races(seed: int, sg_id: str, kind: str) -> Iterator[Race]:
    """Yield what came of every constituency of one type of one election held here."""
    if sg_id in HELD:
        for area in constituencies(seed, sg_id, kind):
            yield race(seed, area)


@lru_cache(maxsize=6000)
def race(seed: int, area: Constituency) -> Race:
    """Return what came of a constituency."""
    whole = [votes_in(seed, area.sg_id, part.ward.code) for part in area.parts]
    electors = tuple(p.cut(v.electors) for p, v in zip(area.parts, whole, strict=True))
    cast = tuple(p.cut(v.cast) for p, v in zip(area.parts, whole, strict=True))
    draw = Draw(seed, "race", area.sg_id, area.kind, area.sd, area.name)
    bad = draw.between(8, 26) + (12 if area.kind in ("8", "9", "11") else 0)
    invalid = tuple(n * bad // 1000 for n in cast)
    valid = [n - b for n, b in zip(cast, invalid, strict=True)]
    standing = _list_race(seed, area, draw, valid) if area.kind in LISTS else None
    found = standing or _race_of_persons(seed, area, draw, valid)
    return Race(area, found, electors, cast, invalid)


# ---- persons ---------------------------------------------------------------------------------


def _race_of_persons(
    seed: int, area: Constituency, draw: Draw, valid: list[int]
) -> tuple[Candidate, ...]:
    slots = _slots(area, draw)
    made = [_person(seed, area, n, party, mark) for n, (party, mark) in enumerate(slots)]
    if area.sg_id != PRESENT:
        strengths = _strengths(area, slots, draw)
        shares = [_share(draw, n, strengths) for n in valid]
        made = [replace(c, votes=tuple(s[n] for s in shares)) for n, c in enumerate(made)]
    order = sorted(range(len(made)), key=lambda n: (-made[n].total, n))
    if len(made) <= area.seats:
        made = [replace(c, votes=()) for c in made]
    for n in order[: area.seats]:
        made[n] = replace(made[n], elected=True)
    if area.winner:
        made = _with_winner(seed, area, made, order[0])
    if draw.chance(22) and area.sg_id != PRESENT and area.kind != "10":
        late = _person(seed, area, len(made), NONE, "")
        made.append(replace(late, status=draw.weighted((("사퇴", 80), ("등록무효", 20)))))
    return tuple(_numbered(area, made))


def _slots(area: Constituency, draw: Draw) -> list[tuple[str, str]]:
    """Return the party and the mark (가, 나 …) of each candidate in the order of the ballot."""
    if area.kind in ("10", "11"):
        return [("", "")] * draw.between(2, 4)
    few = {"2": 4, "3": 4, "4": 3, "5": 2}.get(area.kind, area.seats + 2)
    alone = {"5": 120, "6": 75, "4": 14}.get(area.kind, 0)
    count = (
        area.seats if draw.chance(alone) else max(area.seats + 1, draw.between(few - 1, few + 1))
    )
    found: list[tuple[str, str]] = []
    parties = list(_MAIN[: 2 if area.kind in ("4", "5") else 4])
    for party in parties:
        if len(found) < count and (party in _MAIN[:2] or draw.chance(420)):
            pair = area.kind == "6" and party in _MAIN[:2] and draw.chance(520)
            found += [(party, m) for m in (("가", "나") if pair else ("",))]
    while len(found) < count:
        found.append((NONE, ""))
    return found[:count]


def _strengths(area: Constituency, slots: list[tuple[str, str]], draw: Draw) -> list[int]:
    lean = Draw(0, "lean", area.sd[:2]).between(-130, 130)
    weight = {_MAIN[0]: 450 + lean, _MAIN[1]: 430 - lean, NONE: 90, "": 300}
    usual = [max(40, weight.get(party, 70)) for party, _ in slots]
    found = [n * draw.between(72, 128) // 100 for n in usual]
    return [n * 62 // 100 if mark == "나" else n for n, (_, mark) in zip(found, slots, strict=True)]


def _share(draw: Draw, valid: int, strengths: list[int]) -> list[int]:
    """Share the votes of a ward: near the strengths, and so that they add up."""
    weights = [n * draw.between(90, 110) for n in strengths]
    whole, ends, end = sum(weights), [0], 0
    for weight in weights:
        end += weight
        ends.append(valid * end // whole)
    return [b - a for a, b in pairwise(ends)]


def huboid(area: Constituency, place: int) -> str:
    """Return a candidate's id; it depends on the constituency and the place on the ballot alone."""
    election = list(by_id()).index(area.sg_id)
    return str(100_000_000 + (election * 3200 + area.number) * 32 + place)


def _person(seed: int, area: Constituency, place: int, party: str, mark: str) -> Candidate:
    draw = Draw(seed, "candidate", area.sg_id, area.kind, area.sd, area.name, place)
    day = date(int(area.sg_id[:4]), int(area.sg_id[4:6]), int(area.sg_id[6:]))
    days = draw.bell(31 * 365, 71 * 365)
    born = day - timedelta(days=days)
    age = day.year - born.year - ((day.month, day.day) < (born.month, born.day))
    ward = area.parts[draw.below(len(area.parts))].ward
    stem = ward.name if len(ward.name) < 3 else ward.name.rstrip("시군구")
    past = (draw.pick(_PAST), draw.pick(_PAST))
    return Candidate(
        huboid=huboid(area, place),
        number=_NUMBERS.get(party),
        party=party,
        mark=mark,
        name=names.person(draw) if place or area.name != _KNOWN_AREA else _KNOWN_NAME,
        hanja=None,
        sex="여" if draw.chance(270) else "남",
        born=born.strftime("%Y%m%d"),
        age=age,
        home=f"{ward.sd} {ward.name}" if ward.sd != ward.name else ward.sd,
        job=str(draw.weighted([(code, weight) for code, _, weight in _JOBS])),
        schooling=str(draw.weighted([(code, weight) for code, _, weight in _SCHOOLING])),
        careers=(f"(현){stem} {past[0]}", f"(전){stem} {past[1]}"),
        status="등록",
        elected=False,
        votes=(),
    )


def _with_winner(seed: int, area: Constituency, made: list[Candidate], top: int) -> list[Candidate]:
    """Return candidates with the member in the winner's place, and no other of that party."""
    member = _members(seed)[area.winner]
    party, free = member["party"], made[top].party
    found = [replace(c, party=free) if c.party == party != NONE else c for c in made]
    if area.sg_id == PRESENT:
        found[top] = _known(made[top].huboid, member)
    else:
        won = replace(made[top], party=party, name=member["name"], sex=member["sex"])
        found[top] = replace(won, elected=True)
    return found


def _known(code: str, member: Mapping[str, str]) -> Candidate:
    """Return a member of the present Assembly as a candidate: nothing but what is recorded."""
    party = member["party"]
    return Candidate(
        huboid=code,
        number={"더불어민주당": 1, "국민의힘": 2}.get(party),
        party=party,
        mark="",
        name=member["name"],
        hanja=member["hanja"],
        sex=member["sex"],
        born=None,
        age=None,
        home=None,
        job=None,
        schooling=None,
        careers=(None, None),
        status="등록",
        elected=True,
        votes=(),
        fact=True,
    )


def _numbered(area: Constituency, made: list[Candidate]) -> list[Candidate]:
    """Number the ballot: parties in their usual order, then those of none."""
    if area.kind in ("10", "11"):
        return [replace(c, number=None) for c in made]
    first = 10 if area.sg_id == PRESENT else 0
    later, found = len(_NUMBERS) + first, []
    for c in made:
        if not c.fact:
            number = _NUMBERS.get(c.party)
            later += number is None
            c = replace(c, number=later if number is None else number + first)
        found.append(c)
    return sorted(found, key=lambda c: (c.number or 99, c.mark, c.huboid))


# ---- lists -----------------------------------------------------------------------------------


def _list_race(
    seed: int, area: Constituency, draw: Draw, valid: list[int]
) -> tuple[Candidate, ...] | None:
    """Return the candidates of all lists, the parties' votes with each list's first."""
    if area.sg_id == PRESENT:
        return _real_lists(area)
    if area.sg_id == PAST_ASSEMBLY:
        return _past_lists(seed, area, draw, valid)
    parties = (*_MAIN, *_SMALL[:2]) if area.kind == "8" else _MAIN[: draw.between(2, 4)]
    lean = Draw(0, "lean", area.sd[:2]).between(-130, 130)
    strengths = [450 + lean, 430 - lean, 70, 50, 20, 15][: len(parties)]
    shares = [_share(draw, n, strengths) for n in valid]
    totals = [sum(s[n] for s in shares) for n in range(len(parties))]
    won = _seats(totals, area.seats)
    made: list[Candidate] = []
    for n, party in enumerate(parties):
        for rank in range(won[n] + 1 if won[n] else draw.between(1, 2)):
            votes = tuple(s[n] for s in shares) if rank == 0 else ()
            one = _person(seed, area, len(made), party, str(rank + 1))
            made.append(replace(one, elected=rank < won[n], votes=votes))
    return tuple(made)


def _seats(totals: list[int], seats: int) -> list[int]:
    """Share seats by votes (largest remainder)."""
    whole = max(1, sum(totals))
    found = [seats * n // whole for n in totals]
    rest = sorted(range(len(totals)), key=lambda n: (-(seats * totals[n] % whole), n))
    for n in rest[: seats - sum(found)]:
        found[n] += 1
    return found


def _real_lists(area: Constituency) -> tuple[Candidate, ...]:
    rows = [r for r in fact_rows("members") if r["seat"] != "지역구"]
    chosen = [r for r in rows if r["name"] not in _SUCCEEDED]
    order = {party: n for n, (party, _) in enumerate(_REAL_LISTS)}
    chosen.sort(key=lambda r: (order.get(r["elected_party"], 9), r["name"]))
    people = _members(0)
    made = (_known(huboid(area, n), people[r["code"]]) for n, r in enumerate(chosen))
    return tuple(replace(c, number=None) for c in made)


def _past_lists(
    seed: int, area: Constituency, draw: Draw, valid: list[int]
) -> tuple[Candidate, ...]:
    members = [m for m in fictional_members(seed) if m.joined == TERM_START]
    made: list[Candidate] = []
    parties = (*_MAIN, *_SMALL)
    strengths = [390, 360, 110, 60, 30, 20, 15, 15]
    shares = [_share(draw, n, strengths) for n in valid]
    for n, party in enumerate(parties):
        listed = (party, NONE) if n == 0 else (party,)  # who left a party later sits alone
        own = [m for m in members if m.seat == "비례대표" and m.party in listed]
        size = len(own) + draw.between(2, 9)
        for rank in range(size):
            one = _person(seed, area, len(made), party, str(rank + 1))
            if rank < len(own):
                one = replace(one, name=own[rank].name, sex=own[rank].sex, elected=True)
            made.append(replace(one, votes=tuple(s[n] for s in shares) if rank == 0 else ()))
    return tuple(made)


def share_of(votes: int, valid: int) -> str:
    """Write a share of votes in per cent."""
    return ratio(votes * 100, valid)
