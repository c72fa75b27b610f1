"""RESPONSE: which final messages say the golden answer, and which do not."""

from __future__ import annotations

from dataclasses import replace
from unicodedata import normalize

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kopa_env.grading import judge_response, render_answer
from kopa_env.grading.boxed import last_box
from kopa_env.task import Answer

COUNT = Answer("number", 12, "개")
SHARE = Answer("number", 3.5, "%", "printed")
LOSS = Answer("number", -1234, "원")
PLACE = Answer("string", "제주특별자치도 서귀포시", aliases=("서귀포",))
FIRM = Answer("string", "(주)해온머티리얼즈")
DAY = Answer("date", "20240102")
RECORD = Answer(
    "record",
    {
        "역": {"type": "string", "value": "서울역", "aliases": ["서울"]},
        "차이": {"type": "number", "value": 1234, "unit": "명"},
        "첫차": {"type": "string", "value": "05:32"},
    },
)
NAMES = Answer("list", ["가람초", "나래초", "다솜초"])
RANKED = Answer("ordered", ["가람초", "나래초", "다솜초"])
ROWS = Answer("ordered", [["음식점", 120], ["숙박업", 34]], unit="개")


def right(answer, message, question=""):
    return judge_response(answer, message, question).right


def check(answer, yes=(), no=(), question=""):
    for message in yes:
        verdict = judge_response(answer, message, question)
        assert verdict.right, (message, verdict.reason)
    for message in no:
        verdict = judge_response(answer, message, question)
        assert not verdict.right, message
        assert " / " in verdict.reason


# Numbers


def test_a_number_is_whole_and_of_the_unit_asked_for():
    """B40, B42."""
    check(
        COUNT,
        yes=[
            "12",
            "총 12개입니다.",
            "12개",
            "답은 12",
            "2013년 기준 12개입니다.",
            "7호선에는 12개가 있습니다.",
            "**12개**",
            "12건입니다",
            "1２개",
            "12개예요.",
            r"\boxed{12}",
            r"\boxed{12\text{개}}",
            r"$\boxed{12}$",
        ],
        no=[
            "112개입니다.",
            "1.12개",
            "2012년 기준 15개입니다.",
            "12년",
            "12%",
            "1,2개",
            "12²개",
            "①②",
            "120",
            "",
            r"\boxed{}",
            r"\boxed{13}",
        ],
    )


def test_hedges_refusals_and_lists_of_candidates_fail():
    """B48, B41."""
    check(
        COUNT,
        yes=[
            "최종 답: 12개",
            "처음에는 15개로 보았으나 최종 답은 12개입니다.",
            r"15개가 아닙니다. \boxed{12}",
        ],
        no=[
            "정확히 확인할 수 없지만 아마 12개일 것입니다.",
            "10, 11, 12, 13개 중 하나입니다.",
            "12개 또는 13개입니다.",
            "처음에는 12개로 보았으나 최종 답은 15개입니다.",
            "12개가 아니라 15개입니다.",
            "알 수 없습니다.",
            "12개로 추정됩니다.",
            "Probably 12.",
            r"\boxed{11, 12, 13}",
            r"\boxed{12 또는 13}",
            r"\boxed{아마 12}",
            "정답은 11개. 정답은 12개.",
            "최종 답: 12개\n최종 답: 13개",
            r"\boxed{12} \boxed{13}",
            r"\boxed{12",
        ],
    )


def test_only_the_last_box_counts():
    check(
        COUNT,
        yes=[r"\boxed{11} 아니 \boxed{12}"],
        no=[r"\boxed{12} 아니 \boxed{11}", r"12개 \boxed{없음}"],
    )
    assert last_box(r"\boxed{a{b}c} 뒤") == "a{b}c"
    assert last_box(r"\boxed{3.5\%}") == "3.5%"
    assert last_box("없음") is None


def test_thinking_is_never_graded():
    """B18, B41."""
    check(COUNT, yes=["<think>13개?</think>12개"], no=[r"<think>\boxed{12}</think>모르겠습니다"])


@pytest.mark.parametrize("answer", ["84.97m2", "84.97 m²", "84.97㎡", "84.97 제곱미터", "84.97"])
def test_areas(answer):
    """B46."""
    assert right(Answer("number", 84.97, "㎡"), answer)
    assert right(Answer("string", "84.97㎡"), answer) or answer in ("84.97", "84.97 제곱미터")


