"""The Assembly's own money: what it spends, takes in and grants.

Figures are generated. A month's running total is the sum of its months, a section of revenue that
of its items, a unit project that of its detailed projects.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Sequence
from functools import lru_cache

from kopa_env.world import names
from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.calendar import weekday_on
from kopa_env.world.world import World

YEARS = range(2026, 2018, -1)
ACCOUNT, FIELD, SECTION = "일반회계", "일반·지방행정", "입법및선거관리"
MILLION = 1_000_000

_PROJECTS: tuple[tuple[str, str, tuple[tuple[str, int], ...]], ...] = (
    # programme, unit project, (detailed project, million won in 2019)
    ("의정활동지원", "의원 의정활동 지원", (("의원 외교활동", 8_900),
     ("의원연구단체 활동 지원", 2_100), ("입법 및 정책개발 지원", 14_300),
     ("의정활동 홍보 지원", 3_200))),
    ("의정활동지원", "의원 보수 및 보좌직원 인건비", (("국회의원 수당", 45_600),
     ("보좌직원 인건비", 158_000))),
    ("의정활동지원", "위원회 운영지원", (("상임위원회 운영", 9_800), ("특별위원회 운영", 2_400),
     ("예산결산특별위원회 운영", 1_300), ("국정감사 및 조사 지원", 1_900))),
    ("의정활동지원", "의회외교", (("의회외교단체 활동", 3_600), ("국제회의 참석", 4_100),
     ("외빈 초청", 2_200))),
    ("국회행정지원", "국회사무처 인건비", (("사무처 인건비", 118_000),)),
    ("국회행정지원", "도서관 인건비", (("도서관 인건비", 27_600),)),
    ("국회행정지원", "예산정책처 인건비", (("예산정책처 인건비", 11_800),)),
    ("국회행정지원", "입법조사처 인건비", (("입법조사처 인건비", 10_900),)),
    ("국회행정지원", "기본경비", (("사무처 기본경비", 15_700), ("도서관 기본경비", 2_300),
     ("예산정책처 기본경비", 1_600), ("입법조사처 기본경비", 1_400))),
    ("국회행정지원", "청사 관리", (("청사 시설 유지보수", 19_500), ("청사 방호 및 안전", 6_800),
     ("어린이집 운영", 4_300))),
    ("국회행정지원", "국회 세종의사당 건립", (("세종의사당 설계 및 부지", 4_900),)),
    ("국회정보화", "국회 정보시스템 구축·운영", (("의안정보시스템 운영", 5_300),
     ("회의록시스템 운영", 3_100), ("정보보호 강화", 4_200), ("업무망 통신장비 교체", 2_900))),
    ("국회방송운영", "국회방송 제작", (("의사중계 방송", 4_700), ("프로그램 제작", 6_500),
     ("방송시설 현대화", 3_900))),
    ("의정연수", "의정연수원 운영", (("공직자 연수", 1_800), ("지방의회 연수", 1_100),
     ("청소년 의회교실", 700))),
    ("도서관운영", "자료 확충", (("국내외 도서 구입", 5_900), ("전자자료 구독", 6_200),
     ("기록보존소 운영", 1_500))),
    ("도서관운영", "입법정보 제공", (("국가정책정보 협력망", 2_600), ("부산관 운영", 7_400))),
    ("예산정책처운영", "예산·결산 분석", (("재정분석", 3_300), ("재정추계", 1_700))),
    ("입법조사처운영", "입법·정책 조사", (("조사회답 운영", 2_700), ("입법영향분석", 1_300))),
    ("국회미래연구원 지원", "국회미래연구원 출연", (("국회미래연구원 출연금", 4_400),)),
    ("예비금", "예비금", (("예비금", 1_300),)),
)  # fmt: skip


@lru_cache(maxsize=4)
def budgets(seed: int, year: int) -> dict[tuple[str, str, str], int]:
    """Return the budget of a year in won, by programme, unit and detailed project."""
    made = {}
    for programme, unit, details in _PROJECTS:
        for name, million in details:
            draw = Draw(seed, "assembly-budget", name)
            rate = draw.between(-6, 46)
            amount = million * (1000 + rate * (year - 2019)) // 1000
            if name == "예비금":
                amount = million
            made[programme, unit, name] = max(50, amount // 10 * 10) * MILLION
    return made


def _months(year: int) -> int:
    """Return how many months of a year are over on the world's day."""
    return 12 if year < int(TODAY[:4]) else int(TODAY[5:7]) - 1


