"""Members of the Assembly and its committees.

Two terms, never mixed:

- **22nd term: recorded.** Real office-holders with public facts only (``record = "fact"``): name,
  party, district, committees, times elected. What was not recorded (birth, phone, chairs, posts)
  stays empty; nothing generated is attached to them. Who left when was not recorded either: the
  present members are those whom a roll call or a bill names on the world's day or later. A member
  of today whom every recorded roll call names has sat since the term began; when others came, and
  since when anybody has been on a committee, is known of few and otherwise stays empty.
- **21st term: fictional.** A made-up roster under made-up parties (``record = "rule"``), to whom
  generated bills and roll calls belong (:mod:`kopa_env.world.tables.bills`). It is not the
  historical 21st Assembly, and no name of the 22nd occurs in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world import names
from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.districts import districts
from kopa_env.world.world import World

SEATS = 300
PARTIES = (("새길당", 166), ("나라빛당", 105), ("두레연합", 12), ("푸른내일당", 8), ("무소속", 9))
"""The fictional parties of the 21st term and their seats."""

TERM_START, TERM_END = "2020-05-30", "2024-05-29"
PRESENT_TERM_START = "2024-05-30"
_WINS = {1: "초선", 2: "재선"}
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_SURNAMES = (
    "김KIM 이LEE 박PARK 최CHOI 정JEONG 강KANG 조CHO 윤YOON 장JANG 임LIM 한HAN 오OH 서SEO 신SHIN "
    "권KWON 황HWANG 안AN 송SONG 류RYU 홍HONG 전JEON 고KO 문MOON 손SON 양YANG 배BAE 백BAEK 허HEO "
    "남NAM 심SIM 노NOH 하HA 곽KWAK 성SUNG 차CHA 주JOO 우WOO 구KOO 민MIN 진JIN"
)
_LATIN = {word[0]: word[1:] for word in _SURNAMES.split()}


@dataclass(frozen=True, slots=True)
class Member:
    """A fictional member of the 21st term; ``left`` is empty for those who served it out."""

    code: str
    number: str
    name: str
    english: str
    party: str
    district: str
    seat: str
    committee: str
    sex: str
    wins: int
    joined: str
    left: str

    def sits_on(self, day: str) -> bool:
        """Return whether the member held the seat that day (``YYYY-MM-DD``)."""
        return self.joined <= day and (not self.left or day < self.left)


def wins_name(times: int) -> str:
    """Return how often someone was elected, as the platform says it (초선, 재선, 3선 …)."""
    return _WINS.get(times, f"{times}선")


@lru_cache(maxsize=2)
def fictional_members(seed: int) -> tuple[Member, ...]:
    """Return the fictional 21st term: 300 seats, and those who followed on vacated ones."""
    parties = [party for party, seats in PARTIES for _ in range(seats)]
    areas = _constituencies(seed)
    committees = [r["name"] for r in old_committees()]
    used: set[str] = {r["name"] for r in fact_rows("members")}
    made: list[Member] = []
    for place in range(SEATS):
        draw = Draw(seed, "member21", place)
        left = _day_between(draw, "2020-12-01", "2023-12-01") if draw.chance(40) else ""
        by_list = place % 19 == 7 or parties[place] in ("두레연합",)
        area = "비례대표" if by_list else areas[place]
        member = _member(draw, place, parties[place], area, committees, used)
        made.append(_with(member, TERM_START, left))
        if left and draw.chance(750):
            heir = _member(draw, SEATS + place, parties[place], area, committees, used)
            made.append(_with(heir, _day_between(draw, left, "2024-02-01"), ""))
    return tuple(sorted(made, key=lambda m: (m.name, m.code)))


def _member(
    draw: Draw, place: int, party: str, area: str, committees: list[str], used: set[str]
) -> Member:
    name = names.person(draw)
    while name in used:
        name = names.person(draw)
    used.add(name)
    code = f"{draw.pick(_LETTERS)}{draw.pick(_LETTERS)}{draw.digits(2)}F{place:03d}"
    return Member(
        code=code,
        number=f"{2100 + place:05d}",
        name=name,
        english=f"{_LATIN.get(name[0], '')} {names.romanised(name[1:]).upper()}".strip(),
        party=party,
        district=area,
        seat="비례대표" if area == "비례대표" else "지역구",
        committee=committees[place % len(committees)],
        sex="여" if draw.chance(200) else "남",
        wins=draw.weighted(((1, 50), (2, 25), (3, 14), (4, 7), (5, 4))),
        joined=TERM_START,
        left="",
    )


def _with(member: Member, joined: str, left: str) -> Member:
    return replace(member, joined=joined, left=left)


def _constituencies(seed: int) -> list[str]:
    """Return one constituency a seat, each of a real 시군구 (larger ones have 갑 and 을)."""
    areas = [(f"{d.province} {d.name.replace(' ', '')}", d.weight) for d in districts()]
    areas.sort(key=lambda a: (-a[1], a[0]))
    split = [f"{name}{part}" for name, _ in areas[:60] for part in ("갑", "을")]
    found = split + [name for name, _ in areas[60:]]
    draw = Draw(seed, "constituencies")
    order = sorted(range(len(found)), key=lambda i: (draw.u64(), i))
    return [found[i] for i in order][:SEATS]


def _day_between(draw: Draw, first: str, last: str) -> str:
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    return (start + timedelta(days=draw.between(0, max(0, (end - start).days)))).isoformat()


@lru_cache(maxsize=1)
def committee_codes() -> dict[str, str]:
    """Return committee codes by name."""
    return {r["name"]: r["code"] for r in fact_rows("committees")}


def old_committees() -> list[dict[str, str]]:
    """Return the standing committees of the 21st term (names in use before late 2025)."""
    newer = {"재정경제기획위원회", "기후에너지환경노동위원회", "성평등가족위원회"}
    rows = [r for r in fact_rows("committees") if r["kind"] == "상임위원회"]
    return [r for r in rows if r["name"] not in newer]


# ---- tables ----------------------------------------------------------------------------------


def _real_row(r: dict[str, str]) -> Row:
    committees = [c for c in r["committees"].split("|") if c]
    wins = int(r["wins"])
    return (
        *(r["code"], None, r["name"], r["hanja"], r["english"], r["party"], r["district"]),
        *(r["seat"], committees[0] if committees else None, ", ".join(committees) or None),
        *(r["sex"], wins_name(wins), "제22대" if wins == 1 else None),
        *("100022", "제22대", "Y" if is_present(r) else None, None, None, "fact"),
    )


def _fictional_row(m: Member) -> Row:
    return (
        *(m.code, m.number, m.name, None, m.english or None, m.party, m.district),
        *(m.seat, m.committee, m.committee, m.sex, wins_name(m.wins)),
        *("제21대" if m.wins == 1 else None, "100021", "제21대", "N", "위원", None, "rule"),
    )


def _members(world: World) -> Iterator[Row]:
    for r in sorted(fact_rows("members"), key=lambda r: (r["name"], r["code"])):
        yield _real_row(r)
    for m in fictional_members(world.seed):
        yield _fictional_row(m)


MEMBERS = Table(
    "members",
    (
        Column("code", domain="mona_cd", gen="fact"),
        Column("number", domain="member_no"),
        Column("name", domain="person_name", gen="fact"),
        Column("hanja", gen="fact"),
        Column("english", gen="fact"),
        Column("party", domain="party", gen="fact"),
        Column("district", domain="constituency", gen="fact"),
        Column("seat", gen="fact"),
        Column("committee", domain="committee_name", gen="fact"),
        Column("committees", gen="fact"),
        Column("sex", gen="fact"),
        Column("wins", gen="fact"),
        Column("terms", gen="fact"),
        Column("term_code", domain="assembly_unit", gen="fact"),
        Column("term", domain="assembly_term", gen="fact"),
        Column("seated", gen="fact"),
        Column("post"),
        Column("unrecorded", null_rate=1.0),
        Column("record"),
    ),
    _members,
    key=("code",),
    index=(("name",),),
    persons="office_holder",
)


def is_present(r: dict[str, str]) -> bool:
    """Return whether a record names a member of the 22nd term on the world's day or later."""
    return r["last_seen"] >= TODAY


