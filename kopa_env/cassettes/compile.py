"""Compiling a folder of cassettes into a pack: replies are decoded and rendered once, here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kopa_env import platforms
from kopa_env.canonical import request_key
from kopa_env.cassettes.folder import Cassette, Folder, Recording
from kopa_env.cassettes.manifest import Root, read_root
from kopa_env.cassettes.verify import verify
from kopa_env.errors import IntegrityError
from kopa_env.outcome import JSON, Origin, Rendered, ToolResult
from kopa_env.pack import PackInfo, PackItem, write_pack
from kopa_env.spec import ToolSpec
from kopa_env.wire import REDACTED, HttpRequest, HttpResponse, run

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

OBSERVATION_LIMIT = 6000
"""Characters of an observation that tasks allow unless they say otherwise."""

Render: TypeAlias = Callable[[ToolSpec, ToolResult, int, Mapping[str, JSON]], Rendered]


def compile_pack(
    directory: Path,
    target: Path,
    catalogue: Catalogue,
    *,
    limit: int = OBSERVATION_LIMIT,
    level: int = 19,
    render: Render | None = None,
    progress: Callable[[str], None] | None = None,
) -> PackInfo:
    """Compile a folder into a pack; equal cassettes and equal zstd give equal bytes.

    Args:
        directory: a sealed folder of cassettes.
        target: the pack; replaced whole or not at all.
        catalogue: the tools, with which replies are decoded.
        limit: observation limit in characters to render for.
        level: zstd level.
        render: renders an observation; by default as episodes do.
        progress: called with the name of each cassette.

    Raises:
        IntegrityError: if anything in the folder is not what its manifests say, holds the shape
            of a key, or belongs to a tool that the catalogue does not have.
    """
    failures = verify(directory).failures
    if failures:
        more = f" (and {len(failures) - 1} more)" if len(failures) > 1 else ""
        raise IntegrityError(f"{failures[0]}{more}; nothing was compiled")
    if render is None:
        from kopa_env.episode.observation import render as as_episodes_do

        render = as_episodes_do
    folder, root = Folder(directory), read_root(directory)
    items: list[PackItem] = []
    for name in sorted(root.cassettes):
        if progress:
            progress(name)
        items += _items(folder.load(name), catalogue, limit, render)
    return write_pack(target, _info(root, catalogue, limit), items, level)


def _info(root: Root, catalogue: Catalogue, limit: int) -> PackInfo:
    return PackInfo(
        root.name, root.source, root.world_hash, root.canon_hash, catalogue.hash, root.hash, limit
    )


def _items(
    cassette: Cassette, catalogue: Catalogue, limit: int, render: Render
) -> Iterator[PackItem]:
    spec = catalogue.get(cassette.tool)
    if spec is None:
        raise IntegrityError(f"{cassette.name} was recorded of a tool the catalogue does not have")
    held = {recording.entry.key: recording for recording in cassette.recordings}
    for recording in cassette.recordings:
        entry, interaction = recording.entry, recording.interaction
        result = None
        if entry.final:
            result = _result(spec, recording, held).came_from(Origin.EXACT, cassette.source)
            result = _with(result, render(spec, result, limit, entry.args))
        yield PackItem(
            key=bytes.fromhex(entry.key),
            canonical=entry.canonical,
            tool=spec.name,
            spec_version=spec.spec_version,
            seq=entry.seq,
            status=interaction.status,
            content_type=interaction.content_type,
            body=interaction.body,
            headers=tuple(pair for pair in interaction.headers if pair[0] != "content-type"),
            result=result,
        )


def _result(spec: ToolSpec, recording: Recording, held: Mapping[str, Recording]) -> ToolResult:
    """Decode a reply as the call that got it would, its earlier steps included."""
    dialect = platforms.dialect(spec.platform)
    asked: list[str] = []

    def answer(request: HttpRequest) -> HttpResponse:
        asked.append(request_key(request).hex())
        if asked[-1] == recording.entry.key:
            return recording.interaction.response()
        if asked[-1] not in held:
            raise _OtherCallError
        return held[asked[-1]].interaction.response()

    try:
        result = run(dialect.exchange(spec, recording.entry.args, REDACTED), answer)
    except _OtherCallError:
        asked.clear()
    if asked and asked[-1] == recording.entry.key:
        return result
    return dialect.decode(spec, recording.interaction.response())


def _with(result: ToolResult, rendered: Rendered) -> ToolResult:
    from dataclasses import replace

    return replace(result, rendered=rendered)


class _OtherCallError(Exception):
    """The recorded arguments lead to another request: another client wrote them its own way."""
