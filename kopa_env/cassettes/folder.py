"""A folder of cassettes on disk.

::

    <platform>/<tool>.yaml            interactions, sorted by canonical request
    <platform>/<tool>.2.yaml          … further parts, past 50 interactions or 1 MB
    <platform>/<tool>.txt             readable twin of bodies in EUC-KR
    <platform>/<tool>.manifest.json   hashes and provenance
    blobs/<sha256>.xz                 long or opaque bodies, compressed
    MANIFEST.json                     hash over all manifests
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kopa_env.cache import replacing
from kopa_env.canonical import canonical, request_key, rules_hash
from kopa_env.cassettes import text
from kopa_env.cassettes.interaction import Interaction
from kopa_env.cassettes.manifest import ROOT, Entry, Manifest, Root, common, sha256
from kopa_env.errors import IntegrityError

PART_INTERACTIONS = 50
PART_BYTES = 1 << 20
BLOBS = "blobs"
_SUFFIX = ".manifest.json"
PACKED = ".xz"
_LARGEST = 256 << 20
"""Bytes that a blob may unpack to, and that unpacking may take."""

Check = Callable[[str, bytes], None]


@dataclass(frozen=True, slots=True)
class Recording:
    """One interaction and what its manifest says of it."""

    interaction: Interaction
    entry: Entry

    @property
    def place(self) -> tuple[str, int]:
        """Where it stands among the others of its cassette."""
        return self.entry.canonical, self.entry.seq


@dataclass(frozen=True, slots=True)
class Cassette:
    """Everything recorded of one tool."""

    platform: str
    tool: str
    ref: str
    spec_version: int
    source: str
    world_hash: str
    attribution: str
    recordings: tuple[Recording, ...] = ()

    @property
    def name(self) -> str:
        """Its place in the folder: ``platform/tool``."""
        return f"{self.platform}/{self.tool}"


class Folder:
    """Reads and writes a folder of cassettes."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def names(self) -> list[str]:
        """Return the cassettes that have a manifest, as ``platform/tool``, sorted."""
        found = self.directory.glob(f"*/*{_SUFFIX}")
        return sorted(f"{p.parent.name}/{p.name.removesuffix(_SUFFIX)}" for p in found)

    def manifest(self, name: str) -> Manifest:
        """Read one cassette's manifest.

        Raises:
            IntegrityError: if it is missing or malformed.
        """
        path = self.manifest_path(name)
        return Manifest.load(self.read(path), path.name)

    def manifest_path(self, name: str) -> Path:
        """Return where a cassette's manifest lies."""
        return self.directory / f"{name}{_SUFFIX}"

    def load(self, name: str) -> Cassette:
        """Read one cassette, its interactions paired with their manifest entries.

        Raises:
            IntegrityError: if file and manifest do not hold the same interactions.
        """
        manifest = self.manifest(name)
        interactions = list(self.interactions(name, manifest))
        if len(interactions) != len(manifest.interactions):
            raise IntegrityError(
                f"{name} holds {len(interactions)} interactions, its manifest lists "
                f"{len(manifest.interactions)}"
            )
        pairs = zip(interactions, manifest.interactions, strict=True)
        return Cassette(
            manifest.platform,
            manifest.tool,
            manifest.ref,
            manifest.spec_version,
            manifest.source,
            manifest.world_hash,
            manifest.attribution,
            tuple(Recording(interaction, entry) for interaction, entry in pairs),
        )

    def interactions(self, name: str, manifest: Manifest) -> Iterator[Interaction]:
        """Yield the interactions of all parts of a cassette in order."""
        folder = self.directory / manifest.platform
        for part in _parts(manifest.tool, manifest.files):
            yield from text.load(self.read(folder / part), part, self.blob)

    def blob(self, digest: str) -> bytes:
        """Return a blob's bytes.

        Raises:
            IntegrityError: if it is missing or is not what its name says.
        """
        if not digest.isalnum():
            raise IntegrityError(f"{digest!r} is no name of a blob")
        data = _unpacked(self.read(self.directory / BLOBS / f"{digest}{PACKED}"))
        if sha256(data) != digest:
            raise IntegrityError(
                f"{BLOBS}/{digest[:12]}… was changed: its content has another hash"
            )
        return data

    def read(self, path: Path) -> bytes:
        """Return a file's bytes.

        Raises:
            IntegrityError: if it is missing.
        """
        try:
            return path.read_bytes()
        except OSError:
            place = path.relative_to(self.directory)
            raise IntegrityError(f"{place} is missing or cannot be read") from None

    def save(self, cassette: Cassette, check: Check, redaction: dict[str, int]) -> None:
        """Write a cassette and its manifest; equal recordings give equal bytes.

        Args:
            cassette: what to write; recordings are sorted.
            check: called with the name and bytes of every file before any is written.
            redaction: what the manifest says of the scan.
        """
        recordings = sorted(cassette.recordings, key=lambda recording: recording.place)
        files, blobs = _rendered(cassette, recordings)
        manifest = Manifest(
            cassette.platform,
            cassette.tool,
            cassette.ref,
            cassette.spec_version,
            cassette.source,
            cassette.world_hash,
            rules_hash(),
            cassette.attribution,
            {name: sha256(data) for name, data in sorted(files.items())},
            sum(text.is_blob(r.interaction) for r in recordings),
            redaction,
            tuple(r.entry for r in recordings),
        ).dump()
        for name, data in [*files.items(), *blobs.items(), ("the manifest", manifest)]:
            check(name, data)
        folder = self.directory / cassette.platform
        for digest, data in blobs.items():
            path = self.directory / BLOBS / f"{digest}{PACKED}"
            if not path.is_file() or _unpacked(path.read_bytes()) != data:
                write_file(path, lzma.compress(data))
        stale = set(self._files_of(cassette)) - set(files)
        for name, data in files.items():
            write_file(folder / name, data)
        write_file(self.manifest_path(cassette.name), manifest)
        for name in stale:
            (folder / name).unlink(missing_ok=True)

    def _files_of(self, cassette: Cassette) -> list[str]:
        """Return the files that an earlier save of this cassette left."""
        if not self.manifest_path(cassette.name).is_file():
            return []
        return list(self.manifest(cassette.name).files)

    def seal(self, name: str) -> Root:
        """Write ``MANIFEST.json`` over all cassettes present and drop blobs nobody points at.

        Args:
            name: the pack to compile into; empty keeps the present one.

        Raises:
            IntegrityError: if the cassettes come from different worlds or sources.
        """
        manifests = {path: self.manifest(path) for path in self.names()}
        source = common([m.source for m in manifests.values()], "sources")
        world = common([m.world_hash for m in manifests.values()], "worlds")
        self._sweep(manifests.values())
        listed = {path: sha256(self.read(self.manifest_path(path))) for path in manifests}
        name = name or self._name()
        root = Root(
            name,
            source,
            world,
            rules_hash(),
            listed,
            sum(len(m.interactions) for m in manifests.values()),
        )
        root = replace(root, hash=root.expected_hash())
        write_file(self.directory / ROOT, root.dump())
        return root

    def _name(self) -> str:
        path = self.directory / ROOT
        return Root.load(path.read_bytes(), ROOT).name if path.is_file() else ""

    def _sweep(self, manifests: Iterable[Manifest]) -> None:
        wanted = {entry.body_sha256 for manifest in manifests for entry in manifest.interactions}
        folder = self.directory / BLOBS
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.name.removesuffix(PACKED) not in wanted:
                path.unlink()


