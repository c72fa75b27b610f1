"""행정안전부: three envelopes, two sets of codes."""

from __future__ import annotations

import json

import pytest
from agency_specs import districts, regions, residents

from kopa_env.dialect import PageSlice
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms.mois import DIALECT
from kopa_env.spec import ToolSpec
from kopa_env.wire import HttpResponse


def read(text: str) -> ToolResult:
    return DIALECT.decode(districts(), HttpResponse(200, "", text.encode()))


def test_districts_come_as_a_head_in_three_parts_and_rows() -> None:
    rows = ToolResult.ok([{"region_cd": "1168010100"}], total=15)
    reply = DIALECT.encode(regions(), rows, page=PageSlice(2, 3), wire="json")
    head, row = json.loads(reply.body)["StanReginCd"]
    assert head["head"][:2] == [
        {"totalCount": 15},
        {"numOfRows": "3", "pageNo": "2", "type": "JSON"},
    ]
    verdict = {"resultCode": "INFO-0", "resultMsg": "NOMAL SERVICE"}
    assert head["head"][2] == {"RESULT": verdict}
    assert row == {"row": [{"region_cd": "1168010100"}]}


@pytest.mark.parametrize(
    ("spec", "code", "document"),
    [
        (regions(), "INFO-3", {"RESULT": {"resultCode": "INFO-3", "resultMsg": "데이터없음 에러"}}),
        (
            residents(),
            "3",
            {"Response": {"head": {"resultCode": "3", "resultMsg": "NODATA_ERROR"}}},
        ),
    ],
)
def test_none_are_told_by_a_code_of_the_service(
    spec: ToolSpec, code: str, document: object
) -> None:
    reply = DIALECT.encode(spec, ToolResult.ok(()), page=None, wire="json")
    assert json.loads(reply.body) == document
    result = DIALECT.decode(spec, reply)
    assert (result.status, result.code, result.total) == (Status.EMPTY, code, None)


@pytest.mark.parametrize(
    ("text", "status", "code", "rows", "total"),
    [
        ('{"StanReginCd":[{"head":[{"totalCount":2},{"RESULT":{"resultCode":"INFO-0"}}]},'
         '{"row":[{"a":"1"}]}]}', Status.OK, "INFO-0", 1, 2),
        ("<StanReginCd><head><totalCount>1</totalCount><RESULT><resultCode>INFO-0</resultCode>"
         "</RESULT></head><row><a>1</a></row></StanReginCd>", Status.OK, "INFO-0", 1, 1),
        ("<RESULT><resultCode>INFO-3</resultCode></RESULT>", Status.EMPTY, "INFO-3", 0, None),
        ('{"Response":{"head":{"resultCode":"0","totalCount":"3"},"items":{"item":[{"a":"1"}]}}}',
         Status.OK, "0", 1, 3),
        ("<Response><head><resultCode>3</resultCode></head></Response>",
         Status.EMPTY, "3", 0, None),
        ('{"response":{"header":{"resultCode":"00"},"body":{"items":{"item":{"a":1}},'
         '"totalCount":1}}}', Status.OK, "00", 1, 1),
    ],
)  # fmt: skip
def test_every_envelope_is_read_whatever_was_asked(
    text: str, status: Status, code: str, rows: int, total: int | None
) -> None:
    result = read(text)
    assert (result.status, result.code, len(result.records), result.total) == (
        status,
        code,
        rows,
        total,
    )


@pytest.mark.parametrize("spec", [regions(), residents(), districts()])
def test_a_missing_argument_is_code_11(spec: ToolSpec) -> None:
    reply = DIALECT.encode(spec, ToolResult.error(Reason.MISSING_ARG, ""), page=None, wire="json")
    result = DIALECT.decode(spec, reply)
    assert (result.reason, result.code) == (Reason.MISSING_ARG, "11")
