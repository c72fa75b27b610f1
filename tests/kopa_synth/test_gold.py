"""The gold list is what was frozen, speaks of tools that exist and is big enough to judge by."""

from __future__ import annotations

from collections import Counter

from kopa_env.catalogue import Catalogue
from kopa_synth.gold import KINDS, ORIGINS, frozen, gold_hash, load_gold

PLATFORMS = ("dart", "assembly", "edudata", "seoul")


def test_it_is_the_frozen_list() -> None:
    digest, day = frozen()
    assert gold_hash() == digest
    assert len(day) == len("2026-01-01")


def test_there_are_enough_of_either_label() -> None:
    labels = Counter(edge.true for edge in load_gold())
    assert labels[True] >= 60
    assert labels[False] >= 60
    for platform in PLATFORMS:
        here = {edge.true for edge in load_gold() if edge.source.startswith(f"{platform}_")}
        assert here == {True, False}, platform


def test_every_edge_joins_a_field_and_an_argument_of_the_catalogue() -> None:
    catalogue = Catalogue.load()
    for edge in load_gold():
        assert edge.field in {f.path for f in catalogue[edge.source].fields}, edge
        assert edge.param in {p.name for p in catalogue[edge.target].params}, edge
        assert edge.source != edge.target, edge


def test_no_edge_stands_twice() -> None:
    keys = [edge.key for edge in load_gold()]
    assert len(keys) == len(set(keys))


def test_a_false_edge_says_why_and_every_edge_how_it_is_known() -> None:
    for edge in load_gold():
        assert edge.origin in ORIGINS, edge
        assert edge.note, edge
        assert edge.kind == "" if edge.true else edge.kind in KINDS, edge
    assert {edge.kind for edge in load_gold()} == KINDS | {""}
