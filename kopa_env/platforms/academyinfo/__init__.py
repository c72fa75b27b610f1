"""대학알리미 on the national portal."""

from kopa_env.platforms.portal import Habits, PortalDialect

DIALECT = PortalDialect("academyinfo", ["openapi.academyinfo.go.kr"], Habits(nothing="blank"))

__all__ = ["DIALECT"]
