"""What a run of conformance says: counts a platform, their macro average, every difference."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from kopa_env.conformance.check import Examined
from kopa_env.conformance.samples import COUNTED


@dataclass(slots=True)
class Counts:
    """How many samples, and how many of them came out right.

    Attributes:
        classified_right: outcome as the key says.
        codes_right, records_right, totals_right: result code, number of records and total.
        alternatives: samples right only by a value that the key lists as an alternative.
        shape_checked: compared with a reply of the replica.
        shape_same: compared, and no difference, but for keys that a sample's keeper cut away.
        shape_cut: those of them whose sample lacks such keys.
        shape_explained: compared and not the same, and every difference has a known reason.
    """

    samples: int = 0
    classified_right: int = 0
    codes_right: int = 0
    records_right: int = 0
    totals_right: int = 0
    alternatives: int = 0
    shape_checked: int = 0
    shape_same: int = 0
    shape_cut: int = 0
    shape_explained: int = 0

    def add(self, examined: Examined) -> None:
        """Count one sample."""
        reading = examined.reading
        if reading is None:
            return
        self.samples += 1
        self.classified_right += "outcome" in reading.right
        self.codes_right += "code" in reading.right
        self.records_right += "n_records" in reading.right
        self.totals_right += "total" in reading.right
        self.alternatives += bool(reading.otherwise)
        self.shape_checked += bool(examined.tool)
        self.shape_same += examined.same
        self.shape_cut += examined.cut
        self.shape_explained += bool(examined.tool) and not examined.same and examined.explained

    def json(self) -> dict[str, int]:
        """Return the counts by name."""
        return {f.name: getattr(self, f.name) for f in fields(self)}


_SHARES = {
    "classified_right": "samples",
    "codes_right": "samples",
    "records_right": "samples",
    "totals_right": "samples",
    "shape_same": "shape_checked",
}


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a run.

    Attributes:
        samples: samples of our platforms, of every tier.
        counted: counts over the tiers whose bytes came from a platform.
        platforms: counts by platform and tier; ``counted`` is the sum over those tiers.
        golden: counts over replies derived from specifications, which ship with the package.
        out_of_scope: samples of platforms that we do not have, by folder.
        unchecked: samples whose shape was not compared, by reason.
        misread: samples that did not come out as the key says.
        differences: every difference in shape.
    """

    samples: int
    counted: Counts
    platforms: Mapping[str, Mapping[str, Counts]]
    golden: Mapping[str, Counts]
    out_of_scope: Mapping[str, int]
    unchecked: Mapping[str, int]
    misread: Sequence[Mapping[str, Any]]
    differences: Sequence[Mapping[str, Any]]

    @property
    def failures(self) -> tuple[str, ...]:
        """What a counted or golden sample got wrong, one line each."""
        misread = [f"{row['file']}: {row['wrong']}" for row in self.misread if row["counted"]]
        shape = [
            f"{row['file']}: {row['kind']} {row['field']}".rstrip()
            for row in self.differences
            if row["counted"] and row["reason"] == UNEXPLAINED
        ]
        return (*misread, *shape)

    @property
    def macro(self) -> dict[str, float | None]:
        """Shares averaged over platforms, each platform weighing the same."""
        counts = [tiers["counted"] for tiers in self.platforms.values()]
        return {
            right: _mean([_share(c, right, of) for c in counts]) for right, of in _SHARES.items()
        }

    def json(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "samples": self.samples,
            **{"counted": self.counted.samples},
            **{k: v for k, v in self.counted.json().items() if k != "samples"},
            "platforms": {
                name: {tier: counts.json() for tier, counts in tiers.items()}
                for name, tiers in self.platforms.items()
            },
            "macro": self.macro,
            "golden": {name: counts.json() for name, counts in self.golden.items()},
            "out_of_scope": dict(self.out_of_scope),
            "unchecked": dict(self.unchecked),
            "misread": list(self.misread),
            "differences": list(self.differences),
            "failures": len(self.failures),
        }


UNEXPLAINED = "unexplained"
GOLDEN = "golden"


def summarise(examined: Iterable[Examined]) -> Report:
    """Add up what was examined."""
    every = list(examined)
    ours = [e for e in every if e.platform]
    platforms: defaultdict[str, defaultdict[str, Counts]] = defaultdict(
        lambda: defaultdict(Counts, counted=Counts())
    )
    golden: defaultdict[str, Counts] = defaultdict(Counts)
    for one in ours:
        if one.sample.tier == GOLDEN:
            golden[one.platform].add(one)
            continue
        tiers = platforms[one.platform]
        tiers[one.sample.tier].add(one)
        if one.sample.counted:
            tiers["counted"].add(one)
    counted = Counts()
    for one in ours:
        if one.sample.counted:
            counted.add(one)
    return Report(
        samples=sum(e.sample.tier != GOLDEN for e in ours),
        counted=counted,
        platforms={name: dict(sorted(tiers.items())) for name, tiers in sorted(platforms.items())},
        golden=dict(sorted(golden.items())),
        out_of_scope=dict(
            sorted(Counter(e.sample.folder for e in every if not e.platform).items())
        ),
        unchecked=dict(sorted(Counter(e.unchecked for e in ours if e.unchecked).items())),
        misread=[_misread(e) for e in ours if e.reading and e.reading.wrong],
        differences=[row for e in ours for row in _differences(e)],
    )


def _holds(examined: Examined) -> bool:
    return examined.sample.tier in (*COUNTED, GOLDEN)


def _misread(examined: Examined) -> dict[str, Any]:
    reading = examined.reading
    assert reading is not None  # only samples that were read are listed
    return {
        "platform": examined.platform,
        "file": examined.sample.file,
        "tier": examined.sample.tier,
        "counted": _holds(examined),
        "wrong": ", ".join(
            f"{name} {reading.read[name]!r} for {examined.sample.key[name]!r}"
            for name in reading.wrong
        ),
        "reason": str(reading.reason),
    }


def _differences(examined: Examined) -> list[dict[str, Any]]:
    return [
        {
            "platform": examined.platform,
            "file": examined.sample.file,
            "tier": examined.sample.tier,
            "counted": _holds(examined),
            "tool": examined.tool,
            "kind": difference.kind,
            "field": difference.field,
            "sample_shape": difference.theirs,
            "replica_shape": difference.ours,
            "reason": reason or UNEXPLAINED,
        }
        for difference, reason in examined.differences
    ]


def _share(counts: Counts, right: str, of: str) -> float | None:
    whole: int = getattr(counts, of)
    part: int = getattr(counts, right)
    return part / whole if whole else None


def _mean(shares: Sequence[float | None]) -> float | None:
    known = [share for share in shares if share is not None]
    return round(sum(known) / len(known), 4) if known else None
