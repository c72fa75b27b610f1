"""교육데이터플랫폼: the education data platform (EDSS)."""

from kopa_env.platforms.edudata.dialect import DIALECT

__all__ = ["DIALECT"]
