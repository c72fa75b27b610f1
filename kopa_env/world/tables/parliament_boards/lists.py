"""Smaller lists: committees' papers, reports of the government, words, services, statutes due."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.language.particles import settle
from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.statute_names import statute
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.members import PRESENT_TERM_START, TERM_START, committee_codes
from kopa_env.world.tables.parliament_boards.days import open_from, open_on, spread
from kopa_env.world.tables.parliament_boards.titles import subjects
from kopa_env.world.world import World

_RENAMED = "2025-10-01"
_NEWER = {
    "기획재정위원회": "재정경제기획위원회",
    "환경노동위원회": "기후에너지환경노동위원회",
    "여성가족위원회": "성평등가족위원회",
}
_ENGLISH = {
    "국회운영위원회": "House Steering Committee",
    "법제사법위원회": "Legislation and Judiciary Committee",
    "정무위원회": "National Policy Committee",
    "재정경제기획위원회": "Finance, Economy and Planning Committee",
    "교육위원회": "Education Committee",
    "과학기술정보방송통신위원회": "Science, ICT, Broadcasting and Communications Committee",
    "외교통일위원회": "Foreign Affairs and Unification Committee",
    "국방위원회": "National Defense Committee",
    "행정안전위원회": "Public Administration and Security Committee",
    "문화체육관광위원회": "Culture, Sports and Tourism Committee",
    "농림축산식품해양수산위원회": "Agriculture, Food, Rural Affairs, Oceans and Fisheries "
    "Committee",
    "산업통상자원중소벤처기업위원회": "Trade, Industry, Energy, SMEs and Startups Committee",
    "보건복지위원회": "Health and Welfare Committee",
    "기후에너지환경노동위원회": "Climate, Energy, Environment and Labor Committee",
    "국토교통위원회": "Land, Infrastructure and Transport Committee",
    "정보위원회": "Intelligence Committee",
    "성평등가족위원회": "Gender Equality and Family Committee",
    "예산결산특별위원회": "Special Committee on Budget and Accounts",
}
_ROLES = {
    "": "{e}",
    " 위원장": "Chairperson of the {e}",
    " 간사": "Executive Secretary of the {e}",
    " 위원": "Member of the {e}",
    " 수석전문위원": "Chief Expert Adviser to the {e}",
    " 전체회의": "Full meeting of the {e}",
    " 공청회": "Public hearing of the {e}",
    " 소위원회": "Subcommittee of the {e}",
}


def called_on(committee: str, day: str) -> str:
    """Return the name that a committee bore that day."""
    return _NEWER.get(committee, committee) if day >= _RENAMED else committee


# ---- papers of committees --------------------------------------------------------------------

_PAPERS = (
    *("{a}안 공청회 계획(안)", "{a} 일부개정법률안 검토보고", "{a}안 공청회 자료집"),
    *("{y}년도 국정감사계획서", "{y}년도 국정감사 결과보고서", "{s}년도 예산안 예비심사보고서"),
    *("{p}회계연도 결산 예비심사보고서", "{t} 관련 간담회 자료", "{t} 현안보고 자료"),
    *(
        "{t} 관련 입법 공청회 진술문",
        "{c} 소관 법률 현황({y}년 {m}월)",
        "{y}년도 주요업무보고 자료",
    ),
    *("{t} 현장시찰 계획(안)", "{a} 제정안 축조심사 자료", "{c} 의사일정({y}년 {m}월)"),
    *("{p}년도 국정감사 시정·처리 요구사항 처리결과", "{t} 연구용역 결과보고서"),
)
_SEASONS = {"국정감사계획서": (9, 10), "국정감사 결과보고서": (12, 12), "예산안": (11, 11)}
_SEASONS |= {"결산": (8, 9), "주요업무보고": (1, 3)}


_FIELDS = {
    "국회운영위원회": "행정",
    "법제사법위원회": "법무",
    "정무위원회": "금융",
    "기획재정위원회": "재정|조세",
    "교육위원회": "교육",
    "과학기술정보방송통신위원회": "과학",
    "외교통일위원회": "외교|통상",
    "국방위원회": "국방",
    "행정안전위원회": "행정",
    "문화체육관광위원회": "문화",
    "농림축산식품해양수산위원회": "농림",
    "산업통상자원중소벤처기업위원회": "산업",
    "보건복지위원회": "복지|보건",
    "환경노동위원회": "환경|노동",
    "국토교통위원회": "국토",
    "여성가족위원회": "가족",
}


def _papers(world: World) -> Iterator[Row]:
    committees = [
        r["name"]
        for r in fact_rows("committees")
        if r["kind"] == "상임위원회" and r["name"] not in (*_NEWER.values(), "정보위원회")
    ]
    made = []
    for number, day in spread(date(2018, 7, 16), 2_400):
        draw = Draw(world.seed, "committee-paper", number)
        home = draw.pick(committees)
        committee = called_on(home, day.isoformat())
        title = draw.pick([p for p in _PAPERS if _in_season(p, day.month)]).format(
            a=statute(draw, home),
            t=draw.pick(subjects(_FIELDS[home]))[0],
            c=committee,
            y=day.year,
            p=day.year - 1,
            s=day.year + 1,
            m=day.month,
        )
        clock = f"{draw.between(9, 17):02d}{draw.below(60):02d}{draw.below(60):02d}"
        made.append((f"{day:%Y%m%d} {clock}", committee, settle(title)))
    for stamp, committee, title in sorted(made, reverse=True):
        yield (committee, title, stamp, committee_codes()[committee])


def _in_season(paper: str, month: int) -> bool:
    for word, (first, last) in _SEASONS.items():
        if word in paper:
            return first <= month <= last
    return True


PAPERS = Table(
    "committee_papers",
    (
        Column("committee", domain="committee_name", gen="ref"),
        Column("title"),
        Column("stamp"),
        Column("committee_code", domain="committee_code", gen="ref"),
    ),
    _papers,
    index=(("committee_code",), ("committee",)),
)

# ---- reports that the government lays before the Assembly -------------------------------------

_TERMS = ((PRESENT_TERM_START, "22"), (TERM_START, "21"), ("2016-05-30", "20"), ("", "19"))


_FIRST_REPORTS = 2019
"""Before, committees were cut differently."""

_ONCE = {
    "재정경제부": ("2026-01-02", "기획재정부"),
    "기후에너지환경부": ("2025-10-01", "환경부"),
    "성평등가족부": ("2025-10-01", "여성가족부"),
    "산업통상부": ("2025-10-01", "산업통상자원부"),
    "지식재산처": ("2025-10-01", "특허청"),
    "국가유산청": ("2024-05-17", "문화재청"),
    "국가보훈부": ("2023-06-05", "국가보훈처"),
    "질병관리청": ("2020-09-12", "질병관리본부"),
}
"""Since when a ministry has its name, and which it had before."""


def ministry_on(name: str, day: str) -> str:
    """Return the name that a ministry bore that day."""
    since, before = _ONCE.get(name, ("", name))
    return name if day >= since else before


def term_of(day: str) -> str:
    """Return the number of the term that a day falls into."""
    return next(term for start, term in _TERMS if day >= start)


def _reports(world: World) -> Iterator[Row]:
    made = []
    for place, report in enumerate(fact_rows("parliament_reports")):
        for year in range(max(_FIRST_REPORTS, int(report["first"])), int(TODAY[:4])):
            draw = Draw(world.seed, "government-report", place, year)
            if draw.chance(25):  # not laid that year
                continue
            day = open_on(date(year, int(report["month"]), draw.between(8, 28)))
            title = report["title"].format(y=year, p=year - 1)
            sent = open_from(day + timedelta(days=draw.between(3, 6)))
            made.append((day.isoformat(), title, report, sent.isoformat()))
    made.sort(key=lambda one: one[:2])
    counts: dict[str, int] = {}
    rows: list[Row] = []
    for laid, title, report, passed_on in made:
        term = term_of(laid)
        counts[term] = counts.get(term, 0) + 1
        link = "https://likms.assembly.go.kr/bill/ReportDetail.do?reportNo="
        committee = called_on(report["committee"], laid)
        rows.append(
            (
                *(
                    f"제{term}대",
                    title,
                    committee,
                    ministry_on(report["by"], laid),
                    laid,
                    passed_on,
                ),
                f"{link}{term}{counts[term]:04d}",
            )
        )
    yield from reversed(rows)


REPORTS = Table(
    "government_reports",
    (
        Column("term", domain="assembly_term", gen="fact"),
        Column("title"),
        Column("committee", domain="committee_name", gen="ref"),
        Column("by", gen="fact"),
        Column("received", domain="date"),
        Column("sent", domain="date"),
        Column("link"),
    ),
    _reports,
    key=("link",),
    index=(("term", "committee"),),
)

# ---- statutes that the Constitutional Court found wanting --------------------------------------

_CONCERNED = (
    *("교육위원회", "국토교통위원회", "국회운영위원회", "법제사법위원회", "보건복지위원회"),
    *("재정경제기획위원회", "정무위원회", "행정안전위원회", "기후에너지환경노동위원회"),
)


def _wanting(world: World) -> Iterator[Row]:
    for committee in sorted(_CONCERNED):
        draw = Draw(world.seed, "statutes-due", committee)
        often = 3 if committee in ("법제사법위원회", "행정안전위원회") else 1
        void, unfit = draw.below(3) * often + 1, draw.below(3) * often
        yield (committee, void, unfit, draw.below(1 + (unfit + 1) // 2))


WANTING = Table(
    "statutes_due",
    (
        Column("committee", domain="committee_name", gen="ref"),
        *(Column(n, "int") for n in ("void", "unfit", "overdue")),
    ),
    _wanting,
    key=("committee",),
)

# ---- words -------------------------------------------------------------------------------------


def _words(world: World) -> Iterator[Row]:
    pairs = [(row["korean"], row["english"]) for row in fact_rows("parliament_terms")]
    for committee, english in _ENGLISH.items():
        pairs += [(committee + tail, form.format(e=english)) for tail, form in _ROLES.items()]
    yield from sorted(pairs)


WORDS = Table(
    "parliament_words",
    (Column("korean", gen="fact"), Column("english", gen="fact")),
    _words,
    key=("korean",),
)

# ---- the portal's own services -----------------------------------------------------------------

_CODES = {"ENPRESS": "OOWY4R001216HX11454"}
"""Codes of data sets that the catalogue names itself."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CYCLES = ((("수시", "수시"), 5), (("매일", "매일"), 3), (("매월", "익월 10일"), 1))


