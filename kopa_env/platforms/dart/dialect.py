"""DART's wire format: ``status`` and ``message`` beside ``list``, ``group`` or a flat object.

Errors come with HTTP 200. Every ``.json`` has an ``.xml`` twin under the root ``result``; three
endpoints end in ``.xml`` but answer with a ZIP file when all is well and with an XML error when
not. Source: the official guide as of 2026-07 and recorded replies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import PurePosixPath

from kopa_env.body import as_rows, damaged, decode_text, from_status, parse_xml, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_element, xml_value, zip_bytes
from kopa_env.outcome import JSON, Reason, Record, Status, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable, empty, failure, nothing_found, ok
from kopa_env.request import build, query_text
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"query:crtfc_key"})
_ZIPPED = frozenset({"corpCode", "document", "fnlttXbrl"})
_CORP_CODES = "CORPCODE.xml"
_ENVELOPE = frozenset(
    {"status", "message", "page_no", "page_count", "total_count", "total_page", "list", "group"}
)
_HEAD = ("rcept_no", "corp_cls", "corp_code", "corp_name", "stlm_dt")
_PERSON = ("nm", "fscl_year", "ofcps", "mendng_totamt")
"""What the revised pay reports say once a report and once a person; rows say the rest."""
_GROUPS = "group[].list[]"
_XML = '<?xml version="1.0" encoding="UTF-8"?>'
_TYPES = {
    "json": "application/json;charset=UTF-8",
    "xml": "application/xml;charset=UTF-8",
    "zip": "application/x-msdownload;charset=UTF-8",
}


def _refined(code: str, message: str, reason: Reason) -> Reason:
    return Reason.MISSING_ARG if code == "100" and "누락" in message else reason


CODES = CodeTable(
    codes={
        "000": ok("정상"),
        "013": empty("조회된 데이타가 없습니다."),
        "014": empty("파일이 존재하지 않습니다."),
        "010": failure(Reason.KEY_INVALID, "등록되지 않은 키입니다."),
        "011": failure(Reason.KEY_EXPIRED, "사용할 수 없는 키입니다."),
        "012": failure(Reason.IP_DENIED, "접근할 수 없는 IP입니다."),
        "020": failure(Reason.QUOTA, "요청 제한을 초과하였습니다."),
        "021": failure(Reason.TOO_MANY, "조회 가능한 회사 개수가 초과하였습니다.(최대 100건)"),
        "100": failure(Reason.BAD_VALUE, "필드의 부적절한 값입니다."),
        "101": failure(Reason.UNKNOWN_TOOL, "부적절한 접근입니다."),
        "800": failure(Reason.MAINTENANCE, "시스템 점검으로 인한 서비스가 중지 중입니다."),
        "900": failure(Reason.HTTP_5XX, "정의되지 않은 오류가 발생하였습니다."),
        "901": failure(
            Reason.KEY_EXPIRED,
            "사용자 계정의 개인정보 보유기간이 만료되어 사용할 수 없는 키입니다.",
        ),
    },
    fallback="900",
    stand_in={
        Reason.BAD_TYPE: Reason.BAD_VALUE,
        Reason.UNKNOWN_ID: Reason.BAD_VALUE,
        Reason.KEY_MISSING: Reason.KEY_INVALID,
        Reason.RATE_LIMIT: Reason.QUOTA,
    },
    refine=_refined,
    worded={Reason.MISSING_ARG: ("100", "필수 항목이 누락되었습니다.")},
)


class DartDialect:
    """DART, both ways."""

    platform: str = "dart"
    hosts: Sequence[str] = ("opendart.fss.or.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("OPENDART_API_KEY", "DART_API_KEY")}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; the key goes into the query."""
        key = (b"crtfc_key", credential.encode())
        response = yield build(spec, args, query=(key,), secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the query's ``crtfc_key``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply in any of its forms; JSON, XML and ZIP read to the same records."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        if document.kind == "zip":
            return _from_zip(document.data)
        if document.kind == "xml":
            return _from_envelope(document.data.get("result"), response.status)
        return _from_envelope(document.data, response.status)

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as DART reports it; only the filing search tells a total."""
        settled = CODES.settle(nothing_found(result))
        if settled.reason is not Reason.NONE:
            return settled
        code, message = settled.code, settled.message
        if settled.status is Status.EMPTY:
            return ToolResult.ok((), code=code, message=message, complete=True)
        records = _expressed(settled.records, wire)
        if wire == "zip":  # an archive has no place for a message
            message = CODES.codes[code].message
        total = (settled.total or len(records)) if page and spec.paging else None
        complete = total is None or len(records) >= total
        return ToolResult.ok(records, code=code, message=message, total=total, complete=complete)

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as DART's server does."""
        result = self.express(spec, result, page=page, wire=wire)
        head: dict[str, JSON] = {
            "status": result.code,
            "message": result.message.removeprefix(FLAG),
        }
        if result.status is not Status.OK:
            return _reply(head, "xml" if wire == "zip" else wire)
        if wire == "zip":
            return _attachment(result.records)
        if page is not None and result.total is not None:
            head |= {
                "page_no": page.page,
                "page_count": page.size,
                "total_count": result.total,
                "total_page": -(-result.total // page.size),
            }
        return _reply(head | _rows(spec, result.records), wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as DART's server does: path, then key."""
        name, _, wire = request.path[-1].decode(errors="replace").rpartition(".")
        args = query_text(request)
        credential = args.pop("crtfc_key", "")
        incoming = Incoming(f"dart.{name}", args, "zip" if name in _ZIPPED else wire, credential)
        known = len(request.path) == 2 and request.path[0] == b"api" and wire in ("json", "xml")
        if not known or request.method != "GET":
            return self.refuse(incoming, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
        if not incoming.credential or "INVALID" in incoming.credential:
            return self.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
        return incoming

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: HTTP 200, ``status`` and ``message``."""
        settled = CODES.settle(result)
        wire = "json" if incoming.wire == "json" else "xml"
        return _reply({"status": settled.code, "message": settled.message.removeprefix(FLAG)}, wire)


def _from_envelope(body: JSON, status: int) -> ToolResult:
    if not isinstance(body, dict) or not body.get("status"):
        return from_status(status) or damaged("결과 코드가 없습니다", "there is no status field")
    code, message = str(body["status"]), str(body.get("message") or "")
    verdict = CODES.read(code, message)
    if verdict.reason is not Reason.NONE:
        return verdict
    if verdict.status is Status.EMPTY:
        return ToolResult.ok((), code=code, message=message, complete=True)
    records = _records(body)
    if records is None:
        return damaged("정상 코드인데 자료가 없습니다", "success without any data")
    total = int(body["total_count"]) if str(body.get("total_count")).isdecimal() else None
    complete = total is None or len(records) >= total
    return ToolResult.ok(records, code=code, message=message, total=total, complete=complete)


def _records(body: Mapping[str, JSON]) -> list[Record] | None:
    head = {k: v for k, v in body.items() if k not in _ENVELOPE}
    if "group" in body:
        return [row for group in as_rows(body["group"]) for row in _of_group(head, group)]
    if "list" in body:
        return as_rows(body["list"])
    return [head] if head else None


def _of_group(head: Record, group: Record) -> list[Record]:
    """Return the rows of a group, each with what the reply and the group say once."""
    said = {k: v for k, v in group.items() if k not in ("title", "list")}
    if "title" in group:
        said["group_title"] = group["title"]
    rows = as_rows(group.get("list")) or ([{}] if "title" not in group else [])
    return [{**head, **said, **row} for row in rows]


def _rows(spec: ToolSpec, records: Sequence[Record]) -> dict[str, JSON]:
    items = spec.endpoint.items_path if spec.endpoint else "list"
    if "group_title" in records[0]:
        return {
            "group": [
                {"title": title, "list": [_without(row, ("group_title",)) for row in rows]}
                for title, rows in groupby(records, key=lambda row: row.get("group_title", ""))
            ]
        }
    if items == _GROUPS:
        return _by_person(records)
    if len(records) == 1 and not items:
        return dict(records[0])
    return {"list": records}


def _by_person(records: Sequence[Record]) -> dict[str, JSON]:
    """Nest rows as the revised pay reports do: the report's own values, persons, their rows."""
    first = records[0]
    head = {k: first[k] for k in _HEAD if k in first and all(_same(k, first, r) for r in records)}
    groups: list[JSON] = []
    for said, rows in groupby(records, key=lambda row: {k: row[k] for k in _PERSON if k in row}):
        rests = [_without(row, (*head, *said)) for row in rows]
        groups += [{**said, "list": rests}] if all(rests) else [{**said, **r} for r in rests]
    return head | {"group": groups}


def _same(name: str, one: Record, other: Record) -> bool:
    return name in other and one[name] == other[name]


def _without(row: Record, names: Sequence[str]) -> dict[str, JSON]:
    return {k: v for k, v in row.items() if k not in names}


def _expressed(records: Sequence[Record], wire: str) -> list[Record]:
    if wire == "json":
        return list(records)
    rows: list[Record] = [xml_value(row) for row in records]
    if wire == "zip" and "file_name" not in rows[0]:
        return [_unblanked(row) for row in rows]
    return rows


def _unblanked(row: Record) -> Record:
    """The code file fills an absent stock code with one blank."""
    return {k: v if not isinstance(v, str) or v.strip() else None for k, v in row.items()}


def _from_zip(files: Mapping[str, bytes]) -> ToolResult:
    head = CODES.codes["000"].message
    content = next((c for n, c in files.items() if n.upper() == _CORP_CODES.upper()), None)
    if content is None:
        texts = {name: decode_text(data) for name, data in files.items()}
        records = [
            {"file_name": name, "text": None if isinstance(text, ToolResult) else text}
            for name, text in texts.items()
        ]
        return ToolResult.ok(records, code="000", message=head, complete=True)
    text = decode_text(content)
    data = text if isinstance(text, ToolResult) else parse_xml(text)
    if isinstance(data, ToolResult):
        return data
    root = data.get("result")
    rows = as_rows(root.get("list")) if isinstance(root, dict) else []
    return ToolResult.ok([_unblanked(row) for row in rows], code="000", message=head, complete=True)


def _attachment(records: Sequence[Record]) -> HttpResponse:
    """Write an archive under a file name; the header's stray colon is the platform's own."""
    stem = PurePosixPath(str(records[0].get("file_name", _CORP_CODES))).stem
    name = (("content-disposition", f": attachment; filename={stem}.zip"),)
    return HttpResponse(200, _TYPES["zip"], _to_zip(records), name)


def _to_zip(records: Sequence[Record]) -> bytes:
    if "file_name" in records[0]:
        return zip_bytes({str(r["file_name"]): str(r["text"] or "").encode() for r in records})
    filled = [{k: " " if v is None else v for k, v in row.items()} for row in records]
    text = _XML + "\n" + xml_element("result", {"list": filled})
    return zip_bytes({_CORP_CODES: text.encode()})


def _reply(document: Mapping[str, JSON], wire: str) -> HttpResponse:
    if wire == "json":
        return HttpResponse(200, _TYPES["json"], json_bytes(document))
    text = _XML + "\n" + xml_element("result", document)
    return HttpResponse(200, _TYPES["xml"], text.encode())


DIALECT = DartDialect()
