"""The expression grammar: right values, clear refusals, and no way to hang or escape."""

from __future__ import annotations

import ast
import json
import re
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kopa_env.episode.expression import FUNCTIONS, MAX_LENGTH, ExpressionError, evaluate
from kopa_env.episode.expression.syntax import scan
from kopa_env.outcome import ToolResult

ROWS = [
    {"시": "수원시", "금액": "1,200", "날짜": "20240312", "업체": "(주)해온", "코드": "00126380"},
    {
        "시": "성남시",
        "금액": "-",
        "날짜": "2024-04-01",
        "업체": "해온 주식회사",
        "코드": "00000007",
    },
    {"시": "수원시", "금액": "△300", "날짜": "2024.12.31", "업체": "㈜다온", "코드": "00126381"},
    {"시": "용인시", "금액": "950.5", "날짜": "", "업체": "라온", "코드": "10000000"},
]
NAMES = {
    "c1": ToolResult.ok(ROWS, total=2785),
    "c2": ToolResult.ok([{"count": 7}]),
    "c3": ToolResult.ok([]),
}


def value(source: str) -> Any:
    return evaluate(source, NAMES)


def assert_ends(source: str) -> None:
    """Evaluate; either a JSON value or one line comes of it."""
    message = ""
    try:
        json.dumps(value(source))
    except ExpressionError as error:
        message = str(error)
    assert "\n" not in message


def refusal(source: str) -> str:
    with pytest.raises(ExpressionError) as caught:
        value(source)
    message = str(caught.value)
    assert "\n" not in message
    assert re.search(r"[가-힣].* / .*[a-z]", message), message
    return message


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("0.1 + 0.2", 0.3),
        ("1 / 3", 0.333333333333333),
        ("7 // 2", 3),
        ("-7 // 2", -4),
        ("-7 % 3", 2),
        ("2 ** 10", 1024),
        ("1 < 2 <= 2", True),
        ("'가' if 1 > 2 else '나'", "나"),
        ("not 1 == 2 and (0 or 5)", 5),
        ("[1, 2, 3][-1]", 3),
        ("'가나다라'[1:3]", "나다"),
        ("{'a': 1, 'b': [2]}", {"a": 1, "b": [2]}),
        ("[x * 2 for x in range(4) if x % 2 == 1]", [2, 6]),
        ("{k: len(v) for k, v in items(group(c1, '시'))}", {"수원시": 2, "성남시": 1, "용인시": 1}),
        ("(a := 3, b := a + 1, a * b)[2]", 12),
        ("[x\n for x in [1, 2]\n if x > 1]", [2]),
        ("3 in [1, 2, 3], '원' in '수원', 4 not in [1]", [True, True, True]),
        ("None is None", True),
    ],
)
def test_syntax(source: str, expected: Any) -> None:
    assert value(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("c1.total", 2785),
        ("c3.total", 0),
        ("c2.value + 1", 8),
        ("len(c1)", 4),
        ("c1.records[0]['코드']", "00126380"),
        ("c1[1]['시']", "성남시"),
        ("len(concat(c1, c1, [{'시': '오산시'}]))", 9),
        ("len(concat([c1, c2]))", 5),
        ("[r['시'] for r in c1 if r['금액'] > 900]", ["수원시", "용인시"]),
        ("[r['코드'] for r in c1 if r['날짜'] >= '2024-04-01']", ["00000007", "00126381"]),
        ("[r for r in c1 if r['코드'] == '126380']", []),
        ("any([r['코드'] == '00126380' for r in c1])", True),
        ("all([r['코드'] == '00126380' for r in c1])", False),
    ],
)
def test_results_and_cells(source: str, expected: Any) -> None:
    assert value(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("num('(12,345)')", -12345),
        ("num('-')", None),
        ("num('X', 0)", 0),
        ("[round(2.5), round(-2.5), round(2.345, 2), round(1250, -2)]", [3, -3, 2.35, 1300]),
        ("[floor(-1.5), ceil(1.2), trunc(-1.9), floor(2.678, 2), abs(-3)]", [-2, 2, -1, 2.67, 3]),
        ("pct(1, 3, 1)", 33.3),
        ("sum(column(c1, '금액'))", 1850.5),
        ("sum([])", 0),
        ("sum(r['시'] == '수원시' for r in c1)", 2),
        ("mean([1, 2, None, '4'])", 2.33333333333333),
        ("median([3, 1, 2]), median([4, 1, 2, 3])", [2, 2.5]),
        ("max(c1, key='금액')['시']", "수원시"),
        ("min(c1, key=lambda r: num(r['금액'], 0))['금액']", "△300"),
        ("max(1, 5, 3), min(['9:05', '24:12:30']), max([], default=0)", [5, "9:05", 0]),
        ("[r['금액'] for r in sorted(c1, '금액', True)]", ["1,200", "950.5", "△300", "-"]),
        ("column(sorted(c1, ['시', '금액']), '금액')", ["-", "△300", "1,200", "950.5"]),
        ("sorted(['나', '가', None])", ["가", "나", None]),
        ("column(unique(c1, '시'), '코드')", ["00126380", "00000007", "10000000"]),
        ("unique(['1,000', 1000, '01000'])", ["1,000", "01000"]),
        ("keys(group(c1, lambda r: strip_corp(r['업체'])))", ["해온", "다온", "라온"]),
        ("count(c1, '금액'), count(c1, '시', 'eq', '수원시'), count([1, None])", [3, 2, 1]),
        ("column(where(c1, '금액', 'le', 1000), '금액')", ["△300", "950.5"]),
        ("first(c1)['시'], last([1, 2])", ["수원시", 2]),
        ("zip(['a', 'b'], [1, 2])", [["a", 1], ["b", 2]]),
        ("get({'a': 1}, 'b', 5), values({'a': 1.5})", [5, [1.5]]),
        ("concat('합계 ', 1250.50, '원')", "합계 1250.5원"),
        ("digits('02-123-4567'), text(0.50), text(None)", ["021234567", "0.5", ""]),
        ("split('1차 : 22,600, 2차 : 30,500', '2차 :')[1]", "30,500"),
        (
            "replace('가-나', '-', ''), join('·', ['가', 1]), contains('수원시', '원')",
            ["가나", "가·1", True],
        ),
        ("startswith('수원시', '수'), endswith('수원시', '시')", [True, True]),
        ("date('2024. 3. 1.'), date('')", ["2024-03-01", None]),
        ("date('20240301') - 1", "2024-02-29"),
        ("days('2024-02-28', 20240301), date('2024-03-01') - date('2024-02-28')", [2, 2]),
        (
            "year('20240301'), month('20240301'), day('20240301'), weekday('20240301')",
            [2024, 3, 1, "금"],
        ),
        ("seconds('24:12:30')", 87150),
    ],
)
def test_functions(source: str, expected: Any) -> None:
    assert value(source) == expected


