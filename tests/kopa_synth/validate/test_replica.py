"""Validation over the replica of another world: what authors wrote well is kept, all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.sources.named import MINI_SEED, open_source
from kopa_env.sources.views import ViewSource
from kopa_env.suites import load_suite
from kopa_env.suites.compile import FOLDER, author_tasks, content_hash, instantiate
from kopa_env.suites.selecting import candidates
from kopa_env.task import Task
from kopa_synth.corpus import write_corpus
from kopa_synth.queries.brief import Brief, Pattern, Slot, Stage, Subject, Thing
from kopa_synth.validate import Candidate, accepted, validate

SEED = MINI_SEED + 1
AUTHORED = {row["id"]: row for row in author_tasks(FOLDER / "tasks.yaml")}
CHOSEN = ("mini-edu-02", "mini-asm-01", "mini-asm-02", "mini-asm-05", "mini-dart-01")


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


@pytest.fixture(scope="module")
def source(catalogue: Catalogue) -> ViewSource:
    found = open_source("replica", catalogue, SEED)
    assert isinstance(found, ViewSource)
    return found


@pytest.fixture(scope="module")
def made(catalogue: Catalogue, source: ViewSource) -> list[Candidate]:
    return [authored(AUTHORED[name], catalogue, source) for name in CHOSEN]


def authored(row: Mapping[str, Any], catalogue: Catalogue, source: ViewSource) -> Candidate:
    """Put a task of Mini onto this world and take it for a walk's."""
    bindings = candidates(row["selector"], catalogue, source)[0]
    task = instantiate(row, bindings, catalogue, source, "train")
    named = [v for v in bindings.values() if isinstance(v, str) and v in task.query_ko]
    asked = Stage(Thing("것"), asked=(Slot("이름", name=True),))
    brief = Brief(
        task.id,
        Pattern.MIXED,
        task.domain,
        task.platforms[0],
        tuple(Subject(name) for name in named),
        (asked,),
    )
    origins = {"label_origins": {"query": "grammar", "answer": "solver"}}
    return Candidate(task, "MIXED", brief, walked(task), origins)


def walked(task: Task) -> Any:
    value = task.answer.value
    if isinstance(value, Mapping):
        return {name: slot["value"] for name, slot in value.items()}
    return value


def test_what_authors_wrote_is_kept(
    made: list[Candidate], catalogue: Catalogue, source: ViewSource
) -> None:
    found = validate(made, catalogue, source)
    assert [(v.id, v.filter, v.reason) for v in found] == [(name, "", "") for name in CHOSEN]
    for verdict in found:
        declared = set(AUTHORED[verdict.id]["applicable"])
        assert declared <= set(verdict.applicable), verdict.id


def test_minis_own_questions_are_recognised(
    made: list[Candidate], catalogue: Catalogue, source: ViewSource
) -> None:
    found = validate(made[1:3], catalogue, source, against=[load_suite("mini")])
    assert [(v.filter, "mini:mini-asm-0" in v.reason) for v in found] == [("redundant", True)] * 2


def test_a_page_left_out_is_told(
    made: list[Candidate], catalogue: Catalogue, source: ViewSource
) -> None:
    """The paper's own failure mode: a count over the first page alone."""
    held = made[1]
    first = replace(held.task, golden=(held.task.golden[0], *held.task.golden[2:]))
    broken = replace(first, content_hash=content_hash(first))
    (found,) = validate([replace(held, task=broken)], catalogue, source)
    assert found.filter == "erroneous"


def test_a_corpus_over_the_replica_says_what_it_is(
    made: list[Candidate], catalogue: Catalogue, source: ViewSource, tmp_path: Path
) -> None:
    verdicts = validate(made, catalogue, source)
    stats = write_corpus(
        tmp_path,
        accepted(made, verdicts),
        catalogue,
        source,
        world_seed=SEED,
        verdicts=verdicts,
        against=[load_suite("mini")],
        with_parquet=False,
    )
    mini = stats["overlap"]["mini"]
    assert (stats["golden_ok"], stats["generated"], mini["same_world"]) == (5, True, False)
    assert mini["edges"] > 0.1
    assert 0.5 < stats["max_overlap_with_bench"] <= 1.0
    assert stats["world_hash"] == source.hashes()["world"]
    assert load_suite(f"{tmp_path}/").world_seed == SEED
