"""헌법재판소 공공데이터 on the national portal."""

from kopa_env.platforms.portal import PortalDialect

DIALECT = PortalDialect("ccourt", ["apis.data.go.kr/9750000"])

__all__ = ["DIALECT"]
