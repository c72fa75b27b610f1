"""Golden replies of every envelope, written by hand with fictional values: read and written back.

The bytes of ``encode`` are pinned here: key order, spacing, the form of every failure.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kopa_env.dialect import PageSlice
from kopa_env.outcome import Reason, Status
from kopa_env.platforms import dialect
from kopa_env.spec import ToolSpec
from kopa_env.wire import HttpResponse

GOLDEN = Path(__file__).parents[2] / "golden" / "wire"

Make = Callable[[Any], ToolSpec]


def some_service(s: Any) -> ToolSpec:
    return s.seoul("SomeService", "SomeService.row")


def bikes(s: Any) -> ToolSpec:
    return s.seoul("bikeList", "rentBikeStatus.row")


# file → (spec, page, status, reason, code, records, total, complete)
Row = tuple[Make, PageSlice | None, Status, Reason, str, int, int | None, bool | None]
OK, EMPTY, NONE = Status.OK, Status.EMPTY, Reason.NONE
FILES: dict[str, Row] = {
    "dart_list_paged.json": (
        lambda s: s.dart("list", paged=True), PageSlice(2, 2), OK, NONE, "000", 2, 5, False,
    ),
    "dart_list.json": (lambda s: s.dart("a"), None, OK, NONE, "000", 1, None, True),
    "dart_list.xml": (lambda s: s.dart("a"), None, OK, NONE, "000", 2, None, True),
    "dart_flat.json": (lambda s: s.dart("company", ""), None, OK, NONE, "000", 1, None, True),
    "dart_group.json": (
        lambda s: s.dart("bdRs", "group[].list[]"), None, OK, NONE, "000", 3, None, True,
    ),
    "dart_empty.json": (lambda s: s.dart("a"), None, EMPTY, NONE, "013", 0, None, True),
    "dart_error.xml": (
        lambda s: s.dart("corpCode", wire="zip"), None,
        Status.CONFIG, Reason.KEY_INVALID, "010", 0, None, None,
    ),
    "assembly_rows.json": (
        lambda s: s.assembly(), PageSlice(1, 2), OK, NONE, "INFO-000", 2, 301, False,
    ),
    "assembly_rows.xml": (
        lambda s: s.assembly(), PageSlice(1, 2), OK, NONE, "INFO-000", 1, 1, True,
    ),
    "assembly_empty.json": (lambda s: s.assembly(), None, EMPTY, NONE, "INFO-200", 0, None, True),
    "assembly_error.xml": (
        lambda s: s.assembly(), None,
        Status.STRUCTURAL, Reason.MISSING_ARG, "ERROR-300", 0, None, None,
    ),
    "edudata_rows.json": (lambda s: s.edudata(), None, OK, NONE, "200 (성공)", 2, 2, True),
    "edudata_empty.json": (lambda s: s.edudata(), None, EMPTY, NONE, "200 (성공)", 0, 0, True),
    "edudata_gateway.json": (
        lambda s: s.edudata(), None, Status.CONFIG, Reason.KEY_INVALID, "401", 0, None, None,
    ),
    "edudata_provider.json": (
        lambda s: s.edudata(), None, Status.STRUCTURAL, Reason.MISSING_ARG, "404", 0, None, None,
    ),
    "seoul_rows.json": (some_service, PageSlice(1, 2), OK, NONE, "INFO-000", 2, 44, False),
    "seoul_rows.xml": (some_service, PageSlice(1, 1), OK, NONE, "INFO-000", 1, 44, False),
    "seoul_other_name.json": (bikes, PageSlice(1, 1), OK, NONE, "INFO-000", 1, 1, True),
    "seoul_other_name_failed.json": (
        bikes, None, Status.STRUCTURAL, Reason.TOO_MANY, "ERROR-336", 0, None, None,
    ),
    "seoul_people.json": (
        lambda s: s.seoul("citydata_ppltn", "SeoulRtd.citydata_ppltn"),
        None, OK, NONE, "INFO-000", 1, None, True,
    ),
    "seoul_city.json": (
        lambda s: s.seoul("citydata", "CITYDATA"), None, OK, NONE, "INFO-000", 1, None, True,
    ),
    "seoul_failed.json": (
        some_service, None, Status.ENVIRONMENTAL, Reason.HTTP_5XX, "ERROR-500", 0, None, None,
    ),
    "seoul_sample_key.xml": (
        some_service, None, Status.STRUCTURAL, Reason.TOO_MANY, "ERROR-335", 0, None, None,
    ),
    "subway_rows.json": (lambda s: s.subway(), PageSlice(1, 1), OK, NONE, "INFO-000", 1, 8, False),
    "subway_empty.json": (lambda s: s.subway(), None, EMPTY, NONE, "INFO-200", 0, 0, True),
    "bus_rows.json": (lambda s: s.bus(), None, OK, NONE, "0", 1, None, True),
    "bus_empty.json": (lambda s: s.bus(), None, EMPTY, NONE, "4", 0, None, True),
    "bus_rows.xml": (lambda s: s.bus(), None, OK, NONE, "0", 2, None, True),
}  # fmt: skip

READ_ONLY = {
    "portal_error_old.xml": (Status.ENVIRONMENTAL, Reason.QUOTA, "22"),
    "portal_error_new.json": (Status.CONFIG, Reason.KEY_INVALID, "30"),
}
"""Gateway errors that any bus call may get: read, and written only by the portal's gateway."""


