"""Seoul's wire formats: the key in the path, three hosts with three envelopes.

``openapi.seoul.go.kr:8088`` takes everything as path segments, as does the real-time subway at
``swopenapi.seoul.go.kr``; ``ws.bus.go.kr`` has a query and the national portal's key. Plain HTTP
only. Source: the platform's specifications, recorded replies and public clients.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kopa_env.body import damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import xml_value
from kopa_env.outcome import Reason, Record, Status, ToolResult
from kopa_env.platforms import gateway
from kopa_env.platforms.codes import CodeTable, nothing_found
from kopa_env.platforms.seoul import envelopes
from kopa_env.platforms.seoul.codes import BUS, OPEN_DATA, SUBWAY
from kopa_env.request import build, query_text, text_of
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_OPEN, _SUBWAY, _BUS = "openapi.seoul.go.kr", "swopenapi.seoul.go.kr", "ws.bus.go.kr"
_TABLES = {_OPEN: OPEN_DATA, _SUBWAY: SUBWAY, _BUS: BUS}
_SECRETS = {
    _OPEN: frozenset({"path:0"}),
    _SUBWAY: frozenset({"path:2"}),
    _BUS: frozenset({"query:servicekey"}),
}
_MAX_ROWS = 1000
_SAMPLE_ROWS = 5
_KEYS = ("SEOUL_API_KEY", "SEOUL_OPEN_API_KEY", "SEOUL_OPENAPI_KEY")


class SeoulDialect:
    """서울 열린데이터광장, 실시간 지하철 and 서울 버스, both ways."""

    platform: str = "seoul"
    hosts: Sequence[str] = (_OPEN, _SUBWAY, _BUS)
    credential_env: Mapping[str, tuple[str, ...]] = {
        "": _KEYS,
        _SUBWAY: ("SEOUL_SUBWAY_API_KEY", *_KEYS),
        _BUS: ("DATA_GO_KR_API_KEY", "DATA_GO_KR_SERVICE_KEY", "DATAGOKR_API_KEY"),
    }

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; the key is a path segment, for buses in the query."""
        if _host(spec) == _BUS:
            query = [(b"serviceKey", credential.encode())]
            if spec.param("resultType") is None:
                query.append((b"resultType", b"json"))
            request = build(spec, args, query=query, secret_slots=_SECRETS[_BUS])
        else:
            request = build(spec, args, fixed={"KEY": credential, "TYPE": "json"})
        response = yield request
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """Say where the key is: it depends on the host."""
        return _SECRETS.get(request.host, frozenset())

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply of any of the three services, in JSON or XML."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        if failed := gateway.read_error(document.data):
            return failed
        found = envelopes.opened(document.data)
        if found is None:
            return from_status(response.status) or damaged(
                "알 수 없는 형식입니다", "the reply has no known shape"
            )
        return _judged(found)

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the service reports it; buses and city data tell no total."""
        host = _host(spec)
        settled = _TABLES[host].settle(nothing_found(result))
        subway = host == _SUBWAY
        if settled.reason is not Reason.NONE:
            return settled
        code, message = settled.code, settled.message
        if settled.status is Status.EMPTY:
            total = 0 if subway else None
            return ToolResult.ok((), code=code, message=message, total=total, complete=True)
        records: Sequence[Record] = settled.records
        if wire == "xml" and not subway:
            records = [xml_value(row) for row in records]
        counted = subway or (host == _OPEN and not envelopes.is_city_data(spec))
        total = settled.total if settled.total is not None else len(records)
        return ToolResult.ok(
            records,
            code=code,
            message=message,
            total=total if counted else None,
            complete=len(records) >= total if counted else True,
        )

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as the service's server does."""
        result = self.express(spec, result, page=page, wire=wire)
        host = _host(spec)
        if host == _BUS:
            return envelopes.bus(result, wire)
        if host == _SUBWAY:
            return envelopes.subway(spec, result)
        return envelopes.open_data(spec, result, wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the service of its host does. Path arguments stay positional."""
        path = [text_of(segment) for segment in request.path]
        if request.host == _BUS:
            return _received_bus(request, path)
        if path and not path[-1]:
            path.pop()
        start = 0
        if request.host == _SUBWAY:
            if path[:2] != ["api", "subway"]:
                return _refused(SUBWAY, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
            start = 2
        return _received_path(_TABLES[request.host], path[start:])

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure; an unknown service is a plain server error, as recorded."""
        if "/" in incoming.endpoint and not incoming.positional:
            return envelopes.bus(BUS.settle(result), incoming.wire)
        if result.reason is Reason.UNKNOWN_TOOL and not result.code:
            result = ToolResult.error(Reason.HTTP_5XX, result.message, "ERROR-500")
        return envelopes.open_data_failure(OPEN_DATA.settle(result), incoming.wire)


def _host(spec: ToolSpec) -> str:
    return spec.endpoint.host if spec.endpoint else _OPEN


def _judged(found: envelopes.Envelope) -> ToolResult:
    """Weigh verdict and rows: rows without a verdict are a success of unknown code."""
    if not found.code and found.rows:
        return ToolResult.ok(found.rows, total=found.total, complete=True)
    verdict = found.table.read(found.code, found.message)
    if verdict.reason is not Reason.NONE:
        return verdict
    rows = found.rows if found.rows and verdict.status is Status.OK else ()
    if verdict.status is Status.OK and found.rows is None and found.total:
        return damaged("정상 코드인데 자료가 없습니다", "success without any data")
    return ToolResult.ok(
        rows,
        code=found.code,
        message=found.message,
        total=found.total,
        complete=len(rows) >= (found.total or 0),
    )


def _received_bus(request: HttpRequest, path: Sequence[str]) -> Incoming | HttpResponse:
    args = query_text(request)
    keys = [name for name in args if name.casefold() == "servicekey"]
    credential = args.pop(keys[0]) if keys else ""
    wire = "json" if args.pop("resultType", "").lower() == "json" else "xml"
    if len(path) != 4 or path[:2] != ["api", "rest"]:
        return envelopes.bus(BUS.settle(ToolResult.error(Reason.UNKNOWN_TOOL, "")), wire)
    if not credential or "INVALID" in credential:
        return envelopes.bus(BUS.settle(ToolResult.error(Reason.KEY_INVALID, "")), wire)
    return Incoming("/".join(path[2:]), args, wire, credential)


def _received_path(table: CodeTable, path: Sequence[str]) -> Incoming | HttpResponse:
    """Read ``KEY/TYPE/SERVICE/START/END/…``."""
    key, kind, service = (*path[:3], "", "", "")[:3]
    wire = "json" if kind == "json" else "xml"
    if not key or "INVALID" in key:
        return _refused(table, ToolResult.error(Reason.KEY_INVALID, ""), wire)
    if kind not in ("json", "xml"):
        return _refused(table, ToolResult.error(Reason.BAD_VALUE, "", "ERROR-301"), wire)
    if path[-1] == "ALL":
        return Incoming(f"{service}/ALL", {}, wire, key, tuple(path[3:-1]))
    if len(path) < 5:
        return _refused(table, ToolResult.error(Reason.MISSING_ARG, ""), wire)
    if code := _range_fault(path[3], path[4], 0 if table is SUBWAY else 1, key):
        return _refused(table, ToolResult.error(Reason.BAD_VALUE, "", code), wire)
    return Incoming(service, {}, wire, key, tuple(path[3:]))


def _range_fault(start: str, end: str, first: int, key: str) -> str:
    """Return the code of what is wrong with a range of rows, or an empty string."""
    if not all(text.isascii() and text.removeprefix("-").isdecimal() for text in (start, end)):
        return "ERROR-333"
    low, high = int(start), int(end)
    count = high - low + 1
    faults = (
        (low < first, "ERROR-331"),
        (high < first, "ERROR-332"),
        (low > high, "ERROR-334"),
        (count > _MAX_ROWS, "ERROR-336"),
        (key == "sample" and first == 1 and count > _SAMPLE_ROWS, "ERROR-335"),
    )
    return next((code for wrong, code in faults if wrong), "")


def _refused(table: CodeTable, result: ToolResult, wire: str = "json") -> HttpResponse:
    settled = table.settle(result)
    if table is SUBWAY:
        return envelopes.subway_failure(settled)
    return envelopes.open_data_failure(settled, wire)


DIALECT = SeoulDialect()
