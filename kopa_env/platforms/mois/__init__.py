"""행정안전부 on the national portal: codes of districts, counts of registered residents."""

from kopa_env.platforms.mois.dialect import DIALECT

__all__ = ["DIALECT"]
