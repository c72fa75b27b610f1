"""브이월드: places, addresses, coordinates and layers of spatial data."""

from kopa_env.platforms.vworld.dialect import DIALECT

__all__ = ["DIALECT"]
