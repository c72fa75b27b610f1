"""브이월드: one status, four shapes of result, operations that share a path."""

from __future__ import annotations

import json

import pytest
from place_specs import vworld

from kopa_env.dialect import Incoming, PageSlice
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.wire import HttpRequest, HttpResponse

VWORLD = dialect("vworld")
POINT = {"crs": "EPSG:4326", "point": {"x": "127.1", "y": "37.3"}}
CODES = {
    "PARAM_REQUIRED": Reason.MISSING_ARG,
    "INVALID_TYPE": Reason.BAD_TYPE,
    "INVALID_RANGE": Reason.BAD_VALUE,
    "INVALID_KEY": Reason.KEY_INVALID,
    "INCORRECT_KEY": Reason.KEY_INVALID,
    "UNAVAILABLE_KEY": Reason.KEY_EXPIRED,
    "OVER_REQUEST_LIMIT": Reason.QUOTA,
    "SYSTEM_ERROR": Reason.HTTP_5XX,
    "UNKNOWN_ERROR": Reason.HTTP_5XX,
}


def reply(**parts: object) -> HttpResponse:
    return HttpResponse(200, "", json.dumps({"response": parts}).encode())


@pytest.mark.parametrize("code", CODES)
def test_an_error_has_a_level_a_code_and_a_text(code: str) -> None:
    error = {"level": "1", "code": code, "text": "어떤 사유"}
    result = VWORLD.decode(vworld(), reply(status="ERROR", error=error))
    assert (result.reason, result.code, result.message) == (CODES[code], code, "어떤 사유")


def test_nothing_found_has_no_result() -> None:
    result = VWORLD.decode(vworld(), reply(status="NOT_FOUND"))
    assert (result.status, result.code, result.total) == (Status.EMPTY, "NOT_FOUND", None)


@pytest.mark.parametrize(
    ("result", "first"),
    [
        ({"items": [{"id": "1"}]}, {"id": "1"}),
        ({"featureCollection": {"features": [{"type": "Feature"}]}}, {"type": "Feature"}),
        ([{"text": "새문로 1"}], {"text": "새문로 1"}),
        (POINT, POINT),
    ],
)
def test_rows_are_found_in_each_of_four_shapes(result: object, first: dict[str, object]) -> None:
    found = VWORLD.decode(vworld(), reply(status="OK", result=result))
    assert [dict(row) for row in found.records] == [first]


def test_a_point_comes_with_the_address_as_refined() -> None:
    refined = {"text": "서울특별시 중구 새문로 1", "structure": {"level1": "서울특별시"}}
    found = VWORLD.decode(vworld("getcoord"), reply(status="OK", refined=refined, result=POINT))
    assert [dict(row) for row in found.records] == [{"refined": refined, **POINT}]
    again = VWORLD.encode(vworld("getcoord"), found, page=None, wire="json")
    assert json.loads(again.body)["response"]["refined"] == refined


def test_a_list_tells_its_number_and_page_in_text() -> None:
    rows = ToolResult.ok([{"id": "1"}], total=30)
    answer = json.loads(VWORLD.encode(vworld(), rows, page=PageSlice(2, 5), wire="json").body)
    assert answer["response"]["record"] == {"total": "30", "current": "1"}
    assert answer["response"]["page"] == {"total": "6", "current": "2", "size": "5"}


@pytest.mark.parametrize("operation", ["search", "getcoord", "getAddress", "GetFeature"])
def test_operations_of_one_path_are_told_apart(operation: str) -> None:
    spec = vworld(operation)
    constants = {p.name: p.default for p in spec.params if p.role == "constant"}
    incoming = VWORLD.receive(next(VWORLD.exchange(spec, {**constants, "type": "road"}, "key")))
    assert isinstance(incoming, Incoming)
    assert (incoming.endpoint, incoming.args) == (operation, {"type": "road"})


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (((b"key", b"k"),), "PARAM_REQUIRED"),
        (((b"key", b"k"), (b"service", b"search"), (b"request", b"none")), "INVALID_RANGE"),
        (((b"service", b"search"), (b"request", b"search")), "INVALID_KEY"),
    ],
)
def test_what_the_server_refuses_at_once(query: tuple[tuple[bytes, bytes], ...], code: str) -> None:
    answer = VWORLD.receive(HttpRequest("GET", "api.vworld.kr", (b"req", b"search"), query))
    assert isinstance(answer, HttpResponse)
    assert VWORLD.decode(vworld(), answer).code == code
