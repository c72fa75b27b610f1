from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import CATALOGUE, PlantedSource, skeleton

from kopa_env.catalogue.arguments import validate
from kopa_env.outcome import JSON, Reason, ToolResult
from kopa_env.spec import Param, ToolSpec
from kopa_synth.explore.executor import Executor
from kopa_synth.explore.probing import TRIES, Probe, other_values


def probe(source: PlantedSource) -> Probe:
    graph, _ = skeleton()
    return Probe(Executor(CATALOGUE, source, graph.edges, 5))


def test_an_identifier_that_is_dropped_is_found_out_though_it_is_echoed() -> None:
    source = PlantedSource()
    found = probe(source)
    assert not found.used(CATALOGUE["open_0"], ["id"], {"id": "A100"})
    assert found.verdicts == {"open_0.id": False}
    asked = dict(source.asked)
    assert not found.used(CATALOGUE["open_0"], ["id"], {"id": "A101"})
    assert source.asked == asked, "asked once per tool and parameter"


def test_an_identifier_that_decides_is_used() -> None:
    assert probe(PlantedSource()).used(CATALOGUE["detail_0"], ["id"], {"id": "A100"})


def test_an_edge_counts_if_any_of_its_arguments_is_used() -> None:
    found = probe(PlantedSource())
    found.verdicts = {"parts_0.id": False, "parts_0.year": True}
    assert found.used(CATALOGUE["parts_0"], ["id", "year"], {"id": "A100", "year": "2025"})
    assert found.used(CATALOGUE["list_0"], [], {"page": 1, "size": 10}), "nothing semantic bound"


def test_what_cannot_be_told_counts_as_used_and_is_given_up_in_time() -> None:
    source = PlantedSource(lambda tool, nth: Reason.TIMEOUT)
    found = probe(source)
    for tries in range(1, TRIES + 1):
        assert found.verdicts == {}
        assert found.used(CATALOGUE["open_0"], ["id"], {"id": f"A10{tries}"})
    assert found.verdicts == {"open_0.id": True}


class Shuffled(PlantedSource):
    """Answers with one row whatever it is asked, but for one value."""

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        rows = [{"title": "한 건"}] if args["id"] != "B113" else [{"title": "다른 건"}]
        return ToolResult.ok(rows)


def test_one_coincidence_is_no_verdict() -> None:
    assert other_values(Param("id", "id"), "A100") == ["N877", "F433"]
    assert not probe(Shuffled()).used(CATALOGUE["open_0"], ["id"], {"id": "A100"})
    assert other_values(Param("id", "id"), "W880")[1] == "B113"
    assert probe(Shuffled()).used(CATALOGUE["open_0"], ["id"], {"id": "W880"})


FORMS = ["digits:8", "alnum:6", "YYYY", "YYYYMM", "YYYYMMDD", "YYYY-MM-DD"]


@given(st.sampled_from(FORMS), st.integers(0, 10**8 - 1))
def test_other_values_keep_the_form_and_differ(form: str, number: int) -> None:
    _, _, width = form.partition(":")
    value = f"{number:08d}"[-int(width) :] if width else "20240215"
    param = Param("x", "x", format=form)
    spec = ToolSpec("t_a", "t:a", "endpoint", "t", "t", "", "", "", "", params=(param,))
    for other in other_values(param, value):
        assert other != value
        assert not isinstance(validate(spec, {"x": other}), ToolResult)


@given(
    st.one_of(
        st.text(min_size=1),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False, width=16),
    )
)
def test_other_values_differ_from_any_value(value: object) -> None:
    assert value not in other_values(Param("x", "x"), value)


@pytest.mark.parametrize("codes", [{"A": "", "B": "", "C": ""}, {"A": ""}])
def test_other_values_of_an_enum_are_its_other_codes(codes: dict[str, str]) -> None:
    assert other_values(Param("x", "x", enum=codes), "A") == [c for c in codes if c != "A"]
