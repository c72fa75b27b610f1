"""odcloud's wire format: ``data`` with page and counts, failures as a code with an HTTP status.

Success has no code. The tax office's services (POST) answer with ``status_code`` instead and take
lists, of which a call sends one. The HTTP status says what it means, unlike the portal's gateway;
codes for a missing service and a spent quota are deduced. Source: specifications, public clients.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kopa_env.body import as_rows, damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_element, xml_value
from kopa_env.outcome import JSON, Reason, ToolResult
from kopa_env.platforms import gateway
from kopa_env.platforms.codes import FLAG, CodeTable, failure, ok
from kopa_env.platforms.portal import CREDENTIALS
from kopa_env.request import build, query_text, text_of, wire_text
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"query:servicekey", "header:authorization"})
_BEARER = "Infuser "
_TAX = {
    "BAD_JSON_REQUEST": 400,
    "REQUEST_DATA_MALFORMED": 411,
    "TOO_LARGE_REQUEST": 413,
    "INTERNAL_ERROR": 500,
}
_STATUS = {"-401": 401, "-4": 401, "-2": 400, "-3": 400, "-5": 404, "-10": 429, **_TAX}
_TOLD = (401, 403, 429)
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

CODES = CodeTable(
    codes={
        "OK": ok(""),
        "-401": failure(Reason.KEY_INVALID, "유효하지 않은 인증키 입니다."),
        "-4": failure(Reason.KEY_INVALID, "등록되지 않은 인증키 입니다."),
        "-2": failure(Reason.BAD_VALUE, "요청 변수가 올바르지 않습니다."),
        "-3": failure(Reason.BAD_VALUE, "잘못된 요청입니다."),
        "-5": failure(Reason.UNKNOWN_TOOL, "등록되지 않은 서비스 입니다."),
        "-10": failure(Reason.QUOTA, "일일 호출 한도를 초과하였습니다."),
        "500": failure(Reason.HTTP_5XX, "제공 서버 오류입니다."),
        "BAD_JSON_REQUEST": failure(Reason.BAD_TYPE, "JSON 형식에 맞지 않는 요청입니다."),
        "REQUEST_DATA_MALFORMED": failure(Reason.MISSING_ARG, "필수 요청 값이 없습니다."),
        "TOO_LARGE_REQUEST": failure(Reason.TOO_MANY, "한 번에 100건까지 요청할 수 있습니다."),
        "INTERNAL_ERROR": failure(Reason.HTTP_5XX, "내부 오류입니다."),
    },
    fallback="500",
    stand_in={
        Reason.MISSING_ARG: Reason.BAD_VALUE,
        Reason.BAD_TYPE: Reason.BAD_VALUE,
        Reason.UNKNOWN_ID: Reason.BAD_VALUE,
        Reason.TOO_MANY: Reason.BAD_VALUE,
        Reason.PARSE_ERROR: Reason.BAD_VALUE,
        Reason.RATE_LIMIT: Reason.QUOTA,
        Reason.KEY_MISSING: Reason.KEY_INVALID,
        Reason.KEY_EXPIRED: Reason.KEY_INVALID,
        Reason.IP_DENIED: Reason.KEY_INVALID,
    },
)


class Gov24Dialect:
    """odcloud, both ways."""

    platform: str = "gov24"
    hosts: Sequence[str] = ("api.odcloud.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": CREDENTIALS}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; ``returnType=JSON`` is always sent."""
        query = ((b"serviceKey", credential.encode()), (b"returnType", b"JSON"))
        request = build(spec, args, query=query, secret_slots=_SECRETS)
        if request.body:
            request = replace(request, body=_in_lists(request.body))
        response = yield request
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is the query's ``serviceKey`` or comes in the header ``Authorization``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply in JSON or XML; what the body says outranks the HTTP status."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        if failed := gateway.read_error(document.data):
            return failed
        body = document.data
        if document.kind == "xml":
            body = next(iter(body.values()), None)
        if document.kind == "zip" or not isinstance(body, dict):
            return damaged("알 수 없는 형식입니다", "the reply has no known shape")
        code, message = str(body.get("code") or body.get("status_code") or ""), body.get("msg")
        if code and code != "OK":
            if code not in CODES.codes and response.status in _TOLD:
                return from_status(response.status) or CODES.read(code, str(message or ""))
            return CODES.read(code, str(message or ""))
        if "data" not in body:
            return from_status(response.status) or damaged("data 가 없습니다", "there is no data")
        return _with_rows(code, body)

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it: no rows are a success of zero rows."""
        if result.reason is not Reason.NONE:
            return CODES.settle(result)
        records = list(result.records)
        if wire == "xml":
            records = [xml_value(row) for row in records]
        told = result.total is not None and bool(records) and not _posted(spec)
        total = (result.total if told else None) or len(records)
        return ToolResult.ok(
            records,
            code="OK" if _posted(spec) else "",
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
        data: JSON = {"item": rows} if wire == "xml" else rows
        if _posted(spec):
            counts: dict[str, JSON] = {"request_cnt": len(rows), "match_cnt": len(rows)}
            return _reply({**counts, "status_code": "OK", "data": data}, wire)
        number, size = (page.page, page.size) if page else (1, 10)
        counts = {"currentCount": len(rows), "matchCount": result.total, "page": number}
        return _reply({**counts, "perPage": size, "totalCount": result.total, "data": data}, wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the server does: key, then the service's address."""
        args = query_text(request)
        credential = args.pop("serviceKey", "") or next(
            (v.removeprefix(_BEARER) for k, v in request.headers if k == "authorization"), ""
        )
        wire = "xml" if args.pop("returnType", "JSON").upper() == "XML" else "json"
        names = [text_of(part) for part in request.path]
        incoming = Incoming("/" + "/".join(names), args, wire, credential)
        if not credential or "INVALID" in credential:
            return self.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
        if names[0] != "api" or request.method not in ("GET", "POST"):
            return self.refuse(incoming, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
        if request.method == "GET":
            return incoming
        try:
            asked = json.loads(request.body)
        except (ValueError, RecursionError):
            return self.refuse(incoming, ToolResult.error(Reason.BAD_TYPE, "", "BAD_JSON_REQUEST"))
        return replace(incoming, args=args | _out_of_lists(asked))

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure as a code with its own HTTP status."""
        return _failed(CODES.settle(result), incoming.wire)


def _posted(spec: ToolSpec) -> bool:
    return bool(spec.endpoint and spec.endpoint.method == "POST")


def _in_lists(body: bytes) -> bytes:
    """Return a JSON body whose every value has become a list of one."""
    return json_bytes({name: [value] for name, value in json.loads(body).items()})


def _out_of_lists(asked: JSON) -> dict[str, str]:
    """Return the arguments of a body: plain values joined, of objects the first one's values."""
    args: dict[str, str] = {}
    for name, value in asked.items() if isinstance(asked, dict) else ():
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, dict):
            args |= {f"{name}.{k}": wire_text(v) for k, v in first.items()}
        else:
            args[name] = wire_text(value)
    return args


