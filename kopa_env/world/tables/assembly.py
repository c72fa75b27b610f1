"""The Assembly's other lists: contracts, committee meetings, petitions, counts of bills.

Contractors and petitioners are fictional; committee meetings and petitions belong to the fictional
21st term, except for pending petitions of the 22nd, which came through the public petition site
and so involve no member. Counts are taken from the table ``bills`` of the same world.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.statute_names import topics
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.bills import bill_id
from kopa_env.world.tables.calendar import plenary_days, session_name, session_of, weekday_on
from kopa_env.world.tables.members import (
    committee_codes,
    fictional_members,
    is_present,
    old_committees,
)
from kopa_env.world.world import Condition, World

# ---- contracts -------------------------------------------------------------------------------

CONTRACTS_MADE = 1_400
_WORKS = (
    *("의원회관 승강기 부품 교체", "본관 냉난방 배관 보수"),
    *("의정관 옥상 방수", "국회도서관 서가 제작"),
    *("본회의장 음향장비 정비", "전산실 무정전전원 교체"),
    *("경내 조경수 관리", "소통관 회의실 조명 교체"),
    *("청사 청소 용역", "의안정보시스템 유지관리"),
    *("영상회의록 시스템 고도화", "국회방송 송출장비 구매"),
    *("어린이집 놀이시설 보수", "주차관제 설비 교체"),
    *("태양광 발전설비 점검", "보안검색 장비 구매"),
    *("직원식당 주방기구 구매", "사무용 가구 구매"),
    *("개인정보 보호 진단 용역", "기록물 전산화 용역"),
)
_GROUNDS = (
    ("소액(계약법 시행령 제26조제1항제5호가목)", 42),
    ("여성기업(계약법 시행령 제26조제1항제5호가목)", 30),
    ("장애인기업(계약법 시행령 제26조제1항제5호가목)", 12),
    ("특허품(계약법 시행령 제26조제1항제2호)", 9),
    ("재공고 유찰(계약법 시행령 제27조제1항)", 7),
)


def spelled(draw: Draw, bare: str) -> str:
    """Write a company's name one of the ways a clerk writes it."""
    form = draw.weighted((("{}(주)", 30), ("(주){}", 30), ("주식회사 {}", 26), ("㈜{}", 14)))
    return form.format(bare)


def _contracts(world: World) -> Iterator[Row]:
    side = world.seed & 1
    firms = [
        names.firm(Draw(world.seed, "contractor", n).u64(), side, rare=True)[0] for n in range(240)
    ]
    made = sorted(
        (_contract(world.seed, n, firms) for n in range(CONTRACTS_MADE)),
        key=lambda row: (str(row[0]), str(row[1])),
        reverse=True,
    )
    yield from made


def _contract(seed: int, number: int, firms: list[str]) -> Row:
    draw = Draw(seed, "contract", number)
    day = weekday_on(date(2021, 1, 4) + timedelta(days=draw.between(0, 1845))).isoformat()
    private = draw.chance(620)
    if private:
        amount = draw.between(200, 990) * 100_000 + draw.below(100) * 1_000
        if draw.chance(70):
            amount = draw.between(101, 480) * 1_000_000 + draw.below(1000) * 1_000
    else:
        amount = draw.skewed(103, 3_900, 3) * 1_000_000 + draw.below(1000) * 1_000
    method = "수의계약" if private else draw.weighted((("경쟁입찰", 80), ("협상에 의한 계약", 20)))
    return (
        *(day, f"{day[:4]}년 {draw.pick(_WORKS)}", amount),
        *(spelled(draw, firms[draw.skewed(0, len(firms) - 1, 2)]), method),
        draw.weighted(_GROUNDS) if private else None,
        "Y" if amount >= 100_000_000 else "N",
        "Y" if private and amount >= 20_000_000 else "N",
    )


CONTRACTS = Table(
    "secretariat_contracts",
    (
        Column("day", domain="date"),
        Column("title"),
        Column("amount", "int"),
        Column("contractor", domain="company_name"),
        Column("method"),
        Column("ground"),
        Column("large"),
        Column("private"),
    ),
    _contracts,
    index=(("large",), ("private",)),
)

# ---- committee meetings ----------------------------------------------------------------------

_MEETINGS = (("전체회의", 55), ("소위원회", 43), ("공청회", 2))
_SUBS = ("법안심사제1소위원회", "법안심사제2소위원회", "예산결산심사소위원회", "청원심사소위원회")
_CLOCK = ("10:00", "14:00", "10:30", "15:00")
_AFTER = (("전체회의 산회 직후", 70), ("전체회의 종료 후", 30))
_AFTER_PLENARY = "본회의 산회 직후"


