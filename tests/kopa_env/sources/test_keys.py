from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kopa_env.canonical import canonical, request_key
from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON
from kopa_env.sources.keys import Keys, first_request, learn
from kopa_env.spec import Endpoint, Param, ToolSpec

ENDPOINTS = [n for n, e in Catalogue.load().entries.items() if e.kind == "endpoint"]
KEYS = Keys()

TEXTS = st.one_of(
    st.sampled_from(
        ["서울 전자", "a&b=c", "100%", "x/y?z#w", "kopaq000x", "910000000", "a+b", '"q"']
    ),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12),
)


@st.composite
def arguments(draw: st.DrawFn, spec: ToolSpec) -> dict[str, JSON]:
    """Arguments as validation leaves them: NFC, no empty text, numbers where they belong."""
    args: dict[str, JSON] = {}
    for param in spec.params:
        if not param.required and draw(st.integers(0, 2)) == 0:
            continue
        if param.type == "integer":
            args[param.name] = draw(st.integers(0, 10**9))
        elif param.type == "boolean":
            args[param.name] = draw(st.booleans())
        else:
            text = unicodedata.normalize("NFC", draw(TEXTS)).strip()
            args[param.name] = text or "가"
    return args


@settings(max_examples=400)
@given(st.data())
def test_templates_agree_with_the_general_way_for_every_tool(data: st.DataObject) -> None:
    spec = Catalogue.load()[data.draw(st.sampled_from(ENDPOINTS))]
    shape = data.draw(arguments(spec))
    for _ in range(2):
        request = first_request(spec, shape)
        assert KEYS.canonical(spec, shape) == canonical(request)
        assert KEYS.key(spec, shape) == request_key(request)
        other = data.draw(arguments(spec))
        shape = {name: other.get(name, value) for name, value in shape.items()}


def test_every_tool_has_a_template() -> None:
    """The fast way is the rule: a dialect whose text is not made of its values would be slow."""
    catalogue = Catalogue.load()
    slow = [
        name
        for name in ENDPOINTS
        if learn(catalogue[name], {p.name: _sample(p) for p in catalogue[name].params}) is None
    ]
    assert slow == []


def _sample(param: Param) -> JSON:
    return 3 if param.type == "integer" else "가나"


@pytest.mark.parametrize("value", [None, "", True, 1.5, ["a", "b"], {"a": 1}])
def test_values_without_a_gap_go_the_general_way(tools: Any, value: JSON) -> None:
    spec = tools["dart_list"]
    for args in ({"corp_name": "가", "page_no": 1}, {"corp_name": value, "page_no": 1}):
        assert KEYS.canonical(spec, args) == canonical(first_request(spec, args))


def test_the_order_of_arguments_does_not_matter(tools: Any) -> None:
    spec = tools["dart_list"]
    one = {"corp_name": "가", "page_no": 1, "bgn_de": "20260101"}
    other = dict(reversed(one.items()))
    assert KEYS.key(spec, one) == KEYS.key(spec, other)


def test_a_path_that_depends_on_a_value_is_not_templated() -> None:
    spec = ToolSpec(
        "dart_odd",
        "opendart:dart.odd",
        "endpoint",
        "dart",
        "t",
        "",
        "",
        "",
        "",
        params=(Param("flag", "flag"),),
        endpoint=Endpoint("GET", "opendart.fss.or.kr", "/api/odd.json"),
    )
    keys = Keys()
    assert keys.canonical(spec, {"flag": "예"}) == "GET opendart.fss.or.kr/api/odd.json?flag=예"
    assert keys.canonical(spec, {"flag": "a b"}) == "GET opendart.fss.or.kr/api/odd.json?flag=a%20b"


def test_many_shapes_are_bounded(tools: Any) -> None:
    names = [f"p{n}" for n in range(12)]
    spec = ToolSpec(
        "dart_wide",
        "opendart:dart.wide",
        "endpoint",
        "dart",
        "t",
        "",
        "",
        "",
        "",
        params=tuple(Param(n, n) for n in names),
        endpoint=Endpoint("GET", "opendart.fss.or.kr", "/api/wide.json"),
    )
    keys = Keys()
    for mask in range(600):
        args = {n: "v" for i, n in enumerate(names) if mask >> i & 1}
        assert keys.key(spec, args) == request_key(first_request(spec, args))
    assert len(keys._templates["dart_wide"]) == 256
