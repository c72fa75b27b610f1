"""열린국회정보: the National Assembly's open data."""

from kopa_env.platforms.assembly.dialect import DIALECT

__all__ = ["DIALECT"]