def _services(world: World) -> Iterator[Row]:
    for row in fact_rows("assembly_apis"):
        draw = Draw(world.seed, "portal-service", row["code"])
        opened = open_on(date(2016, 11, 28) + timedelta(days=draw.skewed(0, 3_000, 2)))
        changed = open_on(max(opened, date(2025, 6, 2) + timedelta(days=draw.below(235))))
        code = _CODES.get(row["code"], row["code"])
        if not code[:2].isupper() or len(code) < 16:
            code = "O" + "".join(draw.pick(_LETTERS) for _ in range(5)) + f"{draw.digits(6)}"
            code += f"{draw.pick(_LETTERS)}{draw.pick(_LETTERS)}1{draw.digits(4)}"
        cycle, when = draw.weighted(_CYCLES)
        page = "https://open.assembly.go.kr/portal/data/service/selectServicePage.do"
        spec = "https://open.assembly.go.kr/portal/data/openapi/downloadOpenApiSpec.do"
        yield (
            *(code, row["name"], settle(f"{row['name']}을(를) 제공합니다."), row["kind"]),
            *(opened.isoformat(), row["body"], changed.isoformat(), row["system"]),
            *(f"{spec}?infId={code}&infSeq=2", f"{page}/{code}", "공공누리 제1유형", cycle, when),
        )


SERVICES = Table(
    "portal_services",
    (
        Column("code"),
        *(Column(n, gen="fact") for n in ("name", "about", "kind")),
        Column("opened", domain="date"),
        Column("body", domain="assembly_body", gen="fact"),
        Column("changed", domain="date"),
        Column("system"),
        *(Column(n) for n in ("spec_link", "link", "licence", "cycle", "when")),
    ),
    _services,
    key=("code",),
)