@pytest.mark.parametrize(
    ("golden", "tolerance", "answer", "same"),
    [
        ("3.50", "exact", "3.5", True),
        (0.1, "exact", "0.1000000001", True),
        (0.1, "exact", "0.11", False),
        (1, "exact", "1.0", True),
        (23, "exact", "23.4", False),
        (1000, "exact", "1e3", True),
        (2.67, "printed", "2.6666667", True),
        (2.67, "printed", "2.6", False),
        (2.67, "printed", "2.7", False),
        (2.67, "printed", "2.66", True),  # truncated where the golden value was rounded
        (215.78, "printed", "215.79", True),  # rounded where the golden value was truncated
        (215.78, "printed", "215.789", True),
        (215.78, "printed", "215.80", False),
        (215.78, "printed", "215.76", False),
        (3.5, "printed", "3.4", False),
        (3.5, "printed", "3.52", True),
        (3.5, "printed", "3.44", False),
        (-2.67, "printed", "-2.6666", True),
        (-2.67, "printed", "2.67", False),
        (2.6666666666667, "printed", "2.67", True),
        (2.6666666666667, "printed", "2.66", True),
        (2.6666666666667, "printed", "2.667", True),
        (2.6666666666667, "printed", "2.68", False),
        (2.6666666666667, "printed", "2.7", False),
        (825, "printed", "825.4", True),
        (825, "printed", "826", False),
        (825, "printed", "824", False),
        (True, "exact", "1", False),
        (1, "exact", "true", False),
        (None, "exact", "0", False),
        (0, "exact", "없음", False),
    ],
)
def test_tolerance_comes_from_the_golden_digits(golden, tolerance, answer, same):
    """B36, B49."""
    assert right(Answer("number", golden, tolerance=tolerance), answer) is same


def test_percent_share_and_points_are_three_things():
    """B49."""
    check(SHARE, yes=["3.5%", "3.5", "3.50 퍼센트", "7개 중 3.5%"], no=["0.035", "3.5%p", "35%"])
    check(Answer("number", 3.5, "%p"), yes=["3.5%p", "3.5%포인트", "3.5"], no=["3.5%"])
    check(Answer("number", 0.035), yes=["0.035"], no=["3.5%"])


def test_money_in_any_writing():
    check(
        Answer("number", 825000000, "원"),
        yes=["825,000,000원", "8억 2,500만원", "8.25억 원", "8억2천5백만 원", "₩825,000,000"],
        no=["8억 2,500원", "825,000원", "8억"],
    )
    check(
        Answer("number", 8.3, "억원", "printed"),
        yes=["8.3억원", "8.3", "8억 3,000만원", "828,000,000원"],
        no=["8.3원", "8억", "8.4억원"],
    )


def test_signs():
    """B50."""
    check(
        LOSS,
        yes=[
            "△1,234",
            "(1,234)",
            "-1,234원",
            "−1,234",
            "▲1,234",
            "1,234원 감소했습니다",
            "마이너스 1,234원",
            "1,234원 적자입니다",
        ],
        no=["1,234", "1,234원", "1,234원 증가했습니다", "1,234원 흑자입니다"],
    )
    fall = Answer("number", 1234, "명")
    question = "작년보다 몇 명이나 줄었나요?"
    check(
        fall,
        yes=["1,234명", "1,234명 감소했습니다", "1,234명 줄었습니다", "-1,234명"],
        question=question,
    )
    check(fall, yes=["1,234명 증가"], no=["1,234명 감소했습니다"], question="몇 명 변했나요?")


# Dates


def test_dates():
    """B45."""
    check(
        DAY,
        yes=[
            "2024.01.02",
            "2024-1-2",
            "2024년 1월 2일",
            "2024. 1. 2.(화)",
            "24.01.02",
            "20240102입니다",
            r"\boxed{2024-01-02}",
            "접수일은 2024년 1월 2일입니다.",
        ],
        no=[
            "2024.02.01",
            "2024.01",
            "2024-01-02 또는 2024-01-03",
            "1월 2일",
            "2024.13.02",
            "아마 2024-01-02",
        ],
    )
    check(Answer("date", "1924-01-02"), yes=["1924-01-02"], no=["24.01.02", "2024-01-02"])
    check(Answer("date", "2024-01"), yes=["2024년 1월", "2024.01"], no=["2024년 2월", "2024"])


# Texts


