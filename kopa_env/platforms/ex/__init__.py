"""한국도로공사: expressway traffic, tolls and rest areas."""

from kopa_env.platforms.ex.dialect import DIALECT

__all__ = ["DIALECT"]
