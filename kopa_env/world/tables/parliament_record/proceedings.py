"""What happened to bills day by day, reviews of budgets by committees, and reports on audits."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.calendar import after
from kopa_env.world.tables.members import old_committees
from kopa_env.world.world import Condition, World

Dict = dict[str, Value]

# ---- day by day ------------------------------------------------------------------------------

_STEPS = (
    ("proposed", "접수", "의안접수", ""),
    ("referred", "위원회심사", "회부", ""),
    ("presented", "위원회심사", "상정", ""),
    ("processed", "위원회심사", "처리", "committee_result"),
    ("law_referred", "체계자구심사", "회부", ""),
    ("law_presented", "체계자구심사", "상정", ""),
    ("law_processed", "체계자구심사", "처리", "law_result"),
    ("decided", "본회의심의", "의결", "result"),
    ("sent", "정부이송", "정부이송", ""),
    ("promulgated", "공포", "공포", ""),
)
_STATUS = {"접수": "접수", "회부": "회부", "상정": "심사"}
WEEKDAYS = "월화수목금토일"


def day_words(day: str) -> str:
    """Return a day as the site heads it: a weekend counts as one."""
    at = date.fromisoformat(day)
    if at.weekday() < 5:
        return f"{day} ({WEEKDAYS[at.weekday()]})"
    first = date.fromordinal(at.toordinal() - (at.weekday() - 5))
    last = date.fromordinal(first.toordinal() + 1)
    return f"{first.isoformat()} (토) ~ {last.isoformat()} (일)"


def _steps(bill: Dict) -> Iterator[tuple[str, str, str, str]]:
    for column, stage, step, result in _STEPS:
        day = bill[column]
        if day is None or (column == "decided" and bill["yes"] is None):
            continue
        said = str(bill[result] or "처리") if result else _STATUS.get(step, "처리")
        yield str(day), stage, step, said


def _activities(world: World) -> Iterator[Row]:
    found = []
    for bill in world.rows("bills"):
        for place, (day, stage, step, status) in enumerate(_steps(bill)):
            if day <= TODAY:
                found.append((day, -place, str(bill["bill_no"]), stage, step, status, bill))
    found.sort(key=lambda f: f[:3], reverse=True)
    last, number = "", 0
    for day, _, _, stage, step, status, bill in found:
        number = number + 1 if day == last else 1
        last = day
        yield (
            *(number, day_words(day), bill["kind"], bill["age"], bill["bill_no"], bill["title"]),
            *(stage, step, bill["committee"], status, bill["bill_id"], bill["link"]),
            bill["committee_id"],
        )


ACTIVITIES = Table(
    "bill_activities",
    (
        Column("seq", "int"),
        Column("dt"),
        Column("bill_kind", gen="ref"),
        Column("age", domain="assembly_age", gen="ref"),
        Column("bill_no", domain="bill_no", gen="ref"),
        Column("bill_nm", domain="bill_title", gen="ref"),
        *(Column(n) for n in ("stage", "dtl_stage")),
        Column("committee", domain="committee_name", gen="ref"),
        Column("act_status"),
        Column("bill_id", domain="bill_id", gen="ref"),
        Column("link_url", gen="ref"),
        Column("committee_id", domain="committee_code", gen="ref"),
    ),
    _activities,
    index=(("dt",), ("bill_id",)),
    persons="fictional",
)

# ---- budgets ---------------------------------------------------------------------------------

_FUND_COMMITTEES = {
    "지역활력": "행정안전위원회",
    "문화나눔": "문화체육관광위원회",
    "생활체육진흥": "문화체육관광위원회",
    "바다살림": "농림축산식품해양수산위원회",
    "고용안심": "환경노동위원회",
    "복권나눔": "기획재정위원회",
    "산촌진흥": "농림축산식품해양수산위원회",
    "주거돌봄": "국토교통위원회",
}


def _preliminary(world: World) -> Iterator[Row]:
    where = [Condition("age", "eq", "21"), Condition("kind", "in", ("예산안", "결산"))]
    for bill in world.select("bills", where)[0]:
        fund = next(f for f in _FUND_COMMITTEES if f in str(bill["title"]))
        draw = Draw(world.seed, "preliminary-review", str(bill["bill_id"]))
        committees = [_FUND_COMMITTEES[fund]]
        if draw.chance(300):
            committees.append("법제사법위원회")
        for committee in committees:
            yield _preliminary_row(draw, bill, committee)


def _preliminary_row(draw: Draw, bill: Dict, committee: str) -> Row:
    first, last = str(bill["proposed"]), str(bill["presented"] or bill["decided"])
    referred = min(last, after(first, 1))
    heard = min(last, after(referred, draw.between(1, 6)))
    done = bill["presented"] is not None and not draw.chance(60)
    result = draw.weighted((("원안가결", 60), ("수정가결", 40))) if done else None
    return (
        *(bill["term"], bill["bill_id"], bill["bill_no"], bill["title"], bill["proposer_kind"]),
        *(first, committee, referred, heard, last if done else None, result, bill["link"]),
    )


PRELIMINARY = Table(
    "budget_preliminary_reviews",
    (
        Column("eraco", domain="assembly_term", gen="ref"),
        Column("bill_id", domain="bill_id", gen="ref"),
        Column("bill_no", domain="bill_no", gen="ref"),
        Column("bill_nm", domain="bill_title", gen="ref"),
        Column("ppsr_kind", gen="ref"),
        Column("ppsl_dt", domain="date", gen="ref"),
        Column("adcmit_nm", domain="committee_name"),
        *(Column(n, domain="date") for n in ("adcmit_cmmt_dt", "adcmit_prsnt_dt")),
        Column("adcmit_proc_dt", domain="date"),
        *(Column(n) for n in ("adcmit_proc_rslt", "link_url")),
    ),
    _preliminary,
    key=("bill_id", "adcmit_nm"),
)

# ---- audits ----------------------------------------------------------------------------------

AUDIT_YEARS = range(2024, 2017, -1)
_INSPECTION = "https://likms.assembly.go.kr/inspection/result"


def _files(draw: Draw, year: int) -> Row:
    number = f"{600_000 + draw.below(90_000):09d}"
    folder = f"{_INSPECTION}/{year}"
    return f"{folder}/pdf/{number}.PDF", f"{folder}/hwp/{number}.HWP"


def _audited(committee: str, year: int) -> list[str]:
    """Return whom a committee audited: the bodies in its charge, by their names of that year."""
    older = {"재정경제부": "기획재정부", "국가보훈부": "국가보훈처", "국가유산청": "문화재청"}
    rows = [r["name"] for r in fact_rows("ministries") if r["committee"] == committee]
    if year < 2020:
        rows = [name for name in rows if name != "질병관리청"]
    late = {"국가보훈부": 2023, "국가유산청": 2024, "재정경제부": 2026}
    named = [older[n] if n in late and year < late[n] else n for n in rows]
    return named or {
        "국회운영위원회": ["국회사무처", "국회도서관", "국회예산정책처", "국회입법조사처"],
        "정보위원회": ["국가정보원"],
        "여성가족위원회": ["여성가족부"],
        "산업통상자원중소벤처기업위원회": ["산업통상자원부"],
    }.get(committee, [])


def _audit_reports(world: World) -> Iterator[Row]:
    for year in AUDIT_YEARS:
        for committee in (r["name"] for r in old_committees()):
            draw = Draw(world.seed, "audit-report", year, committee)
            title = f"{year}년도 국정감사 결과보고서()"
            yield ("report", str(year), committee, title, *_files(draw, year))
            for agency in _audited(committee, year):
                draw = Draw(world.seed, "audit-mended", year, committee, agency)
                title = (
                    f"{year}년도 국정감사 결과 시정 및 처리 요구사항에 대한 결과보고서({agency})"
                )
                yield ("mended", str(year), committee, title, *_files(draw, year))


AUDIT_REPORTS = Table(
    "audit_reports",
    (
        Column("kind"),
        Column("rpt_yr", domain="year"),
        Column("cmit_nm", domain="committee_name", gen="ref"),
        *(Column(n) for n in ("rpt_ttl", "pdf_dwld_url", "hwp_dwld_url")),
    ),
    _audit_reports,
    index=(("kind", "rpt_yr"),),
)

_RECORDED = {
    "2213276": ("2025-09-25", "2025-10-26", "EEB84FE5-8084-09D6-5C09-EBCE5AA13CFA"),
}
"""What a recorded reply adds to a bill: proposed, laid before the House, the file's id."""


