"""금융위원회 금융공공데이터 on the national portal."""

from kopa_env.platforms.portal import Habits, PortalDialect

DIALECT = PortalDialect("fsc", ["apis.data.go.kr/1160100"], Habits(nothing="blank"))

__all__ = ["DIALECT"]
