"""국가법령정보센터's wire format: lists, single documents, and pages.

One address searches (``lawSearch.do``), one reads (``lawService.do``); ``target`` says what. A list
has its numbers beside its rows in one root element; a document is the root element itself. Failures
have no code: a sentence alone in the root (nothing has that id), a flat ``result``/``msg`` (the
caller is not registered), an empty body (no such target) or a page. Everything comes with HTTP 200
but outages. Source: the platform's guides as public clients set them down, recorded replies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kopa_env.body import damaged, from_status, read, sniff
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_value
from kopa_env.outcome import JSON, UNRECORDED, Reason, Record, Status, ToolResult
from kopa_env.platforms.codes import FLAG
from kopa_env.platforms.law import pages
from kopa_env.platforms.law.reading import COUNTED, OK, opened, told
from kopa_env.platforms.law.rows import as_json, as_xml, through_xml, tidy
from kopa_env.request import build, query_text
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"query:oc"})
_HEADERS = (("referer", "https://www.law.go.kr/"),)
"""Calls without a referrer have been refused although their id was registered."""

_PLACES = ((b"DRF", b"lawSearch.do"), (b"DRF", b"lawService.do"))
_SELECTORS = (("lj", "jo"), ("mobileYn", "Y"))
"""What tells operations of one address and target apart."""

_PAGES = frozenset({"lsHistory", "drlaw"})
"""Targets that answer in HTML only; so do single documents for mobile use."""

_TABLE = ("lawSearch.do", "lsHistory")
"""The one page that is a table."""

_COUNTS = ("target", COUNTED)
_SHORT: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("lsHstInf", "lsJoHstInf"), _COUNTS),
    **dict.fromkeys(("lsAbrv", "delHst"), (*_COUNTS, "page")),
    **dict.fromkeys(("lnkLs", "lnkOrd"), (*_COUNTS, "page", "section")),
    **dict.fromkeys(("couseLs", "couseAdmrul", "couseOrdin"), (*_COUNTS, "page", "section")),
}
"""Targets whose lists have only this beside their rows, and no code."""

_DONE = "success"
_SECTIONS = {"eflaw": "lawNm", "law": "lawNm", "admrul": "admRulNm", "ordin": "ordinNm",
             "detc": "evtNm", "expc": "itmNm", "licbyl": "bylNm"}  # fmt: skip
_NOUNS = {"admrul": "행정규칙"}
_XML = '<?xml version="1.0" encoding="UTF-8"?>'


@dataclass(frozen=True, slots=True)
class _Form:
    """How a tool's replies are written: ``list``, ``document``, ``table`` or ``page``."""

    kind: str
    target: str = ""
    root: str = "LawService"
    item: str = "law"
    total: str = COUNTED


def _form(spec: ToolSpec) -> _Form:
    target = next((str(p.default) for p in spec.params if p.wire_name == "target"), "")
    endpoint = spec.endpoint
    if endpoint is None:
        return _Form("document", target)
    if endpoint.selector:
        place = (endpoint.path_template.rpartition("/")[2], target)
        return _Form("table" if place == _TABLE else "page", target)
    root, _, item = endpoint.items_path.partition(".")
    if not item:
        return _Form("document", target, root or "LawService")
    total = endpoint.total_path.rpartition(".")[2] or COUNTED
    return _Form("list", target, root, item, total)


