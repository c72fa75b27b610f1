"""Periodic report items (DART's DS002): one table a kind, made on demand for one report.

Every table has the parts (corp_code, bsns_year, reprt_code) of the reports that were filed. Shares,
dividends, pay and debt follow from the company's register, ledger and board, so that totals agree
from one item to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.decisions import Values
from kopa_env.world.tables.financials import BY, Part, Period, every_period, find_period
from kopa_env.world.tables.report_item import Item
from kopa_env.world.tables.report_items import ITEMS
from kopa_env.world.tables.rules import Context, Layout, layout
from kopa_env.world.world import World


def _part(kind: str, item: Item, form: Layout) -> Part:
    names = [column.name for column in form.columns]

    def part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
        period = find_period(world, values)
        if period is None:
            return
        for number, special in enumerate(item(world, period)):
            draw = Draw(world.seed, kind, *map(str, values), number)
            row = form.row(Context(draw, period.ends, {**_own(period), **special}))
            if not special:
                row = tuple(v if n in _IDENTITY else None for n, v in zip(names, row, strict=True))
            yield (*row, str(period.year), period.report)

    return part


_IDENTITY = frozenset({"rcept_no", "corp_cls", "corp_code", "corp_name", "stlm_dt"})
"""What a row says even where the item does not apply."""


def _own(period: Period) -> Values:
    company = period.company
    return {
        "rcept_no": period.rcept_no,
        "corp_code": company["corp_code"],
        "corp_cls": company["corp_cls"],
        "name": company["corp_name"],
        "ends": f"{period.ends:%Y-%m-%d}",
        "par": company["par"] or None,
        "shares": company["shares"],
        "fiscal": period.term(period.year).replace(" ", ""),
    }


_KEYS = (Column("of_year", domain="year"), Column("of_report", domain="reprt_code"))


def _table(kind: str, item: Item) -> Table:
    form = layout(kind)
    part = _part(kind, item, form)
    rows: Callable[[World], Iterator[Row]] = every_period(part)
    return Table(
        name=f"dart_{kind}",
        columns=(*form.columns, *_KEYS),
        rows=rows,
        by=(BY[0], "of_year", "of_report"),
        part=part,
        persons="fictional",
    )


ANNUAL: tuple[Table, ...] = tuple(_table(kind, item) for kind, item in ITEMS.items())
