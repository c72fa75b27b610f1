"""Manifests: what a cassette is, where it came from, and the hashes that hold it together.

``<tool>.manifest.json`` stands beside a tool's cassette; ``MANIFEST.json`` at the root holds a hash
over all of them, which is the identity of everything compiled from the folder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import orjson

from kopa_env.errors import IntegrityError
from kopa_env.outcome import JSON

FORMAT = 1
ROOT = "MANIFEST.json"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a manifest says of one interaction.

    Attributes:
        key: hex of the 16-byte request key.
        canonical: the canonical request.
        seq: number of this answer under its key, from 0.
        args: the call's arguments by parameter name, as far as known.
        recorded_at: when; the world's frozen clock for replies of the replica.
        final: whether the reply ends a call (a redirect or a token does not).
    """

    key: str
    canonical: str
    seq: int
    args: Mapping[str, JSON]
    status: int
    bytes: int
    body_sha256: str
    recorded_at: str
    final: bool = True


@dataclass(frozen=True, slots=True)
class Manifest:
    """What stands beside the cassette of one tool.

    Attributes:
        source: ``live`` or ``replica``.
        files: per file of this cassette its SHA-256.
        in_blobs: interactions whose body lies in ``blobs/``: stock vcrpy cannot replay these.
        redaction: version of the rules, spellings scanned for, hits (always 0).
    """

    platform: str
    tool: str
    ref: str
    spec_version: int
    source: str
    world_hash: str
    canon_hash: str
    attribution: str
    files: Mapping[str, str]
    in_blobs: int
    redaction: Mapping[str, int]
    interactions: tuple[Entry, ...]
    format: int = FORMAT

    def dump(self) -> bytes:
        """Return the file's text: one line per interaction, so that a change is a line."""
        head = {key: value for key, value in asdict(self).items() if key != "interactions"}
        text = orjson.dumps(head, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode()
        rows = ",\n    ".join(
            orjson.dumps(asdict(entry), option=orjson.OPT_SORT_KEYS).decode()
            for entry in self.interactions
        )
        body = f"[\n    {rows}\n  ]" if rows else "[]"
        return f'{text[:-2]},\n  "interactions": {body}\n}}\n'.encode()

    @classmethod
    def load(cls, data: bytes, name: str) -> Manifest:
        """Read a manifest.

        Raises:
            IntegrityError: if it is malformed or of another format.
        """
        values = _read(data, name)
        try:
            rows = tuple(Entry(**row) for row in values.pop("interactions"))
            return cls(**values, interactions=rows)
        except (TypeError, KeyError):
            raise IntegrityError(f"{name} is malformed") from None


@dataclass(frozen=True, slots=True)
class Root:
    """What stands at the root of a folder of cassettes.

    Attributes:
        name: the pack it is compiled into, such as ``mini``; may be empty.
        cassettes: per ``platform/tool`` the SHA-256 of its manifest.
        interactions: how many there are in all.
        hash: identity of the whole folder.
    """

    name: str
    source: str
    world_hash: str
    canon_hash: str
    cassettes: Mapping[str, str] = field(default_factory=dict)
    interactions: int = 0
    hash: str = ""
    format: int = FORMAT

    def dump(self) -> bytes:
        """Return the file's text."""
        options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS
        return orjson.dumps(asdict(self), option=options) + b"\n"

    @classmethod
    def load(cls, data: bytes, name: str) -> Root:
        """Read the root manifest.

        Raises:
            IntegrityError: if it is malformed or of another format.
        """
        try:
            return cls(**_read(data, name))
        except TypeError:
            raise IntegrityError(f"{name} is malformed") from None

    def expected_hash(self) -> str:
        """Return the hash that follows from the rest of the fields."""
        values = {**asdict(self), "hash": ""}
        return sha256(orjson.dumps(values, option=orjson.OPT_SORT_KEYS))


def sha256(data: bytes) -> str:
    """Return the SHA-256 of bytes (hex)."""
    return hashlib.sha256(data).hexdigest()


def read_root(directory: Path) -> Root:
    """Read a folder's root manifest.

    Raises:
        IntegrityError: if it is missing or malformed.
    """
    path = directory / ROOT
    if not path.is_file():
        raise IntegrityError(f"{directory} holds no {ROOT}: it is no folder of cassettes")
    return Root.load(path.read_bytes(), ROOT)


def common(values: Sequence[str], what: str) -> str:
    """Return the one value that all cassettes of a folder share.

    Raises:
        IntegrityError: if they differ: answers of two worlds must never lie in one pack.
    """
    distinct = sorted(set(values))
    if len(distinct) > 1:
        raise IntegrityError(f"cassettes of different {what} in one folder: {', '.join(distinct)}")
    return distinct[0] if distinct else ""


def _read(data: bytes, name: str) -> dict[str, Any]:
    try:
        values = orjson.loads(data)
    except orjson.JSONDecodeError:
        raise IntegrityError(f"{name} is not readable JSON") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise IntegrityError(f"{name} is no manifest of format {FORMAT}")
    return values
