"""Dividends, issues of shares, ends of lock-ups, and other days on which shareholders have rights.

A dividend is that of the company's annual report in DART; a capital increase one decided on there.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.days import day_of, first_from, trading_days
from kopa_env.world.tables.financials import Period
from kopa_env.world.tables.ledger import path
from kopa_env.world.tables.share_items import dividend_per_share
from kopa_env.world.world import Condition, World

_DIVIDEND_YEARS = range(2019, 2025)
_LOCKED_SINCE = "20190101"


def commons(world: World) -> list[tuple[dict[str, Value], dict[str, Value]]]:
    """Return (company, its ordinary share) of every listed company."""
    shares = {
        str(row["corp_code"]): row
        for row in world.select("stock_issues", [Condition("kind", "eq", "보통주")])[0]
    }
    listed = world.select("companies", [Condition("corp_cls", "ne", "E")])[0]
    return [(c, shares[str(c["corp_code"])]) for c in listed if str(c["corp_code"]) in shares]


def _trading(day: str) -> str:
    last = trading_days()[-1]
    return day_of(first_from(min(day, last)))


def _dividends(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for company, share in commons(world):
        draw = Draw(world.seed, "paid", str(company["corp_code"]))
        month = int(str(company["acc_mt"]))
        for year in _DIVIDEND_YEARS:
            period = Period(company, year, "11011", "")
            each = dividend_per_share(world.seed, period, year)
            if not each or str(share["listed_on"]) > f"{year}1231":
                continue
            record = f"{period.ends:%Y%m%d}"
            index = period.ends.year * 12 + period.ends.month + 3
            paid = _trading(f"{index // 12}{index % 12 + 1:02d}{draw.between(10, 26):02d}")
            rows.append(
                (paid, share["crno"], share["isin"], share["abbr"], share["corp_name"], record,
                 paid, None, each, month)
            )  # fmt: skip
    rows.sort(key=lambda row: (str(row[0]), str(row[4])), reverse=True)
    yield from rows


_HEAD = (
    Column("day", domain="date"),
    Column("crno", domain="jurir_no", gen="ref", null_rate=0.08),
    Column("isin", domain="isin", gen="ref"),
    Column("name", domain="issue_name", gen="ref"),
    Column("issuer", domain="corp_name", gen="ref"),
)

DIVIDENDS = Table(
    "stock_dividends",
    (
        *_HEAD,
        Column("record_day", domain="date"),
        Column("paid_on", domain="date"),
        Column("handed_on", null_rate=1.0),
        Column("each", "int"),
        Column("month", "int"),
    ),
    _dividends,
    index=(("crno",), ("issuer",), ("day",)),
)


def _issues(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    raised: dict[str, list[dict[str, Value]]] = {}
    for event in world.rows("dart_piicDecsn"):
        raised.setdefault(str(event["corp_code"]), []).append(event)
    for company, share in commons(world):
        head = (share["crno"], share["isin"], share["abbr"], share["corp_name"])
        listed, total = str(share["listed_on"]), int(str(share["shares"]))
        rows.append((listed, *head, "01", "1", listed, "신규상장", total))
        if share["split_on"]:
            day = str(share["split_on"])
            rows.append((day, *head, "01", "2", day, "주식분할", total))
        for n, event in enumerate(raised.get(str(company["corp_code"]), ()), 3):
            day = _trading(_months(str(event["received"]), 2))
            new = event["nstk_ostk_cnt"]
            if day < trading_days()[-1] and isinstance(new, int):
                rows.append((day, *head, "01", str(n), day, "유상증자", new))
    yield from sorted(rows, key=lambda row: (str(row[0]), str(row[2]), str(row[6])), reverse=True)


def _months(day: str, months: int) -> str:
    index = int(day[:4]) * 12 + int(day[4:6]) - 1 + months
    return f"{index // 12}{index % 12 + 1:02d}{min(28, int(day[6:])):02d}"


SHARE_ISSUES = Table(
    "share_issues",
    (
        *_HEAD,
        Column("class"),
        Column("serial"),
        Column("issued_on", domain="date"),
        Column("reason"),
        Column("count", "int"),
    ),
    _issues,
    index=(("day",), ("crno",)),
)


def _lockups(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for _, share in commons(world):
        listed = str(share["listed_on"])
        if listed < _LOCKED_SINCE:
            continue
        for months, percent in ((1, 8), (3, 11), (6, 24), (12, 18)):
            due = _months(listed, months)
            if due <= trading_days()[-1]:
                rows.append(
                    (_trading(due), share["crno"], share["isin"], share["abbr"],
                     share["corp_name"], share["code"], "1", "보통주",
                     int(str(share["shares"])) * percent // 100)
                )  # fmt: skip
    yield from sorted(rows, key=lambda row: (str(row[0]), str(row[2])), reverse=True)


LOCKUPS = Table(
    "lockup_returns",
    (
        *_HEAD,
        Column("code", domain="stock_code", gen="ref"),
        Column("kind_code"),
        Column("kind"),
        Column("count", "int"),
    ),
    _lockups,
    index=(("day",), ("crno",)),
)

_REASONS = {
    "dividend": ("11", "배당"),
    "meeting": ("21", "정기주주총회"),
    "issue": ("31", "유상증자"),
}


def _rights(world: World) -> Iterator[Row]:
    numbers = {
        str(share["isin"]): f"{place:05d}" for place, (_, share) in enumerate(commons(world), 1)
    }
    rows: list[Row] = []
    for row in world.rows("stock_dividends"):
        number = numbers[str(row["isin"])]
        head = (row["crno"], number, row["issuer"], "1", "발행회사")
        record = str(row["record_day"])
        rows.append((record, *head, *_REASONS["dividend"]))
        rows.append((record, *head, *_REASONS["meeting"]))
    for row in world.select("share_issues", [Condition("reason", "eq", "유상증자")])[0]:
        number = numbers[str(row["isin"])]
        head = (row["crno"], number, row["issuer"], "1", "발행회사")
        rows.append((row["day"], *head, *_REASONS["issue"]))
    yield from sorted(rows, key=lambda row: (str(row[0]), str(row[2])), reverse=True)


STOCK_RIGHTS = Table(
    "stock_rights",
    (
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.08),
        Column("customer", domain="ksd_customer"),
        Column("issuer", domain="corp_name", gen="ref"),
        Column("body_code"),
        Column("body"),
        Column("reason_code"),
        Column("reason"),
    ),
    _rights,
    index=(("day",), ("issuer",)),
)


def _reports(world: World) -> Iterator[Row]:
    """Yield every annual report filed with DART, with what the Commission's notices say of it."""
    companies = {
        str(row["corp_code"]): row
        for row in world.select("companies", [Condition("corp_cls", "ne", "E")])[0]
    }
    where = [
        Condition("kind", "eq", "periodic"),
        Condition("reprt_code", "eq", "11011"),
        Condition("is_last", "eq", 1),
    ]
    for filing in world.select("filings", where, [("rcept_no", True)])[0]:
        company = companies[str(filing["corp_code"])]
        year = int(str(filing["bsns_year"]))
        closed = path(world.seed, company, "OFS")[year]
        period = Period(company, year, "11011", str(filing["rcept_no"]))
        market = {"Y": "유가증권시장", "K": "코스닥시장", "N": "코넥스시장"}[
            str(company["corp_cls"])
        ]
        ends: date = period.ends
        yield (
            f"{ends:%Y%m%d}", filing["rcept_dt"], str(year), market, company["corp_code"],
            company["corp_name"], company["jurir_no"] or None, filing["rcept_no"], closed.bonds,
            closed.borrowings // 12, 0,
        )  # fmt: skip


ANNUAL_REPORTS = Table(
    "annual_report_notices",
    (
        Column("ends", domain="date"),
        Column("day", domain="date"),
        Column("year", domain="year"),
        Column("corp_kind"),
        Column("corp_code", domain="corp_code", gen="ref"),
        Column("name", domain="corp_name", gen="ref"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.08),
        Column("rcept_no", domain="rcept_no", gen="ref"),
        Column("bonds", "int"),
        Column("paper", "int"),
        Column("zero", "int"),
    ),
    _reports,
    key=("rcept_no",),
    index=(("year",), ("crno",), ("name",)),
)

CORPORATE_ACTIONS: tuple[Table, ...] = (
    DIVIDENDS,
    SHARE_ISSUES,
    LOCKUPS,
    STOCK_RIGHTS,
    ANNUAL_REPORTS,
)
