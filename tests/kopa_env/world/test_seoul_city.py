"""Seoul's buses on the map, roads, watched places, restaurants and halls hold together."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.language.particles import particle_errors
from kopa_env.outcome import JSON, Record, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.seoul_areas import areas, level, people
from kopa_env.world.tables.seoul_bus_live import SECTION, close_by
from kopa_env.world.tables.seoul_food import kana
from kopa_env.world.tables.seoul_map import degrees, metres, micro, plane
from kopa_env.world.tables.seoul_places import gus
from kopa_env.world.world import Condition, World

NOW = "20260130090000"
DECLARED = ReplicaSpec(read_yaml())
ALL = {"START_INDEX": "1", "END_INDEX": "1000"}
MINE = (
    *("seoul_citydata", "seoul_citydata_population", "seoul_road_speed_live"),
    *("seoul_road_incidents", "seoul_cultural_spaces", "seoul_tourist_restaurants"),
    *("seoul_tour_streets", "seoul_restaurant_licences", "seoul_bus_stops_nearby"),
    *("seoul_bus_positions", "seoul_bus_trip_paths"),
)


@pytest.fixture(scope="module")
def replica(world: World) -> Replica:
    return Replica(world, Catalogue.load(), DECLARED)


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


def _listed(replica: Replica, name: str, **args: str) -> list[Record]:
    found = _ask(replica, name, **args)
    assert found.status is Status.OK, (name, args, found.message)
    return list(found.records)


def _rows(world: World, table: str, **where: str) -> list[dict[str, Any]]:
    return world.select(table, [Condition(k, "eq", v) for k, v in where.items()])[0]


@pytest.mark.parametrize("name", MINE)
def test_every_tool_is_declared_and_fits_its_table(replica: Replica, name: str) -> None:
    tool = DECLARED[name]
    assert (tool.fidelity, tool.table != "listing") == ("declared", True)
    assert replica.check(replica.catalogue[name]) == ()


# ---- the map ---------------------------------------------------------------------------------


def test_places_in_degrees_and_metres() -> None:
    assert micro("126.91062927") == 126_910_629
    assert micro("37") == 37_000_000
    assert micro("37,5") is None
    assert degrees(37_055_000) == "37.055000"
    assert metres(37_500_000, 127_000_000, 37_509_000, 127_000_000) == 998
    assert plane(37_566_000, 126_978_000) == ("198058.50", "451830.34")


# ---- buses -----------------------------------------------------------------------------------


def test_stops_around_a_point_are_those_of_the_register(replica: Replica, world: World) -> None:
    stop = _rows(world, "bus_stops")[1_000]
    asked = {"tmX": str(stop["xcrd"]), "tmY": str(stop["ycrd"])}
    near = _listed(replica, "seoul_bus_stops_nearby", **asked, radius="500")
    assert near[0]["stationId"] == stop["node_id"]
    assert near[0]["dist"] == "0"
    away = [int(str(r["dist"])) for r in near]
    assert away == sorted(away)
    assert away[-1] <= 500
    for r in near:
        own = _rows(world, "bus_stops", node_id=str(r["stationId"]))[0]
        told = (own["stops_nm"], own["stops_no"], own["xcrd"], own["ycrd"])
        assert told == (r["stationNm"], r["arsId"], r["gpsX"], r["gpsY"])
    wider = _listed(replica, "seoul_bus_stops_nearby", **asked, radius="900")
    assert wider[: len(near)] == near
    assert len(wider) > len(near)
    centre = (micro(asked["tmY"]) or 0, micro(asked["tmX"]) or 0)
    assert len([a for a, _ in close_by(world.seed, *centre) if a <= 500]) == len(near)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"tmX": "126.91", "tmY": "37.55"}, "2"),
        ({"tmX": "199841.2", "tmY": "37.55", "radius": "300"}, "5"),
        ({"tmX": "126.91", "tmY": "37.55", "radius": "near"}, "5"),
        ({"tmX": "129.5", "tmY": "37.55", "radius": "300"}, "4"),
    ],
    ids=["no radius", "metres of the grid", "no number", "far from any stop"],
)
def test_what_a_search_around_a_point_refuses(
    replica: Replica, args: dict[str, str], code: str
) -> None:
    assert _ask(replica, "seoul_bus_stops_nearby", **args).code == code


def test_buses_are_where_arrivals_say(replica: Replica, world: World) -> None:
    for route in _rows(world, "bus_routes")[::60]:
        code = str(route["busrouteid"])
        on_route = {str(r["seq"]): r for r in _rows(world, "bus_route_stops", busrouteid=code)}
        buses = _listed(replica, "seoul_bus_positions", busRouteId=code)
        assert len(buses) == len({b["vehId"] for b in buses}) > 1
        orders = [int(str(b["sectOrd"])) for b in buses]
        assert orders == sorted(orders)
        for bus in buses:
            order = int(str(bus["sectOrd"]))
            awaited = [r for r in on_route.values() if r["vehid1"] == bus["vehId"]]
            assert str(order) in {r["sectord1"] for r in awaited}
            assert bus["plainNo"] in {r["plainno1"] for r in awaited}
            ahead = on_route[str(order + 1)]
            assert (bus["nextStId"], bus["sectionId"]) == (ahead["station"], ahead["section"])
            assert bus["lastStnId"] == on_route[str(len(on_route))]["station"]
            assert bus["rtDist"] == route["length"]
            assert str(bus["dataTm"]) < NOW
            assert float(str(bus["sectDist"])) * 1000 < SECTION
            assert (bus["stopFlag"] == "1") == (bus["sectDist"] == "0.000")
    assert _ask(replica, "seoul_bus_positions", busRouteId="999999999").code == "4"
    assert _ask(replica, "seoul_bus_positions").code == "2"


def test_a_trip_leads_from_stop_to_stop(replica: Replica, world: World) -> None:
    ends = {"startX": "126.91062927", "startY": "37.55564880", "endX": "127.03", "endY": "37.48"}
    found = _listed(replica, "seoul_bus_trip_paths", **ends)
    assert 1 <= len(found) <= 5
    times = [int(str(t["time"])) for t in found]
    assert times == sorted(times)
    for trip in found:
        legs = trip["pathList"]
        assert isinstance(legs, list)
        ridden = sum(_ridden(world, leg) for leg in legs if isinstance(leg, dict))
        assert int(str(trip["distance"])) >= ridden * SECTION
        for leg, after in pairwise(legs):
            assert isinstance(leg, dict)
            assert isinstance(after, dict)
            assert leg["routeId"] != after["routeId"]
            assert _apart(leg, after) <= 350
    assert _ask(replica, "seoul_bus_trip_paths", **{**ends, "endX": "199841"}).code == "5"
    assert _ask(replica, "seoul_bus_trip_paths", **{**ends, "endX": "129.1"}).code == "4"


def _ridden(world: World, leg: dict[str, JSON]) -> int:
    """Return how many sections a leg goes along; both stops lie on its route."""
    line = _rows(world, "bus_route_stops", busrouteid=str(leg["routeId"]))
    places = {r["station"]: int(r["seq"]) for r in line}
    assert line[0]["busroutenm"] == leg["routeNm"]
    return abs(places[leg["fid"]] - places[leg["tid"]])


def _apart(leg: dict[str, JSON], after: dict[str, JSON]) -> int:
    first = (micro(str(leg["ty"])) or 0, micro(str(leg["tx"])) or 0)
    return metres(*first, micro(str(after["fy"])) or 0, micro(str(after["fx"])) or 0)


# ---- roads -----------------------------------------------------------------------------------


def test_a_link_has_a_speed_and_the_time_that_follows_from_it(world: World) -> None:
    rows = _rows(world, "seoul_road_speeds")
    assert len({r["link_id"] for r in rows}) == len(rows) > 3_000
    names = {r["road"]: r["gus"].split("|") for r in fact_rows("seoul_roads")}
    assert {gu for own in names.values() for gu in own} == {gu.gu for gu in gus()}
    for r in rows:
        assert r["gu"] in names[r["road_nm"]]
        assert r["start_nd_nm"] != r["end_nd_nm"]
        seconds = r["dist"] * 36 / float(r["prcs_spd"]) / 10
        assert abs(int(r["prcs_trv_time"]) - seconds) <= 1
    assert {r["idx"] for r in rows} == {"원활", "서행", "정체"}


def test_what_is_in_the_way_is_going_on_now_on_a_link_with_a_speed(
    replica: Replica, world: World
) -> None:
    found = _listed(replica, "seoul_road_incidents", **ALL)
    assert len(found) == len({r["ACC_ID"] for r in found}) > 60
    began = [f"{r['OCCR_DATE']}{r['OCCR_TIME']}" for r in found]
    assert began == sorted(began)
    assert began[-1] < NOW
    for r in found:
        assert f"{r['EXP_CLR_DATE']}{r['EXP_CLR_TIME']}" > NOW
        assert str(r["ACC_DTYPE"]).startswith(str(r["ACC_TYPE"])[1:])
        link = _listed(replica, "seoul_road_speed_live", LINK_ID=str(r["LINK_ID"]), **ALL)
        road = _rows(world, "seoul_road_speeds", link_id=str(r["LINK_ID"]))[0]
        assert link[0]["PRCS_SPD"] == road["prcs_spd"]
        assert str(road["road_nm"]) in str(r["ACC_INFO"])
        assert particle_errors(str(r["ACC_INFO"]).replace(str(road["road_nm"]), "")) == []
    assert _ask(replica, "seoul_road_speed_live", LINK_ID="1", **ALL).code == "INFO-200"
    assert _ask(replica, "seoul_road_speed_live", **ALL).code == "ERROR-300"


# ---- watched places --------------------------------------------------------------------------


def test_places_have_a_code_each_and_real_stations() -> None:
    stations = {re.sub(r"\(.*", "", r["name"]) for r in fact_rows("stations")}
    assert len({a.code for a in areas()}) == len({a.name for a in areas()}) == 121
    for area in areas():
        assert area.gu in {gu.gu for gu in gus()}
        assert {re.sub(r"\(.*", "", name) for name in area.stations} <= stations, area


def test_people_of_a_place_by_name_or_code(replica: Replica) -> None:
    by_name = _listed(replica, "seoul_citydata_population", AREA_NM="광화문·덕수궁")
    by_code = _listed(replica, "seoul_citydata_population", AREA_NM="POI009")
    assert by_name == by_code
    assert (by_name[0]["AREA_NM"], by_name[0]["AREA_CD"]) == ("광화문·덕수궁", "POI009")
    assert _ask(replica, "seoul_citydata_population", AREA_NM="무릉도원").code == "INFO-200"


def test_shares_add_up_and_forecasts_follow(world: World) -> None:
    told = Counter[str]()
    for area in areas():
        made = people(world.seed, area)
        ages = [float(str(v)) for k, v in made.items() if k.startswith("PPLTN_RATE_")]
        assert len(ages) == 8
        assert abs(sum(ages) - 100) < 0.05
        assert float(str(made["MALE_PPLTN_RATE"])) + float(str(made["FEMALE_PPLTN_RATE"])) == 100
        assert int(str(made["AREA_PPLTN_MIN"])) < int(str(made["AREA_PPLTN_MAX"]))
        forecast = made["FCST_PPLTN"]
        assert isinstance(forecast, list)
        assert len(forecast) == (12 if made["FCST_YN"] == "Y" else 0)
        told[str(made["AREA_CONGEST_LVL"])] += 1
        told.update(str(f["FCST_CONGEST_LVL"]) for f in forecast if isinstance(f, dict))
    assert set(told) == {"여유", "보통", "약간 붐빔", "붐빔"}
    assert level(10)[0] == "여유"


def test_city_data_repeats_what_other_services_tell(replica: Replica, world: World) -> None:
    record = _listed(replica, "seoul_citydata", AREA_NM="강남역")[0]
    parts = json.loads(json.dumps(record))
    own = _listed(replica, "seoul_citydata_population", AREA_NM="강남역")
    assert parts["LIVE_PPLTN_STTS"] == own
    for link in parts["ROAD_TRAFFIC_STTS"]["ROAD_TRAFFIC_STTS"]:
        row = _rows(world, "seoul_road_speeds", link_id=link["LINK_ID"])[0]
        assert (row["prcs_spd"], row["idx"], row["gu"]) == (link["SPD"], link["IDX"], "강남구")
    for lot in parts["PRK_STTS"]:
        row = _rows(world, "parking_lots", pklt_cd=lot["PRK_CD"])[0]
        assert row["pklt_nm"] == lot["PRK_NM"]
        assert (row["live"] == "Y") == (lot["CUR_PRK_CNT"] != "")
    for bike in parts["SBIKE_STTS"]:
        row = _rows(world, "bike_stations", rent_id=bike["SBIKE_SPOT_ID"])[0]
        assert (row["sta_loc"], row["parkingbiketotcnt"]) == ("강남구", bike["SBIKE_PARKING_CNT"])
    for stop in parts["BUS_STN_STTS"]:
        row = _rows(world, "bus_stops", stops_no=stop["BUS_ARS_ID"])[0]
        assert row["node_id"] == stop["BUS_STN_ID"]
        for bus in stop["BUS_DETAIL"]:
            assert _rows(world, "bus_routes", busrouteid=bus["RTE_ID"])
    arrivals = _rows(world, "subway_arrivals", statnnm="강남")
    trains = [t for s in parts["SUB_STTS"] for t in s["SUB_DETAIL"]]
    assert len(trains) == len(arrivals) > 0
    assert [e["EVENT_PERIOD"][-10:] >= "2026-01-30" for e in parts["EVENT_STTS"]].count(False) == 0
    sky = parts["WEATHER_STTS"][0]
    assert float(sky["MIN_TEMP"]) <= float(sky["TEMP"]) <= float(sky["MAX_TEMP"])
    assert len(sky["FCST24HOURS"]) == 24


def test_a_part_of_city_data_without_anything_is_empty(world: World) -> None:
    rows = world.rows("seoul_city_data")
    found: Counter[str] = Counter()
    for row in rows:
        found.update(k for k, v in row.items() if v in ("[]", "{}"))
        incidents = json.loads(str(row["acdnt_cntrl_stts"]))
        assert all(i["ACDNT_OCCR_DT"] <= "2026-01-30 09:00" for i in incidents)
    assert found["sub_stts"] > 5
    assert found["bus_stn_stts"] == found["weather_stts"] == 0


# ---- restaurants -----------------------------------------------------------------------------


def test_licences_end_after_they_begin_and_most_have_ended(world: World) -> None:
    rows = _rows(world, "seoul_restaurant_licences")
    assert len({r["mgtno"] for r in rows}) == len(rows) == 45_000
    states = Counter(r["trdstategbn"] for r in rows)
    assert states["03"] > len(rows) // 2
    for r in rows:
        assert r["apvpermymd"] <= "20260130"
        assert (r["dcbymd"] is not None) == (r["trdstategbn"] in ("03", "04"))
        assert r["dcbymd"] is None or r["apvpermymd"] < r["dcbymd"] <= "20260130"
        assert r["mgtno"].startswith(f"{r['opnsfteamcode']}-101-{r['apvpermymd'][:4]}-")
        assert f" {r['gu']} " in r["sitewhladdr"]
    assert len({r["opnsfteamcode"] for r in rows}) == 25


def test_dates_of_licences_are_written_with_dashes(replica: Replica) -> None:
    rows = _listed(replica, "seoul_restaurant_licences", START_INDEX="20001", END_INDEX="21000")
    for r in rows:
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", str(r["APVPERMYMD"]))
        assert re.fullmatch(r"(\d{4}-\d\d-\d\d)?", str(r["DCBYMD"]))


def test_visitors_are_sent_to_shops_in_business(world: World) -> None:
    shops = {r["mgtno"]: r for r in _rows(world, "seoul_restaurant_licences")}
    rows = _rows(world, "seoul_tourist_restaurants")
    by_shop: dict[str, list[dict[str, Any]]] = {}
    for r in rows:
        by_shop.setdefault(r["mgtno"], []).append(r)
    assert 150 < len(by_shop) < 900
    for code, told in by_shop.items():
        shop, korean = shops[code], told[0]
        assert shop["trdstategbn"] == "01"
        assert [r["lang_code_id"] for r in told][:2] == ["ko", "en"]
        assert len(told) in (2, 4)
        assert (korean["post_sj"], korean["address"]) == (shop["bplcnm"], shop["sitewhladdr"])
        assert korean["cmmn_telno"] == shop["sitetel"]
        assert str(shop["rdnwhladdr"]).startswith(korean["new_address"])
        for r in told[1:]:
            assert not re.search("[가-힣]", r["post_sj"] + r["address"] + r["fd_reprsnt_menu"])


def test_korean_in_katakana() -> None:
    assert kana("한빛식당") == "ハンピッシクタン"
    assert kana("원조") == "ウォンチョ"
    assert kana("과자 12") == "クァチャ 12"


# ---- halls and streets -----------------------------------------------------------------------


def test_halls_of_events_are_cultural_spaces(world: World) -> None:
    spaces = _rows(world, "seoul_cultural_spaces")
    names = {r["fac_name"] for r in spaces}
    held = Counter(str(r["place"]) for r in world.rows("cultural_events"))
    assert len(names & set(held)) > 500
    libraries = {r["lbrry_name"] for r in world.rows("public_libraries")}
    assert {r["fac_name"] for r in spaces if r["subjcode"] == "도서관"} <= libraries
    lines = {r["busroutenm"] for r in world.rows("bus_routes")}
    for r in spaces:
        assert sorted(float(r[c]) > 90 for c in ("x_coord", "y_coord")) == [False, True]
        assert r["open_day"] is None or r["open_day"] < "2026-01-30"
        assert (r["seat_cnt"] is not None) == (r["subjcode"] in ("공연장", "문화예술회관"))
        assert (r["entrfree"] == "무료") == (r["entr_fee"] == "무료")
        assert particle_errors(r["fac_desc"] or "") == []
        for colour in ("yellow", "green", "blue", "red", "airport"):
            assert set(filter(None, (r[colour] or "").split(", "))) <= lines
    swapped = sum(float(r["x_coord"]) > 90 for r in spaces)
    assert 0 < swapped < len(spaces) // 5


def test_streets_lie_in_a_dong_of_their_district(world: World) -> None:
    dongs = {(r["gu"], r["dong"]) for r in fact_rows("seoul_dongs")}
    rows = _rows(world, "seoul_tour_streets")
    assert len({r["name_kor"] for r in rows}) == len(rows) == 150
    for r in rows:
        assert (r["h_kor_gu"], r["h_kor_dong"]) in dongs
        assert f" {r['h_kor_gu']} " in r["add_kor"]
    watched = {a.name: a.gu for a in areas()}
    real = [r for r in rows if r["name_kor"] in watched]
    assert len(real) > 8
    assert all(watched[r["name_kor"]] == r["h_kor_gu"] for r in real)
