"""Candidates as a walk makes them, by hand, over the school tools: sound ones to break in tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from school import CATALOGUE, SchoolSource

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON
from kopa_env.source import Source
from kopa_env.sources.views import ViewSource
from kopa_env.suites.compile import content_hash, instantiate
from kopa_env.task import Task
from kopa_synth.queries import GrammarWriter, choose
from kopa_synth.queries.brief import (
    Brief,
    Pattern,
    Pick,
    Reducer,
    Slot,
    Stage,
    Subject,
    Thing,
    WriteRequest,
)
from kopa_synth.validate import Candidate

SCHOOL = Thing("학교", "곳", "어디")
NAME = Slot("이름", name=True)
PUPILS = Slot("학생 수", "number", "명")
OPENED = Slot("개교일", "date")
LOCAL = ["table_select", "evaluate_expression", "table_count"]


def school_source() -> ViewSource:
    """Return the school tools' source."""
    return ViewSource(SchoolSource(), CATALOGUE)


def brief(
    key: str, pattern: Pattern, subjects: tuple[Subject, ...], *stages: Stage, **more: Any
) -> Brief:
    """Return a brief on schools."""
    return Brief(key, pattern, "education", "school", subjects, stages, **more)


def row(key: str, said: Brief, **more: Any) -> dict[str, Any]:
    """Return an author's row for a brief: the question as the grammar writes it."""
    query, rejected = choose(GrammarWriter(), said, n=20)
    assert query is not None, rejected
    return {
        "id": key,
        "domain": said.domain,
        "platforms": [said.platform],
        "tier": "medium",
        "query_ko": query.text,
        "gloss_en": query.gloss_en,
        "current_date": "2026-01-30",
        "observation_limit": 3000,
        "selector": {},
        "applicable": [],
        "reward_basis": ["RESPONSE"],
        "offered_tools": ["school_list", "school_detail", "find_school", "edu_counts", *LOCAL],
        **more,
    }


def candidate(
    written: Mapping[str, Any],
    said: Brief,
    walked: JSON,
    bindings: Mapping[str, JSON],
    catalogue: Catalogue = CATALOGUE,
    source: Source | None = None,
) -> Candidate:
    """Return a candidate whose task was computed from an author's row."""
    task = instantiate(written, bindings, catalogue, source or school_source(), "train")
    provenance = {
        "graph_hash": "g",
        "edges": ["e1"],
        "junctions": [{"edge": "e1", "n": 1, "kind": "SEQ"}],
        "label_origins": {"query": "grammar", "answer": "solver"},
    }
    return Candidate(task, said.pattern.value, said, walked, provenance)


def call(name: str, tool: str, role: str, /, **args: Any) -> dict[str, Any]:
    """Return a golden call as an author writes it."""
    return {"id": name, "tool": tool, "role": role, "args": args}


@cache
def largest(city: str = "포항시", name: str = "나57학교", pupils: int = 1399) -> Candidate:
    """DRV: the school of a city with the most pupils, and how many; the list has two pages."""
    key = f"drv-{city}"
    said = brief(
        key,
        Pattern.DRV,
        (Subject(city, "지역"),),
        Stage(SCHOOL, reducer=Reducer(Pick.MAX, "학생 수", "명"), asked=(NAME, PUPILS)),
        forbidden=(name, str(pupils)),
    )
    pages = [{"ref": "c1.result"}, {"ref": "c2.result"}]
    written = row(
        key,
        said,
        golden=[
            [call("c1", "school_list", "fetch", city=city, page=1, size=10)],
            [call("c2", "school_list", "page", city=city, page=2, size=10)],
            [
                call(
                    "c3",
                    "table_select",
                    "reduce",
                    result=pages,
                    order_by="pupils",
                    descending=True,
                    limit=1,
                    columns=["name", "pupils"],
                )
            ],
        ],
        answer={
            "type": "record",
            "solver": '{"학교": c3.records[0]["name"], "학생 수": num(c3.records[0]["pupils"])}',
            "slots": {"학교": {"type": "string"}, "학생 수": {"type": "number", "unit": "명"}},
        },
    )
    return candidate(written, said, {"학교": name, "학생 수": pupils}, {"city": city})


@cache
def opened(name: str = "가12학교", day: str = "2012-03-13", code: str = "00012") -> Candidate:
    """SEQ: when a school opened; its code has to be looked up."""
    key = f"seq-{name}"
    said = brief(
        key,
        Pattern.SEQ,
        (Subject(name, "학교"),),
        Stage(SCHOOL, named=True, asked=(OPENED,)),
        forbidden=(day, code),
    )
    written = row(
        key,
        said,
        golden=[
            [call("c1", "find_school", "lookup", name=name)],
            [call("c2", "school_detail", "fetch", id={"ref": "c1.records[0].id"})],
        ],
        answer={"type": "date", "solver": 'date(c2.records[0]["opened"])'},
    )
    return candidate(written, said, day, {"name": name})


@cache
def noted() -> Candidate:
    """DRV with a write: the school with the fewest pupils goes into a note."""
    key = "drv-note"
    said = brief(
        key,
        Pattern.DRV,
        (Subject("안동시", "지역"),),
        Stage(SCHOOL, reducer=Reducer(Pick.MIN, "학생 수", "명"), asked=(NAME, PUPILS)),
        write=WriteRequest("note", "안동시 학교 확인", ("학교",)),
        forbidden=("다2학교", "1014"),
    )
    written = row(
        key,
        said,
        golden=[
            [call("c1", "school_list", "fetch", city="안동시", size=30)],
            [
                call(
                    "c2",
                    "table_select",
                    "reduce",
                    result={"ref": "c1.result"},
                    order_by="pupils",
                    limit=1,
                )
            ],
            [
                call(
                    "c3",
                    "save_note",
                    "write",
                    title="안동시 학교 확인",
                    fields={"학교": {"ref": "c2.records[0].name"}},
                )
            ],
        ],
        answer={
            "type": "record",
            "solver": '{"학교": c2.records[0]["name"], "학생 수": num(c2.records[0]["pupils"])}',
            "slots": {"학교": {"type": "string"}, "학생 수": {"type": "number", "unit": "명"}},
        },
        reward_basis=["RESPONSE", "ENVIRONMENT"],
        offered_tools=["school_list", "school_detail", "find_school", "save_note", *LOCAL],
    )
    return candidate(written, said, {"학교": "다2학교", "학생 수": 1014}, {"city": "안동시"})


def sound() -> tuple[Candidate, ...]:
    """Return candidates that every filter lets pass."""
    return (largest(), opened(), noted(), largest("경주시", "다58학교", 1406))


def changed(held: Candidate, **more: Any) -> Candidate:
    """Return a candidate whose task was changed, its hash put right."""
    task: Task = replace(held.task, **more)
    return replace(held, task=replace(task, content_hash=content_hash(task)))


def asking(held: Candidate, text: str) -> Candidate:
    """Return a candidate with another question."""
    return changed(held, query_ko=text)
