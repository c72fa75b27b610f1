"""국가통계포털's wire format: a list on success, ``{err, errMsg}`` on failure, HTTP 200 for both.

One path serves several functions, told apart by ``method``, ``type`` and the like. Keys come
without quotes unless ``jsonVD=Y`` asks for JSON. No number of matches is told, only by the search
in each of its rows (``STAT_DB_CNT``). Bulk data come as SDMX 2.1: one row an observation, which
carries the attributes of its series. Source: the portal's guide, public clients and recorded
replies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kopa_env.body import as_rows, damaged, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_element, xml_value
from kopa_env.outcome import JSON, Reason, Record, Status, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable, empty, failure, nothing_found, ok
from kopa_env.platforms.kosis.forms import bare, listed, observations, observed, unquoted
from kopa_env.request import build, query_text, text_of
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"query:apikey"})
_COUNT = "STAT_DB_CNT"
_BARE = "bare"
"""The wire of JSON whose keys have no quotes."""
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

CODES = CodeTable(
    codes={
        "": ok(""),
        "30": empty("데이터가 존재하지 않습니다."),
        "10": failure(Reason.KEY_MISSING, "인증키가 누락되었습니다."),
        "11": failure(Reason.KEY_EXPIRED, "인증키의 기간이 만료되었습니다."),
        "20": failure(Reason.MISSING_ARG, "필수요청변수값이 누락되었습니다."),
        "21": failure(Reason.BAD_VALUE, "잘못된 요청변수입니다."),
        "31": failure(Reason.TOO_MANY, "조회결과를 초과하였습니다."),
        "40": failure(Reason.RATE_LIMIT, "호출가능건수가 제한되었습니다."),
        "41": failure(Reason.TOO_MANY, "호출가능 ROW수가 제한되었습니다."),
        "42": failure(Reason.QUOTA, "사용자별 이용이 제한되었습니다."),
        "50": failure(Reason.HTTP_5XX, "서버오류가 발생하였습니다."),
    },
    fallback="50",
    stand_in={
        Reason.UNKNOWN_TOOL: Reason.BAD_VALUE,
        Reason.BAD_TYPE: Reason.BAD_VALUE,
        Reason.UNKNOWN_ID: Reason.BAD_VALUE,
        Reason.KEY_INVALID: Reason.KEY_EXPIRED,
        Reason.IP_DENIED: Reason.KEY_EXPIRED,
    },
)


class KosisDialect:
    """국가통계포털, both ways."""

    platform: str = "kosis"
    hosts: Sequence[str] = ("kosis.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("KOSIS_API_KEY",)}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; JSON is asked for with quoted keys."""
        bulk = spec.endpoint is not None and spec.endpoint.wire == "xml"
        asked = "format=sdmx" if bulk else "format=json&jsonVD=Y"
        if spec.endpoint is not None and spec.endpoint.selector:
            asked = f"{asked}&{spec.endpoint.selector}"
        pairs = [pair.partition("=")[::2] for pair in asked.split("&")]
        query = [(b"apiKey", credential.encode())]
        query += [(name.encode(), value.encode()) for name, value in pairs]
        response = yield build(spec, args, query=query, secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the query's ``apiKey``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply: JSON with or without quotes around its keys, or XML."""
        document = read(response)
        if isinstance(document, ToolResult):
            data = unquoted(response)
            return document if data is None else _judged(spec, data, as_rows(data))
        if document.kind == "xml":
            data = next(iter(document.data.values()))
            return _judged(spec, data, list(observed(data, {})) or listed(data))
        if document.kind != "json":
            return damaged("알 수 없는 형식입니다", "the reply has no known shape")
        return _judged(spec, document.data, as_rows(document.data))

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the portal reports it: rows alone, the search's with their number."""
        settled = CODES.settle(nothing_found(result))
        if settled.reason is not Reason.NONE:
            return settled
        if settled.status is Status.EMPTY:
            return ToolResult.ok((), code=settled.code, message=settled.message, complete=True)
        records: Sequence[Record] = settled.records
        if settled.total is not None:
            told = {_COUNT: str(settled.total)}
            records = [{**row, **told} if _COUNT in row else row for row in records]
        if wire == "xml":
            records = [xml_value(row) for row in records]
        return ToolResult.ok(records, complete=_complete(spec, records))

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as the portal's server does."""
        result = self.express(spec, result, page=page, wire=wire)
        if result.status is not Status.OK:
            return _failed(result, wire)
        if wire != "xml":
            return _reply(list(result.records), wire)
        return _xml(observations(result.records))

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the portal does; without ``method`` it answers with nothing at all."""
        args = query_text(request)
        credential, form = args.pop("apiKey", ""), args.pop("format", "json")
        quoted = "Y" in (args.pop("jsonVD", ""), args.pop("jsonMVD", ""))
        args.pop("content", "")
        wire = "xml" if form == "sdmx" else "json" if quoted else _BARE
        if "method" not in args:
            return HttpResponse(200, "text/html;charset=UTF-8", b"")
        path = "/".join(["", *(text_of(segment) for segment in request.path)])
        names = ["method", "type"] if args["method"] == "getMeta" else ["method"]
        constants = [
            f"{n}={args.pop(n)}" for n in (*names, "service", "serviceDetail") if n in args
        ]
        incoming = Incoming(f"{path}?{'&'.join(constants)}", args, wire, credential)
        if request.method != "GET" or form not in ("json", "sdmx"):
            return self.refuse(incoming, ToolResult.error(Reason.BAD_VALUE, ""))
        if not credential:
            return self.refuse(incoming, ToolResult.error(Reason.KEY_MISSING, ""))
        if "INVALID" in credential:
            return self.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
        return incoming

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: ``err`` and ``errMsg``, HTTP 200."""
        return _failed(CODES.settle(result), incoming.wire)


def _judged(spec: ToolSpec, data: JSON, rows: Sequence[Record]) -> ToolResult:
    """Tell rows from a failure, which is an object that holds ``err``, alone or as the one row."""
    first = data[0] if isinstance(data, list) and data else data
    if isinstance(first, dict) and first.get("err"):
        verdict = CODES.read(str(first["err"]), str(first.get("errMsg") or ""))
        if verdict.reason is not Reason.NONE:
            return verdict
        return ToolResult.ok((), code=verdict.code, message=verdict.message, complete=True)
    return ToolResult.ok(rows or (), complete=_complete(spec, rows))


def _complete(spec: ToolSpec, rows: Sequence[Record]) -> bool | None:
    """Say whether rows are all there are; of what is paged only the search can tell."""
    if spec.paging is None:
        return True
    told = str(rows[0].get(_COUNT)) if rows else ""
    return len(rows) >= int(told) if told.isdecimal() else None


def _failed(result: ToolResult, wire: str) -> HttpResponse:
    return _reply({"err": result.code, "errMsg": result.message.removeprefix(FLAG)}, wire)


def _reply(document: JSON, wire: str) -> HttpResponse:
    if wire == "xml":
        return _xml(xml_element("error", document))
    body = json_bytes(document) if wire == "json" else bare(document).encode()
    return HttpResponse(200, "text/html;charset=UTF-8", body)


def _xml(text: str) -> HttpResponse:
    return HttpResponse(200, "text/xml;charset=UTF-8", (_XML + text).encode())


DIALECT = KosisDialect()
