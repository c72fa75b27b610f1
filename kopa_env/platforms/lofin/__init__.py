"""지방재정365: the finances of local governments."""

from kopa_env.platforms.lofin.dialect import DIALECT

__all__ = ["DIALECT"]
