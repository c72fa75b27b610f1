"""The world behind the replica: seeded tables of real identities and generated figures."""

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.world import WORLD_VERSION, Condition, World

__all__ = ["WORLD_VERSION", "Column", "Condition", "Draw", "Row", "Table", "Value", "World"]