def served(name: str) -> bytes:
    return (GOLDEN / name).read_bytes().removesuffix(b"\n")


def test_every_golden_reply_is_used() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {*FILES, *READ_ONLY}


@pytest.mark.parametrize("name", FILES)
def test_a_golden_reply_is_read(specs: SimpleNamespace, name: str) -> None:
    make, _, status, reason, code, records, total, complete = FILES[name]
    spec = make(specs)
    result = dialect(spec.platform).decode(spec, HttpResponse(200, "", served(name)))
    assert (result.status, result.reason, result.code) == (status, reason, code)
    assert (len(result.records), result.total, result.complete) == (records, total, complete)


@pytest.mark.parametrize("name", FILES)
def test_a_golden_reply_is_written_byte_for_byte(specs: SimpleNamespace, name: str) -> None:
    make, page = FILES[name][:2]
    spec = make(specs)
    speaker = dialect(spec.platform)
    result = speaker.decode(spec, HttpResponse(200, "", served(name)))
    wire = "json" if name == "seoul_sample_key.xml" else name.rpartition(".")[2]
    written = speaker.encode(spec, result, page=page, wire=wire)
    assert written.body.decode() == served(name).decode()
    assert written.status == {"edudata_gateway.json": 401, "edudata_provider.json": 404}.get(
        name, 200
    )


@pytest.mark.parametrize("name", READ_ONLY)
@pytest.mark.parametrize("status", [200, 403, 429])
def test_gateway_errors_are_read_before_the_http_status(
    specs: SimpleNamespace, name: str, status: int
) -> None:
    """Cases A04 and A05: old and new form, with and without an HTTP status of their own."""
    result = dialect("seoul").decode(specs.bus(), HttpResponse(status, "text/xml", served(name)))
    assert (result.status, result.reason, result.code) == READ_ONLY[name]
    assert "_" in result.message


def test_values_are_kept_as_served(specs: SimpleNamespace) -> None:
    """Cases A12, A26: commas, dashes, leading zeros and blanks are the reader's business."""
    reply = HttpResponse(200, "", served("dart_list.json"))
    row = dialect("dart").decode(specs.dart("a"), reply).records[0]
    assert (row["corp_code"], row["thstrm_amount"], row["frmtrm_amount"]) == (
        "00990017", "1,234,567", "-",
    )  # fmt: skip
