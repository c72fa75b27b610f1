"""한국철도공사, 서울교통공사 and 대전교통공사 on the national portal."""

from kopa_env.platforms.portal import Habits, PortalDialect

DIALECT = PortalDialect(
    "rail",
    ["apis.data.go.kr/B551457", "apis.data.go.kr/B553766", "apis.data.go.kr/B554695"],
    Habits(nothing="blank", services={"/B553766/fare": ("0000", "OK")}, textual=("/B553766/psgr",)),
)

__all__ = ["DIALECT"]
