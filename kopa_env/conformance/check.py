"""Examining samples: read each, hold it to its key, compare it with the replica's replies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kopa_env.body import read, sniff
from kopa_env.conformance.asking import Asker, Reply
from kopa_env.conformance.compare import Difference, compare_envelopes, compare_records, filled
from kopa_env.conformance.envelope import Paths, envelope
from kopa_env.conformance.reading import Reading, decode, judge, response_of
from kopa_env.conformance.reasons import Reasons
from kopa_env.conformance.samples import Sample, SampleSet
from kopa_env.conformance.scope import any_tool, families, platform_of
from kopa_env.conformance.whole import CUT, REASON, Whole
from kopa_env.outcome import Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.replica.engine import Replica
from kopa_env.spec import ToolSpec
from kopa_env.wire import HttpResponse


@dataclass(frozen=True, slots=True)
class Examined:
    """One sample and what came of it.

    Attributes:
        platform: ours; empty for a platform that we do not have.
        reading: ``None`` for a platform that we do not have.
        tool: the tool compared with; empty where shapes were not compared.
        unchecked: why shapes were not compared.
        differences: each with its reason; the reason is empty where none is known.
    """

    sample: Sample
    platform: str
    reading: Reading | None = None
    tool: str = ""
    unchecked: str = ""
    differences: tuple[tuple[Difference, str], ...] = ()

    @property
    def same(self) -> bool:
        """Whether shapes were compared and are the same, but for what a keeper cut away."""
        return bool(self.tool) and all(found.kind == CUT for found, _ in self.differences)

    @property
    def cut(self) -> bool:
        """Whether the shape is the same but for what a keeper cut away."""
        return self.same and bool(self.differences)

    @property
    def explained(self) -> bool:
        """Whether every difference has a reason."""
        return all(reason for _, reason in self.differences)


def examine(folder: SampleSet, replica: Replica) -> Iterator[Examined]:
    """Examine the samples of a folder one by one.

    Args:
        folder: the samples.
        replica: what answers in the platforms' stead; its catalogue decides what is ours.
    """
    known, asker, reasons = families(replica.catalogue), Asker(replica), Reasons.shipped()
    whole = Whole.of(folder, replica.catalogue)
    for sample in folder.samples:
        name = platform_of(sample, known)
        if not name:
            yield Examined(sample, "")
            continue
        spec = replica.catalogue.by_ref(sample.ref) if sample.ref else None
        response = response_of(sample, folder.body(sample))
        result = decode(spec or any_tool(name), response)
        reading = judge(sample, result)
        why = _not_comparable(sample, spec, result, response)
        if spec is None or why:
            yield Examined(sample, name, reading, unchecked=why)
            continue
        found = (
            whole.judge(sample, spec, difference)
            for difference in _compare(asker, spec, sample, response, result)
        )
        explained = tuple(
            (one, REASON if one.kind == CUT else reasons.of(name, spec.name, one)) for one in found
        )
        yield Examined(sample, name, reading, spec.name, differences=explained)


def _not_comparable(
    sample: Sample, spec: ToolSpec | None, result: ToolResult, response: HttpResponse
) -> str:
    if result.status is not Status.OK:
        return "no success"
    if spec is None:
        return "no tool" if sample.ref else "endpoint not named"
    if isinstance(read(response), ToolResult):
        return "a format of the platform's own"
    return "" if result.records else "no records"


def _compare(
    asker: Asker, spec: ToolSpec, sample: Sample, response: HttpResponse, theirs: ToolResult
) -> list[Difference]:
    """Return what differs between a sample and the replica's replies, as bytes of its format."""
    single = len(theirs.records) == 1
    replies = asker.ask(spec, sample.request, filled(theirs.records), single=single)
    if not replies:
        return [Difference("no_reply", "")]
    served = [_served(spec, reply, sniff(response.body)) for reply in replies]
    found = _differences(spec, response, theirs, served)
    if found:  # what few rows have is looked for among more of them
        more = asker.further(spec, sample.request)
        served += [_served(spec, reply, sniff(response.body)) for reply in more]
        found = _differences(spec, response, theirs, served)
    return found


def _differences(
    spec: ToolSpec, response: HttpResponse, theirs: ToolResult, served: Sequence[HttpResponse]
) -> list[Difference]:
    """Return what differs from all of the replica's replies; envelopes, from the likest of them."""
    ours = [decode(spec, one) for one in served]
    left = _around(response, theirs)
    around = min(
        (
            list(compare_envelopes(left, _around(one, result)))
            for one, result in zip(served, ours, strict=True)
        ),
        key=len,
    )
    return around + list(
        compare_records(spec, theirs.records, [r for one in ours for r in one.records])
    )


def _around(response: HttpResponse, result: ToolResult) -> Paths:
    document = read(response)
    assert not isinstance(document, ToolResult)  # it held records
    return envelope(document, result.records)


def _served(spec: ToolSpec, reply: Reply, wire: str) -> HttpResponse:
    """Return a reply of the replica as bytes, in the format of the sample."""
    result, page = reply
    return dialect(spec.platform).encode(spec, result, page=page, wire=wire)