def test_names():
    """B46."""
    check(
        PLACE,
        yes=[
            "제주특별자치도 서귀포시",
            normalize("NFD", "제주특별자치도 서귀포시"),
            "제주특별자치도\u00a0서귀포시",
            "제주특별자치도\u200b 서귀포시",
            "제주특별자치도서귀포시",
            "제주특별자치도 서귀포시입니다.",
            "서귀포",
            "가장 많은 곳은 제주특별자치도 서귀포시입니다.",
            "조회해 보았습니다. 가장 많은 곳은 서귀포예요.",
            r"\boxed{\text{서귀포}}",
            "답: 「서귀포」",
            "**최종 답: 서귀포**",
        ],
        no=[
            "제주도 서귀포시",
            "서귀포시 중문동",
            "제주시",
            "제주시, 서귀포",
            "제주시와 서귀포입니다.",
            "서귀포가 아닙니다.",
            "서귀포일 수도 있습니다.",
            "답은 제주시입니다. 답은 서귀포입니다.",
            r"\boxed{제주시, 서귀포}",
            "곳은 제주시입니다. 곳은 서귀포입니다.",
            "서귀포? 제주시?",
            "서귀포를 조회했지만 알 수 없습니다.",
        ],
    )


@pytest.mark.parametrize(
    "name",
    [
        "㈜해온머티리얼즈",
        "해온머티리얼즈",
        "주식회사 해온머티리얼즈",
        "해온머티리얼즈(주)",
        "해온머티리얼즈 주식회사",
        "(주) 해온머티리얼즈입니다.",
    ],
)
def test_corporate_forms(name):
    assert right(FIRM, name)
    assert not right(FIRM, "해온바이오머티리얼즈")


@pytest.mark.parametrize(
    ("golden", "given", "same"),
    [
        ("은행", "은행이", True),
        ("은행", "은행가", False),  # 가 does not follow a final consonant
        ("제주", "제주가", True),
        ("제주", "제주을", False),
        ("00126380", "00126380", True),
        ("00126380", "126380", False),
        ("1", "1", True),
        ("1", "True", False),
        ("안 된다", "된다", False),
        ("된다", "안 된다", False),
        ("있음", "있습니다.", True),
        ("있음", "없습니다.", False),
        ("안 된다", "안 됩니다", True),
        ("아니요", "네", False),
        ("KRX", "krx", True),
        ("Ⅱ", "II", True),
        ("05:32", "5시 32분", True),
        ("05:32", "05:32:00", True),
        ("05:32", "오후 5시 32분", False),
        ("05:32", "05:32 또는 05:40", False),
        ("제3조제2항", "제3조 제2항", True),
    ],
)
def test_what_counts_as_the_same_name(golden, given, same):
    """B36, B46."""
    assert right(Answer("string", golden), rf"\boxed{{{given}}}") is same


def test_a_task_without_an_answer_wants_that_said():
    """B37."""
    abstain = Answer("string", "답할 수 없음")
    check(
        abstain,
        yes=["조회할 수 있는 도구가 없어 답할 수 없습니다.", r"\boxed{답할 수 없음}"],
        no=["abc", "<tool_call>{broken", "", "12개입니다."],
    )


# Parts


def test_records_in_three_forms():
    check(
        RECORD,
        yes=[
            r"\boxed{서울역, 1234, 05:32}",
            r"\boxed{서울역, 1,234명, 05:32}",
            r"\boxed{서울역; 1,234; 5시 32분}",
            r"\boxed{서울역 / 1,234명 / 05:32}",
            "\\boxed{서울역\n1,234\n05:32}",
            r"\boxed{역: 서울역, 차이: 1,234명, 첫차: 05:32}",
            r"\boxed{차이: 1,234명, 첫차: 05:32, 역: 서울}",
            r'\boxed{{"역": "서울역", "차이": 1234, "첫차": "05:32"}}',
            '```json\n{"역": "서울역", "차이": "1,234명", "첫차": "05:32"}\n```',
            "역은 서울역이고, 차이는 1,234명, 첫차는 05:32입니다.",
            "- 역: 서울역\n- 차이: 1,234명\n- 첫차: 05:32",
            "확인 결과입니다.\n**역**: 서울역\n**차이(명)**: 1,234\n**첫차**: 05:32",
            r'\boxed{["서울역", 1234, "05:32"]}',
            r"최종 답: 서울역, 1,234명, 05:32",
        ],
        no=[
            r"\boxed{서울역, 1235, 05:32}",
            r"\boxed{서울역, 1234}",
            r"\boxed{1234, 서울역, 05:32}",
            r"\boxed{서울역, 1234, 05:32, 06:00}",
            "서울역 1,234 05:32",
            r"\boxed{역: 서울역, 차이: 1,234명}",
            "역: 서울역, 역: 시청역, 차이: 1,234, 첫차: 05:32",
            r'\boxed{{"역": "서울역", "차이": true, "첫차": "05:32"}}',
            "역은 서울역, 차이는 1,234명, 첫차는 05:32일 것 같습니다.",
            "역: 서울역 또는 시청역\n차이: 1,234\n첫차: 05:32",
        ],
    )


