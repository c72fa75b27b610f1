"""Writing packs: same items and same zstd, same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

import orjson
import zstandard

from kopa_env.cache import replacing
from kopa_env.outcome import ToolResult
from kopa_env.pack.layout import (
    AROUND,
    BY_COLUMN,
    CUT,
    ENTRY,
    FINAL,
    MAGIC,
    NONE,
    PACK_VERSION,
    PREAMBLE,
    REASON_NUMBER,
    RENDERED,
    SLOT,
    STATUS_NUMBER,
    WIDE,
    PackInfo,
    digest_of,
    new_digest,
)
from kopa_env.pack.records import around, by_column, rows_json

_DICTIONARY = 64 << 10
_SMALLEST_DICTIONARY = 1 << 10
_SMALL = 4 << 10
"""Bytes of a block up to which the dictionary helps: its compressor is tuned for little ones."""
_SAMPLES = 8 << 20


@dataclass(frozen=True, slots=True)
class Blocks:
    """What of an item is stored compressed.

    Attributes:
        body: the body, or what lies around its rows.
        records: the decoded records; empty if they are held by column.
        columns: the decoded records by column.
        rendered: the rendered observation, head and tail.
        head: size of its head.
        flags: how to read the others.
    """

    body: bytes
    records: bytes = b""
    columns: Mapping[str, bytes] = field(default_factory=dict)
    rendered: bytes = b""
    head: int = 0
    flags: int = 0


@dataclass(frozen=True, slots=True)
class PackItem:
    """One recorded reply on its way into a pack.

    Attributes:
        key: 16 bytes, of the canonical request.
        canonical: the canonical request, for messages about a miss.
        tool: name of the tool that was called.
        spec_version: version of the tool's spec the reply was decoded with.
        seq: number of this answer under its key, from 0.
        headers: reply headers beside the content type.
        result: the decoded reply (``rendered`` included); ``None`` for a step on the way to one.
    """

    key: bytes
    canonical: str
    tool: str
    spec_version: int
    seq: int
    status: int
    content_type: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()
    result: ToolResult | None = None

    def blocks(self) -> Blocks:
        """Return what is stored compressed."""
        if self.result is None:
            return Blocks(self.body)
        body = self.body
        flags = FINAL
        rows, wide = rows_json(self.result.records)
        columns = {} if wide else by_column(self.result.records)
        if wide:
            flags |= WIDE
        if columns:
            flags |= BY_COLUMN
            if rest := around(body, rows):
                flags |= AROUND
                body = rest
            rows = b""
        view = self.result.rendered
        if view is None:
            return Blocks(body, rows, columns, flags=flags)
        flags |= RENDERED | (CUT if view.cut else 0)
        head = view.head.encode()
        return Blocks(body, rows, columns, head + view.tail.encode(), len(head), flags)

    def label(self) -> bytes:
        """Return what is read with every reply: content type, headers, code, message."""
        code, message = (self.result.code, self.result.message) if self.result else ("", "")
        return orjson.dumps([self.content_type, self.headers, code, message])


@contextmanager
def packing(
    target: Path, info: PackInfo, samples: Sequence[bytes] = (), level: int = 19
) -> Iterator[PackWriter]:
    """Stream items into a pack file that appears whole or not at all.

    Args:
        target: the pack to write.
        info: what the pack says about itself; counts and sections are filled in.
        samples: bytes like those to come, from which the shared dictionary is trained.
        level: zstd level.
    """
    with replacing(target) as temporary:
        with temporary.open("wb") as file:
            writer = PackWriter(file, info, samples, level)
            yield writer
            writer.finish()
        temporary.chmod(0o644)


class PackWriter:
    """Adds items to an open file; made by :func:`packing`."""

    def __init__(
        self, file: BinaryIO, info: PackInfo, samples: Sequence[bytes], level: int
    ) -> None:
        self._file = file
        self._info = info
        self._level = level
        self._rows: list[tuple[str, bytes, int, bytes]] = []
        self._versions: dict[str, int] = {}
        self._written: dict[bytes, tuple[int, int]] = {}
        self._digest = new_digest()
        self._file.write(bytes(PREAMBLE.size))
        self._at = PREAMBLE.size
        dictionary = _train(samples)
        raw = dictionary.as_bytes() if dictionary else b""
        self._sections = {"dictionary": self._put(raw), "dictionary_size": len(raw)}
        self._small = zstandard.ZstdCompressor(level=level, dict_data=dictionary)
        self._large = zstandard.ZstdCompressor(level=level)

    def add(self, item: PackItem) -> None:
        """Write one item's blocks. Items of one order give the same bytes again."""
        blocks = item.blocks()
        result = item.result
        view = result.rendered if result else None
        label, label_size = self._block(item.label(), compress=False)
        records = self._columns(blocks.columns) if blocks.columns else blocks.records
        places = [self._block(data) for data in (blocks.body, records, blocks.rendered)]
        places.append(self._block(item.canonical.encode(), unique=True))
        pointers = [number for offset, size in places for number in (size, offset)]
        complete = NONE if result is None or result.complete is None else int(result.complete)
        row = ENTRY.pack(
            item.key,
            0,
            item.status,
            item.seq,
            blocks.flags,
            STATUS_NUMBER[result.status] if result else 0,
            REASON_NUMBER[result.reason] if result else 0,
            complete,
            -1 if result is None or result.total is None else result.total,
            len(result.records) if result else 0,
            view.limit if view else 0,
            view.shown if view else 0,
            label_size,
            blocks.head,
            label,
            *pointers,
        )
        self._versions[item.tool] = item.spec_version
        self._rows.append((item.tool, item.key, item.seq, row))

    def _columns(self, columns: Mapping[str, bytes]) -> bytes:
        return orjson.dumps([[name, *self._block(data)] for name, data in columns.items()])

    def _put(self, data: bytes) -> int:
        at = self._at
        self._file.write(data)
        self._digest.update(data)
        self._at += len(data)
        return at

    def _block(
        self, data: bytes, *, compress: bool = True, unique: bool = False
    ) -> tuple[int, int]:
        if not data:
            return 0, 0
        if unique:
            stored = self._compressed(data)
            return self._put(stored), len(stored)
        name = hashlib.blake2b(data, digest_size=16, key=b"z" if compress else b"p").digest()
        known = self._written.get(name)
        if known is None:
            stored = self._compressed(data) if compress else data
            known = self._written[name] = (self._put(stored), len(stored))
        return known

    def _compressed(self, data: bytes) -> bytes:
        compressor = self._small if len(data) < _SMALL else self._large
        return compressor.compress(data)

    def finish(self) -> None:
        """Write the sorted rows, the index, the footer and, last, the preamble."""
        self._rows.sort(key=lambda row: row[:3])
        tools: dict[str, list[int]] = {}
        self._sections["entries"] = self._at
        for number, (tool, _, _, row) in enumerate(self._rows):
            place = tools.setdefault(tool, [len(tools), number, 0])
            place[2] += 1
            self._put(row[:16] + place[0].to_bytes(4, "little") + row[20:])
        keys = self._index()
        info = replace(
            self._info,
            entries=len(self._rows),
            keys=keys,
            tools=tuple(
                (tool, self._versions[tool], first, count)
                for tool, (_, first, count) in tools.items()
            ),
            sections=self._sections,
            zstd={"version": ".".join(map(str, zstandard.ZSTD_VERSION)), "level": self._level},
        )
        footer = orjson.dumps(info.to_json(), option=orjson.OPT_SORT_KEYS)
        offset = self._put(footer)
        digest = digest_of(self._digest, offset, len(footer))
        self._file.seek(0)
        self._file.write(PREAMBLE.pack(MAGIC, PACK_VERSION, offset, len(footer), digest))

    def _index(self) -> int:
        firsts: dict[bytes, list[int]] = {}
        for number, (_, key, _, _) in enumerate(self._rows):
            firsts.setdefault(key, [number, 0])[1] += 1
        slots = 8
        while slots < 2 * len(firsts):
            slots *= 2
        table = bytearray(slots * SLOT.size)
        for key, (first, answers) in firsts.items():
            slot = int.from_bytes(key[:8], "little") & (slots - 1)
            while any(table[slot * SLOT.size + 16 : slot * SLOT.size + 20]):
                slot = (slot + 1) & (slots - 1)
            SLOT.pack_into(table, slot * SLOT.size, key, first + 1, answers)
        self._sections["slots"] = slots
        self._sections["index"] = self._put(bytes(table))
        return len(firsts)


