"""The bytes of a pack.

::

    preamble   64 bytes: magic, version, where the footer is, SHA-256 of everything else
    blocks     the dictionary, then zstd frames and labels, each written once
    entries    fixed-size rows, sorted by tool, key and number of the answer
    index      open addressing: 16-byte key -> first row, answers
    footer     JSON: what the pack was made from, its tools, where the sections are

All integers are little-endian. A row points at its blocks by offset and size; its records by
column are a block that names each column and points at the block of it.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from kopa_env.errors import IntegrityError
from kopa_env.outcome import Reason, Status

MAGIC = b"KOPAPACK"
PACK_VERSION = 2

PREAMBLE = struct.Struct("<8sQQQ32s")
"""Magic, version, offset and size of the footer, digest."""

ENTRY = struct.Struct("<16sIHHBBBBqIIIIIQIQIQIQIQ")
"""Key; tool, HTTP status, seq; flags, outcome, reason, complete; total, records; limit, shown;
size of the label, size of the head, offset of the label; then size and offset of the body, the
records, the rendered observation, the canonical request."""

SLOT = struct.Struct("<16sII")
"""Key, number of the first row plus one (0 is a free slot), answers under the key."""

FINAL, RENDERED, CUT, WIDE, BY_COLUMN, AROUND = 1, 2, 4, 8, 16, 32
"""Flags of a row: it carries a decoded result, a rendered observation, one that was cut, records
with integers past 64 bits, records by column, a body that is put together around them."""

NONE = 0xFF
STATUSES: tuple[Status, ...] = tuple(Status)
REASONS: tuple[Reason, ...] = tuple(Reason)
STATUS_NUMBER = {status: number for number, status in enumerate(STATUSES)}
REASON_NUMBER = {reason: number for number, reason in enumerate(REASONS)}


@dataclass(frozen=True, slots=True)
class PackInfo:
    """What a pack says about itself.

    Attributes:
        name: the pack's name, such as ``mini``.
        source: ``live`` or ``replica``: where its replies were recorded.
        world_hash: the world they came from, empty for live recordings.
        canon_hash: hash of the rules its keys were made by.
        catalogue_hash: the catalogue its replies were decoded with.
        source_hash: identity of the cassettes it was compiled from (``MANIFEST.json``).
        limit: observation limit in characters it was rendered for, 0 if it was not.
        entries: recorded replies.
        keys: distinct requests.
        tools: per tool its name, spec version, first row and number of rows.
    """

    name: str
    source: str
    world_hash: str
    canon_hash: str
    catalogue_hash: str
    source_hash: str
    limit: int = 0
    entries: int = 0
    keys: int = 0
    tools: tuple[tuple[str, int, int, int], ...] = ()
    sections: Mapping[str, int] = field(default_factory=dict)
    zstd: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the footer as plain JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PackInfo:
        """Read a footer."""
        return cls(**{**data, "tools": tuple(tuple(row) for row in data["tools"])})


def unpack_preamble(view: Any, size: int, name: str) -> tuple[int, int, bytes]:
    """Return the footer's offset and size and the recorded digest.

    Raises:
        IntegrityError: if this is no pack, of another version, or cut short.
    """
    if size < PREAMBLE.size or view[: len(MAGIC)] != MAGIC:
        raise IntegrityError(f"{name} is not a kopa pack")
    _, version, offset, length, digest = PREAMBLE.unpack_from(view, 0)
    if version != PACK_VERSION:
        raise IntegrityError(
            f"{name} has pack version {version}, this kopa-env reads {PACK_VERSION}; "
            "compile it again with 'kopa cassettes compile'"
        )
    if offset + length != size:
        raise IntegrityError(f"{name} is cut short or has bytes too many")
    return offset, length, digest


def digest_of(body: Any, offset: int, length: int) -> bytes:
    """Return the digest of a pack from the hash state over its body and its footer's place."""
    state = body.copy()
    state.update(PREAMBLE.pack(MAGIC, PACK_VERSION, offset, length, bytes(32)))
    return bytes(state.digest())


def new_digest() -> Any:
    """Return an empty hash state for :func:`digest_of`."""
    return hashlib.sha256()
