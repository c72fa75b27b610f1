"""Seoul's envelopes, read and written: open data, city data, subway, buses.

Which one a reply has is seen from its body, never assumed: a JSON call may be answered in XML, and
the envelope's name may differ from the service's (``bikeList`` answers as ``rentBikeStatus``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kopa_env.body import as_rows
from kopa_env.markup import json_bytes, xml_element
from kopa_env.outcome import JSON, Record, Status, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable
from kopa_env.platforms.seoul.codes import BUS, OPEN_DATA, SUBWAY
from kopa_env.spec import ToolSpec
from kopa_env.wire import HttpResponse

XML_ERRORS = frozenset({"INFO-100", "ERROR-301", "ERROR-335"})
"""Failures that come in XML whatever was asked for: they precede the reading of ``TYPE``."""

_BIKE = "rentBikeStatus"
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_BUS_HEAD = ("requestMsgID", "responseMsgID", "responseTime", "returnCode", "successYN", "errMsg")


@dataclass(frozen=True, slots=True)
class Envelope:
    """A reply taken apart.

    Attributes:
        code: as served; empty where the reply has rows but no verdict.
        rows: ``None`` if the reply has no place for rows at all.
    """

    table: CodeTable
    code: str
    message: str
    rows: list[Record] | None = None
    total: int | None = None


# ---- reading -------------------------------------------------------------------------------


def opened(data: JSON) -> Envelope | None:
    """Take a parsed reply apart; ``None`` if it is none of Seoul's."""
    if not isinstance(data, dict):
        return None
    if bus := data.get("ServiceResult") or (data if "msgHeader" in data else None):
        return _opened_bus(bus)
    if isinstance(data.get("errorMessage"), dict):
        return _opened_subway(data)
    if flat := _verdict(data):
        table = SUBWAY if "status" in data else OPEN_DATA
        return Envelope(table, *flat, total=_count(data.get("total")))
    rest = {k: v for k, v in data.items() if k != "RESULT"}
    verdict = _verdict(data.get("RESULT"))
    if not rest and verdict:
        subway = "code" in data["RESULT"]
        return Envelope(SUBWAY if subway else OPEN_DATA, *verdict)
    return _opened_service(next(iter(rest.values()), None), verdict)


def _opened_service(body: JSON, verdict: tuple[str, str] | None) -> Envelope | None:
    """Open data names its envelope; city data has its verdict beside it, or none."""
    if isinstance(body, list):
        return Envelope(OPEN_DATA, *(verdict or ("", "")), rows=as_rows(body))
    if not isinstance(body, dict):
        return None
    inner = _verdict(body.get("RESULT"))
    if inner is None and "row" not in body:
        return Envelope(OPEN_DATA, *verdict, rows=[body]) if verdict else None
    total = _count(body.get("list_total_count"))
    places = [k for k in body if k not in ("RESULT", "list_total_count")]
    rows = as_rows(body["row" if "row" in body else places[0]]) if places else None
    return Envelope(OPEN_DATA, *(inner or verdict or ("", "")), rows=rows, total=total)


def _opened_subway(data: Mapping[str, JSON]) -> Envelope:
    head = data["errorMessage"]
    code, message = _verdict(head) or ("", "")
    rows = next((as_rows(v) for k, v in data.items() if k != "errorMessage"), None)
    return Envelope(SUBWAY, code, message, rows, _count(head.get("total")))


def _opened_bus(data: JSON) -> Envelope | None:
    head = data.get("msgHeader") if isinstance(data, dict) else None
    if not isinstance(head, dict) or head.get("headerCd") is None:
        return None
    body = data.get("msgBody")
    rows = as_rows(body.get("itemList")) if isinstance(body, dict) else []
    return Envelope(BUS, str(head["headerCd"]), str(head.get("headerMsg") or ""), rows)


def _verdict(value: JSON) -> tuple[str, str] | None:
    """Find a code and message: upper case, lower case, or with a dot inside the name."""
    if not isinstance(value, dict):
        return None
    for code, message in (
        ("CODE", "MESSAGE"),
        ("code", "message"),
        ("RESULT.CODE", "RESULT.MESSAGE"),
    ):
        if isinstance(value.get(code), str):
            return value[code], str(value.get(message) or "")
    return None


