"""Buses, trains, coaches, metros, ships and planes: ids that meet, times in order, fares by way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from kopa_env.world.tables.districts import districts
from kopa_env.world.tables.road_links import links
from kopa_env.world.tables.transit.cities import cities, district_codes
from kopa_env.world.tables.transit.coaches import express_terminals, intercity_terminals
from kopa_env.world.tables.transit.lines import lines, stops
from kopa_env.world.tables.transit.metro import metro_lines
from kopa_env.world.tables.transit.trains import stations, train_lines
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)
DAY = "20260130"


@pytest.fixture(scope="module", params=SEEDS)
def transit(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """Return a world of its own for each seed."""
    made = World(request.param, directory=tmp_path_factory.mktemp("transit"))
    yield made
    made.close()


def _part(world: World, table: str, **values: str) -> list[dict[str, Any]]:
    return world.select(table, [Condition(k, "eq", v) for k, v in values.items()])[0]


def test_cities_lie_in_known_districts() -> None:
    known = {d.code for d in districts()}
    assert len(cities()) == 132
    for city in cities():
        codes = district_codes(city)
        assert codes, city.name
        assert set(codes) <= known
    assert "11" not in {c.code for c in cities()}, "Seoul has services of its own"


@pytest.mark.parametrize("code", ["25", "37050", "36480", "31010"])
def test_routes_run_out_and_back_over_stops_of_their_city(transit: World, code: str) -> None:
    known = {s.node for s in stops(transit, code)}
    assert len(known) == next(c.stops for c in cities() if c.code == code)
    for line in lines(transit.seed, code)[:12]:
        rows = _part(transit, "transit_route_stops", citycode=code, routeid=line.code)
        assert [int(r["nodeord"]) for r in rows] == list(range(1, len(rows) + 1))
        assert {r["nodeid"] for r in rows} <= known
        assert [r["updowncd"] for r in rows] == sorted(r["updowncd"] for r in rows)
        assert rows[0]["nodenm"] == rows[0]["startnodenm"]


def test_gyeonggi_has_one_list_of_stops(transit: World) -> None:
    province = {str(r["station_id"]): r for r in transit.rows("gyeonggi_bus_stops")}
    for r in _part(transit, "transit_stops", citycode="31010"):
        own = province[str(r["nodeid"]).removeprefix("GGB")]
        assert (own["station_nm_info"], own["sigun_nm"]) == (r["nodenm"], "수원시")
    stop = _part(transit, "transit_route_stops", citycode="31010")[0]
    through = _part(transit, "transit_route_stops", nodeid=stop["nodeid"])
    assert {r["citycode"] for r in through} == {"31010"}


def test_neighbours_on_a_route_are_near(transit: World) -> None:
    rows = _part(transit, "transit_route_stops", citycode="25", routeid="DJB30300004")
    for a, b in pairwise(rows):
        gap = abs(float(a["gpslati"]) - float(b["gpslati"]))
        assert gap + abs(float(a["gpslong"]) - float(b["gpslong"])) < 0.08


def test_stops_routes_and_arrivals_agree(transit: World) -> None:
    through = _part(transit, "transit_route_stops", citycode="25", nodeid="DJB8001793")
    assert "DJB30300004" in {r["routeid"] for r in through}
    assert _part(transit, "transit_route_stops", nodeid="DJB8001793") == through
    arrivals = _part(transit, "transit_arrivals", citycode="25", nodeid="DJB8001793")
    assert arrivals
    assert {r["routeid"] for r in arrivals} <= {r["routeid"] for r in through}
    for r in arrivals:
        assert r["arrtime"] > 0
        assert r["arrprevstationcnt"] > 0
    coming = _part(
        *(transit, "transit_positions"),
        citycode="25",
        routeid="DJB30300004",
        towards="DJB8001793",
    )
    running = _part(transit, "transit_positions", citycode="25", routeid="DJB30300004")
    assert {r["vehicleno"] for r in coming} <= {r["vehicleno"] for r in running}
    assert _part(transit, "transit_route_stops", citycode="26", nodeid="DJB8001793") == []


def test_trains_go_in_order_and_cost_by_the_way(transit: World) -> None:
    ids = {s.name: s.code for s in stations().values()}
    seoul, busan, daejeon = ids["서울"], ids["부산"], ids["대전"]
    rows = _part(transit, "transit_trains", depid=seoul, arrid=busan, day=DAY)
    assert len(rows) > 40
    times = [r["depplandtime"] for r in rows]
    assert times == sorted(times)
    assert all(r["depplandtime"] < r["arrplandtime"] for r in rows)
    half = _part(transit, "transit_trains", depid=seoul, arrid=daejeon, day=DAY)
    fare = {r["traingradename"]: int(r["adultcharge"]) for r in rows}
    for r in half:
        if r["traingradename"] in fare:
            assert int(r["adultcharge"]) < fare[r["traingradename"]]
    back = _part(transit, "transit_trains", depid=busan, arrid=seoul, day=DAY)
    assert {r["trainno"] for r in back}.isdisjoint({r["trainno"] for r in rows})
    assert _part(transit, "transit_trains", depid=seoul, arrid=busan, day="20990101") == []
    assert all(len(line.stops) > 1 for line in train_lines())


def test_coaches_leave_terminals_that_exist(transit: World) -> None:
    known = {f"NAEK{code}" for code in express_terminals()}
    rows = _part(transit, "transit_express_runs", depid="NAEK010", arrid="NAEK300", day="20240723")
    assert rows
    assert all(r["depplandtime"] < r["arrplandtime"] and r["charge"] >= 3_000 for r in rows)
    for r in transit.rows("transit_express_destinations"):
        assert f"NAEK{r['arrtmncd']}" in known
    assert _part(transit, "transit_express_on_road", dep="010", arr="700")
    pair = {"depid": "NAI0011100", "arrid": "NAI2500001"}
    assert set(pair.values()) <= set(intercity_terminals())
    assert _part(transit, "transit_intercity_runs", **pair, day=DAY)
    assert _part(transit, "transit_intercity_runs", **pair, day="20260131") == [], "today only"


def test_metro_timetables_end_at_the_ends_of_a_line(transit: World) -> None:
    line = next(m for m in metro_lines() if m.code == "MTRS12")
    for way, end in (("U", line.stations[0]), ("D", line.stations[-1])):
        rows = _part(
            *(transit, "transit_metro_timetable"),
            subwaystationid="MTRS12221",
            dailytypecode="01",
            updowntypecode=way,
        )
        assert len(rows) > 90
        assert {(r["endsubwaystationid"], r["endsubwaystationnm"]) for r in rows} == {end}
    sunday = _part(
        *(transit, "transit_metro_timetable"), subwaystationid="MTRS12221", dailytypecode="03"
    )
    weekday = _part(
        *(transit, "transit_metro_timetable"), subwaystationid="MTRS12221", dailytypecode="01"
    )
    assert len(sunday) < len(weekday)


def test_ships_and_planes(transit: World) -> None:
    ports = {r["nodenm"] for r in transit.rows("transit_ports")}
    sailings = _part(transit, "transit_sailings", depid="SEA2001", day=DAY)
    assert sailings
    assert {r["arrplacenm"] for r in sailings} <= ports
    flights = _part(transit, "transit_flights", depid="NAARKSS", arrid="NAARKPC", day=DAY)
    assert len(flights) > 60
    for r in flights:
        assert (int(r["prestigecharge"]) > int(r["economycharge"])) == (
            r["airlineid"] in ("KAL", "AAR")
        )
    assert _part(transit, "transit_flights", depid="NAARKPU", arrid="NAARKJY", day=DAY) == []


def test_links_of_expressways_go_at_the_speed_of_their_section(transit: World) -> None:
    flow = {r["conzoneid"]: int(str(r["speed"])) for r in transit.rows("expressway_flow")}
    first = [r for r in transit.rows("road_links") if r["roadno"] == "1"][:1][0]
    assert abs(float(str(first["speed"])) - flow["0010CZE010"]) <= 4 or not flow["0010CZE010"]
    chain = links(transit.seed)
    assert len({link.link for link in chain}) == len(chain)
    assert all(a.end == b.start for a, b in pairwise(chain))
    known = {link.link for link in chain}
    assert {r["linkid"] for r in transit.rows("road_incidents")} <= known
