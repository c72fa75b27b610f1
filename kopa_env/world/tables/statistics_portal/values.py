"""Values of the portal's tables, and of selections that someone registered there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.statistics import axis_names, members, subject, unit_names
from kopa_env.world.tables.statistics_portal.cells import table, written
from kopa_env.world.tables.statistics_portal.entries import Entry, entry, known, sent, surveys
from kopa_env.world.world import World

AXES = 8
NO_AXIS = "-"
"""In ``axis2`` to ``axis8``: the table has no such axis."""
_USER = re.compile(r"openapisample/(\d{3})/(\w{4,43})/2/1/(\d{14})_1", re.ASCII)


def _rows_of(world: World, found: Entry, cycle: str, *, places: int = 0) -> Iterator[Row]:
    """Yield a table's rows; with ``places`` only those of so many first values of an axis."""
    periods = found.periods(cycle)
    consists = subject(found.subject)
    axes = [members(axis)[: places or None] for axis in consists.axes]
    names = [axis_names(axis) for axis in consists.axes]
    combinations = _combinations(axes, names)
    lag = int(surveys()[found.survey]["months"])
    for back, period in zip(range(len(periods), 0, -1), periods, strict=True):
        numbers = table(world.seed, found.subject, cycle, period)
        day = sent(world.seed, found.id, cycle, period, lag)
        for codes, cells in combinations:
            if codes not in numbers:
                continue
            for item, name, english, unit in consists.items:
                yield (
                    found.name, *cells, item, name, english, unit, *unit_names(unit), period,
                    back, written(found.subject, item, numbers[codes]), day,
                )  # fmt: skip


def _combinations(
    axes: list[tuple[tuple[str, str, str, Value], ...]], names: list[tuple[str, str]]
) -> list[tuple[tuple[str, ...], Row]]:
    """Return every combination of values: its codes, and what the columns say of it."""
    found: list[tuple[tuple[str, ...], list[tuple[str, str, str]]]] = [((), [])]
    for axis in axes:
        found = [((*c, m[0]), [*own, (m[0], m[1], m[2])]) for c, own in found for m in axis]
    blank = (None,) * 5
    rest = AXES - len(axes)
    return [
        (
            codes,
            (
                *(
                    value
                    for (code, name, english), axis in zip(own, names, strict=True)
                    for value in (code, *axis, name, english)
                ),
                *blank * rest,
                *codes[1:],
                *(NO_AXIS,) * rest,
            ),
        )
        for codes, own in found
    ]


def _values(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    org, name, cycle = (*names, None, None)[:3]
    found = entry(world.seed, org, name)
    if found is None:
        return
    for own in found.cycles:
        if cycle in (own, None):
            for row in _rows_of(world, found, own):
                yield (found.org, found.id, own, *row)


_COLUMNS = (
    Column("tbl_nm"),
    *(
        Column(f"c{n}{tail}", null_rate=0.0 if n == 1 else 0.5 if n == 2 else 1.0)
        for n in range(1, AXES + 1)
        for tail in ("", "_obj_nm", "_obj_nm_eng", "_nm", "_nm_eng")
    ),
    *(Column(f"axis{n}") for n in range(2, AXES + 1)),
    *map(Column, ("itm_id", "itm_nm", "itm_nm_eng", "unit_id", "unit_nm", "unit_nm_eng")),
    Column("prd_de"),
    Column("recent", "int"),
    Column("dt"),
    Column("lst_chn_de"),
)

STATISTICS_VALUES = Table(
    "statistics_values",
    (
        Column("org_id", domain="statistics_org"),
        Column("tbl_id", domain="statistics_table"),
        Column("prd_se"),
        *_COLUMNS,
    ),
    lambda world: (row for key in known() for row in _values(world, key)),
    key=("org_id", "tbl_id", "prd_se", "c1", "c2", "itm_id", "prd_de"),
    by=("org_id", "tbl_id", "prd_se"),
    part=_values,
)


# ---- registered selections ---------------------------------------------------------------------


def registrations() -> Iterator[tuple[str, Entry]]:
    """Yield ids of registered selections, one of each listed table."""
    for number, found in enumerate(known().values()):
        stamp = f"20{19 + number % 6}{number % 12 + 1:02d}{number % 27 + 1:02d}0940{number:02d}"
        if found.id == "DT_1IN1502":
            stamp = "20191106094026"
        yield f"openapisample/{found.org}/{found.id}/2/1/{stamp}_1", found


def _registered(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    user, cycle = (*names, None)[:2]
    if not _USER.fullmatch(str(user)):
        return
    for name, found in registrations():
        for own in found.cycles if name == user else ():
            if cycle in (own, None):
                for row in _rows_of(world, found, own, places=20):
                    yield (name, own, found.org, found.id, *row)


REGISTERED_VALUES = Table(
    "statistics_registered",
    (
        Column("user_stats_id", domain="statistics_selection"),
        Column("prd_se"),
        Column("org_id", domain="statistics_org"),
        Column("tbl_id", domain="statistics_table"),
        *_COLUMNS,
    ),
    lambda world: (row for name, _ in registrations() for row in _registered(world, (name,))),
    key=("user_stats_id", "prd_se", "c1", "c2", "itm_id", "prd_de"),
    by=("user_stats_id", "prd_se"),
    part=_registered,
)

VALUES = (STATISTICS_VALUES, REGISTERED_VALUES)
