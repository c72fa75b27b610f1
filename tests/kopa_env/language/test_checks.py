from __future__ import annotations

import pytest

from kopa_env.language import Said, check_set, ending, frame, gives_reason, translationese

ENDINGS = {
    "몇 명인지 알려 주세요.": "-주세요",
    "어디인가요?": "-ㄴ가요",
    "몇 명이나 되나요?": "-나요",
    "어디예요?": "-예요",
    "알 수 있을까요?": "-ㄹ까요",
    "알려 주실래요?": "-래요",
    "궁금해요.": "-어요",
    "확인 부탁드립니다.": "-부탁",
    "알려 주십시오.": "-십시오",
    "몇 곳입니까?": "-습니까",
    "답해 주시면 됩니다.": "-됩니다",
    "보고해 주시기 바랍니다.": "-바랍니다",
    "여쭙습니다만": "-ㅂ니다만",
    "찾고 있습니다.": "-습니다",
    "확인하여 보고 바람.": "-바람",
    "표로 저장할 것.": "-ㄹ 것",
    "자료가 필요함.": "-ㅁ",
    "좀 넣어 줘ㅠㅠ": "-어/-야",
    "몇 명이고요?": "-고요",
    "몇 명일까?": "-어/-야",
}


@pytest.mark.parametrize(("text", "name"), ENDINGS.items())
def test_ending(text: str, name: str) -> None:
    assert ending(text) == name


def test_a_frame_masks_names_and_figures_only_if_asked() -> None:
    text = "2024년 포항시 중학교 가운데 한 곳"
    assert frame(text) == "2024년 포항시 중학교"
    assert frame(text, ["포항시"]) == "#년 ○ 중학교"
    assert frame("‘포항시’, 어디", ["포항시"]) == "○ 어디"


@pytest.mark.parametrize(
    "text",
    [
        "교육청 특수교육 담당입니다. 몇 곳인지 알려 주십시오.",
        "기사를 쓰고 있는데 의안번호가 무엇인가요?",
        "간부회의 자료에 넣을 내용입니다. 몇 건입니까?",
        "이사 때문에 그러는데 어느 학교야?",
        "국정감사를 앞두고 있어서요. 몇 건이에요?",
        "취업 준비생이에요. 몇 명이에요?",
    ],
)
def test_a_reason_or_a_user_is_seen(text: str) -> None:
    assert gives_reason(text)


def test_a_bare_question_gives_no_reason() -> None:
    assert not gives_reason("22대 국회 법률안이 모두 몇 건인지 알려 주세요.")


def test_translationese_is_named() -> None:
    assert translationese("해당 기관의 상품에 대한 정보를 제공해 주세요")
    assert translationese("법안들 중에서 가장 큰 값을 가지는 행")
    assert not translationese("경부선 휴게소 중에 경유가 제일 싼 데가 어디예요?")


def _natural(n: int) -> list[str]:
    ends = list(ENDINGS)
    return [
        f"과제 {chr(0xAC00 + 28 * i)} 준비 {i}하는 중인데, {ends[i % len(ends)]}" for i in range(n)
    ]


def test_a_varied_set_passes() -> None:
    report = check_set(_natural(100))
    assert report.ok, report.failures
    assert report.to_json()["ok"] is True


@pytest.mark.parametrize(
    ("check", "texts"),
    [
        ("ending", [t + " 알려 주세요." for t in _natural(100)]),
        (
            "endings_used",
            [t + (" 알려 주세요.", " 어디예요?")[i % 2] for i, t in enumerate(_natural(9))],
        ),
        ("frame", ["늘 같은 말로 " + t for t in _natural(40)]),
        ("reason", [ENDINGS_TEXT for ENDINGS_TEXT in list(ENDINGS) * 3]),
        ("translationese", ["해당 기관의 " + t for t in _natural(40)]),
        ("particles", ["행를 " + t for t in _natural(1)]),
    ],
)
def test_each_check_can_fail(check: str, texts: list[str]) -> None:
    assert check in {finding.check for finding in check_set(texts).failures}


def test_masked_frames_expose_what_names_hide() -> None:
    names = [f"도시{i}시" for i in range(40)]
    said = [
        Said(f"{name} 학교 가운데 {text}", (name,))
        for name, text in zip(names, _natural(40), strict=True)
    ]
    failed = {finding.check for finding in check_set(said).failures}
    assert "frame_masked" in failed
    assert "frame" not in failed


def test_an_empty_set_has_nothing_wrong() -> None:
    assert check_set([]).queries == 0
