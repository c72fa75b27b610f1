"""What whole replies of a platform have around their records.

Whoever keeps a sample of tier ``trimmed`` has cut it: what it lacks, the platform may well write.
Where a whole reply of the same platform, or the catalogue, has the key, its absence from a cut
sample shows nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from kopa_env.body import read
from kopa_env.catalogue.catalogue import Catalogue
from kopa_env.conformance.compare import Difference
from kopa_env.conformance.envelope import envelope
from kopa_env.conformance.reading import decode, response_of
from kopa_env.conformance.samples import Sample, SampleSet
from kopa_env.conformance.scope import any_tool, families, platform_of
from kopa_env.outcome import ToolResult
from kopa_env.spec import ToolSpec

CUT = "cut"
"""The kind of a difference that is the keeper's doing."""

REASON = "The sample's keeper cut it away: whole replies of the platform have it."


@dataclass(frozen=True, slots=True)
class Whole:
    """Envelope paths of whole replies by platform, below the root: ``LawSearch.page`` is ``page``.

    A root names the service, and every service of a platform has the same things in its own.
    """

    paths: Mapping[str, Set[str]]

    @classmethod
    def of(cls, folder: SampleSet, catalogue: Catalogue) -> Whole:
        """Read the whole replies (tier ``recorded``) of a folder."""
        known = families(catalogue)
        found: defaultdict[str, set[str]] = defaultdict(set)
        for sample in folder.samples:
            platform = platform_of(sample, known)
            if platform and sample.tier == "recorded":
                spec = catalogue.by_ref(sample.ref) if sample.ref else None
                found[platform] |= set(_paths(folder, sample, spec or any_tool(platform)))
        return cls(found)

    def judge(self, sample: Sample, spec: ToolSpec, difference: Difference) -> Difference:
        """Return a difference, as one of kind :data:`CUT` if the keeper made it."""
        if sample.tier != "trimmed" or difference.kind != "envelope_extra":
            return difference
        below = difference.field.partition(".")[2]
        documented = {field.path.rpartition(".")[2] for field in spec.fields}
        if below in self.paths.get(spec.platform, ()) or below.rpartition(".")[2] in documented:
            return Difference(CUT, difference.field, difference.theirs, difference.ours)
        return difference


def _paths(folder: SampleSet, sample: Sample, spec: ToolSpec) -> Iterator[str]:
    response = response_of(sample, folder.body(sample))
    document = read(response)
    if not isinstance(document, ToolResult):
        for path in envelope(document, decode(spec, response).records):
            yield path.partition(".")[2]
