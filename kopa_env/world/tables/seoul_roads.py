"""Seoul's roads at the world's clock: links with their speed, and what is in the way.

Road names are real, and which districts they run through; links, their ends and speeds are
generated. A link's id tells its district, as on the platform.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import pairwise

from kopa_env.language.particles import josa
from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.seoul_map import degrees, metres, plane
from kopa_env.world.tables.seoul_places import Dong, dongs, gus
from kopa_env.world.world import World

NOW = datetime(2026, 1, 30, 9)  # noqa: DTZ001 (the platform tells times without a zone)
_FAST = frozenset({"올림픽대로", "강변북로", "내부순환로", "동부간선도로", "서부간선도로"})
_CROSSINGS = (*("사거리",) * 9, *("삼거리",) * 4, *("교차로",) * 5, "지하차도", "고가차도")
_RAMPS = ("IC", "램프", "진입로", "JC", "대교북단", "대교남단")
_PACES = ((15, "정체"), (25, "서행"))
_FAST_PACES = ((30, "정체"), (50, "서행"))


@dataclass(frozen=True, slots=True)
class Link:
    """One link of a road in one direction; places in millionths of a degree."""

    link: str
    road: str
    gu: str
    start: str
    end: str
    start_place: tuple[int, int]
    end_place: tuple[int, int]
    speed: int

    @property
    def metres(self) -> int:
        """Its length."""
        return max(60, metres(*self.start_place, *self.end_place))

    @property
    def seconds(self) -> int:
        """How long it takes to drive through; the speed is in tenths of a kilometre an hour."""
        return max(1, self.metres * 36 // self.speed)

    @property
    def pace(self) -> str:
        """Free, slow or jammed, by the speed that such a road is made for."""
        bounds = _FAST_PACES if self.road in _FAST else _PACES
        return next((word for limit, word in bounds if self.speed < limit * 10), "원활")


@lru_cache(maxsize=2)
def links(seed: int) -> tuple[Link, ...]:
    """Return every link, district by district."""
    found: list[Link] = []
    for place, gu in enumerate(gus(), start=1):
        number = 0
        for row in fact_rows("seoul_roads"):
            if gu.gu not in row["gus"].split("|"):
                continue
            for link in _links_in(seed, row["road"], gu):
                number += 1
                found.append(_with_id(link, f"1{place:02d}{number:05d}00"))
    return tuple(found)


def _with_id(link: Link, code: str) -> Link:
    return Link(
        *(code, link.road, link.gu, link.start, link.end, link.start_place, link.end_place),
        link.speed,
    )


def _links_in(seed: int, road: str, gu: Dong) -> Iterator[Link]:
    """Yield a road's links within a district, there and back."""
    draw = Draw(seed, "road", road, gu.gu)
    nodes = _nodes(draw, road, gu)
    usual = draw.between(380, 700) if road in _FAST else draw.between(150, 330)
    for way in (nodes, list(reversed(nodes))):
        for (start, start_place), (end, end_place) in pairwise(way):
            speed = max(45, usual * draw.bell(55, 135) // 100)
            yield Link("", road, gu.gu, start, end, start_place, end_place, speed)


def _nodes(draw: Draw, road: str, gu: Dong) -> list[tuple[str, tuple[int, int]]]:
    """Return the crossings along a road in a district, one after another on a line."""
    own = [d for d in dongs() if d.gu == gu.gu]
    kinds = _RAMPS if road in _FAST else _CROSSINGS
    count = draw.between(9, 13) if road in _FAST else draw.between(7, 12)
    lat, lon = gu.lat * 1000, gu.lon * 1000
    north, east = draw.between(-14_000, 14_000), draw.between(-17_000, 17_000)
    across = draw.chance(500)
    names: dict[str, tuple[int, int]] = {}
    for n in range(count):
        name = _crossing(draw, own, kinds)
        along = -16_000 + 32_000 * n // (count - 1) + draw.between(-900, 900)
        off = draw.between(-700, 700)
        at = (north + off, along * 12 // 10) if across else (along, east + off)
        names.setdefault(name, (lat + at[0], lon + at[1]))
    return list(names.items())


def _crossing(draw: Draw, own: list[Dong], kinds: tuple[str, ...]) -> str:
    if draw.chance(450):
        return school_names.place(draw) + draw.pick(kinds)
    name = re.sub(r"(제?\d|·.*)+(동|가)$", r"\2", draw.pick(own).name)
    stem = re.sub(r"(본동|동|가)$", "", name)
    return (stem if len(stem) > 1 else name) + draw.pick(kinds)


def _links(world: World) -> Iterator[Row]:
    for k in links(world.seed):
        lat, lon = _middle(k)
        yield (
            *(k.link, k.road, k.gu, k.start, k.end, f"{k.speed // 10}.{k.speed % 10}"),
            *(str(k.seconds), k.metres, k.pace, degrees(lat), degrees(lon)),
        )


def _middle(link: Link) -> tuple[int, int]:
    (lat, lon), (to_lat, to_lon) = link.start_place, link.end_place
    return (lat + to_lat) // 2, (lon + to_lon) // 2


ROAD_SPEEDS = Table(
    "seoul_road_speeds",
    (
        Column("link_id", domain="seoul_link"),
        Column("road_nm", gen="fact"),
        Column("gu", gen="fact"),
        *(Column(n) for n in ("start_nd_nm", "end_nd_nm", "prcs_spd", "prcs_trv_time")),
        Column("dist", "int"),
        *(Column(n) for n in ("idx", "lat", "lon")),
    ),
    _links,
    key=("link_id",),
    index=(("gu",),),
)

# ---- incidents -------------------------------------------------------------------------------

INCIDENTS = 118
_KINDS: tuple[tuple[tuple[str, str, str, tuple[int, int]], int], ...] = (
    # (kind, detail, what, (minutes that have passed at most, minutes it goes on at most)), weight
    (("A04", "04B01", "시설물 보수", (2_600, 3_000)), 22),
    (("A04", "04B02", "도로 포장", (900, 1_400)), 10),
    (("A04", "04B03", "상수도 공사", (5_000, 8_000)), 8),
    (("A04", "04B04", "지하철 공사", (90_000, 200_000)), 7),
    (("A04", "04B05", "가로수 정비", (240, 360)), 5),
    (("A01", "01B01", "추돌 사고", (70, 60)), 16),
    (("A01", "01B02", "차량 단독 사고", (60, 50)), 6),
    (("A01", "01B03", "보행자 사고", (50, 60)), 3),
    (("A02", "02B01", "차량 고장", (50, 45)), 12),
    (("A05", "05B01", "집회", (180, 420)), 5),
    (("A05", "05B02", "문화 행사", (300, 600)), 4),
    (("A08", "08B01", "화재 진압", (80, 120)), 2),
    (("A09", "09B01", "노면 결빙", (200, 180)), 6),
    (("A11", "11B01", "낙하물", (40, 30)), 4),
)
_BLOCKS = ("1차로", "2차로", "3차로", "1~2차로", "가장자리 차로", "전 차로")
"""All lanes are closed for events only."""

KIND_WORDS = {
    "A01": "교통사고", "A02": "차량고장", "A04": "공사", "A05": "집회/행사", "A08": "화재",
    "A09": "기상", "A11": "기타",
}  # fmt: skip
"""What the kinds of incidents are called."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One incident that is going on."""

    number: int
    kind: str
    detail: str
    what: str
    began: datetime
    ends: datetime
    link: Link
    place: tuple[int, int]
    text: str


@lru_cache(maxsize=2)
def incidents(seed: int) -> tuple[Incident, ...]:
    """Return what is going on, the oldest first."""
    found = [_incident(seed, place) for place in range(INCIDENTS)]
    found.sort(key=lambda i: (i.began, i.number))
    return tuple(found)


def _incident(seed: int, place: int) -> Incident:
    draw = Draw(seed, "seoul incident", place)
    kind, detail, what, (passed, more) = draw.weighted(_KINDS)
    link = draw.pick(links(seed))
    began = NOW - timedelta(minutes=draw.skewed(4, passed, 2))
    ends = NOW + timedelta(minutes=draw.between(10, more))
    if kind == "A04":  # works are planned by the half hour
        began -= timedelta(minutes=began.minute % 30)
        ends += timedelta(minutes=-ends.minute % 30)
    share = draw.between(20, 80)
    (lat, lon), (to_lat, to_lon) = link.start_place, link.end_place
    at = (lat + (to_lat - lat) * share // 100, lon + (to_lon - lon) * share // 100)
    number = 986_000 + place * 7 + draw.below(6)
    return Incident(
        number, kind, detail, what, began, ends, link, at, _told(draw, kind, what, link)
    )


def _told(draw: Draw, kind: str, what: str, link: Link) -> str:
    """Return an incident in the words of whoever keyed it in."""
    span = f"{link.start} → {link.end}"
    lane = draw.pick(_BLOCKS if kind == "A05" else _BLOCKS[:-1])
    if kind == "A09":
        return draw.pick(
            (
                f"{link.road}({span}) 노면 결빙, 서행 운전 바랍니다",
                f"{link.road} {link.start} 부근 결빙 구간 제설 작업 중",
            )
        )
    if kind == "A05":
        return draw.pick(
            (
                f"{link.road}({span}) {josa(what, '으로(로)')} {lane} 통제",
                f"[{what}] {link.road} {link.start} 일대 {lane} 통제, 우회 바랍니다",
            )
        )
    if kind in ("A01", "A02", "A08", "A11"):
        return draw.pick(
            (
                f"{link.road} {span} 방향 {what} 처리 중 ({lane})",
                f"[{lane} 차단] {link.road}({span}) {what}",
                f"{link.road} {link.end} 못 미쳐 {what}, {lane} 부분 통제",
            )
        )
    return draw.pick(
        (
            f"{link.road}({span}) {what}, {lane} 부분 통제",
            f"[{link.road}] {span} 구간 {josa(what, '으로(로)')} {lane} 통제",
            f"{what} {link.road} {link.start}에서 {link.end}까지 {lane} 통제",
        )
    )


def _rows(world: World) -> Iterator[Row]:
    for i in incidents(world.seed):
        yield (
            *(str(i.number), i.began.strftime("%Y%m%d"), i.began.strftime("%H%M%S")),
            *(i.ends.strftime("%Y%m%d"), i.ends.strftime("%H%M%S"), i.kind, i.detail),
            *(i.link.link, *plane(*i.place), i.text, i.link.gu),
        )


ROAD_INCIDENTS = Table(
    "seoul_road_incidents",
    (
        Column("acc_id", domain="seoul_incident"),
        Column("occr_date", domain="date"),
        Column("occr_time"),
        Column("exp_clr_date", domain="date"),
        *(Column(n) for n in ("exp_clr_time", "acc_type", "acc_dtype")),
        Column("link_id", domain="seoul_link", gen="ref"),
        *(Column(n) for n in ("grs80tm_x", "grs80tm_y", "acc_info", "gu")),
    ),
    _rows,
    key=("acc_id",),
)
