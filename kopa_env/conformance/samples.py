"""Sample folders: replies of real platforms with an answer key beside them.

``INDEX.tsv`` has one row a reply: where it lies, which endpoint answered, and what a reader must
make of it. ``ALTERNATIVES.tsv``, where present, names values that are right as well.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kopa_env.errors import UsageError
from kopa_env.outcome import Status

INDEX, ALTERNATIVES = "INDEX.tsv", "ALTERNATIVES.tsv"
KEY_FIELDS = ("outcome", "code", "n_records", "total")
COUNTED = ("recorded", "trimmed")
"""Tiers whose bytes came from a platform; the others are shown beside them."""

_COLUMNS = ("file", "platform", "facts_id", "request", "tier", *KEY_FIELDS)


@dataclass(frozen=True, slots=True)
class Sample:
    """One reply and what a reader must make of it.

    Attributes:
        file: path below the folder.
        folder: the collection it belongs to, named after a platform or one of its hosts.
        ref: the endpoint, as in ``ToolSpec.ref``; empty where only the platform is known.
        request: what was asked, in the collector's words.
        tier: how the bytes came about (``recorded``, ``trimmed``, ``fixture`` …).
        key: the right value by name (:data:`KEY_FIELDS`), as text.
        others: further right values by name.
        note: remark on the envelope; may name the HTTP status.
    """

    file: str
    folder: str
    ref: str
    request: str
    tier: str
    key: Mapping[str, str]
    others: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    note: str = ""

    @property
    def counted(self) -> bool:
        """Whether the bytes came from a platform."""
        return self.tier in COUNTED


@dataclass(frozen=True, slots=True)
class SampleSet:
    """The samples of one folder."""

    root: Path
    samples: tuple[Sample, ...]

    def body(self, sample: Sample) -> bytes:
        """Return a reply's bytes.

        Raises:
            UsageError: if the file is missing or cannot be read.
        """
        try:
            return (self.root / sample.file).read_bytes()
        except OSError as error:
            raise UsageError(f"{INDEX} names {sample.file}: {error.strerror}") from None


def read_samples(root: Path) -> SampleSet:
    """Read a folder's key.

    Raises:
        UsageError: if there is no key, or a row that does not fit; the message names the line.
    """
    others = _alternatives(root / ALTERNATIVES)
    samples: list[Sample] = []
    seen: set[str] = set()
    for line, row in _rows(root / INDEX, _COLUMNS):
        fault = _fault(root, row, seen)
        if fault:
            raise UsageError(f"{INDEX} line {line}: {fault}")
        seen.add(row["file"])
        samples.append(
            Sample(
                file=row["file"],
                folder=row["platform"],
                ref=row["facts_id"],
                request=row["request"],
                tier=row["tier"],
                key={name: row[name] for name in KEY_FIELDS},
                others=others.get(row["file"], {}),
                note=row.get("root_note", ""),
            )
        )
    return SampleSet(root, tuple(samples))


def golden_replies() -> SampleSet:
    """Return the replies that ship: derived from specifications, with fictional values.

    They stand in where a platform has next to no samples, and are counted apart.
    """
    return read_samples(Path(__file__).parent / "golden")


def _fault(root: Path, row: Mapping[str, str], seen: Collection[str]) -> str:
    """Say what is wrong with a row, or return an empty string."""
    name = row["file"]
    if name in seen:
        return f"{name} is listed twice"
    if not name or not (root / name).resolve().is_relative_to(root.resolve()):
        return f"{name!r} is no file of this folder"
    if row["outcome"] not in tuple(Status):
        return f"outcome {row['outcome']!r} is none of {', '.join(Status)}"
    for column in ("n_records", "total"):
        if not row[column].isdecimal() and (row[column] or column == "n_records"):
            return f"{column} {row[column]!r} is no number"
    if not row["tier"]:
        return "tier is missing"
    return "" if row["platform"] else "platform is missing"


def _alternatives(path: Path) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    found: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    if path.exists():
        for line, row in _rows(path, ("file", "field", "alternative")):
            name = row["field"]
            if name not in KEY_FIELDS:
                raise UsageError(f"{ALTERNATIVES} line {line}: field {name!r} is not in the key")
            known = found[row["file"]].get(name, ())
            found[row["file"]][name] = (*known, row["alternative"])
    return found


def _rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of a tab-separated file with their line numbers."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is no UTF-8 text") from None
    reader = csv.reader(io.StringIO(text, newline=""), delimiter="\t", strict=True)
    try:
        header = next(reader, [])
        missing = [name for name in columns if name not in header]
        if missing:
            raise UsageError(f"{path.name} has no column {', '.join(missing)}")
        least = 1 + max(header.index(name) for name in columns)
        for cells in reader:
            if cells and not least <= len(cells) <= len(header):
                raise UsageError(
                    f"{path.name} line {reader.line_num}: {len(cells)} cells, {len(header)} columns"
                )
            if cells:
                filled = [*cells, *[""] * (len(header) - len(cells))]
                yield reader.line_num, dict(zip(header, filled, strict=True))
    except csv.Error as error:
        raise UsageError(f"{path.name} line {reader.line_num}: {error}") from None
