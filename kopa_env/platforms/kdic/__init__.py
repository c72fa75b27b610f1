"""예금보험공사 on the national portal: replies are named after their operation."""

from kopa_env.platforms.portal import Habits, PortalDialect

DIALECT = PortalDialect(
    "kdic", ["apis.data.go.kr/B190017"], Habits(nothing="list", pageless=("202607",))
)

__all__ = ["DIALECT"]
