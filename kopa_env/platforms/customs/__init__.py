"""관세청 무역통계 on the national portal."""

from kopa_env.platforms.portal import PortalDialect

DIALECT = PortalDialect("customs", ["apis.data.go.kr/1220000"])

__all__ = ["DIALECT"]
