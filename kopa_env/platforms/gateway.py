"""The national portal's gateway errors, which any service behind data.go.kr may answer with.

They come as XML or JSON, with HTTP 200 in the old form (2024) and with an HTTP status of their own
in the new one (2026); in between the constant moved from ``returnAuthMsg`` to ``errMsg``. Both are
read; the new one is written unless :func:`writing` says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal

from kopa_env.markup import json_bytes, xml_element
from kopa_env.outcome import JSON, Reason, Status, ToolResult
from kopa_env.platforms.codes import FLAG, CodeTable, empty, failure
from kopa_env.wire import HttpResponse

ROOT = "OpenAPI_ServiceResponse"

Form = Literal["2024", "2026"]

_written: list[Form] = ["2026"]


@contextmanager
def writing(form: Form) -> Iterator[None]:
    """Write gateway errors in one of the two forms, in every thread, as long as this lasts."""
    _written.append(form)
    try:
        yield
    finally:
        _written.remove(form)


CODES = CodeTable(
    codes={
        "03": empty("NODATA_ERROR"),
        "01": failure(Reason.HTTP_5XX, "APPLICATION_ERROR"),
        "02": failure(Reason.HTTP_5XX, "DB_ERROR"),
        "04": failure(Reason.HTTP_5XX, "HTTP_ERROR"),
        "05": failure(Reason.TIMEOUT, "SERVICETIMEOUT_ERROR"),
        "10": failure(Reason.BAD_VALUE, "INVALID_REQUEST_PARAMETER_ERROR"),
        "11": failure(Reason.MISSING_ARG, "NO_MANDATORY_REQUEST_PARAMETERS_ERROR"),
        "12": failure(Reason.UNKNOWN_TOOL, "NO_OPENAPI_SERVICE_ERROR"),
        "20": failure(Reason.KEY_MISSING, "SERVICE_ACCESS_DENIED_ERROR"),
        "21": failure(Reason.KEY_EXPIRED, "TEMPORARILY_DISABLE_THE_SERVICEKEY_ERROR"),
        "22": failure(Reason.QUOTA, "LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR"),
        "23": failure(
            Reason.RATE_LIMIT, "LIMITED_NUMBER_OF_SERVICE_REQUESTS_PER_SECOND_EXCEEDS_ERROR"
        ),
        "29": failure(Reason.IP_DENIED, "BLACKLIST_IP_ACCESS_ERROR"),
        "30": failure(Reason.KEY_INVALID, "SERVICE_KEY_IS_NOT_REGISTERED_ERROR"),
        "31": failure(Reason.KEY_EXPIRED, "DEADLINE_HAS_EXPIRED_ERROR"),
        "32": failure(Reason.IP_DENIED, "UNREGISTERED_IP_ERROR"),
        "33": failure(Reason.KEY_INVALID, "UNSIGNED_CALL_ERROR"),
        "99": failure(Reason.HTTP_5XX, "UNKNOWN_ERROR"),
    },
    fallback="99",
    stand_in={},
)

_CONSTANT = re.compile(r"[A-Z]+(?:_[A-Z]+)+")

_KOREAN = {
    "12": "해당 오픈API 서비스가 없거나 폐기됨",
    "20": "서비스 접근거부",
    "21": "일시적으로 사용할 수 없는 서비스 키",
    "22": "서비스 요청제한횟수 초과",
    "23": "초당 서비스 요청제한횟수 초과",
    "29": "차단된 IP",
    "30": "등록되지 않은 서비스키",
    "31": "활용기간 만료",
    "32": "등록되지 않은 IP",
    "33": "서명되지 않은 호출",
}
"""Codes that the gateway itself answers with, before any service is asked, in its new wording."""

_STATUS = {"12": 400, "22": 429, "23": 429}


def read_error(body: JSON) -> ToolResult | None:
    """Read a parsed reply as a gateway error; ``None`` if it is something else."""
    root = body.get(ROOT) if isinstance(body, dict) else None
    head = root.get("cmmMsgHeader") if isinstance(root, dict) else None
    if not isinstance(head, dict):
        return None
    code = str(head.get("returnReasonCode") or "").strip().zfill(2)
    return CODES.read(code, _constant(head))


def _constant(head: Mapping[str, JSON]) -> str:
    texts = [str(head.get(name) or "") for name in ("returnAuthMsg", "errMsg")]
    return next((t for t in texts if _CONSTANT.fullmatch(t)), texts[0] or texts[1])


def is_own(result: ToolResult) -> bool:
    """Say whether a failure is one that the gateway itself answers with."""
    known = result.status in (Status.CONFIG, Status.STRUCTURAL, Status.ENVIRONMENTAL)
    return known and CODES.settle(result).code in _KOREAN


def settle(result: ToolResult) -> ToolResult:
    """Return a failure as the gateway reports it: its own constant takes any message's place."""
    settled = CODES.settle(replace(result, message=""))
    return replace(settled, message=settled.message.removeprefix(FLAG))


def write_error(result: ToolResult, wire: str) -> HttpResponse:
    """Write a failure as the gateway does: JSON where that was asked for, in the new form alone."""
    settled = settle(result)
    code = settled.code
    if _written[-1] == "2024":
        texts, status, wire = ("SERVICE ERROR", settled.message), 200, "xml"
    else:
        texts, status = (settled.message, _KOREAN.get(code, "")), _STATUS.get(code, 403)
    head = {"errMsg": texts[0], "returnAuthMsg": texts[1], "returnReasonCode": code}
    document = {"cmmMsgHeader": head}
    if wire == "json":
        return HttpResponse(status, "application/json;charset=UTF-8", json_bytes({ROOT: document}))
    body = xml_element(ROOT, document).encode()
    return HttpResponse(status, "application/xml;charset=UTF-8", body)
