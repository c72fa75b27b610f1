"""한국은행 경제통계시스템: the Bank of Korea's statistics."""

from kopa_env.platforms.ecos.dialect import DIALECT

__all__ = ["DIALECT"]
