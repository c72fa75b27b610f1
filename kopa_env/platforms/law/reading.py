"""Reading what lies in a JSON or XML reply: a list, a document, a sentence or a refusal."""

from __future__ import annotations

from collections.abc import Mapping

from kopa_env.body import as_list
from kopa_env.outcome import JSON, UNRECORDED, Reason, ToolResult
from kopa_env.platforms.codes import flagged
from kopa_env.platforms.law.rows import tidy

OK = "00"
"""The code of a list that was found; documents have none."""

COUNTED = "totalCnt"
"""Where most lists say how many there are."""

_TOTALS = (COUNTED, "검색결과개수")
_META = frozenset({*_TOTALS, "numOfRows", "resultCode", "키워드", "target", "vcode"})
_ABOUT_THE_CALLER = ("검증", "인증", "등록", "신청", "승인")


def opened(data: Mapping[str, JSON]) -> ToolResult | None:
    """Return what a reply says, or ``None`` where it says nothing at all."""
    root, body = next(iter(data.items())) if len(data) == 1 else ("", data)
    if isinstance(body, str) and body.strip():
        return told(body)
    if isinstance(body, list):
        body = {root: body}
    if not isinstance(body, dict) or not body:
        return None
    if isinstance(body.get("result"), str) and "msg" in body:
        return _refused(body)
    return _rows_in(body) if _is_list(root, body) else ToolResult.ok([tidy(body)], complete=True)


def told(sentence: str) -> ToolResult:
    """Read a sentence that stands where a document was asked for: nothing has that id."""
    reason = Reason.MAINTENANCE if sentence.endswith(UNRECORDED) else Reason.UNKNOWN_ID
    return ToolResult.error(reason, sentence)


def _is_list(root: str, body: Mapping[str, JSON]) -> bool:
    """Say whether a root element is a list: by its name, by its numbers or by its rows' name."""
    name, names = root.casefold(), {key.casefold() for key in body}
    return name.endswith("search") or bool(_META & body.keys()) or name in names or "law" in names


def _rows_in(body: Mapping[str, JSON]) -> ToolResult:
    """Read a list: whatever is no plain value is a row or several."""
    code, message = str(body.get("resultCode") or ""), str(body.get("resultMsg") or "")
    if code not in ("", "0", OK):
        return ToolResult.error(Reason.HTTP_5XX, flagged(message), code)
    parts = (as_list(value) for value in body.values() if isinstance(value, dict | list))
    rows = [tidy(row) for part in parts for row in part if isinstance(row, dict)]
    said = next((str(body[name]) for name in _TOTALS if name in body), "")
    total = int(said) if said.isdecimal() else None
    complete = None if total is None else len(rows) >= total
    return ToolResult.ok(rows, code=code, message=message, total=total, complete=complete)


def _refused(body: Mapping[str, JSON]) -> ToolResult:
    text = f"{body['result']} {body.get('msg') or ''}".strip()
    if any(word in text for word in _ABOUT_THE_CALLER):
        return ToolResult.error(Reason.KEY_INVALID, text)
    return ToolResult.error(Reason.HTTP_5XX, flagged(text))
