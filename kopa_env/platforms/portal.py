"""The national portal's services (``apis.data.go.kr``): one wire format in many spellings.

A reply has a header with a result code, and a body with rows, their number and the page asked for.
Where rows and number lie is data of each tool (``items_path``, ``total_path``); what differs from
agency to agency is a :class:`Habits`. Keys and unknown services are the gateway's business
(:mod:`~kopa_env.platforms.gateway`). Source: the services' specifications and recorded replies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kopa_env.body import damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import xml_value
from kopa_env.outcome import JSON, Reason, Record, Status, ToolResult
from kopa_env.platforms import gateway, portal_envelope
from kopa_env.platforms.codes import FLAG, Code, CodeTable, empty, nothing_found, ok
from kopa_env.platforms.portal_envelope import CODE, MESSAGES, PAGING
from kopa_env.request import build, query_text, text_of
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

CREDENTIALS = ("DATA_GO_KR_API_KEY", "DATA_GO_KR_SERVICE_KEY", "DATAGOKR_API_KEY")
_SECRETS = frozenset({"query:servicekey"})
_SELECTORS = frozenset(
    {"_type", "resulttype", "returntype", "type", "datatype", "dataformat", "format", "viewtype"}
)
_SUCCESSES = ("00", "000", "0000", "0", "INFO-00", "INFO-0")
_UNDER_SUCCESS = ("list", "blank")


@dataclass(frozen=True, slots=True)
class Habits:
    """What differs between agencies.

    Attributes:
        success: code and message of success.
        single: whether one row comes as a list of one or as the object alone.
        nothing: how no rows are told: a blank or an empty list under success, a code of its own
            (``03``) in a header alone, or a root element that is empty (``bare``).
        head: name of the header; empty where its parts lie at the root, beside the rows.
        codes: result codes of the agency's own.
        worded: (code, message) of reasons that share a code and differ by their message.
        default_wire: what comes when no form is asked for.
        selectable: whether a form can be asked for; where it cannot, asking changes nothing.
        keyless: hosts that answer without a key.
        services: code and message of success of services that have another, by what their path
            contains.
        pageless: parts of paths of services that tell a number of rows, but not which page.
        textual: parts of paths of services that write number and page as text.
        always: pairs that every request of the agency carries beside key and form.
    """

    success: tuple[str, str] = ("00", "NORMAL SERVICE.")
    single: Literal["list", "object"] = "list"
    nothing: str = "list"
    head: str = "header"
    codes: Mapping[str, Code] | None = None
    worded: Mapping[Reason, tuple[str, str]] | None = None
    default_wire: Literal["xml", "json"] = "xml"
    selectable: bool = True
    keyless: frozenset[str] = frozenset()
    services: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    pageless: tuple[str, ...] = ()
    textual: tuple[str, ...] = ()
    always: tuple[tuple[str, str], ...] = ()


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
        query += [(name.encode(), value.encode()) for name, value in self.habits.always]
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
        opened = self.opened(document.data)
        if opened is None:
            return from_status(response.status) or damaged(
                "알 수 없는 형식입니다", "the reply has no known shape"
            )
        return self.judged(spec, *opened)

    def opened(self, data: JSON) -> tuple[Mapping[str, JSON], Mapping[str, JSON]] | None:
        """Return the header and the body of a reply; ``None`` where neither is to be seen."""
        return portal_envelope.opened(data)

    def judged(
        self, spec: ToolSpec, head: Mapping[str, JSON], body: Mapping[str, JSON]
    ) -> ToolResult:
        """Weigh a reply's header and rows."""
        code = str(head.get(CODE, "")).strip()
        message = next((str(head[m] or "") for m in MESSAGES if m in head), "")
        if not code and not head and not body:
            return ToolResult.ok((), complete=True)
        verdict = self.codes.read(code, message)
        if verdict.reason is not Reason.NONE:
            return verdict
        rows = list(self.rows(spec, body)) if verdict.status is Status.OK else []
        total = portal_envelope.count({**head, **body})
        return ToolResult.ok(
            rows or (), code=code, message=message, total=total, complete=len(rows) >= (total or 0)
        )

    def rows(self, spec: ToolSpec, body: Mapping[str, JSON]) -> Iterator[Record]:
        """Yield the rows of a body."""
        place = spec.endpoint.items_path.rpartition(".")[2] if spec.endpoint else ""
        for name in ("items", "item", place, "List", "list"):
            if name in body:
                yield from portal_envelope.listed(body[name])
                return
        for name, value in body.items():
            if name not in PAGING and isinstance(value, list | dict):
                yield from portal_envelope.listed(value)

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the service reports it; its total only where it tells one."""
        found = nothing_found(result)
        if self._is_gateways(found):
            return gateway.settle(found)
        settled = self.codes.settle(found)
        if settled.reason is not Reason.NONE:
            return settled
        code, message = settled.code, settled.message
        if found.code == "" and settled.status is Status.OK:
            code, message = self._success(spec, found.message)
        counted = bool(spec.endpoint and spec.endpoint.total_path)
        if settled.status is Status.EMPTY:
            if self.habits.nothing == "bare":
                return ToolResult.ok((), complete=True)
            if self.habits.nothing in _UNDER_SUCCESS and code == "03":
                code, message = self._success(spec, found.message)
            told = counted and not self._is_bare(code)
            return ToolResult.ok(
                (), code=code, message=message, total=0 if told else None, complete=True
            )
        records: Sequence[Record] = settled.records
        if wire == "xml":
            records = [xml_value(row) for row in records]
        records = self.listed(spec, records)
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
        if self._is_gateways(result):
            return gateway.write_error(result, wire)
        return self.written(self.document(spec, result, page, wire), wire)

    def listed(self, spec: ToolSpec, records: Sequence[Record]) -> Sequence[Record]:
        """Return rows as a service lists them: in its order, with what it says of each."""
        return records

    def written(self, document: Mapping[str, JSON], wire: str) -> HttpResponse:
        """Return a document as bytes."""
        return portal_envelope.reply(document, wire)

    def document(
        self, spec: ToolSpec, result: ToolResult, page: PageSlice | None, wire: str
    ) -> dict[str, JSON]:
        """Return a reply as a document: its root, header and body."""
        path = spec.endpoint.items_path.split(".") if spec.endpoint else []
        if not result.code and result.status is Status.EMPTY:
            return {path[0] if len(path) > 1 else "response": None}
        head = self._head(result)
        if result.reason is not Reason.NONE or self._is_bare(result.code):
            return portal_envelope.assembled(path, self.habits.head, head, None)
        body = portal_envelope.body_of(spec, path, self._items(result, path), result, page)
        body = self._counted(spec, body)
        return portal_envelope.assembled(path, self.habits.head, head, body)

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the gateway does: key first, then the service's address."""
        args = query_text(request)
        credential = _taken(args, lambda name: name.casefold() == "servicekey")
        asked = _taken(args, lambda name: name.casefold() in _SELECTORS and _is_form(args[name]))
        wire = (asked.lower() if self.habits.selectable else "") or self.habits.default_wire
        if not credential and request.host not in self.habits.keyless:
            return gateway.write_error(ToolResult.error(Reason.KEY_MISSING, ""), wire)
        if "INVALID" in credential:
            return gateway.write_error(ToolResult.error(Reason.KEY_INVALID, ""), wire)
        for name, _ in self.habits.always:
            args.pop(name, None)
        address = "".join(f"/{text_of(segment)}" for segment in request.path)
        return Incoming(address, args, wire, credential)

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure: the gateway's own, or a header alone."""
        if gateway.is_own(result):
            return gateway.write_error(result, incoming.wire)
        head = self._head(self.codes.settle(result))
        return portal_envelope.reply(
            portal_envelope.assembled(("response", "body"), self.habits.head, head, None),
            incoming.wire,
        )

    def _is_gateways(self, result: ToolResult) -> bool:
        """Say whether the gateway answers with a failure: agencies may use its codes otherwise."""
        own = (self.habits.codes or {}).get(result.code)
        return gateway.is_own(result) and (own is None or own.reason is not result.reason)

    def _success(self, spec: ToolSpec, message: str) -> tuple[str, str]:
        """Return code and message of success, the message as given if it is."""
        path = spec.endpoint.path_template if spec.endpoint else ""
        told = (s for part, s in self.habits.services.items() if part in path)
        code, usual = next(told, self.habits.success)
        return code, message or usual

    def _counted(self, spec: ToolSpec, body: Mapping[str, JSON]) -> dict[str, JSON]:
        """Return a body whose number and page are told as the service tells them."""
        path = spec.endpoint.path_template if spec.endpoint else ""
        told = dict(body)
        if any(part in path for part in self.habits.pageless):
            told = {k: v for k, v in told.items() if k not in ("numOfRows", "pageNo")}
        if any(part in path for part in self.habits.textual):
            told = {k: str(v) if type(v) is int and k in PAGING else v for k, v in told.items()}
        return told

    def _is_bare(self, code: str) -> bool:
        """Say whether a reply of this code has a header alone."""
        known = self.codes.codes.get(code)
        return known is not None and known.status is Status.EMPTY

    def _head(self, result: ToolResult) -> dict[str, JSON]:
        return {CODE: result.code, MESSAGES[0]: result.message.removeprefix(FLAG)}

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
        worded=habits.worded or {},
    )


def _is_form(value: str) -> bool:
    return value.lower() in ("json", "xml")


def _taken(args: dict[str, str], wanted: Callable[[str], bool]) -> str:
    """Take the first argument out whose name is wanted."""
    name = next((n for n in args if wanted(n)), None)
    return args.pop(name) if name is not None else ""


__all__ = ["CREDENTIALS", "Habits", "PortalDialect"]
