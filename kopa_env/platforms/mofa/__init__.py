"""외교부 공공데이터 on the national portal."""

from kopa_env.platforms.portal import PortalDialect

DIALECT = PortalDialect("mofa", ["apis.data.go.kr/1262000"])

__all__ = ["DIALECT"]
