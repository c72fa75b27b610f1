"""한국환경공단 공공데이터 on the national portal."""

from kopa_env.platforms.portal import PortalDialect

DIALECT = PortalDialect("airkorea", ["apis.data.go.kr/B552584"])

__all__ = ["DIALECT"]
