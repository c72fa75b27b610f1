"""법제처's shared service on the national portal: lists of statutes, rules and decisions."""

from kopa_env.platforms.moleg.dialect import DIALECT

__all__ = ["DIALECT"]
