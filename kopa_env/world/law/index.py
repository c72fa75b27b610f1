"""The alphabetical index by which the platform's lists can be cut."""

from __future__ import annotations

_ROMAN = ("ga", "ga", "na", "da", "da", "ra", "ma", "ba", "ba", "sa", "sa", "a", "ja", "ja",
          "cha", "ka", "ta", "pa", "ha")  # fmt: skip


def gana(name: str) -> str:
    """Return the index of a name's first letter: ``ga``, ``na`` … or ``etc``."""
    place = (ord(name[0]) - 0xAC00) // 588 if name else -1
    return _ROMAN[place] if 0 <= place < len(_ROMAN) else "etc"
