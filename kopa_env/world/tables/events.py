"""Major events (DART's DS005): one table a kind, one row a final report.

A report that was corrected has its row under the correction's receipt number, dated as the
original decision. Adverse events (default, lawsuit, suspension, delisting …) happen to fictional
companies only: ``facts/dart_reports.csv`` keeps them from real ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.decisions import FAMILIES, WITH_TARGET, Values
from kopa_env.world.tables.ledger import Company, Year, path
from kopa_env.world.tables.market import (
    AUDITORS,
    BANKS,
    BROKERS,
    business,
    main_scope,
    own_shares,
    percent,
    share_price,
    standing,
    ticked,
)
from kopa_env.world.tables.other_shares import other_shares, own_other_shares
from kopa_env.world.tables.rules import Context, Layout, layout
from kopa_env.world.world import Condition, World

_PARTNERS = 4_000
"""How many companies of the register appear as the other party of somebody's event."""


class Register:
    """The companies that reports are about, read once for a whole table."""

    def __init__(self, world: World) -> None:
        self.seed = world.seed
        listed = world.select("companies", [Condition("corp_cls", "ne", "E")])[0]
        self._listed = {str(row["corp_code"]): row for row in listed}
        self.other = other_shares(world)
        self.partners = world.select(
            "companies", [Condition("corp_cls", "eq", "E")], limit=_PARTNERS
        )[0]

    def __getitem__(self, corp_code: Value) -> Company:
        """Return a listed company."""
        return self._listed[str(corp_code)]


def final_reports(world: World, kind: str) -> list[dict[str, Value]]:
    """Return the last report of every event of a kind, in filing order."""
    conditions = [Condition("kind", "eq", kind), Condition("is_last", "eq", 1)]
    return world.select("filings", conditions, [("rcept_no", False)])[0]


def day_of(text: Value) -> date:
    """Return the day that ``YYYYMMDD`` names."""
    digits = str(text)
    return date(int(digits[:4]), int(digits[4:6]), int(digits[6:8]))


def closed_year(day: date) -> int:
    """Return the last business year whose figures are known on a day."""
    return min(2025, day.year - (1 if day.month > 3 else 2))


def context_of(register: Register, filing: Mapping[str, Value], kind: str) -> tuple[Context, Year]:
    """Return what the fields of an event are made from, and the year it is measured by."""
    company = register[filing["corp_code"]]
    rcept_no = str(filing["rcept_no"])
    draw = Draw(register.seed, kind, rcept_no)
    decided = day_of(str(filing["original"] or rcept_no)[:8]) - timedelta(days=draw.below(2))
    year = closed_year(decided)
    closed = path(register.seed, company, main_scope(company))[year]
    values = _own(register, company, filing, draw, closed, decided)
    partner = register.partners[draw.below(len(register.partners))]
    values |= standing(register.seed, partner, "party", year) if kind in WITH_TARGET else {}
    if kind in WITH_TARGET:
        target = register.partners[draw.below(len(register.partners))]
        values |= standing(register.seed, target, "target", year)
    for family in FAMILIES.get(kind, ()):
        values |= family(draw, values, closed)
    _date_bond(values, decided)
    return Context(draw, decided, values), closed


def _own(
    register: Register,
    company: Company,
    filing: Mapping[str, Value],
    draw: Draw,
    closed: Year,
    day: date,
) -> Values:
    own = own_shares(register.seed, company, day.year)
    shares = company["shares"]
    meeting = draw.chance(400)
    price = share_price(closed, company, draw)
    short = day - timedelta(days=60)
    last_month = day.replace(day=1) - timedelta(days=1)
    return {
        "rcept_no": filing["rcept_no"],
        "rcept_dt": filing["rcept_dt"],
        "corp_code": company["corp_code"],
        "corp_cls": company["corp_cls"],
        "name": company["corp_name"],
        "business": business(company),
        "place": " ".join(str(company["adres"]).split()[:2]),
        "par": company["par"] or None,
        "shares": shares,
        "price": price,
        "own": own or None,
        "own_rate": percent(own, int(str(shares)), 2) if own else None,
        "assets": closed.assets,
        "debt": closed.debt,
        "equity": closed.equity,
        "sales": closed.sales,
        "spun": f"{company['corp_name']}신사업",
        "ticker": "".join(c for c in str(company["corp_eng_name"]).upper() if c.isalpha())[:5],
        "broker": draw.pick(BROKERS),
        "bank": draw.pick(BANKS),
        "auditor": draw.pick(AUDITORS),
        "absent": 1 if draw.chance(120) else None,
        "meeting_yn": "예" if meeting else "아니오",
        "meeting": f"{day + timedelta(days=45):%Y%m%d}" if meeting else None,
        "appraisal": price if meeting else None,
        "appraisal_pay": f"{day + timedelta(days=90):%Y년 %m월}, 현금" if meeting else None,
        "registered": "아니오",
        "year_start": f"{day.year}0101",
        "last_month": f"{last_month:%Y년 %m월}",
        "short_day": f"{short:%Y%m%d}",
        **_other(register, company, price, day.year),
    }


def _other(register: Register, company: Company, price: int, year: int) -> Values:
    """Return what a company has beside its common shares, and what one of them costs."""
    other = register.other.get(str(company["corp_code"]))
    if other is None:
        return {}
    own = own_other_shares(register.seed, company, year, other)
    return {
        "other": other.shares,
        "other_price": ticked(max(100, price * other.rate // 1000)),
        "own_other": own or None,
        "own_other_rate": percent(own, other.shares, 2) if own else None,
    }


def _date_bond(values: Values, day: date) -> None:
    years = values.get("years")
    if isinstance(years, int):
        matures = day.replace(day=min(day.day, 28), year=day.year + years) + timedelta(days=10)
        values["matures"] = f"{matures:%Y%m%d}"
        values["last_request"] = f"{matures - timedelta(days=30):%Y%m%d}"


def _rows(kind: str) -> Callable[[World], Iterator[Row]]:
    def rows(world: World) -> Iterator[Row]:
        register, form = Register(world), layout(kind)
        for filing in final_reports(world, kind):
            context, _ = context_of(register, filing, kind)
            yield (*form.row(context), filing["rcept_dt"])

    return rows


def event_table(kind: str, form: Layout) -> Table:
    """Return the table of one kind of event; ``received`` is the day of the final report."""
    return Table(
        name=f"dart_{kind}",
        columns=(*form.columns, Column("received", domain="date")),
        rows=_rows(kind),
        key=("rcept_no",),
        index=(("corp_code", "received"), ("received",)),
        persons="fictional",
    )


EVENTS: tuple[Table, ...] = tuple(event_table(kind, layout(kind)) for kind in FAMILIES)
