"""Live city data: all that the other services tell of a watched place, in one nested record.

Roads, car parks, trains, buses, bikes, weather and events are those of the services of their own,
taken from the place's district; nothing is told here that they do not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from kopa_env.outcome import JSON
from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.law.documents import dumped
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.seoul_areas import MADE_AT, Area, area_of, areas, people
from kopa_env.world.tables.seoul_map import degrees
from kopa_env.world.tables.seoul_places import gus, spot
from kopa_env.world.tables.seoul_roads import KIND_WORDS, Link, incidents, links
from kopa_env.world.world import Condition, World

Found = dict[str, Value]
_ROAD_WORDS = {
    "원활": "해당 장소로 이동·진입 시 평균 {}km/h로 도로 소통이 원활해요.",
    "서행": "해당 장소로 이동·진입 시 평균 {}km/h로 도로가 서행 중이에요.",
    "정체": "해당 장소로 이동·진입 시 평균 {}km/h로 도로가 막혀 있어요. 대중교통을 이용하세요.",
}
_CHARGERS = (("DC콤보", "100kW 급속"), ("DC차데모+DC콤보", "50kW 급속"), ("AC완속", "7kW 완속"))
_AIR_WORDS = {
    "좋음": "공기가 맑아 바깥 활동을 하기 좋아요.",
    "보통": "민감한 분은 몸 상태를 살피며 활동하세요.",
    "나쁨": "오래 걸리는 바깥 활동은 줄이는 것이 좋아요.",
    "매우나쁨": "바깥 활동을 삼가고 보건용 마스크를 쓰세요.",
    "": "점검 중인 측정소입니다.",
}


def _few(draw: Draw, rows: Sequence[Found], low: int, high: int) -> list[Found]:
    """Return some rows that stand together in their list, and so in one neighbourhood."""
    if not rows:
        return []
    count = min(len(rows), draw.between(low, high))
    first = draw.below(len(rows) - count + 1)
    return list(rows[first : first + count])


def _in_gu(world: World, table: str, column: str, area: Area) -> list[Found]:
    return world.select(table, [Condition(column, "eq", area.gu)])[0]


def _text(value: Value) -> str:
    return "" if value is None else str(value)


# ---- roads -----------------------------------------------------------------------------------


def _node(area: Area, name: str, place: tuple[int, int]) -> tuple[str, str]:
    code = 1_000_000 + Draw("road node", area.gu, name).below(899_999)
    return str(code), f"{degrees(place[1])}_{degrees(place[0])}"


def _road(area: Area, link: Link) -> JSON:
    start, start_at = _node(area, link.start, link.start_place)
    end, end_at = _node(area, link.end, link.end_place)
    return {
        **{"LINK_ID": link.link, "ROAD_NM": link.road},
        **{"START_ND_CD": start, "START_ND_NM": link.start, "START_ND_XY": start_at},
        **{"END_ND_CD": end, "END_ND_NM": link.end, "END_ND_XY": end_at},
        **{"DIST": str(link.metres), "SPD": f"{link.speed // 10}.{link.speed % 10}"},
        **{"IDX": link.pace, "XYLIST": f"{start_at}|{end_at}"},
    }


def _roads(world: World, area: Area) -> JSON:
    draw = Draw(world.seed, "area roads", area.code)
    if area.kind == "공원" and not area.stations and draw.chance(180):
        return {}
    own = [link for link in links(world.seed) if link.gu == area.gu]
    count = draw.between(8, 16)
    first = draw.below(len(own) - count)
    near = own[first : first + count]
    mean = sum(link.speed for link in near) // len(near) // 10
    pace = "정체" if mean < 15 else "서행" if mean < 25 else "원활"
    average = {
        **{"ROAD_MSG": _ROAD_WORDS[pace].format(mean), "ROAD_TRAFFIC_IDX": pace},
        **{"ROAD_TRAFFIC_SPD": str(mean), "ROAD_TRAFFIC_TIME": MADE_AT},
    }
    return {"AVG_ROAD_DATA": average, "ROAD_TRAFFIC_STTS": [_road(area, link) for link in near]}


def _accidents(world: World, area: Area) -> JSON:
    return [
        {
            **{"ACDNT_OCCR_DT": i.began.strftime("%Y-%m-%d %H:%M")},
            **{"EXP_CLR_DT": i.ends.strftime("%Y-%m-%d %H:%M")},
            **{"ACDNT_TYPE": KIND_WORDS[i.kind], "ACDNT_DTYPE": i.what, "ACDNT_INFO": i.text},
            **{"ACDNT_X": degrees(i.place[1]), "ACDNT_Y": degrees(i.place[0])},
            "ACDNT_TIME": MADE_AT,
        }
        for i in incidents(world.seed)
        if i.link.gu == area.gu
    ]


# ---- car parks and chargers ------------------------------------------------------------------


def _lots(world: World, area: Area) -> list[Found]:
    rows = world.select("parking_lots", [Condition("addr", "prefix", f"{area.gu} ")])[0]
    return _few(Draw(world.seed, "area parking", area.code), rows, 4, 10)


def _parking(world: World, area: Area) -> JSON:
    return [_car_park(lot) for lot in _lots(world, area)]


def _car_park(lot: Found) -> JSON:
    live = lot["live"] == "Y"
    free = int(_text(lot["tpkct"])) - int(_text(lot["now_prk_vhcl_cnt"])) if live else ""
    return {
        **{"PRK_NM": _text(lot["pklt_nm"]), "PRK_CD": _text(lot["pklt_cd"])},
        **{"PRK_TYPE": _text(lot["pklt_type"]), "CPCTY": _text(lot["tpkct"])},
        **{"CUR_PRK_CNT": str(free), "CUR_PRK_YN": "Y" if live else "N"},
        "CUR_PRK_TIME": _text(lot["now_prk_vhcl_updt_tm"]) if live else "",
        **{"PAY_YN": _text(lot["pay_yn"]), "RATES": _text(lot["bsc_prk_crg"]), "TIME_RATES": "5"},
        **{"ADD_RATES": _text(lot["add_crg"]), "ADD_TIME_RATES": "5"},
        **{"ADDRESS": f"서울특별시 {lot['addr']}", "ROAD_ADDR": ""},
        **{"LNG": _text(lot["lot"]), "LAT": _text(lot["lat"])},
    }


def _chargers(world: World, area: Area) -> JSON:
    found: list[JSON] = []
    for lot in _lots(world, area):
        draw = Draw(world.seed, "chargers", str(lot["pklt_cd"]))
        if not draw.chance(420):
            continue
        code = f"ME{draw.digits(6)}"
        limited = draw.chance(120)
        found.append(
            {
                **{"STAT_NM": f"{lot['pklt_nm']}", "STAT_ID": code},
                **{"STAT_ADDR": f"서울특별시 {lot['addr']}", "STAT_USETIME": "24시간 이용가능"},
                **{"STAT_X": _text(lot["lot"]), "STAT_Y": _text(lot["lat"])},
                **{"STAT_PARKPAY": _text(lot["pay_yn"]), "STAT_LIMITYN": "Y" if limited else "N"},
                **{"STAT_LIMITDETAIL": "거주자만 이용" if limited else ""},
                "STAT_KINDDETAIL": "공영주차장",
                "CHARGER_DETAILS": [_charger(draw, n) for n in range(1, draw.between(2, 6))],
            }
        )
    return found


def _charger(draw: Draw, number: int) -> JSON:
    kind, power = draw.pick(_CHARGERS)
    busy = draw.chance(320)
    minute = draw.between(0, 54)
    return {
        **{"CHARGER_ID": f"{number:02d}", "CHARGER_TYPE": kind},
        **{"CHARGER_STAT": "충전중" if busy else draw.pick(("충전대기", "충전대기", "점검중"))},
        **{"STATUPDDT": f"2026-01-30 08:{minute:02d}:00"},
        **{"NOWTSDT": f"2026-01-30 08:{minute:02d}:00" if busy else "", "OUTPUT": power},
        "METHOD": "단독",
    }


# ---- trains, buses, bikes --------------------------------------------------------------------


@lru_cache(maxsize=1)
def _home_of() -> dict[str, str]:
    """Return the district of each station that a watched place names."""
    return {name: area.gu for area in reversed(areas()) for name in area.stations}


def _trains(world: World, area: Area) -> JSON:
    found: list[JSON] = []
    for name in area.stations:
        gu = next(g for g in gus() if g.gu == _home_of()[name])
        at = spot(Draw(world.seed, "station place", name), gu)
        rows = world.select("subway_arrivals", [Condition("statnnm", "eq", name)])[0]
        listed = world.select("station_addresses", [Condition("statn_nm", "eq", name)])[0]
        address = listed[0] if listed else {"rdnmadr": None, "adres": None}
        for line in dict.fromkeys(str(r["subwayid"]) for r in rows):
            own = [r for r in rows if r["subwayid"] == line]
            found.append(
                {
                    **{"SUB_STN_NM": name, "SUB_STN_LINE": _line(line)},
                    **{"SUB_STN_RADDR": _text(address["rdnmadr"])},
                    **{"SUB_STN_JIBUN": _text(address["adres"])},
                    **{"SUB_STN_X": at.lon, "SUB_STN_Y": at.lat},
                    "SUB_DETAIL": [_train(line, r) for r in own],
                }
            )
    return found


def _line(code: str) -> str:
    names = {"1063": "경의중앙선", "1065": "공항철도", "1067": "경춘선", "1075": "수인분당선",
             "1077": "신분당선", "1081": "경강선", "1092": "우이신설선", "1093": "서해선",
             "1094": "신림선", "1032": "GTX-A"}  # fmt: skip
    return names.get(code, code[-1] if code.startswith("100") else code)


def _train(line: str, row: Found) -> JSON:
    return {
        **{"SUB_NT_STN": _text(row["statntid"]), "SUB_BF_STN": _text(row["statnfid"])},
        **{"SUB_ROUTE_NM": _line(line), "SUB_LINE": line, "SUB_ORD": _text(row["ordkey"])[1:2]},
        **{"SUB_DIR": _text(row["updnline"]), "SUB_TERMINAL": _text(row["bstatnnm"])},
        **{"SUB_ARVTIME": _text(row["barvldt"]), "SUB_ARMG1": _text(row["arvlmsg2"])},
        **{"SUB_ARMG2": _text(row["arvlmsg3"]), "SUB_ARVINFO": _text(row["arvlcd"])},
    }


def _buses(world: World, area: Area) -> JSON:
    number = next(n for n, gu in enumerate(gus(), start=1) if gu.gu == area.gu)
    rows = world.select("bus_stops", [Condition("stops_no", "prefix", f"{number:02d}")])[0]
    near = _few(Draw(world.seed, "area stops", area.code), rows, 3, 7)
    return [
        {
            **{"BUS_STN_ID": _text(s["node_id"]), "BUS_ARS_ID": _text(s["stops_no"])},
            **{"BUS_STN_NM": _text(s["stops_nm"])},
            **{"BUS_STN_X": _text(s["xcrd"]), "BUS_STN_Y": _text(s["ycrd"])},
            "BUS_DETAIL": [_bus(r) for r in _calls_at(world, s)],
        }
        for s in near
    ]


def _calls_at(world: World, stop: Found) -> list[Found]:
    where = [Condition("station", "eq", stop["node_id"])]
    return world.select("bus_route_stops", where, limit=6)[0]


def _bus(row: Found) -> JSON:
    return {
        **{"RTE_STN_NM": _text(row["stationnm"]), "RTE_NM": _text(row["busroutenm"])},
        **{"RTE_ID": _text(row["busrouteid"]), "RTE_SECT": _text(row["section"])},
        **{"RTE_ARRV_TM_1": _text(row["arrmsg1"]), "RTE_ARRV_STN_1": _text(row["at1"])},
        **{"RTE_ARRV_TM_2": _text(row["arrmsg2"]), "RTE_ARRV_STN_2": _text(row["at2"])},
    }


def _bikes(world: World, area: Area) -> JSON:
    rows = _in_gu(world, "bike_stations", "sta_loc", area)
    near = _few(Draw(world.seed, "area bikes", area.code), rows, 4, 12)
    return [
        {
            **{"SBIKE_SPOT_NM": _text(b["rent_nm"]), "SBIKE_SPOT_ID": _text(b["rent_id"])},
            **{"SBIKE_SHARED": _text(b["shared"]), "SBIKE_RACK_CNT": _text(b["racktotcnt"])},
            "SBIKE_PARKING_CNT": _text(b["parkingbiketotcnt"]),
            **{"SBIKE_X": _text(b["stationlongitude"]), "SBIKE_Y": _text(b["stationlatitude"])},
        }
        for b in near
    ]


# ---- weather and events ----------------------------------------------------------------------


_GRADES = ("좋음", "보통", "나쁨", "매우나쁨")


def _whole(value: Value) -> str:
    """Return a figure without its fraction: a station under maintenance shows 0.0."""
    return _text(value).partition(".")[0]


def _grade(value: str, bounds: tuple[int, int, int]) -> str:
    number = int(value.partition(".")[0] or 0)
    return _GRADES[sum(number > bound for bound in bounds)]


def _tenths(text: str) -> int:
    whole, _, part = text.lstrip("-").partition(".")
    value = int(whole) * 10 + int((part or "0")[:1])
    return -value if text.startswith("-") else value


def _degree(tenths: int) -> str:
    sign = "-" if tenths < 0 else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"


def _weather(world: World, area: Area) -> JSON:
    seen = [Condition("saws_obs_tm", "eq", f"{TODAY} 09:00:00.0")]
    own = world.select("weather_stations", [*seen, Condition("stn_nm", "eq", area.gu)])[0][0]
    air = _in_gu(world, "air_quality", "msrstn_nm", area)[0]
    now = _tenths(_text(own["saws_ta_avg"]))
    wind = _text(own["saws_ws_avg"])
    draw = Draw(world.seed, "sky", area.gu)
    low, high = min(now, now - draw.between(4, 22)), now + draw.between(28, 62)
    return [
        {
            **{"WEATHER_TIME": MADE_AT, "TEMP": _degree(now)},
            **{"SENSIBLE_TEMP": _degree(now - _tenths(wind) - 6)},
            **{"MAX_TEMP": _degree(high), "MIN_TEMP": _degree(low)},
            **{"HUMIDITY": _text(own["saws_hd"]), "WIND_DIRCT": _text(own["name"])},
            **{"WIND_SPD": wind, "PRECIPITATION": "-", "PRECPT_TYPE": "없음"},
            **{"PCP_MSG": "비 또는 눈 소식이 없어요.", "SUNRISE": "07:37", "SUNSET": "17:54"},
            **{
                "UV_INDEX_LVL": "2",
                "UV_INDEX": "낮음",
                "UV_MSG": "햇볕 노출에 대한 위험이 낮아요.",
            },
            **{"PM25_INDEX": _grade(_text(air["fpm"]), (15, 35, 75)), "PM25": _whole(air["fpm"])},
            **{"PM10_INDEX": _grade(_text(air["pm"]), (30, 80, 150)), "PM10": _whole(air["pm"])},
            **{"AIR_IDX": _text(air["cai_grd"]), "AIR_IDX_MVL": _text(air["cai_idx"])},
            **{"AIR_IDX_MAIN": _text(air["crst_sbstn"])},
            **{"AIR_MSG": _AIR_WORDS[_text(air["cai_grd"])], "NEWS_LIST": []},
            "FCST24HOURS": [_hour(draw, n, now, high, low) for n in range(1, 25)],
        }
    ]


def _hour(draw: Draw, ahead: int, now: int, high: int, low: int) -> JSON:
    """Return a forecast: warmer until three in the afternoon, coldest before sunrise."""
    hour = (9 + ahead) % 24
    if ahead <= 6:
        cold = now + (high - now) * ahead // 6
    else:
        cold = high - (high - low) * min(ahead - 6, 16) // 16
    cloud = draw.weighted((("맑음", 62), ("구름많음", 26), ("흐림", 12)))
    day = "20260130" if 9 + ahead < 24 else "20260131"
    return {
        **{"FCST_DT": f"{day}{hour:02d}00", "TEMP": str((cold + 5) // 10)},
        **{"PRECIPITATION": "-", "PRECPT_TYPE": "없음", "SKY_STTS": cloud},
        "RAIN_CHANCE": str({"맑음": 0, "구름많음": 10, "흐림": 30}[cloud]),
    }


def _events(world: World, area: Area) -> JSON:
    where = [
        Condition("guname", "eq", area.gu),
        Condition("strtdate", "range", (None, "2026-02-15")),
        Condition("end_date", "range", (TODAY, None)),
    ]
    rows = world.select("cultural_events", where)[0]
    near = _few(Draw(world.seed, "area events", area.code), rows, 2, 8)
    return [
        {
            **{"EVENT_NM": _text(e["title"]), "EVENT_PERIOD": _text(e["date"])},
            **{"EVENT_PLACE": _text(e["place"]), "EVENT_X": _text(e["lot"])},
            **{"EVENT_Y": _text(e["lat"]), "PAY_YN": "N" if e["is_free"] == "무료" else "Y"},
            **{"THUMBNAIL": _text(e["main_img"]), "URL": _text(e["hmpg_addr"])},
            "EVENT_ETC_DETAIL": _text(e["etc_desc"]),
        }
        for e in near
    ]


_PARTS: dict[str, Callable[[World, Area], JSON]] = {
    "live_ppltn_stts": lambda world, area: [people(world.seed, area)],
    "road_traffic_stts": _roads,
    "prk_stts": _parking,
    "sub_stts": _trains,
    "bus_stn_stts": _buses,
    "acdnt_cntrl_stts": _accidents,
    "sbike_stts": _bikes,
    "weather_stts": _weather,
    "charger_stts": _chargers,
    "event_stts": _events,
}


def _city_data(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    area = area_of(values[0])
    if area is not None:
        made = (dumped(part(world, area)) for part in _PARTS.values())
        yield (str(values[0]), area.name, area.code, *made)


CITY_DATA = Table(
    "seoul_city_data",
    (
        *(Column(n, domain="seoul_area", gen="fact") for n in ("asked", "area_nm", "area_cd")),
        *map(Column, _PARTS),
    ),
    lambda world: (row for area in areas() for row in _city_data(world, (area.name,))),
    by=("asked",),
    part=_city_data,
)
"""``asked`` is the name or the code by which a place is asked for."""
