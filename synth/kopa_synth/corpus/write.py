"""Writing a corpus: the suite, its golden trajectories, its figures and its card."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

from kopa_env.cache import replacing, require_writable
from kopa_env.catalogue import Catalogue
from kopa_env.errors import UsageError
from kopa_env.source import Source
from kopa_env.suites import Suite, read_suite
from kopa_env.suites.compile import dump
from kopa_synth.corpus import parquet
from kopa_synth.corpus.card import card
from kopa_synth.corpus.golden import Played, played
from kopa_synth.corpus.overlap import audit
from kopa_synth.corpus.splits import DEV, TRAIN, splits
from kopa_synth.corpus.stats import figures, filtered
from kopa_synth.validate.candidate import Candidate
from kopa_synth.validate.origins import Origins
from kopa_synth.validate.verdict import Verdict

STATS = "stats.json"
"""Written last: a folder that has it is whole."""


def write_corpus(
    folder: Path,
    candidates: Sequence[Candidate],
    catalogue: Catalogue,
    source: Source,
    *,
    world_seed: int,
    verdicts: Sequence[Verdict] = (),
    against: Sequence[Suite] = (),
    origins: Origins | None = None,
    name: str = "train",
    command: str = "",
    with_parquet: bool = True,
    progress: Callable[[int, Candidate], None] | None = None,
) -> dict[str, Any]:
    """Write a corpus; the same candidates give the same bytes.

    Args:
        folder: where its files go; files of the same names are replaced.
        candidates: those that were kept (:func:`~kopa_synth.validate.accepted`), in order.
        catalogue: their tools.
        source: answers the golden calls once more, for the conversations.
        world_seed: seed of the world they were computed on.
        verdicts: of all candidates there were, for the counts of filters.
        against: suites the corpus must not give away.
        origins: which origins labels may have; the open list if left out.
        name: of the suite.
        command: what makes the corpus again, for its card.
        with_parquet: whether to write parquet files too.
        progress: told of each conversation and its number from 1.

    Returns:
        What ``stats.json`` holds.

    Raises:
        UsageError: if there are no candidates, an origin is not open, or a golden trajectory does
            not score 1.
        MissingExtra: if pyarrow is not installed; nothing has been written then.
        CacheError: if the folder cannot be written.
    """
    if not candidates:
        raise UsageError("no candidate was kept: there is nothing to write")
    if with_parquet:
        parquet.require()
    (origins or Origins()).check(candidates)
    require_writable(folder)
    parts = splits(candidates)
    split_of = {task_id: part for part, ids in parts.items() for task_id in ids}
    shown = []
    for number, candidate in enumerate(candidates, 1):
        shown.append(played(candidate, catalogue, source, split_of[candidate.id]))
        if progress is not None:
            progress(number, candidate)
    tasks = dump([candidate.task for candidate in candidates])
    golden = b"".join(orjson.dumps(play.row) + b"\n" for play in shown)
    stats = {
        **_stats(candidates, catalogue, source, verdicts, against, shown),
        "world_seed": world_seed,
        "corpus_hash": _hash(tasks + golden),
        "splits": {part: len(ids) for part, ids in parts.items()},
    }
    (folder / STATS).unlink(missing_ok=True)
    _write(folder / "tasks.jsonl", tasks)
    _write(folder / "golden.jsonl", golden)
    _write(folder / "provenance.jsonl", _provenance(candidates, split_of))
    _write(folder / "suite.json", _suite(name, world_seed, parts))
    if with_parquet:
        rows = parquet.task_rows(candidates, split_of, catalogue)
        parquet.write_tasks(folder / "tasks.parquet", rows)
        parquet.write_golden(folder / "golden.parquet", [play.row for play in shown])
    _write(folder / "README.md", card(stats, name=name, command=command).encode())
    read_suite(folder)
    _write(folder / STATS, _pretty(stats))
    return stats


def _stats(
    candidates: Sequence[Candidate],
    catalogue: Catalogue,
    source: Source,
    verdicts: Sequence[Verdict],
    against: Sequence[Suite],
    shown: Sequence[Played],
) -> dict[str, Any]:
    found = audit([candidate.task for candidate in candidates], against, catalogue)
    described = figures(candidates, catalogue)
    wanted = ("tasks", "mix")
    hashes = source.hashes()
    return {
        **{key: described.pop(key) for key in wanted},
        "golden_ok": sum(play.reward == 1.0 for play in shown),
        **{key: described.pop(key) for key in ("mean_calls", "four_hops_share")},
        "max_overlap_with_bench": found["max_overlap_with_bench"],
        **filtered(verdicts),
        **described,
        "overlap": found["suites"],
        "generated": not any("live" in play.origins for play in shown),
        "graph_hash": _one([str(c.provenance.get("graph_hash", "")) for c in candidates]),
        "world_hash": _one([candidate.task.world_hash for candidate in candidates]),
        "catalogue_hash": hashes.get("catalogue", catalogue.hash),
    }


def _one(values: Sequence[str]) -> str:
    """Return what all have in common, or all of it where they differ."""
    return ", ".join(sorted(set(values)))


def _suite(name: str, world_seed: int, parts: Mapping[str, tuple[str, ...]]) -> bytes:
    held = {part: list(parts[part]) for part in (TRAIN, DEV) if parts[part]}
    return _pretty({"name": name, "world_seed": world_seed, "splits": held})


def _provenance(candidates: Sequence[Candidate], split_of: Mapping[str, str]) -> bytes:
    rows = (
        {"task_id": c.id, "pattern": c.pattern, "split": split_of[c.id], **c.provenance}
        for c in candidates
    )
    return b"".join(orjson.dumps(row) + b"\n" for row in rows)


def _hash(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()


def _pretty(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def _write(path: Path, body: bytes) -> None:
    """Write a file whole or not at all, readable by others as any file is."""
    with replacing(path) as temporary:
        temporary.write_bytes(body)
        temporary.chmod(0o644)
