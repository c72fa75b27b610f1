"""Bills of two terms, and their recorded or generated course.

- **22nd term** (``record = "fact"``): a choice of real bills that were voted on in plenary before
  30 January 2026, with tallies as recorded; what was not recorded (some dates) stays empty. A
  further few hundred pending bills of the government and of committees are generated
  (``record = "rule"``, numbers from 2290001, which the real term does not use): they have no
  sponsor who is a person, no vote, and concern fictional statutes. A committee's alternative has
  a provisional number (``DD`` and five digits) until the law committee has checked its wording.
- **21st term** (``record = "rule"``): wholly fictional, 16,000 bills by the fictional roster of
  :mod:`kopa_env.world.tables.members`, 3,000 of them voted on in plenary.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.statute_names import bill_title
from kopa_env.world.table import Column, Table
from kopa_env.world.tables.bill_course import Bill, course_of, votes_of
from kopa_env.world.tables.calendar import after, session_name, weekday_on
from kopa_env.world.tables.members import (
    TERM_START,
    Member,
    committee_codes,
    fictional_members,
    old_committees,
)
from kopa_env.world.world import World

BILLS21 = 16_000
PENDING22 = 1_400
FIRST_PENDING22 = 2_290_001
_KINDS = (
    *((("법률안", "의원"), 904), (("법률안", "정부"), 22), (("법률안", "위원장"), 54)),
    *((("예산안", "정부"), 6), (("결산", "정부"), 1)),
    *((("결의안", "위원장"), 4), (("결의안", "의원"), 4)),
    *((("동의안", "정부"), 3), (("중요동의", "의원"), 2)),
)


def bill_id(draw: Draw) -> str:
    """Return an id as the platform makes them: ``PRC_`` and fifteen letter-digit pairs."""
    pairs = []
    for _ in range(5):
        word = draw.u64()
        for _ in range(3):
            word, letter = divmod(word, 26)
            word, digit = divmod(word, 10)
            pairs.append(f"{chr(65 + letter)}{digit}")
    return "PRC_" + "".join(pairs)


# ---- the fictional 21st term -----------------------------------------------------------------


def _fictional(world: World) -> Iterator[Bill]:
    members = fictional_members(world.seed)
    by_party: dict[str, list[Member]] = {}
    for member in members:
        by_party.setdefault(member.party, []).append(member)
    committees = [r["name"] for r in old_committees()]
    start = date.fromisoformat(TERM_START) + timedelta(days=3)
    for place in range(BILLS21 - 1, -1, -1):
        draw = Draw(world.seed, "bill21", place)
        day = weekday_on(start + timedelta(days=place * 1452 // BILLS21)).isoformat()
        bill = _proposed(draw, place, day, members, by_party, committees)
        yield course_of(draw, votes_of(draw, bill, world.seed, members), world.seed)


def _proposed(
    draw: Draw,
    place: int,
    day: str,
    members: tuple[Member, ...],
    by_party: dict[str, list[Member]],
    committees: list[str],
) -> Bill:
    kind, proposer_kind = draw.weighted(_KINDS)
    committee = _committee(draw, kind, committees)
    bill = Bill(
        bill_id=bill_id(draw),
        bill_no=f"{2_100_001 + place}",
        age="21",
        kind=kind,
        proposer_kind=proposer_kind,
        committee=committee,
        committee_id=committee_codes()[committee],
        proposed=day,
        session=session_name(day),
        record="rule",
    )
    bill.title = _title(draw, kind, proposer_kind, committee, day)
    if proposer_kind == "의원":
        _sign(draw, bill, members, by_party)
    elif proposer_kind == "정부":
        bill.proposer = "정부"
    else:
        bill.proposer = committee.removesuffix("회") + "장"
    return bill


def _committee(draw: Draw, kind: str, committees: list[str]) -> str:
    if kind in ("예산안", "결산"):
        return "예산결산특별위원회"
    if kind == "동의안":
        return "외교통일위원회"
    if kind == "중요동의":
        return "본회의"
    rare = ("국회운영위원회", "정보위원회")
    return draw.weighted([(name, 3 if name in rare else 10) for name in committees])


_FUNDS = (
    *("지역활력", "문화나눔", "생활체육진흥", "바다살림"),
    *("고용안심", "복권나눔", "산촌진흥", "주거돌봄"),
)
_STATES = ("가온공화국", "누리왕국", "다솜연방", "라온공화국", "마루공화국", "하람연방")
_URGED = (
    *("지방의료 확충", "통학로 안전", "섬 주민 이동권 보장"),
    *("농산물 값 안정", "접경지역 지원", "하천 오염 방지"),
)


def _title(draw: Draw, kind: str, proposer_kind: str, committee: str, day: str) -> str:
    if kind == "예산안":
        return f"{day[:4]}년도 {draw.pick(_FUNDS)}기금운용계획변경안"
    if kind == "결산":
        return f"{int(day[:4]) - 1}회계연도 {draw.pick(_FUNDS)}기금 결산"
    if kind == "동의안":
        return f"대한민국과 {draw.pick(_STATES)} 간의 투자 보호에 관한 협정 비준동의안"
    if kind == "중요동의":
        return "의사일정 변경동의의 건"
    if kind == "결의안":
        return f"{draw.pick(_URGED)} 촉구 결의안"
    title = bill_title(draw, committee)
    return f"{title}(대안)" if proposer_kind == "위원장" else title


def _sign(
    draw: Draw, bill: Bill, members: tuple[Member, ...], by_party: dict[str, list[Member]]
) -> None:
    day = str(bill.proposed)
    lead = draw.pick(members)
    while not lead.sits_on(day):
        lead = draw.pick(members)
    others: dict[str, Member] = {}
    wanted = draw.between(9, 13) if bill.kind == "법률안" else draw.between(29, 60)
    while len(others) < wanted:
        pool = by_party[lead.party] if draw.chance(880) else members
        other = draw.pick(pool)
        if other.code != lead.code and other.sits_on(day):
            others[other.code] = other
    bill.lead, bill.lead_code, bill.lead_party = lead.name, lead.code, lead.party
    bill.co_names = ",".join(m.name for m in others.values())
    bill.co_codes = ",".join(others)
    bill.proposer = f"{lead.name}의원 등 {len(others) + 1}인"


# ---- the 22nd term ---------------------------------------------------------------------------


def _recorded() -> Iterator[Bill]:
    people = {r["code"]: r for r in fact_rows("members")}
    for r in sorted(fact_rows("bills22"), key=lambda r: r["bill_no"], reverse=True):
        lead = people.get(r["lead_code"])
        yield Bill(
            bill_id=r["bill_id"],
            bill_no=r["bill_no"],
            age="22",
            kind=r["kind"],
            title=r["title"],
            proposer_kind=_kind_of(r["proposer"]),
            proposer=r["proposer"],
            lead=lead["name"] if lead else None,
            lead_code=lead["code"] if lead else None,
            lead_party=lead["party"] if lead else None,
            committee=r["committee"],
            committee_id=committee_codes()[r["committee"]],
            proposed=r["proposed"] or None,
            decided=r["decided"],
            result=r["result"],
            members=int(r["members"]),
            votes=int(r["votes"]),
            yes=int(r["yes"]),
            no=int(r["no"]),
            blank=int(r["blank"]),
            record="fact",
        )


def _kind_of(proposer: str) -> str:
    if "의원" in proposer:
        return "의원"
    if proposer.endswith("위원장"):
        return "위원장"
    return "의장" if proposer == "의장" else "정부"


def _pending(world: World) -> Iterator[Bill]:
    committees = [
        r["name"]
        for r in fact_rows("committees")
        if r["kind"] == "상임위원회" and r["sitting"] == "Y"
    ]
    for place in range(PENDING22 - 1, -1, -1):
        draw = Draw(world.seed, "bill22", place)
        chair = place % 23 == 0
        committee = draw.pick(committees)
        title = bill_title(draw, committee)
        first = date(2024, 6, 3) + timedelta(days=place * 604 // PENDING22)
        bill = Bill(
            bill_id=bill_id(draw),
            bill_no=f"{FIRST_PENDING22 + place}",
            age="22",
            kind="법률안",
            title=f"{title}(대안)" if chair else title,
            proposer_kind="위원장" if chair else "정부",
            proposer=committee.removesuffix("회") + "장" if chair else "정부",
            committee=committee,
            committee_id=committee_codes()[committee],
            proposed=weekday_on(first).isoformat(),
            record="rule",
        )
        yield _still_pending(draw, bill)


def _still_pending(draw: Draw, bill: Bill) -> Bill:
    assert bill.proposed is not None
    if bill.proposer_kind == "위원장":
        bill.presented = bill.processed = bill.proposed
        bill.committee_result = "대안가결"
        bill.law_referred = after(bill.proposed, draw.between(0, 4))
        if bill.proposed < "2026-01-01":
            bill.law_presented = bill.law_processed = after(bill.law_referred, draw.between(2, 16))
            bill.law_result = "원안가결"
        else:
            bill.bill_no = provisional_number(bill.bill_no)
        return bill
    bill.referred = after(bill.proposed, draw.between(1, 4))
    if draw.chance(450) and bill.proposed < "2025-11-01":
        bill.presented = after(bill.referred, draw.between(20, 80))
    return bill


def provisional_number(bill_no: str) -> str:
    """Return what stands in place of a bill's number until it is given one."""
    return f"DD2{int(bill_no) % 10_000:04d}"


