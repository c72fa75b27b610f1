"""Vehicles counted at toll gates: in the last quarters of an hour, by region, by day, at feasts.

One size a gate (vehicles on a middling day) stands behind every count, so that the list by region
and the nationwide one are sums of the list by gate. Live counts are about eighty minutes old at the
world's clock, 09:00.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.expressway.days import (
    FEASTS,
    FIRST,
    LATEST,
    NOW,
    hour_share,
    level,
    read_day,
    span,
    text_of,
)
from kopa_env.world.tables.expressway.network import Gate, gates, ways_from
from kopa_env.world.world import World

COUNTED = ("00", "01", "02", "08", "10")
"""Operators whose gates report at once."""

CLASSES = (("1", 886), ("2", 22), ("3", 30), ("4", 13), ("5", 14), ("6", 35))
"""Vehicle classes and their per mille; 6 is the light car."""

SLOTS = ("0600", "0615", "0630", "0645", "0700", "0715", "0730")
SHOWN = SLOTS[3:]
"""The quarters of an hour that are shown: four; the hour before is made of the first four."""

_CLASS_NAMES = {str(n): f"{n}종" for n in range(1, 7)}
_GROUPS = {
    "1": ("1", "소형차"), "2": ("2", "중형차"), "3": ("2", "중형차"), "4": ("3", "대형차"),
    "5": ("3", "대형차"), "6": ("1", "소형차"),
}  # fmt: skip
_TCS = (("1", "TCS", 36), ("2", "hi-pass", 964))
_INOUT = (("0", "입구"), ("1", "출구"))
_UNITS = {"1": "한 시간", "2": "15분", "3": "5분"}
_METRO = ("서울", "경기", "인천")
_LARGE = frozenset(
    [
        "서울",
        "서서울",
        "동서울",
        "인천",
        "수원신갈",
        "기흥",
        "부산",
        "북부산",
        "대전",
        "북대구",
        "군자",
    ]
)
_OPEN = ("1000", "1100", "1200", "1300", "1040")
Count = tuple[Gate, str, str, str, str, int]
"""Gate, quarter of an hour, entry or exit, class, payment, vehicles."""


@lru_cache(maxsize=4)
def sizes(seed: int) -> dict[str, int]:
    """Return the vehicles of a middling day by gate code."""
    found = {}
    for gate in gates():
        draw = Draw(seed, "gate size", gate.code)
        weight = 230 if gate.at.sido in _METRO else 72
        found[gate.code] = draw.skewed(700, 60_000, 3) * weight * (10 if gate.electronic else 100)
        found[gate.code] = max(120, found[gate.code] // 10_000)
        if gate.name in _LARGE:
            found[gate.code] = draw.between(42_000, 118_000)
    return found


@lru_cache(maxsize=2)
def _counts(seed: int) -> tuple[Count, ...]:
    """Return every live count that is not zero, in the order of the list."""
    found: list[Count] = []
    today = LATEST + timedelta(days=1)
    per_day, size = level(today), sizes(seed)
    for slot in SLOTS:
        share = hour_share(today, int(slot[:2]))
        for gate in gates():
            if gate.operator not in COUNTED:
                continue
            for inout, _ in _INOUT:
                draw = Draw(seed, "live", slot, gate.code, inout)
                base = size[gate.code] * per_day * share * draw.between(84, 116)
                for car, part in CLASSES:
                    for tcs, _, paid in _TCS:
                        # vehicles in millions: per mille three times, level, noise, four quarters
                        many = base * part * paid // (4 * 1_000_000)
                        count, rest = divmod(many, 1_000_000_000)
                        count += draw.chance(rest // 1_000_000)
                        if count:
                            found.append((gate, slot, inout, car, tcs, count))
    return tuple(found)


def _operator(code: str) -> str:
    return "도공" if code == "00" else "민자"


def _tcs_name(code: str) -> str:
    return "TCS" if code == "1" else "hi-pass"


def _inout_name(code: str) -> str:
    return "입구" if code == "0" else "출구"


def _by_gate(world: World) -> Iterator[Row]:
    hours: dict[tuple[Gate, str, str, str], int] = {}
    for gate, slot, inout, car, tcs, count in _counts(world.seed):
        if slot in SHOWN:
            yield _gate_row("2", slot, gate, inout, car, tcs, count)
        if slot in SLOTS[:4]:
            key = (gate, inout, car, tcs)
            hours[key] = hours.get(key, 0) + count
    for (gate, inout, car, tcs), count in hours.items():
        yield _gate_row("1", SLOTS[0], gate, inout, car, tcs, count)


def _gate_row(unit: str, slot: str, gate: Gate, inout: str, car: str, tcs: str, count: int) -> Row:
    return (
        *(gate.operator, _operator(gate.operator), unit, _UNITS[unit], tcs, _tcs_name(tcs), car),
        *(count, NOW, slot, gate.code, gate.name, inout, _inout_name(inout)),
    )


_LIVE = (
    Column("exdivcode", domain="road_operator"),
    *(Column(n) for n in ("exdivname", "tmtype", "tmname", "tcstype", "tcsname")),
    Column("cartype", domain="vehicle_class"),
    Column("trafficamout", "int"),
    Column("sumdate", domain="date"),
    Column("sumtm"),
)

GATE_COUNTS = Table(
    "expressway_gate_counts",
    (
        *_LIVE,
        Column("unitcode", domain="toll_gate", gen="ref"),
        Column("unitname", domain="toll_gate_name", gen="ref"),
        Column("inouttype"),
        Column("inoutname"),
    ),
    _by_gate,
    key=("tmtype", "sumtm", "unitcode", "inouttype", "cartype", "tcstype"),
    index=(("unitcode",), ("tmtype", "inouttype")),
)


@lru_cache(maxsize=1)
def _centres() -> dict[str, tuple[str, str]]:
    """Return the region of each private operator: code and name."""
    return {
        r["code"]: (r["region"], r["centre"])
        for r in fact_rows("expressway_operators")
        if r["region"]
    }


def region_of(gate: Gate) -> tuple[str, str]:
    """Return the region a gate counts for: a head office, or a private road's centre."""
    return _centres().get(gate.operator, (gate.branch.region, gate.branch.office_name))


