"""What a folder of cassettes holds, in numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from kopa_env.cassettes.folder import Folder
from kopa_env.cassettes.manifest import Manifest, read_root


@dataclass(frozen=True, slots=True)
class ToolStats:
    """One tool's cassette.

    Attributes:
        interactions: recorded replies.
        keys: distinct requests.
        bytes: sum of the replies' bodies.
        statuses: replies by HTTP status.
        in_blobs: replies whose body lies outside the cassette.
        files: parts and twins.
        first: when the oldest reply was recorded.
        last: when the newest was.
    """

    platform: str
    tool: str
    interactions: int
    keys: int
    bytes: int
    statuses: dict[str, int]
    in_blobs: int
    files: int
    first: str
    last: str


def folder_stats(directory: Path) -> list[ToolStats]:
    """Count every cassette of a folder.

    Raises:
        IntegrityError: if it is no folder of cassettes.
    """
    root = read_root(directory)
    folder = Folder(directory)
    return [_stats(folder.manifest(name)) for name in sorted(root.cassettes)]


def _stats(manifest: Manifest) -> ToolStats:
    entries = manifest.interactions
    times = sorted(entry.recorded_at for entry in entries)
    statuses = Counter(str(entry.status) for entry in entries)
    return ToolStats(
        manifest.platform,
        manifest.tool,
        len(entries),
        len({entry.key for entry in entries}),
        sum(entry.bytes for entry in entries),
        {status: statuses[status] for status in sorted(statuses)},
        manifest.in_blobs,
        len(manifest.files),
        times[0] if times else "",
        times[-1] if times else "",
    )
