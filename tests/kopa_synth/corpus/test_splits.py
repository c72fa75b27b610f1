"""Splits: no entity in both, whatever tasks share."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from synthesised import largest, opened

from kopa_synth.corpus import splits
from kopa_synth.corpus.splits import entities
from kopa_synth.queries.brief import Subject
from kopa_synth.validate import Candidate

ABOUT = st.lists(st.sets(st.integers(0, 30), max_size=2), min_size=1, max_size=40)


def about(number: int, names: set[int]) -> Candidate:
    held = opened()
    subjects = (Subject("2024", "연도"), *(Subject(f"제{n}학교", "학교") for n in sorted(names)))
    task = replace(held.task, id=f"t{number}", bindings={"year": "2024"})
    brief = replace(
        held.brief,
        subjects=subjects,
        stages=tuple(replace(stage, named=False) for stage in held.brief.stages),
    )
    return replace(held, task=task, brief=brief)


@given(ABOUT)
def test_no_entity_is_in_both(wanted: list[set[int]]) -> None:
    made = [about(i, names) for i, names in enumerate(wanted)]
    parts = splits(made, 0.3)
    assert sorted([*parts["train"], *parts["dev"]]) == sorted(c.id for c in made)
    by_id = {c.id: entities(c) for c in made}
    dev = {name for task in parts["dev"] for name in by_id[task]}
    train = {name for task in parts["train"] for name in by_id[task]}
    assert not dev & train
    assert len(parts["dev"]) <= 0.3 * len(made)


@given(ABOUT)
def test_what_is_held_back_does_not_hang_on_the_order(wanted: list[set[int]]) -> None:
    made = [about(i, names) for i, names in enumerate(wanted)]
    assert set(splits(made)["dev"]) == set(splits(made[::-1])["dev"])


def test_some_are_held_back_where_there_is_room() -> None:
    made = [about(i, {i}) for i in range(40)]
    assert len(splits(made)["dev"]) == 4


def test_one_large_group_is_never_what_is_held_back() -> None:
    made = [about(i, {1}) for i in range(9)] + [about(10 + i, {10 + i}) for i in range(20)]
    assert not {f"t{i}" for i in range(9)} & set(splits(made, 0.4)["dev"])


def test_years_and_figures_are_no_entities() -> None:
    assert entities(about(1, {3})) == {"제3학교"}
    assert entities(largest()) == {"포항시"}
