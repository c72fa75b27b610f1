"""중앙선거관리위원회 on the national portal: codes of its own, no data told by one of them."""

from kopa_env.outcome import Reason
from kopa_env.platforms.codes import empty, failure
from kopa_env.platforms.portal import Habits, PortalDialect

DIALECT = PortalDialect(
    "nec",
    ["apis.data.go.kr/9760000"],
    Habits(
        success=("INFO-00", "NORMAL SERVICE"),
        nothing="INFO-03",
        codes={
            "INFO-03": empty("데이터 정보가 없습니다."),
            "ERROR-03": empty("데이터 정보가 없습니다. 입력 파라미터값을 확인하십시오."),
            "ERROR-301": failure(Reason.BAD_VALUE, "파라미터 값이 올바르지 않습니다."),
            "ERROR-310": failure(Reason.UNKNOWN_TOOL, "해당하는 서비스를 찾을 수 없습니다."),
            "ERROR-340": failure(Reason.MISSING_ARG, "필수 파라미터가 누락되었습니다."),
            "ERROR-500": failure(Reason.HTTP_5XX, "서버 오류입니다."),
            "ERROR-601": failure(Reason.HTTP_5XX, "SQL 문장 오류입니다."),
        },
    ),
)

__all__ = ["DIALECT"]
