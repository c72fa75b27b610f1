"""What stands in texts: scripts, secrets, types of values, recordings that lack a call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from school import CATALOGUE, SCHOOLS, SchoolSource
from synthesised import changed, largest, opened

from kopa_env.catalogue import Catalogue
from kopa_env.errors import ReplayMiss
from kopa_env.outcome import JSON, ToolResult
from kopa_env.sources.views import ViewSource
from kopa_env.spec import Field, ToolSpec
from kopa_env.suites.outcomes import golden_outcome
from kopa_synth.validate import validate
from kopa_synth.validate.form import absent, foreign
from kopa_synth.validate.secret import secret, secret_in_chat


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("포항시 A동 3층, 25㎡ · 50% (약 1,000원) ‘확인’ “네” é ＡＢ…", ""),
        ("學校", "學校"),
        ("にほん カ", "にほんカ"),
        ("Да нет", "Данет"),
        ("ไทย", "ไทย"),
        ("\ufffd", "\ufffd"),
        ("탭\t줄\n", ""),
        ("\x00", "\x00"),
    ],
)
def test_scripts_other_than_hangul_and_latin(text: str, found: str) -> None:
    assert "".join(foreign(text)) == found


@given(st.text("가나힣ㄱㅏᄀabcXYZ0123456789 .,?!~-()%", max_size=40))
def test_korean_is_never_foreign(text: str) -> None:
    assert foreign(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "900101-1234567",
        "9001011234567",
        "010-1234-5678",
        "01012345678",
        "02) 123-4567",
        "031.123.4567",
        "+82 10-1234-5678",
        "serviceKey=abcdefgh12345678",
        "sk-" + "a" * 20,
        "ghp_" + "a" * 36,
        "eyJhbGciOiJI.eyJzdWIiOiIx.abc",
        "0123456789abcdef0123456789abcdef01234567",
        "a" * 86 + "==",
    ],
)
def test_secrets_are_seen(text: str) -> None:
    assert list(secret(changed(opened(), gloss_en=f"see {text} please")))


@pytest.mark.parametrize(
    "text",
    [
        "901301-1234567",  # no such month
        "900101-9234567",  # no such century
        "20260131-000123-456",
        "2026-01-30",
        "1,234,567,890원",
        "20251231000123",
        "00126380",
        "PRC_A1B2C3D4E5F6G7H8",
        "2291398",
        "3-12-4567",
    ],
)
def test_figures_and_codes_are_none(text: str) -> None:
    assert not list(secret(changed(opened(), gloss_en=f"see {text} please")))


class Telling(SchoolSource):
    """Adds cells to a school's record."""

    def __init__(self, **more: str) -> None:
        super().__init__()
        self.more = more

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        if spec.name != "school_detail":
            return super().call(spec, args)
        rows = [{**row, **self.more} for row in SCHOOLS if row["id"] == args["id"]]
        return ToolResult.ok(rows, code="00")


def in_chat(catalogue: Catalogue = CATALOGUE, **more: str) -> list[str]:
    source = ViewSource(Telling(**more), catalogue)
    outcome = golden_outcome(opened().task, catalogue, source)
    return list(secret_in_chat(outcome.episode, catalogue))


def test_offices_may_have_telephones_and_persons_may_not() -> None:
    assert in_chat(phone="02-123-4567") == []
    assert in_chat(phone="010-1234-5678") == ["a reply of school_detail holds a phone number"]


def test_a_corporations_number_is_not_a_residents() -> None:
    number = "110111-1234567"
    assert len(in_chat(jurir_no=number)) == 1
    specs = tuple(CATALOGUE[name] for name in CATALOGUE.entries)
    telling = Catalogue.of(
        tuple(
            replace(spec, fields=(Field("jurir_no", meaning_ko="법인등록번호"),))
            if spec.name == "school_detail"
            else spec
            for spec in specs
        )
    )
    assert in_chat(telling, jurir_no=number) == []
    assert len(in_chat(telling, head=number)) == 1


@pytest.mark.parametrize(
    ("value", "nothing"),
    [
        (None, True),
        ("", True),
        (" ", True),
        ("NaN", True),
        (float("nan"), True),
        (float("inf"), True),
        ([], True),
        ({}, True),
        ([1, None], True),
        ({"a": {"type": "string", "value": ""}}, True),
        ({"a": ""}, True),
        (0, False),
        ("0", False),
        (["a"], False),
        ({"a": {"type": "number", "value": 0}}, False),
    ],
)
def test_an_answer_that_holds_nothing(value: Any, nothing: bool) -> None:
    assert absent(value) is nothing


def test_a_call_that_no_recording_holds_is_an_error_of_the_candidate() -> None:
    class Holds(SchoolSource):
        def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
            raise ReplayMiss("nothing recorded answers\nthis request")

    (found,) = validate([largest()], CATALOGUE, ViewSource(Holds(), CATALOGUE))
    assert found.filter == "erroneous"
    assert found.reason == (
        "a golden call cannot be answered: nothing recorded answers this request"
    )
