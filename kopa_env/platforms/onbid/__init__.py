"""한국자산관리공사 온비드 공공데이터 on the national portal."""

from kopa_env.platforms.portal import PortalDialect

DIALECT = PortalDialect("onbid", ["apis.data.go.kr/B010003"])

__all__ = ["DIALECT"]
