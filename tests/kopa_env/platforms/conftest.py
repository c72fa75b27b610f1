"""ToolSpecs of every envelope, made here so that the tests of dialects need no catalogue."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kopa_env.spec import Endpoint, Paging, Param, ToolSpec

_SEOUL = "http"


def spec(
    platform: str,
    ref: str,
    endpoint: Endpoint,
    params: tuple[Param, ...] = (),
    paging: Paging | None = None,
) -> ToolSpec:
    return ToolSpec(
        name=f"{platform}_tool",
        ref=ref,
        kind="endpoint",
        platform=platform,
        domain="test",
        title_ko="시험",
        title_en="test",
        description_ko="시험",
        description_en="test",
        endpoint=endpoint,
        params=params,
        paging=paging,
    )


def dart(
    name: str, items_path: str = "list", *, wire: str = "json", paged: bool = False
) -> ToolSpec:
    names = ("corp_code", "bgn_de", "page_no", "page_count")
    return spec(
        "dart",
        f"opendart:dart.{name}",
        Endpoint(
            "GET",
            "opendart.fss.or.kr",
            f"/api/{name}.{'xml' if wire == 'zip' else 'json'}",
            wire="zip" if wire == "zip" else "json",
            items_path=items_path,
        ),
        tuple(Param(n, n) for n in names),
        Paging("page_no", "page_count", default=10, max=100) if paged else None,
    )


def assembly(service: str = "nkabcdefghijklmno") -> ToolSpec:
    return spec(
        "assembly",
        f"open_assembly:{service}",
        Endpoint(
            "GET",
            "open.assembly.go.kr",
            f"/portal/openapi/{service}",
            items_path=f"{service}[1].row",
        ),
        tuple(Param(n, n) for n in ("AGE", "PROPOSER", "pIndex", "pSize")),
        Paging("pIndex", "pSize", default=100),
    )


def edudata(service: str = "SA00202400099") -> ToolSpec:
    return spec(
        "edudata",
        f"edmgr:{service}",
        Endpoint(
            "POST",
            "openapi.edmgr.kr",
            f"/openAPI/service/{service}",
            body="json",
            items_path="resultData",
            total_path="msgCn",
        ),
        (
            Param("api_key", "userApiAthkCn", "body", required=True, role="token"),
            Param("crtrYr", "srhParam.crtrYr", "body"),
            Param("ctpvNm", "srhParam.ctpvNm", "body"),
        ),
    )


def seoul(service: str, items_path: str, *args: str) -> ToolSpec:
    slots = "".join(f"/{{{a}}}" for a in args)
    return spec(
        "seoul",
        f"seoul:{service}",
        Endpoint(
            "GET",
            "openapi.seoul.go.kr",
            f"/{{KEY}}/json/{service}/{{START}}/{{END}}{slots}",
            items_path=items_path,
            scheme=_SEOUL,
            port=8088,
        ),
        tuple(Param(n, n, "path") for n in ("START", "END", *args)),
        Paging("START", "END", default=5, mode="range"),
    )


def subway() -> ToolSpec:
    return spec(
        "seoul",
        "seoul:realtimeStationArrival",
        Endpoint(
            "GET",
            "swopenapi.seoul.go.kr",
            "/api/subway/{KEY}/json/realtimeStationArrival/{START}/{END}/{statnNm}",
            items_path="realtimeArrivalList",
            scheme=_SEOUL,
        ),
        tuple(Param(n, n, "path") for n in ("START", "END", "statnNm")),
        Paging("START", "END", first=0, default=5, mode="range"),
    )


def bus() -> ToolSpec:
    return spec(
        "seoul",
        "seoul:busRouteInfo/getBusRouteList",
        Endpoint(
            "GET",
            "ws.bus.go.kr",
            "/api/rest/busRouteInfo/getBusRouteList",
            items_path="msgBody.itemList",
            scheme=_SEOUL,
        ),
        (Param("strSrch", "strSrch", required=True),),
    )


@pytest.fixture(scope="session")
def specs() -> SimpleNamespace:
    """Return the makers of specs by platform and service."""
    return SimpleNamespace(
        dart=dart, assembly=assembly, edudata=edudata, seoul=seoul, subway=subway, bus=bus
    )
