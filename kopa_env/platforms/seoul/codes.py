"""Result codes of Seoul's three services: open data, real-time subway, buses."""

from __future__ import annotations

from kopa_env.outcome import Reason
from kopa_env.platforms.codes import Code, CodeTable, empty, failure, ok

_SHARED: dict[str, Code] = {
    "INFO-200": empty("해당하는 데이터가 없습니다."),
    "INFO-100": failure(
        Reason.KEY_INVALID,
        "인증키가 유효하지 않습니다. 인증키가 없는 경우, 열린 데이터 광장 홈페이지에서 "
        "인증키를 신청하십시오.",
    ),
    "INFO-300": failure(Reason.KEY_EXPIRED, "관리자에 의해 인증키 사용이 제한되었습니다."),
    "ERROR-300": failure(
        Reason.MISSING_ARG, "필수 값이 누락되어 있습니다. 요청인자를 참고 하십시오."
    ),
    "ERROR-301": failure(
        Reason.BAD_VALUE,
        "파일타입 값이 누락 혹은 유효하지 않습니다. 요청인자 중 TYPE을 확인하십시오.",
    ),
    "ERROR-310": failure(
        Reason.UNKNOWN_TOOL,
        "해당하는 서비스를 찾을 수 없습니다. 요청인자 중 SERVICE를 확인하십시오.",
    ),
    "ERROR-331": failure(Reason.BAD_VALUE, "요청시작위치 값을 확인하십시오."),
    "ERROR-332": failure(Reason.BAD_VALUE, "요청종료위치 값을 확인하십시오."),
    "ERROR-333": failure(
        Reason.BAD_TYPE,
        "요청위치 값의 타입이 유효하지 않습니다. 요청위치 값은 정수를 입력하세요.",
    ),
    "ERROR-334": failure(Reason.BAD_VALUE, "요청종료위치 보다 요청시작위치가 더 큽니다."),
    "ERROR-336": failure(Reason.TOO_MANY, "데이터요청은 한번에 최대 1000건을 넘을 수 없습니다."),
    "ERROR-335": failure(
        Reason.TOO_MANY, "샘플데이터(샘플키:sample) 는 한번에 최대 5건을 넘을 수 없습니다."
    ),
    "ERROR-337": failure(Reason.QUOTA, "일별 트래픽 제한을 넘은 호출입니다."),
    "ERROR-500": failure(Reason.HTTP_5XX, "서버 오류입니다."),
    "ERROR-600": failure(Reason.HTTP_5XX, "데이터베이스 연결 오류입니다."),
    "ERROR-601": failure(Reason.HTTP_5XX, "SQL 문장 오류 입니다."),
    "INFO-400": failure(Reason.BAD_VALUE, "잘못된 요청입니다."),
    "INFO-500": failure(Reason.HTTP_5XX, "서버 오류입니다."),
}

_STAND_IN = {
    Reason.BAD_VALUE: Reason.MISSING_ARG,
    Reason.UNKNOWN_ID: Reason.MISSING_ARG,
    Reason.KEY_MISSING: Reason.KEY_INVALID,
    Reason.IP_DENIED: Reason.KEY_INVALID,
    Reason.RATE_LIMIT: Reason.QUOTA,
}

OPEN_DATA = CodeTable(
    codes={"INFO-000": ok("정상 처리되었습니다"), **_SHARED},
    fallback="ERROR-500",
    stand_in=_STAND_IN,
)
"""The general services at port 8088 (no full stop in the message of success)."""

SUBWAY = CodeTable(
    codes={"INFO-000": ok("정상 처리되었습니다."), **_SHARED},
    fallback="ERROR-500",
    stand_in=_STAND_IN,
)
"""Real-time subway."""


def _bus_refined(code: str, message: str, reason: Reason) -> Reason:
    return Reason.QUOTA if code == "7" and "REQUESTS EXCEEDS" in message else reason


BUS = CodeTable(
    codes={
        "0": ok("정상적으로 처리되었습니다."),
        "4": empty("결과가 없습니다."),
        "8": empty("운행 종료되었습니다."),
        "1": failure(Reason.HTTP_5XX, "시스템 오류가 발생하였습니다."),
        "2": failure(Reason.BAD_VALUE, "잘못된 쿼리 요청입니다. 쿼리 변수가 정확한지 확인하세요."),
        "3": failure(Reason.UNKNOWN_ID, "정류소를 찾을 수 없습니다."),
        "5": failure(Reason.BAD_VALUE, "잘못된 위치로 요청을 하였습니다."),
        "6": failure(Reason.HTTP_5XX, "실시간 정보를 읽을 수 없습니다."),
        "7": failure(
            Reason.KEY_INVALID,
            "Key인증실패: SERVICE KEY IS NOT REGISTERED ERROR.[인증모듈 에러코드(30)]",
        ),
    },
    fallback="1",
    stand_in={
        Reason.MISSING_ARG: Reason.BAD_VALUE,
        Reason.BAD_TYPE: Reason.BAD_VALUE,
        Reason.TOO_MANY: Reason.BAD_VALUE,
        Reason.UNKNOWN_TOOL: Reason.BAD_VALUE,
        Reason.KEY_MISSING: Reason.KEY_INVALID,
        Reason.KEY_EXPIRED: Reason.KEY_INVALID,
        Reason.IP_DENIED: Reason.KEY_INVALID,
        Reason.RATE_LIMIT: Reason.QUOTA,
    },
    refine=_bus_refined,
    worded={
        Reason.QUOTA: (
            "7",
            "Key인증실패: LIMITED NUMBER OF SERVICE REQUESTS EXCEEDS ERROR.[인증모듈 에러코드(22)]",
        )
    },
)
"""Buses at ws.bus.go.kr."""
