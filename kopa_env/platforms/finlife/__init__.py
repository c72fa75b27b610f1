"""금융상품한눈에: financial products compared by the Financial Supervisory Service."""

from kopa_env.platforms.finlife.dialect import DIALECT

__all__ = ["DIALECT"]
