"""국가대중교통정보센터(TAGO) on the national portal."""

from kopa_env.platforms.portal import Habits, PortalDialect

DIALECT = PortalDialect(
    "tago", ["apis.data.go.kr/1613000"], Habits(single="object", nothing="blank")
)

__all__ = ["DIALECT"]
