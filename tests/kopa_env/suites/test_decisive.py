"""Golden calls that decide nothing: losers are no decoration, what nobody reads is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from bench_stage import LOOKED_UP, PAGED, SCHOOL, views
from school import CATALOGUE

from kopa_env.suites.decisive import idle_calls
from kopa_env.suites.outcomes import golden_outcome
from kopa_env.task import Answer, GoldenCall, Task


def idle(task: Task) -> list[str]:
    outcome = golden_outcome(task, CATALOGUE, views())
    assert outcome.value is not None
    return [call.id for call in idle_calls(task, CATALOGUE, views(), outcome)]


def listed(name: str, city: str) -> GoldenCall:
    return GoldenCall(name, "school_list", {"city": city, "size": 30}, "fetch")


def reduced(solver: str, *lists: GoldenCall, **select: Any) -> Task:
    """Return a task that selects from lists, then reads a cell of the one row that is left."""
    refs = [{"ref": f"{call.id}.result"} for call in lists]
    chosen = GoldenCall("c9", "table_select", {"result": refs, **select}, "reduce")
    golden = (tuple(lists), (chosen,))
    return replace(PAGED, golden=golden, answer=Answer("string", "x", solver=solver))


NAME = 'c9.records[0]["name"]'
LISTS = (listed("c1", "포항시"), listed("c2", "경주시"), listed("c3", "안동시"))


@pytest.mark.parametrize("task", [SCHOOL, PAGED, LOOKED_UP], ids=lambda task: task.id)
def test_sound_tasks_have_none(task: Task) -> None:
    assert idle(task) == []


@pytest.mark.parametrize(
    "select",
    [
        {"order_by": "pupils", "limit": 1},
        {"order_by": "pupils", "limit": 1, "descending": True},
        {"order_by": "opened", "limit": 1},
        # two lists hold none that meet the condition, and would not win if they did
        {
            "where": [{"column": "city", "op": "eq", "value": "경주시"}],
            "order_by": "opened",
            "limit": 1,
        },
        {"where": [{"column": "id", "op": "in", "value": ["00058"]}], "limit": 1},
    ],
)
def test_losers_of_a_reduction_are_none(select: dict[str, Any]) -> None:
    found = idle(reduced(NAME, *LISTS, **select))
    # whoever is named on a list is found there: what comes after it cannot be first
    assert found in ([], ["c3"])
    assert found == [] or "order_by" not in select


def test_what_nobody_reads_is_one() -> None:
    task = reduced(NAME, *LISTS, order_by="pupils", limit=1)
    more = replace(task, golden=(*task.golden, (listed("c10", "안동시"),)))
    assert idle(more) == ["c10"]


def test_a_column_that_is_the_same_whatever_comes_is_no_evidence() -> None:
    constant = replace(PAGED, answer=replace(PAGED.answer, solver="20"))
    assert idle(constant) == ["c1", "c2"]


def test_figures_with_decimals_and_lists_in_cells_are_changed_too() -> None:
    from kopa_env.suites.decisive import _SIZES, _throughout

    larger, smaller = _SIZES[:2]
    assert _throughout(larger, {"rate": "12.5", "code": "0012", "in": [{"n": "1,000"}]}) == {
        "rate": "1225.5",
        "code": "0012",
        "in": [{"n": "97013"}],
    }
    assert _throughout(smaller, ["3.25", "가", 7]) == ["0", "가", 0]