def _with_committees() -> Iterator[tuple[dict[str, str], list[str]]]:
    for r in sorted(fact_rows("members"), key=lambda r: (r["name"], r["code"])):
        yield r, [c for c in r["committees"].split("|") if c]


def _present() -> list[tuple[dict[str, str], list[str]]]:
    return [(r, committees) for r, committees in _with_committees() if is_present(r)]


def _committee_members(world: World) -> Iterator[Row]:
    seats = _present()
    for c in fact_rows("committees"):
        if c["sitting"] == "N":
            continue
        for r, committees in seats:
            if c["name"] in committees:
                yield (
                    *(c["code"], c["name"], None, r["name"], r["hanja"], r["district"]),
                    *(r["party"], r["code"], None),
                )


COMMITTEE_MEMBERS = Table(
    "committee_members",
    (
        Column("committee_code", domain="committee_code", gen="fact"),
        Column("committee", domain="committee_name", gen="fact"),
        Column("post", null_rate=1.0),
        Column("name", domain="person_name", gen="fact"),
        Column("hanja", gen="fact"),
        Column("district", domain="constituency", gen="fact"),
        Column("party", domain="party", gen="fact"),
        Column("code", domain="mona_cd", gen="fact"),
        Column("unrecorded", null_rate=1.0),
    ),
    _committee_members,
    key=("committee_code", "code"),
    index=(("committee",), ("code",)),
    persons="office_holder",
)


