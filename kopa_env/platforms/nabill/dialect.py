"""국회사무처 의안정보's wire format: XML alone, lists and what is known of one bill.

A list has its rows in ``items`` as elsewhere on the portal. What is known of one bill comes in
named blocks of rows (which block a row stands in is its ``block``), or as a single nested block.
Nothing found is an empty root element; code 99 says that the input was wrong. Source: replies
recorded in 2024-12, and the older ones that a public client tests itself with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kopa_env.body import as_rows
from kopa_env.dialect import PageSlice
from kopa_env.outcome import JSON, Reason, Record, ToolResult
from kopa_env.platforms.portal import Habits, PortalDialect
from kopa_env.spec import ToolSpec
from kopa_env.world.clock import TODAY

BLOCK = "block"
"""The field that names a row's block."""

_MEETING = ("confDt", "confName", "confResult", "fileUrl")
_STEPS = ("submitDt", "presentDt", "procDt")
_BLOCKS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "getBillCommissionExaminationInfo": {
        "JurisdictionExamination": (
            *("committeeName", *_STEPS, "procResultCd"),
            *("docName1", "docName2", "hwpUrl1", "hwpUrl2", "pdfUrl1", "pdfUrl2"),
        ),
        "JurisdictionMeeting": _MEETING,
        "procExamination": (*_STEPS, "procResultCd", "hwpUrl", "pdfUrl"),
        "procMeeting": _MEETING,
        "comitExamination": ("comitName", *_STEPS),
        "commitMeeting": _MEETING,
    },
    "getBillAdditionalInfo": {
        "billGbnCd": ("billLink", "billName"),
        "bpmOthers": ("billLink", "billName"),
        "commMemo": ("commMemo",),
        "exhaust": ("billLink", "billName"),
    },
}
"""Blocks of an operation in the order they come, and the fields of each."""

_TIMED = frozenset({*_BLOCKS, "getBillReceiptInfo", "getBillPromulgationInfo"})
"""Operations whose header tells when they answered; failures do so too."""

_WRONG = ("99", "입력 값이 잘못되었습니다.")


class NabillDialect(PortalDialect):
    """국회사무처 의안정보, both ways."""

    def rows(self, spec: ToolSpec, body: Mapping[str, JSON]) -> Iterator[Record]:
        """Yield the rows of a body, those of blocks with their block's name."""
        if body.keys() & {"items", "item"}:
            yield from map(_stripped, super().rows(spec, body))
            return
        for name, value in body.items():
            if isinstance(value, dict) and "item" in value:
                for row in as_rows(value["item"]):
                    yield {BLOCK: name, **_stripped(row)}

    def listed(self, spec: ToolSpec, records: Sequence[Record]) -> Sequence[Record]:
        """Return rows by block in the order of blocks, each with the fields of its block alone."""
        rows = [_stripped(row) for row in records]
        blocks = _BLOCKS.get(_operation(spec), {})
        if not blocks:
            return rows
        order = list(blocks)
        placed = [_in_block(row, blocks) for row in rows]
        return sorted(placed, key=lambda row: order.index(str(row[BLOCK])))

    def document(
        self, spec: ToolSpec, result: ToolResult, page: PageSlice | None, wire: str
    ) -> dict[str, JSON]:
        """Return a reply as a document; blocks without rows stand empty."""
        operation = _operation(spec)
        document = super().document(spec, result, page, wire)
        content = document.get("response")
        if content is None:
            return document
        failed = result.reason is not Reason.NONE
        if failed or operation in _TIMED:
            content["header"] = _timed() | content["header"]
        if failed:
            return document
        body = content["body"]
        if blocks := _BLOCKS.get(operation):
            content["body"] = {name: _rows_of(name, result.records) for name in blocks}
        elif operation == "getBillReceiptInfo":
            content["body"] = {"item": {"receipt": list(result.records)}}
        elif "totalCount" in body:
            number, size = (page.page, page.size) if page else (1, 10)
            content["body"] = body | {"numOfRows": size, "pageNo": number}
        return document


def _operation(spec: ToolSpec) -> str:
    return spec.endpoint.path_template.rpartition("/")[2] if spec.endpoint else ""


def _stripped(row: Record) -> dict[str, JSON]:
    """Return a row without the blanks that indent long texts."""
    return {k: v.strip() if isinstance(v, str) else v for k, v in row.items()}


def _in_block(row: Record, blocks: Mapping[str, tuple[str, ...]]) -> Record:
    """Return a row with its block first and without fields that only other blocks have."""
    name = str(row.get(BLOCK, ""))
    name = name if name in blocks else next(iter(blocks))
    elsewhere = {field for fields in blocks.values() for field in fields} - set(blocks[name])
    return {BLOCK: name, **{k: v for k, v in row.items() if k != BLOCK and k not in elsewhere}}


def _rows_of(block: str, records: Sequence[Record]) -> JSON:
    own = [
        {k: v for k, v in row.items() if k != BLOCK} for row in records if row.get(BLOCK) == block
    ]
    return {"item": own} if own else None


def _timed() -> dict[str, JSON]:
    return {
        "requestMsgID": None,
        "responseTime": f"{TODAY} 09:00:00.0",
        "responseMsgID": None,
        "successYN": None,
    }


DIALECT = NabillDialect(
    "nabill",
    ["apis.data.go.kr/9710000"],
    Habits(
        nothing="bare",
        worded={Reason.BAD_VALUE: _WRONG, Reason.MISSING_ARG: _WRONG},
        selectable=False,
    ),
)
