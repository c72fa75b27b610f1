"""식품의약품안전처 공공데이터 on the national portal."""

from kopa_env.platforms.portal import PortalDialect

DIALECT = PortalDialect("mfds", ["apis.data.go.kr/1471000"])

__all__ = ["DIALECT"]
