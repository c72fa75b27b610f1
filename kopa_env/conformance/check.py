"""Examining samples: read each, hold it to its key, compare it with the replica's reply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kopa_env.body import read, sniff
from kopa_env.catalogue.catalogue import Catalogue
from kopa_env.conformance.asking import Asked, ask
from kopa_env.conformance.compare import Difference, compare_envelopes, compare_records
from kopa_env.conformance.envelope import envelope
from kopa_env.conformance.reading import Reading, decode, judge, response_of
from kopa_env.conformance.reasons import Reasons
from kopa_env.conformance.samples import Sample, SampleSet
from kopa_env.conformance.scope import any_tool, families, platform_of
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
        """Whether shapes were compared and are the same."""
        return bool(self.tool) and not self.differences

    @property
    def explained(self) -> bool:
        """Whether every difference has a reason."""
        return all(reason for _, reason in self.differences)


class _Examiner:
    def __init__(self, folder: SampleSet, replica: Replica, reasons: Reasons) -> None:
        self._folder, self._replica, self._reasons = folder, replica, reasons
        self._families = families(replica.catalogue)

    def examine(self, sample: Sample, chosen: str | None) -> Examined | None:
        platform = platform_of(sample, self._families)
        if chosen is not None and platform != chosen:
            return None
        if not platform:
            return Examined(sample, "")
        spec = self._replica.catalogue.by_ref(sample.ref) if sample.ref else None
        response = response_of(sample, self._folder.body(sample))
        result = decode(spec or any_tool(platform), response)
        reading = judge(sample, result)
        why = _not_comparable(sample, spec, result)
        if spec is None or why:
            return Examined(sample, platform, reading, unchecked=why)
        found = tuple(
            (difference, self._reasons.of(platform, spec.name, difference))
            for difference in self._compare(spec, sample, response, result)
        )
        return Examined(sample, platform, reading, spec.name, differences=found)

    def _compare(
        self, spec: ToolSpec, sample: Sample, response: HttpResponse, theirs: ToolResult
    ) -> Iterator[Difference]:
        asked = ask(self._replica, spec, sample.request)
        if not asked.records:
            yield Difference("no_reply", "")
            return
        served = _served(spec, asked, sniff(response.body))
        ours = decode(spec, served)
        left, right = read(response), read(served)
        if isinstance(left, ToolResult) or isinstance(right, ToolResult):
            yield Difference("no_reply", "")
            return
        yield from compare_envelopes(envelope(left, theirs.records), envelope(right, ours.records))
        yield from compare_records(spec, theirs.records, [*ours.records, *asked.records])


def examine(
    folder: SampleSet,
    catalogue: Catalogue,
    replica: Replica,
    *,
    platform: str | None = None,
    samples: Iterable[Sample] | None = None,
) -> Iterator[Examined]:
    """Examine samples one by one.

    Args:
        folder: where their bytes are.
        catalogue: the tools.
        replica: what answers in the platforms' stead.
        platform: only this platform's samples.
        samples: which ones; by default all of the folder.
    """
    examiner = _Examiner(folder, replica, Reasons.shipped())
    for sample in folder.samples if samples is None else samples:
        examined = examiner.examine(sample, platform)
        if examined is not None:
            yield examined


def _not_comparable(sample: Sample, spec: ToolSpec | None, result: ToolResult) -> str:
    if result.status is not Status.OK:
        return "no success"
    if spec is None:
        return "no tool" if sample.ref else "endpoint not named"
    return "" if result.records else "no records"


def _served(spec: ToolSpec, asked: Asked, wire: str) -> HttpResponse:
    """Return the replica's reply as bytes, in the format of the sample."""
    return dialect(spec.platform).encode(spec, asked.first, page=asked.page, wire=wire)
