"""Express and intercity coaches: terminals, grades, departures, what is on the road now.

Express coaches carry the three-digit codes of their terminals behind ``NAEK``; several terminals of
one city stand beside one another. Intercity terminals are made up, one to three a city. Companies
are fictional.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from math import isqrt

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.expressway.days import NOW, kind_of, read_day, text_of
from kopa_env.world.tables.transit.cities import REGIONS, cities, city_by_code
from kopa_env.world.world import World

FIRST, LAST = date(2024, 1, 1), date(2026, 3, 1)
EXPRESS_GRADES = (
    # code, name, tenths of a won a kilometre, weight
    ("1", "우등", 1_010, 52), ("2", "고속", 690, 18), ("3", "심야우등", 1_110, 6),
    ("4", "심야고속", 760, 2), ("5", "일반", 690, 4), ("6", "일반심야", 760, 1),
    ("7", "프리미엄", 1_310, 15), ("8", "심야프리미엄", 1_440, 2),
)  # fmt: skip
INTERCITY_GRADES = (
    ("IDG", "일반", 1_310, 62), ("WDG", "우등", 1_480, 24), ("SYG", "심야일반", 1_440, 6),
    ("SWG", "심야우등", 1_620, 3), ("PRM", "프리미엄", 1_760, 5),
)  # fmt: skip
_FIRMS = ("가온고속", "나래고속", "담온고속", "여울고속", "해율고속", "솔율고속", "새담고속")
_SEOUL = (37_500_000, 127_010_000)
_CLOCK = 9 * 60


@dataclass(frozen=True, slots=True)
class Terminal:
    """A terminal; place in millionths of a degree."""

    code: str
    name: str
    city: str
    lat: int
    lon: int


@lru_cache(maxsize=1)
def express_terminals() -> dict[str, Terminal]:
    """Return every express terminal by its three digits."""
    found = {}
    for r in fact_rows("coach_terminals"):
        city = city_by_code().get(r["city"])
        lat, lon = (city.lat, city.lon) if city else _SEOUL
        found[r["code"]] = Terminal(r["code"], r["name"], r["city"], lat, lon)
    return found


@lru_cache(maxsize=1)
def intercity_terminals() -> dict[str, Terminal]:
    """Return every intercity terminal by its id."""
    found: dict[str, Terminal] = {}
    kinds = ("시외버스터미널", "북부터미널", "정류장")
    for name in ("서울남부", "동서울", "서울상봉"):
        code = f"NAI{len(found) + 1:03d}1100"
        found[code] = Terminal(code, name, "11", *_SEOUL)
    for city in cities():
        draw = Draw("intercity terminals", city.code)
        count = 3 if city.metropolitan else 2 if city.stops > 1_500 else 1
        for place in range(count):
            stem = city.name.partition("/")[0].rstrip("시군도")
            stem = stem.removesuffix("광역").removesuffix("특별")
            code = f"NAI{city.code.ljust(5, '0')}{place + 1:02d}"
            shift = draw.between(-20_000, 20_000)
            found[code] = Terminal(
                code, f"{stem}{kinds[place]}", city.code, city.lat + shift, city.lon - shift
            )
    return found


def kilometres(a: Terminal, b: Terminal) -> int:
    """Return the rough way by road between two terminals."""
    north, east = (a.lat - b.lat) // 1_000, (a.lon - b.lon) // 1_000 * 4 // 5
    return max(8, isqrt(north * north + east * east) * 111 * 125 // 100_000)


def _pull(terminal: Terminal) -> int:
    if terminal.city == "11":
        return 100
    city = city_by_code()[terminal.city]
    return 46 if city.metropolitan else min(30, 4 + city.stops // 120)


def _departures(seed: int, kind: str, a: Terminal, b: Terminal) -> int:
    """Return how many coaches go a day; none between most pairs."""
    km = kilometres(a, b)
    if a.city == b.city or km < 40 or km > 480:
        return 0
    many = _pull(a) * _pull(b) * 120 // (60 + km) // (42 if kind == "express" else 30)
    if not Draw(seed, "coaches", kind, *sorted((a.code, b.code))).chance(240 + many * 20):
        return 0
    return min(70, many)


def _list(prefix: str, terminals: dict[str, Terminal]) -> list[Row]:
    return [
        (prefix + t.code, t.name, t.code, REGIONS[t.city[:2]], t.city) for t in terminals.values()
    ]


EXPRESS_TERMINALS, INTERCITY_TERMINALS = (
    Table(
        name,
        (
            Column("terminalid", domain=domain),
            Column("terminalnm", domain=f"{domain}_name"),
            Column("code", domain=f"{domain}_code"),
            Column("region"),
            Column("city", domain="transit_city", gen="ref"),
        ),
        rows,
        key=("terminalid",),
    )
    for name, domain, rows in (
        (
            *("transit_express_terminals", "express_terminal"),
            lambda world: _list("NAEK", express_terminals()),
        ),
        (
            *("transit_intercity_terminals", "intercity_terminal"),
            lambda world: _list("", intercity_terminals()),
        ),
    )
)
EXPRESS_GRADE_TABLE, INTERCITY_GRADE_TABLE = (
    Table(
        name,
        (Column("gradeid", domain="coach_grade"), Column("gradenm", gen="fact")),
        rows,
        key=("gradeid",),
    )
    for name, rows in (
        ("transit_express_grades", lambda world: [g[:2] for g in EXPRESS_GRADES]),
        ("transit_intercity_grades", lambda world: [g[:2] for g in INTERCITY_GRADES]),
    )
)


@dataclass(frozen=True, slots=True)
class Coach:
    """One departure: minutes of the day, and on the way."""

    leaves: int
    takes: int
    grade: str
    grade_name: str
    fare: int
    firm: str


def coaches(seed: int, kind: str, a: Terminal, b: Terminal, day: date) -> list[Coach]:
    """Return the departures of a day in their order."""
    km, count = kilometres(a, b), _departures(seed, kind, a, b)
    grades = EXPRESS_GRADES if kind == "express" else INTERCITY_GRADES
    heavy = kind_of(day) in ("friday", "saturday", "sunday", "feast_eve", "feast", "feast_after")
    firm = Draw(seed, "coach firm", *sorted((a.code, b.code))).pick(_FIRMS)
    found = []
    for place in range(count):
        draw = Draw(seed, "coach", kind, a.code, b.code, place)
        if place % 5 == 4 and not heavy:
            continue
        leaves = 360 + place * 1_050 // count + draw.between(0, 9)
        late = leaves >= 22 * 60
        chosen = [g for g in grades if ("심야" in g[1]) == late]
        code, name, rate = draw.weighted([((g[0], g[1], g[2]), g[3]) for g in chosen])
        found.append(
            Coach(
                *(leaves, km * 60 // 84 + 12 + draw.between(0, 8), code, name),
                max(3_000, (km * rate + 500) // 1_000 * 100),
                firm,
            )
        )
    return found


def _stamp(day: date, minutes: int) -> str:
    day += timedelta(days=minutes // 1440)
    return f"{text_of(day)}{minutes % 1440 // 60:02d}{minutes % 60:02d}"


def _runs(world: World, kind: str, values: tuple[Value, ...]) -> Iterator[Row]:
    start, end, text = (str(v) if v is not None else "" for v in (*values, None, None, None)[:3])
    known = express_terminals() if kind == "express" else intercity_terminals()
    prefix = "NAEK" if kind == "express" else ""
    a, b = (known.get(code.removeprefix(prefix)) for code in (start, end))
    day = read_day(text)
    if a is None or b is None or day is None or not FIRST <= day <= LAST:
        return
    if kind != "express" and text != NOW:
        return
    for coach in coaches(world.seed, kind, a, b, day):
        yield (
            *(prefix + a.code, prefix + b.code, text, f"{prefix or 'R'}{a.code[-3:]}{b.code[-3:]}"),
            *(a.name, b.name, _stamp(day, coach.leaves), _stamp(day, coach.leaves + coach.takes)),
            *(coach.fare, coach.grade, coach.grade_name),
        )


def _runs_table(name: str, kind: str) -> Table:
    domain = f"{kind}_terminal"
    return Table(
        name,
        (
            Column("depid", domain=domain, gen="ref"),
            Column("arrid", domain=domain, gen="ref"),
            Column("day", domain="date"),
            Column("routeid", domain=f"{kind}_route"),
            Column("depplacenm", domain=f"{domain}_name", gen="ref"),
            Column("arrplacenm", domain=f"{domain}_name", gen="ref"),
            *(Column(n) for n in ("depplandtime", "arrplandtime")),
            Column("charge", "int"),
            Column("gradeid", domain="coach_grade", gen="ref"),
            Column("gradenm"),
        ),
        lambda world: iter(()),
        by=("depid", "arrid", "day"),
        part=lambda world, values: _runs(world, kind, values),
    )


EXPRESS_RUNS = _runs_table("transit_express_runs", "express")
INTERCITY_RUNS = _runs_table("transit_intercity_runs", "intercity")


def _destinations(world: World) -> Iterator[Row]:
    for a in express_terminals().values():
        for b in express_terminals().values():
            if _departures(world.seed, "express", a, b):
                yield (a.code, b.code, b.name)


DESTINATIONS = Table(
    "transit_express_destinations",
    (
        Column("dep", domain="express_terminal_code", gen="ref"),
        Column("arrtmncd", domain="express_terminal_code", gen="ref"),
        Column("arrtmnnm", domain="express_terminal_name", gen="ref"),
    ),
    _destinations,
    key=("dep", "arrtmncd"),
)


def _on_road(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    start, end = (str(v) if v is not None else "" for v in (*values, None, None)[:2])
    a, b = express_terminals().get(start), express_terminals().get(end)
    today = read_day(NOW)
    if a is None or b is None or today is None:
        return
    places = ("휴게소 부근", "나들목 부근", "톨게이트 부근", "분기점 부근")
    for coach in coaches(world.seed, "express", a, b, today):
        arrives = coach.leaves + coach.takes
        if coach.leaves > _CLOCK or arrives < _CLOCK - 60:
            continue
        left, there = arrives - _CLOCK, arrives <= _CLOCK
        draw = Draw(world.seed, "coach place", a.code, b.code, coach.leaves)
        yield (
            *(a.code, b.code, a.name, b.name, f"{coach.leaves // 60:02d}:{coach.leaves % 60:02d}"),
            *(coach.firm, coach.grade_name),
            "도착완료" if there else f"{left // 60}시간 {left % 60}분",
            "도착" if there else f"{b.name if left < 40 else a.name} {draw.pick(places)}",
            f"{today.isoformat()} {arrives // 60:02d}:{arrives % 60:02d}",
        )


ON_ROAD = Table(
    "transit_express_on_road",
    (
        Column("dep", domain="express_terminal_code", gen="ref"),
        Column("arr", domain="express_terminal_code", gen="ref"),
        Column("deptmnnm", domain="express_terminal_name", gen="ref"),
        Column("arrtmnnm", domain="express_terminal_name", gen="ref"),
        *(Column(n) for n in ("deptm", "corpnm", "busgrdnm", "rmntm", "curlocnm", "arrprdttm")),
    ),
    lambda world: iter(()),
    by=("dep", "arr"),
    part=_on_road,
)
