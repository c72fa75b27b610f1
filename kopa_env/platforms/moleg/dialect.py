"""법제처 공유서비스's wire format: one root element with numbers and rows side by side, XML alone.

Every row has its place in the whole list as an attribute: the id of nothing, and so no part of a
record. Tags are Korean. Source: replies recorded from the portal in 2026-08.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import xml_element
from kopa_env.outcome import JSON, Reason, Record, ToolResult
from kopa_env.platforms.portal import Habits, PortalDialect
from kopa_env.spec import ToolSpec
from kopa_env.wire import HttpRequest, HttpResponse

_PLACE = "@id"
_XML = '<?xml version="1.0" encoding="UTF-8"?>'
_SECTIONS = {
    "law": "lawNm",
    "admrul": "admRulNm",
    "ordin": "ordinNm",
    "expc": "itmNm",
    "trty": "trtyNm",
    "detc": "evtNm",
    "licbyl": "bylNm",
    "lstrm": "tn_lstrm_list",
}
"""What a list was searched in, by target."""


class MolegDialect(PortalDialect):
    """법제처 공유서비스, both ways."""

    def rows(self, spec: ToolSpec, body: Mapping[str, JSON]) -> Iterator[Record]:
        """Yield the rows of a body without their places."""
        for row in super().rows(spec, body):
            yield {name: value for name, value in row.items() if name != _PLACE}

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request: the last part of its path is the operation, whatever its target."""
        received = super().receive(request)
        if isinstance(received, Incoming) and request.path[1:2] == (b"law",):
            operation = received.endpoint.rpartition("/")[2].removesuffix(".do")
            return replace(received, endpoint=operation)
        return received

    def document(
        self, spec: ToolSpec, result: ToolResult, page: PageSlice | None, wire: str
    ) -> dict[str, JSON]:
        """Return the root element: what was asked, numbers, the verdict, then the rows."""
        root, item = _names(spec)
        head = self._head(result)
        if result.reason is not Reason.NONE:
            return {root: head}
        target = next((str(p.default) for p in spec.params if p.wire_name == "target"), "")
        number, size, start = (page.page, page.size, page.start) if page else (1, 10, 0)
        asked = {"target": target, "키워드": "*", "section": _SECTIONS.get(target, "")}
        numbers = {"totalCnt": result.total or 0, "page": number, "numOfRows": size}
        rows = [{_PLACE: str(start + n), **row} for n, row in enumerate(result.records, 1)]
        return {root: {**asked, **numbers, **head, item: rows}}

    def written(self, document: Mapping[str, JSON], wire: str) -> HttpResponse:
        """Return a document as XML, the place of a row as its attribute."""
        ((root, content),) = document.items()
        parts = [_written(name, value) for name, value in content.items()]
        text = f"{_XML}<{root}>{''.join(parts)}</{root}>"
        return HttpResponse(200, "application/xml;charset=UTF-8", text.encode())


def _names(spec: ToolSpec) -> Sequence[str]:
    """Return the names of the root element and of a row."""
    path = spec.endpoint.items_path.split(".") if spec.endpoint else []
    return path if len(path) == 2 else ("LawSearch", "law")


def _written(name: str, value: JSON) -> str:
    if not isinstance(value, list):
        return xml_element(name, value)
    return "".join(_row(name, row) for row in value)


def _row(name: str, row: Mapping[str, JSON]) -> str:
    inside = xml_element(name, {k: v for k, v in row.items() if k != _PLACE})
    return inside.replace(f"<{name}>", f'<{name} id="{row[_PLACE]}">', 1)


DIALECT = MolegDialect(
    "moleg",
    ["apis.data.go.kr/1170000"],
    Habits(success=("00", "success"), head="", selectable=False),
)
