"""Tools of the transport centre and the traffic centre over their tables: chains and boxes."""

from __future__ import annotations

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import LISTING, ReplicaSpec

BOX = {"minX": "127.00", "maxX": "127.20", "minY": "37.30", "maxY": "37.50"}


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


@pytest.mark.parametrize("platform", ["its", "tago"])
def test_declarations_fit(
    platform: str, catalogue: Catalogue, declared: ReplicaSpec, replica: Replica
) -> None:
    names = [n for n in catalogue.names(platform) if n in declared]
    held = [n for n in names if declared[n].table != LISTING]
    assert len(held) >= {"its": 3, "tago": 39}[platform]
    for name in held:
        assert replica.check(catalogue[name]) == ()


def test_a_bus_is_found_from_its_city(replica: Replica) -> None:
    city = next(r for r in _ask(replica, "tago_bus_city_codes").records if "대전" in str(r))
    code = str(city["citycode"])
    routes = _ask(replica, "tago_bus_routes_by_number", cityCode=code, numOfRows="1000").records
    route = next(r for r in routes if r["routeid"] == "DJB30300004")
    stops = _ask(
        *(replica, "tago_bus_stops_on_route"),
        cityCode=code,
        routeId=str(route["routeid"]),
        numOfRows="200",
    ).records
    assert stops[0]["nodenm"] == route["startnodenm"]
    arrivals = [
        _ask(replica, "tago_bus_arrivals_at_stop", cityCode=code, nodeId=str(s["nodeid"])).records
        for s in stops[10:20]
    ]
    assert any(arrivals)
    assert all(isinstance(r["arrtime"], int) for found in arrivals for r in found)


def test_stops_near_a_point(replica: Replica) -> None:
    stop = _ask(replica, "tago_bus_stops_by_name_or_number", cityCode="25", numOfRows="1")
    at = stop.records[0]
    near = _ask(
        *(replica, "tago_bus_stops_near_point"),
        gpsLati=str(at["gpslati"]),
        gpsLong=str(at["gpslong"]),
        numOfRows="1000",
    ).records
    assert at["nodeid"] in {r["nodeid"] for r in near}
    for r in near:
        assert abs(float(str(r["gpslati"])) - float(str(at["gpslati"]))) < 0.005
    assert not _ask(replica, "tago_bus_stops_near_point", gpsLati="38.9", gpsLong="131.5").records
    assert _ask(replica, "tago_bus_stops_near_point", gpsLati="여기", gpsLong="127").code == "10"


def test_numbers_come_as_numbers_only_where_they_are(replica: Replica) -> None:
    rows = _ask(replica, "tago_bus_routes_by_number", cityCode="25", numOfRows="200").records
    kinds = {type(r["routeno"]) for r in rows}
    assert kinds == {int, str}


def test_trains_from_the_list_of_stations(replica: Replica) -> None:
    stations = {
        str(r["nodename"]): str(r["nodeid"])
        for region in ("11", "25")
        for r in _ask(
            replica, "tago_train_stations_by_region", cityCode=region, numOfRows="100"
        ).records
    }
    args = {"depPlaceId": stations["서울"], "arrPlaceId": stations["대전"]}
    today = _ask(replica, "tago_trains_between_stations", **args)
    assert today.records
    assert str(today.records[0]["depplandtime"]).startswith("20260130")
    fast = _ask(replica, "tago_trains_between_stations", **args, trainGradeCode="00")
    assert {r["traingradename"] for r in fast.records} == {"KTX"}
    assert _ask(replica, "tago_trains_between_stations", depPlaceId="NAT010000").code == "11"


def test_the_box_holds_what_comes_back(replica: Replica) -> None:
    cameras = _ask(replica, "its_cctvs", type="ex", cctvType="1", **BOX).records
    assert cameras
    for r in cameras:
        assert 127.0 <= float(str(r["coordx"])) <= 127.2
        assert 37.3 <= float(str(r["coordy"])) <= 37.5
        assert "roadsectionid" not in r
    every = _ask(replica, "its_link_speeds", type="all", **BOX).records
    express = _ask(replica, "its_link_speeds", type="ex", **BOX).records
    assert 0 < len(express) < len(every)
    assert _ask(replica, "its_link_speeds", type="all", minX="a", maxX="1", minY="1", maxY="1").code
    works = _ask(replica, "its_road_incidents", type="all", eventType="wor").records
    assert {r["eventType"] for r in works} == {"공사"}
    assert len(works) < len(_ask(replica, "its_road_incidents", type="all").records)
