"""학교알리미's wire format: JSON alone, one address, the subject an argument (``apiType``).

Success has a word for a code, and so has every failure: which one it is, its sentence says. All
schools of a district come at once, without a number; none are an empty list under success. Source:
public clients and the replies they recorded, 2025 and 2026.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kopa_env.body import as_rows, damaged, from_status, read
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.markup import json_bytes
from kopa_env.outcome import JSON, UNRECORDED, Reason, ToolResult
from kopa_env.platforms.codes import FLAG
from kopa_env.request import build, query_text
from kopa_env.spec import ToolSpec
from kopa_env.wire import Exchange, HttpRequest, HttpResponse

_SECRETS = frozenset({"query:apikey"})
_PATH = (b"openApi.do",)
_KEY, _SUBJECT = "apiKey", "apiType"
_DONE, _FAILED = ("success", "성공"), "fail"
_NOTHING = re.compile(r"(데이터|자료|결과)[가는이은]?\s*(없|존재하지)")
_SENTENCES: tuple[tuple[Reason, re.Pattern[str], str], ...] = (
    (
        Reason.KEY_MISSING,
        re.compile(r"인증키.*(없|누락|필수)"),
        "인증키(apiKey)는 필수 정보입니다.",
    ),
    (
        Reason.KEY_EXPIRED,
        re.compile(r"인증키.*(만료|중지|제한)"),
        "인증키의 사용 기간이 만료되었습니다.",
    ),
    (Reason.KEY_INVALID, re.compile(r"인증|승인|권한"), "유효하지 않은 인증키입니다."),
    (
        Reason.UNKNOWN_TOOL,
        re.compile(r"apiType.*(올바르지|유효하지|잘못)"),
        "조사항목 코드(apiType)가 올바르지 않습니다.",
    ),
    (Reason.MISSING_ARG, re.compile(r"필수"), "필수 정보가 없습니다."),
    (Reason.QUOTA, re.compile(r"한도|초과"), "호출 한도를 초과하였습니다."),
    (
        Reason.BAD_VALUE,
        re.compile(r"잘못|올바르지|유효하지|공개됩니다"),
        "요청 값이 올바르지 않습니다.",
    ),
)
"""What a failure's sentence says of it, the first that fits, and how it is worded here."""

_BROKEN = (Reason.HTTP_5XX, "요청을 처리하지 못했습니다.")
_STAND_IN = {
    Reason.BAD_TYPE: Reason.BAD_VALUE,
    Reason.UNKNOWN_ID: Reason.BAD_VALUE,
    Reason.TOO_MANY: Reason.BAD_VALUE,
    Reason.PARSE_ERROR: Reason.BAD_VALUE,
    Reason.RATE_LIMIT: Reason.QUOTA,
    Reason.IP_DENIED: Reason.KEY_INVALID,
}
_WORDED = {reason: sentence for reason, _, sentence in _SENTENCES}


class SchoolinfoDialect:
    """학교알리미, both ways."""

    platform: str = "schoolinfo"
    hosts: Sequence[str] = ("www.schoolinfo.go.kr",)
    credential_env: Mapping[str, tuple[str, ...]] = {"": ("SCHOOLINFO_API_KEY",)}

    def exchange(self, spec: ToolSpec, args: Mapping[str, object], credential: str) -> Exchange:
        """Yield the one request of a call."""
        query = ((_KEY.encode(), credential.encode()),)
        response = yield build(spec, args, query=query, secret_slots=_SECRETS)
        return self.decode(spec, response)

    def secret_slots(self, request: HttpRequest) -> frozenset[str]:
        """The key is always the query's ``apiKey``."""
        return _SECRETS

    def decode(self, spec: ToolSpec, response: HttpResponse) -> ToolResult:
        """Read a reply; a list without a code is a success."""
        document = read(response)
        if isinstance(document, ToolResult):
            return document
        body = document.data
        if isinstance(body, dict):
            code, message = str(body.get("resultCode", "")), str(body.get("resultMsg") or "")
            if code and code != _DONE[0]:
                return _told(code, message)
            if isinstance(body.get("list"), list | dict):
                rows = as_rows(body["list"])
                return ToolResult.ok(rows or (), code=code, message=message, complete=True)
        return from_status(response.status) or damaged(
            "알 수 없는 형식입니다", "the reply has no known shape"
        )

    def express(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> ToolResult:
        """Return a result as the platform reports it: a number of rows is never told."""
        if result.reason is not Reason.NONE:
            return _failure(result)
        message = result.message or _DONE[1]
        return ToolResult.ok(result.records or (), code=_DONE[0], message=message, complete=True)

    def encode(
        self, spec: ToolSpec, result: ToolResult, *, page: PageSlice | None, wire: str
    ) -> HttpResponse:
        """Write a reply as the platform's server does."""
        result = self.express(spec, result, page=page, wire=wire)
        if result.reason is not Reason.NONE:
            return _reply(_verdict(result))
        return _reply({**_verdict(result), "list": list(result.records)})

    def receive(self, request: HttpRequest) -> Incoming | HttpResponse:
        """Read a request as the platform's server does: key, then the subject."""
        args = query_text(request)
        credential, subject = args.pop(_KEY, ""), args.pop(_SUBJECT, "")
        if request.path != _PATH:
            return HttpResponse(404, "text/html;charset=UTF-8", b"<html><body></body></html>")
        reason = Reason.NONE
        if not credential:
            reason = Reason.KEY_MISSING
        elif "INVALID" in credential:
            reason = Reason.KEY_INVALID
        elif not subject:
            reason = Reason.MISSING_ARG
        if reason is not Reason.NONE:
            return _reply(_verdict(_failure(ToolResult.error(reason, ""))))
        return Incoming(f"/openApi.do?{_SUBJECT}={subject}", args, "json", credential)

    def refuse(self, incoming: Incoming, result: ToolResult) -> HttpResponse:
        """Write a failure."""
        return _reply(_verdict(_failure(result)))


def _told(code: str, message: str) -> ToolResult:
    """Read a failure by its sentence; one that says that there is nothing is none."""
    if message.endswith(UNRECORDED):
        return ToolResult.error(Reason.MAINTENANCE, message, code)
    if _NOTHING.search(message):
        return ToolResult.ok((), code=code, message=message, complete=True)
    said = (reason for reason, pattern, _ in _SENTENCES if pattern.search(message))
    return ToolResult.error(next(said, _BROKEN[0]), message, code)


def _failure(result: ToolResult) -> ToolResult:
    """Return a failure as it is read back."""
    reason = _STAND_IN.get(result.reason, result.reason)
    message = result.message.removeprefix(FLAG) or _WORDED.get(reason, _BROKEN[1])
    code = _FAILED if result.code in ("", _DONE[0]) else result.code
    return _told(code, message)


def _verdict(result: ToolResult) -> dict[str, JSON]:
    return {"resultCode": result.code, "resultMsg": result.message}


def _reply(body: Mapping[str, JSON]) -> HttpResponse:
    return HttpResponse(200, "application/json;charset=UTF-8", json_bytes(body))


DIALECT = SchoolinfoDialect()
