"""Members' research groups: who is in them, what they write, spend and win.

Groups of the 21st term have fictional members. Those of the 22nd are made up too, so no member is
named in them: who leads or joins them stays empty. What groups did before is counted, not listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.statute_names import topics
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.members import Member, fictional_members, old_committees
from kopa_env.world.tables.parliament_life.wording import filled, subjects
from kopa_env.world.world import World

LAST = 2024
"""The last year of which accounts are settled."""

_FIELDS = {
    "국회운영위원회": "정치·행정",
    "법제사법위원회": "정치·행정",
    "정무위원회": "경제",
    "기획재정위원회": "경제",
    "교육위원회": "사회·문화",
    "과학기술정보방송통신위원회": "과학·정보",
    "외교통일위원회": "외교·통일·안보",
    "국방위원회": "외교·통일·안보",
    "행정안전위원회": "정치·행정",
    "문화체육관광위원회": "사회·문화",
    "농림축산식품해양수산위원회": "농림·해양",
    "산업통상자원중소벤처기업위원회": "경제",
    "보건복지위원회": "보건·복지",
    "환경노동위원회": "환경·노동",
    "국토교통위원회": "국토·교통",
    "정보위원회": "과학·정보",
    "여성가족위원회": "보건·복지",
}
_TAILS = (
    *("포럼", "연구회", "정책포럼", "연구모임", "정책연구회", "미래포럼", "연구포럼"),
    *("상생포럼", "입법연구회", "정책연구단"),
)
_AIMS = (
    "{t} 분야의 현안을 연구하고 {s} 등 입법 대안을 마련함",
    "{t} 정책을 점검하고 {s}을(를) 위한 의정활동에 반영함",
    "{t} 관련 제도를 살피고 국민과 소통하여 개선 방향을 제시함",
    "{t} 전문가와 함께 {s} 과제를 발굴함",
    "국내외 사례를 조사하여 {t} 활성화의 법적 기반을 마련함",
)
_TERMS = {21: (2020, 2024, 65), 22: (2024, 2025, 70)}
"""Terms whose groups are listed: first and last year, groups in the fullest year."""


@dataclass(frozen=True, slots=True)
class Group:
    """A research group; ``people`` are leaders, those in charge and the rest, or nobody."""

    term: int
    place: int
    name: str
    field: str
    committee: str
    aim: str
    since: int
    until: int
    leaders: tuple[Member, ...]
    charged: tuple[Member, ...]
    rest: tuple[Member, ...]
    size: int

    def active(self, year: int) -> bool:
        """Return whether the group was registered in a year."""
        return self.since <= year <= self.until


@lru_cache(maxsize=4)
def groups(seed: int, term: int) -> tuple[Group, ...]:
    """Return the research groups of a term."""
    first, last, count = _TERMS[term]
    names = [
        (topic, committee["name"])
        for committee in old_committees()
        for topic in topics(committee["name"])
    ]
    shuffled = sorted(names, key=lambda n: Draw(seed, "group-topic", term, n[0]).u64())
    made = [_group(seed, term, place, *shuffled[place]) for place in range(count)]
    return tuple(sorted(made, key=lambda g: (g.field, g.name))) if first < last else ()


def _group(seed: int, term: int, place: int, topic: str, committee: str) -> Group:
    draw = Draw(seed, "research-group", term, place)
    first, last, count = _TERMS[term]
    aim = draw.pick(subjects(committee))[1]
    late = place >= count - 5
    people = _people(seed, draw) if term == 21 else ()
    led, charged = (2, draw.between(1, 2)) if draw.chance(450) else (1, draw.between(1, 2))
    return Group(
        term=term,
        place=place,
        name=f"국회 {topic}{draw.pick(_TAILS)}",
        field=_FIELDS[committee],
        committee=committee,
        aim=filled(draw.pick(_AIMS), s=aim, t=topic),
        since=first + (1 if late else 0),
        until=last - 1 if term == 21 and place % 17 == 3 else last,
        leaders=people[:led],
        charged=people[led : led + charged],
        rest=people[led + charged :],
        size=len(people) or draw.between(11, 24),
    )


def _people(seed: int, draw: Draw) -> tuple[Member, ...]:
    members = [m for m in fictional_members(seed) if m.joined == "2020-05-30" and not m.left]
    return tuple(dict.fromkeys(draw.pick(members) for _ in range(draw.between(12, 26))))


def _named(people: tuple[Member, ...]) -> str | None:
    return ", ".join(m.name for m in people) or None


def _registered(world: World) -> Iterator[Row]:
    for term in (22, 21):
        for group in groups(world.seed, term):
            codes = ",".join(m.code for m in (*group.leaders, *group.charged, *group.rest))
            yield (
                *(f"제{term}대", group.field, group.name, group.aim, _named(group.leaders)),
                *(_named(group.charged), _named(group.rest), group.size),
                "https://www.assembly.go.kr/portal/cnts/cntsCont/dataA.do?cntsDivCd=RESEARCH"
                f"&grpId={term}{group.place + 1:04d}",
                codes or None,
            )


GROUPS = Table(
    "research_groups",
    (
        Column("term", domain="assembly_term", gen="fact"),
        Column("field"),
        Column("name", domain="research_group"),
        *(Column(n) for n in ("aim", "leaders", "charged", "rest")),
        *(Column("size", "int"), Column("link"), Column("codes")),
    ),
    _registered,
    key=("term", "name"),
    index=(("term",),),
    persons="fictional",
)

# ---- what a group does in a year -------------------------------------------------------------

_STUDIES = (
    "{s} 방안에 관한 연구",
    "{t} 현황 분석과 입법과제",
    "{s}을(를) 위한 법제 정비 방안",
    "{t} 정책의 성과와 과제",
    "해외사례를 통해 본 {s} 방안",
    "{t} 관련 국민 인식과 정책 수요 조사",
)


@dataclass(frozen=True, slots=True)
class Year:
    """A group's year: events held and money spent."""

    study: bool
    bills: int
    seminars: int
    talks: int
    surveys: int
    money: tuple[int, int, int, int]


