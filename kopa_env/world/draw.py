"""Deterministic draws: integers from a keyed hash, the same on every machine and Python."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_WORDS = 8


class Draw:
    """A stream of integers that depends on nothing but its keys.

    One stream per row (``Draw(seed, "companies", 17)``) keeps rows independent of one another:
    adding a row, or a draw to one row, changes no other.
    """

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, *keys: int | str) -> None:
        self._key = "\x1f".join(map(str, keys)).encode()
        self._block = 0
        self._words: list[int] = []

    def u64(self) -> int:
        """Return the next integer in [0, 2**64)."""
        if not self._words:
            digest = blake2b(self._key + self._block.to_bytes(4, "big"), digest_size=64).digest()
            self._words = [int.from_bytes(digest[i * 8 : i * 8 + 8], "big") for i in range(_WORDS)]
            self._block += 1
        return self._words.pop()

    def bits(self) -> int:
        """Return the next 512 bits as one integer: many small draws for the price of one."""
        digest = blake2b(self._key + self._block.to_bytes(4, "big"), digest_size=64).digest()
        self._block += 1
        return int.from_bytes(digest, "big")

    def below(self, n: int) -> int:
        """Return an integer in [0, n)."""
        return self.u64() % n

    def between(self, low: int, high: int) -> int:
        """Return an integer in [low, high], both ends included."""
        return low + self.u64() % (high - low + 1)

    def bell(self, low: int, high: int) -> int:
        """Return an integer in [low, high] that favours the middle (mean of four draws)."""
        span = high - low + 1
        return low + sum(self.u64() % span for _ in range(4)) // 4

    def skewed(self, low: int, high: int, power: int = 3) -> int:
        """Return an integer in [low, high] that favours the low end."""
        unit = 1 << 20
        x = self.u64() % unit
        for _ in range(power - 1):
            x = x * (self.u64() % unit) // unit
        return low + x * (high - low + 1) // unit

    def chance(self, per_mille: int) -> bool:
        """Return true in ``per_mille`` of a thousand cases."""
        return self.u64() % 1000 < per_mille

    def pick(self, items: Sequence[T]) -> T:
        """Return one item, all equally likely."""
        return items[self.u64() % len(items)]

    def weighted(self, items: Sequence[tuple[T, int]]) -> T:
        """Return one item with probability proportional to its integer weight."""
        point = self.u64() % sum(weight for _, weight in items)
        for item, weight in items:
            if point < weight:
                return item
            point -= weight
        raise AssertionError("unreachable: weights are positive")

    def digits(self, width: int) -> str:
        """Return a string of ``width`` decimal digits."""
        return str(self.u64() % 10**width).zfill(width)
