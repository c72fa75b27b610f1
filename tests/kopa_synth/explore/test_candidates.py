from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import CATALOGUE

from kopa_env.catalogue.arguments import validate
from kopa_env.errors import UsageError
from kopa_env.outcome import ToolResult
from kopa_env.spec import Param, ToolSpec
from kopa_synth.explore.candidates import REMEMBERED, Memory, by_rule

TODAY = "20260130"


def test_enums_are_candidates_and_examples_come_once() -> None:
    param = Param("kind", "kind", enum={"A": "", "B": ""}, example="B", format="YYYY")
    assert by_rule(param, TODAY) == ["A", "B"]


def test_years_and_windows_end_today() -> None:
    assert by_rule(Param("bsns_year", "y", format="YYYY"), TODAY) == ["2025", "2024", "2023"]
    start = Param("bgn_de", "b", format="YYYYMMDD", example="20240101")
    end = Param("end_de", "e", format="YYYY-MM-DD")
    assert by_rule(start, TODAY) == ["20240101", "20150101"]
    assert by_rule(end, TODAY) == ["2026-01-30"]
    assert by_rule(Param("rcept_dt", "r", format="YYYYMMDD"), TODAY) == []


@given(
    st.sampled_from(["YYYY", "YYYYMMDD", "YYYY-MM-DD"]),
    st.sampled_from(["bgn_de", "end_de", "fromDt", "toDt", "year"]),
    st.dates().filter(lambda d: d.year > 1900),
)
def test_what_a_rule_suggests_passes_the_tools_own_check(form: str, name: str, day: object) -> None:
    param = Param(name, name, format=form)
    spec = ToolSpec("t_a", "t:a", "endpoint", "t", "t", "", "", "", "", params=(param,))
    for value in by_rule(param, str(day).replace("-", "")):
        assert not isinstance(validate(spec, {name: value}), ToolResult)


def test_arguments_that_worked_are_kept_as_sets_and_by_platform() -> None:
    memory = Memory()
    parts, detail = CATALOGUE["parts_1"], CATALOGUE["detail_1"]
    memory.remember(parts, {"id": "B100", "year": "2025"})
    memory.remember(parts, {"id": "B100", "year": "2025"})
    assert memory.sets == {"parts_1": [{"id": "B100", "year": "2025"}]}
    assert memory.worked(parts, "year") == ["2025"]
    assert memory.worked(detail, "id") == ["B100"], "another tool of the platform has the parameter"
    assert memory.worked(detail, "year") == ["2025"]
    assert memory.worked(detail, "nothing") == []


def test_generic_arguments_are_not_worth_keeping() -> None:
    memory = Memory()
    memory.remember(CATALOGUE["list_0"], {"page": 1, "size": 10})
    assert memory.sets == {"list_0": [{}]}
    assert memory.values == {}


@given(st.lists(st.integers(0, 40)))
def test_memory_is_bounded_and_survives_being_saved(numbers: list[int]) -> None:
    memory = Memory()
    for n in numbers:
        memory.remember(CATALOGUE["detail_0"], {"id": f"A{n}"})
    assert all(len(sets) <= REMEMBERED for sets in memory.sets.values())
    assert all(len(values) <= REMEMBERED for values in memory.values.values())
    again = Memory.from_dict(memory.as_dict())
    for one in (memory, again):
        one.remember(CATALOGUE["detail_0"], {"id": "A7"})
        one.remember(CATALOGUE["detail_0"], {"id": "new"})
    assert again.as_dict() == memory.as_dict()


def test_memory_is_handed_on_in_a_file(tmp_path: Path) -> None:
    memory = Memory()
    memory.remember(CATALOGUE["parts_1"], {"id": "B100", "year": "2025"})
    memory.save(tmp_path / "values.json")
    assert Memory.load(tmp_path / "values.json").as_dict() == memory.as_dict()
    with pytest.raises(UsageError, match="cannot read"):
        Memory.load(tmp_path / "none.json")
    (tmp_path / "other.json").write_text("[1]", encoding="utf-8")
    with pytest.raises(UsageError, match="holds no arguments"):
        Memory.load(tmp_path / "other.json")
