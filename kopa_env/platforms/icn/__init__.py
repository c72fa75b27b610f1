"""인천국제공항공사 공공데이터 on the national portal."""

from kopa_env.platforms.portal import PortalDialect

DIALECT = PortalDialect("icn", ["apis.data.go.kr/B551177"])

__all__ = ["DIALECT"]
