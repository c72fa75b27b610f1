"""Seminars and press conferences, and what offices print.

Members who hold them belong to the fictional 21st term; after it the Assembly's own institutions
alone appear as hosts, so that nothing made up is put down to a member of today.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.members import TERM_END, TERM_START, Member, fictional_members
from kopa_env.world.tables.parliament_life.wording import (
    YESTERDAY,
    busy_day,
    clock,
    committees,
    filled,
    later,
    newest_first,
    squeezed,
    worded,
)
from kopa_env.world.world import Condition, World

BY_MEMBERS, BY_INSTITUTIONS = 5_600, 640
CONFERENCES, PAPERS = 7_200, 1_450
_KINDS = (("토론회", 56), ("세미나", 20), ("간담회", 12), ("공청회", 7), ("포럼", 5))
_FRAMES = {
    "토론회": (
        "{s}을(를) 위한 정책토론회",
        "{s}, 어떻게 할 것인가 토론회",
        "{s} 방안 모색 국회토론회",
        "{t} 정책, 무엇이 문제인가",
        "기로에 선 {t}, 해법은 있는가",
        "{s} 현황과 과제 토론회",
        "{region} 사례로 본 {s} 토론회",
        "(현장의 목소리로 듣는) {s} 토론회",
        "{s} 입법과제 토론회",
        "[연속토론회 {n}] {s}의 쟁점과 대안",
        "국민과 함께 찾는 {t}의 내일",
        "{y}년 {t} 정책, 성과와 한계",
    ),
    "세미나": (
        "{s} 정책세미나",
        "해외사례로 살펴본 {s} 세미나",
        "{s}의 법적 쟁점과 개선과제",
        "{t} 정책의 방향과 전망 세미나",
        "{y} {s} 학술세미나",
        "{s}: 통계로 읽는 현주소",
    ),
    "간담회": (
        "{s} 현장 간담회",
        "{t} 관계자 초청 정책간담회",
        "{s}을(를) 위한 전문가 간담회",
        "{region} 주민과 함께하는 {t} 간담회",
    ),
    "공청회": (
        "{s} 제정법 마련을 위한 공청회",
        "{s} 입법공청회",
        "{t} 관련 법안 의견 수렴 공청회",
    ),
    "포럼": (
        "{y} {t} 정책포럼",
        "제{n}회 {t} 미래포럼",
        "{s} 국회포럼",
    ),
}
_NOTES = (
    "{s}에 관하여 각계의 의견을 듣고 입법 과제를 논의하는 자리입니다.",
    "{t}의 현황을 점검하고 제도 개선 방향을 찾습니다.",
    "전문가와 현장 관계자가 {s} 방안을 놓고 토론합니다.",
    "{t}을(를) 둘러싼 쟁점을 살피고 국회의 역할을 모색합니다.",
)
_ROOMS = (
    *(
        "의원회관 제1소회의실",
        "의원회관 제2소회의실",
        "의원회관 제1세미나실",
        "의원회관 제2세미나실",
    ),
    *(
        "의원회관 제3세미나실",
        "의원회관 제4간담회의실",
        "의원회관 제8간담회의실",
        "의원회관 대회의실",
    ),
    *("의원회관 제5간담회의실", "국회도서관 소회의실", "국회도서관 강당", "국회박물관 국회체험관"),
)
_STARTS = (("10:00", 34), ("14:00", 36), ("13:30", 8), ("15:00", 8), ("09:30", 7), ("16:00", 7))
_HOSTS = (
    *("국회입법조사처", "국회예산정책처", "국회미래연구원", "국회도서관", "국회사무처 법제실"),
    *("국회의정연수원", "국회기록보존소"),
)
_CITY_WARD = re.compile("(?<=[가-힣]시)(?=[가-힣]+구$)")
_ARCHIVE = "https://ampos.nanet.go.kr:7443"


def seated(seed: int, draw: Draw, day: str) -> Member:
    """Return a member of the fictional term who held the seat that day."""
    members = fictional_members(seed)
    while True:
        member = draw.pick(members)
        if member.sits_on(day):
            return member


def area(member: Member) -> str:
    """Return the 시·군·구 of a member's constituency, the province where there is none."""
    _, _, place = member.district.partition(" ")
    return _CITY_WARD.sub(" ", place.rstrip("갑을"))


def _title(draw: Draw, kind: str, committee: str, region: str, day: str) -> tuple[str, str]:
    """Return a title and a note on it."""
    words = {"y": day[:4], "n": str(draw.between(2, 9))}
    title, thing, aim = worded(draw, _FRAMES[kind], committee, region, **words)
    return title, filled(draw.pick(_NOTES), s=aim, t=thing)


def _hours(draw: Draw) -> tuple[str, str]:
    start = draw.weighted(_STARTS)
    hour, minute = int(start[:2]) + draw.between(1, 3), draw.pick(("00", "30"))
    return start, f"{start}~{hour:02d}:{minute}"


def _people(draw: Draw, most: int) -> str:
    return ", ".join(dict.fromkeys(names.person(draw) for _ in range(draw.between(1, most))))


