"""Whom the Assembly takes on, and where those who left went.

Figures and persons are generated; offices of members are those of the fictional 21st term, and what
is open today is offered by committees.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from html import escape

from kopa_env.world import names
from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.assembly import spelled
from kopa_env.world.tables.parliament_life.gatherings import seated
from kopa_env.world.tables.parliament_life.wording import (
    YESTERDAY,
    busy_day,
    clock,
    newest_first,
    squeezed,
)
from kopa_env.world.world import World

# ---- competitive examinations ----------------------------------------------------------------

_LAST_EXAM = 2024
_EXAMS = (
    # grade, series, since, until, most taken on, rivals a place in tenths (low, high)
    *(
        ("5급", "일반행정직", 1995, 2024, 8, 1900, 3900),
        ("5급", "재경직", 1995, 2024, 7, 900, 2300),
    ),
    ("5급", "법제직", 1998, 2024, 4, 1500, 3100),
    ("7급", "행정직", 1989, 2003, 12, 600, 1500),
    *(
        ("8급", "행정직(일반)", 2003, 2024, 24, 900, 4200),
        ("8급", "행정직(장애)", 2009, 2024, 2, 120, 480),
    ),
    ("8급", "행정직(저소득)", 2015, 2024, 2, 200, 700),
    *(("9급", "속기직", 1990, 2024, 8, 180, 760), ("9급", "경위직", 1990, 2024, 12, 300, 900)),
    *(("9급", "사서직", 1992, 2024, 6, 350, 1200), ("9급", "전산직", 1993, 2024, 5, 280, 1100)),
    *(("9급", "방호직", 1990, 2024, 10, 150, 640), ("9급", "기계직", 1991, 2024, 3, 220, 800)),
    *(("9급", "전기직", 1991, 2024, 3, 210, 820), ("9급", "토목직", 1996, 2022, 2, 180, 700)),
    *(("9급", "건축직", 1996, 2024, 2, 200, 760), ("9급", "통신기술직", 1998, 2024, 2, 160, 640)),
    *(("9급", "방송기술직", 2004, 2024, 3, 240, 980), ("9급", "촬영직", 2004, 2024, 2, 260, 1300)),
    *(("9급", "조경직", 2010, 2024, 2, 150, 520), ("9급", "관리직", 1994, 2008, 6, 90, 380)),
)


def _exams(world: World) -> Iterator[Row]:
    for year in range(_LAST_EXAM, 1988, -1):
        for place, (grade, series, since, until, most, low, high) in enumerate(_EXAMS):
            if since <= year <= until:
                draw = Draw(world.seed, "exam", place, year)
                keen = high - abs(year - 2011) * (high - low) // 26  # the rush was about 2011
                tenths = draw.bell(max(low, keen * 7 // 10), max(low + 10, keen))
                yield (str(year), grade, series, draw.bell(1, most), tenths / 10)


EXAMS = Table(
    "assembly_exams",
    (
        Column("year", domain="year4"),
        *(Column(n) for n in ("grade", "series")),
        *(Column("taken", "int"), Column("rivals", "real")),
    ),
    _exams,
    key=("year", "grade", "series"),
    index=(("grade",),),
)

# ---- notices ---------------------------------------------------------------------------------

_OPENINGS = 1_190
_INSTITUTIONS = (
    ("국회사무처", 58),
    ("국회도서관", 15),
    ("국회예산정책처", 12),
    ("국회입법조사처", 11),
    ("국회미래연구원", 4),
)
_DESKS = {
    "국회사무처": (
        *("문화소통담당관실", "방송제작과", "관리과", "의회경호담당관실", "의정기록과"),
        *(
            "디지털운영담당관실",
            "의정연수원 교육훈련과",
            "설비과",
            "국회민원지원센터",
            "법제총괄과",
        ),
    ),
    "국회도서관": ("자료수집과", "국가서지과", "데이터융합분석과", "열람봉사과", "의회정보총괄과"),
    "국회예산정책처": ("예산분석총괄과", "재정정책분석과", "세제분석과", "추계세제총괄과"),
    "국회입법조사처": ("기획협력과", "경제산업조사실", "사회문화조사실", "정치행정조사실"),
    "국회미래연구원": ("연구지원실", "혁신성장센터", "데이터분석센터"),
}
_JOBS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    # post, how it is filled, the desks that alone have it
    ("전문임기제공무원 {g}급", "경력경쟁채용시험", ()),
    ("일반임기제공무원(행정{n}급)", "경력경쟁채용시험", ()),
    ("한시임기제공무원 {n}호", "경력경쟁채용시험", ()),
    ("기간제근로자(육아휴직 대체)", "채용", ()),
    ("청년인턴", "선발", ()),
    ("공무직근로자(시설관리)", "채용시험", ("설비과", "관리과")),
    ("공무직근로자(환경미화)", "채용시험", ("관리과",)),
    ("속기직({n}급)", "경력경쟁채용시험", ("의정기록과",)),
    ("경위직({n}급)", "경력경쟁채용시험", ("의회경호담당관실",)),
    ("방송직({n}급)", "경력경쟁채용시험", ("방송제작과",)),
    ("자료조사관({g}급)", "공개채용", ("의회정보총괄과", "자료수집과", "국가서지과")),
    ("분석관({g}급)", "공개채용", ("예산분석총괄과", "세제분석과", "재정정책분석과")),
    ("입법조사관({g}급)", "공개채용", ("경제산업조사실", "사회문화조사실", "정치행정조사실")),
    ("부연구위원", "공개채용", ("혁신성장센터", "데이터분석센터")),
)
_STAGES = (
    ("시행계획 공고", 0, "채용 분야와 응시 자격, 시험 일정을 붙임과 같이 공고합니다."),
    ("서류전형 합격자 공고", 19, "서류전형 합격자와 면접시험 일정을 붙임과 같이 공고합니다."),
    ("면접시험 합격자 공고", 33, "면접시험 합격자를 붙임과 같이 공고합니다."),
    ("최종합격자 공고", 42, "최종합격자와 임용 등록 안내를 붙임과 같이 공고합니다."),
)
_AGAIN = "재공고", 24, "응시자가 선발예정인원에 미치지 못하여 다시 공고합니다."


def _notices(world: World) -> Iterator[Row]:
    made: list[tuple[str, Row]] = []
    for place in range(_OPENINGS):
        made += _opening(world.seed, place)
    yield from newest_first(made)


def _opening(seed: int, place: int) -> Iterator[tuple[str, Row]]:
    draw = Draw(seed, "opening", place)
    day = busy_day(draw, "2013-01-07", YESTERDAY, rising=420)
    body = draw.weighted(_INSTITUTIONS)
    form, method, own = draw.pick(
        [job for job in _JOBS if not job[2] or not set(job[2]).isdisjoint(_DESKS[body])]
    )
    job = form.format(g=draw.pick(("가", "나", "다", "라")), n=draw.between(6, 9))
    head = f"{day[:4]}년도 {body} {draw.pick(own or _DESKS[body])} {job} {method}"
    stages = list(_STAGES)
    if draw.chance(120):
        stages = [_STAGES[0], _AGAIN]
    elif draw.chance(300):
        del stages[2]
    late = draw.between(0, 12)
    for stage, days, text in stages:
        told = (date.fromisoformat(day) + timedelta(days=days + (late if days else 0))).isoformat()
        if told <= YESTERDAY:
            title = f"{head} {stage}"
            yield told, (body, title, text, told, "https://gosi.assembly.go.kr/index.jsp")


NOTICES = Table(
    "recruitment_notices",
    (
        *(Column(n) for n in ("body", "title", "text")),
        *(Column("day", domain="date"), Column("link")),
    ),
    _notices,
    index=(("body",), ("day",)),
)

# ---- aides -----------------------------------------------------------------------------------

_AIDES, _BY_CHAIRS = 2_300, 84
_RANKS = (
    *(("4급 보좌관", 9), ("5급 선임비서관", 14), ("6급 비서관", 15), ("7급 비서관", 16)),
    *(("8급 비서관", 13), ("9급 비서관", 15), ("인턴비서관", 18)),
)
_TITLES = (
    "[{o}] {r} 채용 공고",
    "[{o}] {r}을 모집합니다",
    "[{o}] {r} 모집",
    "{o} {r} 채용 공고",
    "[{o}] 함께 일할 {r}을 찾습니다",
    "[{o}] {r} 채용(접수기간 연장)",
)
_TASKS = (
    *("보도자료와 축사 작성", "상임위원회 정책 질의 준비", "법률안 성안 및 토론회 기획"),
    *("국정감사 자료 분석", "누리소통망 홍보물 제작", "지역 현안 민원 대응", "예산안 분석"),
    *("행정 및 회계 업무", "일정 관리와 수행", "의정보고서 기획", "언론 대응"),
)
_WANTED = (
    *("국가공무원법 제33조의 결격사유에 해당하지 않는 분", "의원실 근무 경험이 있는 분 우대"),
    *("영상 편집이 가능한 분 우대", "관련 분야 석사 이상 우대", "운전이 가능한 분 우대"),
    *("즉시 출근이 가능한 분", "글쓰기에 자신 있는 분"),
)
_SENDING = (
    "자유 양식의 이력서와 자기소개서를 전자우편으로 접수",
    "국회 이력서 양식과 자기소개서를 하나의 파일로 접수",
    "이력서, 자기소개서, 업무 포트폴리오(해당자)를 접수",
)


def _aides(world: World) -> Iterator[Row]:
    made = [_by_member(world.seed, place) for place in range(_AIDES)]
    made += [_by_chair(world.seed, place) for place in range(_BY_CHAIRS)]
    yield from newest_first(made)


def _by_member(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "aide", place)
    day = busy_day(draw, "2020-06-01", "2024-03-29")
    member = seated(seed, draw, day)
    where = "비례대표" if not member.district.partition(" ")[2] else member.district
    office = f"{member.name}의원실"
    intro = f"{member.name} 의원실({where}, {member.committee})"
    return _wanted_aide(draw, day, office, f"국회의원 {office}", intro, member.code)


def _by_chair(seed: int, place: int) -> tuple[str, Row]:
    """Return a committee chair's notice; it names the office alone."""
    draw = Draw(seed, "chair-aide", place)
    day = busy_day(draw, "2025-03-04", YESTERDAY, rising=500)
    present = [
        r["name"]
        for r in fact_rows("committees")
        if r["kind"] == "상임위원회" and r["sitting"] == "Y"
    ]
    office = f"{draw.pick(present)}실".replace("위원회실", "위원장실")
    return _wanted_aide(draw, day, office, office, office, None)


