"""한국거래소's wire format: the key in a header, a whole market day in one list.

Success has no code, no message and no total; a day without trade is an empty list. Failures hold
``respCode`` and ``respMsg``. Of their codes 401 (the key, or a service it was not granted), 403
(address or network) and 429 (the calls of a day) are known, of what a wrong argument is answered
with nothing is: there the HTTP status of the same meaning stands. Nor is the form of the ``.xml``
twins known: they are read whatever they look like and written in the plainest form. Source: public
clients, their specifications and recorded replies.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from kopa_env.body import as_rows, damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_element, xml_value
from kopa_env.outcome import JSON, Reason, Record, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable, failure
from kopa_env.request import build, query_text, text_of, wire_text
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_KEY = "auth_key"
_SECRETS = frozenset({f"header:{_KEY}"})
_ROWS = "OutBlock_1"
_BLOCK = re.compile(r"outblock(_\d+)?", re.IGNORECASE)
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

CODES = CodeTable(
    codes={
        "401": failure(Reason.KEY_INVALID, "Unauthorized API Call"),
        "403": failure(Reason.IP_DENIED, "Forbidden"),
        "429": failure(Reason.QUOTA, "Too Many Requests"),
        "400": failure(Reason.BAD_VALUE, "Bad Request"),
        "500": failure(Reason.HTTP_5XX, "Internal Server Error"),
        "503": failure(Reason.MAINTENANCE, "Service Unavailable"),
    },
    fallback="500",
    stand_in={
        Reason.MISSING_ARG: Reason.BAD_VALUE,
        Reason.BAD_TYPE: Reason.BAD_VALUE,
        Reason.UNKNOWN_ID: Reason.BAD_VALUE,
        Reason.TOO_MANY: Reason.BAD_VALUE,
        Reason.UNKNOWN_TOOL: Reason.IP_DENIED,
        Reason.KEY_MISSING: Reason.KEY_INVALID,
        Reason.KEY_EXPIRED: Reason.KEY_INVALID,
        Reason.RATE_LIMIT: Reason.QUOTA,
    },
)


class KrxDialect:
    """한국거래소, both ways."""

    platform: str = "krx"
    hosts: Sequence[str] = ("data-dbg.krx.co.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("KRX_API_KEY", "KRX_AUTH_KEY")}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; the key goes into a header and nowhere else."""
        response = yield build(spec, args, headers=((_KEY, credential),), secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the header ``AUTH_KEY``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply; what the body says outranks the HTTP status."""
        document = read(response)
        if isinstance(document, ToolResult):
            spent = document.code == "429"  # the platform limits the calls of a day alone
            return CODES.read("429", document.message) if spent else document
        body = document.data
        if document.kind == "xml":
            body = next(iter(body.values()), None)
        if isinstance(body, dict) and "respCode" in body:
            return CODES.read(str(body["respCode"]), str(body.get("respMsg") or ""))
        rows = _rows(body)
        if rows is None:
            return from_status(response.status) or damaged(
                "알 수 없는 형식입니다", "the reply has no known shape"
            )
        return ToolResult.ok(rows or (), complete=True)

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it: rows and nothing about them."""
        if result.reason is not Reason.NONE:
            return CODES.settle(result)
        records: Sequence[Record] = result.records
        if wire == "xml":
            records = [xml_value(row) for row in records]
        return ToolResult.ok(records or (), complete=True)

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as the platform's server does."""
        result = self.express(spec, result, page=page, wire=wire)
        if result.reason is not Reason.NONE:
            return _failed(result, wire)
        rows: JSON = list(result.records)
        return _reply(200, {_ROWS: rows if rows or wire == "json" else None}, wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the platform's server does: address, then key."""
        *above, last = [text_of(segment) for segment in request.path] or [""]
        name, _, form = last.partition(".")
        credential = next((v for k, v in request.headers if k == _KEY), "")
        args = query_text(request) | _posted(request)
        wire = "xml" if form == "xml" else "json"
        incoming = Incoming("/".join(["", *above, name]), args, wire, credential)
        known = len(above) == 3 and above[:2] == ["svc", "apis"] and form in ("", "json", "xml")
        if not known or request.method not in ("GET", "POST"):
            return self.refuse(incoming, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
        if not credential or "INVALID" in credential:
            return self.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
        return incoming

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure with the HTTP status of its code."""
        return _failed(CODES.settle(result), incoming.wire)


def _rows(body: JSON) -> list[Record] | None:
    """Return the rows of the first block, or ``None`` where there is no block."""
    if not isinstance(body, dict):
        return None
    block = next((name for name in body if _BLOCK.fullmatch(name)), None)
    if block is None:
        return None
    rows = body[block]
    inner = list(rows.values()) if isinstance(rows, dict) else []
    if len(inner) == 1 and isinstance(inner[0], list | dict):
        rows = inner[0]  # one more element around the rows of an XML reply
    return as_rows(rows)


def _posted(request: HttpRequest) -> dict[str, str]:
    """Return the arguments of a JSON body, as clients that post send them."""
    try:
        body = json.loads(request.body or b"{}")
    except (ValueError, RecursionError):
        return {}
    return {k: wire_text(v) for k, v in body.items()} if isinstance(body, dict) else {}


def _failed(result: ToolResult, wire: str) -> HttpResponse:
    status = int(result.code) if re.fullmatch(r"[45]\d\d", result.code) else 500
    message = result.message.removeprefix(FLAG)
    return _reply(status, {"respCode": result.code, "respMsg": message}, wire)


def _reply(status: int, body: Mapping[str, JSON], wire: str) -> HttpResponse:
    if wire == "json":
        return HttpResponse(status, "application/json;charset=UTF-8", json_bytes(body))
    text = _XML + xml_element("response", body)
    return HttpResponse(status, "application/xml;charset=UTF-8", text.encode())


DIALECT = KrxDialect()
