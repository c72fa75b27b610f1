"""Which of our platforms a sample belongs to, seen from the catalogue alone."""

from __future__ import annotations

from collections.abc import Mapping

from kopa_env.catalogue.catalogue import Catalogue
from kopa_env.conformance.samples import Sample, SampleSet
from kopa_env.spec import ToolSpec


def families(catalogue: Catalogue) -> dict[str, str]:
    """Return platform by family: the first part of its tools' references, or its own name."""
    known = {name: name for name in catalogue.platforms}
    for entry in catalogue.entries.values():
        family, colon, _ = entry.ref.partition(":")
        if colon and entry.platform in catalogue.platforms:
            known[family] = entry.platform
    return known


def platform_of(sample: Sample, known: Mapping[str, str]) -> str:
    """Return the platform of a sample, or an empty string if we have none.

    The reference decides; without one the folder's name does, which is a family's or begins with
    one (``seoul_8088`` is a host of ``seoul``).
    """
    family, colon, _ = sample.ref.partition(":")
    if colon:
        return known.get(family, "")
    parts = sample.folder.split("_")
    heads = ("_".join(parts[:size]) for size in range(len(parts), 0, -1))
    return next((known[head] for head in heads if head in known), "")


def of_platform(folder: SampleSet, platform: str, catalogue: Catalogue) -> SampleSet:
    """Return the samples of one platform."""
    known = families(catalogue)
    kept = tuple(s for s in folder.samples if platform_of(s, known) == platform)
    return SampleSet(folder.root, kept)


def any_tool(platform: str) -> ToolSpec:
    """Return a stand-in for a reply whose endpoint is not known: only its platform is."""
    return ToolSpec(
        name=f"{platform}_reply",
        ref="",
        kind="endpoint",
        platform=platform,
        domain="",
        title_ko="응답",
        title_en="reply",
        description_ko="응답",
        description_en="reply",
    )
