"""국가교통정보센터: CCTVs in XML whatever was asked for, failures with an HTTP status."""

from __future__ import annotations

import json

import pytest
from place_specs import its

from kopa_env.dialect import Incoming
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.wire import HttpResponse

ITS = dialect("its")
HEAD = {"resultCode": 0, "resultMsg": "OK"}


@pytest.mark.parametrize(
    ("reply", "rows", "total"),
    [
        ({"header": HEAD, "body": {"totalCount": 9, "items": [{"a": "1"}]}}, 1, 9),
        ({"header": HEAD, "body": {"totalCount": 1, "items": {"a": "1"}}}, 1, 1),
        ({"header": HEAD, "body": ""}, 0, None),
        ({"response": {"coordtype": 1, "datacount": 1, "data": [{"a": "1"}]}}, 1, 1),
    ],
)
def test_rows_are_found_in_every_shape(
    reply: dict[str, object], rows: int, total: int | None
) -> None:
    result = ITS.decode(its(), HttpResponse(200, "", json.dumps(reply).encode()))
    assert (len(result.records), result.total) == (rows, total)
    assert result.status is (Status.OK if rows else Status.EMPTY)


@pytest.mark.parametrize("rows", [0, 1, 2])
def test_cctvs_are_xml_although_json_was_asked_for(rows: int) -> None:
    found = ToolResult.ok([{"cctvname": f"[경부선] {n}"} for n in range(rows)])
    reply = ITS.encode(its("cctvInfo"), found, page=None, wire="json")
    assert reply.content_type.startswith("application/xml")
    result = ITS.decode(its("cctvInfo"), reply)
    assert (len(result.records), result.code, result.total) == (rows, "", rows)


def test_an_unknown_key_comes_with_http_401() -> None:
    for request in (next(ITS.exchange(its(), {}, key)) for key in ("", "INVALID")):
        reply = ITS.receive(request)
        assert isinstance(reply, HttpResponse)
        assert (reply.status, ITS.decode(its(), reply).reason) == (401, Reason.KEY_INVALID)


def test_a_call_names_its_service_and_asks_for_json() -> None:
    incoming = ITS.receive(next(ITS.exchange(its(), {"type": "ex"}, "key")))
    assert isinstance(incoming, Incoming)
    assert (incoming.endpoint, incoming.args, incoming.wire) == (
        "trafficInfo",
        {"type": "ex"},
        "json",
    )


def test_an_unknown_code_blames_nobody() -> None:
    reply = {"header": {"resultCode": 9999, "resultMsg": "?"}, "body": ""}
    result = ITS.decode(its(), HttpResponse(200, "", json.dumps(reply).encode()))
    assert (result.status, result.code) == (Status.ENVIRONMENTAL, "9999")
