"""What 서울교통공사's stations hold: lifts, toilets, lockers and the like, by board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.rail.columns import columns
from kopa_env.world.tables.rail.metro import REFERENCE, MetroStation, metro_stations
from kopa_env.world.tables.seoul_places import gus, spot
from kopa_env.world.world import World

Extra = Callable[[Draw, MetroStation], dict[str, str | None]]

_NAMES = (
    "board fcltnm fcltno mngno linenm stncd stnno stnnm crtrymd vcntentrcno oprtngsitu "
    "utztnpsbltyhr operinsttelno grndudgdse stnflr dtlpstn elvtrsn elvtrwdthbt upbdnbse spsofaen "
    "whlchracspsbltyyn hrngimprddvrscrngd famreldelissuse utztncrg lckrkndnm lclgvcd lclgvnm "
    "lckrid mngrtelno sftyscflden utztnhr trffcwksnhlprtelno facpstnnm qckgffmngno "
    "qckgffvhcldoorno pvsninstnm mnginsttelno pkltmngno pkltnm pkltse pklttype lctnroadnmaddr "
    "lctnlotnoaddr"
)
_ALWAYS = "board linenm stncd stnno stnnm crtrymd"
_FLOORS = (("B1", 58), ("B2", 22), ("1F", 12), ("B3", 5), ("2F", 3))
_STATES = (("사용가능", 945), ("점검중", 28), ("보수중", 27))
_PLACES = (
    "{n}번 출구 방면 대합실", "대합실 {n}번 출입구 옆", "{n}번 출구 내부 계단 옆",
    "고객안전실 맞은편", "게이트 앞 대합실", "승강장 {n}-{door} 부근", "개찰구 안 {n}번 출구 방면",
)  # fmt: skip
_HOURS = ("05:30~24:00", "06:00~23:00", "09:00~18:00", "10:00~20:00", "첫차~막차")


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of facility: what it is called, how often and how many a station has, what is told."""

    label: str
    share: int
    most: int
    prefix: str
    extra: tuple[str, ...]
    by_exit: bool = True


_KINDS: dict[str, _Kind] = {
    "elevator": _Kind("엘리베이터", 985, 6, "E", ("state", "lift")),
    "escalator": _Kind("에스컬레이터", 930, 10, "S", ("state", "width", "way")),
    "book_stand": _Kind("도서판매대", 110, 1, "BK", ("hours",)),
    "nursing": _Kind("수유실", 320, 1, "NR", ("phone", "sofa"), by_exit=False),
    "parking": _Kind("환승주차장", 90, 2, "PK", ("parking",)),
    "culture": _Kind("문화시설", 170, 2, "CT", ("hours",)),
    "atm": _Kind("현금자동입출금기(ATM)", 900, 4, "ATM", ("ground",), by_exit=False),
    "kiosk": _Kind("무인민원발급기", 260, 1, "KS", ("kiosk",), by_exit=False),
    "bicycle": _Kind("자전거보관함", 640, 4, "BC", ("phone",)),
    "lost": _Kind("유실물보관소", 28, 1, "LS", ("hours",)),
    "ticket": _Kind("승차권 자동발매기", 1000, 5, "TK", ("floor",)),
    "toilet": _Kind("화장실", 990, 3, "RT", ("wheels",)),
    "office": _Kind("고객안전실", 1000, 1, "CS", ("hours",)),
    "luggage": _Kind("또타러기지", 24, 1, "LG", ("charge", "ground", "floor"), by_exit=False),
    "locker": _Kind("물품보관함", 930, 3, "LK", ("locker",), by_exit=False),
    "accessible_toilet": _Kind("장애인화장실", 960, 2, "WR", ("wheels",)),
    "lift": _Kind("휠체어리프트", 190, 3, "WL", ("state", "lift")),
    "walk": _Kind("무빙워크", 40, 4, "MW", ("state", "lift")),
    "charger": _Kind("휠체어 급속충전기", 720, 2, "WC", ("place",), by_exit=False),
    "ramp": _Kind("안전발판", 1000, 1, "SR", ("ramp",), by_exit=False),
    "sign_phone": _Kind("수어영상전화기", 830, 1, "SP", ("sign", "place"), by_exit=False),
    "helper": _Kind("교통약자 도우미", 1000, 1, "HP", ("helper",), by_exit=False),
    "exit_door": _Kind("빠른하차", 1000, 6, "QE", ("door",), by_exit=False),
}


def _station_phone(station: MetroStation) -> str:
    return f"02-6110-{station.code.zfill(4)}"


def _parking(draw: Draw, station: MetroStation) -> dict[str, str | None]:
    at = spot(draw)
    public = draw.chance(780)
    return {
        "pvsninstnm": f"서울특별시 {at.dong.gu}" if public else "서울교통공사",
        "mnginsttelno": f"02-{draw.between(2100, 3999)}-{draw.digits(4)}",
        "pkltmngno": f"{draw.between(100, 399)}-{draw.between(1, 9)}-{draw.digits(6)}",
        "pkltnm": f"{station.name}{'' if station.name.endswith('역') else '역'} 환승주차장",
        "pkltse": "공영" if public else "민영",
        "pklttype": draw.weighted((("노외", 80), ("부설", 14), ("노상", 6))),
        "lctnroadnmaddr": at.road,
        "lctnlotnoaddr": at.lot,
    }


