"""What is priced beside shares: currencies, gold, oil, interest, indices abroad. All generated."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kopa_env.world.tables.exchange.prices import MIDDLE, market_walk
from kopa_env.world.tables.exchange.walk import OCTAVE, per_mille, power, walk


class Asset(NamedTuple):
    """What an asset cost at the beginning of 2024 (hundredths), and how it moves.

    ``sigma`` is a usual day's change in hundredths of a per cent, ``drift`` that of a year.
    """

    price: int
    sigma: int
    drift: int = 0


ASSETS = {
    "USD": Asset(131_000, 42, 150),
    "JPY": Asset(90_500, 52),
    "EUR": Asset(143_000, 45),
    "CNY": Asset(18_300, 38),
    "GOLD": Asset(8_630_000, 78, 1_100),
    "KTB3": Asset(10_480, 12),
    "KTB5": Asset(10_700, 20),
    "KTB10": Asset(11_350, 38),
    "CURVE": Asset(10_100, 16),
    "NASDAQ": Asset(1_682_000, 125, 1_300),
    "DOW": Asset(3_770_000, 85, 800),
    "STOXX": Asset(447_000, 95, 500),
    "CHINA": Asset(341_000, 115),
    "JAPAN": Asset(3_330_000, 105, 700),
    "OIL": Asset(7_240, 190),
    "PETROL": Asset(143_000, 70),
    "DIESEL": Asset(132_000, 75),
    "KEROSENE": Asset(103_000, 70),
    "EMISSION": Asset(900_000, 210),
    "BOND": Asset(18_500, 14, 330),
}
"""Hundredths of a won (a point, a dollar); 100 yen; a gram of gold; a litre; a ton."""


@lru_cache(maxsize=512)
def asset_logs(seed: int, name: str, first: int, last: int) -> tuple[int, ...]:
    """Return how far an asset stands from its price at the beginning of 2024, as logarithms."""
    asset = ASSETS[name]
    course = walk(seed, f"asset {name}", per_mille(asset.sigma), first, last)
    yearly = per_mille(asset.drift)
    return tuple(c + yearly * (n - MIDDLE) // 245 for n, c in enumerate(course, first))


def asset_price(seed: int, name: str, day: int) -> int:
    """Return what an asset cost on a day, in hundredths."""
    return power(asset_logs(seed, name, day, day + 1)[0], ASSETS[name].price)


def fear(seed: int, day: int) -> int:
    """Return the volatility index in hundredths: high after the market fell."""
    course = market_walk(seed, "KOSPI", day - 20, day + 1)
    fell = max(0, course[0] - course[-1]) * 100 // OCTAVE
    noise = walk(seed, "fear", per_mille(260), day, day + 1)[0]
    return power(noise // 3, 1_650) + fell * 95
