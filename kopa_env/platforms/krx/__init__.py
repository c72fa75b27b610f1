"""한국거래소: the Korea Exchange's open API."""

from kopa_env.platforms.krx.dialect import DIALECT

__all__ = ["DIALECT"]
