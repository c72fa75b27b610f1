"""What rest areas cook and offer: some 7,200 dishes, themes, events past and present.

Prices are generated. Dishes of a rest area have names of their own; its signature dish is marked
best food and appears in the summaries.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.expressway.network import routes
from kopa_env.world.tables.expressway.sites import Site, sites
from kopa_env.world.tables.schools import apportion
from kopa_env.world.world import World

DISHES, THEMES, EVENTS = 7_214, 144, 898

_BASES = (
    # dish, usual price, ingredients, season
    ("우동", 6_500, "우동면|어묵|육수", "4"), ("라면", 5_000, "라면|달걀|파", "4"),
    ("비빔밥", 8_500, "밥|나물|고추장", "4"), ("돌솥비빔밥", 9_500, "밥|나물|달걀", "4"),
    ("국밥", 9_500, "밥|고기|육수", "4"), ("해장국", 9_500, "선지|우거지|육수", "4"),
    ("설렁탕", 10_000, "사골|소면|파", "4"), ("갈비탕", 12_500, "갈비|당면|무", "4"),
    ("육개장", 9_500, "쇠고기|고사리|대파", "4"), ("순두부찌개", 8_500, "순두부|바지락|달걀", "4"),
    ("김치찌개", 8_500, "김치|돼지고기|두부", "4"), ("된장찌개", 8_500, "된장|두부|호박", "4"),
    ("부대찌개", 9_500, "햄|김치|라면", "4"), ("돈가스", 10_000, "돼지고기|빵가루|양배추", "4"),
    ("치즈돈가스", 11_500, "돼지고기|치즈", "4"), ("제육덮밥", 9_500, "밥|돼지고기|양파", "4"),
    ("불고기덮밥", 10_000, "밥|쇠고기|양파", "4"), ("오므라이스", 9_000, "밥|달걀|소스", "4"),
    ("카레라이스", 8_000, "밥|감자|당근", "4"), ("볶음밥", 8_500, "밥|새우|달걀", "4"),
    ("짜장면", 7_000, "면|춘장|양파", "4"), ("짬뽕", 9_000, "면|오징어|홍합", "4"),
    ("칼국수", 8_000, "면|바지락|호박", "4"), ("수제비", 7_500, "밀가루|감자|호박", "4"),
    ("떡만둣국", 8_500, "떡|만두|달걀", "W"), ("냉면", 9_500, "면|오이|달걀", "S"),
    ("콩국수", 9_000, "면|콩물|오이", "S"), ("막국수", 9_000, "메밀면|무|김", "S"),
    ("열무국수", 8_000, "면|열무김치|달걀", "S"), ("잔치국수", 6_500, "소면|호박|김", "4"),
    ("떡볶이", 5_500, "떡|어묵|고추장", "4"), ("김밥", 4_500, "밥|김|단무지", "4"),
    ("어묵꼬치", 4_000, "어묵|무|육수", "W"), ("호두과자", 5_000, "밀가루|팥|호두", "4"),
    ("핫바", 4_000, "어육|채소", "4"), ("통감자구이", 4_500, "감자|버터", "4"),
    ("소떡소떡", 4_500, "떡|소시지", "4"), ("핫도그", 4_000, "소시지|밀가루", "4"),
    ("닭강정", 8_000, "닭고기|물엿", "4"), ("아메리카노", 4_000, "원두", "4"),
    ("식혜", 3_500, "엿기름|쌀", "S"), ("대추차", 4_500, "대추|꿀", "W"),
    ("팥빙수", 8_500, "팥|얼음|떡", "S"), ("군고구마", 5_000, "고구마", "W"),
)  # fmt: skip
_STYLES = (
    *("", "매운", "얼큰", "수제", "옛날", "왕", "특", "전통", "버섯", "들깨", "한우", "흑돼지"),
    *("해물", "새우", "낙지", "황태", "참치", "치즈", "곤드레", "산채", "고추장", "뚝배기", "웰빙"),
    *("어린이", "부산어묵", "국산콩", "유기농", "마늘", "시래기", "우렁", "콩나물"),
)
_THEMES = (
    *(("꽃길", "계절 꽃을 심은 산책로"), ("전망대", "강과 산이 보이는 전망대")),
    *(("반려견 놀이터", "크기별로 나눈 놀이터"), ("어린이 놀이터", "그늘막이 있는 놀이터")),
    *(("작은 미술관", "지역 작가의 그림을 건 복도"), ("황톳길", "맨발로 걷는 황톳길")),
    *(("특산물 장터", "지역 농산물을 파는 장터"), ("역사관", "고장의 옛 모습을 담은 사진")),
    *(("분수 광장", "여름에 물이 나오는 광장"), ("캠핑 쉼터", "천막과 의자를 둔 쉼터")),
    *(("별빛 정원", "밤에 불이 켜지는 정원"), ("체험장", "도자기와 공예를 해 보는 곳")),
)
_EVENTS = (
    *(("식사 할인", "한식당에서 열 번 식사하면 한 번을 더 준다."),),
    *(("커피 덤", "커피 두 잔을 사면 과자를 덤으로 준다."),),
    *(("주유 사은품", "5만 원 넘게 주유하면 물 한 병을 준다."),),
    *(("화물차 우대", "화물차 운전자에게 식사를 10% 싸게 판다."),),
    *(("지역 특산물전", "지역에서 난 과일과 채소를 싸게 판다."),),
    *(("설맞이 장터", "설 선물 꾸러미를 판다."), ("추석맞이 장터", "추석 선물 꾸러미를 판다.")),
    *(("여름 물놀이", "분수 광장에서 음악을 튼다."), ("음악회", "주말 낮에 작은 음악회를 연다.")),
    *(("모바일 쿠폰", "앱 쿠폰으로 음료를 싸게 판다."), ("생일 이벤트", "생일에 음료를 준다.")),
)


@dataclass(frozen=True, slots=True)
class Dish:
    """One dish of a rest area."""

    name: str
    price: int
    note: str
    parts: str | None
    season: str
    recommended: bool
    best: bool
    premium: bool


@lru_cache(maxsize=4)
def _shares(seed: int) -> dict[str, int]:
    rests = sites("rest")
    weights = [Draw(seed, "menu size", s.std_code).between(18, 54) for s in rests]
    return {s.std_code: n for s, n in zip(rests, apportion(DISHES, weights), strict=True)}


@lru_cache(maxsize=1024)
def menu(seed: int, site: Site) -> tuple[Dish, ...]:
    """Return a rest area's dishes; the first is its signature dish."""
    found: dict[str, Dish] = {}
    count = _shares(seed)[site.std_code]
    place = 0
    while len(found) < count:
        draw = Draw(seed, "dish", site.std_code, place)
        place += 1
        base, usual, parts, season = draw.pick(_BASES)
        style = draw.pick(_STYLES)
        if not found:
            base, usual, parts, season = _BASES[draw.below(24)]
            style = draw.pick(_STYLES[1:])
        local = site.stem if not found and draw.chance(330) else ""
        name = f"{local}{style}{base}"
        if name in found:
            continue
        premium = draw.chance(60)
        price = (usual + draw.bell(-8, 14) * 100 + (3_000 if premium else 0)) // 100 * 100
        shown = None if draw.chance(180) else "\r\n".join(parts.split("|"))
        found[name] = Dish(
            *(name, price, f"{parts.split('|')[0]}을(를) 넣은 {base}", shown, season),
            *(draw.chance(90), not found or draw.chance(22), premium),
        )
    return tuple(found.values())


