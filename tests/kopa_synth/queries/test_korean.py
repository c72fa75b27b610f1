from __future__ import annotations

import pytest

from kopa_synth.korean import counted, date, decimals, money, period, unit_name


@pytest.mark.parametrize(
    ("won", "said"),
    [
        (100_000_000, "1억 원"),
        (50_000_000, "5천만 원"),
        (12_500_000, "1,250만 원"),
        (1_234_560_000, "12억 3,456만 원"),
        (250_000_000_000, "2,500억 원"),
        (9_900, "9,900원"),
        (123_456_789, "123,456,789원"),
        (0, "0원"),
    ],
)
def test_money(won: int, said: str) -> None:
    assert money(won) == said


@pytest.mark.parametrize(
    ("n", "counter", "said"),
    [
        (3, "곳", "세 곳"),
        (1, "건", "한 건"),
        (2, "명", "두 명"),
        (12, "곳", "12곳"),
        (3, "표", "3표"),
    ],
)
def test_counted(n: int, counter: str, said: str) -> None:
    assert counted(n, counter) == said


def test_counted_as_it_is_noted() -> None:
    assert counted(3, "곳", spoken=False) == "3곳"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2024-03-01", "2024년 3월 1일"),
        ("20240301", "2024년 3월 1일"),
        ("2024-03", "2024년 3월"),
        ("2024", "2024"),
        ("제3회", "제3회"),
        ("2024-13-01", "2024-13-01"),
    ],
)
def test_date(text: str, said: str) -> None:
    assert date(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2024", "2024년"),
        ("2021~2024", "2021년부터 2024년까지"),
        ("2024-03", "2024년 3월"),
        ("", ""),
    ],
)
def test_period(text: str, said: str) -> None:
    assert period(text) == said


def test_small_words() -> None:
    assert decimals(1) == "소수 첫째 자리까지"
    assert decimals(0) == "정수로"
    assert unit_name("%") == "퍼센트"
    assert unit_name("명") == "명"