def _locker(draw: Draw, station: MetroStation) -> dict[str, str | None]:
    gu = draw.pick(gus())
    return {
        "lckrkndnm": draw.weighted(
            (("일반형", 60), ("무인택배형", 18), ("냉장형", 4), ("대형", 18))
        ),
        "lclgvcd": gu.gu_code,
        "lclgvnm": gu.gu,
        "lckrid": f"LK{station.code.zfill(4)}{draw.digits(3)}",
    }


def _door(draw: Draw, station: MetroStation) -> dict[str, str | None]:
    cars = (
        6 if station.line == "8호선" else 8 if station.line in ("5호선", "6호선", "7호선") else 10
    )
    what = draw.weighted((("계단", 46), ("에스컬레이터", 30), ("엘리베이터", 24)))
    return {
        "facpstnnm": f"{draw.between(1, station.exits)}번 출구 방면 {what}",
        "qckgffvhcldoorno": f"{draw.between(1, cars)}-{draw.between(1, 4)}",
        "upbdnbse": _way(draw, station),
    }


def _way(draw: Draw, station: MetroStation) -> str:
    return draw.pick(("내선", "외선") if station.line == "2호선" else ("상행", "하행"))


_EXTRA: dict[str, Extra] = {
    "state": lambda d, s: {"oprtngsitu": d.weighted(_STATES)},
    "lift": lambda d, s: {"elvtrsn": f"{d.between(1000, 2299):04d}-{d.between(100, 999)}"},
    "width": lambda d, s: {"elvtrwdthbt": d.weighted((("1200", 52), ("800", 40), ("600", 8)))},
    "way": lambda d, s: {"upbdnbse": _way(d, s)},
    "hours": lambda d, s: {"utztnpsbltyhr": d.pick(_HOURS)},
    "phone": lambda d, s: {"operinsttelno": _station_phone(s)},
    "sofa": lambda d, s: {"spsofaen": "Y" if d.chance(760) else "N"},
    "parking": _parking,
    "ground": lambda d, s: {"grndudgdse": "지하" if d.chance(880) else "지상"},
    "floor": lambda d, s: {"stnflr": d.weighted(_FLOORS)},
    "kiosk": lambda d, s: {
        "hrngimprddvrscrngd": "Y" if d.chance(620) else "N",
        "famreldelissuse": "발급 가능" if d.chance(700) else "발급 불가",
    },
    "wheels": lambda d, s: {"whlchracspsbltyyn": "Y" if d.chance(860) else "N"},
    "charge": lambda d, s: {"utztncrg": d.pick(("3000", "4000", "5000"))},
    "locker": _locker,
    "place": lambda d, s: {
        "dtlpstn": d.pick(_PLACES).format(n=d.between(1, s.exits), door=d.between(1, 4))
    },
    "ramp": lambda d, s: {
        "mngrtelno": _station_phone(s),
        "sftyscflden": "Y" if d.chance(910) else "N",
    },
    "sign": lambda d, s: {"utztnhr": d.pick(("24시간", "05:30~24:00", "09:00~18:00"))},
    "helper": lambda d, s: {"trffcwksnhlprtelno": _station_phone(s)},
    "door": _door,
}


def _one(seed: int, board: str, station: MetroStation, place: int) -> dict[str, str | None]:
    kind = _KINDS[board]
    draw = Draw(seed, "metro facility", board, station.code, place)
    serial = f"{kind.prefix}{station.code.zfill(4)}{place + 1:02d}"
    cells: dict[str, str | None] = {
        **station.cells(),
        "board": board,
        "fcltnm": f"{kind.label}{place + 1}" if kind.most > 1 else kind.label,
        "fcltno": str(place + 1),
        "mngno": serial,
        "qckgffmngno": serial,
        "crtrymd": REFERENCE,
        "vcntentrcno": str(draw.between(1, station.exits)) if kind.by_exit else None,
    }
    for name in kind.extra:
        cells |= _EXTRA[name](draw, station)
    return cells


def _rows(world: World) -> Iterator[Row]:
    names = _NAMES.split()
    for board, kind in _KINDS.items():
        for station in metro_stations(world.seed):
            draw = Draw(world.seed, "metro facilities", board, station.code)
            count = draw.between(1, kind.most) if draw.chance(kind.share) else 0
            for place in range(count):
                cells: dict[str, str | None] = _one(world.seed, board, station, place)
                yield tuple(cells.get(name) for name in names)


_NULLS = " ".join(name for name in _NAMES.split() if name not in _ALWAYS.split())
METRO_FACILITIES = Table(
    "metro_facilities",
    columns(_NAMES, nulls=_NULLS),
    _rows,
    index=(("board", "stncd"),),
)
"""An accessible elevator is an elevator: the guides for the handicapped read the same rows."""
