"""Choices that depend on a seed and on what is chosen, and on nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Draws by name: adding a choice elsewhere does not move the others."""

    def __init__(self, seed: str) -> None:
        """*seed* is any text."""
        self._seed = seed
        self._rolls: dict[str, int] = {}

    def below(self, n: int, name: str) -> int:
        """Return a whole number below *n*; the next one each time for the same *name*."""
        roll = self._rolls.get(name, 0)
        self._rolls[name] = roll + 1
        text = f"{self._seed}/{name}/{roll}".encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") % n

    def chance(self, percent: int, name: str) -> bool:
        """Return true in *percent* of all seeds."""
        return self.below(100, name) < percent

    def one(self, options: Sequence[T], name: str) -> T:
        """Return one of *options*."""
        return options[self.below(len(options), name)]

    def weighted(self, options: Mapping[T, int], name: str) -> T:
        """Return one of the keys of *options*, by weight."""
        at = self.below(sum(options.values()), name)
        for option, weight in options.items():
            at -= weight
            if at < 0:
                return option
        raise AssertionError("weights add up to what was drawn from")

    def order(self, options: Mapping[T, int], name: str) -> Iterator[T]:
        """Yield all keys of *options*, each time by weight one of those that are left."""
        left = dict(options)
        while left:
            drawn = self.weighted(left, name)
            del left[drawn]
            yield drawn
