"""한국관광공사 on the national portal: every request says which system and client it comes from."""

from kopa_env.platforms.portal import Habits, PortalDialect

DIALECT = PortalDialect(
    "kto",
    ["apis.data.go.kr/B551011"],
    Habits(
        success=("0000", "OK"),
        nothing="blank",
        always=(("MobileOS", "ETC"), ("MobileApp", "kopa")),
    ),
)

__all__ = ["DIALECT"]
