"""Distances and plane coordinates within Seoul, in whole numbers: the same on every machine."""

from __future__ import annotations

import re
from math import isqrt

_DEGREES = re.compile(r"(\d{1,3})(?:\.(\d*))?", re.ASCII)
_LON_METRES, _LAT_METRES = 88_250, 110_990
"""Metres in a degree at Seoul's latitude."""


def micro(degrees: str) -> int | None:
    """Return decimal degrees as millionths, or nothing where the text is none."""
    found = _DEGREES.fullmatch(degrees)
    if found is None:
        return None
    return int(found[1]) * 1_000_000 + int((found[2] or "")[:6].ljust(6, "0"))


def degrees(millionths: int) -> str:
    """Write millionths of a degree with six decimals."""
    return f"{millionths // 1_000_000}.{millionths % 1_000_000:06d}"


def metres(lat: int, lon: int, other_lat: int, other_lon: int) -> int:
    """Return the distance of two places, given in millionths of a degree."""
    north = (lat - other_lat) * _LAT_METRES // 10_000
    east = (lon - other_lon) * _LON_METRES // 10_000
    return isqrt(north * north + east * east) // 100


def plane(lat: int, lon: int) -> tuple[str, str]:
    """Return GRS80 TM coordinates (central origin, 500 km north) of a place, roughly."""
    east = 20_000_000 + (lon - 127_000_000) * _LON_METRES // 10_000
    north = 50_000_000 - (38_000_000 - lat) * _LAT_METRES // 10_000
    return f"{east // 100}.{east % 100:02d}", f"{north // 100}.{north % 100:02d}"