def _meetings(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for committee in old_committees():
        rows.extend(_meetings_of(world, committee["name"]))
    yield from sorted(rows, key=lambda row: (str(row[0]), str(row[5])), reverse=True)


def _meetings_of(world: World, committee: str) -> Iterator[Row]:
    draw = Draw(world.seed, "meetings", committee)
    plenary = frozenset(plenary_days(world.seed))
    found, _ = world.select(
        "bills", [Condition("age", "eq", "21"), Condition("committee", "eq", committee)]
    )
    heard = sorted(
        (b for b in found if b["presented"]), key=lambda b: (str(b["presented"]), str(b["bill_no"]))
    )
    day, place, counts = date(2020, 6, 15), 0, dict[int, int]()
    while day <= date(2024, 5, 24):
        text = weekday_on(day).isoformat()
        agenda = []
        while place < len(heard) and str(heard[place]["presented"]) <= text:
            agenda.append(heard[place])
            place += 1
        number = session_of(text)[0]
        counts[number] = counts.get(number, 0) + 1
        kind = draw.weighted(_MEETINGS)
        title = draw.pick(_SUBS) if kind == "소위원회" else kind
        clock = draw.pick(_CLOCK)
        if kind == "소위원회":
            clock = _sub_time(world.seed, committee, text, clock, text in plenary)
        yield (
            *(text, clock, session_name(text)),
            *(counts[number], title, committee, committee_codes()[committee], kind),
            *("100021", "제21대", _agenda(agenda)),
            f"https://www.assembly.go.kr/cmmit/schl/cmitSchl/view.do?cmtSchSn=1{draw.digits(7)}",
        )
        day += timedelta(days=draw.between(4, 13))


def _sub_time(seed: int, committee: str, day: str, clock: str, plenary: bool) -> str:
    """Return when a subcommittee meets: now and then it is told to wait for the larger sitting."""
    draw = Draw(seed, "sub-time", committee, day)
    if plenary:
        return _AFTER_PLENARY if draw.chance(200) else clock
    return draw.weighted(_AFTER) if draw.chance(55) else clock


def _agenda(bills: list[dict[str, Value]]) -> str | None:
    lines = []
    for n, bill in enumerate(bills[:24], start=1):
        by = f"{bill['lead']}의원 대표발의" if bill["lead"] else bill["proposer"]
        lines.append(f"{n}. [{bill['bill_no']}] {bill['title']}({by})<br>")
    return "".join(lines) or None


MEETINGS = Table(
    "committee_meetings",
    (
        Column("day", domain="date"),
        Column("time"),
        Column("session", domain="session_name"),
        Column("sitting", "int"),
        Column("title"),
        Column("committee", domain="committee_name", gen="ref"),
        Column("committee_code", domain="committee_code", gen="ref"),
        Column("kind"),
        Column("term_code", domain="assembly_unit", gen="fact"),
        Column("term", domain="assembly_term", gen="fact"),
        Column("agenda"),
        Column("link"),
    ),
    _meetings,
    index=(("kind",), ("committee_code",), ("day",)),
)

# ---- petitions -------------------------------------------------------------------------------

_ASKS = ("제도 개선", "지원 확대", "시설 설치", "예산 반영", "법 제정", "기준 완화")


def _petitions(world: World) -> Iterator[Row]:
    for place in range(243, -1, -1):
        yield _petition(world, "22", place, "국민동의청원")
    members = fictional_members(world.seed)
    for place in range(193, -1, -1):
        draw = Draw(world.seed, "introducer", place)
        by = "국민동의청원" if draw.chance(520) else f"{draw.pick(members).name}의원"
        yield _petition(world, "21", place, by)


def _petition(world: World, age: str, place: int, introducer: str) -> Row:
    draw = Draw(world.seed, "petition", age, place)
    first, days = (date(2024, 6, 10), 590) if age == "22" else (date(2020, 6, 10), 1_440)
    day = weekday_on(first + timedelta(days=place * days // 244)).isoformat()
    committee = draw.pick([r["name"] for r in old_committees() if r["name"] != "정보위원회"])
    if age == "22":
        newer = {"기획재정위원회": "재정경제기획위원회", "여성가족위원회": "성평등가족위원회"}
        newer["환경노동위원회"] = "기후에너지환경노동위원회"
        committee = newer.get(committee, committee)
    open_one = introducer == "국민동의청원"
    signed = draw.between(50_001, 88_000) if open_one else draw.between(12, 9_000)
    result = draw.weighted((("임기만료폐기", 80), ("본회의불부의", 14), ("철회", 6)))
    end = "2024-05-29" if result == "임기만료폐기" else day
    code = bill_id(draw)
    return (
        *(f"{age}{place + 1:05d}", code, age, f"제{age}대"),
        f"{draw.pick(topics(committee))} {draw.pick(_ASKS)}에 관한 청원",
        *(f"{names.person(draw)}외 {signed:,}인", introducer, signed if open_one else None),
        "국민동의청원" if open_one else "의원소개",
        *(day, committee_codes()[committee], committee, day),
        *((result, end) if age == "21" else (None, None)),
        f"https://likms.assembly.go.kr/bill/billDetail.do?billId={code}",
        "계류" if age == "22" else "처리",
        None,
    )


PETITIONS = Table(
    "petitions",
    (
        Column("number", domain="petition_no"),
        Column("petition_id", domain="petition_id"),
        Column("age", domain="assembly_age", gen="fact"),
        Column("term", domain="assembly_term", gen="fact"),
        Column("title"),
        Column("petitioner"),
        Column("introducer"),
        Column("signed", "int"),
        Column("kind"),
        Column("received", domain="date"),
        Column("committee_code", domain="committee_code", gen="ref"),
        Column("committee", domain="committee_name", gen="ref"),
        Column("referred", domain="date"),
        Column("result"),
        Column("decided", domain="date"),
        Column("link"),
        Column("stage"),
        Column("unrecorded", null_rate=1.0),
    ),
    _petitions,
    key=("petition_id",),
    index=(("age",), ("stage",)),
    persons="fictional",
)


# ---- counts ----------------------------------------------------------------------------------

_COUNTS = (
    *("received", "processed", "reflected", "passed", "amended", "folded", "folded_amended"),
    *("unreflected", "rejected", "lapsed", "withdrawn", "returned", "other", "pending"),
)
_KIND_COLUMNS = {
    "예산안": "budget",
    "결산": "settlement",
    "동의안": "consent",
    "결의안": "resolution",
}
_BY_KIND = (
    *("budget", "settlement", "law_members", "law_government", "law", "consent", "resolution"),
    *("proposal", "rule", "election", "motion", "discipline", "qualification", "amendment"),
    *("etc", "all"),
)


def _counts(world: World) -> Iterator[Row]:
    tallies: dict[tuple[str, str, str], dict[str, int]] = {}
    for bill in world.rows("bills"):
        term = str(bill["term"])
        groups = [("committee", str(bill["committee"])), ("kind", str(bill["kind"]))]
        if bill["stage"] == "계류":
            groups.append(("pending", str(bill["committee"])))
        if bill["kind"] == "법률안":
            groups += [
                ("law_committee", str(bill["committee"])),
                ("law_proposer", str(bill["proposer_kind"])),
            ]
        for scope, name in groups:
            _add(tallies.setdefault((scope, term, name), {}), bill)
    order = {r["name"]: n for n, r in enumerate(fact_rows("committees"))}
    for scope, term, name in sorted(tallies, key=lambda k: (k[0], k[1], order.get(k[2], 99), k[2])):
        tally = tallies[scope, term, name]
        yield (
            *(scope, term, name),
            *(tally.get(c, 0) for c in (*_COUNTS, *_BY_KIND)),
        )


def _add(tally: dict[str, int], bill: dict[str, Value]) -> None:
    def plus(name: str) -> None:
        tally[name] = tally.get(name, 0) + 1

    plus("received")
    plus("all")
    outcome = {
        "원안가결": ("passed", "reflected"),
        "수정가결": ("amended", "reflected"),
        "대안반영폐기": ("folded", "reflected"),
        "부결": ("rejected", "unreflected"),
        "임기만료폐기": ("lapsed", "unreflected"),
        "철회": ("withdrawn", "unreflected"),
    }.get(str(bill["result"]))
    plus("processed" if outcome else "pending")
    for name in outcome or ():
        plus(name)
    kind = str(bill["kind"])
    if kind == "법률안":
        plus("law")
        plus("law_government" if bill["proposer_kind"] == "정부" else "law_members")
    else:
        others = {"규칙안": "rule", "중요동의": "motion", "승인안": "etc"}
        plus(_KIND_COLUMNS.get(kind) or others.get(kind, "etc"))


BILL_COUNTS = Table(
    "bill_counts",
    (
        Column("scope"),
        Column("term", domain="assembly_term", gen="ref"),
        Column("name", domain="committee_name", gen="ref"),
        *(Column(name, "int") for name in (*_COUNTS, *_BY_KIND)),
    ),
    _counts,
    index=(("scope", "term"),),
)


def _party_seats(world: World) -> Iterator[Row]:
    present = [r for r in fact_rows("members") if is_present(r)]
    parties: dict[str, list[dict[str, str]]] = {}
    for r in present:
        parties.setdefault(r["party"], []).append(r)
    for party, people in sorted(parties.items(), key=lambda p: (-len(p[1]), p[0])):
        local = sum(r["seat"] == "지역구" for r in people)
        share = len(people) * 1000 // len(present)
        group = party if len(people) >= 20 else "비교섭단체"
        yield (group, party, local, len(people) - local, len(people), f"{share // 10}.{share % 10}")


PARTY_SEATS = Table(
    "party_seats",
    (
        Column("group_name", domain="party", gen="fact"),
        Column("party", domain="party", gen="fact"),
        *(Column(name, "int", gen="fact") for name in ("local", "list", "total")),
        Column("share", gen="fact"),
    ),
    _party_seats,
    key=("party",),
)