def signature(seed: int, site: Site) -> tuple[str, int]:
    """Return the dish a rest area is known for, and its price."""
    first = menu(seed, site)[0]
    return first.name, first.price


def _yn(yes: bool) -> str:
    return "Y" if yes else "N"


def _dishes(world: World) -> Iterator[Row]:
    seq = 100
    for site in sites("rest"):
        for place, dish in enumerate(menu(world.seed, site)):
            draw = Draw(world.seed, "dish row", site.std_code, place)
            seq += draw.between(1, 3)
            year = draw.between(2021, 2025)
            edited = f"{year}-{draw.between(1, 12):02d}-{draw.between(1, 28):02d}"
            later = f"2026-01-{draw.between(2, 28):02d}"
            yield (
                *(site.std_code, site.name, site.food_code, site.at.route),
                *(routes()[site.at.route].name, site.address, str(seq), dish.name, dish.price),
                *(dish.note, dish.parts, _yn(dish.recommended), _yn(dish.best)),
                *(_yn(dish.premium), dish.season, _yn(draw.chance(930)), "SYSTEM", later),
                *(f"USER_{draw.between(1, 60):02d}", edited),
            )


_PLACE = (
    Column("stdrestcd", domain="rest_code", gen="ref"),
    Column("stdrestnm", domain="rest_name", gen="ref"),
)

