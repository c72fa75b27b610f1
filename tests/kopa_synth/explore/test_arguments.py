from __future__ import annotations

import pytest
from numpy.random import PCG64, Generator
from planted import CATALOGUE, edge

from kopa_env.spec import Paging, Param, ToolSpec
from kopa_synth.explore.arguments import TOKEN, Filler
from kopa_synth.explore.candidates import Memory
from kopa_synth.graph import Binding, Edge, Plan
from kopa_synth.presets import PRESETS


def rng() -> Generator:
    return Generator(PCG64(5))


def tool(*params: Param, paging: Paging | None = None) -> ToolSpec:
    return ToolSpec(
        "t_a", "t:a", "endpoint", "t", "t", "", "", "", "", params=params, paging=paging
    )


def into(param: str, **plan: Plan) -> Edge:
    return Edge("t_b", "t_a", (Binding(param, "x"),), plan, 0.5)


def test_the_edge_decides_what_it_binds() -> None:
    memory = Memory()
    memory.remember(CATALOGUE["parts_1"], {"id": "B100", "year": "2025"})
    made = edge("list_1", "id", "parts_1", 0.5, PRESETS["kopa"])
    args = [Filler(memory).bound(CATALOGUE["parts_1"], made, ("B104",), rng()) for _ in range(9)]
    assert {a["id"] for a in args} == {"B104"}


def test_sets_that_worked_are_preferred_for_what_is_open() -> None:
    memory = Memory()
    memory.remember(CATALOGUE["parts_1"], {"id": "B100", "year": "2025"})
    filler, draw = Filler(memory), rng()
    made = edge("list_1", "id", "parts_1", 0.5, PRESETS["kopa"])
    years = [filler.bound(CATALOGUE["parts_1"], made, ("B104",), draw)["year"] for _ in range(300)]
    assert 0.75 < years.count("2025") / 300 < 1.0
    assert "2024" in years, "other candidates still get their chance"


def test_optional_arguments_stay_out_unless_the_plan_wants_them() -> None:
    spec = tool(Param("id", "id", required=True), Param("city", "city", example="포항시"))
    assert Filler(Memory()).bound(spec, into("id"), ("1",), rng()) == {"id": "1"}
    planned = into("id", city=Plan.CLARIFY)
    assert Filler(Memory()).bound(spec, planned, ("1",), rng()) == {"id": "1", "city": "포항시"}


def test_defaults_are_left_to_the_tool() -> None:
    spec = tool(Param("id", "id"), Param("year", "year", required=True, default="2025"))
    assert Filler(Memory()).bound(spec, into("id"), ("1",), rng()) == {"id": "1"}


def test_tokens_are_filled_in_by_anything() -> None:
    spec = tool(Param("id", "id"), Param("api_key", "api_key", required=True, role="token"))
    assert Filler(Memory()).bound(spec, into("id"), ("1",), rng()) == {"id": "1", "api_key": TOKEN}


@pytest.mark.parametrize(
    ("mode", "default", "expected"),
    [
        ("page", 1000, {"p": 1, "s": 100}),
        ("page", 10, {"p": 1, "s": 10}),
        ("range", 1000, {"p": 1, "s": 100}),
        ("range", 5, {"p": 1, "s": 5}),
    ],
)
def test_one_modest_page_is_asked_for(mode: str, default: int, expected: dict[str, int]) -> None:
    generic = [
        Param(name, name, type="integer", role="generic", required=True) for name in ("p", "s")
    ]
    spec = tool(*generic, paging=Paging("p", "s", default=default, mode=mode))  # type: ignore[arg-type]
    assert Filler(Memory(), page_rows=100).first(spec, rng()) == expected


def test_first_calls_give_what_is_required_and_sometimes_one_thing_more() -> None:
    spec = tool(
        Param("id", "id", required=True, example="7"),
        Param("a", "a", example="x"),
        Param("b", "b", example="y"),
        Param("c", "c"),
    )
    draw = rng()
    seen = [Filler(Memory()).first(spec, draw) for _ in range(200)]
    assert {tuple(sorted(args)) for args in seen} == {("id",), ("a", "id"), ("b", "id")}


def test_without_a_candidate_the_tool_itself_refuses() -> None:
    spec = tool(Param("id", "id", required=True))
    assert Filler(Memory()).first(spec, rng()) == {}
