"""Cultural spaces and well-known streets of Seoul.

The spaces are the halls where the city's events take place and the public libraries, with what
stops near them; some galleries and memorial halls are added. Streets are the real ones among the
watched places, and made-up ones in real 동.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from kopa_env.language.particles import settle
from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.names import named
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.bus import routes, stops
from kopa_env.world.tables.seoul_areas import areas
from kopa_env.world.tables.seoul_bus_live import calls, close_by
from kopa_env.world.tables.seoul_map import micro
from kopa_env.world.tables.seoul_places import Dong, columns_of, dongs, spot
from kopa_env.world.world import World

HALLS, GALLERIES = 640, 150
_SITE = "https://culture.example.kr"
_KIND_OF = {
    "아트센터": "공연장", "문화예술극장": "공연장", "꿈의극장": "공연장",
    "문화회관": "문화예술회관", "구민회관": "문화예술회관",
    "미술관": "미술관", "박물관": "박물관/기념관", "문화원": "문화원",
    "갤러리": "갤러리", "기념관": "박물관/기념관", "도서관": "도서관",
}  # fmt: skip
_SEATED = ("공연장", "문화예술회관")
_COLOURS = {"5": "yellow", "4": "green", "2": "green", "3": "blue", "6": "red", "1": "airport"}
_HOURS = {
    "공연장": ("공연 일정에 따라 다름", "09:00~18:00", "공연 시작 1시간 전부터 공연 종료까지"),
    "문화예술회관": (
        "09:00~18:00",
        "09:00~21:00",
        "평일 09:00~18:00, 공연 날은 종료까지",
    ),
    "도서관": ("평일 09:00~22:00, 주말 09:00~17:00", "09:00~18:00"),
    "": ("10:00~18:00", "10:00~19:00", "화~금 10:00~20:00, 주말 10:00~19:00", "11:00~18:30"),
}
_CLOSED = {
    "공연장": ("공연이 없는 날", "매주 월요일", "명절 당일"),
    "": (
        "매주 월요일",
        "매주 월요일, 1월 1일",
        "1월 1일, 설날·추석 당일",
        "매주 일요일",
        "연중무휴",
    ),
}
_ABOUT = {
    "공연장": (
        "{좌석}석 규모의 무대에서 연극과 음악 공연을 올리는 {동네} 공연장",
        "소극장과 연습실을 갖추고 지역 예술단체에 무대를 내주는 곳",
        "클래식과 국악 공연이 두루 열리는 {좌석}석 공연장",
        "어린이극부터 무용까지 한 해 내내 기획 공연을 여는 극장",
    ),
    "문화예술회관": (
        "대공연장과 전시실, 강의실을 갖춘 {구} 대표 문화 시설",
        "{좌석}석 강당에서 구민 행사와 기획 공연이 열리는 곳",
        "공연과 강좌를 함께 운영하는 주민 문화 공간",
    ),
    "미술관": (
        "지역 작가의 작품을 모아 계절마다 새 전시를 여는 미술관",
        "회화와 사진, 설치 작품을 소개하는 {동네} 미술관",
        "상설 전시실 두 곳과 어린이 체험실을 갖춘 미술관",
    ),
    "박물관/기념관": (
        "{동네}의 옛 생활 도구와 기록 사진을 모아 보여 주는 곳",
        "지역의 역사와 인물을 소개하고 체험 교육을 하는 전시 시설",
        "도자와 목공예 유물을 상설 전시하는 박물관",
    ),
    "문화원": (
        "{구} 향토사를 조사하고 전통문화 강좌를 여는 곳",
        "서예와 민요, 다도 강좌가 해마다 열리는 문화원",
    ),
    "갤러리": (
        "신진 작가의 개인전을 주로 여는 전시 공간",
        "골목 안 한옥을 고쳐 만든 작은 갤러리",
        "공예와 판화를 소개하고 판매도 하는 갤러리",
    ),
    "도서관": (
        "어린이 자료실과 디지털 열람실을 갖춘 {구} 공공도서관",
        "동네 독서 모임과 작가 강연이 꾸준히 열리는 도서관",
        "{동네} 주민을 위한 열람실과 문화 강좌실이 있는 도서관",
    ),
}  # fmt: skip
_NOTES = ("주차 공간이 좁으니 대중교통 이용", "단체 관람은 사흘 전까지 예약", "휠체어 대여 가능",
          "문화가 있는 날 관람료 할인", "음식물 반입 금지")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Venue:
    """A cultural space: what is told of it in the place where it comes from."""

    name: str
    kind: str
    dong: Dong
    road: str
    lat: str
    lon: str
    phone: str | None = None
    home: str | None = None


def _venues(world: World) -> Iterator[Venue]:
    yield from _halls(world)
    yield from _libraries(world)
    for number in range(GALLERIES):
        draw = Draw(world.seed, "gallery", number)
        at = spot(draw)
        tail = draw.weighted((("갤러리", 76), ("기념관", 24)))
        name = draw.pick((named(draw, ("",)), school_names.place(draw), "")) or draw.pick(
            ("모퉁이", "오후", "달빛", "빈터", "창가", "두레", "물결")
        )
        name = f"{tail} {name}" if tail == "갤러리" and draw.chance(420) else f"{name}{tail}"
        yield Venue(name, _KIND_OF[tail], at.dong, at.road, at.lat, at.lon)


def _halls(world: World) -> Iterator[Venue]:
    """Yield the halls with the most events; each lies where its latest event says."""
    known: dict[tuple[str, str], list[dict[str, Value]]] = {}
    for event in world.rows("cultural_events"):
        known.setdefault((str(event["guname"]), str(event["place"])), []).append(event)
    busiest = sorted(known.items(), key=lambda pair: (-len(pair[1]), pair[0]))[:HALLS]
    by_stem = {(d.gu, d.name.removesuffix("동")): d for d in dongs()}
    for (gu, name), events in sorted(busiest):
        tail = next(t for t in sorted(_KIND_OF, key=len, reverse=True) if name.endswith(t))
        dong = by_stem[gu, name.removesuffix(tail)]
        road = spot(Draw(world.seed, "hall", gu, name), dong).road
        last = events[0]
        yield Venue(name, _KIND_OF[tail], dong, road, str(last["lat"]), str(last["lot"]))


def _libraries(world: World) -> Iterator[Venue]:
    first = {d.gu: d for d in reversed(dongs())}
    for r in world.rows("public_libraries"):
        if r["lbrry_se_name"] == "공공도서관":
            yield Venue(
                *(str(r["lbrry_name"]), "도서관", first[str(r["code_value"])], str(r["adres"])),
                *(str(r["xcnts"]), str(r["ydnts"]), str(r["tel_no"]), str(r["hmpg_url"])),
            )


def _spaces(world: World) -> Iterator[Row]:
    made = sorted(_venues(world), key=lambda v: (v.kind, v.dong.gu_code, v.name))
    for number, venue in enumerate(made, start=1):
        yield _space(world.seed, number, venue)


def _space(seed: int, number: int, venue: Venue) -> Row:
    draw = Draw(seed, "space", venue.dong.gu, venue.name)
    seats = draw.between(6, 120) * 10 if venue.kind in _SEATED else 0
    free = venue.kind in ("도서관", "문화원", "갤러리") or draw.chance(380)
    phone = venue.phone or f"02-0{draw.between(100, 999)}-{draw.digits(4)}"
    swapped = draw.chance(90)
    opened = date.fromordinal(date(2025, 6, 1).toordinal() - draw.skewed(60, 15_500, 2))
    subway, stop, calling = _near(seed, draw, venue)
    fee = "무료" if free else draw.pick(_fees(draw, venue.kind))
    return (
        *(str(number), venue.kind, venue.name, venue.road),
        *((venue.lon, venue.lat) if swapped else (venue.lat, venue.lon)),
        *(phone, f"{phone[:-4]}{draw.digits(4)}" if draw.chance(520) else None),
        venue.home or (f"{_SITE}/space/{number}" if draw.chance(860) else None),
        *(draw.pick(_HOURS.get(venue.kind, _HOURS[""])), fee),
        draw.pick(_CLOSED.get(venue.kind, _CLOSED[""])),
        opened.isoformat() if draw.chance(720) else None,
        *(str(seats) if seats else None, f"{_SITE}/img/space/{number}.jpg"),
        draw.pick(_NOTES) if draw.chance(260) else None,
        _about(draw, venue, seats),
        *("무료" if free else "유료", subway, stop),
        *(calling.get(c) for c in ("yellow", "green", "blue", "red", "airport")),
    )


def _fees(draw: Draw, kind: str) -> tuple[str, ...]:
    full = draw.between(2, 12) * 1_000
    if kind in _SEATED:
        return ("공연마다 다름", "공연별 상이", f"전석 {full * 4:,}원")
    return (
        f"{full:,}원",
        f"성인 {full:,}원, 청소년 {full // 2:,}원",
        f"일반 {full:,}원(단체 할인)",
    )


def _about(draw: Draw, venue: Venue, seats: int) -> str | None:
    if not draw.chance(760):
        return None
    text = draw.pick(_ABOUT[venue.kind])
    near = venue.dong.name.rstrip("0123456789.")
    return settle(
        text.replace("{좌석}", str(seats)).replace("{동네}", near).replace("{구}", venue.dong.gu)
    )


def _near(seed: int, draw: Draw, venue: Venue) -> tuple[str | None, str | None, dict[str, str]]:
    """Return the station, the nearest stop and the routes that call there, by colour."""
    names = [name for area in areas() if area.gu == venue.dong.gu for name in area.stations]
    station = f"{draw.pick(names).removesuffix('역')}역" if names and draw.chance(820) else None
    subway = f"{station} {draw.between(1, 10)}번 출구" if station else None
    found = close_by(seed, micro(venue.lat) or 0, micro(venue.lon) or 0)
    if not found:
        return subway, None, {}
    nearest = found[0][1]
    calling: dict[str, list[str]] = {}
    for number, _ in calls(seed).get(nearest, ()):
        route = routes(seed)[number]
        calling.setdefault(_COLOURS[route.kind], []).append(route.number)
    listed = {colour: ", ".join(numbers) for colour, numbers in calling.items()}
    return subway, stops(seed)[nearest].name, listed


CULTURAL_SPACES = Table(
    "seoul_cultural_spaces",
    (
        *(Column(n) for n in ("num", "subjcode")),
        Column("fac_name"),
        *(Column(n) for n in ("addr", "x_coord", "y_coord", "phne")),
        Column("fax", null_rate=0.48),
        Column("homepage", null_rate=0.1),
        *(Column(n) for n in ("openhour", "entr_fee", "closeday")),
        *(Column(n, null_rate=0.3) for n in ("open_day", "seat_cnt")),
        Column("main_img"),
        *(Column(n, null_rate=0.5) for n in ("etc_desc", "fac_desc")),
        Column("entrfree"),
        *(Column(n, null_rate=0.2) for n in ("subway", "busstop")),
        *(Column(n, null_rate=0.6) for n in ("yellow", "green", "blue", "red", "airport")),
    ),
    _spaces,
    key=("num",),
)

# ---- streets ---------------------------------------------------------------------------------

STREETS = 150
_STREET_KINDS = (
    *(
        "먹자골목",
        "카페거리",
        "가구거리",
        "벽화골목",
        "벚꽃길",
        "문화의 거리",
        "공방거리",
        "책방거리",
    ),
    *(
        "패션거리",
        "전통시장 골목",
        "단풍길",
        "음식문화거리",
        "예술의 거리",
        "한옥골목",
        "빛의 거리",
    ),
    *("떡볶이골목", "족발골목", "곱창골목", "칼국수골목", "은행나무길", "둘레길", "걷고 싶은 거리"),
)
_REAL = re.compile(r"(거리|길|골목|마을|서촌|인사동|익선동|연남동)(·.*)?$")


def _streets(world: World) -> Iterator[Row]:
    rows: dict[str, Dong] = {}
    for area in areas():
        if area.kind == "발달상권" and _REAL.search(area.name):
            own = [d for d in dongs() if d.gu == area.gu]
            rows[area.name] = next(
                (d for d in own if d.name.rstrip("0123456789가.") in area.name),
                Draw(world.seed, "street", area.name).pick(own),
            )
    number = 0
    while len(rows) < STREETS:
        draw = Draw(world.seed, "made-up street", number)
        number += 1
        dong = draw.pick(dongs())
        name = re.sub(r"(제?\d|·.*)+(동|가)$", r"\2", dong.name)
        stem = name.removesuffix("동") if len(name) > 2 else name
        stem = school_names.place(draw) if draw.chance(330) else stem
        rows.setdefault(f"{stem} {draw.pick(_STREET_KINDS)}", dong)
    for place, (name, dong) in enumerate(rows.items(), start=1):
        road = spot(Draw(world.seed, "street road", name), dong).road.rpartition(" ")[0]
        city = "서울특별시"
        yield (f"BE_IW15-{place:04d}", name, city, dong.gu, dong.name, city, road)


TOUR_STREETS = Table(
    "seoul_tour_streets",
    columns_of("main_key name_kor h_kor_city h_kor_gu h_kor_dong law_sido add_kor"),
    _streets,
    key=("main_key",),
)
