"""The national portal's gateway errors, which any service behind data.go.kr may answer with.

They come as XML or JSON, with HTTP 200 in the old form and with an HTTP status of their own in
the new one; in between the constant moved from ``returnAuthMsg`` to ``errMsg``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from kopa_env.outcome import JSON, Reason, ToolResult
from kopa_env.platforms.codes import CodeTable, empty, failure

ROOT = "OpenAPI_ServiceResponse"

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