@lru_cache(maxsize=2)
def gatherings(seed: int) -> tuple[Row, ...]:
    """Return every gathering, the newest first."""
    made = [_by_members(seed, place) for place in range(BY_MEMBERS)]
    made += [_by_institution(seed, place) for place in range(BY_INSTITUTIONS)]
    return tuple(newest_first(made))


def _by_members(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "member-seminar", place)
    day = busy_day(draw, "2020-06-15", "2024-05-20", rising=260)
    lead = seated(seed, draw, day)
    hosts = [lead]
    while draw.chance(280) and len(hosts) < 5:
        other = seated(seed, draw, day)
        if other not in hosts:
            hosts.append(other)
    together = "·".join(m.name for m in hosts)
    codes = ",".join(m.code for m in hosts)
    made = _gathering(draw, day, lead.committee, area(lead), f"{together} 의원실")
    return day, (*made, lead.name, lead.code, codes, "Y" if draw.chance(620) else "N")


def _by_institution(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "institution-seminar", place)
    day = busy_day(draw, TERM_START, YESTERDAY, rising=120)
    made = _gathering(draw, day, draw.pick(committees()), "", draw.pick(_HOSTS))
    return day, (*made, None, None, None, "N")


def _gathering(draw: Draw, day: str, committee: str, region: str, host: str) -> Row:
    kind = draw.weighted(_KINDS)
    title, note = _title(draw, kind, committee, region, day)
    start, hours = _hours(draw)
    number = f"PAMP1{draw.digits(13)}"
    return (
        *(kind, title, note if draw.chance(640) else None, day, hours, f"{day} {start}", host),
        *(draw.pick(_ROOMS), _people(draw, 2), _people(draw, 5), number),
        f"{_ARCHIVE}/materialSeminarDetail.do?control_no={number}",
        f"https://www.assembly.go.kr/portal/bbs/view.do?nttId={draw.digits(7)}"
        if draw.chance(300)
        else None,
    )


GATHERINGS = Table(
    "assembly_gatherings",
    (
        *(Column(n) for n in ("kind", "title", "note")),
        Column("day", domain="date"),
        *(Column(n) for n in ("hours", "stamp", "host", "place", "speakers", "panel")),
        Column("number", domain="archive_no"),
        *(Column(n) for n in ("link", "office_link")),
        Column("name", domain="person_name", gen="ref"),
        Column("code", domain="mona_cd", gen="ref"),
        *(Column(n) for n in ("codes", "announced")),
    ),
    lambda world: iter(gatherings(world.seed)),
    key=("number",),
    index=(("day",), ("stamp",), ("announced",), ("code",)),
    persons="fictional",
)

# ---- press conferences -----------------------------------------------------------------------

_STATEMENTS = (
    "{s} 촉구 기자회견",
    "{s}을(를) 촉구하는 시민사회 공동 기자회견",
    "{t} 관련 현안 브리핑",
    "{s} 대책을 요구하는 기자회견",
    "{region} 지역 {t} 현안 관련 기자회견",
    "정부의 {t} 정책 재검토 요구",
    "{s} 공동선언 기자회견",
    "{t} 현장 목소리 전달 기자회견",
    "{t} 예산 삭감 관련 입장 발표",
    "{s} 입법 추진 계획 발표",
    "{party} {t} 특별위원회 활동 결과 발표",
    "{party} {s} 추진단 출범 기자회견",
)
_PROPOSALS = (
    "{bill} 발의 기자회견",
    "{bill} 대표발의 취지 설명",
    "{bill} 조속한 심사 촉구",
)


def _conferences(world: World) -> Iterator[Row]:
    bills, _ = world.select(
        "bills", [Condition("age", "eq", "21"), Condition("kind", "eq", "법률안")]
    )
    bills = [bill for bill in bills if bill["lead_code"]]
    members = {m.code: m for m in fictional_members(world.seed)}
    made = []
    for place in range(CONFERENCES):
        draw = Draw(world.seed, "press-conference", place)
        if draw.chance(160):
            bill = draw.pick(bills)
            day, member = str(bill["proposed"]), members[str(bill["lead_code"])]
            text = filled(draw.pick(_PROPOSALS), bill=f"「{bill['title']}」")
            bill_id = str(bill["bill_id"])
        else:
            day = busy_day(draw, "2020-06-08", "2024-05-28", rising=180)
            member, bill_id = seated(world.seed, draw, day), None
            text = _statement(draw, member)
        made.append(_conference(draw, day, member, text, bill_id))
    yield from newest_first(made)


def _statement(draw: Draw, member: Member) -> str:
    frames = _STATEMENTS if member.party != "무소속" else _STATEMENTS[:-2]
    return worded(draw, frames, member.committee, area(member), party=member.party)[0]


