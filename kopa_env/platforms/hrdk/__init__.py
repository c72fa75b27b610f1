"""한국산업인력공단: the national portal's services, Q-Net's own hosts and the codes of 시험일정."""

from kopa_env.outcome import Reason
from kopa_env.platforms.codes import failure
from kopa_env.platforms.portal import Habits, PortalDialect

DIALECT = PortalDialect(
    "hrdk",
    ["apis.data.go.kr/B490007", "openapi.q-net.or.kr", "c.q-net.or.kr"],
    Habits(
        nothing="blank",
        keyless=frozenset({"openapi.q-net.or.kr"}),
        codes={
            "930": failure(
                Reason.TOO_MANY, "한 페이지당 조회 가능한 최대 목록 수는 50개를 넘을 수 없습니다."
            ),
            "910": failure(Reason.MISSING_ARG, "필수 파라미터 값이 누락되었습니다."),
            "920": failure(Reason.BAD_VALUE, "dataFormat은 json 또는 xml이어야 합니다."),
            "900": failure(Reason.KEY_INVALID, "공공데이터포털 게이트웨이 인증 오류입니다."),
            "940": failure(Reason.BAD_VALUE, "토큰 파라미터가 올바르지 않습니다."),
            "941": failure(Reason.BAD_VALUE, "토큰의 유효기한이 지났습니다."),
            "950": failure(Reason.UNKNOWN_ID, "지정된 파일을 찾을 수 없습니다."),
            "990": failure(Reason.HTTP_5XX, "오픈API 서버 오류입니다."),
        },
    ),
)

__all__ = ["DIALECT"]
