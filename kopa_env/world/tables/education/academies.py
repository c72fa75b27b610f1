"""Private academies and tutoring rooms, all fictional, an office's at a time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import accumulate

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import District, districts
from kopa_env.world.tables.education.register import offices
from kopa_env.world.tables.towns import full_name, town_of
from kopa_env.world.world import World

PEOPLE_FOR_ONE = 390
"""Residents for one academy or tutoring room."""

_FIELDS: tuple[tuple[str, str, str, tuple[str, ...], int], ...] = (
    *(("입시.검정 및 보습", "보통교과", "보습", ("수학", "영어", "국어", "과학", "논술"), 52),),
    *(("예능(대)", "예능(중)", "음악", ("피아노", "바이올린", "성악", "드럼"), 15),),
    *(("예능(대)", "예능(중)", "미술", ("미술", "서양화", "디자인"), 11),),
    *(("국제화", "외국어", "실용외국어", ("영어회화", "중국어회화", "일본어회화"), 8),),
    *(("직업기술", "산업서비스", "조리", ("제과제빵", "한식조리", "바리스타"), 4),),
    *(("종합(대)", "보통교과", "보습·논술", ("종합", "수학", "영어"), 6),),
    *(("정보", "컴퓨터", "컴퓨터", ("코딩", "컴퓨터활용"), 4),),
)
_STEMS = (
    *("가온", "다온", "라온", "누리", "미래로", "바른", "새빛", "온새미", "이룸", "참", "해솔"),
    *("푸른", "꿈틀", "도담", "한결", "슬기", "별하", "나래", "솔빛", "예담"),
)


def _sizes(short: str) -> list[tuple[District, int]]:
    """Return how many there are in each district of a province, by its people."""
    people = next((int(r["people"]) for r in fact_rows("residents") if r["short"] == short), 0)
    areas = [d for d in districts() if d.province == short]
    whole = max(1, sum(d.weight for d in areas))
    total = people * 1000 // PEOPLE_FOR_ONE
    ends = [total * end // whole for end in accumulate(d.weight for d in areas)]
    return [(d, b - a) for d, a, b in zip(areas, [0, *ends], ends, strict=False)]


def _rows(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    short = next((s for s, (code, _) in offices().items() if code == values[0] and s), "")
    number = 1_000_000_000 + 100_000_000 * (list(offices()).index(short) if short else 0)
    for district, count in _sizes(short) if short else ():
        for place in range(count):
            number += 1 + place % 3
            yield _row(world.seed, short, district, number)


def _row(seed: int, short: str, district: District, number: int) -> Row:
    draw = Draw(seed, "academy", number)
    code, office = offices()[short]
    room = draw.chance(330)
    field, line, course, lessons, _ = draw.weighted([(f, f[4]) for f in _FIELDS])
    lesson = draw.pick(lessons)
    stem = draw.pick(_STEMS) if draw.chance(420) else school_names.place(draw)
    kind = "교습소" if room else "학원"
    registered = date(1995, 1, 3) + timedelta(days=draw.between(0, 11_300))
    state = draw.weighted((("개원", 962), ("휴원", 38)))
    away = registered + timedelta(days=60) if state == "휴원" else None
    seats = draw.between(4, 9) if room else draw.skewed(20, 420, 3)
    fee = draw.between(12, 42) * 10_000
    fees = f"{lesson}:{fee}" + (
        f", {draw.pick(lessons)}심화:{fee + 50_000}" if draw.chance(380) else ""
    )
    public = draw.chance(940)
    town = town_of(draw.u64(), district.code)
    return (
        *(code, office, district.name, kind, str(number), f"{stem}{lesson}{kind}"),
        *(_text(registered - timedelta(days=draw.between(0, 30))), _text(registered), state),
        *(_text(max(away, date(2025, 3, 1))) if away else None, "20260831" if away else None),
        *(seats, max(3, seats * draw.between(30, 70) // 100), field, line),
        *(f"{lesson}" if draw.chance(700) else None, course, fees if public else None),
        *("Y" if public else "N", "Y" if not room and draw.chance(4) else "N"),
        *(f"{draw.between(1000, 63_999):05d}", f"{full_name(district)} {school_names.road(draw)}"),
        *(f", {draw.between(1, 6)}층 ({town.name})", f"202601{draw.between(2, 29):02d}"),
    )


def _text(day: date) -> str:
    return day.strftime("%Y%m%d")


ACADEMIES = Table(
    "academies",
    (
        Column("ATPT_OFCDC_SC_CODE", domain="edu_office_code", gen="fact"),
        Column("ATPT_OFCDC_SC_NM", domain="edu_office", gen="fact"),
        Column("ADMST_ZONE_NM", domain="sgg_name", gen="ref"),
        Column("ACA_INSTI_SC_NM"),
        Column("ACA_ASNUM", domain="academy_no"),
        Column("ACA_NM", domain="company_name"),
        *(Column(n, domain="date") for n in ("ESTBL_YMD", "REG_YMD")),
        Column("REG_STTUS_NM"),
        *(Column(n, domain="date", null_rate=0.96) for n in ("CAA_BEGIN_YMD", "CAA_END_YMD")),
        *(Column(n, "int") for n in ("TOFOR_SMTOT", "DTM_RCPTN_ABLTY_NMPR_SMTOT")),
        *(Column(n) for n in ("REALM_SC_NM", "LE_ORD_NM", "LE_CRSE_LIST_NM", "LE_CRSE_NM")),
        *(Column(n) for n in ("PSNBY_THCC_CNTNT", "THCC_OTHBC_YN", "BRHS_ACA_YN")),
        *(Column(n) for n in ("FA_RDNZC", "FA_RDNMA", "FA_RDNDA")),
        Column("LOAD_DTM", domain="date"),
    ),
    lambda world: (row for code, _ in offices().values() for row in _rows(world, (code,))),
    key=("ACA_ASNUM",),
    index=(("ADMST_ZONE_NM",),),
    by=("ATPT_OFCDC_SC_CODE",),
    part=_rows,
)
"""Names are made up: that a real academy bears one of them cannot be ruled out."""
