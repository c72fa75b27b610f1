"""Filings: every report of the disclosure system from 2022 to the world's last day.

Listed companies file periodic reports by the calendar (annual by the end of the third month after
the business year, quarters within 45 days), and whatever else ``facts/dart_reports.csv`` says how
often. Some are corrected: a ``[기재정정]`` filing points at its original, whose ``is_last`` is 0.
A receipt number is the day and a running number of that day; exchange filings count apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.names import firm, person_of
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.world import Condition, World

FIRST_DAY, LAST_DAY = date(2022, 1, 3), date(2026, 1, 30)
"""The days between which reports were filed; the world knows nothing later."""

REPORTS = (("11013", "분기보고서", "A003", 3), ("11012", "반기보고서", "A002", 6),
           ("11014", "분기보고서", "A003", 9), ("11011", "사업보고서", "A001", 12))  # fmt: skip
"""(report code, name, detail type, month of the business year it closes)."""

_HOLIDAYS = ("0101", "0301", "0505", "0606", "0815", "1003", "1009", "1225", "1231")
_AUDITED_ONLY = 3_000
"""Unlisted companies that file an audit report each spring."""

_COLUMNS = (
    Column("rcept_no", domain="rcept_no"),
    Column("rcept_dt", domain="date"),
    Column("corp_code", domain="corp_code", gen="ref"),
    Column("corp_name", domain="corp_name", gen="ref"),
    Column("stock_code", domain="stock_code", gen="ref", null_rate=0.08),
    Column("corp_cls", domain="corp_cls", gen="ref"),
    Column("report_nm"),
    Column("flr_nm"),
    Column("rm"),
    Column("pblntf_ty"),
    Column("pblntf_detail_ty"),
    Column("is_last", "int"),
    Column("original", domain="rcept_no", gen="ref", null_rate=0.95),
    Column("kind"),
    Column("bsns_year", null_rate=0.5),
    Column("reprt_code", null_rate=0.5),
)


class _Kind(NamedTuple):
    report: str
    type: str
    detail: str
    kind: str
    yearly: int
    filer: str
    real: bool


class _Filing(NamedTuple):
    """A filing before it has a number; sorts by day, then by lot."""

    day: int
    lot: int
    company: int
    report: _Kind
    label: str
    filer: str
    year: str
    code: str
    serial: int
    parent: int
    corrected: bool


def _rows(world: World) -> Iterator[Row]:
    listed = world.select("companies", [Condition("corp_cls", "in", ("Y", "K", "N"))])[0]
    others = world.select("companies", [Condition("corp_cls", "eq", "E")], limit=_AUDITED_ONLY)[0]
    filings: list[_Filing] = []
    for number, company in enumerate(listed):
        draw = Draw(world.seed, "filings", str(company["corp_code"]))
        month = int(str(company["acc_mt"]))
        since = max(str(company["listed_on"]), "20220103")
        _periodic(filings, draw, number, month, since)
        _occasional(filings, draw, number, world.seed & 1, since, bool(company["real"]))
    for number in range(len(listed), len(listed) + len(others)):
        _audits(filings, Draw(world.seed, "audits", number), number, world.seed & 1)
    yield from _numbered(sorted(filings), [*listed, *others])


def _periodic(filings: list[_Filing], draw: Draw, number: int, month: int, since: str) -> None:
    """Add the periodic reports for business years 2021 to 2025 that fall into the world's days."""
    for year in range(2021, 2026):
        for code, name, detail, closes in REPORTS:
            ends = period_end(year, month, closes)
            due = 78 if closes == 12 else 44
            day = _business_day(ends + timedelta(days=due - draw.skewed(0, 9, 2)))
            if day is None or day_text(day) < since:
                continue
            label = f"{name} ({ends:%Y.%m})"
            kind = _periodic_kind(name, detail)
            _file(filings, draw, number, day, kind, label, "", (str(year), code), 30)


def _occasional(
    filings: list[_Filing], draw: Draw, number: int, side: int, since: str, real: bool
) -> None:
    days = business_days()
    for kind in _kinds():
        if real and not kind.real:
            continue
        expected = kind.yearly * 4
        times = expected // 1000 + draw.chance(expected % 1000)
        if kind.yearly >= 100:
            times = draw.below(2 * times + 1)
        for _ in range(times):
            day = draw.below(len(days))
            if day_text(day) < since:
                continue
            filer = _filer(draw, kind.filer, side)
            share = 150 if kind.type == "B" else 120 if kind.type == "C" else 25
            _file(filings, draw, number, day, kind, kind.report, filer, ("", ""), share)


def _audits(filings: list[_Filing], draw: Draw, number: int, side: int) -> None:
    auditor = f"{firm(draw.u64(), side)[0][:2]}회계법인"
    for year in range(2021, 2025):
        day = _business_day(date(year + 1, 3, 20) + timedelta(days=draw.below(25)))
        if day is not None:
            label = f"감사보고서 ({year}.12)"
            _file(filings, draw, number, day, _AUDIT, label, auditor, (str(year), ""), 20)


