"""Every table of the shipped world, by name."""

from __future__ import annotations

from kopa_env.world.table import Table

TABLES: dict[str, Table] = {}
