"""Recording: calls or any client's traffic become cassettes (extra ``record``).

A recorder adds to a folder: what is recorded already is not asked again, so a recording that was
interrupted goes on where it stopped. Replies that say nothing about the data (time-outs, spent
quota, a bad key) are not kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from kopa_env import platforms
from kopa_env.canonical import request_key
from kopa_env.cassettes.capture import Exchanged, Tape, capture
from kopa_env.cassettes.folder import Cassette, Folder, Recording, entry_of
from kopa_env.cassettes.interaction import incoming, kept
from kopa_env.cassettes.manifest import ROOT, Root, read_root
from kopa_env.cassettes.redaction import RULES_VERSION, Redactor
from kopa_env.catalogue.arguments import validate
from kopa_env.errors import IntegrityError, UsageError
from kopa_env.outcome import JSON, Origin, Status, ToolResult
from kopa_env.sources.attribution import Attribution
from kopa_env.spec import ToolSpec
from kopa_env.wire import REDACTED, HttpRequest, HttpResponse, run

if TYPE_CHECKING:
    import httpx

    from kopa_env.catalogue import Catalogue

_KEEP = 500
"""Interactions in memory before they are written."""
_USELESS = (Status.ENVIRONMENTAL, Status.CONFIG)

Ask = Callable[[ToolSpec, Mapping[str, JSON]], ToolResult]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where recordings come from.

    Attributes:
        source: ``live`` or ``replica``.
        world_hash: the replica's world; empty for live.
        clock: says when a reply was recorded; the world's frozen date for the replica, so that
            recording again gives the same bytes.
    """

    source: str
    world_hash: str = ""
    clock: Callable[[], str] = lambda: datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(slots=True)
class Report:
    """What came of a recording.

    Attributes:
        recorded: new interactions.
        skipped: calls answered by the folder already.
        refused: calls with bad arguments, one line each; nothing was sent.
        failed: calls whose reply was not kept, by reason.
        foreign: exchanges with hosts of no known platform.
    """

    recorded: int = 0
    skipped: int = 0
    refused: list[str] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)
    foreign: int = 0


