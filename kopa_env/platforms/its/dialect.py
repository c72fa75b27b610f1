"""국가교통정보센터's wire format: header and body in JSON, CCTVs in XML of their own.

CCTVs come as XML without a result code even where JSON was asked for; failures are JSON with a
number as result code and an HTTP status of their own. Only the codes ``0`` and ``4005`` have been
seen: for every other failure the replica writes the number of its HTTP status. Source: recorded
replies of 2026-07, specification.
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

_SECRETS = frozenset({"query:apikey"})
_XML = "<?xml version='1.0' encoding='UTF-8'?>\n"

CODES = CodeTable(
    codes={
        "0": ok("OK"),
        "4005": failure(Reason.KEY_INVALID, "존재하지 않는 인증키입니다."),
        "400": failure(Reason.BAD_VALUE, "잘못된 요청입니다."),
        "404": failure(Reason.UNKNOWN_TOOL, "존재하지 않는 서비스입니다."),
        "429": failure(Reason.RATE_LIMIT, "요청이 너무 많습니다."),
        "500": failure(Reason.HTTP_5XX, "서버 오류입니다."),
    },
    fallback="500",
    stand_in={
        Reason.MISSING_ARG: Reason.BAD_VALUE,
        Reason.BAD_TYPE: Reason.BAD_VALUE,
        Reason.UNKNOWN_ID: Reason.BAD_VALUE,
        Reason.TOO_MANY: Reason.BAD_VALUE,
        Reason.PARSE_ERROR: Reason.BAD_VALUE,
        Reason.QUOTA: Reason.RATE_LIMIT,
        Reason.KEY_MISSING: Reason.KEY_INVALID,
        Reason.KEY_EXPIRED: Reason.KEY_INVALID,
        Reason.IP_DENIED: Reason.KEY_INVALID,
    },
)


class ItsDialect:
    """국가교통정보센터, both ways."""

    platform: str = "its"
    hosts: Sequence[str] = ("openapi.its.go.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("ITS_API_KEY",)}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; JSON is asked for, whatever comes."""
        query = ((b"apiKey", credential.encode()), (b"getType", b"json"))
        response = yield build(spec, args, query=query, secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the query's ``apiKey``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply: a header with a code, or CCTVs without one."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        body = document.data
        if document.kind != "zip" and isinstance(body, dict) and "response" in body:
            body = body["response"]
        if isinstance(body, dict) and isinstance(body.get("header"), dict):
            return _judged(body["header"], body.get("body"))
        if isinstance(body, dict) and ("data" in body or "datacount" in body):
            rows = as_rows(body.get("data"))
            return ToolResult.ok(rows, total=_number(body.get("datacount")), complete=True)
        return from_status(response.status) or damaged(
            "알 수 없는 형식입니다", "the reply has no known shape"
        )

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it; CCTVs come all at once, without a code."""
        settled = CODES.settle(_as_success(result))
        if settled.reason is not Reason.NONE:
            return settled
        records = list(settled.records)
        if wire == "xml" or _alone(spec):
            records = [xml_value(row) for row in records]
        if _alone(spec):
            return ToolResult.ok(records, total=len(records), complete=True)
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
        result = self.express(spec, result, page=page, wire=wire)
        if result.reason is not Reason.NONE:
            return _failed(result, wire)
        rows = list(result.records)
        if _alone(spec):
            return _reply({"coordtype": 1, "datacount": len(rows), "data": rows}, "xml")
        items = {"item": rows} if wire == "xml" else rows
        body = {"totalCount": result.total, "items": items}
        return _reply({"header": _header(result), "body": body}, wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the server does: service, then key."""
        args = query_text(request)
        credential, wire = args.pop("apiKey", ""), args.pop("getType", "xml").lower()
        name = text_of(request.path[-1])
        incoming = Incoming(name, args, "json" if wire == "json" else "xml", credential)
        if len(request.path) != 1 or request.method != "GET":
            return self.refuse(incoming, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
        if not credential or "INVALID" in credential:
            return self.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
        return incoming

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: a header alone, with an HTTP status of its own."""
        return _failed(CODES.settle(result), incoming.wire)


def _as_success(result: ToolResult) -> ToolResult:
    """Return no rows as a success of zero rows: the platform has no code for them."""
    return replace(result, status=Status.OK) if result.reason is Reason.NONE else result


def _alone(spec: ToolSpec) -> bool:
    """Say whether a tool's rows come without a header, as CCTVs do."""
    return bool(spec.endpoint and spec.endpoint.items_path.startswith("response."))


def _judged(header: Mapping[str, JSON], body: JSON) -> ToolResult:
    code = str(header.get("resultCode", "")).strip()
    verdict = CODES.read(code, str(header.get("resultMsg") or ""))
    if verdict.reason is not Reason.NONE:
        return verdict
    inner = body if isinstance(body, dict) else {}
    items = inner.get("items")
    if isinstance(items, dict) and set(items) == {"item"}:
        items = items["item"]
    rows, total = as_rows(items), _number(inner.get("totalCount"))
    return ToolResult.ok(
        rows,
        code=code,
        message=verdict.message,
        total=total,
        complete=None if total is None else len(rows) >= total,
    )


def _number(value: JSON) -> int | None:
    return int(value) if str(value).isdecimal() else None


def _header(result: ToolResult) -> dict[str, JSON]:
    code: JSON = int(result.code) if result.code.isdecimal() else result.code
    return {"resultCode": code, "resultMsg": result.message.removeprefix(FLAG)}


def _failed(result: ToolResult, wire: str) -> HttpResponse:
    status = 401 if result.code == "4005" else 500
    if len(result.code) == 3 and result.code in CODES.codes:
        status = int(result.code)
    return _reply({"header": _header(result), "body": ""}, wire, status)


def _reply(body: Mapping[str, JSON], wire: str, status: int = 200) -> HttpResponse:
    if wire == "json":
        return HttpResponse(status, "application/json;charset=UTF-8", json_bytes(body))
    text = _XML + xml_element("response", body)
    return HttpResponse(status, "application/xml;charset=UTF-8", text.encode())


DIALECT = ItsDialect()
