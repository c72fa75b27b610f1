"""Members beside the chamber: other posts, travel, debates at home, papers, the chair's diary.

All persons belong to the fictional 21st term. The chair's diary names no member and keeps to that
term as well; the days of its sittings are those of the world's calendar.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world import names, school_names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.calendar import plenary_days, session_of, sittings
from kopa_env.world.tables.members import Member, fictional_members
from kopa_env.world.tables.parliament_life.gatherings import area, seated
from kopa_env.world.tables.parliament_life.wording import (
    busy_day,
    filled,
    later,
    newest_first,
    squeezed,
    subject,
    worded,
)
from kopa_env.world.world import World

TERM = ("100021", "제21대")
POSTS, JOURNEYS, DEBATES, DIARY = 540, 86, 92, 760

# ---- other posts -----------------------------------------------------------------------------

_BODIES = (
    ("사단법인 {coined}문화진흥회", ("이사장", "고문", "명예이사장")),
    ("재단법인 {coined}장학재단", ("이사", "이사장", "고문")),
    ("사단법인 {coined}포럼", ("공동대표", "상임고문", "고문")),
    ("{region}체육회", ("고문", "자문위원", "명예회장")),
    ("{region}장애인복지회", ("후원회장", "고문")),
    ("{school} 총동문회", ("회장", "고문", "부회장")),
    ("{school} 장학회", ("이사", "이사장")),
    ("학교법인 {coined}학원", ("이사", "비상임이사")),
    ("{coined}대학교 정책대학원", ("겸임교수", "초빙교수", "특임교수")),
    ("{region} 향토문화연구회", ("명예회장", "고문")),
    ("사회복지법인 {coined}복지재단", ("이사", "고문", "후원회장")),
    ("{thing} 정책협의회", ("위원", "자문위원", "공동위원장")),
    ("법무법인 {coined}", ("고문변호사", "구성원변호사")),
    ("{coined}기념사업회", ("이사", "부회장", "고문", "기획위원")),
)
_PAID = ("교수", "변호사", "비상임이사")
_ALLOWED = (
    ("국회법 제29조제1항 각 호의 직에 해당", 62),
    ("국회법 제29조제1항제1호(공익 목적의 명예직)에 해당", 26),
    ("국회법 제29조제1항제2호에 해당", 8),
    ("국회법 제29조제1항 각 호의 직에 해당하지 아니함", 4),
)
_REFUSED = (
    ("국회법 제29조제1항 각 호의 직에 해당하지 아니함", 70),
    ("사직 권고(국회법 제29조제5항)", 30),
)
_OPENED = ("01-29", "04-28", "07-29", "09-27", "11-30")


def _posts(world: World) -> Iterator[Row]:
    yield from newest_first([_post(world.seed, place) for place in range(POSTS)])


def _post(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "second-post", place)
    days = [
        f"{y}-{d}" for y in range(2020, 2025) for d in _OPENED if "2020-07" < f"{y}-{d}" < "2024-05"
    ]
    day = days[draw.skewed(0, len(days) - 1, 2)]  # most posts are told of when the term begins
    member = seated(seed, draw, day)
    form, roles = draw.pick(_BODIES)
    if "{region}" in form and not area(member):
        form, roles = _BODIES[0]
    body = form.format(
        coined=names.coined(draw, seed & 1),
        region=area(member),
        school=school_names.place(draw) + draw.pick(("초등학교", "중학교", "고등학교")),
        thing=subject(draw, member.committee)[0],
    )
    role = draw.pick(roles)
    decision = draw.weighted(_REFUSED if role.endswith(_PAID) else _ALLOWED)
    return day, ("21대", day[:4], day, member.name, body, role, decision, member.code)


SECOND_POSTS = Table(
    "second_posts",
    (
        Column("term"),
        Column("year", domain="year4"),
        Column("day", domain="date"),
        Column("name", domain="person_name", gen="ref"),
        *(Column(n) for n in ("body", "role", "decision")),
        Column("code", domain="mona_cd", gen="ref"),
    ),
    _posts,
    index=(("name",),),
    persons="fictional",
)

# ---- journeys abroad -------------------------------------------------------------------------

_PLACES = (
    *("베트남", "일본", "미국", "독일", "인도네시아", "우즈베키스탄", "스위스", "프랑스", "몽골"),
    *("캐나다", "싱가포르", "아랍에미리트", "케냐", "폴란드", "호주", "태국", "벨기에", "칠레"),
)
_AIMS = (
    ("{p} 의회 초청에 따른 의원외교 활동", "해당국 의회(외국 의회)"),
    ("고위급 면담을 통한 양국 경제협력 방안 논의", "외교부(국가기관)"),
    ("{s} 관련 국제회의 참석", "국제의회연맹(국제기구)"),
    ("{s} 정책 현장 시찰", "해당국 정부(외국 정부)"),
    ("{p} 진출 기업 애로사항 청취 및 재외동포 간담회", "재외동포 관련 단체(비영리법인)"),
    ("{p} 의회와 {s} 경험 공유", "해당국 의회(외국 의회)"),
    ("{s} 정책 세미나 기조발표", "{coined}재단(비영리법인)"),
    ("한·{p} 산업협력 포럼 참석", "산업통상자원부(국가기관)"),
)


def _journeys(world: World) -> Iterator[Row]:
    yield from newest_first([_journey(world.seed, place) for place in range(JOURNEYS)])


def _journey(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "journey", place)
    first = busy_day(draw, "2020-11-02", "2024-05-10", rising=700)  # few travelled at first
    last = later(first, draw.between(2, 7), "2024-05-28")
    member = seated(seed, draw, first)
    where = draw.pick(_PLACES)
    aim, payer = draw.pick(_AIMS)
    words = {"p": where, "s": subject(draw, member.committee)[1]}
    return first, (
        *(*TERM, member.name, filled(aim, **words), _span(first, last), where),
        payer.format(coined=names.coined(draw, seed & 1)),
        *("유" if draw.chance(930) else "무", first, member.code),
    )


def _span(first: str, last: str) -> str:
    year, month, day = (int(part) for part in first.split("-"))
    return f"{year}. {month}.{day}~ {int(last[5:7])}.{int(last[8:])}"


JOURNEY_TABLE = Table(
    "official_journeys",
    (
        Column("term_code", domain="assembly_unit", gen="fact"),
        Column("term", domain="assembly_term", gen="fact"),
        Column("name", domain="person_name", gen="ref"),
        *(Column(n) for n in ("aim", "span", "place", "payer", "reported")),
        Column("day", domain="date"),
        Column("code", domain="mona_cd", gen="ref"),
    ),
    _journeys,
    index=(("name",),),
    persons="fictional",
)

# ---- debates in the constituencies -----------------------------------------------------------

_LOCAL = (
    "{region} {t} 현안과 입법과제",
    "{s}을(를) 위한 {region} 입법지원 토론회",
    "{region} 지역의 {s}, 어떻게 풀 것인가",
    "{t} 정책과 {region} 발전 전략",
    "{region}에서 찾는 {s}의 해법",
)
_HALLS = (
    "문화예술회관",
    "청소년수련관",
    "평생학습관",
    "여성회관",
    "중앙도서관 강당",
    "종합사회복지관",
)


def _debates(world: World) -> Iterator[Row]:
    yield from newest_first([_debate(world.seed, place) for place in range(DEBATES)])


def _debate(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "regional-debate", place)
    day = busy_day(draw, "2020-08-10", "2024-03-29", rising=250)
    member = seated(seed, draw, day)
    while not area(member):
        member = seated(seed, draw, day)
    region = area(member)
    return day, (
        worded(draw, _LOCAL, member.committee, region)[0],
        *(TERM[1], member.name, f"{region} {draw.pick(_HALLS)}", day),
        draw.weighted((("14:00", 50), ("10:00", 20), ("15:00", 20), ("16:00", 10))),
        f"https://nas.assembly.go.kr/nas/bbs/B0000051/view.do?menuNo=600101&nttId={draw.digits(7)}",
        member.code,
    )


DEBATE_TABLE = Table(
    "regional_debates",
    (
        Column("title"),
        Column("term", domain="assembly_term", gen="fact"),
        Column("name", domain="person_name", gen="ref"),
        Column("place"),
        Column("day", domain="date"),
        *(Column(n) for n in ("time", "link")),
        Column("code", domain="mona_cd", gen="ref"),
    ),
    _debates,
    index=(("name",),),
    persons="fictional",
)

# ---- commissioned papers ---------------------------------------------------------------------

_STUDIES = (
    "{s} 방안에 관한 연구",
    "{t} 현황과 정책과제",
    "{s}을(를) 위한 법제 개선 연구",
    "{t} 정책의 효과 분석과 개선 과제",
    "해외 주요국의 {t} 정책 비교 연구",
    "{t} 관련 법률의 쟁점과 개선방안",
    "{region} {t} 실태 분석",
    "{s}에 대한 국민 인식 조사 연구",
)


def _studies(world: World) -> Iterator[Row]:
    made = []
    number = 0
    for year in range(2020, 2025):
        for quarter in range(3 if year == 2020 else 1, 2 if year == 2024 else 5):
            for place in range(_commissioned(world.seed, year, quarter)):
                number += 1
                made.append(_study(world.seed, year, quarter, place, number))
    yield from newest_first(made)


def _commissioned(seed: int, year: int, quarter: int) -> int:
    """Return how many papers a quarter brings: most come in at the end of a year."""
    return Draw(seed, "studies", year, quarter).between(48, 68) + (38 if quarter == 4 else 0)


def _study(seed: int, year: int, quarter: int, place: int, number: int) -> tuple[str, Row]:
    draw = Draw(seed, "study", year, quarter, place)
    end = date(year, quarter * 3, 28)
    member = seated(seed, draw, end.isoformat())
    title = worded(draw, _STUDIES, member.committee, area(member))[0]
    told = (end + timedelta(days=draw.between(20, 70))).isoformat() if draw.chance(640) else None
    return f"{year}{quarter}", (
        *(number if draw.chance(350) else None, str(year), 123_000_400 + number * 3),
        *(title, told, *TERM),
        *(f"{member.name} 의원", str(quarter)),
        *("정책연구" if draw.chance(820) else "입법연구", member.code),
    )


STUDIES = Table(
    "commissioned_studies",
    (
        Column("number", "int"),
        Column("year", domain="year4"),
        Column("file_id", "int", domain="file_id"),
        Column("title"),
        Column("told", domain="date"),
        Column("term_code", domain="assembly_unit", gen="fact"),
        Column("term", domain="assembly_term", gen="fact"),
        *(Column(n) for n in ("member", "quarter", "kind")),
        Column("code", domain="mona_cd", gen="ref"),
    ),
    _studies,
    key=("file_id",),
    index=(("term_code",), ("year",)),
    persons="fictional",
)

# ---- the chair's diary -----------------------------------------------------------------------

_MEETINGS = (
    ("주한{p}대사 접견({chair}집무실)", 16),
    ("{p} 의회 대표단 접견({chair}접견실)", 10),
    ("{body} 회장단 면담({chair}집무실)", 13),
    ("「{s} 정책토론회」 축사(의원회관)", 14),
    ("{region} 지역 현안 간담회({chair}집무실)", 6),
    ("{t} 현장 방문({region})", 7),
    ("상임위원장단 오찬 간담회({chair}공관)", 4),
    ("{n}월 정례 확대간부회의 주재(본관)", 4),
    ("국가기념일 기념식 참석", 4),
    ("언론 인터뷰({chair}집무실)", 5),
    ("청년 의정체험단 격려(본관 중앙홀)", 3),
    ("교섭단체 대표의원 회동({chair}집무실)", 8),
    ("{p} 국회의장 화상회담({chair}집무실)", 3),
    ("신규 임용 공무원 임명장 수여(접견실)", 3),
)
_SOCIETIES = (
    *("전문자격사단체", "중소상공인단체", "여성단체", "장애인단체", "농업인단체", "청년단체"),
    *("사회복지단체", "문화예술단체", "보훈단체", "지역언론단체", "과학기술단체"),
)


def _diary(world: World) -> Iterator[Row]:
    seed = world.seed
    made = [
        _sitting(seed, day, number, sitting)
        for day, number, sitting in sittings(plenary_days(seed))
    ]
    made += [_entry(seed, "의장", place) for place in range(DIARY)]
    made += [_entry(seed, "부의장", place) for place in range(DIARY * 2 // 5)]
    rows = {(row[0], row[2], row[3]): row for row in newest_first(made)}
    yield from rows.values()


def _sitting(seed: int, day: str, number: int, sitting: int) -> tuple[str, Row]:
    kind = session_of(day)[1]
    time = Draw(seed, "plenary", day).pick(("14:00", "14:00", "10:00", "15:00"))
    text = f"제{number}회국회({kind}) 제{sitting}차 본회의(본회의장)"
    return f"{day} {time}", (day, squeezed(day), time, "의장", text)


def _entry(seed: int, chair: str, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "diary", chair, place)
    day = busy_day(draw, "2020-06-08", "2024-05-24")
    thing, aim = subject(draw)
    members: tuple[Member, ...] = fictional_members(seed)
    local = next(m for m in iter(lambda: draw.pick(members), None) if area(m))
    text = draw.weighted(_MEETINGS).format(
        p=draw.pick(_PLACES),
        chair=chair,
        body=f"{draw.pick(_SOCIETIES)}협의회",
        s=aim,
        t=thing,
        region=area(local),
        n=int(day[5:7]),
    )
    time = f"{draw.between(8, 18):02d}:{draw.pick(('00', '00', '30', '30', '20', '40'))}"
    return f"{day} {time}", (day, squeezed(day), time, chair, text)


DIARY_TABLE = Table(
    "chair_diary",
    (
        Column("day", domain="date"),
        Column("day8", domain="date8"),
        *(Column(n) for n in ("time", "chair", "text")),
    ),
    _diary,
    index=(("day",), ("day8",), ("chair",)),
)
