"""한국도로공사's tools: declared over the network's tables, filtered and paged as there."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON, Record, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec

COUNTED = 36


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


def _all(replica: Replica, name: str, size: int, **args: str) -> list[Record]:
    found: list[Record] = []
    for page in range(1, 200):
        reply = _ask(replica, name, pageNo=str(page), numOfRows=str(size), **args)
        found.extend(reply.records)
        if len(reply.records) < size:
            return found
    raise AssertionError("no end of pages")


def test_every_tool_with_fields_is_declared(
    catalogue: Catalogue, declared: ReplicaSpec, replica: Replica
) -> None:
    tools = [t for t in map(catalogue.__getitem__, catalogue.names("ex")) if t.fields]
    assert len(tools) == COUNTED
    for tool in tools:
        assert tool.name in declared, tool.name
        assert replica.check(tool) == ()


@pytest.mark.parametrize(
    ("name", "args", "field", "value"),
    [
        ("ex_toll_gates", {"unitName": "수원"}, "unitName", "수원"),
        ("ex_toll_gate_locations", {"routeNo": "050"}, "routeNo", "050"),
        ("ex_interchange_locations", {"routeNo": "0150"}, "routeNo", "0150"),
        ("ex_rest_area_locations", {"serviceAreaCode": "A00001"}, "stdRestCd", "000001"),
        ("ex_service_area_register", {"svarGsstClssCd": "1"}, "svarGsstClssNm", "주유소"),
        ("ex_rest_area_menus", {"stdRestCd": "000042"}, "stdRestNm", "추풍령(서울)휴게소"),
        ("ex_rest_area_menus", {"bestfoodyn": "Y"}, "bestfoodyn", "Y"),
        ("ex_rest_area_summary", {"direction": "부산"}, "direction", "부산"),
        ("ex_gas_station_prices", {"oilCompany": "AD"}, "oilCompany", "AD"),
        ("ex_realtime_traffic_by_head_office", {"tmType": "2", "regionCode": "927"}, "regionName",
         "전북본부"),
        ("ex_realtime_traffic_by_toll_gate", {"tmType": "2", "unitCode": "101"}, "unitName",
         "서울"),
        ("ex_holiday_traffic_by_hour", {"iStdYear": "2024"}, "stdYear", "2024"),
        ("ex_congested_sections", {}, "grade", "3"),
    ],
)  # fmt: skip
def test_a_filter_keeps_what_it_names(
    replica: Replica, name: str, args: Mapping[str, str], field: str, value: JSON
) -> None:
    reply = _ask(replica, name, **args)
    assert reply.records
    assert all(str(value) in str(r[field]) for r in reply.records)


def test_codes_come_with_blanks_where_the_platform_has_them(replica: Replica) -> None:
    gate = _ask(replica, "ex_toll_gates", unitName="수원신갈").records[0]
    assert gate["unitCode"] == "103 "
    trip = _ask(
        replica,
        "ex_travel_time_between_toll_gates_today",
        iStartUnitCode="101",
        iEndUnitCode="103",
    ).records[0]
    assert trip["startUnitCode"] == "101 "
    assert trip["stdTime"] == "00  "
    assert trip["iStartUnitCode"] is None


@pytest.mark.parametrize(
    ("name", "size"),
    [("ex_rest_area_locations", 99), ("ex_gas_station_prices", 50), ("ex_toll_gates", 99)],
)
def test_pages_cover_a_list_once(replica: Replica, name: str, size: int) -> None:
    found = _all(replica, name, size)
    total = _ask(replica, name).total
    assert len(found) == total
    assert len({tuple(map(str, r.values())) for r in found}) == total


def test_a_page_is_cut_at_its_largest_size(replica: Replica) -> None:
    assert len(_ask(replica, "ex_rest_area_menus", numOfRows="1000").records) == 99
    assert len(_ask(replica, "ex_toll_gate_locations", numOfRows="1000").records) == 590
    past = _ask(replica, "ex_rest_area_menus", pageNo="9999")
    assert not past.records


def test_tolls_between_named_gates(replica: Replica) -> None:
    by_code = _ask(replica, "ex_tolls_between_toll_gates", dprtrTolofCd="101", arrvTolofCd="140")
    by_name = _ask(replica, "ex_tolls_between_toll_gates", dprtrTolofNm="서울", arrvTolofNm="부산")
    assert by_code.records == by_name.records
    assert by_code.total == 1
    assert 14_000 < int(str(by_code.records[0]["nrmlKnd1Amt"])) < 25_000
    everything = _ask(replica, "ex_tolls_between_toll_gates")
    assert everything.total is not None
    assert everything.total > 300_000


def test_a_rest_area_is_joined_by_its_codes(replica: Replica) -> None:
    place = _ask(replica, "ex_rest_area_locations", unitCode="001").records[0]
    code, area = str(place["stdRestCd"]), str(place["serviceAreaCode"])
    register = _ask(replica, "ex_service_area_register", svarCd=code).records
    assert [r["bsopAdtnlFcltCd"] for r in register] == [area]
    summary = _ask(replica, "ex_rest_area_summary", serviceAreaCode=area).records[0]
    assert summary["serviceAreaCode2"] == code
    facilities = _all(replica, "ex_rest_area_facilities", 99, stdRestCd=code)
    assert summary["convenience"] == "|".join(str(r["psName"]) for r in facilities)
    dish = _ask(replica, "ex_rest_area_signature_dishes", serviceAreaCode=area).records[0]
    menu = _all(replica, "ex_rest_area_menus", 99, stdRestCd=code)
    assert dish["batchMenu"] in {r["foodNm"] for r in menu}


def test_newest_news_first_unless_asked(replica: Replica) -> None:
    newest = _ask(replica, "ex_realtime_incidents", sortType="desc")
    oldest = _ask(replica, "ex_realtime_incidents", sortType="asc")
    assert newest.total == oldest.total == 60
    assert str(newest.records[0]["accDate"]) > str(oldest.records[0]["accDate"])
    assert len(newest.records) == 20


def test_what_is_required_is_refused_when_missing(replica: Replica) -> None:
    for name in (
        *("ex_realtime_traffic_by_toll_gate", "ex_daily_traffic_nationwide"),
        *("ex_rest_area_weather", "ex_travel_time_between_toll_gates_today"),
    ):
        assert _ask(replica, name).reason.value != "none", name
    assert not _ask(replica, "ex_daily_traffic_nationwide", sumDate="2024-01-15").records
