"""금융상품한눈에's wire format: products and their options in two lists, ``err_cd`` beside them.

JSON lists products (``baseList``) and what each offers by term or kind (``optionList``) apart; the
XML twin, in EUC-KR, nests them, and so do records (:mod:`~kopa_env.platforms.finlife.products`).
Every reply has HTTP 200. How many products a page holds is the server's affair and is not told.
Source: public clients and their recorded replies; codes other than 000 from their lists alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kopa_env.body import as_rows, damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_element, xml_value
from kopa_env.outcome import JSON, Reason, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable, failure, ok
from kopa_env.platforms.finlife.products import joined, nest, nested, split, with_nulls
from kopa_env.request import build, query_text, text_of
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"query:auth"})
_SUCCESS = "000"
_DIVISIONS = {
    "companySearch": "F",
    "depositProductsSearch": "D",
    "savingProductsSearch": "S",
    "annuitySavingProductsSearch": "P",
    "mortgageLoanProductsSearch": "M",
    "rentHouseLoanProductsSearch": "R",
    "creditLoanProductsSearch": "C",
}
_XML = '<?xml version="1.0" encoding="EUC-KR"?>\n'

CODES = CodeTable(
    codes={
        _SUCCESS: ok("정상"),
        "010": failure(Reason.KEY_INVALID, "미등록 인증키"),
        "011": failure(Reason.KEY_EXPIRED, "중지된 인증키"),
        "012": failure(Reason.KEY_EXPIRED, "삭제된 인증키"),
        "013": failure(Reason.KEY_INVALID, "샘플 인증키"),
        "020": failure(Reason.QUOTA, "일일 검색 허용횟수 초과"),
        "021": failure(Reason.IP_DENIED, "허용된 IP가 아님"),
        "100": failure(Reason.MISSING_ARG, "요청값 누락"),
        "101": failure(Reason.BAD_VALUE, "요청값 형식 오류"),
        "900": failure(Reason.HTTP_5XX, "정의되지 않은 오류"),
    },
    fallback="900",
    stand_in={
        Reason.BAD_TYPE: Reason.BAD_VALUE,
        Reason.UNKNOWN_ID: Reason.BAD_VALUE,
        Reason.TOO_MANY: Reason.BAD_VALUE,
        Reason.UNKNOWN_TOOL: Reason.HTTP_5XX,
        Reason.KEY_MISSING: Reason.KEY_INVALID,
        Reason.RATE_LIMIT: Reason.QUOTA,
    },
)


class FinlifeDialect:
    """금융상품한눈에, both ways."""

    platform: str = "finlife"
    hosts: Sequence[str] = ("finlife.fss.or.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("FINLIFE_API_KEY", "FSS_API_KEY")}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; the form is part of the path."""
        key = (b"auth", credential.encode())
        response = yield build(spec, args, query=(key,), secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the query's ``auth``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply in JSON or XML; both read to the same records."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        body = document.data.get("result") if isinstance(document.data, dict) else None
        if not isinstance(body, dict) or not body.get("err_cd"):
            return from_status(response.status) or damaged(
                "결과 코드가 없습니다", "there is no result code"
            )
        verdict = CODES.read(str(body["err_cd"]), str(body.get("err_msg") or ""))
        if verdict.reason is not Reason.NONE:
            return verdict
        if document.kind == "xml":
            records = nested(body.get("products"))
        else:
            records = joined(as_rows(body.get("baseList")), as_rows(body.get("optionList")))
        told = str(body.get("total_count"))
        total = int(told) if told.isdecimal() else None
        return ToolResult.ok(
            records or (),
            code=verdict.code,
            message=verdict.message,
            total=total,
            complete=len(records) >= (total or 0),
        )

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it: no product is a success of zero products."""
        if result.reason is not Reason.NONE:
            return CODES.settle(result)
        records = list(result.records)
        if wire == "xml":
            records = [with_nulls(xml_value(row)) for row in records]
        records = joined(*split(records))
        total = len(records) if not records or result.total is None else result.total
        return ToolResult.ok(
            records or (),
            code=_SUCCESS,
            message=result.message or CODES.codes[_SUCCESS].message,
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
        head: dict[str, JSON] = {
            "prdt_div": _DIVISIONS.get(spec.ref.rpartition(".")[2], ""),
            "total_count": result.total,
            "max_page_no": 1,
            "now_page_no": 1,
            **_verdict(result),
        }
        if wire == "xml":
            return _reply({**head, "products": nest(result.records)}, wire)
        base, options = split(result.records)
        return _reply({**head, "baseList": base, "optionList": options}, wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the platform's server does: address, then key."""
        path = [text_of(segment) for segment in request.path]
        name, _, form = (path or [""])[-1].partition(".")
        args = query_text(request)
        wire = "xml" if form == "xml" else "json"
        incoming = Incoming(f"finlife.{name}", args, wire, args.pop("auth", ""))
        known = path[:-1] == ["finlifeapi"] and name in _DIVISIONS and form in ("json", "xml")
        if not known or request.method != "GET":
            return self.refuse(incoming, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
        if not incoming.credential or "INVALID" in incoming.credential:
            return self.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
        return incoming

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: code and message, HTTP 200."""
        return _failed(CODES.settle(result), incoming.wire)


def _verdict(result: ToolResult) -> dict[str, str]:
    return {"err_cd": result.code, "err_msg": result.message.removeprefix(FLAG)}


def _failed(result: ToolResult, wire: str) -> HttpResponse:
    return _reply(_verdict(result), wire)


def _reply(content: Mapping[str, JSON], wire: str) -> HttpResponse:
    if wire == "json":
        return HttpResponse(200, "application/json;charset=UTF-8", json_bytes({"result": content}))
    text = _XML + xml_element("result", content)
    return HttpResponse(
        200, "application/xml;charset=EUC-KR", text.encode("cp949", "xmlcharrefreplace")
    )


DIALECT = FinlifeDialect()