def _file(
    filings: list[_Filing],
    draw: Draw,
    company: int,
    day: int,
    kind: _Kind,
    label: str,
    filer: str,
    period: tuple[str, str],
    corrected: int,
) -> None:
    """Add a filing and, in ``corrected`` of a thousand cases, its correction some days later."""
    word = draw.u64()
    later = day + 2 + (word >> 40) % 40
    again = word % 1000 < corrected and later < len(business_days())
    serial, lot = len(filings) + 1, word >> 32
    first = _Filing(day, lot, company, kind, label, filer, *period, serial, 0, again)
    filings.append(first)
    if again:
        label = f"[기재정정]{label}"
        filings.append(
            _Filing(later, lot, company, kind, label, filer, *period, serial + 1, serial, False)
        )


def _numbered(filings: list[_Filing], companies: list[dict[str, Value]]) -> Iterator[Row]:
    numbers: dict[int, str] = {}
    today = -1
    counts: dict[int, int] = {}
    for filing in filings:
        if filing.day != today:
            today, counts = filing.day, {}
            text = day_text(today)
        company = companies[filing.company]
        market = str(company["corp_cls"])
        kind = filing.report
        base = _EXCHANGE[market] if kind.type == "I" else 0
        counts[base] = counts.get(base, 0) + 1 + filing.lot % 3
        number = f"{text}{base + counts[base]:06d}"
        if filing.corrected:
            numbers[filing.serial] = number
        name = company["corp_name"]
        padding = " " * (filing.lot % 40) if filing.lot % 53 == 7 else ""
        yield (
            number, text, company["corp_code"], name, company["stock_code"], market,
            filing.label + padding, filing.filer or name, _remark(kind, company, filing),
            kind.type, kind.detail, int(not filing.corrected), numbers.get(filing.parent),
            kind.kind, filing.year or None, filing.code or None,
        )  # fmt: skip


_EXCHANGE = {"Y": 800_000, "K": 900_000, "N": 600_000, "E": 0}
_MARK = {"Y": "유", "K": "코", "N": "넥", "E": ""}


def _remark(kind: _Kind, company: dict[str, Value], filing: _Filing) -> str:
    market = str(company["corp_cls"])
    mark = {"I": _MARK[market], "J": "공", "A": "연" if company["consolidated"] else ""}
    return mark.get(kind.type, "") + ("정" if filing.corrected else "")


def _filer(draw: Draw, filer: str, side: int) -> str:
    if filer == "person" or (filer == "holder" and draw.chance(600)):
        return person_of(draw.u64())
    return firm(draw.u64(), side)[0] if filer == "holder" else ""


@lru_cache(maxsize=1)
def _kinds() -> tuple[_Kind, ...]:
    return tuple(
        _Kind(
            row["report"], row["type"], row["detail"], row["kind"],
            int(row["yearly"]), row["filer"], row["real"] == "1",
        )
        for row in fact_rows("dart_reports")
    )  # fmt: skip


@lru_cache(maxsize=8)
def _periodic_kind(name: str, detail: str) -> _Kind:
    return _Kind(name, "A", detail, "periodic", 0, "company", True)


_AUDIT = _Kind("감사보고서", "F", "F001", "audit", 0, "auditor", False)


def period_end(year: int, acc_mt: int, closes: int) -> date:
    """Return the last day of a part of a business year.

    Args:
        year: the business year, by the year in which it begins.
        acc_mt: month in which it closes.
        closes: 3, 6, 9 or 12 months after its beginning.
    """
    month = acc_mt % 12 + closes
    after = date(year + month // 12, month % 12 + 1, 1)
    return after - timedelta(days=1)


@lru_cache(maxsize=1)
def business_days() -> tuple[date, ...]:
    """Return the days on which filings are received."""
    count = (LAST_DAY - FIRST_DAY).days + 1
    days = (FIRST_DAY + timedelta(days=n) for n in range(count))
    return tuple(d for d in days if d.weekday() < 5 and f"{d:%m%d}" not in _HOLIDAYS)


@lru_cache(maxsize=1)
def _day_texts() -> tuple[str, ...]:
    return tuple(f"{d:%Y%m%d}" for d in business_days())


def day_text(index: int) -> str:
    """Return a business day as ``YYYYMMDD``."""
    return _day_texts()[index]


@lru_cache(maxsize=4096)
def _business_day(day: date) -> int | None:
    """Return the index of the first business day from ``day`` on, if the world reaches it."""
    for ahead in range(7):
        index = _index().get(day + timedelta(days=ahead))
        if index is not None:
            return index
    return None


@lru_cache(maxsize=1)
def _index() -> dict[date, int]:
    return {day: n for n, day in enumerate(business_days())}


FILINGS = Table(
    name="filings",
    columns=_COLUMNS,
    rows=_rows,
    key=("rcept_no",),
    index=(("corp_code", "rcept_dt"), ("rcept_dt", "rcept_no"), ("kind", "corp_code")),
    persons="fictional",
)
