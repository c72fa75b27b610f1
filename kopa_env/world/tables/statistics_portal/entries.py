"""What the portal knows of a table: name, survey, cycles, periods; of unlisted ones by their id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.population.figures import months
from kopa_env.world.tables.statistics import axis_names, subject, subject_of

ORGS: Mapping[str, tuple[str, str]] = {
    "101": ("국가데이터처", "Ministry of Data and Statistics"),
    "116": ("국토교통부", "Ministry of Land, Infrastructure and Transport"),
    "110": ("행정안전부", "Ministry of the Interior and Safety"),
    "117": ("보건복지부", "Ministry of Health and Welfare"),
    "118": ("고용노동부", "Ministry of Employment and Labor"),
    "301": ("한국은행", "Bank of Korea"),
    "334": ("한국교육개발원", "Korean Educational Development Institute"),
    "350": ("국민건강보험공단", "National Health Insurance Service"),
    "408": ("한국부동산원", "Korea Real Estate Board"),
}
WORDS = {"A": "년", "Q": "분기", "M": "월"}
_SURVEYS = {
    "주민등록인구": "주민등록인구현황", "연령별 인구": "주민등록인구현황", "사망": "사망원인통계",
    "출생": "인구동향조사", "가구": "인구총조사", "사업체": "전국사업체조사",
    "주택": "미분양주택현황보고", "고용": "경제활동인구조사", "물가": "소비자물가조사",
}  # fmt: skip
_YEARS = {
    # the first and last year of each subject
    "주민등록인구": (2015, 2025), "주민등록세대": (2015, 2025), "연령별 인구": (2023, 2025),
    "사망": (2015, 2024), "출생": (2015, 2024), "가구": (2015, 2024), "총조사": (2015, 2024),
    "1인가구": (2015, 2024), "사업체": (2015, 2023), "주택": (2018, 2024),
    "미분양 종합": (2015, 2024), "고용": (2015, 2025),
    "물가": (2015, 2025), "품목별 물가": (2015, 2025),
}  # fmt: skip
_MONTHS = {
    "주민등록인구": (months()[0], months()[-1]), "주민등록세대": (months()[0], months()[-1]),
    "주택": ("202301", "202511"), "고용": ("202001", "202512"), "물가": ("202001", "202512"),
    "품목별 물가": ("202301", "202512"),
}  # fmt: skip
_QUARTERS = ("고용", "물가")


@dataclass(frozen=True, slots=True)
class Entry:
    """One table."""

    org: str
    id: str
    subject: str
    name: str
    english: str
    survey: str
    topic: str
    recommended: str

    @property
    def cycles(self) -> tuple[str, ...]:
        """The cycles that it comes in."""
        quarters = ("Q",) if self.subject in _QUARTERS else ()
        return ("A", *quarters, *(("M",) if self.subject in _MONTHS else ()))

    def periods(self, cycle: str) -> tuple[str, ...]:
        """Return its periods of a cycle: ``2024``, ``202404`` for a quarter or a month."""
        if cycle not in self.cycles:
            return ()
        first, last = _YEARS[self.subject]
        if cycle == "A":
            return tuple(map(str, range(first, last + 1)))
        start, end = _MONTHS[self.subject]
        if cycle == "Q":
            years = range(int(start[:4]), int(end[:4]) + 1)
            return tuple(f"{year}{q:02d}" for year in years for q in (1, 2, 3, 4))
        numbers = range(_number(start), _number(end) + 1)
        return tuple(f"{n // 12}{n % 12 + 1:02d}" for n in numbers)

    @property
    def span(self) -> tuple[str, str]:
        """Its first and last period, in its finest cycle."""
        found = self.periods(self.cycles[-1])
        return self.periods("A")[0], found[-1]


def _number(month: str) -> int:
    return int(month[:4]) * 12 + int(month[4:]) - 1


@lru_cache(maxsize=1)
def known() -> Mapping[tuple[str, str], Entry]:
    """Return the tables that the portal lists."""
    return {
        (r["org"], r["tbl"]): Entry(
            r["org"], r["tbl"], r["subject"], r["name"], r["english"], r["survey"], r["topic"],
            r["recommended"],
        )
        for r in fact_rows("kosis_tables")
    }  # fmt: skip


@lru_cache(maxsize=256)
def entry(seed: int, org: object, table: object) -> Entry | None:
    """Return a table by its ids: listed, or one that its id tells of."""
    listed = known().get((str(org), str(table)))
    name = subject_of(seed, org, table)
    if listed or name is None:
        return listed
    consists = subject(name)
    axes = [axis_names(axis) for axis in consists.axes]
    title = f"{'/'.join(axis for axis, _ in axes)} {consists.items[0][1]}"
    english = f"{consists.items[0][2]} {' and '.join(e.lower() for _, e in axes)}"
    return Entry(
        str(org), str(table), name, title, english, _SURVEYS[name],
        surveys()[_SURVEYS[name]]["field"], "N",
    )  # fmt: skip


@lru_cache(maxsize=1)
def surveys() -> Mapping[str, Mapping[str, str]]:
    """Return surveys by name."""
    return {r["survey"]: r for r in fact_rows("kosis_surveys")}


@lru_cache(maxsize=4096)
def sent(seed: int, table: str, cycle: str, period: str, lag: int) -> str:
    """Return the day a period's figures came out, never after the world's day."""
    month = {"A": 12, "Q": int(period[4:] or 0) * 3, "M": int(period[4:] or 0)}[cycle]
    number = int(period[:4]) * 12 + month - 1 + lag
    day = Draw(seed, "sent", table, period).between(3, 26)
    text = f"{number // 12}-{number % 12 + 1:02d}-{day:02d}"
    return min(text, "2026-01-28")