class Recorder:
    """Adds recordings to a folder of cassettes. Not for use from several threads.

    Args:
        directory: the folder; made if need be.
        catalogue: the tools.
        provenance: where the replies come from.
        secrets: operator keys in use; those that sit in a request's slots are learned by itself.

    Raises:
        UsageError: if the folder holds recordings of another source or world.
    """

    def __init__(
        self,
        directory: Path,
        catalogue: Catalogue,
        provenance: Provenance,
        secrets: Iterable[str] = (),
    ) -> None:
        self.report = Report()
        self._folder = Folder(directory)
        self._catalogue = catalogue
        self._provenance = provenance
        self._redactor = Redactor(secrets)
        self._cassettes: dict[str, dict[str, list[Recording]]] = {}
        self._changed: dict[str, ToolSpec] = {}
        self._attribution = Attribution(catalogue)
        self._unsaved = 0
        if (directory / ROOT).is_file():
            _same_world(read_root(directory), provenance, directory)

    @contextmanager
    def source(self, ask: Ask) -> Iterator[RecordingSource]:
        """Open a source that records every call it has to ask for.

        Args:
            ask: sends one call over a client that vcrpy can listen to (:func:`through`, or
                ``LiveSource.call``).
        """
        with capture() as tape:
            yield RecordingSource(self, ask, tape)

    def held(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult | None:
        """Return what the folder answers to a call, if it holds every request of it."""
        held = self._recordings(spec)

        def replay(request: HttpRequest) -> HttpResponse:
            answers = held.get(request_key(request).hex())
            if answers is None:
                raise _NotHeldError
            return answers[-1].interaction.response()

        try:
            result = run(platforms.dialect(spec.platform).exchange(spec, args, REDACTED), replay)
        except _NotHeldError:
            return None
        return result.came_from(Origin.EXACT, self._provenance.source)

    @contextmanager
    def traffic(self) -> Iterator[None]:
        """Record whatever clients of this process exchange inside the block.

        The tool of each exchange is found by its host and path. An answer that differs from the
        one recorded under the same key becomes the next in its sequence.
        """
        with capture() as tape:
            try:
                yield
            finally:
                for exchanged in tape.take():
                    self._attribute(exchanged)

    def save(self, name: str = "") -> Root:
        """Write what is new and seal the folder.

        Args:
            name: the pack the folder compiles into; empty keeps its present name.

        Raises:
            IntegrityError: if a file would hold an operator's key; none of its cassette is written.
        """
        self._flush()
        return self._folder.seal(name)

    def labelled(self, result: ToolResult) -> ToolResult:
        """Return a result that was just asked for, labelled with where it came from."""
        source = self._provenance.source
        return result.came_from(Origin.LIVE if source == "live" else Origin.DERIVED, source)

    @property
    def world_hash(self) -> str:
        """The world the recordings come from; empty for live."""
        return self._provenance.world_hash

    @property
    def empty(self) -> bool:
        """Whether the folder and this recorder hold nothing at all."""
        return not self._changed and not self._folder.names()

    # ---- one exchange ----------------------------------------------------------------------

    def keep(
        self,
        spec: ToolSpec,
        args: Mapping[str, JSON],
        result: ToolResult,
        exchanged: list[Exchanged],
    ) -> None:
        """Take up what a call exchanged, unless its result says nothing of the data.

        Of several tries the last is kept.
        """
        if result.status in _USELESS:
            self.report.failed[result.reason.value] += 1
            return
        last: dict[bytes, tuple[HttpRequest, Exchanged]] = {}
        for one in exchanged:
            request = self._request(one)
            last[request_key(request)] = (request, one)
        for number, (request, one) in enumerate(last.values(), 1):
            self._add(spec, request, one, args, final=number == len(last), again=False)

    def _attribute(self, exchanged: Exchanged) -> None:
        request = self._request(exchanged)
        dialect = platforms.dialect_of(request)
        if dialect is None:
            self.report.foreign += 1
            return
        call = self._attribution.call(request)
        if call is None:
            self.report.failed["unknown_tool"] += 1
            return
        spec, args = call
        kind = dict(kept(exchanged.headers)).get("content-type", "")
        result = dialect.decode(spec, HttpResponse(exchanged.status, kind, exchanged.body))
        if result.status in _USELESS and not 300 <= exchanged.status < 400:
            self.report.failed[result.reason.value] += 1
            return
        final = not 300 <= exchanged.status < 400
        self._add(spec, request, exchanged, args, final=final, again=True)

    def _request(self, exchanged: Exchanged) -> HttpRequest:
        request = incoming(
            exchanged.method, exchanged.url, exchanged.request_headers, exchanged.request_body
        )
        self._redactor.learn(request)
        return request

    def _add(
        self,
        spec: ToolSpec,
        request: HttpRequest,
        exchanged: Exchanged,
        args: Mapping[str, JSON],
        *,
        final: bool,
        again: bool,
    ) -> None:
        interaction = self._redactor.redact(
            request, exchanged.status, exchanged.phrase, exchanged.headers, exchanged.body
        )
        if request_key(interaction.request()) != request_key(request):
            raise IntegrityError(f"{request} cannot be told apart once its key is out of it")
        entry = entry_of(
            interaction,
            seq=0,
            args={name: value for name, value in args.items() if name not in _tokens(spec)},
            recorded_at=self._provenance.clock(),
            final=final,
        )
        answers = self._recordings(spec).setdefault(entry.key, [])
        if answers and not (again and answers[-1].entry.body_sha256 != entry.body_sha256):
            return
        answers.append(Recording(interaction, replace(entry, seq=len(answers))))
        self._changed[spec.name] = spec
        self.report.recorded += 1
        self._unsaved += 1
        if self._unsaved >= _KEEP:
            self._flush()

    # ---- cassettes -------------------------------------------------------------------------

    def _recordings(self, spec: ToolSpec) -> dict[str, list[Recording]]:
        """Return what is held of a tool: per key its answers in order."""
        known = self._cassettes.get(spec.name)
        if known is None:
            name = f"{spec.platform}/{spec.name}"
            held = self._folder.load(name).recordings if self._has(name) else ()
            known = self._cassettes[spec.name] = {}
            for recording in held:
                known.setdefault(recording.entry.key, []).append(recording)
        return known

    def _has(self, name: str) -> bool:
        return self._folder.manifest_path(name).is_file()

    def _flush(self) -> None:
        for name in sorted(self._changed):
            spec = self._changed[name]
            platform = self._catalogue.platforms.get(spec.platform)
            cassette = Cassette(
                spec.platform,
                spec.name,
                spec.ref,
                spec.spec_version,
                self._provenance.source,
                self._provenance.world_hash,
                platform.attribution if platform else "",
                tuple(r for answers in self._cassettes[name].values() for r in answers),
            )
            scan = {"rules": RULES_VERSION, "forms": self._redactor.forms, "hits": 0}
            self._folder.save(cassette, self._redactor.check, scan)
        self._changed.clear()
        self._unsaved = 0


class RecordingSource:
    """Answers calls from the folder, else asks and records (:class:`~kopa_env.source.Source`)."""

    def __init__(self, recorder: Recorder, ask: Ask, tape: Tape) -> None:
        self._recorder = recorder
        self._ask = ask
        self._tape = tape

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call. ``args`` are validated, by parameter name."""
        held = self._recorder.held(spec, args)
        if held is not None:
            self._recorder.report.skipped += 1
            return held
        self._tape.take()
        result = self._ask(spec, args)
        self._recorder.keep(spec, args, result, self._tape.take())
        return self._recorder.labelled(result)

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call, blocking: recordings are made one after the other."""
        return self.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        """Return the world that is recorded."""
        return {"world": self._recorder.world_hash}


def record_calls(
    calls: Iterable[tuple[ToolSpec, Mapping[str, JSON]]],
    ask: Ask,
    recorder: Recorder,
    *,
    name: str = "",
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Record many calls into a recorder's folder; an interruption loses nothing.

    Args:
        calls: tools and arguments, as a policy would write them; tokens may be left out.
        ask: sends one call; see :meth:`Recorder.source`.
        recorder: where recordings go.
        name: the pack the folder compiles into.
        progress: called with the number of calls done so far.
    """
    try:
        with recorder.source(ask) as source:
            for done, (spec, args) in enumerate(calls, 1):
                tokens = dict.fromkeys(_tokens(spec), REDACTED)
                valid = validate(spec, {**tokens, **args})
                if isinstance(valid, ToolResult):
                    recorder.report.refused.append(valid.message)
                else:
                    source.call(spec, valid)
                if progress:
                    progress(done)
    finally:
        if not recorder.empty:
            recorder.save(name)
    return recorder.report


def through(client: httpx.Client, credential: Callable[[str, str], str]) -> Ask:
    """Return what sends calls through an httpx client.

    Args:
        client: over the replica in process, a forward proxy or the network.
        credential: returns the operator's key for a platform and host.
    """

    def send(request: HttpRequest) -> HttpResponse:
        reply = client.request(
            request.method,
            request.url(),
            headers=list(request.headers),
            content=request.body or None,
        )
        return HttpResponse(reply.status_code, reply.headers.get("content-type", ""), reply.content)

    def ask(spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        host = spec.endpoint.host if spec.endpoint else ""
        key = credential(spec.platform, host)
        return run(platforms.dialect(spec.platform).exchange(spec, args, key), send)

    return ask


def _tokens(spec: ToolSpec) -> list[str]:
    return [param.name for param in spec.params if param.role == "token"]


class _NotHeldError(Exception):
    """A request of the call is not recorded."""


def _same_world(root: Root, provenance: Provenance, directory: Path) -> None:
    held = (root.source, root.world_hash)
    asked = (provenance.source, provenance.world_hash)
    if root.cassettes and held != asked:
        old, new = (" ".join(filter(None, pair)) for pair in (held, asked))
        raise UsageError(f"{directory} holds recordings from {old}; record from {new} elsewhere")


__all__ = ["Provenance", "Recorder", "RecordingSource", "Report", "record_calls", "through"]
