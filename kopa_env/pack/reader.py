"""Reading packs: mapped, immutable, shareable between threads and processes."""

from __future__ import annotations

import mmap
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType

import orjson
import zstandard

from kopa_env.errors import IntegrityError
from kopa_env.outcome import JSON, Origin, Record, Rendered, ToolResult
from kopa_env.pack.layout import (
    AROUND,
    BY_COLUMN,
    CUT,
    ENTRY,
    FINAL,
    NONE,
    PREAMBLE,
    REASONS,
    RENDERED,
    SLOT,
    STATUSES,
    WIDE,
    PackInfo,
    digest_of,
    new_digest,
    unpack_preamble,
)
from kopa_env.pack.records import Place, Shelf, Stored, StoredColumns, StoredRows, body_around


class Entry:
    """One recorded reply. Nothing of it is decompressed before it is asked for."""

    __slots__ = ("_pack", "_row")

    def __init__(self, pack: Pack, row: tuple[JSON, ...]) -> None:
        self._pack = pack
        self._row = row

    @property
    def key(self) -> bytes:
        """The 16-byte key of the request."""
        key: bytes = self._row[0]
        return key

    @property
    def tool(self) -> str:
        """Name of the tool that was called."""
        return self._pack.info.tools[self._row[1]][0]

    @property
    def status(self) -> int:
        """HTTP status."""
        status: int = self._row[2]
        return status

    @property
    def seq(self) -> int:
        """Number of this answer under its key, from 0."""
        seq: int = self._row[3]
        return seq

    @property
    def final(self) -> bool:
        """Whether the reply ends a call: it carries a decoded result."""
        return bool(self._row[4] & FINAL)

    @property
    def is_around(self) -> bool:
        """Whether the body is put together around the records."""
        return bool(self._row[4] & AROUND)

    @property
    def recorded_from(self) -> str:
        """``live`` or ``replica``."""
        return self._pack.info.source

    @property
    def content_type(self) -> str:
        """Content type as served."""
        content_type: str = self._label()[0]
        return content_type

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """Reply headers that were kept, the content type first."""
        content_type, others, _, _ = self._label()
        first = [("content-type", content_type)] if content_type else []
        return (*first, *((name, value) for name, value in others))

    @property
    def body(self) -> bytes:
        """The body as served.

        Raises:
            IntegrityError: if it can no longer be put together as it was recorded.
        """
        stored = self._pack.block(self._row[16], self._row[15])
        return body_around(stored, self._records(), repr(self)) if self.is_around else stored

    @property
    def canonical(self) -> str:
        """The canonical request."""
        return self._pack.block(self._row[22], self._row[21]).decode()

    def records(self) -> list[Record]:
        """Decode the records."""
        return list(self._records())

    def _records(self) -> Sequence[Record]:
        row = self._row
        if not row[9]:
            return ()
        if row[4] & BY_COLUMN:
            return self._pack.columns(row[18], row[17], row[9])
        return self._pack.rows_at(row[18], row[17], row[9], wide=bool(row[4] & WIDE))

    def result(self) -> ToolResult:
        """Return the decoded reply with its rendered observation; records are decoded on use.

        Raises:
            IntegrityError: if the reply is only a step on the way to a result.
        """
        row = self._row
        flags = row[4]
        if not flags & FINAL:
            raise IntegrityError(f"the recorded reply to {self.canonical} carries no result")
        _, _, code, message = self._label()
        rendered = None
        if flags & RENDERED:
            text = self._pack.block(row[20], row[19])
            head = row[13]
            rendered = Rendered(
                row[10], text[:head].decode(), text[head:].decode(), row[11], bool(flags & CUT)
            )
        total, complete = row[8], row[7]
        return ToolResult(
            STATUSES[row[5]],
            REASONS[row[6]],
            code,
            message,
            self._records(),
            None if total < 0 else total,
            None if complete == NONE else bool(complete),
            Origin.EXACT,
            self._pack.info.source,
            rendered,
        )

    def _label(self) -> tuple[str, list[tuple[str, str]], str, str]:
        label: tuple[str, list[tuple[str, str]], str, str] = self._pack.label(
            self._row[14], self._row[12]
        )
        return label

    def __repr__(self) -> str:
        return f"<Entry {self.tool} {self.key.hex()} seq={self.seq}>"


