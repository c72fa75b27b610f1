"""브이월드's wire format: ``response`` with a status, and below it a result in one of four shapes.

A list of items, a collection of features, a list of addresses, or one point with the address as
refined. Everything comes with HTTP 200, numbers as text; nothing found is ``NOT_FOUND`` without a
result. Operations share a path and differ by ``request``. Source: specification and public clients.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kopa_env.body import as_rows, damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_element, xml_value
from kopa_env.outcome import JSON, Reason, Record, Status, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable, empty, failure, nothing_found, ok
from kopa_env.request import build, query_text, text_of
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"query:key"})
_FIXED = ("service", "request", "version", "format", "errorformat")
_OPERATIONS = {name.casefold(): name for name in ("search", "getcoord", "getAddress", "GetFeature")}
_KEYS = frozenset({"INVALID_KEY", "INCORRECT_KEY", "UNAVAILABLE_KEY", "OVER_REQUEST_LIMIT"})
_POINT, _CRS = "getcoord", "EPSG:4326"
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

CODES = CodeTable(
    codes={
        "OK": ok(""),
        "NOT_FOUND": empty(""),
        "PARAM_REQUIRED": failure(Reason.MISSING_ARG, "필수 파라미터가 없습니다."),
        "INVALID_TYPE": failure(Reason.BAD_TYPE, "파라미터 타입이 유효하지 않습니다."),
        "INVALID_RANGE": failure(Reason.BAD_VALUE, "파라미터 값이 유효한 범위를 넘었습니다."),
        "INVALID_KEY": failure(Reason.KEY_INVALID, "등록되지 않은 인증키입니다."),
        "INCORRECT_KEY": failure(Reason.KEY_INVALID, "인증키 정보가 올바르지 않습니다."),
        "UNAVAILABLE_KEY": failure(Reason.KEY_EXPIRED, "사용할 수 없는 인증키입니다."),
        "OVER_REQUEST_LIMIT": failure(Reason.QUOTA, "하루 제한량을 초과하였습니다."),
        "SYSTEM_ERROR": failure(Reason.HTTP_5XX, "시스템 에러가 발생하였습니다."),
        "UNKNOWN_ERROR": failure(Reason.HTTP_5XX, "알 수 없는 에러가 발생하였습니다."),
    },
    fallback="UNKNOWN_ERROR",
    stand_in={
        Reason.UNKNOWN_TOOL: Reason.BAD_VALUE,
        Reason.UNKNOWN_ID: Reason.BAD_VALUE,
        Reason.TOO_MANY: Reason.BAD_VALUE,
        Reason.PARSE_ERROR: Reason.BAD_VALUE,
        Reason.RATE_LIMIT: Reason.QUOTA,
        Reason.KEY_MISSING: Reason.KEY_INVALID,
        Reason.IP_DENIED: Reason.KEY_INVALID,
    },
)


class VworldDialect:
    """브이월드, both ways."""

    platform: str = "vworld"
    hosts: Sequence[str] = ("api.vworld.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("VWORLD_API_KEY", "VWORLD_KEY")}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; ``format=json`` is always sent."""
        query = ((b"key", credential.encode()), (b"format", b"json"))
        response = yield build(spec, args, query=query, secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the query's ``key``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply: its status, then whatever shape the result has."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        body = document.data.get("response") if isinstance(document.data, dict) else None
        if not isinstance(body, dict) or not body.get("status"):
            return from_status(response.status) or damaged(
                "상태가 없습니다", "the reply has no status"
            )
        status, error = str(body["status"]), body.get("error")
        if isinstance(error, dict):
            return CODES.read(str(error.get("code") or status), str(error.get("text") or ""))
        verdict = CODES.read(status, "")
        if verdict.status is Status.EMPTY:
            return ToolResult.ok((), code=status, complete=True)
        if verdict.reason is not Reason.NONE:
            return verdict
        rows, record = _rows(body), body.get("record")
        count = str(record.get("total")) if isinstance(record, dict) else ""
        total = int(count) if count.isdecimal() else None
        return ToolResult.ok(
            rows, code=status, total=total, complete=total is None or len(rows) >= total
        )

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it: a success has no message."""
        settled = CODES.settle(nothing_found(result))
        if settled.reason is not Reason.NONE:
            return settled
        if settled.status is Status.EMPTY:
            return ToolResult.ok((), code="NOT_FOUND", complete=True)
        records: Sequence[Record] = settled.records
        if wire == "xml":
            records = [xml_value(row) for row in records]
        total = None
        if spec.paging is not None:
            total = len(records) if settled.total is None else settled.total
        return ToolResult.ok(
            records, code="OK", total=total, complete=total is None or len(records) >= total
        )

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as the platform's server does."""
        result = self.express(spec, result, page=page, wire=wire)
        name = spec.ref.rpartition(":")[2]
        if result.status is not Status.OK:
            return _failed(name, result, wire)
        body = _head(name, "OK")
        if result.total is not None:
            number, size = (page.page, page.size) if page else (1, len(result.records))
            body["record"] = {"total": str(result.total), "current": str(len(result.records))}
            body["page"] = {
                "total": str(-(-result.total // size)),
                "current": str(number),
                "size": str(size),
            }
        return _reply(body | _result(spec, list(result.records), wire), wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the server does: operation, then key."""
        args = query_text(request)
        credential = args.pop("key", "")
        fixed = {name: args.pop(name, "") for name in _FIXED}
        wire = "xml" if fixed["format"].lower() == "xml" else "json"
        name = _OPERATIONS.get(fixed["request"].casefold(), "")
        path = [text_of(part) for part in request.path]
        incoming = Incoming(name, args, wire, credential)
        if not name or path[:1] != ["req"] or path[1:] != [fixed["service"].lower()]:
            why = "" if fixed["request"] else "필수 파라미터인 <request>가 없습니다."
            reason = Reason.UNKNOWN_TOOL if fixed["request"] else Reason.MISSING_ARG
            return self.refuse(incoming, ToolResult.error(reason, why))
        if not credential or "INVALID" in credential:
            return self.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
        return incoming

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: status ``ERROR`` with level, code and text."""
        return _failed(incoming.endpoint, CODES.settle(result), incoming.wire)


def _rows(body: Mapping[str, JSON]) -> list[Record]:
    result = body.get("result")
    if isinstance(result, dict):
        if isinstance(result.get("featureCollection"), dict):
            return _listed(result["featureCollection"].get("features"))
        if "items" in result:
            return _listed(result["items"])
        if set(result) != {"item"}:
            said = {"refined": body["refined"]} if "refined" in body else {}
            return [{**said, **result}]
    return _listed(result)


def _listed(value: JSON) -> list[Record]:
    """Return rows of a list; XML has them in ``item`` below it."""
    return as_rows(value["item"] if isinstance(value, dict) and set(value) == {"item"} else value)


def _result(spec: ToolSpec, rows: list[Record], wire: str) -> dict[str, JSON]:
    """Return rows in the shape that the tool's ``items_path`` names."""
    place = spec.endpoint.items_path.split(".")[2:] if spec.endpoint else ["items"]
    listed: JSON = {"item": rows} if wire == "xml" else rows
    if place == ["items"]:
        return {"result": {"crs": _CRS, "type": "place", "items": listed}}
    if place:
        return {"result": {"featureCollection": {"features": listed}}}
    if spec.ref.rpartition(":")[2] != _POINT:
        return {"result": listed}
    rest = {k: v for k, v in rows[0].items() if k != "refined"}
    return {**({"refined": rows[0]["refined"]} if "refined" in rows[0] else {}), "result": rest}


def _head(name: str, status: str) -> dict[str, JSON]:
    group = {"getcoord": "address", "getAddress": "address", "GetFeature": "data"}.get(name, name)
    service = {"name": group, "version": "2.0", "operation": name, "time": "3(ms)"}
    return {"service": service, "status": status}


def _failed(name: str, result: ToolResult, wire: str) -> HttpResponse:
    if result.reason is Reason.NONE:
        return _reply(_head(name, result.code), wire)
    level = "2" if result.code in _KEYS else "1" if result.status is Status.STRUCTURAL else "3"
    text = result.message.removeprefix(FLAG)
    error = {"level": level, "code": result.code, "text": text}
    return _reply({**_head(name, "ERROR"), "error": error}, wire)


def _reply(body: Mapping[str, JSON], wire: str) -> HttpResponse:
    if wire == "json":
        return HttpResponse(200, "application/json;charset=UTF-8", json_bytes({"response": body}))
    text = _XML + xml_element("response", body)
    return HttpResponse(200, "application/xml;charset=UTF-8", text.encode())


DIALECT = VworldDialect()
