"""조달청 나라장터 공공데이터 on the national portal."""

from kopa_env.platforms.portal import Habits, PortalDialect

DIALECT = PortalDialect("pps", ["apis.data.go.kr/1230000"], Habits(nothing="blank"))

__all__ = ["DIALECT"]