def _wanted_aide(
    draw: Draw, day: str, office: str, desk: str, intro: str, code: str | None
) -> tuple[str, Row]:
    rank, stamp = draw.weighted(_RANKS), f"{squeezed(day)} {clock(draw)}"
    ends = (date.fromisoformat(day) + timedelta(days=draw.between(4, 14))).isoformat()
    title = draw.pick(_TITLES).format(o=office, r=rank)
    return stamp, (
        *(title, "진행중" if ends >= TODAY else "마감", stamp, f"{day} ~ {ends}"),
        *(_advert(draw, intro, rank), desk, code),
    )


def _advert(draw: Draw, intro: str, rank: str) -> str:
    """Write an advert as the board stores it: markup, escaped, with escapes inside."""
    tasks = dict.fromkeys(draw.pick(_TASKS) for _ in range(4))
    wanted = dict.fromkeys(draw.pick(_WANTED) for _ in range(3))
    lines = [
        f"{intro}에서 함께 일할 {rank}을 모십니다.&nbsp;",
        *("1. 모집대상", f"- {rank} {draw.weighted((('1', 90), ('2', 10)))}명"),
        *("2. 주요 업무", *(f"- {task}" for task in tasks)),
        *("3. 자격 요건", *(f"- {text}" for text in wanted)),
        *("4. 제출 방법", f"- {draw.pick(_SENDING)}", "- 서류전형 합격자에 한하여 개별 연락"),
    ]
    return escape("".join(f'<p style="line-height: 1.5;">{line}</p>' for line in lines))


