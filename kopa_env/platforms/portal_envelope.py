"""What lies around rows in the national portal's replies: found when read, named when written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kopa_env.body import as_rows
from kopa_env.dialect import PageSlice
from kopa_env.markup import json_bytes, xml_element
from kopa_env.outcome import JSON, Record, ToolResult
from kopa_env.spec import ToolSpec
from kopa_env.wire import HttpResponse

CODE, MESSAGES = "resultCode", ("resultMsg", "resultMessage", "resultMag")
TOTALS = ("totalCount", "totalCnt", "total_count", "matchCount", "listTotalCount")
PAGING = frozenset({"numOfRows", "pageNo", "page", "perPage", "currentCount", *TOTALS})
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_DEEPEST = 3


def opened(data: JSON) -> tuple[Mapping[str, JSON], Mapping[str, JSON]] | None:
    """Return the header and the body of a reply, both empty for a bare root element."""
    for _ in range(_DEEPEST):
        if not isinstance(data, dict):
            return None
        for name in ("header", "msgHeader", "Header", "head"):
            if isinstance(data.get(name), dict):
                rest = {k: v for k, v in data.items() if k not in (name, "comMsgHeader")}
                return data[name], _inner(rest)
        if CODE in data:
            return data, {k: v for k, v in data.items() if k != CODE and k not in MESSAGES}
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


def listed(value: JSON) -> list[Record]:
    """Return rows that lie in a list, in ``item`` below it, or in the one list below it."""
    if isinstance(value, dict):
        if "item" in value:
            return as_rows(value["item"])
        inner = [v for v in value.values() if isinstance(v, list)]
        if len(value) == 1 and (inner or isinstance(next(iter(value.values())), dict)):
            return as_rows(next(iter(value.values())))
    return as_rows(value)


def count(body: Mapping[str, JSON]) -> int | None:
    """Return the number of rows that a reply tells, ``None`` if it tells none."""
    total = str(next((body[name] for name in TOTALS if name in body), ""))
    return int(total) if total.isdecimal() else None


def body_of(
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


def assembled(
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


def reply(document: Mapping[str, JSON], wire: str) -> HttpResponse:
    """Write a document as a reply."""
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
