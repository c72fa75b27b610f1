"""학교알리미: what schools disclose every year, one operation a subject."""

from kopa_env.platforms.schoolinfo.dialect import DIALECT

__all__ = ["DIALECT"]