@lru_cache(maxsize=2048)
def year_of(seed: int, group: Group, year: int) -> Year:
    """Return what a group did in a year; half years at a term's ends bring less."""
    draw = Draw(seed, "group-year", group.term, group.place, year)
    half = year in (_TERMS[group.term][0], 2024)
    share = 1 if half else 2
    return Year(
        study=draw.chance(820) and not (group.term == 21 and year == 2024),
        bills=draw.skewed(0, 4 * share, 1),
        seminars=draw.bell(1, 3 * share),
        talks=draw.bell(1, 5 * share),
        surveys=draw.below(3) if draw.chance(150) else 0,
        money=(
            draw.bell(800, 3_600) * share * 1_000 + draw.below(100) * 10,
            draw.bell(90, 640) * share * 1_000 + draw.below(100) * 10,
            draw.below(90) * share * 1_500,
            draw.bell(500, 2_000) * share * 1_000 if draw.chance(880) else 0,
        ),
    )


def _reports(world: World) -> Iterator[Row]:
    for term, first, last in ((22, 2024, LAST), (21, 2020, 2023)):
        for year in range(last, first - 1, -1):
            for group in groups(world.seed, term):
                if group.active(year):
                    yield from _reports_of(world.seed, group, year)


def _reports_of(seed: int, group: Group, year: int) -> Iterator[Row]:
    draw = Draw(seed, "group-report", group.term, group.place, year)
    thing, aim = draw.pick(subjects(group.committee))
    kinds = [("연구활동보고서", f"{year}년도 {group.name} 연구활동 보고서")]
    if year_of(seed, group, year).study:
        kinds.append(("정책연구보고서", filled(draw.pick(_STUDIES), s=aim, t=thing)))
    for kind, title in kinds:
        number = f"{group.term}{year}{group.place + 1:03d}{1 if kind[0] == '연' else 2}"
        link = f"https://www.assembly.go.kr/portal/file/download.do?fileId=RG{number}"
        yield (f"제{group.term}대", title, str(year), group.name, link, kind)


REPORTS = Table(
    "research_group_reports",
    (
        Column("term", domain="assembly_term", gen="fact"),
        Column("title"),
        Column("year", domain="year4"),
        Column("name", domain="research_group", gen="ref"),
        *(Column(n) for n in ("link", "kind")),
    ),
    _reports,
    index=(("term",), ("name",)),
)


def _accounts(world: World) -> Iterator[Row]:
    for year in range(LAST, 2019, -1):
        term = 22 if year == 2024 else 21
        active = [g for g in groups(world.seed, term) if g.active(year)]
        spent = [(g, year_of(world.seed, g, year).money) for g in active]
        yield (str(year), "합계", None, *(sum(money[n] for _, money in spent) for n in range(4)))
        for group, money in spent:
            yield (str(year), group.field, group.name, *money)


