"""경기도 버스정보: stops, routes, positions and arrivals of buses in Gyeonggi-do."""

from kopa_env.platforms.gbis.dialect import DIALECT

__all__ = ["DIALECT"]