def _by_region(world: World) -> Iterator[Row]:
    sums: dict[tuple[str, ...], int] = {}
    for gate, slot, inout, car, tcs, count in _counts(world.seed):
        open_ = "1" if gate.at.route in _OPEN else "0"
        key = (gate.operator, *region_of(gate), inout, car, tcs, open_)
        if slot in SLOTS[:4]:
            sums["1", SLOTS[0], *key] = sums.get(("1", SLOTS[0], *key), 0) + count
        if slot == SLOTS[-1]:
            sums["2", slot, *key] = count + sums.get(("2", slot, *key), 0)
            sums["3", "0740", *key] = count // 3 + sums.get(("3", "0740", *key), 0)
    for (unit, slot, op, code, name, inout, car, tcs, open_), count in sorted(sums.items()):
        if count:
            yield (
                *(op, _operator(op), unit, _UNITS[unit], tcs, _tcs_name(tcs), car, count),
                *(NOW, slot, code, name, inout, _inout_name(inout), open_),
                "개방식" if open_ == "1" else "폐쇄식",
            )


REGION_COUNTS = Table(
    "expressway_region_counts",
    (
        *_LIVE,
        Column("regioncode", domain="region3"),
        *(Column(n) for n in ("regionname", "inouttype", "inoutname", "opencltype", "openclname")),
    ),
    _by_region,
    index=(("tmtype",), ("regioncode",)),
)


def _nationwide(world: World) -> Iterator[Row]:
    sums: dict[tuple[str, str, str, str, str], int] = {}
    for gate, slot, inout, car, tcs, count in _counts(world.seed):
        if inout == "0":
            units = [("2", slot)] if slot in SHOWN else []
            units += [("1", SLOTS[0])] if slot in SLOTS[:4] else []
            for unit, at in units:
                key = (unit, at, gate.operator, car, tcs)
                sums[key] = sums.get(key, 0) + count
    for (unit, slot, op, car, tcs), count in sorted(sums.items()):
        yield (op, _operator(op), unit, _UNITS[unit], tcs, _tcs_name(tcs), car, count, NOW, slot)


NATION_COUNTS = Table("expressway_nation_counts", _LIVE, _nationwide, index=(("tmtype",),))

# ---- days and feasts -------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _by_operator(seed: int) -> dict[str, int]:
    found: dict[str, int] = {}
    size = sizes(seed)
    for gate in gates():
        found[gate.operator] = found.get(gate.operator, 0) + size[gate.code]
    return dict(sorted(found.items()))


