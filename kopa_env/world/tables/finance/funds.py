"""The insurer's own books: deposits, premiums, support and recovery, bonds, publications."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.exchange.codes import isin, letter, year_letter
from kopa_env.world.tables.exchange.contracts import month_letter
from kopa_env.world.tables.exchange.days import trading_days
from kopa_env.world.tables.finance.institutions import INSURED, institutions
from kopa_env.world.tables.finance.quarters import QUARTERS
from kopa_env.world.world import Condition, World

_SECTORS = {
    "은행": ("은행", "외은지점"), "금융투자": ("금융투자", "선물"), "생명보험": ("생명보험",),
    "손해보험": ("손해보험",), "종합금융": ("종합금융",), "저축은행": ("저축은행",),
}  # fmt: skip
_PREMIUM = {
    "은행": 8,
    "금융투자": 15,
    "생명보험": 15,
    "손해보험": 15,
    "종합금융": 15,
    "저축은행": 40,
}
"""Yearly premium in ten-thousandths of what is insured."""

_MONTHS = tuple(f"{year}{month:02d}" for year in range(2015, 2026) for month in range(1, 13))[:-1]


def _held(world: World, region: str) -> dict[str, int]:
    """Return what institutions owe depositors or the insured, by quarter, in millions."""
    sums: dict[str, int] = {}
    for sector in _SECTORS[region]:
        for row in world.select("fin_quarters", [Condition("sector", "eq", sector)])[0]:
            owed = row["deposits"] if "보험" not in region else row["other_debt"]
            ym = str(row["ym"])
            sums[ym] = sums.get(ym, 0) + int(str(owed))
    return sums


def _monthly(world: World, region: str) -> list[tuple[str, int]]:
    """Return the same month by month, on straight lines between the quarters."""
    held = _held(world, region)
    found = []
    for ym in _MONTHS:
        place = (int(ym[:4]) - 2015) * 4 + (int(ym[4:]) - 1) // 3
        place = min(place, len(QUARTERS) - 1)
        now = held[QUARTERS[place]]
        before = held[QUARTERS[max(0, place - 1)]]
        part = (int(ym[4:]) - 1) % 3 + 1
        found.append((ym, before + (now - before) * part // 3))
    return found


def _trends(world: World) -> Iterator[Row]:
    for region in _SECTORS:
        for ym, held in _monthly(world, region):
            draw = Draw(world.seed, "trend", region, ym)
            demand = held * draw.between(240, 300) // 1_000 if region == "은행" else held * 6 // 100
            out = demand * draw.between(28, 44) // 1_000
            saving = held - demand
            yield (
                region, ym, demand - out, out, demand, saving * draw.between(930, 960) // 1_000,
                held * draw.between(60, 90) // 1_000, held * draw.between(420, 470) // 1_000,
                held * draw.between(610, 680) // 1_000,
            )  # fmt: skip


DEPOSIT_TRENDS = Table(
    "deposit_trends",
    (
        Column("region", domain="kdic_region", gen="ref"),
        Column("ym", domain="ym6"),
        Column("demand", "int"),
        Column("demand_out", "int"),
        Column("demand_all", "int"),
        Column("saving", "int"),
        Column("fire", "int"),
        Column("living", "int"),
        Column("entrusted", "int"),
    ),
    _trends,
    key=("region", "ym"),
)


def _contributions(world: World) -> Iterator[Row]:
    for region in INSURED:
        for ym, held in _monthly(world, region):
            draw = Draw(world.seed, "premium", region, ym)
            due = 3 if region == "은행" else 12
            months = 3 if due == 3 else 12
            pays = int(ym[4:]) % due == (1 if due == 3 else 6)
            premium = held * _PREMIUM[region] * months // 120_000 if pays else 0
            yield (
                ym[:4], ym, region, premium, 0, draw.skewed(0, held // 900_000 + 60, 2),
                held * draw.between(4, 11) // 1_000_000,
                draw.between(0, 20) if draw.chance(90) else 0,
            )  # fmt: skip


CONTRIBUTIONS = Table(
    "fund_contributions",
    (
        Column("year", domain="year"),
        Column("ym", domain="ym6"),
        Column("region", domain="kdic_region", gen="ref"),
        Column("premium", "int"),
        Column("grant", "int"),
        Column("recovered", "int"),
        Column("earned", "int"),
        Column("other", "int"),
    ),
    _contributions,
    key=("ym", "region"),
)


def _support(world: World) -> Iterator[Row]:
    """Yield, half-year by half-year, what was spent on each failed institution and got back."""
    for row in world.rows("bankrupt_institutions"):
        draw = Draw(world.seed, "support", str(row["serial"]))
        total = int(str(row["size"])) * draw.between(250, 700) // 1_000 // 1_000_000
        got = draw.between(180, 760)
        begins = int(str(row["declared"])[:4])
        for half in range(max(begins * 2, 2015 * 2), 2025 * 2 + 2):
            years = half - begins * 2 + 1
            back = total * got * min(20, years) // 20_000
            ym = f"{half // 2}{'06' if half % 2 == 0 else '12'}"
            if ym <= "202512":
                yield (
                    ym, row["region"], row["name"], f"{row['name']} 파산재단",
                    draw.pick(("파산", "파산", "계약이전 후 파산")), total, back,
                    f"{ym}30",
                )  # fmt: skip


SUPPORT = Table(
    "fund_support",
    (
        Column("ym", domain="ym6"),
        Column("region", domain="kdic_region", gen="ref"),
        Column("name", domain="failed_name", gen="ref"),
        Column("supported"),
        Column("how"),
        Column("spent", "int"),
        Column("back", "int"),
        Column("day", domain="date"),
    ),
    _support,
    index=(("ym",), ("name",)),
)

_OFFICES = (("A001", "회수총괄부"), ("A002", "기금운용부"), ("A003", "재무관리부"))
_ITEMS = (("1101", "이자수입"), ("1102", "회수금"), ("2101", "채권상환"), ("2102", "운영비"))
_ACCOUNTS = (("A001", "상환기금"), ("A002", "특별계정"))


def _operation(world: World) -> Iterator[Row]:
    for day in trading_days():
        if day < "20210101":
            continue
        draw = Draw(world.seed, "redemption", day)
        for _ in range(draw.between(1, 4)):
            office, item, account = draw.pick(_OFFICES), draw.pick(_ITEMS), draw.pick(_ACCOUNTS)
            yield (
                day[:4], day[:6], day, *office, *item, *account, draw.skewed(1, 90_000, 3),
            )  # fmt: skip


OPERATION = Table(
    "redemption_fund_days",
    (
        Column("year", domain="year"),
        Column("ym", domain="ym6"),
        Column("day", domain="date"),
        Column("office_code"),
        Column("office"),
        Column("item_code"),
        Column("item"),
        Column("account_code"),
        Column("account"),
        Column("amount", "int"),
    ),
    _operation,
    index=(("year",),),
)


def _bonds(world: World) -> Iterator[Row]:
    for account, kind, first, last, yearly in (
        ("redemption", "예보기금채권상환기금채권", 2003, 2020, 14),
        ("special", "예금보험기금특별계정채권", 2011, 2025, 22),
    ):
        for year in range(first, last + 1):
            for n in range(yearly):
                draw = Draw(world.seed, "kdic bond", account, year, n)
                month = 1 + n * 12 // yearly
                code = isin(
                    f"KR35{'51' if account == 'special' else '41'}{letter(n + 1)}0"
                    f"{year_letter(year)}{month_letter(month - 1)}0"
                )
                number = "A001" if n == 0 and year == 2015 else f"{year}-{n + 1}"
                yield (
                    account, kind, number, code, f"{year}{month:02d}{draw.between(3, 26):02d}",
                    draw.pick((1, 2, 3, 5, 7)), draw.between(1, 16) * 100_000,
                )  # fmt: skip


KDIC_BONDS = Table(
    "insurer_bonds",
    (
        Column("account"),
        Column("kind"),
        Column("number"),
        Column("isin", domain="isin"),
        Column("issued", domain="date"),
        Column("years", "int"),
        Column("amount", "int"),
    ),
    _bonds,
)

_TOPICS = (
    "예금보험제도", "금융회사 부실", "파산재단 관리", "예금자보호", "착오송금 반환", "금융안정",
    "보험료율", "회수 극대화", "국제 예금보험", "디지털 금융",
)  # fmt: skip
_FORMS = ("연구", "백서", "해설", "사례집", "안내", "동향 분석", "개선 방안")


def _books(world: World) -> Iterator[Row]:
    for year in range(2006, 2026):
        for n in range(6):
            draw = Draw(world.seed, "book", year, n)
            title = f"{draw.pick(_TOPICS)} {draw.pick(_FORMS)}"
            yield "book", f"{title}({year})", "예금보험공사", "", "", f"{year}0630", 0
    for year in range(2012, 2026):
        for month in range(1, 13):
            for n in range(3):
                draw = Draw(world.seed, "paper", year, month, n)
                day = f"{year}{month:02d}{draw.between(1, 28):02d}"
                title = f"{year}년 {month}월 {draw.pick(_TOPICS)} {draw.pick(_FORMS)}"
                yield (
                    "report", title, draw.pick(("예금보험연구센터", "기금정책부", "회수총괄부")),
                    f"{title}에 관한 보고서", f"{year}{month:02d}", day, draw.skewed(12, 6_000, 2),
                )  # fmt: skip


PUBLICATIONS = Table(
    "insurer_publications",
    (
        Column("kind"),
        Column("title"),
        Column("author"),
        Column("content"),
        Column("ym", domain="ym6"),
        Column("day", domain="date"),
        Column("views", "int"),
    ),
    _books,
)


def _branches(world: World) -> Iterator[Row]:
    for row in institutions(world, "은행"):
        draw = Draw(world.seed, "branches", str(row["fin_id"]))
        for n in range(draw.between(4, 60)):
            yield row["kdic_name"], f"{draw.pick(_BRANCHES)}{'' if n % 3 else '중앙'}지점"


_BRANCHES = (
    "강남", "종로", "영등포", "해운대", "수원", "대전", "광주", "전주", "청주", "춘천", "제주",
    "창원", "울산", "포항", "천안", "부평", "분당", "일산", "안양", "목포", "구미",
    "김해", "세종", "원주",
)  # fmt: skip

PAYOUT_BRANCHES = Table(
    "payout_branches",
    (Column("name", domain="fin_name_kdic", gen="ref"), Column("branch")),
    _branches,
)

DEPOSIT_TABLES: tuple[Table, ...] = (
    DEPOSIT_TRENDS,
    CONTRIBUTIONS,
    SUPPORT,
    OPERATION,
    KDIC_BONDS,
    PUBLICATIONS,
    PAYOUT_BRANCHES,
)