def _conference(
    draw: Draw, day: str, member: Member, text: str, bill_id: str | None
) -> tuple[str, Row]:
    time = f"{draw.between(9, 16):02d}:{draw.pick(('00', '20', '40', '10', '30', '50'))}"
    used = f"{time[:3]}{min(59, int(time[3:]) + draw.between(0, 4)):02d}"
    title = "의원" if member.party == "무소속" or draw.chance(900) else "대변인"
    return f"{day} {used}", (
        *(day, time, f"{day} {used}", f"{member.name} {title}", member.name, member.code),
        *(member.party, text, f"00:{draw.skewed(3, 38, 2):02d}:{draw.between(0, 59):02d}"),
        f"https://assembly.webcast.go.kr/main/press.asp?vod={squeezed(day)}{draw.digits(5)}",
        bill_id,
    )


CONFERENCE_TABLE = Table(
    "press_conferences",
    (
        Column("day", domain="date"),
        *(Column(n) for n in ("time", "stamp", "holder")),
        Column("name", domain="person_name", gen="ref"),
        Column("code", domain="mona_cd", gen="ref"),
        Column("party", domain="party", gen="ref"),
        *(Column(n) for n in ("text", "length", "link")),
        Column("bill_id", domain="bill_id", gen="ref"),
    ),
    _conferences,
    index=(("day",), ("code",)),
    persons="fictional",
)

# ---- what offices print ----------------------------------------------------------------------

_REPORTS = (
    "{name} 의원 의정보고서 : {region}의 더 나은 내일",
    "{y} {name} 의정보고서",
    "{name}의 {n}번째 의정보고 : 약속을 지키겠습니다",
    "{region}과(와) 함께한 {name} 의원 의정보고서",
    "일하는 국회의원 {name} 의정보고서 제{n}호",
    "{y}년 의정활동 보고서 : 국회의원 {name}",
)
_PAPER_FRAMES = (
    "{s} 방안 연구",
    "{s}을(를) 위한 입법과제",
    "{t} 정책 백서 : {s} 방안을 중심으로",
    "{t} 실태조사 결과보고서",
    "{y} 국정감사 정책자료집 : {t}",
    "국정감사 정책자료집 {n} : {s}",
    "{region} {t} 현황과 개선 방안",
    "통계로 보는 {t}",
    "{t} 제도의 국제 비교와 시사점",
    "{s} 정책제안서",
)


def _publications(world: World) -> Iterator[Row]:
    made = [_proceedings(world.seed, row) for row in gatherings(world.seed) if row[13]]
    made += [
        _report(world.seed, member, year)
        for member in fictional_members(world.seed)
        for year in range(2020, 2024)
        if member.sits_on(f"{year}-12-20")
    ]
    made += [_paper(world.seed, place) for place in range(PAPERS)]
    yield from newest_first([row for row in made if row[0]])


def _proceedings(seed: int, gathering: Row) -> tuple[str, Row]:
    """Return the proceedings of a gathering; not everybody hands them in."""
    day, hours, number = str(gathering[3]), str(gathering[4]), str(gathering[10])
    draw = Draw(seed, "proceedings", number)
    if draw.chance(260):
        return "", ()
    updated = later(day, draw.skewed(1, 160, 2))
    start, end = hours.split("~")
    published = f"{day.replace('-', '.')}({start} ~ {start if draw.chance(550) else end})"
    return updated, (
        *("자료집", f"{gathering[1]} : 자료집", gathering[6], gathering[14], gathering[11]),
        *(squeezed(updated) + clock(draw), published, number),
    )


def _report(seed: int, member: Member, year: int) -> tuple[str, Row]:
    draw = Draw(seed, "activity-report", member.code, year)
    updated = later(f"{year}-12-20", draw.between(3, 120), TERM_END)
    frame = draw.pick(_REPORTS if area(member) else _REPORTS[1:3])
    title = filled(
        frame, name=member.name, region=area(member), y=str(year), n=str(draw.between(2, 6))
    )
    number = f"PAMP1{draw.digits(13)}"
    link = f"{_ARCHIVE}/materialReportDetail.do?control_no={number}"
    return updated, (
        *("의정보고서", title, f"{member.name} 의원실", member.code, link),
        *(squeezed(updated) + clock(draw), str(year), number),
    )


def _paper(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "policy-paper", place)
    day = busy_day(draw, "2020-10-12", "2024-05-10", rising=300)
    member = seated(seed, draw, day)
    audit = int(day[:4]) - (day[5:7] < "10")
    words = {"y": str(audit), "n": str(draw.between(1, 12))}
    title = worded(draw, _PAPER_FRAMES, member.committee, area(member), **words)[0]
    updated = later(day, draw.between(2, 200))
    number = f"MONO1{day[:4]}{draw.digits(9)}"
    link = f"{_ARCHIVE}/materialPolicyDetail.do?control_no={number}"
    return updated, (
        *("정책자료", title, f"{member.name} 의원실", member.code, link),
        *(squeezed(updated) + clock(draw), day[:4], number),
    )


PUBLICATIONS = Table(
    "office_publications",
    (
        *(Column(n) for n in ("kind", "title", "publisher")),
        Column("code", domain="mona_cd", gen="ref"),
        *(Column(n) for n in ("link", "updated", "published")),
        Column("number", domain="archive_no"),
    ),
    _publications,
    key=("number",),
    index=(("kind",), ("code",)),
    persons="fictional",
)
