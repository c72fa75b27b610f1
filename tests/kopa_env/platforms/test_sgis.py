"""SGIS: a token before the call, codes below zero, four shapes of result."""

from __future__ import annotations

import json
import logging

import pytest
from place_specs import sgis

from kopa_env import credentials
from kopa_env.canonical import canonical
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.wire import HttpRequest, HttpResponse, run

SGIS = dialect("sgis")
PAIR = "consumer-key-0123:consumer-secret-0123"
CODES = {
    "-200": Reason.BAD_VALUE,
    "-401": Reason.KEY_EXPIRED,
    "-402": Reason.KEY_INVALID,
    "-403": Reason.KEY_INVALID,
    "-1": Reason.HTTP_5XX,
}


def reply(**parts: object) -> HttpResponse:
    return HttpResponse(200, "", json.dumps({"id": "API_0301", "trId": "x", **parts}).encode())


class Server:
    """The platform's server, with one row to give."""

    def __init__(self) -> None:
        self.asked: list[HttpRequest] = []

    def __call__(self, request: HttpRequest) -> HttpResponse:
        self.asked.append(request)
        incoming = SGIS.receive(request)
        if isinstance(incoming, HttpResponse):
            return incoming
        return SGIS.encode(sgis(), ToolResult.ok([{"adm_cd": "11"}]), page=None, wire="json")


def test_a_call_gets_a_token_first_and_then_asks_with_it() -> None:
    server = Server()
    result = run(SGIS.exchange(sgis(), {"year": "2020"}, PAIR), server)
    assert [dict(row) for row in result.records] == [{"adm_cd": "11"}]
    first, second = server.asked
    assert [r.path[1:] for r in (first, second)] == [
        (b"auth", b"authentication.json"),
        (b"stats", b"population.json"),
    ]
    assert dict(second.query)[b"year"] == b"2020"
    assert b"consumer-key-0123" not in dict(second.query).values()


def test_neither_key_nor_token_shows() -> None:
    server = Server()
    run(SGIS.exchange(sgis(), {"year": "2020"}, PAIR), server)
    token = dict(server.asked[1].query)[b"accessToken"].decode()
    for request in server.asked:
        texts = f"{request} {canonical(request)}"
        assert not any(secret in texts for secret in (*PAIR.split(":"), token))
    record = logging.LogRecord("httpx", 20, "", 0, "GET https://h/?k=%s", (token,), None)
    assert not credentials._FILTER.filter(record)


def test_a_token_at_hand_is_used_as_it_is() -> None:
    server = Server()
    assert run(SGIS.exchange(sgis(), {"year": "2020"}, "token"), server).status is Status.OK
    assert len(server.asked) == 1


def test_a_refused_key_ends_the_call() -> None:
    server = Server()
    result = run(SGIS.exchange(sgis(), {"year": "2020"}, "INVALID-KEY:secret"), server)
    assert (result.status, result.code, len(server.asked)) == (Status.CONFIG, "-402", 1)


@pytest.mark.parametrize("code", CODES)
def test_a_code_below_zero_is_a_failure(code: str) -> None:
    for written in (int(code), code):
        result = SGIS.decode(sgis(), reply(errCd=written, errMsg="어떤 사유"))
        assert (result.reason, result.code) == (CODES[code], code)


def test_nothing_found_has_a_code_of_its_own() -> None:
    result = SGIS.decode(sgis(), reply(errCd=-100, errMsg="검색결과가 존재하지 않습니다."))
    assert (result.status, result.code, result.total) == (Status.EMPTY, "-100", None)


@pytest.mark.parametrize(
    ("parts", "rows", "total"),
    [
        ({"errCd": 0, "result": [{"a": "1"}, {"a": "2"}]}, 2, None),
        ({"errCd": 0, "result": {"posX": "1", "posY": "2"}}, 1, None),
        ({"errCd": 0, "result": {"totalcount": "7", "resultdata": [{"a": "1"}]}}, 1, 7),
        ({"errCd": "0", "type": "FeatureCollection", "features": [{"type": "Feature"}]}, 1, None),
    ],
)
def test_rows_are_found_in_each_of_four_shapes(
    parts: dict[str, object], rows: int, total: int | None
) -> None:
    result = SGIS.decode(sgis(), reply(errMsg="Success", **parts))
    assert (result.status, result.code) == (Status.OK, "0")
    assert (len(result.records), result.total) == (rows, total)


def test_pages_count_from_zero() -> None:
    spec = sgis("addr/geocode.json", "result.resultdata")
    rows = ToolResult.ok([{"x": "1"}], total=9)
    answer = json.loads(SGIS.encode(spec, rows, page=PageSlice(2, 5), wire="json").body)
    assert (answer["result"]["pagenum"], answer["result"]["totalcount"]) == ("1", "9")


def test_boundaries_write_the_code_as_text() -> None:
    spec = sgis("boundary/hadmarea.geojson", "features")
    answer = SGIS.encode(spec, ToolResult.ok([{"type": "Feature"}]), page=None, wire="json")
    assert json.loads(answer.body)["errCd"] == "0"


def test_without_a_token_the_server_refuses() -> None:
    request = next(SGIS.exchange(sgis(), {"year": "2020"}, ""))
    answer = SGIS.receive(request)
    assert isinstance(answer, HttpResponse)
    assert SGIS.decode(sgis(), answer).code == "-401"
    incoming = SGIS.receive(next(SGIS.exchange(sgis(), {"year": "2020"}, "token")))
    assert isinstance(incoming, Incoming)
    assert (incoming.endpoint, incoming.args) == ("stats/population.json", {"year": "2020"})
