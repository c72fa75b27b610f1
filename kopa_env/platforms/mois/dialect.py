"""행정안전부's wire formats on the national portal: three envelopes, two sets of codes.

Codes of districts and the yearbook's counts come as a list of a head and rows, as on 열린국회정보;
monthly counts of residents have a head and items side by side; the rest is as elsewhere on the
portal. Whatever was asked, all three are read. Source: a recorded reply, the portal's
specifications and public clients, 2026.
"""

from __future__ import annotations

from collections.abc import Mapping

from kopa_env.dialect import PageSlice
from kopa_env.outcome import JSON, Status, ToolResult
from kopa_env.platforms.codes import empty
from kopa_env.platforms.headrow import opened_json
from kopa_env.platforms.portal import Habits, PortalDialect
from kopa_env.spec import ToolSpec
from kopa_env.wire import HttpResponse

_HOSTS = ("apis.data.go.kr/1741000",)
_CODES = {"INFO-3": empty("데이터없음 에러"), "3": empty("NODATA_ERROR")}
_Opened = tuple[Mapping[str, JSON], Mapping[str, JSON]]


class _Speaker(PortalDialect):
    """What all three envelopes have alike: how a reply is read."""

    def opened(self, data: JSON) -> _Opened | None:
        """Return the header and the body of a reply in any of the envelopes."""
        if isinstance(data, dict):
            head, rows = opened_json(data)
            verdict = head.get("RESULT")
            if isinstance(verdict, dict):
                return verdict, {"row": rows, "totalCount": head.get("totalCount")}
        return super().opened(data)


class _HeadAndRows(_Speaker):
    """An envelope named after the service: a head in three parts, then rows."""

    def document(
        self, spec: ToolSpec, result: ToolResult, page: PageSlice | None, wire: str
    ) -> dict[str, JSON]:
        """Return a reply as a document; the verdict alone where there are no rows."""
        verdict = {"RESULT": self._head(result)}
        if result.status is not Status.OK:
            return verdict
        name = spec.endpoint.items_path.partition("[")[0] if spec.endpoint else "row"
        head = [{"totalCount": result.total}, _asked(page, wire), verdict]
        rows = list(result.records)
        if wire == "json":
            return {name: [{"head": head}, {"row": rows}]}
        return {name: {"head": {k: v for part in head for k, v in part.items()}, "row": rows}}


class _HeadAndItems(_Speaker):
    """A head that also counts, beside the items."""

    def document(
        self, spec: ToolSpec, result: ToolResult, page: PageSlice | None, wire: str
    ) -> dict[str, JSON]:
        """Return a reply as a document; the head alone where there are no rows."""
        verdict = self._head(result)
        if result.status is not Status.OK:
            return {"Response": {"head": verdict}}
        counted = {"totalCount": str(result.total), **_asked(page, wire)}
        items = {"item": list(result.records)}
        return {"Response": {"head": {**counted, **verdict}, "items": items}}


def _asked(page: PageSlice | None, wire: str) -> dict[str, JSON]:
    number, size = (page.page, page.size) if page else (1, 10)
    return {"numOfRows": str(size), "pageNo": str(number), "type": wire.upper()}


_HEAD_AND_ROWS = _HeadAndRows(
    "mois", _HOSTS, Habits(success=("INFO-0", "NOMAL SERVICE"), nothing="INFO-3", codes=_CODES)
)
_HEAD_AND_ITEMS = _HeadAndItems(
    "mois", _HOSTS, Habits(success=("0", "NORMAL_SERVICE"), nothing="3", codes=_CODES)
)
_COMMON = _Speaker("mois", _HOSTS, Habits(codes=_CODES))


class MoisDialect(_Speaker):
    """행정안전부, both ways: where a tool's rows lie says which envelope it speaks."""

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the tool's service reports it."""
        return _speaker(spec).express(spec, result, page=page, wire=wire)

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as the tool's service does."""
        return _speaker(spec).encode(spec, result, page=page, wire=wire)


def _speaker(spec: ToolSpec) -> _Speaker:
    place = spec.endpoint.items_path if spec.endpoint else ""
    if place.endswith(".row"):
        return _HEAD_AND_ROWS
    return _HEAD_AND_ITEMS if place.startswith("Response.") else _COMMON


DIALECT = MoisDialect("mois", _HOSTS, Habits(codes=_CODES))