AIDES = Table(
    "aide_openings",
    (
        *(Column(n) for n in ("title", "state", "stamp", "span", "text", "office")),
        Column("code", domain="mona_cd", gen="ref"),
    ),
    _aides,
    index=(("state",), ("office",)),
    persons="fictional",
)

# ---- those who left --------------------------------------------------------------------------

_LEFT = 960
_POSTS = (
    *(("4급 보좌관", 24), ("5급 선임비서관", 14), ("수석전문위원\n(차관보급)", 8), ("부이사관", 9)),
    *(("이사관", 6), ("서기관", 12), ("전문위원", 7), ("입법심의관", 3), ("관리관", 4)),
    *(("정책연구위원(1급 상당)", 6), ("정책연구위원(2급 상당)", 5), ("입법조사관(4급)", 5)),
)
_NEW_POSTS = (
    *(("고문", 20), ("전문위원", 10), ("상무", 8), ("이사", 13), ("부장", 11), ("수석전문위원", 5)),
    *(("감사", 6), ("사외이사", 9), ("대외협력실장", 6), ("연구위원", 7), ("비상임이사", 5)),
)
_EMPLOYERS = (
    ("법무법인 {c}", 20),
    ("{c}회계법인", 6),
    ("{c}진흥원", 7),
    ("{c}협회", 9),
    ("{c}공제회", 5),
    ("{c}연구원", 8),
    ("", 45),
)


def _leavers(world: World) -> Iterator[Row]:
    yield from newest_first([_leaver(world.seed, place) for place in range(_LEFT)])


def _leaver(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "leaver", place)
    began = busy_day(draw, "2014-03-03", YESTERDAY, rising=350)
    left = (date.fromisoformat(began) - timedelta(days=draw.skewed(20, 1_090, 2))).isoformat()
    form = draw.weighted(_EMPLOYERS)
    employer = form.format(c=names.coined(draw, seed & 1)) or spelled(
        draw, names.firm(draw.u64(), seed & 1)[0]
    )
    return began, (
        *(began[:4], names.person(draw), left, draw.weighted(_POSTS), employer, began),
        draw.weighted(_NEW_POSTS),
    )


LEAVERS = Table(
    "retired_officials",
    (
        Column("year", domain="year4"),
        Column("name", domain="person_name"),
        Column("left", domain="date"),
        *(Column(n) for n in ("post", "employer")),
        Column("began", domain="date"),
        Column("new_post"),
    ),
    _leavers,
    index=(("year",),),
    persons="fictional",
)
