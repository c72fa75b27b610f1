"""Coordinate systems: degrees, and metres on the transverse Mercator grids of Korea."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan, cos, degrees, exp, log, pi, radians, sin, sqrt, tan

_A, _F = 6_378_137.0, 1 / 298.257222101
_E2 = 2 * _F - _F * _F
_SECOND = _E2 / (1 - _E2)

UTMK, DEGREES, WEB = "5179", "4326", "3857"
GRIDS: Mapping[str, tuple[float, float, float, float]] = {
    # middle meridian, scale, false easting, false northing; all begin at 38 degrees north
    UTMK: (127.5, 0.9996, 1_000_000, 2_000_000),
    "5181": (127.0, 1.0, 200_000, 500_000),
    "5185": (125.0, 1.0, 200_000, 600_000),
    "5186": (127.0, 1.0, 200_000, 600_000),
    "5187": (129.0, 1.0, 200_000, 600_000),
    "5188": (131.0, 1.0, 200_000, 600_000),
}
SYSTEMS = (DEGREES, WEB, "900913", *GRIDS)


def _meridian(lat: float) -> float:
    """Return the length of the meridian from the equator."""
    e4, e6 = _E2 * _E2, _E2**3
    return _A * (
        (1 - _E2 / 4 - 3 * e4 / 64 - 5 * e6 / 256) * lat
        - (3 * _E2 / 8 + 3 * e4 / 32 + 45 * e6 / 1024) * sin(2 * lat)
        + (15 * e4 / 256 + 45 * e6 / 1024) * sin(4 * lat)
        - 35 * e6 / 3072 * sin(6 * lat)
    )


def projected(lon: float, lat: float, system: str = UTMK) -> tuple[float, float]:
    """Return a place in degrees in another system."""
    if system == DEGREES:
        return lon, lat
    if system not in GRIDS:
        return _A * radians(lon), _A * log(tan(pi / 4 + radians(lat) / 2))
    middle, scale, east, north = GRIDS[system]
    phi = radians(lat)
    n = _A / sqrt(1 - _E2 * sin(phi) ** 2)
    t, c = tan(phi) ** 2, _SECOND * cos(phi) ** 2
    a = cos(phi) * radians(lon - middle)
    x = n * (a + (1 - t + c) * a**3 / 6 + (5 - 18 * t + t * t + 72 * c - 58 * _SECOND) * a**5 / 120)
    y = (
        n
        * tan(phi)
        * (
            a * a / 2
            + (5 - t + 9 * c + 4 * c * c) * a**4 / 24
            + (61 - 58 * t + t * t + 600 * c - 330 * _SECOND) * a**6 / 720
        )
    )
    return east + scale * x, north + scale * (_meridian(phi) - _meridian(radians(38)) + y)


def located(x: float, y: float, system: str = UTMK) -> tuple[float, float]:
    """Return the degrees (longitude, latitude) of a place in a system."""
    if system == DEGREES:
        return x, y
    if system not in GRIDS:
        return degrees(x / _A), degrees(2 * atan(exp(y / _A)) - pi / 2)
    lon, lat = GRIDS[system][0], 38.0
    for _ in range(12):  # what is left over, step by step
        east, north = projected(lon, lat, system)
        lat += degrees((y - north) / _A)
        lon += degrees((x - east) / (_A * cos(radians(lat))))
    return lon, lat


def ring(x: float, y: float, reach: int, corners: tuple[int, ...]) -> list[list[float]]:
    """Return a closed outline around a point; corners are distances in hundredths of reach."""
    found = []
    for n, far in enumerate(corners):
        turn = 2 * pi * n / len(corners)
        found.append(
            [
                round(x + cos(turn) * reach * far / 100, 3),
                round(y + sin(turn) * reach * far / 100, 3),
            ]
        )
    return [*found, found[0]]