def entry_of(
    interaction: Interaction, *, seq: int, args: dict[str, object], recorded_at: str, final: bool
) -> Entry:
    """Return the manifest entry of an interaction."""
    request = interaction.request()
    return Entry(
        key=request_key(request).hex(),
        canonical=canonical(request),
        seq=seq,
        args=args,
        status=interaction.status,
        bytes=len(interaction.body),
        body_sha256=interaction.body_sha256,
        recorded_at=recorded_at,
        final=final,
    )


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; an equal one is left alone.

    Raises:
        CacheError: if the directory cannot be written.
    """
    if path.is_file() and path.read_bytes() == data:
        return
    with replacing(path) as temporary:
        temporary.write_bytes(data)
        temporary.chmod(0o644)


def _rendered(
    cassette: Cassette, recordings: Sequence[Recording]
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the files of a cassette and its blobs by name."""
    parts: list[list[str]] = [[]]
    size = 0
    for recording in recordings:
        item = text.dump_one(recording.interaction)
        length = len(item.encode())
        if parts[-1] and (len(parts[-1]) >= PART_INTERACTIONS or size + length > PART_BYTES):
            parts.append([])
            size = 0
        parts[-1].append(item)
        size += length
    files = {
        _part_name(cassette.tool, number): text.assemble(items).encode()
        for number, items in enumerate(parts, 1)
    }
    twins = [
        f"# {r.entry.key} {r.entry.canonical}\n{twin}\n"
        for r in recordings
        if not text.is_blob(r.interaction) and (twin := text.twin_text(r.interaction)) is not None
    ]
    if twins:
        files[f"{cassette.tool}.txt"] = "\n".join(twins).encode()
    opaque = [r.interaction for r in recordings if text.is_blob(r.interaction)]
    return files, {i.body_sha256: i.body for i in opaque}


def _unpacked(data: bytes) -> bytes:
    """Return a blob's content; nothing where it is damaged, which its hash then tells."""
    reader = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_LARGEST)
    try:
        content = reader.decompress(data, _LARGEST)
    except lzma.LZMAError:
        return b""
    return content if reader.eof and not reader.unused_data else b""


def _part_name(tool: str, number: int) -> str:
    return f"{tool}.yaml" if number == 1 else f"{tool}.{number}.yaml"


def _parts(tool: str, files: Iterable[str]) -> list[str]:
    count = sum(name.endswith(".yaml") for name in files)
    return [_part_name(tool, number) for number in range(1, count + 1)]