def _spent(seed: int, year: int, name: str, budget: int) -> list[int]:
    """Return what was spent each month; wages flow evenly, works toward the year's end."""
    draw = Draw(seed, "assembly-spending", year, name)
    even = "인건비" in name or "수당" in name
    weights = [
        draw.between(92, 108) if even else draw.between(20, 90) + month * draw.between(2, 9)
        for month in range(12)
    ]
    total = budget // 1000 * (draw.between(955, 992) if even else draw.between(870, 985))
    whole = sum(weights)
    return [total * weight // whole // 10 * 10 for weight in weights]


def _unit_spending(world: World) -> Iterator[Row]:
    for year in YEARS:
        held = budgets(world.seed, year)
        monthly = {key: _spent(world.seed, year, key[2], budget) for key, budget in held.items()}
        for month in range(_months(year), 0, -1):
            for programme, unit, details in _PROJECTS:
                keys = [(programme, unit, name) for name, _ in details]
                yield (
                    *(str(year), f"{month:02d}", ACCOUNT, FIELD, SECTION, programme, unit),
                    sum(held[k] for k in keys),
                    sum(monthly[k][month - 1] for k in keys),
                    sum(sum(monthly[k][:month]) for k in keys),
                )


_HEAD = (
    Column("fscl_yy", domain="year"),
    *(Column(n) for n in ("exe", "fscl_nm", "fld_nm", "sect_nm", "pgm_nm", "actv_nm")),
)
UNIT_SPENDING = Table(
    "assembly_unit_spending",
    (
        *_HEAD,
        *(Column(n, "int") for n in ("anexp_bdg_camt", "ep_amt", "thism_aggr_ep_amt")),
    ),
    _unit_spending,
    key=("fscl_yy", "exe", "actv_nm"),
)


def _paydays(draw: Draw, year: int, month: int, even: bool) -> list[int]:
    """Return the days of a month on which a project paid: wages on the 20th, others when due."""
    from datetime import date

    last = monthrange(year, month)[1]
    days = {20} if even else {draw.between(2, last) for _ in range(draw.between(1, 3))}
    return sorted({max(1, weekday_on(date(year, month, d)).day) for d in days if d <= last})


def _shares(amount: int, parts: int) -> list[int]:
    each = amount // parts // 10 * 10
    return [each] * (parts - 1) + [amount - each * (parts - 1)]


def _detail_year(seed: int, year: int) -> Iterator[Row]:
    rows: list[Row] = []
    for (programme, unit, name), budget in budgets(seed, year).items():
        draw = Draw(seed, "assembly-payments", year, name)
        moved = budget * draw.between(-12, 18) // 1000 // 10 * 10 if draw.chance(350) else 0
        even, total = "인건비" in name or "수당" in name, 0
        for month, spent in enumerate(_spent(seed, year, name, budget)[: _months(year)], start=1):
            days, within = _paydays(draw, year, month, even), 0
            for day, amount in zip(days, _shares(spent, len(days)), strict=True):
                total, within = total + amount, within + amount
                rows.append(
                    (
                        *(str(year), f"{year}-{month:02d}-{day:02d}", ACCOUNT, FIELD, SECTION),
                        *(programme, unit, name, budget, budget + moved, amount, total, within),
                    )
                )
    yield from sorted(rows, key=lambda r: str(r[1]), reverse=True)


def _detail_spending(world: World) -> Iterator[Row]:
    for year in YEARS:
        yield from _detail_year(world.seed, year)


DETAIL_SPENDING = Table(
    "assembly_detail_spending",
    (
        *_HEAD,
        Column("sactv_nm"),
        *(Column(n, "int") for n in ("anexp_bdgamt", "anexp_bdg_camt", "ep_amt")),
        *(Column(n, "int") for n in ("thism_aggr_ep_amt", "thism_aggr_ep_namt")),
    ),
    _detail_spending,
    by=("fscl_yy",),
    part=lambda world, values: (
        _detail_year(world.seed, int(str(values[0]))) if str(values[0]) in map(str, YEARS) else ()
    ),
)


def _by_project(world: World) -> Iterator[Row]:
    for year in YEARS:
        for _, unit, details in _PROJECTS:
            held = budgets(world.seed, year)
            yield (str(year), unit, sum(held[k] for k in held if k[1] == unit))
            if len(details) > 1 and unit != "기본경비":
                yield from ((str(year), k[2], held[k]) for k in held if k[1] == unit)


PROJECT_BUDGETS = Table(
    "assembly_project_budgets",
    (Column("yr", domain="year"), Column("bz_nm"), Column("bdg_tamt", "int")),
    _by_project,
    key=("yr", "bz_nm"),
)

# ---- revenue ---------------------------------------------------------------------------------

_REVENUE = (
    ("재산수입", "관유물대여료", "토지대여료", 620),
    ("재산수입", "관유물대여료", "건물대여료", 1_180),
    ("재산수입", "기타재산수입", "기타재산수입", 45),
    ("경상이전수입", "벌금및몰수금", "과태료", 12),
    ("경상이전수입", "변상금및위약금", "위약금", 85),
    ("경상이전수입", "기타경상이전수입", "기타경상이전수입", 960),
    ("재화및용역판매수입", "입장료수입", "입장료수입", 8),
    ("재화및용역판매수입", "잡수입", "기타잡수입", 340),
    ("재화및용역판매수입", "면허료및수수료", "기타수수료", 26),
    ("수입대체경비수입", "잡수입", "기타잡수입", 428),
    ("관유물매각대", "고정자산매각대", "기타고정자산매각대", 60),
    ("관유물매각대", "재고자산매각대", "재고자산매각대", 15),
)


def _taken(seed: int, year: int, place: int) -> tuple[int, list[int]]:
    """Return an item's budget and what came in each month."""
    million = _REVENUE[place][3]
    draw = Draw(seed, "assembly-revenue", year, place)
    budget = million * (1000 + 25 * (year - 2019)) // 1000 * MILLION
    months = [
        budget // 12_000 * draw.between(350, 1_650) // 10 * 10 if draw.chance(780) else 0
        for _ in range(12)
    ]
    return budget, months


def _revenue(world: World) -> Iterator[Row]:
    for year in YEARS:
        taken = [_taken(world.seed, year, place) for place in range(len(_REVENUE))]
        for month in range(_months(year), 0, -1):
            for (group, section, item, _), (budget, months) in zip(_REVENUE, taken, strict=True):
                yield (
                    *(str(year), f"{month:02d}", ACCOUNT, group, section, item, budget),
                    *(months[month - 1], sum(months[:month])),
                )


_REVENUE_HEAD = (
    Column("fscl_yy", domain="year"),
    *(Column(n) for n in ("exe_m", "fscl_nm", "ikwan_nm", "ihang_nm")),
)
REVENUE = Table(
    "assembly_revenue",
    (
        *_REVENUE_HEAD,
        Column("imok_nm"),
        *(Column(n, "int") for n in ("bdg_camt", "rc_amt", "rc_aggr_amt")),
    ),
    _revenue,
    key=("fscl_yy", "exe_m", "ikwan_nm", "ihang_nm", "imok_nm"),
)


def _revenue_sections(world: World) -> Iterator[Row]:
    sums: dict[tuple[str, ...], list[int]] = {}
    for row in world.rows("assembly_revenue"):
        key = tuple(str(row[c.name]) for c in _REVENUE_HEAD)
        tally = sums.setdefault(key, [0, 0, 0])
        for place, column in enumerate(("bdg_camt", "rc_aggr_amt", "rc_amt")):
            tally[place] += int(row[column] or 0)
    for key, sum_of in sums.items():
        yield (*key, *sum_of)


REVENUE_SECTIONS = Table(
    "assembly_revenue_sections",
    (
        *_REVENUE_HEAD,
        *(Column(n, "int") for n in ("bdg_amt", "rc_aggr_amt", "rc_amt")),
    ),
    _revenue_sections,
    key=("fscl_yy", "exe_m", "ikwan_nm", "ihang_nm"),
)

# ---- grants ----------------------------------------------------------------------------------

_BODIES = ("정책연구원", "의정연구회", "정치문화연구원", "입법지원센터", "시민의회재단", "의회학회")
_STATES = ("가온", "누리", "다솜", "라온", "마루", "하람")


def _corporations(seed: int) -> list[tuple[str, int]]:
    found: dict[str, int] = {}
    draw = Draw(seed, "granted-corporations")
    while len(found) < 8:
        found.setdefault(
            f"{names.coined(draw, seed & 1)}{draw.pick(_BODIES)}", draw.between(9, 900)
        )
    return list(found.items())


def _grants(world: World) -> Iterator[Row]:
    leagues: Sequence[tuple[str, int]] = [
        *((f"한·{s}의원연맹", 120 + 60 * n) for n, s in enumerate(_STATES)),
        *(("의회외교포럼연합", 480), ("국제의원연맹 한국의원단", 350)),
    ]
    bodies = {"corporation": _corporations(world.seed), "league": leagues}
    for kind, held in bodies.items():
        for year in range(2026, 2018, -1):
            for place, (name, size) in enumerate(held):
                draw = Draw(world.seed, "grant", kind, place, year)
                if kind == "corporation" and draw.chance(60):
                    continue
                amount = size * 1_000 * (1000 + (year - 2019) * 14 + draw.between(-20, 20)) // 1000
                yield (kind, str(year), name, amount // 1_000 * 1_000)


GRANTS = Table(
    "assembly_grants",
    (Column("kind"), Column("yr", domain="year"), Column("inst_nm"), Column("bdg_tamt", "int")),
    _grants,
    key=("kind", "yr", "inst_nm"),
)
"""Grants in thousands of won, to fictional bodies."""
