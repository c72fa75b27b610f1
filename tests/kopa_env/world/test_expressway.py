"""Expressways: one network behind every list, figures that add up, tolls that grow with the way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kopa_env.world.tables.expressway.network import gate_by_code, gates, points, routes, ways_from
from kopa_env.world.tables.expressway.roads import sections
from kopa_env.world.tables.expressway.sites import listed_rests, sites
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)


@pytest.fixture(scope="module", params=SEEDS)
def roads(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """Return a world of its own for each seed."""
    made = World(request.param, directory=tmp_path_factory.mktemp("roads"))
    yield made
    made.close()


def _part(world: World, table: str, **values: str) -> list[dict[str, Any]]:
    return world.select(table, [Condition(k, "eq", v) for k, v in values.items()])[0]


def test_lists_have_their_observed_sizes(roads: World) -> None:
    sizes = {
        "expressway_gates": 590,
        "expressway_flow": 1_297,
        "expressway_service_register": 581,
        "expressway_station_facilities": 429,
        "expressway_dishes": 7_214,
        "expressway_rest_themes": 144,
        "expressway_rest_events": 898,
        "expressway_fuel_prices": 226,
        "expressway_incidents": 60,
        "expressway_works": 597,
    }
    assert {name: roads.count(name) for name in sizes} == sizes
    located = [Condition("located", "eq", "Y")]
    assert roads.count("expressway_rest_areas", located) == 203
    blank = [r for r in roads.rows("expressway_gates") if r["xvalue"] is None]
    assert len(blank) == 194


def test_known_codes_keep_their_names(roads: World) -> None:
    names = {r["unitcode"]: r["unitname"] for r in roads.rows("expressway_gates")}
    assert (names["101"], names["103"], names["105"]) == ("서울", "수원신갈", "기흥")
    rests = {r["svarcd"]: r for r in roads.rows("expressway_service_register")}
    assert rests["000001"]["svarnm"] == "서울만남(부산)휴게소"
    assert rests["000001"]["bsopadtnlfcltcd"] == "A00001"
    assert rests["000002"]["svarnm"] == "서울만남(부산)주유소"
    assert rests["000561"]["svarnm"] == "북대전(논산)졸음쉼터"
    first = roads.select("expressway_sections", limit=1)[0][0]
    assert (first["conzoneid"], first["conzonename"]) == ("0010CZE010", "구서IC-영락IC")


def test_codes_are_unique_and_routes_known() -> None:
    for codes in (
        [g.code for g in gates()],
        [g.name for g in gates()],
        [s.std_code for s in sites()],
        [s.area_code for s in sites() if s.area_code != "0"],
        [s.code for s in sections()],
    ):
        assert len(set(codes)) == len(codes)
    assert {p.at.route for p in points()} == set(routes())
    assert {s.at.route for s in sites()} <= set(routes())


def test_a_rest_area_has_one_name_everywhere(roads: World) -> None:
    register = {r["svarcd"]: r for r in roads.rows("expressway_service_register")}
    for table in (
        *("expressway_rest_facilities", "expressway_station_facilities", "expressway_dishes"),
        *("expressway_rest_brands", "expressway_rest_startups", "expressway_rest_themes"),
        "expressway_rest_events",
    ):
        for r in roads.rows(table):
            assert register[r["stdrestcd"]]["svarnm"] == r["stdrestnm"], table
    for table in ("expressway_rest_areas", "expressway_fuel_prices"):
        for r in roads.rows(table):
            assert register[r["stdrestcd"]]["svarnm"] == r["unitname"]
            assert register[r["stdrestcd"]]["bsopadtnlfcltcd"] == r["servicearea"]


def test_the_register_holds_what_no_other_list_does(roads: World) -> None:
    rows = list(roads.rows("expressway_service_register"))
    letters = Counter(str(r["bsopadtnlfcltcd"])[0] for r in rows)
    assert letters == {"A": 287, "B": 237, "0": 57}
    shelters = [r for r in rows if str(r["svarnm"]).endswith("졸음쉼터")]
    assert shelters
    assert {r["cocrprkgtrcn"] for r in shelters} == {"0"}
    names = {
        str(r["unitname"]).removesuffix("주유소") for r in roads.rows("expressway_fuel_prices")
    }
    matched = sum(s.name.removesuffix("휴게소") in names for s in listed_rests())
    assert 150 <= matched <= 180, "some stations have a name of their own"


def test_summaries_say_what_the_long_lists_say(roads: World) -> None:
    facilities: dict[str, list[str]] = {}
    for r in roads.rows("expressway_rest_facilities"):
        facilities.setdefault(str(r["stdrestcd"]), []).append(str(r["psname"]))
    dishes = {(r["stdrestcd"], r["foodnm"]): r for r in roads.rows("expressway_dishes")}
    for r in roads.rows("expressway_rest_areas"):
        held = facilities.get(str(r["stdrestcd"]), [])
        assert str(r["convenience"]).split("|") == (held or [""])
        assert (r["maintenanceyn"] == "O") == ("경정비" in held)
        dish = dishes[r["stdrestcd"], r["batchmenu"]]
        assert dish["bestfoodyn"] == "Y"
        price = re.sub(r"\D", "", str(r["saleprice"]))
        assert price in ("", str(dish["foodcost"]))


def test_fuel_prices_are_text_with_won(roads: World) -> None:
    for r in roads.rows("expressway_fuel_prices"):
        assert (r["lpgprice"] == "X") == (r["lpgyn"] == "N")
        for price in (r["gasolineprice"], r["diselprice"]):
            assert price == "X" or re.fullmatch(r"1,[4-9]\d\d원", str(price))


def test_sections_detectors_and_flow_fit(roads: World) -> None:
    detectors = {r["vdsid"]: r["czid"] for r in roads.rows("expressway_detectors")}
    lengths = {r["conzoneid"]: r for r in roads.rows("expressway_sections")}
    for r in roads.rows("expressway_flow"):
        assert detectors[r["vdsid"]] == r["conzoneid"]
        section = lengths[r["conzoneid"]]
        assert section["conzonename"] == r["conzonename"]
        speed = int(str(r["speed"]))
        assert 0 <= speed <= section["limit_kmh"] + 10
        if r["grade"] != "0":
            assert r["grade"] == ("1" if speed >= 70 else "2" if speed >= 40 else "3")
            assert abs(int(str(r["timeavg"])) * speed * 10 - section["metres"] * 36) <= speed * 10
    grades = Counter(r["grade"] for r in roads.rows("expressway_flow"))
    assert grades["1"] > 900
    assert grades["3"] >= 5


def test_regions_and_the_nation_are_sums_of_gates(roads: World) -> None:
    last = [r for r in roads.rows("expressway_gate_counts") if r["sumtm"] == "0730"]
    by_gate: Counter[tuple[object, ...]] = Counter()
    entries: Counter[tuple[object, ...]] = Counter()
    for r in last:
        key = (r["exdivcode"], r["cartype"], r["tcstype"])
        by_gate[(*key, r["inouttype"])] += r["trafficamout"]
        entries[key] += r["trafficamout"] if r["inouttype"] == "0" else 0
    by_region: Counter[tuple[object, ...]] = Counter()
    for r in _part(roads, "expressway_region_counts", tmtype="2"):
        key = (r["exdivcode"], r["cartype"], r["tcstype"], r["inouttype"])
        by_region[key] += r["trafficamout"]
    assert by_region == by_gate
    for r in _part(roads, "expressway_nation_counts", tmtype="2", sumtm="0730"):
        assert entries[r["exdivcode"], r["cartype"], r["tcstype"]] == r["trafficamout"]


def test_a_day_is_the_sum_of_its_operators(roads: World) -> None:
    def total(day: str) -> int:
        return sum(r["trafficvolumn"] for r in _part(roads, "expressway_days", sumdate=day)) // 2

    rows = _part(roads, "expressway_days", sumdate="20240115")
    for car in map(str, range(1, 7)):
        of_class = {r["exdivcode"]: r["trafficvolumn"] for r in rows if r["cartype"] == car}
        assert of_class.pop("all") == sum(of_class.values())
    assert 2_500_000 < total("20240115") < 8_000_000
    assert total("20250129") > total("20250115") * 11 // 10, "Seollal is busier"
    assert total("20200412") < total("20190414"), "the spring of 2020 was quiet"
    assert _part(roads, "expressway_days", sumdate="20260130") == []


def test_tolls_grow_with_the_way(roads: World) -> None:
    rows = _part(roads, "expressway_tolls", dprtrtolofcd="101")
    assert len(rows) > 500
    priced = []
    for r in rows:
        way = ways_from("101")[r["arrvtolofcd"]]
        tolls = [r[f"nrmlknd{n}amt"] for n in range(1, 6)]
        assert tolls == sorted(tolls)
        assert abs(r["nrmlknd6amt"] * 2 - tolls[0]) <= 50
        lanes = [r[f"crgw{n}sumdstne"].replace(".", "") for n in (2, 4, 6)]
        assert sum(map(int, lanes)) == way.total
        weighted = way.lanes2 * 5 + way.lanes4 * 10 + way.lanes6 * 12
        priced.append((weighted, tolls[0]))
        same = r["arrvtolofcd"] == "101"
        assert (r["odn1dcknd1amt"] is None) == same
        if not same:
            assert r["odn1dcknd1amt"] < r["odn2dcknd1amt"] < tolls[0]
    priced.sort()
    assert [toll for _, toll in priced] == sorted(toll for _, toll in priced)


def test_tolls_read_by_origin_or_by_arrival_are_the_same(roads: World) -> None:
    there = _part(roads, "expressway_tolls", dprtrtolofcd="101", arrvtolofcd="140")
    assert len(there) == 1
    assert _part(roads, "expressway_tolls", arrvtolofcd="140", dprtrtolofnm="서울") == there
    arrivals = _part(roads, "expressway_tolls", arrvtolofcd="140")
    assert there[0] in arrivals
    back = _part(roads, "expressway_tolls", dprtrtolofcd="140", arrvtolofcd="101")[0]
    assert back["nrmlknd1amt"] == there[0]["nrmlknd1amt"]
    assert roads.count("expressway_tolls") > 300_000
    assert _part(roads, "expressway_tolls", dprtrtolofcd="999") == []


def test_travel_times_mix_two_kinds_of_rows(roads: World) -> None:
    rows = _part(roads, "expressway_trips_today", startunitcode="101", endunitcode="103")
    assert rows
    hours = [r for r in rows if re.fullmatch(r"\d\d  ", r["stdtime"])]
    fives = [r for r in rows if re.fullmatch(r"\d\d:\d[05]", r["stdtime"])]
    assert len(hours) + len(fives) == len(rows)
    assert fives
    for r in rows:
        low, mean, high = (float(r[n]) for n in ("timemin", "timeavg", "timemax"))
        assert low <= mean + 0.001
        assert mean <= high + 0.001
    for r in hours:
        parts = [
            x["efcvtrfl"]
            for x in fives
            if x["stdtime"][:2] == r["stdtime"][:2] and x["tcscartypecode"] == r["tcscartypecode"]
        ]
        assert sum(parts) == r["efcvtrfl"]
    assert max(r["stdtime"][:2] for r in rows) <= "05"
    silent = [
        g.code
        for g in gates()[:60]
        if not _part(roads, "expressway_trips_today", startunitcode="105", endunitcode=g.code)
    ]
    assert len(silent) > 1, "some pairs have no data"


def test_forecasts_cover_weekends_and_feasts(roads: World) -> None:
    assert len(_part(roads, "expressway_forecasts", sdate="20260131")) == 24
    assert len(_part(roads, "expressway_forecasts", sdate="20240210")) == 24
    assert _part(roads, "expressway_forecasts", sdate="20240115") == []
    feast = _part(roads, "expressway_forecasts", sdate="20260216")
    minutes = [int(r["csubs"].split(":")[0]) * 60 + int(r["csubs"].split(":")[1]) for r in feast]
    assert max(minutes) > min(minutes) + 60


def test_weather_follows_the_seasons(roads: World) -> None:
    winter = _part(roads, "expressway_rest_weather", sdate="20240115", stdhour="12")
    summer = _part(roads, "expressway_rest_weather", sdate="20240801", stdhour="12")
    assert len(winter) == len(summer) == 203
    assert float(summer[0]["tempvalue"]) > float(winter[0]["tempvalue"]) + 10
    assert {r["snowvalue"] for r in summer} == {"-99.000000"}
    assert _part(roads, "expressway_rest_weather", sdate="20260130", stdhour="12") == []


def test_details_by_class_name_known_detectors(roads: World) -> None:
    known = {r["avcid"]: r["conzoneid"] for r in roads.rows("expressway_classifiers")}
    rows = _part(roads, "expressway_class_detail", totldates="20240115")
    assert {r["avcid"] for r in rows} == set(known)
    assert all(known[r["avcid"]] == r["cnznid"] for r in rows)
    busy = sum(r["trfv1"] for r in rows if r["totlhhmm"] == "0800")
    quiet = sum(r["trfv1"] for r in rows if r["totlhhmm"] == "0300")
    assert busy > 4 * quiet
    shoulders = _part(roads, "expressway_shoulders", criteriadate="20240115")
    assert {r["conzoneid"] for r in shoulders} <= {s.code for s in sections()}


def test_figures_differ_from_world_to_world_and_roads_do_not(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    one, two = (World(seed, directory=tmp_path_factory.mktemp("w")) for seed in SEEDS[:2])
    assert one.digest("expressway_gates") == two.digest("expressway_gates")
    for name in ("expressway_flow", "expressway_dishes", "expressway_fuel_prices"):
        assert one.digest(name) != two.digest(name)
    ours = {str(r["brdname"]) for r in one.rows("expressway_rest_brands")}
    theirs = {str(r["brdname"]) for r in two.rows("expressway_rest_brands")}
    assert ours != theirs
    one.close()
    two.close()


def test_every_gate_is_found_by_its_code() -> None:
    assert all(gate_by_code()[g.code] is g for g in gates())
    reached = [len(ways_from(g.code)) for g in gates()[::37]]
    assert max(reached) > 550
