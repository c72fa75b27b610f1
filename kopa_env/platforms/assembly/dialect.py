"""열린국회정보's wire format: an envelope named after the service, ``RESULT`` alone on failure.

Everything comes with HTTP 200. Without ``Type`` the platform answers in XML; without a key (or
with the key ``sample``) it serves at most five rows and still tells the true total. Source: the
platform's specifications and recorded replies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kopa_env.body import as_rows, damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_element, xml_value
from kopa_env.outcome import JSON, Reason, Record, Status, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable, empty, failure, nothing_found, ok
from kopa_env.request import build, query_text
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"query:key"})
_PATH = (b"portal", b"openapi")
_SAMPLE_ROWS = 5
_MAX_ROWS = 1000
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

CODES = CodeTable(
    codes={
        "INFO-000": ok("정상 처리되었습니다."),
        "INFO-200": empty("해당하는 데이터가 없습니다."),
        "ERROR-290": failure(
            Reason.KEY_INVALID,
            "인증키가 유효하지 않습니다. 인증키가 없는 경우, 홈페이지에서 인증키를 신청하십시오.",
        ),
        "INFO-300": failure(Reason.KEY_EXPIRED, "관리자에 의해 인증키 사용이 제한되었습니다."),
        "ERROR-300": failure(
            Reason.MISSING_ARG, "필수 값이 누락되어 있습니다. 요청인자를 참고 하십시오."
        ),
        "ERROR-310": failure(
            Reason.UNKNOWN_TOOL,
            "해당하는 서비스를 찾을 수 없습니다. 요청인자 중 SERVICE를 확인하십시오.",
        ),
        "ERROR-333": failure(
            Reason.BAD_TYPE,
            "요청위치 값의 타입이 유효하지 않습니다. 요청위치 값은 정수를 입력하세요.",
        ),
        "ERROR-336": failure(
            Reason.TOO_MANY, "데이터요청은 한번에 최대 1,000건을 넘을 수 없습니다."
        ),
        "ERROR-337": failure(
            Reason.QUOTA, "일별 트래픽 제한을 넘은 호출입니다. 오늘은 더이상 호출할 수 없습니다."
        ),
        "ERROR-500": failure(
            Reason.HTTP_5XX, "서버 오류입니다. 지속적으로 발생시 홈페이지로 문의 바랍니다."
        ),
        "ERROR-600": failure(
            Reason.HTTP_5XX,
            "데이터베이스 연결 오류입니다. 지속적으로 발생시 홈페이지로 문의 바랍니다.",
        ),
        "ERROR-601": failure(
            Reason.HTTP_5XX, "SQL 문장 오류 입니다. 지속적으로 발생시 홈페이지로 문의 바랍니다."
        ),
    },
    fallback="ERROR-500",
    stand_in={
        Reason.BAD_VALUE: Reason.BAD_TYPE,
        Reason.UNKNOWN_ID: Reason.MISSING_ARG,
        Reason.KEY_MISSING: Reason.KEY_INVALID,
        Reason.IP_DENIED: Reason.KEY_INVALID,
        Reason.RATE_LIMIT: Reason.QUOTA,
    },
)


class AssemblyDialect:
    """열린국회정보, both ways."""

    platform: str = "assembly"
    hosts: Sequence[str] = ("open.assembly.go.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("ASSEMBLY_API_KEY",)}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; ``Type=json`` is always sent."""
        query = ((b"KEY", credential.encode()), (b"Type", b"json"))
        response = yield build(spec, args, query=query, secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the query's ``KEY``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply in JSON or XML; the envelope's name is not relied on."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        if document.kind == "zip" or not isinstance(document.data, dict):
            return damaged("알 수 없는 형식입니다", "the reply has no known shape")
        head, rows = (_opened_xml if document.kind == "xml" else _opened_json)(document.data)
        result = head.get("RESULT")
        if not isinstance(result, dict) or not result.get("CODE"):
            return from_status(response.status) or damaged(
                "결과 코드가 없습니다", "there is no result code"
            )
        verdict = CODES.read(str(result["CODE"]), str(result.get("MESSAGE") or ""))
        if verdict.reason is not Reason.NONE:
            return verdict
        total: JSON = head.get("list_total_count")
        count = int(total) if str(total).isdecimal() else None
        return ToolResult.ok(
            rows if verdict.status is Status.OK else (),
            code=verdict.code,
            message=verdict.message,
            total=count,
            complete=len(rows) >= (count or 0),
        )

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it."""
        settled = CODES.settle(nothing_found(result))
        if settled.reason is not Reason.NONE:
            return settled
        code, message = settled.code, settled.message
        if settled.status is Status.EMPTY:
            return ToolResult.ok((), code=code, message=message, complete=True)
        records = list(settled.records)
        if wire == "xml":
            records = [_with_nulls(xml_value(row)) for row in records]
        total = len(records) if settled.total is None else settled.total
        complete = len(records) >= total
        return ToolResult.ok(records, code=code, message=message, total=total, complete=complete)

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as the platform's server does."""
        result = self.express(spec, result, page=page, wire=wire)
        verdict = _verdict(result)
        if result.status is not Status.OK:
            return _reply("RESULT", verdict, wire)
        head: list[dict[str, JSON]] = [{"list_total_count": result.total}, {"RESULT": verdict}]
        service = spec.ref.rpartition(":")[2]
        if wire == "json":
            return _reply(service, [{"head": head}, {"row": result.records}], wire)
        return _reply(service, {"head": {**head[0], **head[1]}, "row": result.records}, wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the platform's server does: service, key, then the page asked for."""
        args = query_text(request)
        credential = args.pop("KEY", "")
        wire = "json" if args.pop("Type", "xml").lower() == "json" else "xml"
        incoming = Incoming(request.path[-1].decode(errors="replace"), args, wire, credential)
        if len(request.path) != 3 or request.path[:2] != _PATH or request.method != "GET":
            return self.refuse(incoming, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
        if "INVALID" in credential:
            return self.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
        if not all(args.get(name, "1").isdecimal() for name in ("pIndex", "pSize")):
            return self.refuse(incoming, ToolResult.error(Reason.BAD_TYPE, ""))
        if int(args.get("pSize", "1")) > _MAX_ROWS:
            return self.refuse(incoming, ToolResult.error(Reason.TOO_MANY, ""))
        if credential in ("", "sample"):
            args["pSize"] = str(min(int(args.get("pSize", _SAMPLE_ROWS)), _SAMPLE_ROWS))
        return incoming

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: ``RESULT`` alone, HTTP 200."""
        return _reply("RESULT", _verdict(CODES.settle(result)), incoming.wire)


def _verdict(result: ToolResult) -> dict[str, str]:
    return {"CODE": result.code, "MESSAGE": result.message.removeprefix(FLAG)}


def _opened_json(data: Mapping[str, JSON]) -> tuple[Mapping[str, JSON], list[Record]]:
    """Return the head (total and verdict) and the rows of a JSON reply."""
    if "RESULT" in data:
        return data, []
    parts = next((v for v in data.values() if isinstance(v, list)), [])
    head: dict[str, JSON] = {}
    rows: list[Record] = []
    for part in (p for p in parts if isinstance(p, dict)):
        for piece in as_rows(part.get("head")):
            head.update(piece)
        rows += as_rows(part.get("row"))
    return head, rows


def _opened_xml(data: Mapping[str, JSON]) -> tuple[Mapping[str, JSON], list[Record]]:
    """Likewise for XML, where an empty element is the ``null`` of JSON."""
    root = data.get("RESULT")
    if root is not None:
        return data, []
    body = next(iter(data.values()), None)
    if not isinstance(body, dict):
        return {}, []
    head = body.get("head")
    rows: list[Record] = [_with_nulls(row) for row in as_rows(body.get("row"))]
    return (head if isinstance(head, dict) else body), rows


def _with_nulls(row: Record) -> Record:
    return {k: v or None for k, v in row.items()}


def _reply(name: str, content: JSON, wire: str) -> HttpResponse:
    if wire == "json":
        return HttpResponse(200, "application/json;charset=UTF-8", json_bytes({name: content}))
    text = _XML + xml_element(name, content)
    return HttpResponse(200, "application/xml;charset=UTF-8", text.encode())


DIALECT = AssemblyDialect()
