"""Pack: compiled cassettes that are mapped, not parsed (INTERFACES 10).

A pack opens in well under a millisecond at any size, its pages are shared by all processes that
map it, and it needs neither vcrpy nor yaml. It is derived from cassettes and never edited.
"""

from __future__ import annotations

from kopa_env.pack.layout import PACK_VERSION, PackInfo
from kopa_env.pack.reader import Entry, Pack
from kopa_env.pack.writer import PackItem, packing, write_pack

__all__ = ["PACK_VERSION", "Entry", "Pack", "PackInfo", "PackItem", "packing", "write_pack"]
