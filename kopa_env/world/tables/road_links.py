"""Road links, incidents and cameras of the national traffic centre: expressways and national roads.

Links of expressways are cut from the sections of the expressway tables and go at their speed, and
incidents on them are the ones reported there. National roads bear real numbers; their course is
made up, from district to district. Names are written in another way than the expressway
corporation does (``경부고속도로`` for ``경부선``), cameras excepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import lru_cache

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import districts, provinces
from kopa_env.world.tables.expressway.days import LATEST
from kopa_env.world.tables.expressway.flow import speed_of
from kopa_env.world.tables.expressway.incidents import Incident, incidents
from kopa_env.world.tables.expressway.network import Route, degrees, place
from kopa_env.world.tables.expressway.roads import sections
from kopa_env.world.tables.expressway.sites import leads_up
from kopa_env.world.world import World

MADE_AT = "20260130085500"
_ZONE = timezone(timedelta(hours=9))

_NATIONAL = (
    *(1, 2, 3, 4, 5, 6, 7, 13, 14, 15, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30),
    *(31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 42, 43, 44, 45, 46, 47, 48, 56, 58, 59, 67, 75),
    *(77, 79, 82, 87, 88),
)
_LINKS = 5
"""How many links a national road has in a district, each way."""


def full_name(route: Route) -> str:
    """Return a route's name as roads are called: ``경부고속도로``, ``호남고속도로지선``."""
    name = route.name.partition("(")[0]
    for tail, long in (("선의지선", "고속도로지선"), ("지선", "고속도로지선"), ("선", "고속도로")):
        if name.endswith(tail):
            return name.removesuffix(tail) + long
    return f"{name}고속도로"


