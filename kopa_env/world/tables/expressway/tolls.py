"""Tolls between any two gates, by vehicle class: a basic sum, and so much a kilometre.

Two lanes cost half, six lanes a fifth more. Classes 1 to 5 rise in this order, 6 is the light car
at half of 1; 7 and 8 are kept as the platform has them, like 6 and 1. All of it is computed; a list
of some 340,000 rows, in parts by gate of origin, readable by gate of arrival too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from kopa_env.world.table import Column, Row, Series, Table, Value
from kopa_env.world.tables.expressway.network import Gate, Way, gate_by_code, gates, ways_from
from kopa_env.world.world import World

BASE = 900
"""What every journey costs at least (won)."""

RATES = (443, 452, 470, 629, 744)
"""A tenth of a won a kilometre, classes 1 to 5."""

_NIGHT, _DAWN = ("2100", "0600"), ("0500", "0700")
_SPEED = 96


def toll(way: Way, rate: int) -> int:
    """Return the toll of one class in won, rounded to hundreds."""
    weighted = way.lanes2 * 5 + way.lanes4 * 10 + way.lanes6 * 12
    return (BASE * 1000 + rate * weighted + 50_000) // 100_000 * 100


def tolls(way: Way) -> tuple[int, ...]:
    """Return the tolls of classes 1 to 8."""
    first = [toll(way, rate) for rate in RATES]
    light = (first[0] // 2 + 25) // 50 * 50
    return (*first, light, light, first[0])


def _share(prices: Sequence[int], per_cent: int) -> tuple[int, ...]:
    return tuple((price * per_cent + 2_500) // 5_000 * 50 for price in prices)


@lru_cache(maxsize=1)
def _operators() -> dict[str, str]:
    from kopa_env.world.fact_rows import fact_rows

    return {r["code"]: r["name"] for r in fact_rows("expressway_operators")}


def _row(start: Gate, end: Gate, way: Way) -> Row:
    prices = tolls(way)
    same = start.code == end.code
    minutes = way.total * 6 // _SPEED
    night: tuple[Value, ...] = (*_share(prices, 50), *_NIGHT)
    dawn: tuple[Value, ...] = (*_share(prices, 80), *_DAWN)
    nothing: tuple[Value, ...] = (None,) * 10
    return (
        *(start.code, start.name, end.code, end.name, end.operator, _operators()[end.operator]),
        *prices,
        *(nothing if same else night),
        *(nothing if same else dawn),
        *(f"{d // 10}.{d % 10}" for d in (way.lanes2, way.lanes4, way.lanes6)),
        *(str(minutes // 60), str(minutes % 60)),
    )


def _part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    """Yield the journeys from a gate, or to a gate: by code or by name."""
    start_code, start_name, end_code, end_name = (*values, None, None, None)[:4]
    starts = [g for g in gates() if _is(g, start_code, start_name)]
    ends = [g for g in gates() if _is(g, end_code, end_name)]
    known = {gate.code for gate in ends}
    if len(starts) == 1:
        for code, way in ways_from(starts[0].code).items():
            if code in known:
                yield _row(starts[0], gate_by_code()[code], way)
    elif len(ends) == 1:
        for code, way in ways_from(ends[0].code).items():
            yield _row(gate_by_code()[code], ends[0], way)


def _is(gate: Gate, code: Value, name: Value) -> bool:
    return code in (None, gate.code) and name in (None, gate.name)


def _named(prefix: str) -> tuple[Column, ...]:
    return tuple(Column(f"{prefix}knd{n}amt", "int", null_rate=0.002) for n in range(1, 9))


TOLLS = Table(
    "expressway_tolls",
    (
        Column("dprtrtolofcd", domain="toll_gate", gen="ref"),
        Column("dprtrtolofnm", domain="toll_gate_name", gen="ref"),
        Column("arrvtolofcd", domain="toll_gate", gen="ref"),
        Column("arrvtolofnm", domain="toll_gate_name", gen="ref"),
        Column("hoinstcd", domain="road_operator"),
        Column("hoinstnm", gen="fact"),
        *_named("nrml"),
        *_named("odn1dc"),
        *(Column(n, null_rate=0.002) for n in ("odn1dcstrthhmm", "odn1dcendhhmm")),
        *_named("odn2dc"),
        *(Column(n, null_rate=0.002) for n in ("odn2dcstrthhmm", "odn2dcendhhmm")),
        *(Column(n) for n in ("crgw2sumdstne", "crgw4sumdstne", "crgw6sumdstne")),
        *(Column(n) for n in ("houruntdrvehour", "mmuntdrvehour")),
    ),
    lambda world: (row for gate in gates() for row in _part(world, (gate.code,))),
    key=("dprtrtolofcd", "arrvtolofcd"),
    by=("dprtrtolofcd", "dprtrtolofnm", "arrvtolofcd", "arrvtolofnm"),
    part=_part,
    series=Series(
        keys=lambda world: [gate.code for gate in gates()],
        size=lambda world, code: len(ways_from(code)),
        items=(),
        find=lambda world, conditions: [],
        life=lambda world, item: ("", ""),
        history=lambda world, item, keys: [],
    ),
    either=True,
)
