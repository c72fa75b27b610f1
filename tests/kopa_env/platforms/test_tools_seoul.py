"""Seoul's tool file: three hosts, ranges of rows, envelopes and retired names."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

import kopa_env
from kopa_env.catalogue.compile import read_platforms
from kopa_env.spec import ToolSpec

ROOT = Path(kopa_env.__file__).parent / "platforms"
OPEN, SUBWAY, BUS = "openapi.seoul.go.kr", "swopenapi.seoul.go.kr", "ws.bus.go.kr"


@pytest.fixture(scope="module")
def tools() -> dict[str, ToolSpec]:
    return {s.name: s for s in read_platforms(ROOT)[0] if s.platform == "seoul"}


def host(tool: ToolSpec) -> str:
    assert tool.endpoint is not None
    return tool.endpoint.host


def service(tool: ToolSpec) -> str:
    return tool.ref.partition(":")[2]


def test_every_endpoint_is_plain_http_on_a_known_host(tools: dict[str, ToolSpec]) -> None:
    ports = {OPEN: 8088, SUBWAY: None, BUS: None}
    for tool in tools.values():
        assert tool.endpoint is not None
        assert tool.endpoint.scheme == "http"
        assert tool.endpoint.port == ports[tool.endpoint.host], tool.name
    assert Counter(map(host, tools.values())) == {OPEN: 44, BUS: 13, SUBWAY: 3}


def test_open_data_takes_the_key_and_a_range_of_rows_in_the_path(
    tools: dict[str, ToolSpec],
) -> None:
    for tool in tools.values():
        if host(tool) == OPEN:
            assert tool.endpoint is not None
            path = tool.endpoint.path_template
            name = tool.ref.partition(":")[2]
            assert path.startswith(f"/{{KEY}}/json/{name}/{{START_INDEX}}/{{END_INDEX}}")


def test_all_but_city_data_are_read_in_ranges_of_a_thousand(tools: dict[str, ToolSpec]) -> None:
    whole = {n for n, t in tools.items() if host(t) == OPEN and t.paging is None}
    assert whole == {"seoul_citydata", "seoul_citydata_population"}
    for tool in tools.values():
        if tool.paging is not None:
            assert (tool.paging.mode, tool.paging.max) == ("range", 1000)
            assert tool.paging.first == (0 if host(tool) == SUBWAY else 1)


def test_envelopes_that_are_not_named_after_the_service(tools: dict[str, ToolSpec]) -> None:
    unlike = {}
    for name, tool in tools.items():
        if host(tool) == OPEN:
            assert tool.endpoint is not None
            envelope = tool.endpoint.items_path.removesuffix(".row")
            if envelope != service(tool):
                unlike[name] = envelope
    assert unlike == {
        "seoul_bike_stations_live": "rentBikeStatus",
        "seoul_bike_station_list": "stationInfo",
        "seoul_bike_use_by_month": "cycleRentUseMonthInfo",
        "seoul_citydata": "CITYDATA",
        "seoul_citydata_population": "SeoulRtd.citydata_ppltn",
    }


def test_a_service_is_one_tool_whoever_describes_it(tools: dict[str, ToolSpec]) -> None:
    assert max(Counter(map(service, tools.values())).values()) == 1


def test_retired_column_names_are_gone(tools: dict[str, ToolSpec]) -> None:
    retired = {
        "seoul_subway_ridership_by_station": {"USE_DT", "LINE_NUM", "RIDE_PASGR_NUM", "WORK_DT"},
        "seoul_air_quality_live": {"MSRDT", "PM10", "PM25", "IDEX_NM"},
        "seoul_parks": {"P_IDX", "P_PARK"},
    }
    for name, columns in retired.items():
        assert not columns & {f.path for f in tools[name].fields}, name


def test_transport_and_city_administration_are_told_apart(tools: dict[str, ToolSpec]) -> None:
    assert {t.domain for t in tools.values()} == {"traffic", "district"}
    assert {t.domain for t in tools.values() if host(t) != OPEN} == {"traffic"}


@pytest.mark.shared
def test_every_service_with_known_columns_is_there(
    tools: dict[str, ToolSpec], shared: Path
) -> None:
    known = set()
    for name in ("seoul", "seoul_extra"):
        text = (shared / f"facts/{name}.yaml").read_text(encoding="utf-8")
        for endpoint in yaml.load(text, yaml.CSafeLoader)["endpoints"]:
            if endpoint.get("fields") or endpoint.get("response_fields"):
                known.add(endpoint["id"])
    assert known <= set(map(service, tools.values()))
