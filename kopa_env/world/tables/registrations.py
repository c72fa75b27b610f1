"""Registration statements (DART's DS006): one table a kind, several titled blocks a statement.

Rows of a block fill that block's columns and leave the others empty; ``block`` is its place. What
underwriters take and what the money is for both add up to the offering.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.decisions import (
    PURPOSES,
    Family,
    Values,
    bond,
    combination,
    issue,
    split,
)
from kopa_env.world.tables.events import Register, closed_year, context_of, final_reports
from kopa_env.world.tables.ledger import Year
from kopa_env.world.tables.market import BROKERS, RATINGS, standing
from kopa_env.world.tables.rules import Context, Layout, kinds, layout
from kopa_env.world.world import Condition, World

_FAMILY: dict[str, tuple[Family, ...]] = {
    "estkRs": (issue,),
    "bdRs": (bond,),
    "stkdpRs": (issue,),
    "mgRs": (combination,),
    "extrRs": (combination,),
    "dvRs": (split, combination),
}
_BASIS = {"estkRs": "piicDecsn", "mgRs": "cmpMgDecsn", "extrRs": "stkExtrDecsn",
          "dvRs": "cmpDvDecsn"}  # fmt: skip
_PURPOSE_NAMES = dict(
    zip(
        PURPOSES,
        ("운영자금", "시설자금", "채무상환자금", "타법인증권취득자금", "영업양수자금", "기타"),
        strict=True,
    )
)
_PUBLIC = ("주주배정후 실권주 일반공모", "일반공모", "주주우선공모")


def _statement(
    world: World, register: Register, filing: dict[str, object], kind: str
) -> tuple[Context, Year]:
    row = {name: value for name, value in filing.items() if isinstance(value, str | int | None)}
    context, closed = context_of(register, row, kind)
    values: Values = dict(context.values)
    target = register.partners[context.draw.below(len(register.partners))]
    values |= standing(register.seed, target, "target", closed_year(context.day))
    for family in _FAMILY[kind]:
        values |= family(context.draw, values, closed)
    coupon = context.draw.between(2100, 6900)
    values |= {
        "public": context.draw.pick(_PUBLIC),
        "coupon3": f"{coupon // 1000}.{coupon % 1000:03d}",
        "rating": context.draw.pick(RATINGS),
        "matures": f"{context.day.year + 3}{context.day:%m}15",
        "basis": _basis(world, kind, row),
    }
    return Context(context.draw, context.day, values), closed


def _basis(world: World, kind: str, filing: dict[str, str | int | None]) -> str | None:
    """Return the receipt number of the decision that the statement carries out, if there is one."""
    if kind not in _BASIS:
        return None
    conditions = [
        Condition("kind", "eq", _BASIS[kind]),
        Condition("corp_code", "eq", filing["corp_code"]),
        Condition("rcept_dt", "range", (None, filing["rcept_dt"])),
    ]
    rows, _ = world.select("filings", conditions, [("rcept_no", True)], 1)
    return str(rows[0]["rcept_no"]) if rows else None


def _block_rows(kind: str, block: str, context: Context, closed: Year) -> list[Values]:
    """Return what is special to each row of a block; one empty dict for blocks of one row."""
    values = context.values
    amount = values.get("amount")
    total = amount if isinstance(amount, int) else 0
    if block == "인수인정보":
        return _underwriters(context, total)
    if block == "자금의사용목적":
        return [
            {"purpose": _PURPOSE_NAMES[name], "purpose_amount": values[name]}
            for name in PURPOSES
            if values.get(name)
        ]
    if block == "당사회사에관한사항":
        side = "분할회사" if kind == "dvRs" else "존속회사"
        other = "신설회사" if kind == "dvRs" else "소멸회사"
        return [_company(values["name"], side, closed, values), _other(other, context)]
    return [{}]


def _underwriters(context: Context, total: int) -> list[Values]:
    count = context.draw.between(1, 3)
    first = context.draw.below(len(BROKERS))
    new = context.values.get("new")
    shares = new if isinstance(new, int) else total // 10_000
    rows: list[Values] = []
    for number in range(count):
        last = number == count - 1
        part = total - (count - 1) * (total // count) if last else total // count
        taken = shares - (count - 1) * (shares // count) if last else shares // count
        rows.append(
            {
                "role": "대표" if number == 0 else "인수",
                "broker": BROKERS[(first + number) % len(BROKERS)],
                "taken": taken,
                "taken_amount": part,
                "fee": f"0.{context.draw.between(15, 90)}",
            }
        )
    return rows


def _company(name: object, side: str, closed: Year, values: object) -> Values:
    shares = values.get("shares") if isinstance(values, dict) else None
    return {
        "which": str(name),
        "side": side,
        "which_assets": closed.assets,
        "which_capital": closed.capital,
        "which_shares": shares,
    }


def _other(side: str, context: Context) -> Values:
    values = context.values
    spun = side == "신설회사"
    return {
        "which": values["spun" if spun else "target"],
        "side": side,
        "which_assets": values["part_assets" if spun else "target_assets"],
        "which_capital": values["part_capital" if spun else "target_capital"],
        "which_shares": values["swap_shares" if spun else "target_shares"],
    }


def _blocks(kind: str) -> dict[str, Layout]:
    names = [name for name in kinds() if name.partition("/")[0] == kind]
    return {name.partition("/")[2]: layout(name) for name in names}


def _table(kind: str) -> Table:
    blocks = _blocks(kind)
    columns: dict[str, Column] = {}
    for form in blocks.values():
        columns |= {column.name: column for column in form.columns if column.name not in columns}
    places = {
        block: [list(columns).index(column.name) for column in form.columns]
        for block, form in blocks.items()
    }
    received = Column("received", domain="date")
    return Table(
        name=f"dart_{kind}",
        columns=(*columns.values(), received, Column("block", "int")),
        rows=_rows(kind, blocks, places, len(columns)),
        index=(("corp_code", "received"), ("rcept_no",)),
        persons="fictional",
    )


def _rows(
    kind: str, blocks: dict[str, Layout], places: dict[str, list[int]], width: int
) -> Callable[[World], Iterator[Row]]:
    def rows(world: World) -> Iterator[Row]:
        register = Register(world)
        for filing in final_reports(world, kind):
            context, closed = _statement(world, register, dict(filing), kind)
            for order, (block, form) in enumerate(blocks.items()):
                for number, special in enumerate(_block_rows(kind, block, context, closed)):
                    draw = Draw(world.seed, kind, str(filing["rcept_no"]), block, number)
                    row: list[str | int | float | None] = [None] * width
                    made = form.row(Context(draw, context.day, {**context.values, **special}))
                    for place, value in zip(places[block], made, strict=True):
                        row[place] = "-" if value is None else value
                    yield (*row, filing["rcept_dt"], order)

    return rows


REGISTRATIONS: tuple[Table, ...] = tuple(_table(kind) for kind in _FAMILY)