def test_every_function_is_documented(request: pytest.FixtureRequest) -> None:
    page = (request.config.rootpath / "docs" / "expressions.md").read_text(encoding="utf-8")
    assert [name for name in FUNCTIONS if f"`{name}(" not in page and f"`{name}`" not in page] == []


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("r1", "did you mean c1?"),
        ("c1.recrods", "only .records"),
        ("().__class__", "only .records"),
        ("c1.records.append(1)", "no such function"),
        ("__import__('os')", "no such function"),
        ("eval('1')", "no such function"),
        ("open('x')", "no such function"),
        ("(lambda x: x)(1)", "no such function"),
        ("lambda x: x", "lambda"),
        ("sorted([1], key=len)", "unknown name len"),
        ("f'{1}'", "f-string"),
        ("{1, 2}", "set"),
        ("[*c1]", "*"),
        ("1 + ", "one expression"),
        ("(1,", "unbalanced"),
        ("x = 1", "one expression"),
        ("", "one expression"),
        ("\0", "one expression"),
        ("1j", "constant"),
        ("b'x'", "constant"),
        ("1e999", "constant"),
        ("1 / 0", "division by zero"),
        ("10 ** 50 * 10 ** 50", "out of range"),
        ("2 ** 999", "at most 64"),
        ("'1' + 1", "num()"),
        ("None + 1", "missing value"),
        ("num('X')", "not a number"),
        ("sum(['3', 'X'])", "not a number"),
        ("c1.records[0]['금약']", "did you mean 금액?"),
        ("column(c1, '금약')", "did you mean 금액?"),
        ("c1[9]", "it has 4"),
        ("round(1, 2, 3)", "use it as round(x, digits)"),
        ("nmu(1)", "did you mean num?"),
        ("max([])", "empty list"),
        ("date('어제')", "not a date"),
        ("where(c1, '시', 'like', '수')", "op must be one of"),
        ("[1] < [2]", "compare"),
        ("range(10 ** 7)", "at most"),
        ("len([0 for a in range(3000) for b in range(3000)])", "too much work"),
        ("1 " * (MAX_LENGTH // 2 + 1), "longer than"),
        ("-" * 300 + "1", "too deeply"),
        ("(" * 300 + "1" + ")" * 300, "too deeply"),
    ],
)
def test_refusals_are_one_bilingual_line(source: str, part: str) -> None:
    assert re.search(re.escape(part) if "|" not in part else part, refusal(source))


def test_refusals_name_the_position_in_characters() -> None:
    assert refusal("'가나다' + nope").endswith("at character 9")
    assert refusal("[1,\n nope]").endswith("at character 6")


