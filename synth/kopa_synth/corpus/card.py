"""The card of a corpus: a README that says what is in it, how it was made and what is made up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kopa_synth.validate.verdict import STAGES

_GENERATED = (
    "Tool replies come from the replica, not from the live services: **the figures in them are"
    " generated**, but for what was recorded of the 22nd Assembly. Real companies and institutions"
    " keep their names and codes; events about persons and adverse events concern fictional ones"
    " only. Nothing here may be cited as data of the platforms."
)
_LIVE = (
    "Tool replies come from the platforms themselves. They are subject to the platforms' own terms"
    " (공공누리 and others), and had changed by the time you read this."
)


def card(stats: Mapping[str, Any], *, name: str, command: str) -> str:
    """Return the README of a corpus as Markdown, with the head that dataset hubs read.

    Args:
        stats: what ``stats.json`` holds.
        name: of the suite.
        command: what makes the corpus again.
    """
    parts = [
        _head(stats),
        f"# {name}: tasks synthesised by EDGE",
        f"{stats['tasks']:,} tasks in Korean over tools of Korean public APIs, each with golden "
        f"calls that were executed, an answer computed by a program over what they returned, and "
        f"the whole conversation as a trainer needs it. Corpus hash `{stats['corpus_hash']}`.",
        _GENERATED if stats["generated"] else _LIVE,
        "## Mix",
        _mix(stats),
        f"{stats['mean_calls']} calls a task on average, {stats['four_hops_share']:.1%} with four "
        f"or more; {stats['junctions']['one_to_many']:.1%} of {stats['junctions']['n']:,} "
        f"junctions carry more than one value (median {stats['junctions']['median']:g}, "
        f"at most {stats['junctions']['max']:,}).",
        "## Filters",
        _filters(stats),
        "## Who wrote what",
        _labels(stats),
        "## Against the benchmarks",
        _overlap(stats),
        "## Korean",
        _language(stats),
        "## Files",
        _FILES,
        "## How it was made",
        _made(stats, command),
        "## Licence",
        "Apache-2.0, as the package that made it. No text or answer of a model with other terms "
        "is in it; the table above says who wrote what.",
    ]
    return "\n\n".join(parts) + "\n"


_FILES = """| file | holds |
|---|---|
| `suite.json`, `tasks.jsonl` | for `load_suite("FOLDER/")`; `train` and `dev` share no entity |
| `golden.jsonl` | conversations: `messages` and `tools` in OpenAI form |
| `provenance.jsonl` | pattern, edges, junctions and label origins of each task |
| `tasks.parquet`, `golden.parquet` | the same for tools that read parquet |
| `stats.json` | every figure of this page |"""


def _head(stats: Mapping[str, Any]) -> str:
    size = next(label for limit, label in _SIZES if stats["tasks"] < limit)
    return "\n".join(
        [
            "---",
            "license: apache-2.0",
            "language: [ko]",
            "task_categories: [text-generation]",
            "tags: [tool-use, function-calling, reinforcement-learning, synthetic]",
            f"size_categories: ['{size}']",
            "configs:",
            *_config("tasks"),
            *_config("golden"),
            "---",
        ]
    )


_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (10**12, "10K<n<100K"))


def _config(name: str) -> list[str]:
    return [f"- config_name: {name}", f"  data_files: {name}.parquet"]


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def _mix(stats: Mapping[str, Any]) -> str:
    total = max(stats["tasks"], 1)
    mix: Mapping[str, int] = stats["mix"]
    return _table(
        ("pattern", "tasks", "share"), [(name, n, f"{n / total:.1%}") for name, n in mix.items()]
    )


def _filters(stats: Mapping[str, Any]) -> str:
    if not stats["candidates"]:
        return "Nothing is known of what was left out."
    rows = [
        (stage, name, stats["filters"][name]) for stage, names in STAGES.items() for name in names
    ]
    return (
        f"{stats['candidates']:,} candidates, {stats['kept']:,} kept. Each is counted under the "
        f"first filter that caught it.\n\n{_table(('stage', 'filter', 'caught'), rows)}"
    )


def _labels(stats: Mapping[str, Any]) -> str:
    rows = [(label, who, n) for label, by in stats["labels"].items() for who, n in by.items()]
    return _table(("label", "origin", "tasks"), rows)


def _overlap(stats: Mapping[str, Any]) -> str:
    suites: Mapping[str, Any] = stats["overlap"]
    if not suites:
        return "Not compared with any suite."
    rows = [
        (
            name,
            about["verbatim"],
            about["query"]["jaccard"],
            about["chain"]["jaccard"],
            about["edges"],
            f"{about['tools']:.1%}",
            about["entities"]["shared"],
            "yes" if about["same_world"] else "no",
        )
        for name, about in suites.items()
    ]
    head = (
        *("suite", "same question", "nearest question", "nearest chain", "edges in common"),
        *("its tools used", "entities shared", "same world"),
    )
    return f"{_table(head, rows)}\n\nQuestions are compared by their sets of three characters."


def _language(stats: Mapping[str, Any]) -> str:
    checks: Mapping[str, Any] = stats["language"]["checks"]
    rows = [
        (name, about["value"], about["limit"], "holds" if about["ok"] else "does not hold")
        for name, about in checks.items()
    ]
    return _table(("check", "value", "limit", ""), rows)


def _made(stats: Mapping[str, Any], command: str) -> str:
    rows = [
        ("graph", stats["graph_hash"]),
        ("world", f"{stats['world_hash']} (seed {stats['world_seed']})"),
        ("catalogue", stats["catalogue_hash"]),
    ]
    listed = _table(("what", "hash"), rows)
    return f"{listed}\n\n```bash\n{command}\n```" if command else listed
