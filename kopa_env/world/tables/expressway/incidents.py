"""What happens on the road at the world's clock: works, breakdowns, jams, accidents, notices.

No person appears. Old notices stay in the list, as they do on the platform; most rows have no
coordinates there, so the place is told by route and interchange alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.expressway.days import LATEST
from kopa_env.world.tables.expressway.network import Route, Spot
from kopa_env.world.tables.expressway.roads import sections
from kopa_env.world.world import World

LISTED = 60
_OLD = 9
"""How many of them are notices of years past."""

_KINDS = (
    # code, kind, what is said of it, weight
    ("01", "사고", "추돌사고 처리 중", 14), ("02", "고장", "고장 차량 견인 중", 10),
    ("03", "작업", "차단 작업 중", 44), ("04", "정체", "차량 증가로 정체", 14),
    ("05", "기상", "노면 살얼음 주의", 6), ("15", "이벤트/홍보", "졸음운전 예방 홍보", 12),
)  # fmt: skip
_WORKS = (
    *("포장", "차선 도색", "가드레일 보수", "터널 청소"),
    *("교량 점검", "방음벽 보수", "갓길 정비"),
)


@dataclass(frozen=True, slots=True)
class Incident:
    """One incident; ``lanes``: the numbers of the lanes that are closed."""

    code: str
    kind: str
    day: date
    at: str
    route: Route
    way: str
    near: str
    spot: Spot
    text: str
    over: bool
    queue: int
    lanes: tuple[int, ...]
    shoulder: bool
    hours: int


@lru_cache(maxsize=4)
def incidents(seed: int) -> tuple[Incident, ...]:
    """Return every incident in the list, newest first."""
    made = [_incident(Draw(seed, "incident", n), old=n < _OLD) for n in range(LISTED)]
    return tuple(sorted(made, key=lambda i: (i.day, i.at, i.text), reverse=True))


def _incident(draw: Draw, *, old: bool) -> Incident:
    code, kind, said = draw.weighted([((c, k, s), w) for c, k, s, w in _KINDS])
    if old:
        code, kind, said = "15", "이벤트/홍보", "졸음운전 예방 홍보"
    section = draw.pick(sections())
    today = LATEST + timedelta(days=1)
    day = today - timedelta(days=draw.between(300, 1_500) if old else draw.skewed(0, 3, 4))
    hour = draw.between(5, 8) if day == today else draw.between(6, 22)
    near = section.name.partition("-")[0].replace("IC", "나들목").replace("JC", "분기점")
    near = f"{near.replace('TG', '요금소')} 부근"
    if code == "03":
        said = f"{draw.pick(_WORKS)} 작업 중"
    closed = code in ("01", "02", "03") and draw.chance(700)
    lanes = tuple(sorted({draw.between(1, 4) for _ in range(draw.between(1, 2))})) if closed else ()
    shoulder = code in ("02", "03") and draw.chance(400)
    heading = section.route.heading(section.way)
    shut = "".join(f" {n}차로 차단" for n in lanes) + (" 갓길 차단" if shoulder else "")
    return Incident(
        *(code, kind, day, f"{hour:02d}:{draw.between(0, 54):02d}:00", section.route),
        *(section.way, "" if draw.chance(120) else near, section.middle),
        f"{section.route.name} {heading}방향 {near} {said}{shut}",
        code != "15" and day != today and draw.chance(800),
        draw.between(1, 9) if code in ("01", "04") and draw.chance(800) else 0,
        lanes,
        shoulder,
        draw.between(1, 9),
    )


def _rows(world: World) -> Iterator[Row]:
    for place, i in enumerate(incidents(world.seed), start=1):
        yield (
            *(i.day.isoformat().replace("-", ""), i.at, i.code, i.kind),
            *("2" if i.over else "1", "완료" if i.over else "진행"),
            *(f"{i.route.heading(i.way)}방향", i.text, i.near or " ", i.route.code, i.route.name),
            *(str(place), str(i.queue) if i.queue else None),
            *("Y" if n in i.lanes else "N" for n in range(1, 7)),
            "Y" if i.shoulder else "N",
        )


INCIDENTS = Table(
    "expressway_incidents",
    (
        Column("accdate", domain="date"),
        *(Column(n) for n in ("acchour", "acctypecode", "acctype", "accprocesscode")),
        *(Column(n) for n in ("accprocessnm", "startendtypecode", "smstext")),
        Column("accpointnm", sentinel=" "),
        Column("nosunnm", domain="route4", gen="fact"),
        Column("roadnm", domain="route_name", gen="fact"),
        Column("seriesnm"),
        Column("latelength", null_rate=0.75),
        *(Column(f"laneyn{n}") for n in range(1, 7)),
        Column("shldroadyn"),
    ),
    _rows,
    key=("seriesnm",),
)
