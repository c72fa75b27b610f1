"""Platforms that answer with a head and rows, in an envelope named after the service.

열린국회정보, 경기데이터드림, 나이스 and 지방재정365 share one form: a service's name holds ``head``
(how many rows match, the result code) and ``row``; without rows ``RESULT`` stands alone. Everything
comes with HTTP 200, and as XML where ``Type`` asks for nothing else. What differs from platform to
platform is a :class:`Habits`. Source: the platforms' specifications and recorded replies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from kopa_env.body import as_list, as_rows, damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_element, xml_value
from kopa_env.outcome import JSON, Reason, Record, Status, ToolResult
from kopa_env.platforms.codes import FLAG, Code, CodeTable, empty, failure, nothing_found, ok
from kopa_env.request import build, query_text
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"query:key"})
_PAGE, _SIZE = "pIndex", "pSize"
_NO_KEY = ("", "sample")
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


@dataclass(frozen=True, slots=True)
class Habits:
    """What differs between the platforms.

    Attributes:
        path: what stands before a service's name in its address.
        prefix: what a tool's ``ref`` puts before that name.
        key: how the argument with the operator's key is spelled.
        selectors: spellings of the argument that asks for a format; the first is sent.
        keyless: what a call without a key gets: at most five rows of the page it asked for
            (``few``), the first five whatever it asked for (``first``), or an error (``none``).
        head: what the head holds after the number of rows and the result.
        listed: whether a ``RESULT`` that stands alone is the only element of a list in JSON.
        headers: headers that the platform demands of a client.
        codes: result codes beside those all platforms have.
    """

    path: tuple[str, ...] = ()
    prefix: str = ""
    key: str = "KEY"
    selectors: tuple[str, ...] = ("Type",)
    keyless: Literal["few", "first", "none"] = "first"
    head: tuple[tuple[str, JSON], ...] = ()
    listed: bool = False
    headers: tuple[tuple[str, str], ...] = ()
    codes: Mapping[str, Code] = field(default_factory=dict)


class HeadRowDialect:
    """One platform of this form, both ways.

    Args:
        platform: its name in the catalogue.
        hosts: where it answers.
        credentials: environment names of the operator's key.
        habits: what differs from the common form.
    """

    def __init__(
        self, platform: str, hosts: Sequence[str], credentials: Sequence[str], habits: Habits
    ) -> None:
        self.platform = platform
        self.hosts: Sequence[str] = tuple(hosts)
        self.credential_env: Mapping[str, tuple[str, ...]] = {"": tuple(credentials)}
        self.habits = habits
        self.codes = replace(CODES, codes={**CODES.codes, **habits.codes})

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; the format is always named."""
        wire = spec.endpoint.wire if spec.endpoint else "json"
        named = ((self.habits.key, credential), (self.habits.selectors[0], wire))
        response = yield build(
            spec,
            args,
            query=tuple((name.encode(), value.encode()) for name, value in named),
            headers=self.habits.headers,
            secret_slots=_SECRETS,
        )
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the query's ``KEY``, in any letter case."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply in JSON or XML; the envelope's name is not relied on."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        if document.kind == "zip" or not isinstance(document.data, dict):
            return damaged("알 수 없는 형식입니다", "the reply has no known shape")
        head, rows = (_opened_xml if document.kind == "xml" else opened_json)(document.data)
        result = next(iter(as_rows(head.get("RESULT"))), {})
        if not result.get("CODE"):
            return from_status(response.status) or damaged(
                "결과 코드가 없습니다", "there is no result code"
            )
        verdict = self.codes.read(str(result["CODE"]), str(result.get("MESSAGE") or ""))
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
        settled = self.codes.settle(nothing_found(result))
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
        if result.status is not Status.OK:
            return self._alone(result, wire)
        named = (("list_total_count", result.total), ("RESULT", _verdict(result)))
        head = (*named, *self.habits.head)
        if wire == "json":
            parts: JSON = [{"head": [{k: v} for k, v in head]}, {"row": result.records}]
        else:
            parts = {"head": dict(head), "row": result.records}
        return _reply(_envelope(spec), parts, wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the platform's server does: service, key, then the page asked for."""
        habits, args = self.habits, query_text(request)
        credential = args.pop(habits.key, "")
        asked = [args.pop(name, "") for name in habits.selectors]
        wire = "json" if next(filter(None, asked), "xml").lower() == "json" else "xml"
        *above, service = (part.decode(errors="replace") for part in request.path or (b"",))
        incoming = Incoming(habits.prefix + service, args, wire, credential)
        if tuple(above) != habits.path or request.method != "GET":
            return self.refuse(incoming, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
        if "INVALID" in credential or (habits.keyless == "none" and credential in _NO_KEY):
            return self.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
        if not all(args.get(name, "1").isdecimal() for name in (_PAGE, _SIZE)):
            return self.refuse(incoming, ToolResult.error(Reason.BAD_TYPE, ""))
        if int(args.get(_SIZE, "1")) > _MAX_ROWS:
            return self.refuse(incoming, ToolResult.error(Reason.TOO_MANY, ""))
        if credential in _NO_KEY:
            size = min(int(args.get(_SIZE, _SAMPLE_ROWS)), _SAMPLE_ROWS)
            few = habits.keyless == "few"
            args |= {_SIZE: str(size)} if few else {_PAGE: "1", _SIZE: str(_SAMPLE_ROWS)}
        return incoming

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: ``RESULT`` alone, HTTP 200."""
        return self._alone(self.codes.settle(result), incoming.wire)

    def _alone(self, result: ToolResult, wire: str) -> HttpResponse:
        verdict = _verdict(result)
        return _reply("RESULT", [verdict] if self.habits.listed else verdict, wire)


def _envelope(spec: ToolSpec) -> str:
    """Return the name around a reply: a few services answer under the name of another."""
    place = spec.endpoint.items_path if spec.endpoint else ""
    return re.split(r"[\[.]", place, maxsplit=1)[0] or spec.ref.rpartition(":")[2]


def _verdict(result: ToolResult) -> dict[str, str]:
    return {"CODE": result.code, "MESSAGE": result.message.removeprefix(FLAG)}


def opened_json(data: Mapping[str, JSON]) -> tuple[Mapping[str, JSON], list[Record]]:
    """Return the head (total and verdict) and the rows of a JSON reply."""
    if "RESULT" in data:
        return data, []
    parts = next((v for v in data.values() if isinstance(v, list | dict)), [])
    head: dict[str, JSON] = {}
    rows: list[Record] = []
    for part in (p for p in as_list(parts) if isinstance(p, dict)):
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
