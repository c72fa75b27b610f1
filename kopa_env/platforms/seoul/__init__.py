"""서울 열린데이터광장: Seoul's open data, real-time subway and buses."""

from kopa_env.platforms.seoul.dialect import DIALECT

__all__ = ["DIALECT"]
