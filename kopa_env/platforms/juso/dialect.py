"""도로명주소's wire format: ``results`` with ``common`` and ``juso``, every value a text.

Everything comes with HTTP 200. Where nothing is found or something is wrong ``juso`` is null or an
empty list. XML and JSON have one shape. Source: the developer centre's guide and recorded replies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kopa_env.body import as_rows, damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_element, xml_value
from kopa_env.outcome import JSON, Reason, Status, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable, failure, ok
from kopa_env.request import build, query_text, text_of
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"query:confmkey"})
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

CODES = CodeTable(
    codes={
        "0": ok("정상"),
        "-999": failure(Reason.HTTP_5XX, "시스템에러"),
        "E0001": failure(Reason.KEY_INVALID, "승인되지 않은 KEY 입니다."),
        "E0005": failure(Reason.MISSING_ARG, "검색어가 입력되지 않았습니다."),
        "E0006": failure(Reason.BAD_VALUE, "주소를 상세히 입력해 주시기 바랍니다."),
        "E0008": failure(Reason.BAD_VALUE, "검색어는 두글자 이상 입력되어야 합니다."),
        "E0009": failure(Reason.BAD_VALUE, "검색어는 문자와 숫자 같이 입력되어야 합니다."),
        "E0010": failure(Reason.BAD_VALUE, "검색어가 너무 깁니다. (한글40자, 영문,숫자 80자 이하)"),
        "E0011": failure(
            Reason.BAD_VALUE, "검색어에 너무 긴 숫자가 포함되어 있습니다. (숫자10자 이하)"
        ),
        "E0012": failure(Reason.BAD_VALUE, "특수문자+숫자만으로는 검색이 불가능 합니다."),
        "E0013": failure(
            Reason.BAD_VALUE, "SQL 예약어 또는 특수문자( %,=,>,<,[,] )는 검색이 불가능 합니다."
        ),
        "E0014": failure(
            Reason.KEY_EXPIRED, "개발승인키 기간이 만료되어 서비스를 이용하실 수 없습니다."
        ),
        "E0015": failure(Reason.TOO_MANY, "검색 범위를 초과하였습니다. (9,000건)"),
    },
    fallback="-999",
    stand_in={
        Reason.BAD_TYPE: Reason.BAD_VALUE,
        Reason.UNKNOWN_ID: Reason.BAD_VALUE,
        Reason.KEY_MISSING: Reason.KEY_INVALID,
        Reason.IP_DENIED: Reason.KEY_INVALID,
    },
)


class JusoDialect:
    """도로명주소 개발자센터, both ways."""

    platform: str = "juso"
    hosts: Sequence[str] = ("business.juso.go.kr", "www.juso.go.kr")
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("JUSO_API_KEY",)}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; ``resultType=json`` is always sent."""
        query = ((b"confmKey", credential.encode()), (b"resultType", b"json"))
        response = yield build(spec, args, query=query, secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the query's ``confmKey``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply in JSON or XML."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        results = document.data.get("results") if isinstance(document.data, dict) else None
        common = results.get("common") if isinstance(results, dict) else None
        if not isinstance(common, dict) or common.get("errorCode") in (None, ""):
            return from_status(response.status) or damaged(
                "결과 코드가 없습니다", "there is no result code"
            )
        verdict = CODES.read(str(common["errorCode"]), str(common.get("errorMessage") or ""))
        if verdict.reason is not Reason.NONE:
            return verdict
        rows, count = as_rows(document.data["results"].get("juso")), str(common.get("totalCount"))
        total = int(count) if count.isdecimal() else None
        return ToolResult.ok(
            rows,
            code=verdict.code,
            message=verdict.message,
            total=total,
            complete=None if total is None else len(rows) >= total,
        )

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it: no rows are a success of zero rows."""
        if result.reason is Reason.NONE:
            result = replace(result, status=Status.OK)
        settled = CODES.settle(result)
        if settled.reason is not Reason.NONE:
            return settled
        records = list(settled.records)
        if wire == "xml":
            records = [xml_value(row) for row in records]
        total = len(records) if settled.total is None or not records else settled.total
        return ToolResult.ok(
            records,
            code=settled.code,
            message=settled.message,
            total=total,
            complete=len(records) >= total,
        )

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as the platform's server does."""
        return _reply(self.express(spec, result, page=page, wire=wire), page, wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the server does: service, then key."""
        args = query_text(request)
        credential, wire = args.pop("confmKey", ""), args.pop("resultType", "xml").lower()
        name, _, suffix = text_of(request.path[-1]).rpartition(".")
        incoming = Incoming(name, args, "json" if wire == "json" else "xml", credential)
        if len(request.path) != 2 or request.path[0] != b"addrlink" or suffix != "do":
            return self.refuse(incoming, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
        if not credential or "INVALID" in credential:
            return self.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
        return incoming

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: ``common`` with a code, HTTP 200."""
        return _reply(CODES.settle(result), None, incoming.wire)


def _reply(result: ToolResult, page: PageSlice | None, wire: str) -> HttpResponse:
    common = {
        "errorMessage": result.message.removeprefix(FLAG),
        "countPerPage": str(page.size if page else 10),
        "totalCount": str(result.total or 0),
        "errorCode": result.code,
        "currentPage": str(page.page if page else 1),
    }
    document: dict[str, JSON] = {"common": common, "juso": list(result.records) or None}
    if wire == "json":
        content = json_bytes({"results": document})
        return HttpResponse(200, "application/json;charset=UTF-8", content)
    text = _XML + xml_element("results", document)
    return HttpResponse(200, "application/xml;charset=UTF-8", text.encode())


DIALECT = JusoDialect()
