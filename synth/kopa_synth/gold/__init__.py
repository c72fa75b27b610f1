"""The gold list: edges whose truth is known from outside, frozen before the scorer was written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files

from kopa_env.errors import UsageError

COLUMNS = ("source", "field", "target", "param", "label", "kind", "origin", "note")
KINDS = frozenset(
    {
        "wrong_id_kind",
        "same_name_other_code",
        "name_or_code",
        "sentinel",
        "format",
        "direction",
        "page",
    }
)
"""Why a plausible edge is false."""
ORIGINS = frozenset({"facts chain", "public client", "shared value", "documentation"})
"""Where the truth of an edge is known from."""


@dataclass(frozen=True, slots=True)
class GoldEdge:
    """A field of one tool's reply and an argument of another, and whether the value goes there.

    Attributes:
        true: whether a value of the field works as the argument.
        kind: why not, one of ``KINDS``; empty for a true edge.
        origin: where this is known from, one of ``ORIGINS``.
    """

    source: str
    field: str
    target: str
    param: str
    true: bool
    kind: str
    origin: str
    note: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What identifies it: source, field, target, param."""
        return self.source, self.field, self.target, self.param


def gold_bytes() -> bytes:
    """Return the list as it is shipped."""
    return files("kopa_synth.gold").joinpath("edges.tsv").read_bytes()


def gold_hash() -> str:
    """Return the hash of the list (blake2b, 16 bytes)."""
    return blake2b(gold_bytes(), digest_size=16).hexdigest()


def frozen() -> tuple[str, str]:
    """Return the hash the list was frozen with, and the day."""
    text = files("kopa_synth.gold").joinpath("FROZEN").read_text("utf-8")
    digest, day = text.split()
    return digest, day


@cache
def load_gold() -> tuple[GoldEdge, ...]:
    """Return the gold list, in the order of the file.

    Raises:
        UsageError: if the shipped file is damaged.
    """
    head, *lines = gold_bytes().decode("utf-8").splitlines()
    if tuple(head.split("\t")) != COLUMNS:
        raise UsageError(f"the gold list has other columns than {', '.join(COLUMNS)}")
    return tuple(_edge(number, line.split("\t")) for number, line in enumerate(lines, 2))


def _edge(number: int, cells: list[str]) -> GoldEdge:
    if len(cells) != len(COLUMNS) or cells[4] not in ("true", "false"):
        raise UsageError(f"line {number} of the gold list is damaged")
    source, field, target, param, label, kind, origin, note = cells
    return GoldEdge(source, field, target, param, label == "true", kind, origin, note)
