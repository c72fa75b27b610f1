"""odcloud: services of the national portal, public services and benefits among them."""

from kopa_env.platforms.gov24.dialect import DIALECT

__all__ = ["DIALECT"]
