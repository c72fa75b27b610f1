"""ToolSpecs of six platforms of roads, addresses and areas, and the forms their replies come in."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

from kopa_env.spec import Endpoint, Paging, Param, ToolSpec

_HOSTS = {
    "ex": "data.ex.co.kr",
    "its": "openapi.its.go.kr",
    "juso": "business.juso.go.kr",
    "vworld": "api.vworld.kr",
    "sgis": "sgisapi.kostat.go.kr",
    "gov24": "api.odcloud.kr",
}


def _tool(
    ref: str,
    path: str,
    items_path: str,
    params: tuple[Param, ...] = (),
    paging: Paging | None = None,
    *,
    body: bool = False,
) -> ToolSpec:
    platform = ref.partition(":")[0]
    endpoint = Endpoint(
        "POST" if body else "GET",
        _HOSTS[platform],
        path,
        body="json" if body else "none",
        items_path=items_path,
    )
    texts = ("시험", "test", "시험", "test")
    return ToolSpec(
        f"{platform}_tool",
        ref,
        "endpoint",
        platform,
        "test",
        *texts,
        params=params,
        endpoint=endpoint,
        paging=paging,
    )


def ex(service: str = "business.conveniServiceArea", items_path: str = "list") -> ToolSpec:
    """Return a tool of 한국도로공사."""
    path = f"/openapi/{service.replace('.', '/')}"
    params = tuple(Param(n, n) for n in ("routeCode", "pageNo", "numOfRows"))
    return _tool(f"ex:{service}", path, items_path, params, Paging("pageNo", "numOfRows", max=99))


def its(service: str = "trafficInfo") -> ToolSpec:
    """Return a tool of 국가교통정보센터."""
    items_path = "response.data" if service == "cctvInfo" else "body.items"
    return _tool(f"its:{service}", f"/{service}", items_path, (Param("type", "type"),))


def juso(service: str = "addrLinkApi") -> ToolSpec:
    """Return a tool of 도로명주소."""
    params = tuple(Param(n, n) for n in ("keyword", "currentPage", "countPerPage"))
    paging = Paging("currentPage", "countPerPage", max=100)
    return _tool(f"juso:{service}", f"/addrlink/{service}.do", "results.juso", params, paging)


def vworld(operation: str = "search") -> ToolSpec:
    """Return a tool of 브이월드 by the name of its request."""
    group, place, paging = {
        "search": ("search", ".items", Paging("page", "size")),
        "getcoord": ("address", "", None),
        "getAddress": ("address", "", None),
        "GetFeature": ("data", ".featureCollection.features", Paging("page", "size")),
    }[operation]
    params = (
        Param("service", "service", role="constant", default=group),
        Param("request", "request", role="constant", default=operation),
        *(Param(n, n) for n in ("type", "page", "size")),
    )
    return _tool(f"vworld:{operation}", f"/req/{group}", f"response.result{place}", params, paging)


def sgis(service: str = "stats/population.json", items_path: str = "result") -> ToolSpec:
    """Return a tool of SGIS."""
    params = tuple(Param(n, n) for n in ("year", "adm_cd", "pagenum", "resultcount"))
    paged = items_path == "result.resultdata"
    paging = Paging("pagenum", "resultcount", first=0, default=5, max=50) if paged else None
    return _tool(f"sgis:{service}", f"/OpenAPI3/{service}", items_path, params, paging)


def gov24(service: str = "v3.serviceList") -> ToolSpec:
    """Return a tool of odcloud: one asked by conditions, or one of the tax office's two."""
    if service.startswith("nts"):
        name = service.rpartition(".")[2]
        names = ("businesses.b_no", "businesses.p_nm") if name == "validate" else ("b_no",)
        params = tuple(Param(n.rpartition(".")[2], n, "body") for n in names)
        return _tool(
            f"gov24:{service}", f"/api/nts-businessman/v1/{name}", "data", params, body=True
        )
    params = (
        Param("서비스명", "cond[서비스명::LIKE]"),
        *(Param(n, n) for n in ("page", "perPage")),
    )
    return _tool(
        f"gov24:{service}", "/api/gov24/v3/serviceList", "data", params, Paging("page", "perPage")
    )


FORMS: dict[str, tuple[Callable[[SimpleNamespace], ToolSpec], str, bool]] = {
    "ex": (lambda _: ex(), "json", True),
    "ex, XML": (lambda _: ex(), "xml", True),
    "ex, not paged": (lambda _: ex(), "json", False),
    "ex, a list of its own": (lambda _: ex("a.trafficAll", "trafficAll"), "json", True),
    "ex, numbers as text": (lambda _: ex("restinfo.restWeatherList"), "json", True),
    "ex, success without a code": (
        lambda _: ex("odtraffic.trafficAmountByRealtime"),
        "json",
        False,
    ),
    "its": (lambda _: its(), "json", False),
    "its, XML": (lambda _: its(), "xml", False),
    "its, CCTVs": (lambda _: its("cctvInfo"), "json", False),
    "its, CCTVs, XML": (lambda _: its("cctvInfo"), "xml", False),
    "juso": (lambda _: juso(), "json", True),
    "juso, XML": (lambda _: juso(), "xml", True),
    "vworld items": (lambda _: vworld(), "json", True),
    "vworld items, XML": (lambda _: vworld(), "xml", True),
    "vworld features": (lambda _: vworld("GetFeature"), "json", True),
    "vworld features, XML": (lambda _: vworld("GetFeature"), "xml", True),
    "vworld addresses": (lambda _: vworld("getAddress"), "json", False),
    "vworld addresses, XML": (lambda _: vworld("getAddress"), "xml", False),
    "vworld point, flat": (lambda _: vworld("getcoord"), "json", False),
    "vworld point, flat, XML": (lambda _: vworld("getcoord"), "xml", False),
    "sgis": (lambda _: sgis(), "json", False),
    "sgis, pages": (lambda _: sgis("addr/geocode.json", "result.resultdata"), "json", True),
    "sgis, boundaries": (lambda _: sgis("boundary/hadmarea.geojson", "features"), "json", False),
    "sgis, one object, flat": (lambda _: sgis("transformation/transcoord.json"), "json", False),
    "gov24": (lambda _: gov24(), "json", True),
    "gov24, XML": (lambda _: gov24(), "xml", True),
    "gov24, tax office": (lambda _: gov24("nts-businessman.status"), "json", False),
    "gov24, tax office, XML": (lambda _: gov24("nts-businessman.status"), "xml", False),
}
"""Name → spec, wire, whether it is paged."""
