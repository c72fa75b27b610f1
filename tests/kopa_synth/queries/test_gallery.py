"""630 queries of every kind, held to the six checks; nobody wrote any of them by hand."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace

import pytest
from gallery import briefs

from kopa_env.language import Said, check_set, particle_errors
from kopa_synth.queries import GrammarWriter, Query, choose, gloss
from kopa_synth.queries.brief import Brief, Pattern
from kopa_synth.queries.grammar import table
from kopa_synth.queries.opening import REGISTERS


@pytest.fixture(scope="module")
def gallery() -> list[tuple[Brief, Query]]:
    written = [(brief, choose(GrammarWriter(), brief)[0]) for brief in briefs(90)]
    assert all(query for _, query in written)
    return [(brief, query) for brief, query in written if query]


def test_the_six_checks_hold(gallery: list[tuple[Brief, Query]]) -> None:
    report = check_set(Said(query.text, query.names) for _, query in gallery)
    assert report.queries >= 600
    assert report.ok, report.failures


def test_the_checks_hold_on_a_third_as_many(gallery: list[tuple[Brief, Query]]) -> None:
    report = check_set(Said(query.text, query.names) for _, query in gallery[::3])
    assert report.ok, report.failures


def test_no_draft_needs_to_be_thrown_away_often() -> None:
    rejected = sum(len(choose(GrammarWriter(), brief)[1]) for brief in briefs(30))
    assert rejected <= 4


def test_every_kind_has_at_least_twelve_surface_patterns() -> None:
    used = defaultdict(set)
    for brief in briefs(240):  # most of what is asked is asked in one plain sentence
        query, _ = choose(GrammarWriter(), brief)
        assert query
        used[brief.pattern].add(table_line(query.pattern))
    assert {kind: len(lines) for kind, lines in used.items() if len(lines) < 12} == {}


def table_line(pattern: str) -> str:
    section, index = pattern.split("/")
    return list(table("patterns")[section])[int(index)]


def test_every_register_and_kind_is_written(gallery: list[tuple[Brief, Query]]) -> None:
    registers = Counter(query.register for _, query in gallery)
    assert set(registers) == set(REGISTERS)
    assert min(registers.values()) > len(gallery) * 0.05
    assert {brief.pattern for brief, _ in gallery} == set(Pattern)


def test_no_two_queries_are_the_same(gallery: list[tuple[Brief, Query]]) -> None:
    assert len({query.text for _, query in gallery}) == len(gallery)


def test_nothing_of_the_machinery_shows(gallery: list[tuple[Brief, Query]]) -> None:
    for _, query in gallery:
        assert not re.search(
            r"[{}|]|\(는\)|\(가\)|\(를\)|\(와\)|\(로\)|  |\.\.|,,| ,|,\.", query.text
        ), query.text
        assert particle_errors(query.text) == []


def test_the_same_brief_is_said_the_same_way_again() -> None:
    first = [[draft.text for draft in GrammarWriter().drafts(b, 3)] for b in briefs(5)]
    again = [[draft.text for draft in GrammarWriter().drafts(b, 3)] for b in briefs(5)]
    assert first == again
    assert all(len(set(texts)) == 3 for texts in first)


@pytest.mark.parametrize("register", REGISTERS)
def test_each_register_can_say_every_brief(register: str) -> None:
    for brief in briefs(6):
        fixed = replace(brief, register=register)
        query, rejected = choose(GrammarWriter(), fixed)
        assert query is not None, (rejected, brief)
        assert query.register == register


def test_a_brief_survives_json() -> None:
    for brief in briefs(9):
        assert Brief.from_json(brief.to_json()) == brief


def test_every_query_has_an_english_gloss(gallery: list[tuple[Brief, Query]]) -> None:
    for brief, query in gallery:
        assert query.gloss_en == gloss(brief)
        assert re.search("[a-z]{4}", query.gloss_en)
