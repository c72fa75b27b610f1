"""The national portal's services (``apis.data.go.kr``): one wire format in many spellings.

A reply has a header with a result code, and a body with rows, their number and the page asked for.
Where rows and number lie is data of each tool (``items_path``, ``total_path``); what differs from
agency to agency is a :class:`Habits`. Keys and unknown services are the gateway's business
(:mod:`~kopa_env.platforms.gateway`). Source: the services' specifications and recorded replies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kopa_env.body import as_rows, damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes, xml_element, xml_value
from kopa_env.outcome import JSON, Reason, Record, Status, ToolResult
from kopa_env.platforms import gateway
from kopa_env.platforms.codes import FLAG, Code, CodeTable, empty, nothing_found, ok
from kopa_env.request import build, query_text, text_of
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

CREDENTIALS = ("DATA_GO_KR_API_KEY", "DATA_GO_KR_SERVICE_KEY", "DATAGOKR_API_KEY")
_SECRETS = frozenset({"query:servicekey"})
_SELECTORS = frozenset(
    {"_type", "resulttype", "returntype", "type", "datatype", "dataformat", "format", "viewtype"}
)
_CODE, _MESSAGE = "resultCode", ("resultMsg", "resultMessage", "resultMag")
_TOTALS = ("totalCount", "totalCnt", "total_count", "matchCount", "listTotalCount")
_PAGING = frozenset({"numOfRows", "pageNo", "page", "perPage", "currentCount", *_TOTALS})
_SUCCESSES = ("00", "000", "0000", "0", "INFO-00", "INFO-0")
_UNDER_SUCCESS = ("list", "blank")
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_DEEPEST = 3


@dataclass(frozen=True, slots=True)
class Habits:
    """What differs between agencies.

    Attributes:
        success: code and message of success.
        single: whether one row comes as a list of one or as the object alone.
        nothing: how no rows are told: a blank or an empty list under success, or a code of its
            own (``03``) in a header alone.
        head: name of the header; empty where its parts lie at the root, beside the rows.
        codes: result codes of the agency's own.
        default_wire: what comes when no form is asked for.
        keyless: hosts that answer without a key.
    """

    success: tuple[str, str] = ("00", "NORMAL SERVICE.")
    single: Literal["list", "object"] = "list"
    nothing: str = "list"
    head: str = "header"
    codes: Mapping[str, Code] | None = None
    default_wire: Literal["xml", "json"] = "xml"
    keyless: frozenset[str] = frozenset()


class PortalDialect:
    """Services of one agency on the national portal, both ways.

    Args:
        platform: its name in the catalogue.
        hosts: where it answers, such as ``apis.data.go.kr/1160100``.
        habits: what differs from the common form.
        credentials: environment names of the operator's key.
    """

    def __init__(
        self,
        platform: str,
        hosts: Sequence[str],
        habits: Habits | None = None,
        credentials: Sequence[str] = CREDENTIALS,
    ) -> None:
        self.platform = platform
        self.hosts = tuple(hosts)
        self.habits = habits or Habits()
        self.credential_env: Mapping[str, tuple[str, ...]] = {"": tuple(credentials)}
        self.codes = _table(self.habits)

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call: the key, the form asked for, the arguments."""
        query = [(b"serviceKey", credential.encode())]
        if spec.endpoint is not None and spec.endpoint.selector:
            name, _, value = spec.endpoint.selector.partition("=")
            query.append((name.encode(), value.encode()))
        response = yield build(spec, args, query=query, secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the query's ``serviceKey``, whatever the case of its letters."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply in JSON or XML, whatever its envelope is called."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        if failed := gateway.read_error(document.data):
            return failed
        opened = _opened(document.data)
        if opened is None:
            return from_status(response.status) or damaged(
                "알 수 없는 형식입니다", "the reply has no known shape"
            )
        return self.judged(spec, *opened)

    def judged(
        self, spec: ToolSpec, head: Mapping[str, JSON], body: Mapping[str, JSON]
    ) -> ToolResult:
        """Weigh a reply's header and rows."""
        code = str(head.get(_CODE, "")).strip()
        message = next((str(head[m] or "") for m in _MESSAGE if m in head), "")
        if not code and not head and not body:
            return ToolResult.ok((), complete=True)
        verdict = self.codes.read(code, message)
        if verdict.reason is not Reason.NONE:
            return verdict
        rows = list(self.rows(spec, body)) if verdict.status is Status.OK else []
        total = _count(body)
        return ToolResult.ok(
            rows or (), code=code, message=message, total=total, complete=len(rows) >= (total or 0)
        )

    def rows(self, spec: ToolSpec, body: Mapping[str, JSON]) -> Iterator[Record]:
        """Yield the rows of a body."""
        place = spec.endpoint.items_path.rpartition(".")[2] if spec.endpoint else ""
        for name in ("items", "item", place, "List", "list"):
            if name in body:
                yield from _listed(body[name])
                return
        for name, value in body.items():
            if name not in _PAGING and isinstance(value, list | dict):
                yield from _listed(value)

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the service reports it; its total only where it tells one."""
        found = nothing_found(result)
        if gateway.is_own(found) and found.code not in self._own:
            return gateway.settle(found)
        settled = self.codes.settle(found)
        if settled.reason is not Reason.NONE:
            return settled
        code, message = settled.code, settled.message
        counted = bool(spec.endpoint and spec.endpoint.total_path)
        if settled.status is Status.EMPTY:
            if self.habits.nothing in _UNDER_SUCCESS and code == "03":
                code, message = self.habits.success
            told = counted and not self._is_bare(code)
            return ToolResult.ok(
                (), code=code, message=message, total=0 if told else None, complete=True
            )
        records: Sequence[Record] = settled.records
        if wire == "xml":
            records = [xml_value(row) for row in records]
        total = len(records) if settled.total is None else settled.total
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
        """Write a reply as the service does."""
        result = self.express(spec, result, page=page, wire=wire)
        if gateway.is_own(result) and result.code not in self._own:
            return gateway.write_error(result, wire)
        head = self._head(result)
        path = spec.endpoint.items_path.split(".") if spec.endpoint else []
        if result.reason is not Reason.NONE or self._is_bare(result.code):
            return _reply(_assembled(path, self.habits.head, head, None), wire)
        body = _body(spec, path, self._items(result, path), result, page)
        return _reply(_assembled(path, self.habits.head, head, body), wire)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the gateway does: key first, then the service's address."""
        args = query_text(request)
        credential = _taken(args, lambda name: name.casefold() == "servicekey")
        asked = _taken(args, lambda name: name.casefold() in _SELECTORS and _is_form(args[name]))
        wire = asked.lower() or self.habits.default_wire
        if not credential and request.host not in self.habits.keyless:
            return gateway.write_error(ToolResult.error(Reason.KEY_MISSING, ""), wire)
        if "INVALID" in credential:
            return gateway.write_error(ToolResult.error(Reason.KEY_INVALID, ""), wire)
        address = "".join(f"/{text_of(segment)}" for segment in request.path)
        return Incoming(address, args, wire, credential)

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: the gateway's own, or a header alone."""
        if gateway.is_own(result):
            return gateway.write_error(result, incoming.wire)
        head = self._head(self.codes.settle(result))
        return _reply(_assembled(("response", "body"), self.habits.head, head, None), incoming.wire)

    @property
    def _own(self) -> Mapping[str, Code]:
        return self.habits.codes or {}

    def _is_bare(self, code: str) -> bool:
        """Say whether a reply of this code has a header alone."""
        known = self.codes.codes.get(code)
        return known is not None and known.status is Status.EMPTY

    def _head(self, result: ToolResult) -> dict[str, JSON]:
        return {_CODE: result.code, _MESSAGE[0]: result.message.removeprefix(FLAG)}

    def _items(self, result: ToolResult, path: Sequence[str]) -> JSON:
        """Return rows as they stand at the end of ``items_path``, blank where there is none."""
        if not result.records:
            return None if self.habits.nothing == "blank" else []
        if len(result.records) == 1 and self.habits.single == "object":
            return result.records[0]
        return list(result.records)


_WRONG_INPUT = re.compile(r"입력|파라미터|INVALID|PARAMETER|필수", re.IGNORECASE)


def _refined(code: str, message: str, reason: Reason) -> Reason:
    """Code 99 stands for every other error: its message says when the caller is at fault."""
    return Reason.BAD_VALUE if code == "99" and _WRONG_INPUT.search(message) else reason


def _table(habits: Habits) -> CodeTable:
    code, message = habits.success
    own = dict(habits.codes or {})
    if habits.nothing not in _UNDER_SUCCESS:
        own = {habits.nothing: empty("NODATA_ERROR"), **own}
    common = {c: known for c, known in gateway.CODES.codes.items() if c not in own}
    reasons = {known.reason for known in own.values()}
    return CodeTable(
        codes={**{c: ok(message) for c in (code, *_SUCCESSES)}, **own, **common},
        fallback="99",
        stand_in={
            reason: Reason.BAD_VALUE
            for reason in (Reason.BAD_TYPE, Reason.UNKNOWN_ID, Reason.TOO_MANY)
            if reason not in reasons
        },
        refine=_refined,
    )


# ---- reading -------------------------------------------------------------------------------


def _opened(data: JSON) -> tuple[Mapping[str, JSON], Mapping[str, JSON]] | None:
    """Return the header and the body of a reply, both empty for a bare root element."""
    for _ in range(_DEEPEST):
        if not isinstance(data, dict):
            return None
        for name in ("header", "msgHeader", "Header"):
            if isinstance(data.get(name), dict):
                rest = {k: v for k, v in data.items() if k not in (name, "comMsgHeader")}
                return data[name], _inner(rest)
        if _CODE in data:
            return data, {k: v for k, v in data.items() if k != _CODE and k not in _MESSAGE}
        if len(data) != 1:
            return None
        data = next(iter(data.values()))
        if data in ("", None, {}):
            return {}, {}
    return None


def _inner(rest: Mapping[str, JSON]) -> Mapping[str, JSON]:
    """Return what is inside ``body``, or all there is beside the header where none is."""
    for name in ("body", "msgBody", "Body"):
        if name in rest:
            return rest[name] if isinstance(rest[name], dict) else {}
    return rest


def _listed(value: JSON) -> list[Record]:
    """Return rows that lie in a list, in ``item`` below it, or in the one list below it."""
    if isinstance(value, dict):
        if "item" in value:
            return as_rows(value["item"])
        inner = [v for v in value.values() if isinstance(v, list)]
        if len(value) == 1 and (inner or isinstance(next(iter(value.values())), dict)):
            return as_rows(next(iter(value.values())))
    return as_rows(value)


def _count(body: Mapping[str, JSON]) -> int | None:
    total = str(next((body[name] for name in _TOTALS if name in body), ""))
    return int(total) if total.isdecimal() else None


# ---- writing -------------------------------------------------------------------------------


def _body(
    spec: ToolSpec, path: Sequence[str], items: JSON, result: ToolResult, page: PageSlice | None
) -> dict[str, JSON]:
    """Return a body's content: rows under the last parts of their path, number and page."""
    names = [name for name in path if name in ("items",)]
    last = path[-1]
    inner: JSON = items
    if names and last != "items":
        inner = {last: items} if items is not None else ""
    body: dict[str, JSON] = {names[0] if names else last: "" if inner is None else inner}
    if spec.endpoint is None or not spec.endpoint.total_path:
        return body
    if spec.paging is not None:
        number, size = (page.page, page.size) if page else (1, len(result.records))
        body |= {"numOfRows": size, "pageNo": number}
    return body | {spec.endpoint.total_path.rpartition(".")[2]: result.total or 0}


def _assembled(
    path: Sequence[str], head_name: str, head: Mapping[str, JSON], body: Mapping[str, JSON] | None
) -> dict[str, JSON]:
    """Return a whole document: root, header and body as the path names them."""
    content: dict[str, JSON] = {head_name: head} if head_name else dict(head)
    inside = next((name for name in path if name in ("body", "msgBody")), "")
    if body is not None:
        content |= {inside: body} if inside else body
    return _rooted(path, content)


def _rooted(path: Sequence[str], content: Mapping[str, JSON]) -> dict[str, JSON]:
    if len(path) < 2 or path[0] in ("body", "msgBody", "items"):
        return dict(content)
    return {path[0]: content}


def _reply(document: Mapping[str, JSON], wire: str) -> HttpResponse:
    if wire == "json":
        return HttpResponse(200, "application/json;charset=UTF-8", json_bytes(document))
    ((name, content),) = document.items() if len(document) == 1 else {"response": document}.items()
    text = _XML + xml_element(name, _xml_items(content))
    return HttpResponse(200, "application/xml;charset=UTF-8", text.encode())


def _xml_items(content: JSON) -> JSON:
    """Return a document with lists directly under ``items`` named ``item``, as XML needs them."""
    if not isinstance(content, Mapping):
        return content
    inner = {
        k: {"item": v} if k == "items" and isinstance(v, list) else _xml_items(v)
        for k, v in content.items()
        if k != "item"
    }
    return inner | ({"item": content["item"]} if "item" in content else {})


def _is_form(value: str) -> bool:
    return value.lower() in ("json", "xml")


def _taken(args: dict[str, str], wanted: Callable[[str], bool]) -> str:
    """Take the first argument out whose name is wanted."""
    name = next((n for n in args if wanted(n)), None)
    return args.pop(name) if name is not None else ""


__all__ = ["CREDENTIALS", "Habits", "PortalDialect"]
