"""Filters: sound candidates pass, and each flaw is caught by the filter it is there for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from school import CATALOGUE, SCHOOLS, SchoolSource
from synthesised import (
    asking,
    brief,
    call,
    candidate,
    changed,
    largest,
    noted,
    opened,
    row,
    school_source,
    sound,
)

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON, Origin, Reason, ToolResult
from kopa_env.sources.views import ViewSource
from kopa_env.spec import ToolSpec
from kopa_env.suites import Suite
from kopa_env.task import GoldenCall
from kopa_synth.queries.brief import Aggregate, Pattern, Slot, Stage, Subject, Thing
from kopa_synth.validate import FILTERS, Candidate, Verdict, counts, validate

Change = Callable[[ToolSpec, Mapping[str, JSON], int], ToolResult | None]


class Changed(SchoolSource):
    """The school tools, with some replies changed: told the tool, its arguments and which call."""

    def __init__(self, change: Change) -> None:
        super().__init__()
        self._change = change
        self._asked: dict[str, int] = {}

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        key = f"{spec.name}{sorted(args.items())}"
        self._asked[key] = self._asked.get(key, 0) + 1
        result = self._change(spec, args, self._asked[key])
        return result or super().call(spec, args)


def told(rows: list[dict[str, Any]], total: int | None = None) -> ToolResult:
    return ToolResult.ok(rows, code="00", total=total or len(rows)).came_from(Origin.DERIVED)


def verdict(
    held: Candidate,
    change: Change | None = None,
    catalogue: Catalogue = CATALOGUE,
    before: tuple[Candidate, ...] = (),
    **more: Any,
) -> Verdict:
    source = school_source() if change is None else ViewSource(Changed(change), catalogue)
    return validate([*before, held], catalogue, source, **more)[-1]


@pytest.mark.parametrize("held", sound(), ids=lambda held: held.id)
def test_sound_candidates_are_kept(held: Candidate) -> None:
    found = verdict(held)
    assert (found.filter, found.reason, found.stage) == ("", "", 0)
    assert 0 <= found.guess <= 0.01


def test_what_must_score_nothing_is_found_out_and_not_assumed() -> None:
    assert verdict(largest()).applicable == ("no_answer", "first_page")
    assert verdict(opened()).applicable == ("no_answer", "skip_lookup")
    assert verdict(noted()).applicable == ("no_answer", "no_write")


def with_answer(held: Candidate, **more: Any) -> Candidate:
    return changed(held, answer=replace(held.task.answer, **more))


def with_calls(held: Candidate, *calls: dict[str, Any], **more: Any) -> Candidate:
    added = tuple(GoldenCall(**made) for made in calls)
    return changed(held, golden=(*held.task.golden, added), max_turns=20, **more)


def counting() -> Candidate:
    """How many schools a city has: right, and one in twenty-one guesses hits it."""
    stage = Stage(
        Thing("학교", "곳", "어디"),
        asked=(Slot("학교", "number", "곳", aggregate=Aggregate.COUNT),),
    )
    said = brief("count", Pattern.SEQ, (Subject("경주시", "지역"),), stage, forbidden=("20",))
    written = row(
        "count",
        said,
        golden=[[call("c1", "school_list", "fetch", city="경주시", size=30)]],
        answer={"type": "number", "unit": "곳", "solver": "len(c1)"},
    )
    return candidate(written, said, 20, {"city": "경주시"})


def tied() -> Change:
    """Two schools of a city with the same number of pupils."""

    def change(spec: ToolSpec, args: Mapping[str, JSON], n: int) -> ToolResult | None:
        if spec.name != "school_list" or args.get("city") != "안동시":
            return None
        rows = [dict(r) for r in SCHOOLS if r["city"] == "안동시"]
        rows[1]["pupils"] = rows[0]["pupils"]
        return told(rows)

    return change


def namesakes(spec: ToolSpec, args: Mapping[str, JSON], n: int) -> ToolResult | None:
    """Two schools of one name."""
    if spec.name != "school_list" or args.get("city"):
        return None
    rows = [dict(r) for r in SCHOOLS]
    rows[13]["name"] = rows[12]["name"]
    size, page = int(args["size"]), int(args["page"])
    return told(rows[(page - 1) * size : page * size], len(rows))


def moody(spec: ToolSpec, args: Mapping[str, JSON], n: int) -> ToolResult | None:
    """Tells another number of pupils the second time."""
    if spec.name != "school_list" or n == 1:
        return None
    rows = [{**r, "pupils": f"{5000 + n}"} for r in SCHOOLS if r["city"] == args.get("city")]
    return told(rows)


def failing(spec: ToolSpec, args: Mapping[str, JSON], n: int) -> ToolResult | None:
    return ToolResult.error(Reason.HTTP_5XX, "점검 중", "500")


def lying(spec: ToolSpec, args: Mapping[str, JSON], n: int) -> ToolResult | None:
    """Says success and hands out an error."""
    if spec.name == "school_detail":
        row = {"resultCode": "99", "resultMsg": "LIMITED", "opened": "2012.03.13"}
        return told([row])
    return None


def personal(spec: ToolSpec, args: Mapping[str, JSON], n: int) -> ToolResult | None:
    """Hands out a resident registration number."""
    if spec.name == "school_detail":
        rows = [{**r, "head": "800101-1234567"} for r in SCHOOLS if r["id"] == args["id"]]
        return told(rows)
    return None


ARTICLE = largest().task.query_ko


def altered(old: str, new: str) -> str:
    """Return the question with a word altered that does stand in it."""
    assert old in ARTICLE, ARTICLE
    return ARTICLE.replace(old, new)


FLAWS: dict[str, tuple[Candidate, Change | None, str]] = {
    "placeholder": (asking(largest(), ARTICLE + " {city}"), None, "malformed"),
    "slot": (asking(largest(), altered("포항시", "포항시 ${city}")), None, "malformed"),
    "says no city": (asking(largest(), altered("포항시", "우리 시")), None, "malformed"),
    "Chinese": (asking(largest(), altered("학교", "學校")), None, "malformed"),
    "Cyrillic": (asking(largest(), ARTICLE + " Да"), None, "malformed"),
    "particle": (asking(largest(), ARTICLE + " 숫자을 적어 주세요."), None, "malformed"),
    "edited": (replace(opened(), task=replace(opened().task, gloss_en="x")), None, "malformed"),
    "other pattern": (replace(opened(), pattern="DRV"), None, "malformed"),
    "no gloss": (changed(opened(), gloss_en=" "), None, "malformed"),
    "not a day": (with_answer(opened(), value="봄"), None, "malformed"),
    "not a number": (
        with_answer(
            largest(),
            value={**largest().task.answer.value, "학생 수": {"type": "number", "value": "많음"}},
        ),
        None,
        "malformed",
    ),
    "no record": (with_answer(largest(), value=5), None, "malformed"),
    "too many calls": (changed(largest(), max_calls=1), None, "malformed"),
    "too few turns": (changed(largest(), max_turns=2), None, "malformed"),
    "no such tool": (changed(largest(), offered_tools=("school_lists",)), None, "malformed"),
    "not offered": (changed(largest(), offered_tools=("find_school",)), None, "malformed"),
    "no state": (changed(noted(), target_state=None), None, "malformed"),
    "bad tier": (changed(largest(), tier="huge"), None, "malformed"),
    "resident number": (
        asking(opened(), opened().task.query_ko + " 제 번호는 900101-1234567이에요."),
        None,
        "secret",
    ),
    "phone number": (
        changed(opened(), gloss_en="When did it open? Call 02-123-4567."),
        None,
        "secret",
    ),
    "mobile number": (
        asking(opened(), opened().task.query_ko + " 01012345678로 연락 주세요."),
        None,
        "secret",
    ),
    "key": (changed(opened(), gloss_en="With sk-abcdefghij0123456789."), None, "secret"),
    "key in a write": (
        with_calls(noted(), call("c9", "save_note", "write", title="k", fields={"a": "0f" * 20})),
        None,
        "secret",
    ),
    "resident number in a reply": (opened(), personal, "secret"),
    "answers otherwise": (largest(), moody, "not_reproducible"),
    "no answer": (with_answer(largest(), value=None), None, "erroneous"),
    "half an answer": (
        with_answer(
            largest(),
            value={**largest().task.answer.value, "학교": {"type": "string", "value": ""}},
        ),
        None,
        "erroneous",
    ),
    "not a number at all": (
        with_answer(
            largest(),
            value={**largest().task.answer.value, "학생 수": {"type": "number", "value": "nan"}},
        ),
        None,
        "erroneous",
    ),
    "platform down": (largest(), failing, "erroneous"),
    "error in the body": (opened(), lying, "erroneous"),
    "solver fails": (with_answer(opened(), solver="date(c7)"), None, "erroneous"),
    "reference to nowhere": (
        with_calls(opened(), call("c3", "school_detail", "fetch", id={"ref": "c1.records[9].id"})),
        None,
        "erroneous",
    ),
    "namesakes": (opened(), namesakes, "ambiguous"),
    "tie": (noted(), tied(), "ambiguous"),
    "first of several": (
        changed(
            opened("가12학교"),
            golden=(
                (GoldenCall("c1", "school_list", {"city": "포항시"}, "fetch"),),
                opened().task.golden[1],
            ),
        ),
        None,
        "ambiguous",
    ),
    "order of rows": (
        with_answer(
            largest(), solver=largest().task.answer.solver.replace("c3.records[0]", "c1[0]")
        ),
        None,
        "ambiguous",
    ),
    "says the answer": (
        asking(largest(), ARTICLE + " 나57학교는 1,399명이라던데요."),
        None,
        "leaking",
    ),
    "says the name": (asking(largest(), ARTICLE + " 혹시 나57 학교인가요?"), None, "leaking"),
    "says the code": (
        asking(
            replace(opened(), brief=replace(opened().brief, forbidden=())),
            opened().task.query_ko + " 코드는 00012예요.",
        ),
        None,
        "leaking",
    ),
    "forbidden": (
        replace(opened(), brief=replace(opened().brief, forbidden=("학교운영위원회", "개교일이"))),
        None,
        "leaking",
    ),
    "counts twenty": (counting(), None, "guessable"),
    "needless call": (
        with_calls(largest(), call("c9", "school_list", "fetch", city="안동시")),
        None,
        "decorative",
    ),
    "needless reduction": (
        with_calls(largest(), call("c9", "table_select", "reduce", result={"ref": "c1.result"})),
        None,
        "decorative",
    ),
    "walk came to something else": (
        replace(largest(), walked={"학교": "나57학교", "학생 수": 1398}),
        None,
        "unsolved",
    ),
    "typed in": (
        with_answer(opened(), value="2012-03-14"),
        None,
        "unsolved",
    ),
    "another state": (
        changed(noted(), target_state={"notes": {"1": {"title": "x", "values": {}}}}),
        None,
        "unsolved",
    ),
}


@pytest.mark.parametrize("name", FLAWS)
def test_a_flaw_is_caught_by_its_filter(name: str) -> None:
    held, change, expected = FLAWS[name]
    found = verdict(held, change)
    assert (found.filter, bool(found.reason)) == (expected, True), found
    assert "\n" not in found.reason


def test_there_is_a_flaw_for_every_filter() -> None:
    assert {expected for _, _, expected in FLAWS.values()} >= set(FILTERS) - {
        "redundant",
        "non_gradable",
    }


def test_the_present_moment_needs_a_fixed_date() -> None:
    specs = [CATALOGUE[name] for name in CATALOGUE.entries]
    live = Catalogue.of(
        tuple(replace(s, volatility="realtime") if s.name == "school_list" else s for s in specs)
    )
    found = verdict(largest(), lambda spec, args, n: None, live)
    assert found.filter == "not_reproducible"
    dated = asking(largest(), ARTICLE + " 2025년 12월 1일 기준이에요.")
    assert verdict(dated, lambda spec, args, n: None, live).filter == ""


def test_the_same_calls_are_made_once() -> None:
    reworded = asking(
        largest(), "포항시에 있는 학교 중 학생이 제일 많은 곳의 이름, 그리고 학생이 몇 명인지요?"
    )
    again = replace(reworded, task=replace(reworded.task, id="again"))
    again = changed(again)
    found = verdict(again, before=(largest(),))
    assert (found.filter, found.reason) == ("redundant", "it makes the calls of drv-포항시")


def test_nearly_the_same_question_is_asked_once() -> None:
    long = ARTICLE + " 다음 주 회의에서 나눠 줄 자료에 그대로 옮겨 적을 내용이라 정확해야 해요."
    near = changed(largest("경주시", "다58학교", 1406), query_ko=long.replace("포항시", "경주시"))
    found = verdict(near, before=(asking(largest(), long),))
    assert found.filter == "redundant"
    assert "question" in found.reason
    assert verdict(near).filter == ""


def test_what_was_rejected_is_repeated_by_nobody() -> None:
    broken = replace(largest(), walked={"학교": "나57학교", "학생 수": 1})
    again = changed(replace(largest(), task=replace(largest().task, id="again")))
    assert [v.filter for v in validate([broken, again], CATALOGUE, school_source())] == [
        "unsolved",
        "",
    ]


def test_a_question_of_the_benchmark_may_not_be_asked_again() -> None:
    suite = Suite.of("bench", [replace(largest().task, id="b1")], 1)
    found = verdict(largest(), against=[suite])
    assert (found.filter, "bench:b1" in found.reason) == ("redundant", True)


def test_an_answer_that_a_constant_hits_cannot_be_graded() -> None:
    one = with_answer(counting(), value=1, solver="1")
    found = verdict(replace(one, walked=1))
    assert (found.filter, found.reason) == ("non_gradable", "a 1 is taken for right")


def test_counts_name_every_filter_in_order() -> None:
    found = validate([largest(), replace(opened(), pattern="DRV")], CATALOGUE, school_source())
    assert counts(found) == {**dict.fromkeys(FILTERS, 0), "malformed": 1}
    assert [v.stage for v in found] == [0, 1]
