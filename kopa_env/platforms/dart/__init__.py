"""DART: the Financial Supervisory Service's disclosure system."""

from kopa_env.platforms.dart.dialect import DIALECT

__all__ = ["DIALECT"]