def _count(value: JSON) -> int | None:
    return int(value) if str(value).isdecimal() else None


# ---- writing -------------------------------------------------------------------------------


def open_data(spec: ToolSpec, result: ToolResult, wire: str) -> HttpResponse:
    """Write an open-data or city-data reply."""
    path = spec.endpoint.items_path if spec.endpoint else ""
    name = path.removesuffix(".row") or spec.ref.rpartition(":")[2]
    if result.status is not Status.OK:
        return open_data_failure(result, wire, flat=name == _BIKE)
    verdict = {"CODE": result.code, "MESSAGE": result.message}
    if is_city_data(spec):
        rows: JSON = result.records[0] if name == "CITYDATA" else result.records
        dotted = {f"RESULT.{k}": v for k, v in verdict.items()}
        return _service_reply({name: rows, "RESULT": dotted}, wire)
    content = {"list_total_count": result.total, "RESULT": verdict, "row": result.records}
    return _service_reply({name: content}, wire)


def open_data_failure(result: ToolResult, wire: str, *, flat: bool = False) -> HttpResponse:
    """Write a failure or an empty reply of the open-data services."""
    message = result.message.removeprefix(FLAG)
    if wire == "xml" or result.code in XML_ERRORS:
        guarded = message.replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
        text = (
            f"<RESULT><CODE>{result.code}</CODE>"
            f"<MESSAGE><![CDATA[{guarded}]]></MESSAGE></RESULT>"
        )  # fmt: skip
        return _reply(text.encode(), "xml")
    verdict = {"CODE": result.code, "MESSAGE": message}
    return _reply(json_bytes(verdict if flat else {"RESULT": verdict}), "json")


def is_city_data(spec: ToolSpec) -> bool:
    """Say whether a tool's rows lie directly under the envelope's name, without ``row``."""
    path = spec.endpoint.items_path if spec.endpoint else ""
    return bool(path) and not path.endswith(".row")


def _service_reply(document: Mapping[str, JSON], wire: str) -> HttpResponse:
    if wire == "json":
        return _reply(json_bytes(document), "json")
    if len(document) == 1:
        ((name, content),) = document.items()
        return _reply((_XML + xml_element(name, content)).encode(), "xml")
    return _reply((_XML + xml_element("SeoulRtd", document)).encode(), "xml")


def subway(spec: ToolSpec, result: ToolResult) -> HttpResponse:
    """Write a real-time subway reply."""
    if result.status is not Status.OK:
        return subway_failure(result)
    name = spec.endpoint.items_path if spec.endpoint else ""
    document = {"errorMessage": _subway_head(200, result), name: result.records}
    return _reply(json_bytes(document), "json")


def subway_failure(result: ToolResult) -> HttpResponse:
    """Write what is no success: flat, with status 500 in a body that came with HTTP 200."""
    return _reply(json_bytes(_subway_head(500, result)), "json")


def _subway_head(status: int, result: ToolResult) -> dict[str, JSON]:
    return {
        "status": status,
        "code": result.code,
        "message": result.message.removeprefix(FLAG),
        "link": "",
        "developerMessage": "",
        "total": result.total or 0,
    }


def bus(result: ToolResult, wire: str) -> HttpResponse:
    """Write a bus reply; ``itemCount`` is always 0, as the platform has it."""
    message = result.message.removeprefix(FLAG)
    rows: Sequence[Record] | None = result.records or None
    if wire == "json":
        head = {"headerMsg": message, "headerCd": result.code, "itemCount": 0}
        document = {
            "comMsgHeader": dict.fromkeys(_BUS_HEAD),
            "msgHeader": head,
            "msgBody": {"itemList": rows},
        }
        return _reply(json_bytes(document), "json")
    content = {
        "comMsgHeader": None,
        "msgHeader": {"headerCd": result.code, "headerMsg": message, "itemCount": 0},
        "msgBody": {"itemList": rows} if rows else None,
    }
    text = _XML.replace('"?>', '" standalone="yes"?>').rstrip() + xml_element(
        "ServiceResult", content
    )
    return _reply(text.encode(), "xml")


def _reply(body: bytes, wire: str) -> HttpResponse:
    return HttpResponse(200, f"application/{wire};charset=UTF-8", body)