def _day(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    day = read_day(values[0])
    if day is None or not FIRST <= day <= LATEST:
        return
    text, much = text_of(day), level(day)
    total = dict.fromkeys((car for car, _ in CLASSES), 0)
    rows: list[Row] = []
    for operator, size in _by_operator(world.seed).items():
        draw = Draw(world.seed, "day", text, operator)
        for car, part in CLASSES:
            busy = 100 if car in ("1", "6") or day.weekday() < 5 else 52
            many = size * much * part * busy * draw.between(970, 1030) // 1_000_000_000_000
            total[car] += many
            rows.append((text, operator, car, many))
    yield from ((text, "all", car, many) for car, many in total.items())
    yield from rows


DAYS = Table(
    "expressway_days",
    (
        Column("sumdate", domain="date"),
        Column("exdivcode", domain="road_operator"),
        Column("cartype", domain="vehicle_class"),
        Column("trafficvolumn", "int"),
    ),
    lambda world: (row for day in span(FIRST, LATEST) for row in _day(world, (text_of(day),))),
    key=("sumdate", "exdivcode", "cartype"),
    by=("sumdate",),
    part=_day,
)

_SCOPES = (
    *(("1", "연휴 전체", -2, 2), ("2", "귀성", -2, -1)),
    *(("3", "당일", 0, 0), ("4", "귀경", 1, 2)),
)


def _feasts(world: World) -> Iterator[Row]:
    whole = sum(sizes(world.seed).values())
    for year in range(FIRST.year, LATEST.year):
        for number, (feast, days) in enumerate(FEASTS.items(), start=1):
            for scope, name, first, last in _SCOPES:
                spanned = span(days[year] + timedelta(first), days[year] + timedelta(last))
                for hour in range(24):
                    draw = Draw(world.seed, "feast", year, feast, scope, hour)
                    many = sum(
                        whole * level(d) * hour_share(d, hour) // 10_000_000 for d in spanned
                    )
                    many = many * draw.between(96, 104) // 100
                    yield (str(year), feast, str(number), name, scope, str(hour), many)


FEAST_HOURS = Table(
    "expressway_feast_hours",
    (
        Column("stdyear", domain="year4"),
        *(Column(n) for n in ("sphldfttnm", "sphldfttcode")),
        *(Column(n) for n in ("sphldfttscoptypenm", "sphldfttscoptypecode", "stdhour")),
        Column("trfl", "int"),
    ),
    _feasts,
    index=(("stdyear",),),
)

# ---- from gate to gate -----------------------------------------------------------------------


def partners(code: str) -> tuple[str, ...]:
    """Return the gates most vehicles of a gate come from: the nearest ones, and two far ones."""
    ways = sorted((w.total, other) for other, w in ways_from(code).items() if other != code)
    near = [other for _, other in ways[:4]]
    far = [other for _, other in ways[30::240]][:2]
    return tuple(dict.fromkeys((*near, *far)))


def _by_class(world: World) -> Iterator[Row]:
    today = LATEST + timedelta(days=1)
    share, names = hour_share(today, 7), {g.code: g.name for g in gates()}
    for basis in ("1", "2"):
        for gate in gates():
            if gate.operator != "00":
                continue
            for rank, other in enumerate(partners(gate.code), start=2):
                draw = Draw(world.seed, "class", basis, gate.code, other)
                size = sizes(world.seed)[gate.code] * share // (1000 * rank)
                for car, part in CLASSES:
                    many = size * part * draw.between(70, 130) // 100_000
                    if not many:
                        continue
                    own, start = (gate.name, names[other])
                    yield (
                        *(NOW, "07", gate.code, own, start, "출구" if basis == "2" else "입구"),
                        *(car, _CLASS_NAMES[car], *_GROUPS[car], many),
                        *(gate.branch.office, gate.branch.office_name, gate.branch.code),
                        *(gate.branch.name, "1", basis),
                    )


GATE_CLASSES = Table(
    "expressway_gate_classes",
    (
        Column("stddate", domain="date"),
        Column("stdhour"),
        Column("unitcode", domain="toll_gate", gen="ref"),
        Column("unitname", domain="toll_gate_name", gen="ref"),
        Column("startunitname", domain="toll_gate_name", gen="ref"),
        Column("inoutname"),
        Column("tcscartypecd", domain="vehicle_class"),
        *(Column(n) for n in ("tcscartypenm", "tcscartypegrpcd", "tcscartypegrpnm")),
        Column("trafficamout", "int"),
        Column("centercode", domain="head_office", gen="ref"),
        Column("centername", domain="head_office_name", gen="fact"),
        Column("brofcode", domain="branch_office", gen="ref"),
        Column("brofname", domain="branch_office_name", gen="fact"),
        Column("sumtmunittypecode"),
        Column("startendstdtypecode"),
    ),
    _by_class,
    index=(("startendstdtypecode",),),
)