ACCOUNTS = Table(
    "research_group_accounts",
    (
        Column("year", domain="year4"),
        Column("field"),
        Column("name", domain="research_group", gen="ref"),
        *(Column(n, "int") for n in ("general", "projects", "duties", "studies")),
    ),
    _accounts,
    index=(("year",), ("name",)),
)

# ---- counts of all terms ---------------------------------------------------------------------

_SPANS = {14: (1994, 1996), **{term: (1936 + term * 4, 1940 + term * 4) for term in range(15, 22)}}
"""First and last year of each term since groups were brought in; terms meet within a year."""

_Tally = tuple[int, int, int, int, int]


def _counts(world: World) -> Iterator[Row]:
    for term in (22, *range(21, 13, -1)):
        first, last = _SPANS.get(term, (2024, 2025))
        for year in range(last, first - 1, -1):
            yield (f"제{term}대 국회", str(year), str(_registered_in(world.seed, term, year)))


def _registered_in(seed: int, term: int, year: int) -> int:
    if term in _TERMS:
        return sum(group.active(year) for group in groups(seed, term))
    grown = 22 + (term - 14) * 6 + min(year - _SPANS[term][0], 2)
    return grown + Draw(seed, "group-count", term, year).below(3)


COUNTS = Table(
    "research_group_counts",
    (*(Column("term"), Column("year", domain="year4"), Column("count")),),
    _counts,
    key=("term", "year"),
)


def _activity(world: World) -> Iterator[Row]:
    for term in (22, *range(21, 14, -1)):
        first, last = _SPANS.get(term, (2024, LAST))
        years = {year: _tally(world.seed, term, year) for year in range(first, last + 1)}
        total = [sum(column) for column in zip(*years.values(), strict=True)]
        yield _told(term, "계", total)
        for year in sorted(years, reverse=True):
            yield _told(term, str(year), years[year])


def _told(term: int, year: str, tally: list[int] | _Tally) -> Row:
    reports, bills, seminars, talks, surveys = tally
    return (
        *(f"제{term}대 국회", f"{reports}건", f"{bills}건", f"{seminars}회"),
        *(f"{talks}회", f"{surveys}회", year),
    )


def _tally(seed: int, term: int, year: int) -> _Tally:
    if term in _TERMS:
        done = [year_of(seed, g, year) for g in groups(seed, term) if g.active(year)]
        return (
            sum(d.study for d in done),
            sum(d.bills for d in done),
            sum(d.seminars for d in done),
            sum(d.talks for d in done),
            sum(d.surveys for d in done),
        )
    draw, count = Draw(seed, "group-tally", term, year), _registered_in(seed, term, year)
    half = 2 if year in _SPANS[term] else 1
    shares = ((7, 9), (22, 40), (18, 30), (40, 65), (2, 7))
    low = [count * draw.between(a, b) // (10 * half) for a, b in shares]
    return (low[0], low[1], low[2], low[3], low[4])


ACTIVITY = Table(
    "research_group_activity",
    tuple(Column(n) for n in ("term", "reports", "bills", "seminars", "talks", "surveys", "year")),
    _activity,
    key=("term", "year"),
)

# ---- prizes ----------------------------------------------------------------------------------

_PRIZES = (
    ("최우수 연구단체", 3, 10_000_000),
    ("우수 연구단체", 12, 5_000_000),
    ("특별상", 2, 3_000_000),
)


def _best(world: World) -> Iterator[Row]:
    """Yield prize-winners; like the real list it has rows in which nothing stands."""
    yield (None,) * 6
    for year in range(LAST, 2019, -1):
        term = 22 if year == 2024 else 21
        active = [g for g in groups(world.seed, term) if g.active(year)]
        active.sort(key=lambda g: Draw(world.seed, "prize", g.term, g.place, year).u64())
        for prize, count, money in _PRIZES:
            for group in active[:count]:
                yield (str(year), prize, group.field, group.name, _named(group.leaders), money)
            active = active[count:]
        if year % 2:
            yield (None,) * 6


BEST = Table(
    "best_research_groups",
    (
        Column("year", domain="year4"),
        *(Column(n) for n in ("prize", "field")),
        Column("name", domain="research_group", gen="ref"),
        *(Column("leaders"), Column("money", "int")),
    ),
    _best,
    index=(("year",),),
    persons="fictional",
)
