"""How figures of a run are printed for a person; with ``--json`` they go out as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import typer

from kopa_env.cli.output import emit_json, emit_table
from kopa_synth.commands.stats import STATUSES, in_order

_BELOW = ("sample", "told", "unreached", "environmental", "overturned", "auc")


def tell(figures: Mapping[str, Any], as_json: bool, without: Iterable[str] = ()) -> None:
    """Print figures by name."""
    if as_json:
        emit_json(figures)
        return
    emit_table(("", ""), ((n, words(v)) for n, v in figures.items() if n not in without))


def words(value: Any) -> str:
    """Return a value as a table cell: rates with intervals, mappings on one line."""
    if isinstance(value, Mapping):
        if {"rate", "lo", "hi", "n"} <= value.keys():
            return rate_words(value)
        return ", ".join(f"{name} {words(inner)}" for name, inner in value.items()) or "none"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return "–" if value is None else str(value)


def rate_words(rate: Mapping[str, Any]) -> str:
    """Return a rate with its 95 % interval."""
    if not rate["n"]:
        return "–"
    return f"{rate['rate']:.3f} [{rate['lo']:.3f}, {rate['hi']:.3f}] n={rate['n']}"


_CORPUS = (
    "tasks",
    "mix",
    "golden_ok",
    "mean_calls",
    "four_hops_share",
    "max_overlap_with_bench",
    "corpus_hash",
)


def tell_figures(figures: Mapping[str, Any], as_json: bool) -> None:
    """Print the figures of a run; of its corpus the few that matter."""
    if as_json:
        emit_json(figures)
        return
    corpus, stages = figures.get("corpus"), figures.get("stages", {})
    told = {**figures, "corpus": {name: corpus[name] for name in _CORPUS} if corpus else None}
    tell({name: value for name, value in told.items() if name != "stages"}, False)
    if stages:
        rows = ((name, words(row["seconds"]), words(row["calls"])) for name, row in stages.items())
        emit_table(("stage", "seconds", "calls"), rows)


def tell_corpus(found: Mapping[str, Any], as_json: bool) -> None:
    """Print a corpus: its mix, what the filters dropped, and how its Korean measures."""
    if as_json:
        emit_json(found)
        return
    tell({name: found[name] for name in ("folder", *_CORPUS, "labels", "splits")}, False)
    emit_table(("filter", "tasks"), ((name, words(n)) for name, n in found["filters"].items()))
    emit_table(
        ("Korean", "value", "limit", "worst"),
        (
            (name, words(row["value"]), row["limit"], row["worst"])
            for name, row in found["language"]["checks"].items()
        ),
    )


def tell_cost(found: Mapping[str, Any], as_json: bool) -> None:
    """Print what exploring would cost."""
    if as_json:
        emit_json(found)
        return
    emit_table(
        ("platform", "calls at most", "daily quota", "days"),
        (
            (
                name,
                words(row["calls"]),
                words(row["quota"]) if row["quota"] else "not known: name it with --quota",
                words(row["days"]),
            )
            for name, row in found["platforms"].items()
        ),
    )
    typer.echo(f"{found['calls']:,} calls at most in all; nothing was sent")


def tell_audit(found: Mapping[str, Any], as_json: bool) -> None:
    """Print an audit; the single edges stay in its file."""
    if as_json:
        emit_json({name: value for name, value in found.items() if name != "edges"})
        return
    _rates("status", in_order(found["status"]))
    for part, said in found["fidelity"].items():
        _rates(f"{part} tools", in_order(said))
        typer.echo(f"AUC {words(said['auc'])}")
    typer.echo("")
    emit_table(("fault", "trials"), ((name, words(n)) for name, n in found["faults"].items()))
    typer.echo("")
    for name in _BELOW:
        typer.echo(f"{name}: {words(found[name])}")


def _rates(title: str, rates: Mapping[str, Any]) -> None:
    typer.echo("")
    emit_table((title, "trials that worked"), ((n, words(rate)) for n, rate in rates.items()))


def tell_edges(found: Mapping[str, Any], as_json: bool) -> None:
    """Print a tool's edges as tables, or edges that were asked for in full."""
    if as_json:
        emit_json(found)
        return
    for way, other, title in (("in", "source", "into it"), ("out", "target", "out of it")):
        if way in found:
            typer.echo(f"\n{len(found[way])} edges {title}")
            headers = (other, "bindings", "posterior", "prior", "alive", "trials", "last round")
            emit_table(headers, ([*_line(row, other)] for row in found[way]))
    for row in found.get("edges", ()):
        tell(row | {"bindings": _bindings(row), "plan": row["plan"] or None}, False)


def tell_tools(rows: Sequence[Mapping[str, Any]], as_json: bool) -> None:
    """Print tools with the number of their edges."""
    if as_json:
        emit_json(rows)
    else:
        emit_table(tuple(rows[0]) if rows else (), (list(row.values()) for row in rows))


def tell_allocations(rows: Sequence[Mapping[str, Any]], as_json: bool) -> None:
    """Print one row a budget and allocation."""
    if as_json:
        emit_json({"rows": rows})
        return
    headers = ("budget", "allocation", "sent", "F1 kept", "F1 confirmed", "AUC", "untried")
    emit_table(headers, ([words(row[n]) for n in headers[:3]] + _judged(row) for row in rows))


def tell_faults(rows: Sequence[Mapping[str, Any]], as_json: bool) -> None:
    """Print two rows a preset: with faults and without."""
    if as_json:
        emit_json({"rows": rows})
        return
    headers = ("preset", "source", "valid edges", "pruned falsely", "share", "pruned by faults")
    lines = []
    for row in rows:
        for source in ("faulty", "clean"):
            told = row[source]
            counts = (row["valid"], told["false_pruned"], told["false_pruned_share"])
            lines.append([row["preset"], source, *map(words, (*counts, told["by_faults"]))])
            lines[-1] += _judged(told)
    emit_table((*headers, "F1 kept", "F1 confirmed", "AUC", "untried"), lines)


def _judged(row: Mapping[str, Any]) -> list[str]:
    return [words(v) for v in (row["kept"]["f1"], row["confirmed"]["f1"], row["auc"])] + [
        words(row["untried"])
    ]


def tell_worlds(rows: Sequence[Mapping[str, Any]], as_json: bool) -> None:
    """Print one row a world."""
    if as_json:
        emit_json({"rows": rows})
        return
    headers = ("world", "verified", "pruned", *(f"audit: {name}" for name in STATUSES))
    emit_table((*headers, "AUC prior", "posterior", "gain from"), map(_world, rows))


def _world(row: Mapping[str, Any]) -> list[str]:
    edges, rates, auc = row["edges"], row["audit"], row["auc"]
    counts = [words(edges["verified"]), words(edges["pruned"])]
    areas = [words(auc[name]) for name in ("prior", "posterior", "gain_lo")]
    return [str(row["world"]), *counts, *(rate_words(rates[name]) for name in STATUSES), *areas]


def _line(row: Mapping[str, Any], other: str) -> Iterator[str]:
    yield row[other]
    yield _bindings(row)
    yield f"{row['posterior']:.2f}"
    yield f"{row['score']:.2f}"
    yield "yes" if row["alive"] else "pruned"
    yield words(row["trials"])
    yield words(row["last_round"] or None)


def _bindings(row: Mapping[str, Any]) -> str:
    return ", ".join(f"{b['field']} → {b['param']}" for b in row["bindings"])