@pytest.mark.parametrize(
    ("source", "position"),
    [
        ("(1", 1),
        ("[1, (2])", 7),
        ("1)", 2),
        ("'가나", 1),
        ("1 + 'a\n'", 5),
        ("len('(')", 0),
        ("'it\\'s' + ')'", 0),
        ('"""가\n("""', 0),
        ("1 # (", 0),
    ],
)
def test_an_unbalanced_bracket_or_quote_is_pointed_at(source: str, position: int) -> None:
    if position:
        assert refusal(source).endswith(f"quote at character {position}")
    else:
        assert scan(source) == (0, scan(source)[1])
        assert source != "len('(')" or value(source) == 1


@settings(max_examples=300)
@given(st.text("()[]{}'\"# \n\\a1+", max_size=14))
def test_what_python_can_parse_is_balanced(source: str) -> None:
    try:
        ast.parse(f"(\n{source}\n)", mode="eval")
    except (SyntaxError, ValueError):
        return
    closed = source.count("(") == source.count(")")
    assert scan(source)[0] == 0 or not closed or "'" in source or '"' in source or "#" in source


def test_texts_that_double_come_to_an_end() -> None:
    doubling = ", ".join(["a := a + a"] * 60)
    assert "too long" in refusal(f"(a := 'aaaaaaaaaaaaaaaaaaaa', {doubling})")


def test_shared_structures_do_not_explode() -> None:
    levels = ", ".join(f"a := [{', '.join(['a'] * 40)}]" for _ in range(12))
    assert "too large" in refusal(f"(a := [1], {levels}, a)[-1]")
    twin = levels.replace("a", "b").replace("[b", "[b")
    assert "too much work" in refusal(f"(a := [1], {levels}, b := [1], {twin}, a == b)[-1]")


def test_a_result_is_never_changed_by_an_expression() -> None:
    before = json.dumps(ROWS, ensure_ascii=False)
    value("sorted(c1, '금액', True)")
    value("[(r := {'시': 1}) for r in c1]")
    assert json.dumps(ROWS, ensure_ascii=False) == before


NUMBER = st.decimals(-(10**9), 10**9, places=3, allow_nan=False)


@given(NUMBER, NUMBER)
def test_arithmetic_is_exact(a: Decimal, b: Decimal) -> None:
    assert Decimal(repr(value(f"({a}) + ({b})"))) == a + b
    assert value(f"({a}) * ({b}) == {a * b}") is True


@given(st.lists(st.integers(-(10**6), 10**6), min_size=1))
def test_sum_and_extremes_read_the_platforms_texts(numbers: list[int]) -> None:
    result = ToolResult.ok([{"x": f"{n:,}"} for n in numbers])
    names = {"c1": result}
    assert evaluate("sum(column(c1, 'x'))", names) == sum(numbers)
    assert evaluate("num(max(c1, key='x')['x'])", names) == max(numbers)
    ordered = evaluate("[num(r['x']) for r in sorted(c1, 'x')]", names)
    assert ordered == sorted(numbers)


@settings(max_examples=300)
@given(st.text(max_size=60))
@example("c1.records[0].records")
@example("{c1: 1}")
@example("{[1]: 1}")
@example("[][0:1:0]")
@example("c1 == c1")
@example("max(c1)")
@example("'x' in 5")
@example("'x'[1.5]")
@example("{'a': 1}[c1]")
@example("replace('a', '', 'b')")
@example("for")
@example("\\d")
def test_any_text_ends_in_a_value_or_a_refusal(source: str) -> None:
    assert_ends(source)


ATOMS = st.sampled_from(
    [
        "1",
        "0",
        "-3.5",
        "'가'",
        "'1,234'",
        "None",
        "True",
        "c1",
        "c2.value",
        "c1[0]",
        "[]",
        "r",
        "10**30",
    ]
)


def _grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = st.sampled_from(
        ["+", "-", "*", "/", "//", "%", "**", "==", "<", ">=", "in", "and", "or"]
    )
    return st.one_of(
        st.tuples(inner, operators, inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        st.tuples(inner, inner).map(lambda p: f"[{p[0]} for r in {p[1]}]"),
        st.tuples(inner, inner).map(lambda p: f"{{{p[0]}: {p[1]}}}"),
        st.tuples(inner, inner).map(lambda p: f"{p[0]}[{p[1]}]"),
        st.tuples(inner, inner).map(lambda p: f"[{p[0]}, {p[1]}]"),
        st.tuples(st.sampled_from(list(FUNCTIONS)), inner).map(lambda p: f"{p[0]}({p[1]})"),
        st.tuples(st.sampled_from(list(FUNCTIONS)), inner, inner).map(
            lambda p: f"{p[0]}({p[1]}, {p[2]})"
        ),
        st.tuples(inner, inner).map(lambda p: f"sorted({p[0]}, key=lambda r: {p[1]})"),
    )


@settings(max_examples=400)
@given(st.recursive(ATOMS, _grow, max_leaves=12))
def test_any_expression_of_the_grammar_ends_in_json_or_a_refusal(source: str) -> None:
    ast.parse(source, mode="eval")
    assert_ends(source)