def write_pack(
    target: Path, info: PackInfo, items: Sequence[PackItem], level: int = 19
) -> PackInfo:
    """Write a whole pack, its dictionary trained on an even choice of the items' own bytes."""
    with packing(target, info, samples_of(items), level) as writer:
        for item in items:
            writer.add(item)
    from kopa_env.pack.reader import Pack

    with Pack.open(target) as pack:
        return pack.info


def samples_of(items: Sequence[PackItem], budget: int = _SAMPLES) -> list[bytes]:
    """Return blocks of evenly spaced items, at most ``budget`` bytes of them."""
    total = sum(len(item.body) for item in items) * 3
    step = max(1, -(-total // budget))
    samples: list[bytes] = []
    for item in items[::step]:
        blocks = item.blocks()
        parts = (blocks.body, blocks.records, blocks.rendered, item.canonical.encode())
        samples += [part for part in parts if part]
    return samples


def _train(samples: Iterable[bytes]) -> zstandard.ZstdCompressionDict | None:
    """Train a dictionary, or return ``None`` where there is too little to learn from."""
    chosen: list[bytes | bytearray | memoryview] = [sample[:_DICTIONARY] for sample in samples]
    size = min(_DICTIONARY, sum(map(len, chosen)) // 16)
    if size < _SMALLEST_DICTIONARY:
        return None
    try:
        return zstandard.train_dictionary(size, chosen)
    except zstandard.ZstdError:
        return None