def _inquiries(world: World) -> Iterator[Row]:
    found = world.select("bills", [Condition("title", "contains", "국정조사 결과보고서")])[0]
    for bill in found:
        proposed, laid, book = _RECORDED.get(str(bill["bill_no"]), (None, None, None))
        gate = "https://likms.assembly.go.kr/filegate/servlet/FileGate"
        yield (
            *(bill["term"], bill["bill_id"], bill["bill_no"], bill["title"]),
            *(bill["proposed"] or proposed, bill["plenary_presented"] or laid, bill["decided"]),
            *(f"{gate}?bookId={book}&type={kind}" if book else None for kind in (0, 1)),
        )


INQUIRY_REPORTS = Table(
    "investigation_reports",
    (
        Column("eraco", domain="assembly_term", gen="ref"),
        Column("bill_id", domain="bill_id", gen="ref"),
        Column("bill_no", domain="bill_no", gen="ref"),
        Column("bill_nm", domain="bill_title", gen="ref"),
        *(Column(n, domain="date", gen="fact") for n in ("ppsl_dt", "rgs_prsnt_dt")),
        Column("rgs_rsln_dt", domain="date", gen="ref"),
        *(Column(n, gen="fact") for n in ("hwp_dwld_url", "pdf_dwld_url")),
    ),
    _inquiries,
    key=("bill_id",),
)
"""Reports on inquiries that the House adopted, as far as its bills are recorded."""
