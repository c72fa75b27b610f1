"""SGIS's wire format: a token first, then ``result`` beside ``errCd``, below zero on failure.

A call exchanges consumer key and secret, held as ``key:secret``, for an access token that lives
four hours; a credential without a colon is taken for such a token. ``result`` is a list, one object
or a page of ``resultdata``; boundaries are GeoJSON with ``errCd`` as text. Everything comes with
HTTP 200. Source: specification and recorded replies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kopa_env.body import as_rows, damaged, from_status, read
from kopa_env.credentials import keep_out_of_logs
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes
from kopa_env.outcome import JSON, Reason, Record, Status, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable, empty, failure, nothing_found, ok
from kopa_env.request import build, query_text, text_of
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"query:accesstoken", "query:consumer_key", "query:consumer_secret"})
_ROOT, _ISSUE = "OpenAPI3", "auth/authentication.json"
_PAGE, _FEATURES, _ONE = "result.resultdata", "features", "transformation/transcoord.json"
_ID, _TRACE = "API_0000", "kopa_API_0000_1700000000000"
_TOKEN = {"accessTimeout": "1700014400000", "accessToken": "00000000-0000-4000-8000-000000000000"}

CODES = CodeTable(
    codes={
        "0": ok("Success"),
        "-100": empty("검색결과가 존재하지 않습니다."),
        "-200": failure(Reason.BAD_VALUE, "파라미터 정보가 올바르지 않습니다."),
        "-401": failure(Reason.KEY_EXPIRED, "인증 정보가 존재하지 않습니다."),
        "-402": failure(Reason.KEY_INVALID, "인증키 정보가 올바르지 않습니다."),
        "-403": failure(Reason.KEY_INVALID, "인증에 실패하였습니다."),
        "-1": failure(Reason.HTTP_5XX, "시스템 오류가 발생하였습니다."),
    },
    fallback="-1",
    stand_in={
        Reason.UNKNOWN_TOOL: Reason.BAD_VALUE,
        Reason.MISSING_ARG: Reason.BAD_VALUE,
        Reason.BAD_TYPE: Reason.BAD_VALUE,
        Reason.UNKNOWN_ID: Reason.BAD_VALUE,
        Reason.TOO_MANY: Reason.BAD_VALUE,
        Reason.PARSE_ERROR: Reason.BAD_VALUE,
        Reason.KEY_MISSING: Reason.KEY_EXPIRED,
        Reason.IP_DENIED: Reason.KEY_INVALID,
    },
)


class SgisDialect:
    """통계지리정보서비스, both ways."""

    platform: str = "sgis"
    hosts: Sequence[str] = ("sgisapi.kostat.go.kr", "sgisapi.mods.go.kr")
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("SGIS_KEY_AND_SECRET",)}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the request for a token, unless the credential is one, and that of the call."""
        key, colon, secret = credential.partition(":")
        token = credential
        if colon:
            for part in (key, secret):
                keep_out_of_logs(part)
            issued = self.decode(spec, (yield _asking(spec, key, secret)))
            if issued.status is not Status.OK:
                return issued
            token = str(issued.records[0].get("accessToken") or "")
            keep_out_of_logs(token)
        query = ((b"accessToken", token.encode()),)
        response = yield build(spec, args, query=query, secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """Key and secret go out for a token, the token with every other request."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply: a list, one object, a page of results, or features."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        body = document.data
        known = isinstance(body, dict) and document.kind == "json"
        if not known or not ("errCd" in body or _FEATURES in body):
            return from_status(response.status) or damaged(
                "결과 코드가 없습니다", "there is no result code"
            )
        code = str(body.get("errCd", "0"))
        verdict = CODES.read(code, str(body.get("errMsg") or ""))
        if verdict.reason is not Reason.NONE:
            return verdict
        rows, total = _rows(body)
        return ToolResult.ok(
            rows if verdict.status is Status.OK else (),
            code=code,
            message=verdict.message,
            total=total,
            complete=total is None or len(rows) >= total,
        )

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it; only a page of results tells a total."""
        settled = CODES.settle(nothing_found(result))
        if settled.reason is not Reason.NONE:
            return settled
        code, message = settled.code, settled.message
        if settled.status is Status.EMPTY:
            return ToolResult.ok((), code=code, message=message, complete=True)
        total = None
        if _place(spec) == _PAGE:
            total = len(settled.records) if settled.total is None else settled.total
        return ToolResult.ok(
            list(settled.records),
            code=code,
            message=message,
            total=total,
            complete=total is None or len(settled.records) >= total,
        )

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as the platform's server does."""
        result = self.express(spec, result, page=page, wire=wire)
        if result.status is not Status.OK:
            return _reply(result)
        place, rows = _place(spec), list(result.records)
        if place == _FEATURES:
            return _reply(result, {"type": "FeatureCollection", _FEATURES: rows})
        if place == _PAGE:
            first = spec.paging.first if spec.paging else 0
            return _reply(result, {"result": _page(result, rows, page, first)})
        alone = spec.ref.rpartition(":")[2] == _ONE and len(rows) == 1
        return _reply(result, {"result": rows[0] if alone else rows})

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the server does: a token is issued, or asked for first of all."""
        args = query_text(request)
        token, *keys = (
            args.pop(name, "") for name in ("accessToken", "consumer_key", "consumer_secret")
        )
        root, _, service = "/".join(text_of(part) for part in request.path).partition("/")
        incoming = Incoming(service, args, "json", token)
        if root != _ROOT or request.method != "GET":
            return self.refuse(incoming, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
        if service == _ISSUE:
            if not all(keys) or any("INVALID" in key for key in keys):
                return self.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
            issued = ToolResult.ok([_TOKEN], code="0", message="Success")
            return _reply(issued, {"result": _TOKEN})
        if not token or "INVALID" in token:
            return self.refuse(incoming, ToolResult.error(Reason.KEY_EXPIRED, ""))
        return incoming

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: ``errCd`` and ``errMsg`` without a result."""
        return _reply(CODES.settle(result))


def _asking(spec: ToolSpec, key: str, secret: str) -> HttpRequest:
    """Return the request for a token, to the host of the tool."""
    host = spec.endpoint.host if spec.endpoint else SgisDialect.hosts[0]
    path = tuple(part.encode() for part in (_ROOT, *_ISSUE.split("/")))
    query = ((b"consumer_key", key.encode()), (b"consumer_secret", secret.encode()))
    return HttpRequest("GET", host, path, query, secret_slots=_SECRETS)


def _place(spec: ToolSpec) -> str:
    return spec.endpoint.items_path if spec.endpoint else "result"


def _rows(body: Mapping[str, JSON]) -> tuple[list[Record], int | None]:
    """Return the rows of a reply and their number, where it is told."""
    if _FEATURES in body:
        return as_rows(body[_FEATURES]), None
    result = body.get("result")
    if isinstance(result, dict) and "resultdata" in result:
        count = str(result.get("totalcount"))
        return as_rows(result["resultdata"]), int(count) if count.isdecimal() else None
    return as_rows(result), None


def _page(
    result: ToolResult, rows: Sequence[Record], page: PageSlice | None, first: int
) -> dict[str, JSON]:
    return {
        "pagenum": str(page.page - 1 + first if page else first),
        "matching": "1",
        "returncount": str(len(rows)),
        "totalcount": str(result.total),
        "resultdata": rows,
    }


def _reply(result: ToolResult, content: Mapping[str, JSON] | None = None) -> HttpResponse:
    code: JSON = result.code
    whole = result.code.removeprefix("-").isdecimal()
    if whole and _FEATURES not in (content or {}):
        code = int(result.code)
    message = result.message.removeprefix(FLAG)
    body = {"id": _ID, **(content or {}), "errMsg": message, "errCd": code, "trId": _TRACE}
    return HttpResponse(200, "application/json;charset=UTF-8", json_bytes(body))


DIALECT = SgisDialect()