class LawDialect:
    """국가법령정보센터, both ways."""

    platform: str = "law"
    hosts: Sequence[str] = ("www.law.go.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("LAW_OC", "LAW_API_OC", "MOLEG_OC")}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call; ``type`` is always sent."""
        endpoint = spec.endpoint
        asked = endpoint.selector.partition("=")[2] or endpoint.wire.upper() if endpoint else ""
        query = ((b"OC", credential.encode()), (b"type", asked.encode()))
        response = yield build(spec, args, query=query, headers=_HEADERS, secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the query's ``OC``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply in JSON, XML or HTML; what it is shows in the reply itself."""
        if sniff(response.body) == "html":
            return pages.read_page(response, wanted=_form(spec).kind == "page")
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        if document.kind == "zip" or not isinstance(document.data, dict):
            return damaged("알 수 없는 형식입니다", "the reply has no known shape")
        if found := opened(document.data):
            return found
        return from_status(response.status) or ToolResult.ok((), complete=True)

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it."""
        form = _form(spec)
        if result.reason is not Reason.NONE:
            return _failed(form.target, result, wire)
        if form.kind == "table":
            return pages.read_page(_table(result, page), wanted=True)
        if form.kind == "page":
            texts = [pages.as_text(row) for row in result.records]
            return ToolResult.ok(texts or (), complete=True)
        records: Sequence[Record] = [tidy(row) for row in result.records]
        records = through_xml(records) if wire == "xml" else records
        if form.kind != "list":
            return ToolResult.ok(records or (), complete=True)
        code, message = ("", "") if _bare(form) else (OK, result.message or _DONE)
        message = xml_value(message) if wire == "xml" else message
        total = len(records) if result.total is None or not records else result.total
        complete = len(records) >= total
        return ToolResult.ok(records, code=code, message=message, total=total, complete=complete)

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as the platform's server does."""
        form = _form(spec)
        if result.reason is not Reason.NONE:
            return _written_failure(form.target, result, wire)
        if form.kind == "table":
            return _table(result, page)
        if form.kind == "page" and result.records:
            return pages.write_text(result.records[0])
        result = self.express(spec, result, page=page, wire=wire)
        body = _listed(form, result, page) if form.kind == "list" else {}
        rows = list(result.records)
        if form.kind == "list" and rows:
            rows = [{"id": str(_start(page) + n), **row} for n, row in enumerate(rows, 1)]
            body = {**body, form.item: rows[0] if len(rows) == 1 and wire == "json" else rows}
        elif rows:
            body = dict(rows[0])
        return _reply(form.root, body, wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the platform's server does: the caller first, then what is asked."""
        args = query_text(request)
        credential, target = args.pop("OC", ""), args.pop("target", "")
        asked = args.pop("type", "XML").upper()
        wire = "xml" if asked == "XML" else "json"
        if request.path not in _PLACES or request.method != "GET":
            return HttpResponse(404, "text/html;charset=UTF-8", b"<html><body></body></html>")
        if not credential or "INVALID" in credential:
            return _written_failure(target, ToolResult.error(Reason.KEY_INVALID, ""), wire)
        place = request.path[1].decode()
        fixed = [f"target={target}"]
        for name, value in _SELECTORS:
            if args.get(name) == value:
                fixed.append(f"{name}={args.pop(name)}")
        in_html = target in _PAGES or (place == "lawService.do" and len(fixed) > 1)
        if asked == "HTML" and target and not in_html:
            return pages.write_notice(Reason.HTML)
        address = f"/DRF/{place}?{'&'.join(fixed)}"
        return Incoming(address, args, "json" if in_html else wire, credential)

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure; to a target that nobody knows the answer is an empty body."""
        if result.reason is Reason.UNKNOWN_TOOL:
            return HttpResponse(200, "text/html;charset=UTF-8", b"")
        return _written_failure("", result, incoming.wire)


def _bare(form: _Form) -> bool:
    """Return whether a list comes without a code."""
    return form.target in _SHORT or form.total != COUNTED


def _start(page: PageSlice | None) -> int:
    return page.start if page else 0


def _listed(form: _Form, result: ToolResult, page: PageSlice | None) -> dict[str, JSON]:
    """Return what stands beside a list's rows."""
    number, rows = str(page.page if page else 1), str(len(result.records))
    head = {"target": form.target, "키워드": "", "section": _SECTIONS.get(form.target, "")}
    head |= {form.total: str(result.total), "page": number, "numOfRows": rows}
    if short := _SHORT.get(form.target):
        return {name: head[name] for name in short}
    return head if _bare(form) else head | {"resultCode": OK, "resultMsg": result.message}


def _failed(target: str, result: ToolResult, wire: str) -> ToolResult:
    """Return a failure as it is read back."""
    if result.status is Status.CONFIG:
        return pages.denied()
    if result.status is Status.STRUCTURAL or result.message.endswith(UNRECORDED):
        return told(_sentence(target, result, wire))
    return pages.read_page(pages.write_notice(result.reason), wanted=False)


def _written_failure(target: str, result: ToolResult, wire: str) -> HttpResponse:
    if result.status is Status.CONFIG:
        told = dict(zip(("result", "msg"), pages.DENIED, strict=True))
        return _reply("Response", told, wire) if wire == "xml" else _reply("", told, wire)
    if result.status is Status.STRUCTURAL or result.message.endswith(UNRECORDED):
        return _reply("Law", _sentence(target, result, wire), wire)
    return pages.write_notice(result.reason)


def _sentence(target: str, result: ToolResult, wire: str) -> str:
    noun = _NOUNS.get(target, "법령")
    usual = f"일치하는 {noun}이 없습니다.  {noun}명을 확인하여 주십시오."
    given = result.message.removeprefix(FLAG)
    text = str(xml_value(given)) if wire == "xml" else given
    return text if text.strip() else usual


def _table(result: ToolResult, page: PageSlice | None) -> HttpResponse:
    rows = result.records
    total = len(rows) if result.total is None or not rows else result.total
    return pages.write_table(rows, total, _start(page))


def _reply(root: str, body: JSON, wire: str) -> HttpResponse:
    if wire == "xml":
        text = _XML + as_xml(root, body)
        return HttpResponse(200, "application/xml;charset=UTF-8", text.encode())
    served = as_json(body) if isinstance(body, Mapping) else body
    document = {root: served} if root else served
    return HttpResponse(200, "application/json;charset=UTF-8", json_bytes(document))


DIALECT = LawDialect()