def road_number(route: Route) -> str:
    """Return a route's number as on signs: ``1`` for ``0010``."""
    return str(int(route.code) // 10)


@dataclass(frozen=True, slots=True)
class Link:
    """One link: ``way`` is ``up`` or ``down``; place in millionths of a degree."""

    number: int
    link: str
    start: str
    end: str
    kind: str
    road: str
    code: str
    heading: str
    way: str
    lat: int
    lon: int
    metres: int
    speed: int


def _link_id(number: int) -> str:
    return f"{1_000_000_100 + number * 1_000}"


@lru_cache(maxsize=4)
def links(seed: int) -> tuple[Link, ...]:
    """Return every link, expressways first."""
    found: list[Link] = []
    today = LATEST + timedelta(days=1)
    for s in sections():
        count = max(1, s.metres // 3_500)
        speed = speed_of(seed, s, today, 8, Draw(seed, "flow", s.code).below(100))
        for n in range(count):
            at = place(s.route.code, s.start + (s.end - s.start) * (2 * n + 1) // (2 * count))
            number = len(found)
            own = max(5, speed + Draw(seed, "link", s.code, n).between(-4, 4))
            found.append(
                Link(
                    *(number, _link_id(number), *_nodes(number), "ex", full_name(s.route)),
                    *(road_number(s.route), f"{s.route.heading(s.way)}방향"),
                    "up" if leads_up(s.route.code, s.way) else "down",
                    *(at.lat, at.lon, s.metres // count, own),
                )
            )
    return (*found, *_national(seed, len(found)))


def _nodes(number: int) -> tuple[str, str]:
    return _link_id(number)[:-3] + "000", _link_id(number + 1)[:-3] + "000"


def _national(seed: int, first: int) -> Iterator[Link]:
    known = {p.short: p for p in provinces()}
    number = first
    for district in districts():
        province = known[district.province]
        base = Draw(0, "district-centre", district.province, district.name)
        lat = province.lat * 100 + base.between(-province.spread, province.spread) * 100
        lon = province.lon * 100 + base.between(-province.spread, province.spread) * 100
        draw = Draw("national roads", district.code)
        urban = district.name.endswith("구")
        for road in sorted({draw.pick(_NATIONAL) for _ in range(2)}):
            for way in ("up", "down"):
                for n in range(_LINKS):
                    own = Draw(seed, "national", district.code, road, way, n)
                    speed = own.between(16, 48) if urban else own.between(38, 78)
                    off = n - _LINKS // 2
                    yield Link(
                        *(number, _link_id(number), *_nodes(number), "its", f"국도{road}호선"),
                        *(str(road), "상행" if way == "up" else "하행", way),
                        lat + off * 6_000 + own.between(-900, 900),
                        lon + off * 4_000 * (1 if road % 2 else -1),
                        own.between(380, 2_400),
                        speed,
                    )
                    number += 1


def _links(world: World) -> Iterator[Row]:
    for link in links(world.seed):
        seconds = link.metres * 36 // (link.speed * 10)
        yield (
            *(link.road, link.heading, str(link.number % 900 + 1), link.link, link.start, link.end),
            *(f"{link.speed}.0", f"{seconds}.0", MADE_AT, link.kind, link.code, link.way),
            *(degrees(link.lon), degrees(link.lat), link.metres),
        )


LINKS = Table(
    "road_links",
    (
        Column("roadname", domain="road_name"),
        *(Column(n) for n in ("roaddrctype", "linkno")),
        Column("linkid", domain="standard_link"),
        Column("startnodeid", domain="standard_node"),
        Column("endnodeid", domain="standard_node"),
        *(Column(n) for n in ("speed", "traveltime", "createddate", "kind")),
        Column("roadno", domain="road_number"),
        *(Column(n) for n in ("way", "x", "y")),
        Column("metres", "int"),
    ),
    _links,
    key=("linkid",),
    index=(("x",), ("kind",)),
)

# ---- incidents -------------------------------------------------------------------------------

_NATIONAL_INCIDENTS = 96
_TYPES = {
    # code: kind of the platform, word, detail
    "01": ("acc", "교통사고", "추돌사고"), "02": ("etc", "기타돌발", "고장차량"),
    "03": ("wor", "공사", "도로보수"), "04": ("etc", "기타돌발", "차량증가"),
    "05": ("wea", "기상", "노면결빙"),
}  # fmt: skip


def _national_incident(draw: Draw, link: Link) -> Row:
    code = draw.weighted((("03", 62), ("01", 14), ("02", 10), ("04", 8), ("05", 6)))
    kind, word, detail = _TYPES[code]
    start = datetime(2026, 1, 30, 9, tzinfo=_ZONE) - timedelta(minutes=draw.between(5, 2_800))
    blocked = f"{draw.between(1, 2)}차로" if draw.chance(560) else None
    ends = start + timedelta(hours=draw.between(50, 400)) if code == "03" else None
    near = f"{school_names.place(draw)}교차로 부근"
    return (
        *("its", "국도", kind, word, detail, start.strftime("%Y%m%d%H%M%S")),
        *(degrees(link.lon), degrees(link.lat), link.link, link.road, link.code, link.heading),
        *("차로 차단" if blocked else "차단 없음", blocked, f"{near} {detail}"),
        ends.strftime("%Y%m%d%H%M%S") if ends else None,
    )


def _expressway_incident(incident: Incident, link: str) -> Row:
    kind, word, detail = _TYPES[incident.code]
    blocked: Value = ",".join(f"{n}차로" for n in incident.lanes) or None
    start = f"{incident.day.isoformat().replace('-', '')}{incident.at.replace(':', '')}"
    began = datetime.strptime(start, "%Y%m%d%H%M%S").replace(tzinfo=_ZONE)
    ends = began + timedelta(hours=incident.hours + 3)
    return (
        *("ex", "고속도로", kind, word, detail, start),
        *(degrees(incident.spot.lon), degrees(incident.spot.lat), link),
        *(full_name(incident.route), road_number(incident.route)),
        f"{incident.route.heading(incident.way)}방향",
        *("차로 차단" if blocked else "차단 없음", blocked, incident.text),
        ends.strftime("%Y%m%d%H%M%S") if incident.code == "03" else None,
    )


def _incidents(world: World) -> Iterator[Row]:
    known = links(world.seed)
    express = [link for link in known if link.kind == "ex"]
    for incident in incidents(world.seed):
        if incident.code in _TYPES and not incident.over:
            way = "up" if leads_up(incident.route.code, incident.way) else "down"
            near = min(
                (k for k in express if k.code == road_number(incident.route) and k.way == way),
                key=lambda k: (k.lat - incident.spot.lat) ** 2 + (k.lon - incident.spot.lon) ** 2,
            )
            yield _expressway_incident(incident, near.link)
    national = known[len(express) :]
    for number in range(_NATIONAL_INCIDENTS):
        draw = Draw(world.seed, "national incident", number)
        yield _national_incident(draw, draw.pick(national))


ROAD_INCIDENTS = Table(
    "road_incidents",
    (
        *(Column(n) for n in ("kind", "type", "eventkind", "eventtype", "eventdetailtype")),
        *(Column(n) for n in ("startdate", "coordx", "coordy")),
        Column("linkid", domain="standard_link", gen="ref"),
        Column("roadname", domain="road_name"),
        Column("roadno", domain="road_number"),
        *(Column(n) for n in ("roaddrctype", "lanesblocktype")),
        Column("lanesblocked", null_rate=0.45),
        Column("message"),
        Column("enddate", null_rate=0.45),
    ),
    _incidents,
    index=(("kind",), ("coordx",)),
)

# ---- cameras ---------------------------------------------------------------------------------

_FORMATS = (("1", "HLS"), ("2", "MP4"), ("3", "JPEG"))


def _cameras(world: World) -> Iterator[Row]:
    number = 0
    for s in sections():
        if s.way == "S" or not Draw("camera", s.code).chance(850):
            continue
        at = s.middle
        name = f"[{s.route.name}] {s.name.partition('-')[0].removesuffix('IC')}"
        for kind, form in _FORMATS:
            number += 1
            yield ("ex", kind, _stream(number), form, name, _five(at.lon), _five(at.lat))
    national = [link for link in links(world.seed) if link.kind == "its" and link.way == "up"]
    for link in national:
        draw = Draw("national camera", link.link)
        if draw.chance(260):
            name = f"[{link.road}] {school_names.place(draw)}교차로"
            for kind, form in _FORMATS:
                number += 1
                yield ("its", kind, _stream(number), form, name, _five(link.lon), _five(link.lat))


def _stream(number: int) -> str:
    return f"http://cctvsec.example/stream{number}"


def _five(micro: int) -> str:
    return degrees(micro)[:-1]


CAMERAS = Table(
    "road_cameras",
    (
        *(Column(n) for n in ("kind", "cctvtype", "cctvurl", "cctvformat", "cctvname")),
        *(Column(n) for n in ("coordx", "coordy")),
        *(Column(n, null_rate=1.0) for n in ("roadsectionid", "filecreatetime", "cctvresolution")),
    ),
    lambda world: ((*row, None, None, None) for row in _cameras(world)),
    key=("cctvurl",),
    index=(("coordx",), ("cctvtype",)),
)

ROAD_LINKS: tuple[Table, ...] = (LINKS, ROAD_INCIDENTS, CAMERAS)
