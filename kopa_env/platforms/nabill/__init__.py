"""국회사무처's bills on the national portal: lists, and what is known of one bill."""

from kopa_env.platforms.nabill.dialect import DIALECT

__all__ = ["DIALECT"]
