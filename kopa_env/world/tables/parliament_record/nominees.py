"""Nominees whom committees of the fictional 21st term heard: fictional persons for real posts.

A hearing is a whole meeting of the committee in charge, so that its minutes are found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.bill_lists import file_of
from kopa_env.world.tables.bills import bill_id
from kopa_env.world.tables.calendar import after
from kopa_env.world.tables.members import committee_codes, fictional_members
from kopa_env.world.tables.parliament_record.units import whole_meetings
from kopa_env.world.world import World

_POSTS = (
    ("법제사법위원회", "법무부장관 검찰총장 고위공직자범죄수사처장 헌법재판소재판관"),
    ("정무위원회", "금융위원회위원장 공정거래위원회위원장 국가보훈부장관"),
    ("기획재정위원회", "부총리겸기획재정부장관 한국은행총재 국세청장"),
    ("교육위원회", "부총리겸교육부장관"),
    ("과학기술정보방송통신위원회", "과학기술정보통신부장관 방송통신위원회위원장"),
    ("외교통일위원회", "외교부장관 통일부장관"),
    ("국방위원회", "국방부장관 합동참모의장"),
    ("행정안전위원회", "행정안전부장관 경찰청장 중앙선거관리위원회위원"),
    ("문화체육관광위원회", "문화체육관광부장관"),
    ("농림축산식품해양수산위원회", "농림축산식품부장관 해양수산부장관"),
    ("산업통상자원중소벤처기업위원회", "산업통상자원부장관 중소벤처기업부장관"),
    ("보건복지위원회", "보건복지부장관"),
    ("환경노동위원회", "환경부장관 고용노동부장관"),
    ("국토교통위원회", "국토교통부장관"),
    ("정보위원회", "국가정보원장"),
    ("여성가족위원회", "여성가족부장관"),
)
_WAVES = ("2020-07-01", "2021-12-01", "2022-05-01", "2023-09-01")
_OUTCOMES = (("경과보고서채택", 84), ("경과보고서미채택", 10), ("철회", 6))


@dataclass(frozen=True, slots=True)
class Nominee:
    """A nominee and the days of the hearing; ``reported`` is empty where none was."""

    post: str
    name: str
    committee: str
    proposed: str
    referred: str
    heard: str
    reported: str
    outcome: str
    bill_id: str
    number: str

    @property
    def title(self) -> str:
        """The title of the request to hear the nominee."""
        return f"{self.post}후보자({self.name}) 인사청문요청안"


def _nominees(world: World) -> list[Nominee]:
    """Return the nominees, oldest first."""
    seed = world.seed
    used = {r["name"] for r in fact_rows("members")} | {m.name for m in fictional_members(seed)}
    made: list[Nominee] = []
    for wave, first in enumerate(_WAVES):
        for committee, posts in _POSTS:
            for post in posts.split():
                draw = Draw(seed, "nominee", wave, post)
                if draw.chance(380):
                    made.append(_nominee(world, draw, post, committee, first, used))
    made.sort(key=lambda n: (n.proposed, n.post))
    return made


def _nominee(
    world: World, draw: Draw, post: str, committee: str, first: str, used: set[str]
) -> Nominee:
    name = names.person(draw)
    while name in used:
        name = names.person(draw)
    used.add(name)
    earliest = after(first, draw.between(0, 60))
    days = whole_meetings(world, committee)
    place = next(n for n, day in enumerate(days) if day >= earliest)
    heard = days[place]
    outcome = draw.weighted(_OUTCOMES)
    same = draw.chance(550) or place + 1 == len(days)
    proposed = after(heard, -draw.between(9, 20))
    return Nominee(
        post=post,
        name=name,
        committee=committee,
        proposed=proposed,
        referred=after(proposed, 1),
        heard=heard,
        reported="" if outcome == "철회" else heard if same else days[place + 1],
        outcome=outcome,
        bill_id=bill_id(draw),
        number=f"ZZ21{draw.digits(3)}",
    )


def _hearings(world: World) -> Iterator[Row]:
    for n in reversed(_nominees(world)):
        yield (
            *(n.post, n.name, n.title, n.proposed, n.committee, n.referred, n.heard),
            *(n.reported or None, n.outcome),
            f"https://likms.assembly.go.kr/bill/billDetail.do?billId={n.bill_id}",
            file_of(world.seed, n.bill_id, "hearing-plan", 1).replace("http:", "https:"),
            *("21", committee_codes()[n.committee], n.bill_id, n.number),
        )


HEARINGS = Table(
    "confirmation_hearings",
    (
        Column("appoint_grade"),
        Column("appoint_name", domain="person_name"),
        Column("bill_name"),
        Column("propose_dt", domain="date"),
        Column("curr_committee", domain="committee_name", gen="ref"),
        Column("submit_dt", domain="date"),
        Column("present_dt", domain="date", gen="ref"),
        Column("proc_dt", domain="date", gen="ref"),
        Column("proc_result"),
        Column("link_url"),
        Column("mp_book_url"),
        Column("age", domain="assembly_age", gen="fact"),
        Column("curr_committee_id", domain="committee_code", gen="ref"),
        Column("bill_id", domain="bill_id"),
        Column("bill_no"),
    ),
    _hearings,
    key=("bill_id",),
    persons="fictional",
)
