"""ToolSpecs of the national portal's envelopes, and the dialects that speak them."""

from __future__ import annotations

from kopa_env.outcome import Reason
from kopa_env.platforms.codes import failure
from kopa_env.platforms.portal import Habits, PortalDialect
from kopa_env.spec import Endpoint, Paging, Param, ToolSpec

HOST = "apis.data.go.kr"
COMMON = PortalDialect("agency", [f"{HOST}/9999999"])
CONVERTED = PortalDialect("agency", [f"{HOST}/9999999"], Habits(single="object", nothing="blank"))
NO_DATA = PortalDialect("agency", [f"{HOST}/9999999"], Habits(nothing="03"))
OWN_CODES = PortalDialect(
    "agency",
    [f"{HOST}/9999999"],
    Habits(
        success=("INFO-00", "NORMAL SERVICE"),
        codes={"930": failure(Reason.TOO_MANY, "한 쪽에 담을 수 있는 건수를 넘었습니다.")},
    ),
)
NEC = PortalDialect("agency", [f"{HOST}/9999999"], Habits(nothing="INFO-03"))
FLAT = PortalDialect("agency", [f"{HOST}/9999999"], Habits(head="", success=("success", "성공")))
SERVICE = PortalDialect("agency", [f"{HOST}/9999999"], Habits(services={"Service": ("000", "OK")}))
BUS = PortalDialect("agency", [f"{HOST}/9999999"], Habits(head="msgHeader"))

BARE = PortalDialect(
    "agency",
    [f"{HOST}/9999999"],
    Habits(
        nothing="bare",
        worded={Reason.MISSING_ARG: ("99", "입력 값이 잘못되었습니다.")},
        selectable=False,
    ),
)
SAME_CODES = PortalDialect(
    "agency",
    [f"{HOST}/9999999"],
    Habits(codes={"22": failure(Reason.BAD_VALUE, "번호는 한 자리 이상 입력하세요.")}),
)


def portal(items_path: str = "response.body.items.item", total: str = "totalCount") -> ToolSpec:
    """Return a paged tool of an agency whose rows lie at ``items_path``."""
    above = items_path.rpartition(".")[0].removesuffix(".items")
    return ToolSpec(
        name="agency_tool",
        ref="agency:Service.getList",
        kind="endpoint",
        platform="agency",
        domain="test",
        title_ko="시험",
        title_en="test",
        description_ko="시험",
        description_en="test",
        endpoint=Endpoint(
            "GET",
            HOST,
            "/9999999/Service/getList",
            items_path=items_path,
            total_path=f"{above}.{total}" if total else "",
            selector="resultType=json",
        ),
        params=(
            *(Param(n, n, type="integer", role="generic") for n in ("pageNo", "numOfRows")),
            Param("basDt", "basDt", format="YYYYMMDD", example="20240102"),
        ),
        paging=Paging("pageNo", "numOfRows"),
    )


FORMS = {
    "rows in items.item": (COMMON, "response.body.items.item", "totalCount"),
    "one row alone, blank for none": (CONVERTED, "response.body.items.item", "totalCount"),
    "03 for none": (NO_DATA, "response.body.items.item", "totalCount"),
    "no total": (COMMON, "response.body.items.item", ""),
    "no response around": (COMMON, "body.items", "totalCount"),
    "named after the operation": (COMMON, "getList.item", "totalCount"),
    "codes of its own": (OWN_CODES, "response.body.items.item", "totalCount"),
    "msgHeader and a named list": (BUS, "response.msgBody.busList", ""),
    "a named list": (COMMON, "response.body.list", "totalCnt"),
    "a code of its own for none": (NEC, "response.body.items.item", "totalCount"),
    "a service with a success of its own": (SERVICE, "response.body.items.item", "totalCount"),
    "flat": (FLAT, "list", ""),
    "an empty root for none": (BARE, "response.body.items.item", "totalCount"),
    "codes that the gateway has too": (SAME_CODES, "response.body.items.item", "totalCount"),
}
"""Name → dialect, where rows lie, what their number is called."""