class Pack:
    """A mapped pack. Use :meth:`open`; safe to share between threads and forked processes."""

    _LABELS = 65_536

    def __init__(self, path: Path, view: mmap.mmap, info: PackInfo) -> None:
        self.path = path
        self.info = info
        self._view = view
        sections = info.sections
        self._entries = sections["entries"]
        self._index = sections["index"]
        self._mask = sections["slots"] - 1
        start, size = sections["dictionary"], sections["dictionary_size"]
        self._dictionary = (
            zstandard.ZstdCompressionDict(view[start : start + size]) if size else None
        )
        self._local = threading.local()
        self._labels: dict[int, JSON] = {}
        self._shelf = Shelf()

    @classmethod
    def open(cls, path: Path | str) -> Pack:
        """Map a pack; no part of it is parsed but its footer.

        Raises:
            IntegrityError: if the file is missing or is not a pack of this version.
        """
        path = Path(path)
        try:
            with path.open("rb") as file:
                view = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise IntegrityError(f"no pack at {path}") from None
        except ValueError:
            raise IntegrityError(f"{path.name} is empty") from None
        try:
            offset, length, _ = unpack_preamble(view, len(view), path.name)
            info = PackInfo.from_json(orjson.loads(view[offset : offset + length]))
            return cls(path, view, info)
        except (orjson.JSONDecodeError, TypeError, KeyError, ValueError):
            view.close()
            raise IntegrityError(f"{path.name} has an unreadable footer") from None
        except IntegrityError:
            view.close()
            raise

    def __enter__(self) -> Pack:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Unmap the file. Records not yet read are lost."""
        self._view.close()

    def __len__(self) -> int:
        return self.info.entries

    @property
    def hash(self) -> str:
        """The pack's own identity: the digest its preamble records (hex)."""
        digest: bytes = PREAMBLE.unpack_from(self._view, 0)[4]
        return digest.hex()

    def find(self, key: bytes) -> tuple[int, int]:
        """Return the first row and the number of answers under a key; ``(-1, 0)`` if none."""
        view, mask, index = self._view, self._mask, self._index
        slot = int.from_bytes(key[:8], "little") & mask
        while True:
            found, first, answers = SLOT.unpack_from(view, index + slot * 24)
            if found == key and first:
                return first - 1, answers
            if not first:
                return -1, 0
            slot = (slot + 1) & mask

    def get(self, key: bytes, nth: int = 0) -> Entry | None:
        """Return the ``nth`` answer recorded under a key, or ``None``.

        Args:
            key: 16 bytes.
            nth: which answer; past the last, the last one. Counters live with the caller.
        """
        first, answers = self.find(key)
        if not answers:
            return None
        return self.entry(first + (nth if nth < answers else answers - 1))

    def entry(self, number: int) -> Entry:
        """Return a row by number, 0 … len - 1."""
        return Entry(self, ENTRY.unpack_from(self._view, self._entries + number * ENTRY.size))

    def rows(self, tool: str) -> range:
        """Return the row numbers of one tool's replies, sorted by key and seq."""
        for name, _, first, count in self.info.tools:
            if name == tool:
                return range(first, first + count)
        return range(0)

    def __iter__(self) -> Iterator[Entry]:
        return map(self.entry, range(self.info.entries))

    def block(self, offset: int, size: int) -> bytes:
        """Decompress one block."""
        if not size:
            return b""
        # A decompressor drops the GIL with its state half used, so each thread has its own.
        try:
            decompress = self._local.decompress
        except AttributeError:
            decompressor = zstandard.ZstdDecompressor(dict_data=self._dictionary)
            decompress = self._local.decompress = decompressor.decompress
        data: bytes = decompress(self._view[offset : offset + size])
        return data

    def rows_at(self, offset: int, size: int, rows: int, *, wide: bool) -> Stored:
        """Return records held as rows; those used last stay parsed for the next to ask."""

        def make() -> StoredRows:
            return StoredRows(
                rows,
                lambda: self.block(offset, size),
                wide,
                lambda records, opened: self._shelf.put(offset, records, opened),
            )

        return self._shelf.get(offset, make)

    def columns(self, offset: int, size: int, rows: int) -> Stored:
        """Return records held by column; those used last stay open for the next to ask."""

        def places() -> dict[str, Place]:
            head = orjson.loads(self.block(offset, size))
            return {name: (at, length) for name, at, length in head}

        def make() -> StoredColumns:
            return StoredColumns(
                rows,
                places,
                lambda place: self.block(*place),
                lambda columns, opened: self._shelf.put(offset, columns, opened),
            )

        return self._shelf.get(offset, make)

    def label(self, offset: int, size: int) -> JSON:
        """Return a label; labels repeat, so they are kept decoded up to a bound."""
        label = self._labels.get(offset)
        if label is None:
            label = orjson.loads(self._view[offset : offset + size])
            if len(self._labels) >= self._LABELS:
                self._labels.clear()
            self._labels[offset] = label
        return label

    def verify(self) -> None:
        """Check every byte against the recorded digest.

        Raises:
            IntegrityError: if one byte differs.
        """
        offset, length, recorded = unpack_preamble(self._view, len(self._view), self.path.name)
        state = new_digest()
        with memoryview(self._view) as whole:
            state.update(whole[PREAMBLE.size :])
        if digest_of(state, offset, length) != recorded:
            raise IntegrityError(
                f"{self.path.name} was changed after it was compiled; "
                "compile it again with 'kopa cassettes compile'"
            )

    def verify_bodies(self) -> None:
        """Put every body together again that is kept around its records.

        Raises:
            IntegrityError: if one is not what it was.
        """
        for entry in self:
            if entry.is_around:
                _ = entry.body
