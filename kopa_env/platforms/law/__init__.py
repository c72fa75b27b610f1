"""국가법령정보센터: statutes, rules, ordinances, cases and what is said about them."""

from kopa_env.platforms.law.dialect import DIALECT

__all__ = ["DIALECT"]
