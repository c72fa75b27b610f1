"""Walks: prices of any day without those of the days before, in whole numbers.

The logarithm of a price is a sum of *value noises*: hashed values at every 1st, 4th, 16th … 1024th
day, straight lines between them. Each scale moves by an amount that grows with its square root, so
that the sum looks like a random walk of years, and a day's change stays within a bound that follows
from the amounts alone: a little over three times ``sigma``. Logarithms are to base 2, in 65,536ths.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from kopa_env.world.draw import Draw

SCALES = (1, 4, 16, 64, 256, 1024)
_SHARES = (920, 1400, 2800, 5600, 11_200, 22_400)
"""Amplitude of each scale in thousandths of ``sigma``."""

OCTAVE = 1 << 16
_BITS = 30
_STEPS = 4096


def _table() -> tuple[int, ...]:
    wide = 60
    step = 2 << wide
    for _ in range(12):
        step = isqrt(step << wide)
    powers = [1 << wide]
    for _ in range(_STEPS):
        powers.append(powers[-1] * step >> wide)
    return tuple(power >> (wide - _BITS) for power in powers)


POWERS = _table()
"""``2 ** (n / 4096)`` for n = 0 … 4096, in 2 ** 30ths."""


def power(log: int, scale: int = 1) -> int:
    """Return ``scale * 2 ** (log / 65536)``, rounded down; between steps on a straight line."""
    place, part = log >> 4 & _STEPS - 1, log & 15
    low = POWERS[place]
    value = low + (POWERS[place + 1] - low) * part // 16
    shift = _BITS - (log >> 16)
    return scale * value >> shift if shift >= 0 else scale * value << -shift


def logarithm(value: int, whole: int = 1) -> int:
    """Return the logarithm of ``value / whole`` to base 2 in 65,536ths (both positive)."""
    octave = value.bit_length() - whole.bit_length() - 1
    shifted = (value << 62 - octave) // whole
    while shifted >> 63:
        shifted >>= 1
        octave += 1
    target = shifted >> 62 - _BITS
    low, high = 0, _STEPS
    while high - low > 1:
        middle = (low + high) // 2
        if POWERS[middle] <= target:
            low = middle
        else:
            high = middle
    gap = POWERS[low + 1] - POWERS[low]
    return octave * OCTAVE + low * 16 + (target - POWERS[low]) * 16 // gap


def per_mille(sigma: int) -> int:
    """Return a change in ten-thousandths as a logarithm (small changes)."""
    return sigma * OCTAVE * 1443 // 10_000_000


@lru_cache(maxsize=1 << 16)
def _block(seed: int, name: str, scale: int, block: int) -> int:
    return Draw(seed, "walk", name, scale, block).bits()


def values(seed: int, name: str, scale: int, first: int, last: int) -> list[int]:
    """Return the hashed values numbered ``first`` to ``last - 1``: between -32768 and 32767."""
    found = []
    for block in range(first >> 5, (last - 1 >> 5) + 1):
        bits, base = _block(seed, name, scale, block), block << 5
        low, high = max(first - base, 0), min(last - base, 32)
        found += [(bits >> (n << 4) & 0xFFFF) - 0x8000 for n in range(low, high)]
    return found


def _line(seed: int, name: str, scale: int, first: int, last: int) -> Sequence[int]:
    """Return a scale's values for days ``first`` to ``last - 1``, times the scale."""
    start = first // scale
    marks = values(seed, name, scale, start, (last - 1) // scale + 2)
    found: list[int] = []
    for place in range(len(marks) - 1):
        base = (start + place) * scale
        low, high = max(first - base, 0), min(last - base, scale)
        mark, step = marks[place], marks[place + 1] - marks[place]
        if step:
            found.extend(range(mark * scale + step * low, mark * scale + step * high, step))
        else:
            found.extend([mark * scale] * (high - low))
    return found


def walk(seed: int, name: str, sigma: int, first: int, last: int) -> list[int]:
    """Return the logarithms of a walk for the days numbered ``first`` to ``last - 1``.

    Args:
        seed: of the world.
        name: whose walk it is.
        sigma: the size of a day's change, as a logarithm.
        first: number of the first day, 0 or more.
        last: one past the last day.
    """
    if last <= first:
        return []
    a, b, c, d, e, f = (
        sigma * share * 4 // scale for share, scale in zip(_SHARES, SCALES, strict=True)
    )
    day = values(seed, name, 1, first, last)
    rest = (_line(seed, name, scale, first, last) for scale in SCALES[1:])
    return [
        (a * v + b * w + c * x + d * y + e * z + f * u) // 131_072_000
        for v, w, x, y, z, u in zip(day, *rest, strict=True)
    ]
