"""교육데이터플랫폼's wire format: POST with a JSON body, the key in header and body alike.

Success tells its count inside a Korean sentence. Failures come from the gateway or the provider
behind it as ``{"loc", "message"}`` with an HTTP status of their own. All matching rows come at
once. Source: replies and clients of 2026-08.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from kopa_env.body import as_rows, damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes
from kopa_env.outcome import JSON, Reason, Status, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable, failure, ok
from kopa_env.request import build, wire_text
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"header:api_key", "body:userApiAthkCn"})
_PATH = (b"openAPI", b"service")
_SERVICE = re.compile(rb"SA\d{11}")
_COUNT = re.compile(r"조회\s*건수\s*:\s*([\d,]+)\s*건")
_SUCCESS = "200 (성공)"
_QUERY_REFUSED = "GATEWAY: HTTP 'POST' cannot contain query parameters."


def _refined(code: str, message: str, reason: Reason) -> Reason:
    return Reason.MISSING_ARG if code == "404" and message.startswith("PROVIDER") else reason


CODES = CodeTable(
    codes={
        _SUCCESS: ok(""),
        "401": failure(Reason.KEY_INVALID, "GATEWAY: Unauthorized"),
        "404": failure(Reason.UNKNOWN_TOOL, "GATEWAY: Not Found"),
        "405": failure(Reason.BAD_TYPE, "GATEWAY: Method Not Allowed"),
        "400": failure(Reason.BAD_VALUE, "GATEWAY: Bad Request"),
        "429": failure(Reason.RATE_LIMIT, "GATEWAY: Too Many Requests"),
        "500": failure(Reason.HTTP_5XX, "PROVIDER: Internal Server Error"),
        "503": failure(Reason.MAINTENANCE, "GATEWAY: Service Unavailable"),
    },
    fallback="500",
    stand_in={
        Reason.UNKNOWN_ID: Reason.BAD_VALUE,
        Reason.TOO_MANY: Reason.BAD_VALUE,
        Reason.QUOTA: Reason.RATE_LIMIT,
        Reason.KEY_MISSING: Reason.KEY_INVALID,
        Reason.KEY_EXPIRED: Reason.KEY_INVALID,
        Reason.IP_DENIED: Reason.KEY_INVALID,
    },
    refine=_refined,
    worded={Reason.MISSING_ARG: ("404", "PROVIDER: Not Found")},
)

_CODE_OF = {k.message.partition(": ")[2]: code for code, k in CODES.codes.items() if k.message}


class EdudataDialect:
    """교육데이터플랫폼, both ways."""

    platform: str = "edudata"
    hosts: Sequence[str] = ("openapi.edmgr.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("EDMGR_API_KEY",)}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; the key goes into the header and into the body."""
        response = yield build(
            spec,
            args,
            headers=(("api_key", credential),),
            body={"apiId": _service(spec), "userApiAthkCn": credential, "srhParam": {}},
            secret_slots=_SECRETS,
        )
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always in the header ``api_key`` and the body's ``userApiAthkCn``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply; what the body says outranks the HTTP status."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        body = document.data
        if document.kind == "json" and isinstance(body, dict):
            if "msgCd" in body:
                return _from_rows(body)
            if "loc" in body:
                return _from_gateway(body, response.status)
        return from_status(response.status) or damaged(
            "알 수 없는 형식입니다", "the reply has no known shape"
        )

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it: no rows are a success of zero rows."""
        if result.reason is not Reason.NONE:
            body, status = _complaint(CODES.settle(result))
            return _from_gateway(body, status)
        records = result.records or ()
        total = len(records) if not records or result.total is None else result.total
        return ToolResult.ok(
            records,
            code=_SUCCESS,
            message=_sentence(total),
            total=total,
            complete=len(records) >= total,
        )

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as the platform's gateway and provider do."""
        result = self.express(spec, result, page=page, wire=wire)
        if result.reason is not Reason.NONE:
            return _failed(result)
        return _reply(
            200, {"resultData": result.records, "msgCd": result.code, "msgCn": result.message}
        )

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the gateway does: route, method, query, header key, then the body."""
        if request.path[:2] != _PATH or not _SERVICE.fullmatch(b"/".join(request.path[2:])):
            return _failed(CODES.settle(ToolResult.error(Reason.UNKNOWN_TOOL, "")))
        if request.method != "POST":
            return _failed(CODES.settle(ToolResult.error(Reason.BAD_TYPE, "")))
        if request.query:
            return _failed(CODES.settle(ToolResult.error(Reason.BAD_VALUE, _QUERY_REFUSED)))
        credential = next((v for k, v in request.headers if k == "api_key"), "")
        if not credential or "INVALID" in credential:
            return _failed(CODES.settle(ToolResult.error(Reason.KEY_INVALID, "")))
        body = _asked(request.body)
        service = request.path[2].decode()
        if body.get("apiId") != service or not body.get("userApiAthkCn"):
            return _failed(CODES.settle(ToolResult.error(Reason.MISSING_ARG, "")))
        asked = body.get("srhParam")
        args = {
            f"srhParam.{name}": wire_text(value)
            for name, value in (asked.items() if isinstance(asked, dict) else ())
            if value is not None and value != ""
        }
        return Incoming(service, args, "json", credential)

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure as ``{"loc", "message"}`` with its own HTTP status."""
        return _failed(CODES.settle(result))


def _service(spec: ToolSpec) -> str:
    return spec.ref.rpartition(":")[2]


def _sentence(total: int) -> str:
    return f"[조회건수 : {total:,} 건]"


def _from_rows(body: Mapping[str, JSON]) -> ToolResult:
    code, message = str(body["msgCd"]), str(body.get("msgCn") or "")
    if not code.startswith("200"):
        return CODES.read(code.partition(" ")[0], message)
    found = _COUNT.search(message)
    total = int(found.group(1).replace(",", "")) if found else None
    if not isinstance(body.get("resultData"), list):
        if not total:
            return damaged("resultData 가 없습니다", "there is no resultData")
        return ToolResult(Status.OK, code=code, message=message, total=total, complete=False)
    rows = as_rows(body["resultData"]) or ()
    complete = None if total is None else len(rows) >= total
    return ToolResult.ok(rows, code=code, message=message, total=total, complete=complete)


def _from_gateway(body: Mapping[str, JSON], status: int) -> ToolResult:
    message = str(body.get("message") or "")
    code = _CODE_OF.get(message) or ("400" if "query parameters" in message else str(status))
    return CODES.read(code, f"{body['loc']}: {message}")


def _asked(encoded: bytes) -> dict[str, JSON]:
    try:
        body = json.loads(encoded)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _complaint(result: ToolResult) -> tuple[dict[str, JSON], int]:
    """Return body and HTTP status of a failure; whose it is stands before the message."""
    loc, colon, message = result.message.removeprefix(FLAG).partition(": ")
    if not colon:
        loc, message = "GATEWAY", loc
    status = int(result.code) if re.fullmatch(r"[45]\d\d", result.code) else 500
    return {"loc": loc, "message": message}, status


def _failed(result: ToolResult) -> HttpResponse:
    body, status = _complaint(result)
    return _reply(status, body)


def _reply(status: int, body: Mapping[str, JSON]) -> HttpResponse:
    return HttpResponse(status, "application/json;charset=UTF-8", json_bytes(body))


DIALECT = EdudataDialect()
