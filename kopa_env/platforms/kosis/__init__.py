"""국가통계포털: the national statistics portal."""

from kopa_env.platforms.kosis.dialect import DIALECT

__all__ = ["DIALECT"]
