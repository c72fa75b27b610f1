"""The inventory beside what is known of the platforms: every documented endpoint, or why not."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from kopa_env.catalogue import Catalogue

LEFT_OUT = Path(__file__).with_name("left_out.tsv")
BENCHMARK = (
    *("ex", "seoul", "dart", "krx", "kdic", "edudata", "hrdk", "law", "assembly", "gg"),
)  # fmt: skip


def left_out() -> dict[str, str]:
    """Return references of endpoints that are no tools, with the reason."""
    with LEFT_OUT.open(encoding="utf-8", newline="") as lines:
        return {row["ref"]: row["reason"] for row in csv.DictReader(lines, delimiter="\t")}


def documented(shared: Path) -> Iterator[tuple[str, ...]]:
    """Yield every documented endpoint by the names it may go by."""
    for source in sorted((shared / "facts").glob("*.yaml")):
        facts = yaml.load(source.read_text(encoding="utf-8"), yaml.CSafeLoader)
        for endpoint in facts.get("endpoints") or ():
            families = (facts["platform"], source.stem, facts["platform"].split("_")[0])
            yield tuple(f"{family}:{endpoint['id']}" for family in dict.fromkeys(families))


@pytest.mark.shared
def test_every_documented_endpoint_is_a_tool_or_left_out_for_a_reason(shared: Path) -> None:
    refs = {entry.ref for entry in Catalogue.load().entries.values()}
    reasons = left_out()
    missing = [names[0] for names in documented(shared) if not refs & set(names)]
    assert sorted(set(missing) - reasons.keys()) == []
    assert sorted(reasons.keys() - set(missing)) == []
    assert all(reasons.values())


def test_the_inventory_is_as_large_as_promised() -> None:
    catalogue = Catalogue.load()
    counted = [
        e
        for e in catalogue.entries.values()
        if e.kind in ("endpoint", "view") and not e.thin and e.informative >= 2
    ]
    assert len(counted) >= 2318
    assert {e.platform for e in counted} >= set(BENCHMARK)
