"""건강보험심사평가원 공공데이터 on the national portal."""

from kopa_env.platforms.portal import PortalDialect

DIALECT = PortalDialect("hira", ["apis.data.go.kr/B551182"])

__all__ = ["DIALECT"]
