"""경기데이터드림: the open data of Gyeonggi-do."""

from kopa_env.platforms.gg.dialect import DIALECT

__all__ = ["DIALECT"]
