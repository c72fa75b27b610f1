"""경기도 버스정보's wire format: a message header with a code that is a number, no totals.

Lists are named after what they hold. One row comes as the object alone, none as a code in a
header without a body. Keys are the portal's business; the codes beside them are the service's own.
Source: the portal's specification and public clients of the second version, 2026.
"""

from __future__ import annotations

from kopa_env.dialect import PageSlice
from kopa_env.outcome import JSON, Reason, ToolResult
from kopa_env.platforms.codes import FLAG, empty, failure
from kopa_env.platforms.portal import Habits, PortalDialect
from kopa_env.spec import ToolSpec
from kopa_env.world.clock import TODAY

_CODES = {
    "4": empty("결과가 존재하지 않습니다."),
    "23": empty("버스 도착 정보가 존재하지 않습니다."),
    "1": failure(Reason.HTTP_5XX, "시스템 에러가 발생하였습니다."),
    "2": failure(Reason.MISSING_ARG, "필수 요청 Parameter 가 존재하지 않습니다."),
    "3": failure(Reason.BAD_VALUE, "필수 요청 Parameter 가 잘못되었습니다."),
    "5": failure(Reason.KEY_MISSING, "필수 요청 Parameter(인증키) 가 존재하지 않습니다."),
    "6": failure(Reason.KEY_INVALID, "등록되지 않은 키입니다."),
    "7": failure(Reason.KEY_EXPIRED, "일시적으로 사용이 중지된 키입니다."),
    "8": failure(Reason.QUOTA, "요청 제한을 초과하였습니다."),
    "20": failure(Reason.BAD_VALUE, "잘못된 위치로 요청하였습니다. 좌푯값을 확인하십시오."),
    "21": failure(Reason.BAD_VALUE, "노선번호는 1자리 이상 입력하세요."),
    "22": failure(Reason.BAD_VALUE, "정류소명/번호는 1자리 이상 입력하세요."),
    "31": failure(Reason.UNKNOWN_ID, "존재하지 않는 출발 정류소 아이디(ID)/번호입니다."),
    "32": failure(Reason.UNKNOWN_ID, "존재하지 않는 도착 정류소 아이디(ID)/번호입니다."),
    "99": failure(Reason.MAINTENANCE, "API 서비스 준비중입니다."),
}


class GbisDialect(PortalDialect):
    """경기도 버스정보, both ways."""

    def document(
        self, spec: ToolSpec, result: ToolResult, page: PageSlice | None, wire: str
    ) -> dict[str, JSON]:
        """Return a reply as a document, with the empty header that stands before the other."""
        content = super().document(spec, result, page, wire)
        inside = content.get("response", content)
        return {"response": {"comMsgHeader": "", **inside}}

    def _head(self, result: ToolResult) -> dict[str, JSON]:
        return {
            "queryTime": f"{TODAY} 09:00:00.000",
            "resultCode": _number(result.code),
            "resultMessage": result.message.removeprefix(FLAG),
        }


def _number(code: str) -> JSON:
    """Return a code as a number, where it reads the same afterwards."""
    return int(code) if code.isascii() and code.isdigit() and str(int(code)) == code else code


DIALECT = GbisDialect(
    "gbis",
    ["apis.data.go.kr/6410000"],
    Habits(
        success=("0", "정상적으로 처리되었습니다."),
        single="object",
        nothing="4",
        head="msgHeader",
        codes=_CODES,
    ),
)
