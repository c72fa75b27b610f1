"""한국예탁결제원 공공데이터 on the national portal."""

from kopa_env.platforms.portal import PortalDialect

DIALECT = PortalDialect("ksd", ["apis.data.go.kr/B552481"])

__all__ = ["DIALECT"]
