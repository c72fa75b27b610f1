"""The day the world stands at: nothing in it is known to have happened later."""

from __future__ import annotations

TODAY = "2026-01-30"
"""The clock shows 09:00 that day in Korea."""
