"""What an option is worth, in whole numbers: Bachelier's formula over a table."""

from __future__ import annotations

from math import isqrt

_STEP = 8
_UNIT = 1_000_000
_TABLE = (
    398_942,
    464_555,
    536_345,
    614_169,
    697_797,
    786_920,
    881_167,
    980_116,
    1_083_315,
    1_190_295,
    1_300_587,
    1_413_734,
    1_529_307,
    1_646_906,
    1_766_174,
    1_886_793,
    2_008_491,
    2_131_035,
    2_254_235,
    2_377_933,
    2_502_004,
    2_626_352,
    2_750_899,
    2_875_590,
    3_000_382,
    3_125_244,
    3_250_154,
    3_375_095,
    3_500_058,
    3_625_035,
    3_750_021,
    3_875_012,
    4_000_007,
    4_125_004,
    4_250_002,
    4_375_001,
    4_500_001,
    4_625_000,
    4_750_000,
    4_875_000,
    5_000_000,
)
"""``x N(x) + n(x)`` in millionths, for x = 0, 1/8 … 5 (N, n: the normal distribution)."""


def worth(spot: int, strike: int, volatility: int, days: int, call: bool) -> int:
    """Return what an option is worth, in the unit of ``spot`` and ``strike``.

    Args:
        spot: price of what it is on.
        strike: price it may be exercised at.
        volatility: a year's, in thousandths.
        days: days to its last day; on that day it is worth what exercising brings.
        call: whether it is a right to buy.
    """
    ahead = spot - strike if call else strike - spot
    spread = spot * volatility * isqrt(days * _UNIT // 365) // _UNIT
    if days <= 0 or spread <= 0:
        return max(0, ahead)
    place = abs(ahead) * _STEP * 1000 // spread
    whole, part = divmod(place, 1000)
    if whole >= len(_TABLE) - 1:
        return max(0, ahead)
    size = _TABLE[whole] + (_TABLE[whole + 1] - _TABLE[whole]) * part // 1000
    value = spread * size // _UNIT
    return max(0, ahead, value if ahead >= 0 else value + ahead)


def clamp_volatility(value: int) -> int:
    """Return a volatility (tenths of a per cent) within what the exchange publishes."""
    return max(30, min(1_500, value))
