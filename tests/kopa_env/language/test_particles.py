from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.language import Final, final_sound, josa, particle, particle_errors, settle

SOUNDS = {
    "포항시": "vowel",
    "서울": "rieul",
    "학생": "consonant",
    # figures are read as Sino-Korean numbers
    "1": "rieul",
    "2": "vowel",
    "3": "consonant",
    "10": "consonant",
    "0": "consonant",
    "1,680": "consonant",
    "2024": "vowel",
    "100,000,000": "consonant",
    "1,000,000,000,000": "vowel",  # 일조
    "3.7": "rieul",
    "2.0": "consonant",
    # capitals letter by letter, words as words
    "DART": "vowel",
    "KRX": "vowel",
    "SQL": "rieul",
    "PDF": "vowel",
    "A": "vowel",
    "N": "consonant",
    "ASEM": "consonant",
    "Google": "rieul",
    "Focus": "vowel",
    # units after a figure, and on their own
    "12%": "vowel",
    "5kg": "consonant",
    "3 km": "vowel",
    "84㎡": "vowel",
    "20t": "consonant",
    # quotes are looked through, brackets passed over
    "‘7호선 쏠림 점검’": "consonant",
    "「주택법」": "consonant",
    "국회(상임위)": "vowel",
    "비율(소수 첫째 자리까지)": "rieul",
    "해온(주)": "vowel",
    "해온㈜": "vowel",
    "㈜해온": "consonant",
    "2024년 (잠정)": "consonant",
}


@pytest.mark.parametrize(("word", "sound"), SOUNDS.items())
def test_final_sound(word: str, sound: str) -> None:
    """EXAMPLE: a particle follows what is heard, whatever is written."""
    assert final_sound(word) == sound


@pytest.mark.parametrize("word", ["", "…", "漢字", "データ", "「」"])
def test_what_cannot_be_read_has_no_sound(word: str) -> None:
    assert final_sound(word) is None


@pytest.mark.parametrize(
    ("word", "double", "said"),
    [
        ("DART", "을/를", "DART를"),
        ("KRX", "이/가", "KRX가"),
        ("1,680", "을(를)", "1,680을"),
        ("3명", "을/를", "3명을"),
        ("서울", "으로(로)", "서울로"),
        ("포항", "으로(로)", "포항으로"),
        ("1", "으로(로)", "1로"),
        ("6", "으로(로)", "6으로"),
        ("학교", "과(와)", "학교와"),
        ("학교", "와/과", "학교와"),
        ("학생", "이에요(예요)", "학생이에요"),
        ("학교", "이에요(예요)", "학교예요"),
        ("학교", "이라(라)", "학교라"),
        ("법", "이랑(랑)", "법이랑"),
    ],
)
def test_josa(word: str, double: str, said: str) -> None:
    assert josa(word, double) == said


def test_an_unknown_particle_is_an_error() -> None:
    with pytest.raises(ValueError, match="no such particle"):
        particle("학교", "에게/께")


def test_settle_replaces_every_double_form_after_what_it_made_itself() -> None:
    text = "수원시이(가) 1,680을(를) 넘고 ‘점검’이라(라)는 표으로(로) 둘 곳은(는) 여기이에요(예요)."
    assert settle(text) == "수원시가 1,680을 넘고 ‘점검’이라는 표로 둘 곳은 여기예요."
    assert settle("더할 것이 없다.") == "더할 것이 없다."


@pytest.mark.parametrize(
    "text",
    [
        "행를 돌려준다",
        "1,680를 곱한다",
        "3명를 뽑는다",
        "학교을 찾는다",
        "학생와 교사",
        "교사과 학생은",
        "DART을 쓴다",
        "‘점검’로 둔다",
        "서울으로 간다",
        "포항로 간다",
        "학생예요.",
        "학교이에요.",
        "12%을 넘는",
        "비율(소수 첫째 자리까지)와 학생 수",
        "명칭로 찾는다",
        "학생는 몇 명인지",
    ],
)
def test_a_wrong_particle_is_found(text: str) -> None:
    assert len(particle_errors(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "가을과 마을을 잇는 길이 있는 곳은 어디인가요",
        "찾고 있는데요, 학생이 많은 학교가 국가와 같이 어딘가에 있다",
        "경로와 통로는 결과로 효과를 낸 성과가 되는 나이와 차이가 추이를 이은 것",
        "3명을 1,680으로 나누면 12%가 된다. DART를 KRX와 LH로",
        "‘점검’이라는 표에 「주택법」을 넣고 해온(주)를 뺀다",
        "앞으로 서로 바로 별로 제대로 그대로 가까이 많이 깨끗이 어린이",
        "법을 좇는 사람과 남을 돕는 사람이 앉는 자리",
        "전문가가 물가와 단가가 오르는 평가를 맡는다",
    ],
)
def test_right_particles_and_words_that_only_look_like_them_pass(text: str) -> None:
    assert particle_errors(text) == []


HANGUL = st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), min_size=1, max_size=8)
FIGURES = st.integers(0, 10**17).map(lambda n: f"{n:,}")
LATIN = st.text(st.characters(min_codepoint=65, max_codepoint=90), min_size=2, max_size=6)


@given(
    st.one_of(FIGURES, LATIN), st.sampled_from(["은(는)", "이(가)", "을(를)", "과(와)", "으로(로)"])
)
def test_what_is_chosen_is_never_found_wrong_after_signs(word: str, double: str) -> None:
    assert particle_errors(f"{josa(word, double)} 본다") == []


@given(HANGUL, st.sampled_from(["을(를)", "과(와)", "으로(로)", "은(는)", "이(가)"]))
def test_what_is_chosen_is_never_found_wrong_after_hangul(word: str, double: str) -> None:
    assert particle_errors(f"{josa(word, double)} 본다") == []


@given(HANGUL)
def test_the_other_form_of_the_object_is_found_unless_a_word_ends_so(word: str) -> None:
    right = particle(word, "을/를")
    wrong = "를" if right == "을" else "을"
    found = particle_errors(f"{word}{wrong} 본다")
    if wrong == "를":
        assert found == [word + wrong]


@given(HANGUL)
def test_a_closing_quote_changes_nothing(word: str) -> None:
    assert final_sound(f"‘{word}’") == final_sound(word) != None  # noqa: E711
    assert final_sound(word) in set(Final)
