"""도로명주소 개발자센터: addresses, units and coordinates of buildings."""

from kopa_env.platforms.juso.dialect import DIALECT

__all__ = ["DIALECT"]
