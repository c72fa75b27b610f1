"""The catalogue: every callable function, as data, loaded lazily.

The YAML under ``kopa_env/platforms/`` is compiled into one line per tool with an index of offsets
(``python -m kopa_env.catalogue.compile``), so that opening it costs the same for 16 tools and for
2,318.
"""

from kopa_env.catalogue.catalogue import Catalogue, Platform, ToolEntry

__all__ = ["Catalogue", "Platform", "ToolEntry"]
