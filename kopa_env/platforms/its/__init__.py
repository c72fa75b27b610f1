"""국가교통정보센터: traffic, incidents and CCTVs of the road network."""

from kopa_env.platforms.its.dialect import DIALECT

__all__ = ["DIALECT"]