MENUS = Table(
    "expressway_dishes",
    (
        *_PLACE,
        Column("restcd", domain="food_place"),
        Column("routecd", domain="route4", gen="fact"),
        Column("routenm", domain="route_name", gen="fact"),
        Column("svaraddr"),
        Column("seq", domain="dish_id"),
        Column("foodnm"),
        Column("foodcost", "int"),
        Column("etc"),
        Column("foodmaterial", null_rate=0.18),
        *(Column(n) for n in ("recommendyn", "bestfoodyn", "premiumyn", "seasonmenu", "app")),
        *(Column(n) for n in ("lsttmaltruser", "lsttmaltrdttm", "lastid", "lastdtime")),
    ),
    _dishes,
    key=("seq",),
    index=(("stdrestcd",), ("routecd",), ("bestfoodyn",)),
)


def _themes(world: World) -> Iterator[Row]:
    rests = sites("rest")
    seen: set[tuple[str, str]] = set()
    place = 0
    while len(seen) < THEMES:
        draw = Draw(world.seed, "theme", place)
        place += 1
        site, (name, note) = draw.pick(rests), draw.pick(_THEMES)
        if (site.std_code, name) in seen:
            continue
        seen.add((site.std_code, name))
        day = f"{draw.between(1, 12):02d}/{draw.between(1, 28):02d}/{draw.between(2012, 2025)}"
        at = f"{draw.between(9, 17):02d}:{draw.between(0, 59):02d}:{draw.between(0, 59):02d}"
        changed = f"2025-{draw.between(1, 12):02d}-{draw.between(1, 28):02d}"
        yield (
            *(site.std_code, site.name, name, note, f"USER_{draw.between(1, 60):02d}"),
            *(f"{day} {at}.", "SYSTEM", changed, site.address, site.at.route),
            routes()[site.at.route].name,
        )


REST_THEMES = Table(
    "expressway_rest_themes",
    (
        *(*_PLACE, Column("itemnm"), Column("detail"), Column("regid"), Column("regdtime")),
        *(Column(n) for n in ("lsttmaltruser", "lsttmaltrdttm", "svaraddr")),
        Column("routecd", domain="route4", gen="fact"),
        Column("routenm", domain="route_name", gen="fact"),
    ),
    _themes,
    key=("stdrestcd", "itemnm"),
)


def _events(world: World) -> Iterator[Row]:
    rests = sites("rest")
    made: list[Row] = []
    for number in range(EVENTS):
        draw = Draw(world.seed, "event", number)
        site, (name, note) = draw.pick(rests), draw.pick(_EVENTS)
        starts = date(2026, 2, 20) - timedelta(days=draw.skewed(0, 2_600, 2))
        ends = starts + timedelta(days=draw.skewed(6, 1_500, 3))
        edited = starts.isoformat().replace("-", "")
        second = f"{draw.between(9, 17):02d}{draw.between(0, 59):02d}{draw.between(0, 59):02d}"
        row: tuple[Value, ...] = (
            *(site.std_code, site.name, str(900 + number * 2 + draw.below(2)), name, note),
            *(starts.isoformat(), ends.isoformat(), "S", f"USER_{draw.between(1, 60):02d}"),
            *(f"{edited}{second}", "SYSTEM", starts.isoformat(), site.address, site.at.route),
            routes()[site.at.route].name,
        )
        made.append(row)
    yield from sorted(made, key=lambda row: (str(row[0]), str(row[5]), str(row[2])))


REST_EVENTS = Table(
    "expressway_rest_events",
    (
        *(*_PLACE, Column("eventseq", domain="event_id"), Column("eventnm")),
        *(Column(n) for n in ("eventdetail", "stime", "etime", "stdrestgubun", "lastid")),
        *(Column(n) for n in ("lastdtime", "lsttmaltruser", "lsttmaltrdttm", "svaraddr")),
        Column("routecd", domain="route4", gen="fact"),
        Column("routenm", domain="route_name", gen="fact"),
    ),
    _events,
    key=("eventseq",),
)