def _with_rows(code: str, body: Mapping[str, JSON]) -> ToolResult:
    data = body["data"]
    if isinstance(data, dict) and set(data) == {"item"}:
        data = data["item"]
    rows = as_rows(data)
    counts = (str(body.get(name)) for name in ("matchCount", "match_cnt", "totalCount"))
    total = next((int(count) for count in counts if count.isdecimal()), None)
    complete = None if total is None else len(rows) >= total
    return ToolResult.ok(rows, code=code, total=total, complete=complete)


def _failed(result: ToolResult, wire: str) -> HttpResponse:
    message = result.message.removeprefix(FLAG)
    if result.code in _TAX:
        return _reply({"status_code": result.code, "msg": message}, wire, _STATUS[result.code])
    whole = result.code.removeprefix("-").isdecimal()
    code: JSON = int(result.code) if whole else result.code
    return _reply({"code": code, "msg": message}, wire, _STATUS.get(result.code, 500))


def _reply(body: Mapping[str, JSON], wire: str, status: int = 200) -> HttpResponse:
    if wire == "json":
        return HttpResponse(status, "application/json;charset=UTF-8", json_bytes(body))
    text = _XML + xml_element("results", body)
    return HttpResponse(status, "application/xml;charset=UTF-8", text.encode())


DIALECT = Gov24Dialect()
