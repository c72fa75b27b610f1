"""경기도 버스정보: a code that is a number, one row alone, codes the gateway has too."""

from __future__ import annotations

import json

import pytest
from agency_specs import arrivals

from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms.gbis import DIALECT
from kopa_env.wire import HttpResponse


def read(code: str) -> ToolResult:
    text = f'{{"response":{{"msgHeader":{{"resultCode":{code},"resultMessage":"말"}}}}}}'
    return DIALECT.decode(arrivals(), HttpResponse(200, "", text.encode()))


def written(result: ToolResult) -> dict[str, dict[str, object]]:
    reply = DIALECT.encode(arrivals(), result, page=None, wire="json")
    document: dict[str, dict[str, object]] = json.loads(reply.body)["response"]
    return document


def test_one_row_comes_as_the_object_alone() -> None:
    assert written(ToolResult.ok([{"a": 1}]))["msgBody"] == {"busArrivalList": {"a": 1}}
    assert written(ToolResult.ok([{"a": 1}, {}]))["msgBody"] == {"busArrivalList": [{"a": 1}, {}]}


def test_the_header_has_a_number_and_an_empty_one_before_it() -> None:
    document = written(ToolResult.ok([{"a": 1}]))
    assert document["comMsgHeader"] == ""
    assert document["msgHeader"]["resultCode"] == 0
    assert document["msgHeader"]["resultMessage"] == "정상적으로 처리되었습니다."


def test_none_are_code_4_without_a_body() -> None:
    document = written(ToolResult.ok(()))
    assert "msgBody" not in document
    assert document["msgHeader"]["resultCode"] == 4
    assert read("4").status is Status.EMPTY


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("1", Reason.HTTP_5XX),
        ("2", Reason.MISSING_ARG),
        ("3", Reason.BAD_VALUE),
        ("6", Reason.KEY_INVALID),
        ("8", Reason.QUOTA),
        ("21", Reason.BAD_VALUE),
        ("31", Reason.UNKNOWN_ID),
        ("777", Reason.HTTP_5XX),
    ],
)
def test_codes_are_the_services_own(code: str, reason: Reason) -> None:
    assert read(code).reason is reason
    assert read(f'"{code}"').reason is reason


def test_keys_and_limits_are_the_gateways_business() -> None:
    refused = DIALECT.receive(next(DIALECT.exchange(arrivals(), {"stationId": "1"}, "")))
    assert isinstance(refused, HttpResponse)
    assert DIALECT.decode(arrivals(), refused).reason is Reason.KEY_MISSING
    limited = ToolResult.error(Reason.RATE_LIMIT, "")
    reply = DIALECT.encode(arrivals(), limited, page=None, wire="json")
    assert DIALECT.decode(arrivals(), reply).reason is Reason.RATE_LIMIT