def test_parts_are_written_in_order_between_semicolons():
    assert render_answer(RECORD) == r"\boxed{서울역; 1,234명; 05:32}"
    assert render_answer(NAMES) == r"\boxed{가람초; 나래초; 다솜초}"
    odd = replace(RECORD, value={"학교": "가람; 나래", "수": 12})
    assert render_answer(odd) == r'\boxed{{"학교": "가람; 나래", "수": "12"}}'


def test_the_reason_names_the_slot():
    assert judge_response(RECORD, r"\boxed{서울역, 1235, 05:32}").reason.startswith("[차이]")


def test_a_checklist_needs_every_fact():
    facts = Answer("checklist", {"건수": 3, "결론": "안 된다", "조항": "제3조제2항"})
    check(
        facts,
        yes=[r"\boxed{3건, 안 된다, 제3조 제2항}", "건수: 3건\n결론: 안 된다\n조항: 제3조제2항"],
        no=[r"\boxed{3건, 된다, 제3조 제2항}", "건수: 3건\n결론: 안 된다"],
    )


def test_lists():
    any_order = [
        r"\boxed{다솜초, 가람초, 나래초}",
        r'\boxed{["나래초", "가람초", "다솜초"]}',
        "- 나래초\n- 가람초\n- 다솜초",
        "해당하는 학교는 나래초, 다솜초, 가람초입니다.",
        r"\boxed{나래초·가람초·다솜초}",
        "정답: 나래초, 가람초 및 다솜초",
    ]
    in_order = [
        r"\boxed{가람초, 나래초, 다솜초}",
        "1. 가람초\n2. 나래초\n3. 다솜초",
        "① 가람초\n② 나래초\n③ 다솜초",
        r"\boxed{1위 가람초, 2위 나래초, 3위 다솜초}",
        r"\boxed{가람초; 나래초; 다솜초}",
    ]
    never = [
        r"\boxed{가람초, 나래초}",
        r"\boxed{가람초, 나래초, 다솜초, 라온초}",
        r"\boxed{가람초, 가람초, 나래초}",
        "가람초, 나래초, 다솜초, 라온초, 마루초 중에 있습니다.",
        r"\boxed{}",
        "아마 가람초, 나래초, 다솜초",
    ]
    check(NAMES, yes=[*any_order, *in_order], no=never)
    check(RANKED, yes=in_order, no=[*any_order, *never])
    check(
        Answer("list", [1000, 25], "명"),
        yes=[r"\boxed{1,000명, 25명}", r"\boxed{25, 1000}"],
        no=[r"\boxed{1000}"],
    )
    check(Answer("list", []), yes=[r"\boxed{없음}"], no=[r"\boxed{가람초}"])


def test_tables():
    check(
        ROWS,
        yes=[
            r"\boxed{음식점, 120; 숙박업, 34}",
            r"\boxed{(음식점, 120개), (숙박업, 34개)}",
            r'\boxed{[["음식점", 120], ["숙박업", 34]]}',
            r"\boxed{음식점, 120, 숙박업, 34}",
        ],
        no=[
            r"\boxed{숙박업, 34; 음식점, 120}",
            r"\boxed{음식점, 34; 숙박업, 120}",
            r"\boxed{음식점, 120}",
        ],
    )


# Degenerate answers


EVERY = [COUNT, SHARE, LOSS, PLACE, FIRM, DAY, RECORD, NAMES, RANKED, ROWS]
QUESTION = "제주특별자치도에서 12개 학교 중 가장 큰 곳은 어디이고 몇 명인가요?"


@pytest.mark.parametrize("answer", EVERY, ids=lambda a: f"{a.type}-{a.value}"[:20])
@pytest.mark.parametrize(
    "message",
    [
        None,
        "",
        "   ",
        "모르겠습니다.",
        "확인할 수 없습니다.",
        "예",
        "0",
        "1",
        "없음",
        r"\boxed{}",
        r"\boxed{?}",
        "N/A",
        "완료했습니다.",
        QUESTION,
        f"질문: {QUESTION}",
        "12개? 13개? 14개?",
        "서울, 부산, 대구, 인천, 광주, 대전, 울산, 세종",
        ", ".join(map(str, range(200))),
        "\\boxed{" + ", ".join(map(str, range(200))) + "}",
    ],
    ids=lambda m: str(m)[:16],
)
def test_null_constant_echo_and_all_candidates_score_nothing(answer, message):
    assert not right(answer, message, QUESTION)