def bills(world: World) -> Iterator[Bill]:
    """Yield every bill, newest first within each term."""
    yield from _pending(world)
    yield from _recorded()
    yield from _fictional(world)


BILLS = Table(
    "bills",
    (
        Column("bill_id", domain="bill_id", gen="fact"),
        Column("bill_no", domain="bill_no", gen="fact"),
        Column("age", domain="assembly_age", gen="fact"),
        Column("term", domain="assembly_term", gen="fact"),
        Column("kind", gen="fact"),
        Column("title", domain="bill_title", gen="fact"),
        Column("title_full", domain="bill_title_full", gen="fact"),
        Column("proposer_kind", gen="fact"),
        Column("proposer", domain="proposer_words", gen="fact"),
        Column("lead", domain="person_name", gen="fact"),
        Column("lead_code", domain="mona_cd", gen="fact"),
        Column("lead_party", domain="party", gen="fact"),
        Column("co_names"),
        Column("co_codes"),
        Column("committee", domain="committee_name", gen="fact"),
        Column("committee_id", domain="committee_code", gen="fact"),
        *(Column(n, domain="date") for n in ("proposed", "referred", "presented", "processed")),
        Column("committee_result"),
        *(Column(n, domain="date") for n in ("law_referred", "law_presented", "law_processed")),
        Column("law_result"),
        *(Column(n, domain="date") for n in ("plenary_presented", "decided")),
        Column("plenary"),
        Column("result", gen="fact"),
        *(Column(n, domain="date") for n in ("sent", "promulgated")),
        Column("law_no"),
        Column("law_name"),
        Column("session", domain="session_name"),
        *(Column(n, "int", gen="fact") for n in ("members", "votes", "yes", "no", "blank")),
        Column("stage"),
        Column("notice_end", domain="date"),
        Column("notice"),
        Column("link"),
        Column("members_link"),
        Column("unrecorded", null_rate=1.0),
        Column("record"),
    ),
    lambda world: (bill.row() for bill in bills(world)),
    key=("bill_id",),
    index=(("age", "kind"), ("bill_no",), ("age", "stage"), ("lead_code",)),
    persons="fictional",
)
"""All bills; ``stage`` is 계류 (pending), 처리 (done, no vote) or 표결 (voted on in plenary)."""
