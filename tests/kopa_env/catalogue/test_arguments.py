"""Arguments: what is put right, what is refused, and that nothing is dropped."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.catalogue.arguments import validate, wire_args
from kopa_env.outcome import JSON, Reason, Status, ToolResult
from kopa_env.spec import Endpoint, Param, ToolSpec

SPEC = ToolSpec(
    name="demo_list",
    ref="demo:list",
    kind="endpoint",
    platform="demo",
    domain="finance",
    title_ko="목록",
    title_en="List",
    description_ko="",
    description_en="",
    params=(
        Param("corp_code", "corp_code", required=True, format="digits:8", pad=8),
        Param("bgn_de", "bgn_de", format="YYYYMMDD"),
        Param("day", "day", format="YYYY-MM-DD"),
        Param("year", "bsns_year", format="YYYY"),
        Param("kind", "kind", enum={"Y": "유가증권", "K": "코스닥"}),
        Param("ident", "ident", format="alnum:4"),
        Param("q", "srhParam.q"),
        Param("page", "pageNo", type="integer", default=1, role="generic"),
        Param("flag", "flag", type="boolean"),
        Param("codes", "codes", type="array"),
    ),
    endpoint=Endpoint("GET", "demo.example", "/list"),
)


def _refused(args: dict[str, JSON]) -> ToolResult:
    result = validate(SPEC, args)
    assert isinstance(result, ToolResult)
    assert result.status is Status.STRUCTURAL
    assert "\n" not in result.message
    assert " / " in result.message
    return result


@pytest.mark.parametrize(
    ("args", "name", "wanted"),
    [
        ({"corp_code": 126380}, "corp_code", "00126380"),
        ({"corp_code": "126380"}, "corp_code", "00126380"),
        ({"bgn_de": "2019-10-01"}, "bgn_de", "20191001"),
        ({"bgn_de": "2019.10.1."}, "bgn_de", "20191001"),
        ({"bgn_de": "2019년 10월 1일"}, "bgn_de", "20191001"),
        ({"bgn_de": 20191001}, "bgn_de", "20191001"),
        ({"day": "20191001"}, "day", "2019-10-01"),
        ({"year": 2023}, "year", "2023"),
        ({"page": "01"}, "page", 1),
        ({"page": 2.0}, "page", 2),
        ({"flag": "true"}, "flag", True),
        ({"q": unicodedata.normalize("NFD", " 서울 역 ")}, "q", "서울 역"),
    ],
)
def test_put_right(args: dict[str, JSON], name: str, wanted: JSON) -> None:
    """A53, A62: dates reach the platform in its own format, text is NFC, page 01 is page 1."""
    values = validate(SPEC, {"corp_code": "00000001", **args})
    assert isinstance(values, dict)
    assert values[name] == wanted


@pytest.mark.parametrize(
    ("args", "reason", "named"),
    [
        ({}, Reason.MISSING_ARG, "corp_code"),
        ({"corp_code": ""}, Reason.MISSING_ARG, "corp_code"),
        ({"corp_code": None}, Reason.MISSING_ARG, "corp_code"),
        ({"corp_code": True}, Reason.BAD_TYPE, "corp_code"),
        ({"corp_code": 1.5}, Reason.BAD_TYPE, "corp_code"),
        ({"corp_code": "123456789"}, Reason.BAD_VALUE, "corp_code"),
        ({"corp_code": "１２３４５６７８"}, Reason.BAD_VALUE, "corp_code"),
        ({"corp_code": "1", "bgn_de": "20240230"}, Reason.BAD_VALUE, "bgn_de"),
        ({"corp_code": "1", "bgn_de": "어제"}, Reason.BAD_VALUE, "bgn_de"),
        ({"corp_code": "1", "kind": "Z"}, Reason.BAD_VALUE, "kind"),
        ({"corp_code": "1", "ident": "가나다라"}, Reason.BAD_VALUE, "ident"),
        ({"corp_code": "1", "page": "둘"}, Reason.BAD_TYPE, "page"),
        ({"corp_code": "1", "page": True}, Reason.BAD_TYPE, "page"),
        ({"corp_code": "1", "codes": "a"}, Reason.BAD_TYPE, "codes"),
    ],
)
def test_refused_with_the_argument_named(args: dict[str, JSON], reason: Reason, named: str) -> None:
    result = _refused(args)
    assert result.reason is reason
    assert named in result.message


def test_every_fault_is_named_at_once() -> None:
    """B28: unknown names are refused, not dropped, and missing ones are named beside them."""
    message = _refused({"corp_cod": "1", "verbose": True}).message
    assert "corp_cod" in message
    assert "did you mean corp_code" in message
    assert "verbose" in message
    assert "필수 인자 corp_code 누락" in message


def test_wire_form_is_text_by_wire_name() -> None:
    values = validate(SPEC, {"corp_code": "1", "q": "역", "flag": True})
    assert isinstance(values, dict)
    assert wire_args(SPEC, values) == {
        "corp_code": "00000001",
        "srhParam.q": "역",
        "pageNo": "1",
        "flag": "true",
    }


@given(
    st.dictionaries(
        st.text(max_size=12), st.none() | st.text() | st.integers() | st.lists(st.floats())
    )
)
def test_never_raises(args: dict[str, JSON]) -> None:
    assert isinstance(validate(SPEC, args), dict | ToolResult)


@given(st.text(max_size=20))
def test_accepted_values_are_stable(text: str) -> None:
    """What is accepted is in the platform's form: checking it again changes nothing."""
    values = validate(SPEC, {"corp_code": "1", "bgn_de": text, "q": text})
    if isinstance(values, dict):
        assert validate(SPEC, values) == values