@pytest.mark.parametrize("answer", EVERY, ids=lambda a: f"{a.type}-{a.value}"[:20])
def test_a_rendered_golden_answer_scores(answer):
    assert right(answer, render_answer(answer), QUESTION)
    assert right(answer, f"확인했습니다.\n\n{render_answer(answer)}\n감사합니다.", QUESTION)


WORDS = st.text(
    st.sampled_from("가나다람솔은이각힣AZaz09-.&·,+% "), min_size=1, max_size=12
).filter(
    lambda t: t.strip(" .") == t and any(c.isalnum() for c in t) and t.casefold() not in ("없음",)
)
NUMBERS = st.builds(
    Answer,
    st.just("number"),
    st.integers(-(10**15), 10**15)
    | st.decimals(-(10**9), 10**9, places=2).map(float)
    | st.floats(-1e9, 1e9, allow_nan=False),
    st.sampled_from(["", "원", "명", "%", "%p", "억원", "개", "MW"]),
    st.sampled_from(["exact", "printed"]),
)
DATES = st.builds(Answer, st.just("date"), st.dates().map(str))
SCALARS = NUMBERS | DATES | st.builds(Answer, st.just("string"), WORDS)
LISTS = st.builds(
    Answer,
    st.sampled_from(["list", "ordered"]),
    st.lists(WORDS, max_size=5) | st.lists(st.integers(0, 10**9), max_size=5),
)
RECORDS = st.builds(
    Answer,
    st.sampled_from(["record", "checklist"]),
    st.dictionaries(
        st.sampled_from(["역", "차이", "첫차", "합계", "학교 수"]),
        (SCALARS | LISTS).map(
            lambda a: {"type": a.type, "value": a.value, "unit": a.unit, "tolerance": a.tolerance}
        ),
        min_size=1,
        max_size=4,
    ),
)


@settings(max_examples=400)
@given(SCALARS | LISTS | RECORDS)
def test_grading_is_reflexive(answer):
    text = render_answer(answer)
    assume("{" not in str(answer.value) or answer.type in ("record", "checklist"))
    verdict = judge_response(answer, text)
    assert verdict.right, (text, verdict.reason)


@given(st.integers(-(10**12), 10**12), st.integers(-(10**12), 10**12))
def test_two_different_counts_are_never_the_same(a, b):
    assume(a != b)
    assert not right(Answer("number", a), rf"\boxed{{{b:,}}}")


@given(WORDS)
def test_names_do_not_depend_on_composition_blanks_width_or_a_polite_ending(name):
    golden = Answer("string", name)
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in name)
    for spelling in (
        normalize("NFD", name),
        name.replace(" ", ""),
        wide,
        f"{name}입니다.",
        f" {name} ",
    ):
        assert right(golden, rf"\boxed{{{spelling.replace('%', chr(92) + '%')}}}"), spelling


@settings(max_examples=300)
@given(
    st.text() | st.text(st.sampled_from('\\boxed{}12,.개%입니다 또는은"[]:\n')),
    st.sampled_from(EVERY),
)
def test_judging_never_raises(message, answer):
    for text in (message, f"\\boxed{{{message}}}", f"답은 {message}"):
        assert isinstance(judge_response(answer, text, QUESTION).reason, str)


@pytest.mark.parametrize(
    "text",
    [
        "\\boxed{" * 5_000,
        "1," * 9_000,
        "답은 " * 6_000,
        "{" * 20_000,
        '"' * 20_000,
        "12개가 " * 5_000,
        "역: " * 6_000,
        " " * 20_000 + "x",
        "-" * 20_000,
        "1천" * 9_000,
        "9" * 20_000,
        "가" * 20_000,
        "(" * 20_000,
        "\n- " * 6_000,
    ],
    ids=lambda t: t[:6],
)
@pytest.mark.parametrize("answer", [COUNT, PLACE, DAY, RECORD, NAMES, ROWS], ids=lambda a: a.type)
def test_long_hostile_messages_are_judged_too(text, answer):
    assert " / " in judge_response(answer, text).reason
