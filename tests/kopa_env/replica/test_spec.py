"""The format of replica.yaml: what is merged, what is refused, and in which words."""

from __future__ import annotations

import pytest

from kopa_env.errors import UsageError
from kopa_env.replica.spec import load_replica


def test_like_merges_mappings_and_replaces_the_rest():
    spec = load_replica(
        {
            "_base": {
                "errors": {"missing": "100", "empty": "013"},
                "required": ["a"],
                "where": {"a": {}, "b": {"op": "prefix"}},
            },
            "tool": {
                "like": "_base",
                "from": "t",
                "errors": {"empty": "014"},
                "required": ["b"],
                "where": {"b": None, "c": {"op": "contains"}},
            },
        }
    )
    tool = spec["tool"]
    assert list(spec) == ["tool"]
    assert tool.errors["missing"].code == "100"
    assert tool.errors["empty"].code == "014"
    assert tool.required == ("b",)
    assert {name: rule.op for name, rule in tool.where.items()} == {
        "a": "eq",
        "b": "eq",
        "c": "contains",
    }


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"form": "t"}, "'from'"),
        ({"from": "t", "colums": {}}, "colums"),
        ({"from": "t", "where": {"a": {"op": "like"}}}, "where.a.op"),
        ({"from": "t", "fidelity": "good"}, "fidelity"),
        ({"from": "t", "page": {"max": "many"}}, "page.max"),
        ({"from": "t", "like": "nobody"}, "nobody"),
        ({"from": "t", "columns": {False: "no"}}, "quote"),
    ],
)
def test_a_bad_declaration_names_the_tool_and_the_entry(row, words):
    with pytest.raises(UsageError, match=words) as caught:
        load_replica({"tool": row})
    assert "tool" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_like_that_goes_round_is_refused():
    with pytest.raises(UsageError, match="circle"):
        load_replica({"_a": {"like": "_b"}, "_b": {"like": "_a"}, "t": {"like": "_a"}})


def test_every_shipped_declaration_fits_its_tool_and_table(replica, catalogue, declared):
    unknown = [name for name in declared if name not in catalogue]
    assert unknown == []
    faults = [fault for name in declared for fault in replica.check(catalogue[name])]
    assert faults == []


def test_every_endpoint_of_dart_is_declared(catalogue, declared):
    tools = [n for n in catalogue.names("dart") if catalogue[n].kind == "endpoint"]
    assert len(tools) == 85
    assert [name for name in tools if name not in declared] == []
