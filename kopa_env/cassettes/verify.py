"""Checking a folder of cassettes: one line for each thing that is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kopa_env.canonical import canonical, request_key, rules_hash
from kopa_env.cassettes.folder import BLOBS, PACKED, Folder
from kopa_env.cassettes.interaction import Interaction
from kopa_env.cassettes.manifest import ROOT, Entry, Manifest, Root, read_root, sha256
from kopa_env.cassettes.redaction import open_slots, shapes
from kopa_env.errors import IntegrityError, UsageError
from kopa_env.pack import Pack


@dataclass(slots=True)
class Verdict:
    """What a check found.

    Attributes:
        cassettes: tools with a cassette.
        interactions: recorded interactions in all.
        failures: one line each; empty if all is well.
    """

    cassettes: int = 0
    interactions: int = 0
    source: str = ""
    world_hash: str = ""
    hash: str = ""
    failures: list[str] = field(default_factory=list)


def verify(directory: Path, packs: Sequence[Path] = (), catalogue_hash: str = "") -> Verdict:
    """Check every file of a folder, and packs compiled from it.

    Args:
        directory: the folder.
        packs: packs that must be intact and compiled from exactly this folder.
        catalogue_hash: what packs must have been decoded with; empty to leave that out.

    Raises:
        UsageError: if there is no such folder.
    """
    if not directory.is_dir():
        raise UsageError(f"no folder {directory}")
    verdict = Verdict()
    folder = Folder(directory)
    try:
        root = read_root(directory)
    except IntegrityError as error:
        verdict.failures.append(str(error))
        return verdict
    verdict.source, verdict.world_hash, verdict.hash = root.source, root.world_hash, root.hash
    verdict.failures += _root_failures(folder, root)
    wanted: dict[str, str] = {}
    for name in sorted(root.cassettes):
        verdict.cassettes += 1
        try:
            manifest = folder.manifest(name)
        except IntegrityError as error:
            verdict.failures.append(str(error))
            continue
        verdict.interactions += len(manifest.interactions)
        verdict.failures += _cassette_failures(folder, root, name, manifest)
        wanted |= {entry.body_sha256: name for entry in manifest.interactions}
    verdict.failures += _blob_failures(folder, wanted)
    for pack in packs:
        verdict.failures += pack_failures(pack, root, catalogue_hash)
    return verdict


def pack_failures(path: Path, root: Root | None = None, catalogue_hash: str = "") -> list[str]:
    """Check that a pack is intact and, where a root is given, compiled from that folder."""
    try:
        with Pack.open(path) as pack:
            pack.verify()
            pack.verify_bodies()
            info = pack.info
    except IntegrityError as error:
        return [str(error)]
    again = "compile it again with 'kopa cassettes compile'"
    if root is not None and info.source_hash != root.hash:
        return [f"{path.name} is stale: it was compiled from other cassettes; {again}"]
    if info.canon_hash != rules_hash():
        return [f"{path.name} has keys made by other rules; {again}"]
    if catalogue_hash and info.catalogue_hash != catalogue_hash:
        return [f"{path.name} was decoded with another catalogue; {again}"]
    return []


def _root_failures(folder: Folder, root: Root) -> Iterator[str]:
    if root.expected_hash() != root.hash or root.dump() != folder.read(folder.directory / ROOT):
        yield f"{ROOT} was changed: its hash does not follow from its content"
    if root.canon_hash != rules_hash():
        yield f"{ROOT}: keys were made by other rules; record again"
    present = set(folder.names())
    for name in sorted(present - set(root.cassettes)):
        yield f"{name} is not listed in {ROOT}"
    for path in sorted(folder.directory.glob("*/*.yaml")):
        name = f"{path.parent.name}/{path.name}"
        if name.partition(".")[0] not in root.cassettes:
            yield f"{name} is not listed in {ROOT}"
    known = {ROOT, BLOBS, *(name.partition("/")[0] for name in root.cassettes)}
    for path in sorted(folder.directory.iterdir()):
        if path.name not in known and path.is_dir():
            yield f"{path.name}/ is no part of {ROOT}"


def _cassette_failures(folder: Folder, root: Root, name: str, manifest: Manifest) -> Iterator[str]:
    data = folder.read(folder.manifest_path(name))
    if sha256(data) != root.cassettes[name]:
        yield f"{name}.manifest.json was changed: {ROOT} records another hash"
    if name != f"{manifest.platform}/{manifest.tool}":
        yield f"{name}.manifest.json speaks of {manifest.platform}/{manifest.tool}"
        return
    if manifest.canon_hash != rules_hash():
        yield f"{name}: keys were made by other rules; record again"
    changed = False
    for file, digest in sorted(manifest.files.items()):
        path = folder.directory / manifest.platform / file
        if not path.is_file():
            yield f"{manifest.platform}/{file} is missing"
            changed = True
        elif sha256(path.read_bytes()) != digest:
            yield f"{manifest.platform}/{file} was changed: its manifest records another hash"
            changed = True
    yield from _unlisted(folder, manifest)
    if not changed:
        yield from _interaction_failures(folder, name, manifest)


def _unlisted(folder: Folder, manifest: Manifest) -> Iterator[str]:
    place = folder.directory / manifest.platform
    tool = manifest.tool
    for path in sorted([*place.glob(f"{tool}.yaml"), *place.glob(f"{tool}.*.yaml")]):
        if path.name not in manifest.files:
            yield f"{manifest.platform}/{path.name} is not listed in its manifest"


def _interaction_failures(folder: Folder, name: str, manifest: Manifest) -> Iterator[str]:
    try:
        found = list(folder.interactions(name, manifest))
    except IntegrityError as error:
        yield str(error)
        return
    held: dict[tuple[str, int], Interaction] = {}
    count: dict[str, int] = {}
    for interaction in found:
        key = request_key(interaction.request()).hex()
        held[key, count.setdefault(key, 0)] = interaction
        count[key] += 1
    listed = {(entry.key, entry.seq): entry for entry in manifest.interactions}
    for place in held.keys() - listed.keys():
        yield f"{name}: {held[place].request()} is recorded but not in the manifest"
    for place, entry in listed.items():
        if place in held:
            yield from _entry_failures(name, manifest.platform, entry, held[place])
        else:
            yield f"{name}: the manifest lists {entry.canonical}, which is not recorded"


def _entry_failures(
    name: str, platform: str, entry: Entry, interaction: Interaction
) -> Iterator[str]:
    request = interaction.request()
    if entry.canonical != canonical(request):
        yield f"{name}: the canonical text of {request} is another one in the manifest"
    if (entry.body_sha256, entry.bytes, entry.status) != (
        interaction.body_sha256,
        len(interaction.body),
        interaction.status,
    ):
        yield f"{name}: the reply to {request} is another one than the manifest describes"
    if open_slots(request):
        yield f"{name}: the slot of the operator's key is filled in {request}"
    text = b"\n".join((interaction.uri.encode(), interaction.request_body, interaction.body))
    if shape := shapes(platform, text) or shapes(platform, interaction.body):
        yield f"{name}: {request} holds {shape}"


def _blob_failures(folder: Folder, wanted: Iterable[str]) -> Iterator[str]:
    known = set(wanted)
    place = folder.directory / BLOBS
    for path in sorted(place.iterdir()) if place.is_dir() else ():
        if path.name.removesuffix(PACKED) not in known:
            yield f"{BLOBS}/{path.name[:16]}… belongs to no interaction"
