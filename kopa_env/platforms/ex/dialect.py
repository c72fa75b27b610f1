"""한국도로공사's wire format: rows under a name of the operation's own, HTTP 200 for most failures.

A call needs a browser's ``User-Agent``. Success may come without a code; what goes wrong inside the
server comes as an ``exception`` object without one, or as a page where JSON is not accepted. A
missing service is a page with HTTP 404. Source: recorded replies and public clients up to 2026-09.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kopa_env.body import as_rows, damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_element, xml_value
from kopa_env.outcome import JSON, UNRECORDED, Reason, Status, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable, failure, ok
from kopa_env.platforms.ex.envelopes import Envelope, of
from kopa_env.request import build, query_text, text_of
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"query:key"})
_HEADERS = (("user-agent", "Mozilla/5.0 (compatible; kopa-env)"), ("accept", "application/json"))
_AROUND = frozenset({"count", "pageNo", "numOfRows", "pageSize", "message", "code"})
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NOT_FOUND, _BROKEN, _BLOCKED = "404", "500", "400"
_INSIDE = re.compile(r"SQL|ORA-|JDBC|[Cc]onnection|[Tt]imed? ?out|NullPointer")
_SPENT = re.compile(r"초과|한도|트래픽")

PAGES: Mapping[str, ToolResult] = {
    _NOT_FOUND: ToolResult.error(
        Reason.UNKNOWN_TOOL, "없는 서비스입니다 / there is no such service", _NOT_FOUND
    ),
    _BROKEN: from_status(500) or ToolResult.error(Reason.HTTP_5XX, "", _BROKEN),
    _BLOCKED: ToolResult.error(
        Reason.IP_DENIED, "요청이 차단되었습니다 / Request Blocked", _BLOCKED
    ),
}
"""Failures that come as a page and its HTTP status, and what is read from them."""


def _refined(code: str, message: str, reason: Reason) -> Reason:
    """An exception is the caller's fault unless it speaks of the server's inside."""
    if code == "" and _INSIDE.search(message):
        return Reason.HTTP_5XX
    return Reason.QUOTA if code == "ERROR" and _SPENT.search(message) else reason


CODES = CodeTable(
    codes={
        "SUCCESS": ok("인증키가 유효합니다."),
        "ERROR": failure(Reason.KEY_INVALID, "인증키가 유효하지 않습니다."),
        "": failure(Reason.BAD_VALUE, 'For input string: ""'),
        _NOT_FOUND: failure(Reason.UNKNOWN_TOOL, ""),
        _BROKEN: failure(Reason.HTTP_5XX, ""),
    },
    fallback=_BROKEN,
    stand_in={
        Reason.MISSING_ARG: Reason.BAD_VALUE,
        Reason.BAD_TYPE: Reason.BAD_VALUE,
        Reason.UNKNOWN_ID: Reason.BAD_VALUE,
        Reason.TOO_MANY: Reason.BAD_VALUE,
        Reason.PARSE_ERROR: Reason.BAD_VALUE,
        Reason.KEY_MISSING: Reason.KEY_INVALID,
        Reason.KEY_EXPIRED: Reason.KEY_INVALID,
        Reason.IP_DENIED: Reason.KEY_INVALID,
    },
    refine=_refined,
)


class ExDialect:
    """한국도로공사, both ways."""

    platform: str = "ex"
    hosts: Sequence[str] = ("data.ex.co.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("EX_API_KEY", "KEC_ROAD_API_KEY")}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call, as a browser that accepts JSON."""
        query = ((b"key", credential.encode()), (b"type", b"json"))
        response = yield build(spec, args, query=query, headers=_HEADERS, secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the query's ``key``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply in JSON or XML; rows are found whatever their list is called."""
        document = read(response)
        if isinstance(document, ToolResult):
            paged = document.reason is Reason.HTML
            return PAGES.get(str(response.status), document) if paged else document
        body = document.data
        if document.kind == "xml":
            body = next(iter(body.values()), None)
        if document.kind == "zip" or not isinstance(body, dict):
            return damaged("알 수 없는 형식입니다", "the reply has no known shape")
        if "exception" in body:
            return CODES.read("", _said(body["exception"]))
        code, message = str(body.get("code") or ""), str(body.get("message") or "")
        found = _listed(spec, body)
        if not code and found is None:
            return from_status(response.status) or damaged("목록이 없습니다", "there is no list")
        verdict = CODES.read(code, message) if code else ToolResult(Status.OK, message=message)
        return verdict if verdict.reason is not Reason.NONE else _with_rows(verdict, found, body)

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it."""
        if result.reason is not Reason.NONE and result.message.endswith(UNRECORDED):
            return CODES.read("", result.message)
        if result.reason is Reason.NONE:
            result = replace(result, status=Status.OK)
        settled = CODES.settle(result)
        if settled.reason is not Reason.NONE:
            return PAGES.get(settled.code, settled)
        envelope = of(_service(spec))
        records = [envelope.row(row) for row in settled.records]
        if wire == "xml":
            records = [xml_value(row) for row in records]
        total = settled.total if records and settled.total is not None else len(records)
        return ToolResult.ok(
            records,
            code=settled.code if "code" in envelope.verdict else "",
            message=settled.message if "message" in envelope.verdict else "",
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
        envelope, name = of(_service(spec)), spec.endpoint.items_path if spec.endpoint else "list"
        numbers = {"count": result.total or 0, **_paged(envelope, result, page)}
        verdict = {"message": result.message, "code": result.code}
        body: dict[str, JSON] = {k: str(v) if envelope.text else v for k, v in numbers.items()}
        body[name] = result.records or []
        return _reply(body | {k: v for k, v in verdict.items() if k in envelope.verdict}, wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the server does: browser, path, key, then what is asked."""
        agent = next((v for k, v in request.headers if k == "user-agent"), "")
        if request.headers and (not agent or agent.lower().startswith("curl")):
            return _page(_BLOCKED)
        args = query_text(request)
        credential, wire = args.pop("key", ""), args.pop("type", "json").lower()
        names = [text_of(part) for part in request.path]
        incoming = Incoming(
            ".".join(names[1:]), args, "xml" if wire == "xml" else "json", credential
        )
        if len(names) != 3 or names[0] != "openapi" or request.method != "GET":
            return _page(_NOT_FOUND)
        if not credential or "INVALID" in credential:
            return self.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
        odd = next(iter(_unread(request, args)), None)
        if odd is None:
            return incoming
        if not any("json" in v for k, v in request.headers if k == "accept"):
            return _page(_BROKEN, 200)
        thrown = ToolResult.error(Reason.BAD_VALUE, f'For input string: "{odd}"')
        return self.refuse(incoming, thrown)

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: code and message, an exception, or a page."""
        settled = CODES.settle(result)
        return _failed(PAGES.get(settled.code, settled), incoming.wire)


def _service(spec: ToolSpec) -> str:
    return spec.ref.rpartition(":")[2]


def _said(exception: JSON) -> str:
    if not isinstance(exception, dict):
        return str(exception or "")
    return str(exception.get("message") or exception.get("localizedMessage") or "")


def _listed(spec: ToolSpec, body: Mapping[str, JSON]) -> JSON:
    """Return what holds the rows: the operation's own list, or what lies beside the envelope."""
    own = spec.endpoint.items_path if spec.endpoint else ""
    if body.get(own) is not None:
        return body[own]
    beside = (v for k, v in body.items() if k not in _AROUND and isinstance(v, list | dict))
    return next(beside, None)


def _with_rows(verdict: ToolResult, found: JSON, body: Mapping[str, JSON]) -> ToolResult:
    rows, count = as_rows(found), str(body.get("count"))
    total = int(count) if count.isdecimal() else None
    if found is None and total != 0:
        return damaged("목록이 없습니다", "success without a list")
    complete = None if total is None else len(rows) >= total
    return ToolResult.ok(
        rows, code=verdict.code, message=verdict.message, total=total, complete=complete
    )


def _paged(envelope: Envelope, result: ToolResult, page: PageSlice | None) -> dict[str, int]:
    if page is None:
        return {}
    pages = -(-(result.total or 0) // page.size)
    numbers = {"pageNo": page.page, "numOfRows": page.size, "pageSize": pages}
    return {name: numbers[name] for name in envelope.told}


def _unread(request: HttpRequest, args: Mapping[str, str]) -> Sequence[str]:
    """Return the arguments that the server fails to read: blanks, and pages that are no number."""
    blank = [text_of(v) for _, v in request.query if not v]
    return blank + [args[n] for n in ("pageNo", "numOfRows") if not args.get(n, "1").isdecimal()]


def _failed(result: ToolResult, wire: str) -> HttpResponse:
    if result.code in PAGES:
        return _page(result.code)
    message = result.message.removeprefix(FLAG)
    if result.code:
        return _reply({"count": 0, "list": None, "message": message, "code": result.code}, wire)
    thrown: JSON = {
        "cause": None,
        "message": message,
        "localizedMessage": message,
        "stackTrace": [],
    }
    return _reply({"exception": thrown}, wire)


def _page(code: str, status: int = 0) -> HttpResponse:
    text = PAGES[code].message.partition(" / ")[2]
    body = f"<!DOCTYPE html>\n<html><head><title>{text}</title></head><body>{text}</body></html>"
    return HttpResponse(status or int(code), "text/html;charset=UTF-8", body.encode())


def _reply(body: Mapping[str, JSON], wire: str) -> HttpResponse:
    if wire == "json":
        return HttpResponse(200, "application/json;charset=UTF-8", json_bytes(body))
    text = _XML + xml_element("response", body)
    return HttpResponse(200, "application/xml;charset=UTF-8", text.encode())


DIALECT = ExDialect()
