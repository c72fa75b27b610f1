"""The picture of a graph: one HTML file that opens from disk and asks nothing of any network."""

from __future__ import annotations

from kopa_synth.picture.page import page, write_page

__all__ = ["page", "write_page"]
