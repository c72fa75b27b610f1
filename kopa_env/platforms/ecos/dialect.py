"""한국은행 경제통계시스템's wire format: key, form, language and rows wanted are parts of the path.

A service's name holds ``list_total_count`` and ``row``, and success has no code; a failure, "no
data" among them, is ``RESULT`` alone. Everything comes with HTTP 200. A question mark holds the
place of an item left out before one that is given. Source: the platform's specifications, public
clients and their recorded replies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kopa_env.body import as_rows, damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_element, xml_value
from kopa_env.outcome import JSON, Reason, Record, Status, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable, empty, failure, nothing_found, ok
from kopa_env.request import build, text_of
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"path:2"})
_LEFT_OUT = "?"
_SAMPLE, _SAMPLE_ROWS = "sample", 10
_TOO_MANY = "sample은 최대 10건 이내에서 호출이 가능합니다."
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def _refined(code: str, message: str, reason: Reason) -> Reason:
    """``ERROR-301`` is a number that is none, or one too large for the sample key."""
    return Reason.TOO_MANY if code == "ERROR-301" and "최대" in message else reason


CODES = CodeTable(
    codes={
        "": ok(""),
        "INFO-000": ok("정상 처리되었습니다."),
        "INFO-200": empty("해당하는 데이터가 없습니다."),
        "INFO-100": failure(
            Reason.KEY_INVALID,
            "인증키가 유효하지 않습니다. 인증키가 없는 경우 홈페이지에서 인증키를 신청하십시오.",
        ),
        "ERROR-100": failure(Reason.MISSING_ARG, "필수 값이 누락되어 있습니다."),
        "ERROR-101": failure(Reason.BAD_VALUE, "주기와 다른 형식의 날짜입니다."),
        "ERROR-200": failure(Reason.BAD_VALUE, "파일타입 값이 누락 혹은 유효하지 않습니다."),
        "ERROR-300": failure(Reason.MISSING_ARG, "조회건수 값이 누락되어 있습니다."),
        "ERROR-301": failure(Reason.BAD_TYPE, "조회건수 값의 타입이 유효하지 않습니다."),
        "ERROR-400": failure(Reason.TIMEOUT, "검색범위를 넘어 60초 TIMEOUT이 발생하였습니다."),
        "ERROR-500": failure(Reason.HTTP_5XX, "서버 오류입니다. 해당 서비스를 찾을 수 없습니다."),
        "ERROR-600": failure(Reason.HTTP_5XX, "DB Connection 오류입니다."),
        "ERROR-601": failure(Reason.HTTP_5XX, "SQL 오류입니다."),
        "ERROR-602": failure(Reason.RATE_LIMIT, "과도한 OpenAPI 호출로 이용이 제한되었습니다."),
    },
    fallback="ERROR-500",
    stand_in={
        Reason.UNKNOWN_TOOL: Reason.HTTP_5XX,
        Reason.UNKNOWN_ID: Reason.BAD_VALUE,
        Reason.QUOTA: Reason.RATE_LIMIT,
        Reason.KEY_MISSING: Reason.KEY_INVALID,
        Reason.KEY_EXPIRED: Reason.KEY_INVALID,
        Reason.IP_DENIED: Reason.KEY_INVALID,
    },
    refine=_refined,
    worded={Reason.TOO_MANY: ("ERROR-301", _TOO_MANY)},
)


class EcosDialect:
    """한국은행 경제통계시스템, both ways."""

    platform: str = "ecos"
    hosts: Sequence[str] = ("ecos.bok.or.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("ECOS_API_KEY",)}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; the key is its third path segment."""
        request = build(spec, args, fixed={"KEY": credential})
        path = tuple(_LEFT_OUT.encode() if not s.strip() else s for s in request.path)
        response = yield replace(request, path=path)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key always follows the service's name."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply in JSON or XML; the envelope's name is not relied on."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        data = document.data if isinstance(document.data, dict) else {}
        body = next((v for v in data.values() if isinstance(v, dict)), {})
        verdict = data.get("RESULT", body.get("RESULT"))
        result = ToolResult(Status.OK)
        if isinstance(verdict, dict) and verdict.get("CODE"):
            result = CODES.read(str(verdict["CODE"]), str(verdict.get("MESSAGE") or ""))
        elif "row" not in body and "list_total_count" not in body:
            return from_status(response.status) or damaged(
                "알 수 없는 형식입니다", "the reply has no known shape"
            )
        if result.reason is not Reason.NONE:
            return result
        rows = as_rows(body.get("row")) if result.status is Status.OK else []
        if document.kind == "xml":
            rows = [_with_nulls(row) for row in rows]
        total = _count(body)
        return ToolResult.ok(
            rows or (),
            code=result.code,
            message=result.message,
            total=total,
            complete=len(rows) >= (total or 0),
        )

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it: success has neither code nor message."""
        settled = CODES.settle(nothing_found(result))
        if settled.reason is not Reason.NONE:
            return settled
        if settled.status is Status.EMPTY:
            return ToolResult.ok((), code=settled.code, message=settled.message, complete=True)
        records = settled.records
        if wire == "xml":
            records = [_with_nulls(xml_value(row)) for row in records]
        total = len(records) if settled.total is None else settled.total
        return ToolResult.ok(records, total=total, complete=len(records) >= total)

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as the platform's server does."""
        result = self.express(spec, result, page=page, wire=wire)
        if result.status is not Status.OK:
            return _alone(result, wire)
        service = spec.ref.rpartition(".")[2]
        return _reply(service, {"list_total_count": result.total, "row": result.records}, wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read ``api/SERVICE/KEY/FORM/LANGUAGE/FIRST/LAST/…``; arguments stay positional."""
        path = [text_of(segment) for segment in request.path]
        if path and not path[-1]:
            path.pop()
        root, service, key, form = (*path[:4], "", "", "", "")[:4]
        asked = tuple("" if part == _LEFT_OUT else part for part in path[4:])
        wire = "json" if form == "json" else "xml"
        incoming = Incoming(f"ecos.{service}", {}, wire, key, asked)
        fault = ToolResult(Status.OK)
        if root != "api" or request.method != "GET":
            fault = ToolResult.error(Reason.UNKNOWN_TOOL, "")
        elif not key or "INVALID" in key:
            fault = ToolResult.error(Reason.KEY_INVALID, "")
        elif form not in ("json", "xml"):
            fault = ToolResult.error(Reason.BAD_VALUE, "", "ERROR-200")
        elif len(asked) < 3:
            fault = ToolResult.error(Reason.MISSING_ARG, "", "ERROR-300")
        elif not all(part.isascii() and part.isdecimal() for part in asked[1:3]):
            fault = ToolResult.error(Reason.BAD_TYPE, "")
        elif key == _SAMPLE and int(asked[2]) - int(asked[1]) >= _SAMPLE_ROWS:
            fault = ToolResult.error(Reason.TOO_MANY, "")
        return incoming if fault.reason is Reason.NONE else self.refuse(incoming, fault)

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: ``RESULT`` alone, HTTP 200."""
        return _alone(CODES.settle(result), incoming.wire)


def _count(body: Mapping[str, JSON]) -> int | None:
    """Return how many rows match; the number may come as text."""
    total = str(body.get("list_total_count"))
    return int(total) if total.isdecimal() else None


def _with_nulls(row: Record) -> Record:
    """An empty element is the ``null`` of JSON."""
    return {k: v or None for k, v in row.items()}


def _alone(result: ToolResult, wire: str) -> HttpResponse:
    verdict = {"CODE": result.code, "MESSAGE": result.message.removeprefix(FLAG)}
    return _reply("RESULT", verdict, wire)


def _reply(name: str, content: JSON, wire: str) -> HttpResponse:
    if wire == "json":
        return HttpResponse(200, "application/json;charset=UTF-8", json_bytes({name: content}))
    text = _XML + xml_element(name, content)
    return HttpResponse(200, "application/xml;charset=UTF-8", text.encode())


DIALECT = EcosDialect()
