"""Tables of the Bank's statistics as its interface gives them."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.texts import decimal
from kopa_env.world.tables.statistics_bank.plan import Item, Plan, Second, plans
from kopa_env.world.tables.statistics_bank.series import Values, changes, values
from kopa_env.world.world import World

CYCLES = ("A", "Q", "M", "D")


def _written(value: int, digits: int) -> str:
    """Write a value without zeros at its end: ``2.5``."""
    text = decimal(value, digits)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _digits(plan: Plan, item: Item) -> int:
    return 1 if item.kind in ("share", "yoy") else plan.digits


# ---- the tree ----------------------------------------------------------------------------------


def _tree(world: World) -> Iterator[Row]:
    """Yield headings and tables, each below the heading that its number names."""
    codes: dict[str, str] = {"": "*"}
    for r in fact_rows("bank_tables"):
        heading = r["code"] == "*"
        code = f"{len(codes):010d}" if heading else r["code"]
        if heading:
            codes[r["name"].split()[0]] = code
        name = r["name"].replace("/ ", ", ")
        cycle = None if heading else r["cycles"].split()[0]
        yield (codes[r["up"]], code, name, cycle, "N" if heading else "Y", r["org"] or None)


BANK_TABLES = Table(
    "bank_tables",
    (
        Column("p_stat_code", domain="bank_table"),
        Column("stat_code", domain="bank_table", gen="fact"),
        Column("stat_name", gen="fact"),
        Column("cycle", null_rate=0.3),
        Column("srch_yn"),
        Column("org_name", null_rate=0.3),
    ),
    _tree,
    key=("stat_code",),
)


# ---- items -------------------------------------------------------------------------------------


def _items(world: World, names: tuple[Value, ...] = ()) -> Iterator[Row]:
    for plan in plans().values():
        if names and plan.code != names[0]:
            continue
        for item in plan.items.values():
            up = plan.items.get(item.up)
            for cycle in _cycles(plan):
                found = values(world.seed, plan.code, item.code, cycle, plan.seconds[0])
                yield (
                    plan.code, plan.name, "Group1", plan.groups[0], item.code, item.name,
                    up.code if up else None, up.name if up else None, cycle, *_span(found),
                    len(found) * len(plan.seconds), plan.unit_of(item) or None, item.weight or None,
                )  # fmt: skip
        for second in plan.seconds if len(plan.groups) > 1 else ():
            item = next(iter(plan.items.values()))
            for cycle in _cycles(plan):
                found = values(world.seed, plan.code, item.code, cycle, second)
                yield (
                    plan.code, plan.name, "Group2", plan.groups[1], second.code, second.name,
                    None, None, cycle, *_span(found),
                    len(found) * len(plan.items), plan.unit or None, None,
                )  # fmt: skip


def _span(found: Values) -> tuple[str, str]:
    keys = list(found)
    return keys[0], keys[-1]


def _cycles(plan: Plan) -> Iterator[str]:
    return (cycle for cycle in CYCLES if cycle in plan.cycles)


BANK_ITEMS = Table(
    "bank_items",
    (
        Column("stat_code", domain="bank_table", gen="ref"),
        Column("stat_name", gen="ref"),
        *map(Column, ("grp_code", "grp_name")),
        Column("item_code", domain="bank_item", gen="fact"),
        Column("item_name", gen="fact"),
        Column("p_item_code", domain="bank_item", null_rate=0.5),
        Column("p_item_name", null_rate=0.5),
        *map(Column, ("cycle", "start_time", "end_time")),
        Column("data_cnt", "int"),
        Column("unit_name", null_rate=0.1),
        Column("weight", null_rate=0.8),
    ),
    _items,
    key=("stat_code", "grp_code", "item_code", "cycle"),
    index=(("stat_code",),),
)


# ---- values ------------------------------------------------------------------------------------


def _value_rows(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    plan = plans().get(str(names[0]))
    if plan is None:
        return
    wanted = _cycles(plan) if len(names) < 2 else (c for c in plan.cycles if c == names[1])
    for cycle in wanted:
        for item in plan.items.values():
            for second in plan.seconds:
                yield from _series(world, plan, item, second, cycle)


def _series(world: World, plan: Plan, item: Item, second: Second, cycle: str) -> Iterator[Row]:
    digits, unit = _digits(plan, item), plan.unit_of(item) or None
    head = (
        plan.code, cycle, plan.name, item.code, item.name,
        second.code or None, second.name or None, None, None, None, None,
        unit, item.weight or None,
    )  # fmt: skip
    for time, value in values(world.seed, plan.code, item.code, cycle, second).items():
        yield (*head, time, _written(value, digits))


BANK_VALUES = Table(
    "bank_values",
    (
        Column("stat_code", domain="bank_table", gen="ref"),
        Column("cycle"),
        Column("stat_name", gen="ref"),
        Column("item_code1", domain="bank_item", gen="ref"),
        Column("item_name1", gen="ref"),
        Column("item_code2", domain="bank_item", gen="ref", null_rate=0.6),
        Column("item_name2", gen="ref", null_rate=0.6),
        *(Column(name, null_rate=1.0) for name in ("item_code3", "item_name3")),
        *(Column(name, null_rate=1.0) for name in ("item_code4", "item_name4")),
        Column("unit_name", null_rate=0.1),
        Column("wgt", null_rate=0.8),
        Column("time"),
        Column("data_value"),
    ),
    lambda world: (row for code in plans() for row in _value_rows(world, (code,))),
    key=("stat_code", "cycle", "item_code1", "item_code2", "time"),
    by=("stat_code", "cycle"),
    part=_value_rows,
)


# ---- key statistics ----------------------------------------------------------------------------


def _keys(world: World) -> Iterator[Row]:
    for r in fact_rows("bank_keys"):
        plan = plans()[r["table"]]
        item = plan.items[r["item"]]
        second = next(s for s in plan.seconds if s.code == r["second"])
        found, digits = values(world.seed, plan.code, item.code, r["cycle"], second), 1
        if r["how"].startswith("change "):
            found = changes(found, int(r["how"].split()[1]))
        else:
            digits = _digits(plan, item)
        time, value = list(found.items())[-1]
        yield (r["class"], r["name"], _written(value, digits), time, r["unit"])


BANK_KEYS = Table(
    "bank_key_statistics",
    (
        Column("class_name", gen="fact"),
        Column("keystat_name", gen="fact"),
        *map(Column, ("data_value", "cycle", "unit_name")),
    ),
    _keys,
    key=("keystat_name",),
)
