"""Expressways as registers have them: gates, interchanges, sections, detectors, works.

Sections (콘존) run between two neighbouring points, one each way; detectors stand along them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.expressway.network import (
    Gate,
    Route,
    Spot,
    branch_of,
    degrees,
    gates,
    place,
    points,
    routes,
)
from kopa_env.world.tables.expressway.sites import address_of
from kopa_env.world.world import World

WAYS = ("E", "S")


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of road one way; kilometres in tenths, ``start`` below ``end``."""

    code: str
    name: str
    route: Route
    way: str
    start: int
    end: int
    limit: int

    @property
    def metres(self) -> int:
        """Return how long it is."""
        return (self.end - self.start) * 100

    @property
    def middle(self) -> Spot:
        """Return where its middle lies."""
        return place(self.route.code, (self.start + self.end) // 2)

    @property
    def detector(self) -> str:
        """Return the detector that speaks for it."""
        return detector_id(self.route.code, self.way, (self.start + self.end) * 5)


def detector_id(route: str, way: str, position: int) -> str:
    """Return a detector's id; the position is in hundredths of a kilometre."""
    return f"{route}VD{way}{position:05d}"


@lru_cache(maxsize=1)
def sections() -> tuple[Section, ...]:
    """Return every section, route by route, first towards the end, then towards the start."""
    found: list[Section] = []
    for route in routes().values():
        own = [p for p in points() if p.at.route == route.code]
        for way in WAYS:
            for n, (a, b) in enumerate(pairwise(own), start=1):
                if b.gap:
                    continue
                first, last = (a, b) if way == "E" else (b, a)
                slow = Draw("limit", route.code, n).chance(90)
                code = f"{route.code}CZ{way}{n * 10:03d}"
                name = f"{first.label}-{last.label}"
                limit = route.limit - 20 if slow else route.limit
                found.append(Section(code, name, route, way, a.at.km, b.at.km, limit))
    return tuple(found)


# ---- gates and interchanges ------------------------------------------------------------------


def _gates(world: World) -> Iterator[Row]:
    for g in gates():
        route = routes()[g.at.route]
        yield (
            *(g.code, g.name, route.short_code, route.code, route.name),
            *((degrees(g.at.lon), degrees(g.at.lat)) if g.located else (None, None)),
            *(g.operator, "Y" if g.operator == "00" else "N"),
            *(g.branch.office, g.branch.office_name, g.branch.code, g.branch.name),
        )


GATES = Table(
    "expressway_gates",
    (
        Column("unitcode", domain="toll_gate"),
        Column("unitname", domain="toll_gate_name", gen="fact"),
        Column("routeno", domain="route3", gen="fact"),
        Column("route", domain="route4", gen="fact"),
        Column("routename", domain="route_name", gen="fact"),
        Column("xvalue", null_rate=0.33),
        Column("yvalue", null_rate=0.33),
        Column("operator", domain="road_operator"),
        Column("own"),
        Column("centercode", domain="head_office"),
        Column("centername", domain="head_office_name", gen="fact"),
        Column("brofcode", domain="branch_office"),
        Column("brofname", domain="branch_office_name", gen="fact"),
    ),
    _gates,
    key=("unitcode",),
    index=(("routeno",), ("own",)),
)


def _interchanges(world: World) -> Iterator[Row]:
    for p in points():
        route = routes()[p.at.route]
        kind = "JC" if p.kind == "JC" else "IC"
        x, y = degrees(p.at.lon), degrees(p.at.lat)
        yield (f"{p.number * 3 + 1001}", p.label, kind, route.code, route.name, x, y)


INTERCHANGES = Table(
    "expressway_interchanges",
    (
        Column("iccode", domain="interchange"),
        Column("icname", domain="interchange_name", gen="fact"),
        Column("kind"),
        Column("routeno", domain="route4", gen="fact"),
        Column("routename", domain="route_name", gen="fact"),
        Column("xvalue"),
        Column("yvalue"),
    ),
    _interchanges,
    key=("iccode",),
    index=(("routeno",),),
)


def _sections(world: World) -> Iterator[Row]:
    for s in sections():
        yield (
            *(s.code, s.name, s.route.code, s.route.name, s.way, s.detector),
            *(s.metres, s.limit, f"{s.start}", f"{s.end}"),
        )


SECTIONS = Table(
    "expressway_sections",
    (
        Column("conzoneid", domain="conzone"),
        Column("conzonename", domain="conzone_name", gen="fact"),
        Column("routeno", domain="route4", gen="fact"),
        Column("routename", domain="route_name", gen="fact"),
        Column("updowntypecode"),
        Column("vdsid", domain="detector"),
        Column("metres", "int"),
        Column("limit_kmh", "int"),
        Column("start_km10"),
        Column("end_km10"),
    ),
    _sections,
    key=("conzoneid",),
    index=(("routeno",),),
)

# ---- detectors -------------------------------------------------------------------------------


def _plane(spot: Spot) -> tuple[str, str]:
    """Return rough plane coordinates in metres (centre 38° N, 127° E at 200000, 600000)."""
    x = 2_000_000 + (spot.lon - 127_000_000) * 888 // 1000
    y = 6_000_000 + (spot.lat - 38_000_000) * 1110 // 1000
    return f"{x // 10}.{x % 10}", f"{y // 10}.{y % 10}"


def _km(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def _detectors(world: World) -> Iterator[Row]:
    for s in sections():
        count = max(1, (s.end - s.start) // 24)
        span = (s.end - s.start) * 10
        kinds = (("1", "일반 구간", 80), ("2", "나들목 구간", 12), ("3", "터널 구간", 8))
        for n in range(count):
            begin = s.start * 10 + span * n // count
            end = s.start * 10 + span * (n + 1) // count
            middle = (begin + end) // 2 if count > 1 else (s.start + s.end) * 5
            code = detector_id(s.route.code, s.way, middle)
            if count > 1 and n == count // 2:
                code, middle = s.detector, (s.start + s.end) * 5
            draw = Draw("detector", code)
            kind, name = draw.weighted([((k, v), w) for k, v, w in kinds])
            yield (
                *(code, *_plane(place(s.route.code, middle // 10)), _km(middle)),
                *(_km(begin), _km(end), s.route.code, s.route.name, kind, name),
                *(str(n + 1 + s.start // 10), s.way, _km(end - begin), "101", "고속국도"),
                *("1", "한국도로공사", s.code),
            )


DETECTORS = Table(
    "expressway_detectors",
    (
        Column("vdsid", domain="detector"),
        *(Column(n) for n in ("grs80x", "grs80y", "shift", "vdsstartshift", "vdsendshift")),
        Column("routeno", domain="route4", gen="fact"),
        Column("routename", domain="route_name", gen="fact"),
        *(Column(n) for n in ("vdscode", "vdsname", "routeseq", "directioncode", "vdslength")),
        *(Column(n) for n in ("roadgradecode", "roadgradename")),
        *(Column(n) for n in ("equipmentbelongingcode", "equipmentbelongingname")),
        Column("czid", domain="conzone", gen="ref"),
    ),
    _detectors,
    key=("vdsid",),
    index=(("czid",), ("routeno",)),
)


@dataclass(frozen=True, slots=True)
class Classifier:
    """A detector that tells vehicle classes."""

    code: str
    section: Section
    position: int
    lanes: int
    installed: str


@lru_cache(maxsize=1)
def classifiers() -> tuple[Classifier, ...]:
    """Return every classifier: one in about fourteen sections has one."""
    found = []
    for s in sections():
        draw = Draw("classifier", s.code)
        if s.metres >= 4_000 and draw.chance(90):
            position = (s.start * 10 + s.end * 10) // 2 + draw.between(-80, 80)
            found.append(
                Classifier(
                    *(f"{s.route.code}AV{s.way}{position:05d}", s, position),
                    *(draw.between(2, 4), f"{draw.between(2008, 2024)}{draw.between(1, 12):02d}01"),
                )
            )
    return tuple(found)


def _classifiers(world: World) -> Iterator[Row]:
    for c in classifiers():
        spot = place(c.section.route.code, c.position // 10)
        b = branch_of(spot)
        yield (
            *(c.code, _km(c.position), c.installed, c.section.route.code, c.section.route.name),
            *(b.office, b.office_name, b.code, b.name, degrees(spot.lat), degrees(spot.lon)),
            *("101", "고속국도", "1", "한국도로공사", c.section.code),
        )


CLASSIFIERS = Table(
    "expressway_classifiers",
    (
        Column("avcid", domain="classifier"),
        Column("shift"),
        Column("registdate", domain="date"),
        Column("routeno", domain="route4", gen="fact"),
        Column("routename", domain="route_name", gen="fact"),
        Column("centercode", domain="head_office", gen="ref"),
        Column("centername", domain="head_office_name", gen="fact"),
        Column("brofcode", domain="branch_office", gen="ref"),
        Column("brofname", domain="branch_office_name", gen="fact"),
        *(Column(n) for n in ("latitude", "longitude", "roadgradecode", "roadgradename")),
        *(Column(n) for n in ("equipmentbelongingcode", "equipmentbelongingname")),
        Column("conzoneid", domain="conzone", gen="ref"),
    ),
    _classifiers,
    key=("avcid",),
)

# ---- works -----------------------------------------------------------------------------------

WORKS_COUNT = 597


def _works(world: World) -> Iterator[Row]:
    made = 0
    project = 0
    while made < WORKS_COUNT:
        draw = Draw(world.seed, "project", project)
        project += 1
        a, b = draw.pick(gates()), draw.pick(gates())
        route = draw.pick(tuple(routes().values()))
        name = f"{_stem(a)}-{_stem(b)} 고속도로"
        state = draw.weighted((("C02", 62), ("C03", 28), ("C01", 10)))
        first, last = {"C01": (2026, 2026), "C02": (2019, 2024), "C03": (2008, 2016)}[state]
        year = draw.between(first, last)
        office = f"{school_names.place(draw)}건설사업단"
        for part in range(draw.between(4, 16)):
            if made < WORKS_COUNT:
                made += 1
                yield _work(draw, part + 1, route, name, office, state, year)


def _stem(gate: Gate) -> str:
    return gate.name.removesuffix("하이패스")


def _work(
    draw: Draw, part: int, route: Route, name: str, office: str, state: str, year: int
) -> Row:
    spot = draw.pick(gates()).at
    begin, length = f"{year}{draw.between(2, 12):02d}", draw.between(31, 138)
    end = max(year + draw.between(4, 8), 2026 if state == "C02" else 0)
    towns = [address_of(draw, spot) for _ in range(2)]
    return (
        *(state, route.name, f"제{part}공구", office),
        *(None if draw.chance(340) else town for town in towns),
        *(name, f"{length // 10}.{length % 10}km", f"{begin}~{end}12"),
    )


WORKS = Table(
    "expressway_works",
    (
        Column("cmcncstrclsscd"),
        Column("routename", domain="route_name", gen="fact"),
        Column("sectionname"),
        Column("cnsof"),
        Column("cnstnstpntaddr", null_rate=0.34),
        Column("cnstnenpntaddr", null_rate=0.34),
        Column("bizmgmtname"),
        Column("cnstnextns"),
        Column("cnstnterm"),
    ),
    _works,
)
