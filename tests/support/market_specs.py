"""ToolSpecs of four platforms of finance and statistics, and the forms their replies come in."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

from kopa_env.spec import Endpoint, Paging, Param, ToolSpec


def _tool(
    ref: str, endpoint: Endpoint, params: tuple[Param, ...], paging: Paging | None = None
) -> ToolSpec:
    platform = ref.partition(":")[0]
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


def krx(service: str = "sto.stk_bydd_trd") -> ToolSpec:
    """Return a tool of 한국거래소."""
    path = f"/svc/apis/{service.replace('.', '/')}"
    endpoint = Endpoint("GET", "data-dbg.krx.co.kr", path, items_path="OutBlock_1")
    return _tool(f"krx:{service}", endpoint, (Param("basDd", "basDd", required=True),))


def ecos() -> ToolSpec:
    """Return the tool of 한국은행 that takes the most path segments."""
    names = ("lang", "start", "end", "stat_code", "item_code1", "item_code2")
    slots = "".join(f"/{{{name}}}" for name in names)
    endpoint = Endpoint(
        "GET",
        "ecos.bok.or.kr",
        f"/api/StatisticSearch/{{KEY}}/json{slots}",
        items_path="StatisticSearch.row",
    )
    params = tuple(Param(name, name, "path") for name in names)
    paging = Paging("start", "end", default=100, mode="range")
    return _tool("ecos:ecos.StatisticSearch", endpoint, params, paging)


def kosis(
    constants: str = "method=getList", *, paged: bool = False, wire: str = "json"
) -> ToolSpec:
    """Return a tool of 국가통계포털; constants tell functions of one path apart."""
    fixed = [pair.split("=") for pair in constants.split("&")]
    pages = ("startCount", "resultCount") if paged else ()
    return _tool(
        "kosis:kosis.any",
        Endpoint(
            "GET",
            "kosis.kr",
            "/openapi/statisticsData.do",
            wire="xml" if wire == "xml" else "json",
            items_path="[]",
        ),
        (
            *(Param(name, name, default=value, role="constant") for name, value in fixed),
            Param("orgId", "orgId"),
            *(Param(name, name, type="integer", role="generic") for name in pages),
        ),
        Paging("startCount", "resultCount") if paged else None,
    )


def finlife(service: str = "depositProductsSearch") -> ToolSpec:
    """Return a tool of 금융상품한눈에."""
    path = f"/finlifeapi/{service}.json"
    endpoint = Endpoint("GET", "finlife.fss.or.kr", path, items_path="result.baseList")
    params = (Param("topFinGrpNo", "topFinGrpNo"), Param("pageNo", "pageNo", type="integer"))
    return _tool(f"finlife:finlife.{service}", endpoint, params)


FORMS: dict[str, tuple[Callable[[SimpleNamespace], ToolSpec], str, bool]] = {
    "krx": (lambda s: krx(), "json", False),
    "krx, XML": (lambda s: krx(), "xml", False),
    "ecos": (lambda s: ecos(), "json", True),
    "ecos, XML": (lambda s: ecos(), "xml", True),
    "kosis": (lambda s: kosis(), "json", False),
    "kosis, keys bare": (lambda s: kosis(), "bare", False),
    "kosis, paged": (lambda s: kosis(paged=True), "json", True),
    "kosis, SDMX": (lambda s: kosis(wire="xml"), "xml", False),
    "finlife": (lambda s: finlife(), "json", False),
    "finlife, XML": (lambda s: finlife(), "xml", False),
}
"""By name: the maker of a spec, the form, whether it is paged."""
