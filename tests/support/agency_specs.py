"""ToolSpecs of agencies whose services have envelopes of their own."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

from kopa_env.spec import Endpoint, Paging, Param, ToolSpec

PORTAL = "apis.data.go.kr"


def agency(
    platform: str,
    ref: str,
    path: str,
    items_path: str,
    *params: Param,
    host: str = PORTAL,
    total: str = "",
    wire: str = "json",
    paged: bool = False,
) -> ToolSpec:
    """Return a tool of an agency whose rows lie at ``items_path``."""
    pages = [Param(n, n, type="integer", role="generic") for n in ("pageNo", "numOfRows")]
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
        endpoint=Endpoint(
            "GET",
            host,
            path,
            wire="xml" if wire == "xml" else "json",
            items_path=items_path,
            total_path=total,
        ),
        params=(*params, *(pages if paged else ())),
        paging=Paging("pageNo", "numOfRows") if paged else None,
    )


def regions() -> ToolSpec:
    """행정안전부: a head and rows."""
    return agency(
        "mois",
        "legaldong_mois_1741000:getStanReginCdList",
        "/1741000/StanReginCd/getStanReginCdList",
        "StanReginCd[1].row",
        Param("locatadd_nm", "locatadd_nm"),
        total="StanReginCd[0].head[0].totalCount",
        paged=True,
    )


def residents() -> ToolSpec:
    """행정안전부: a head that counts, beside the items."""
    return agency(
        "mois",
        "legaldong_mois_1741000:admmPpltnHhStus.selectAdmmPpltnHhStus",
        "/1741000/admmPpltnHhStus/selectAdmmPpltnHhStus",
        "Response.items.item",
        Param("admmCd", "admmCd"),
        total="Response.head.totalCount",
        paged=True,
    )


def districts() -> ToolSpec:
    """행정안전부: the portal's common envelope."""
    return agency(
        "mois",
        "legaldong_mois_1741000:Some.getList",
        "/1741000/Some/getList",
        "response.body.items.item",
        total="response.body.totalCount",
        paged=True,
    )


def bills() -> ToolSpec:
    """의안정보: a list."""
    return agency(
        "nabill",
        "bill_info_9710000:getRecentRceptList",
        "/9710000/BillInfoService2/getRecentRceptList",
        "response.body.items.item",
        total="response.body.totalCount",
        wire="xml",
        paged=True,
    )


def bill(operation: str, items_path: str, total: str = "") -> ToolSpec:
    """의안정보: what is known of one bill."""
    return agency(
        "nabill",
        f"bill_info_9710000:{operation}",
        f"/9710000/BillInfoService2/{operation}",
        items_path,
        Param("bill_id", "bill_id", required=True),
        total=total,
        wire="xml",
    )


def statutes() -> ToolSpec:
    """법제처 공유서비스: numbers and rows in one root element."""
    return agency(
        "moleg",
        "law_datago_1170000:lawSearchList",
        "/1170000/law/lawSearchList.do",
        "LawSearch.law",
        Param("target", "target", role="constant", default="law"),
        Param("query", "query", required=True, example="*"),
        total="LawSearch.totalCnt",
        wire="xml",
        paged=True,
    )


def arrivals() -> ToolSpec:
    """경기도 버스정보: a named list below a message header."""
    return agency(
        "gbis",
        "gyeonggi_bus:getBusArrivalListv2",
        "/6410000/busarrivalservice/v2/getBusArrivalListv2",
        "response.msgBody.busArrivalList",
        Param("stationId", "stationId", required=True),
    )


def disclosures() -> ToolSpec:
    """학교알리미: one subject of one address."""
    return agency(
        "schoolinfo",
        "schoolinfo:apiType.62",
        "/openApi.do",
        "list",
        Param("apiType", "apiType", role="constant", default="62"),
        Param("sggCode", "sggCode", required=True, example="11680"),
        host="www.schoolinfo.go.kr",
    )


FORMS: dict[str, tuple[Callable[[SimpleNamespace], ToolSpec], str, bool]] = {
    "mois, head and rows": (lambda _: regions(), "json", True),
    "mois, head and rows, XML": (lambda _: regions(), "xml", True),
    "mois, head and items": (lambda _: residents(), "json", True),
    "mois, head and items, XML": (lambda _: residents(), "xml", True),
    "mois, common": (lambda _: districts(), "json", True),
    "mois, common, XML": (lambda _: districts(), "xml", True),
    "nabill, list": (lambda _: bills(), "xml", True),
    "nabill, list of one bill": (
        lambda _: bill("getBillPetitionMemberList", "response.body.items.item"),
        "xml",
        False,
    ),
    "nabill, counted list of one bill": (
        lambda _: bill(
            "getBillPromulgationInfo", "response.body.items.item", "response.body.totalCount"
        ),
        "xml",
        False,
    ),
    "nabill, nested block": (
        lambda _: bill("getBillReceiptInfo", "response.body.item.receipt"),
        "xml",
        False,
    ),
    "nabill, named blocks": (
        lambda _: bill("getBillAdditionalInfo", "response.body.exhaust.item"),
        "xml",
        False,
    ),
    "moleg": (lambda _: statutes(), "xml", True),
    "gbis": (lambda _: arrivals(), "json", False),
    "gbis, XML": (lambda _: arrivals(), "xml", False),
    "schoolinfo": (lambda _: disclosures(), "json", False),
}
"""Name → maker of a ToolSpec, form, whether it is paged."""
