"""통계지리정보서비스: statistics by area, geocoding and boundaries."""

from kopa_env.platforms.sgis.dialect import DIALECT

__all__ = ["DIALECT"]