def _committees(world: World) -> Iterator[Row]:
    seats = _present()
    for c in fact_rows("committees"):
        if c["sitting"] == "N":
            continue
        parties = [r["party"] for r, committees in seats if c["name"] in committees]
        grouped = sum(party in ("더불어민주당", "국민의힘") for party in parties)
        standing = c["kind"] == "상임위원회"
        yield (
            *(c["code"], c["name"], "001" if standing else "002", c["kind"], None, None),
            *(int(c["seats"]) if c["seats"] else None, len(parties)),
            *(len(parties) - grouped, grouped),
        )


COMMITTEES = Table(
    "committees",
    (
        Column("code", domain="committee_code", gen="fact"),
        Column("name", domain="committee_name", gen="fact"),
        Column("kind_code"),
        Column("kind", gen="fact"),
        Column("chair", null_rate=1.0),
        Column("secretaries", null_rate=1.0),
        *(Column(n, "int", gen="fact") for n in ("seats", "sitting", "ungrouped", "grouped")),
    ),
    _committees,
    key=("code",),
)


def _careers(world: World) -> Iterator[Row]:
    joined = {(r["code"], r["committee"]): r["joined"] for r in fact_rows("committee_seats")}
    original = _original_members()
    for r, committees in _with_committees():
        sits = PRESENT_TERM_START if r["code"] in original and is_present(r) else ""
        yield _career(r, "post", sits, f"제22대 {r['elected_party']} {r['district']}")
        for committee in committees:
            since = joined.get((r["code"], committee), "")
            yield _career(r, "committee", since, f"제22대 {committee}")


def _career(r: dict[str, str], kind: str, since: str, line: str) -> Row:
    """Return a line of a career; a period without an end is one that lasts."""
    period = f"{since.replace('-', '.')} ~ " if since else None
    return (kind, r["name"], r["hanja"], period, line, r["code"], "100022", "제22대")


def _original_members() -> set[str]:
    """Return the codes of those whom every recorded roll call names; the first was in July 2024."""
    voted: dict[str, set[str]] = {}
    for r in fact_rows("rollcalls22"):
        voted.setdefault(r["bill_no"], set()).add(r["member_code"])
    return set.intersection(*voted.values())


CAREERS = Table(
    "member_careers",
    (
        Column("kind"),
        Column("name", domain="person_name", gen="fact"),
        Column("hanja", gen="fact"),
        Column("period", gen="fact", null_rate=0.68),
        Column("line", gen="fact"),
        Column("code", domain="mona_cd", gen="fact"),
        Column("term_code", domain="assembly_unit", gen="fact"),
        Column("term", domain="assembly_term", gen="fact"),
    ),
    _careers,
    index=(("kind",), ("code",)),
    persons="office_holder",
)
