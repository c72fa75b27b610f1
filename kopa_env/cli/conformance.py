"""``kopa conformance``: real replies beside ours, against an answer key."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kopa_env.cli.output import AsJson, emit_json, emit_table, progress
from kopa_env.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from kopa_env.conformance import Report
    from kopa_env.conformance.report import Counts

SHOWN = 40
"""Failures printed; ``--json`` has them all."""


def conformance(
    samples: Annotated[Path, typer.Option(help="Folder with INDEX.tsv and the replies it names.")],
    platform: Annotated[str | None, typer.Option(help="Only this platform.")] = None,
    seed: Annotated[int, typer.Option(help="World seed of the replica.")] = 20260130,
    json: AsJson = False,
) -> None:
    """Hold real replies to their answer key, and the replica's replies to the real ones.

    Exit code 1 if a sample of tier recorded or trimmed is misread, or differs from the replica's
    reply in a way that no known reason explains.

    Example: kopa conformance --samples samples --platform dart
    """
    from kopa_env.catalogue import Catalogue
    from kopa_env.conformance import examine, golden_replies, of_platform, read_samples, summarise
    from kopa_env.replica.engine import Replica
    from kopa_env.world import World

    catalogue = Catalogue.load()
    folders = [read_samples(samples), golden_replies()]
    if platform is not None:
        if platform not in catalogue.platforms:
            hint = did_you_mean(platform, catalogue.platforms)
            raise UsageError(f"no platform {platform!r}{hint}")
        folders = [of_platform(folder, platform, catalogue) for folder in folders]
    replica = Replica(World(seed), catalogue)
    examined = chain.from_iterable(examine(folder, replica) for folder in folders)
    total = sum(len(folder.samples) for folder in folders)
    report = summarise(progress(examined, "samples", total))
    if json:
        emit_json(report.json())
    else:
        _show(report)
    if report.failures:
        raise typer.Exit(1)


def _show(report: Report) -> None:
    rows = [
        (name, tier if tier != "counted" else "= counted", *_cells(counts))
        for name, tiers in report.platforms.items()
        for tier, counts in sorted(tiers.items(), key=lambda item: item[0] == "counted")
    ]
    rows += [(name, "golden", *_cells(counts)) for name, counts in report.golden.items()]
    emit_table(
        (
            "platform",
            "tier",
            "samples",
            "outcome",
            "code",
            "records",
            "total",
            "shape",
            "explained",
        ),
        rows,
    )
    shares = ", ".join(
        f"{name} {share:.3f}" for name, share in report.macro.items() if share is not None
    )
    typer.echo(f"macro average over platforms: {shares or 'nothing counted'}")
    if report.out_of_scope:
        typer.echo(f"platforms we do not have: {sum(report.out_of_scope.values())} samples")
    if report.differences:
        typer.echo(f"differences in shape: {len(report.differences)}")
        emit_table(("platform", "kind", "where", "reason"), _grouped(report.differences))
    for line in report.failures[:SHOWN]:
        sys.stderr.write(f"failed: {line}\n")


def _grouped(differences: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, str, str]]:
    """Return one row a reason: what it explains and how often."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for row in differences:
        key = (row["platform"], row["kind"], row["reason"])
        groups.setdefault(key, []).append(f"{row['tool']}.{row['field']}")
    return [
        (platform, kind, f"{places[0]} (+{len(places) - 1})" if places[1:] else places[0], reason)
        for (platform, kind, reason), places in groups.items()
    ]


def _cells(counts: Counts) -> tuple[str, ...]:
    n = counts.samples
    return (
        str(n),
        *(
            f"{right}/{n}"
            for right in (
                counts.classified_right,
                counts.codes_right,
                counts.records_right,
                counts.totals_right,
            )
        ),
        f"{counts.shape_same}/{counts.shape_checked}",
        str(counts.shape_explained),
    )
