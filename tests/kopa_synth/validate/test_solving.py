"""Models in validation: off by default, two judges to agree, a solver only with its own trace."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from model_server import model_server, said
from school import CATALOGUE
from synthesised import changed, largest, noted, opened, school_source

from kopa_env.errors import UsageError
from kopa_env.outcome import ToolCall
from kopa_env.parsing import render_calls
from kopa_synth.models import ModelFault, Prompt, ServedModel, Serving
from kopa_synth.validate import Candidate, Origins, Rules, Verdict, accepted, validate

NAMED = Origins(frozenset({"m"}))


class Scripted:
    """Says one text a turn, the try being told apart by what stands in the system prompt."""

    name = "m"

    def __init__(self, *tries: Sequence[str]) -> None:
        self.tries = tries
        self.prompts: list[Prompt] = []

    def answer(self, prompt: Prompt) -> str:
        self.prompts.append(prompt)
        number = next((n for n in range(2, 9) if f"{n}번째로 풀어" in prompt.system), 1)
        turn = prompt.user.count("[assistant]") - 1
        return self.tries[min(number, len(self.tries)) - 1][turn]


def calls(*made: tuple[str, dict[str, object]]) -> str:
    return render_calls([ToolCall(name, args) for name, args in made], "hermes")


RIGHT = (
    calls(("find_school", {"name": "가12학교"})),
    calls(("school_detail", {"id": "00012"})),
    r"\boxed{2012-03-13}",
)
WRONG = ("찾지 못했습니다. \\boxed{2000-01-01}",)


def verdict(held: Candidate, model: Scripted, tries: int = 3) -> Verdict:
    rules = Rules(solver=model, tries=tries)
    return validate([held], CATALOGUE, school_source(), rules=rules, origins=NAMED)[0]


def test_a_task_that_is_solved_stands() -> None:
    model = Scripted(RIGHT)
    found = verdict(opened(), model)
    assert (found.filter, found.revised) == ("", None)
    assert len(model.prompts) == 3
    shown = model.prompts[-1]
    assert "<tool_response>" in shown.user
    assert "school_detail" in shown.system
    assert opened().task.answer.solver not in shown.system + shown.user


def test_a_model_that_is_wrong_without_a_trace_changes_nothing() -> None:
    found = verdict(opened(), Scripted(WRONG))
    assert (found.filter, found.revised) == ("", None)


def test_one_right_try_is_enough() -> None:
    model = Scripted(WRONG, RIGHT)
    assert verdict(opened(), model).revised is None
    assert len(model.prompts) == 4


def another(expression: str, text: str) -> tuple[str, ...]:
    return (
        calls(("school_list", {"city": "포항시", "page": 1, "size": 30})),
        calls(
            ("table_select", {"result": "r1", "order_by": "pupils", "limit": 1}),
        ),
        calls(("evaluate_expression", {"expression": expression})),
        text,
    )


LISTED = another(
    '[r2.records[0]["name"], num(r2.records[0]["pupils"])]', r"\boxed{가0학교; 1,000명}"
)
KEYED = another(
    '{"학교": r2.records[0]["name"], "학생 수": num(r2.records[0]["pupils"])}',
    r"\boxed{가0학교; 1,000명}",
)
"""Takes the least for the most, consistently."""


@pytest.mark.parametrize("script", [LISTED, KEYED])
def test_all_tries_with_a_trace_that_computes_it_revise_the_answer(script: tuple[str, ...]) -> None:
    held = largest()
    found = verdict(held, Scripted(script), tries=2)
    assert found.filter == ""
    (kept,) = accepted([held], [found])
    assert kept.task.answer.value["학교"]["value"] == "가0학교"
    assert kept.provenance["answer_revised"]
    assert kept.origins == {"query": "grammar", "answer": "model:m"}
    assert kept.task.golden[1][0].args["result"] == {"ref": "c1.result"}
    assert validate([kept], CATALOGUE, school_source(), origins=NAMED)[0].filter == ""
    with pytest.raises(UsageError, match="its answer comes from 'model:m'"):
        Origins().check([kept])


def test_two_answers_revise_nothing() -> None:
    other = another('[r2.records[0]["name"], 999]', r"\boxed{가0학교; 999명}")
    assert verdict(largest(), Scripted(LISTED, other), tries=2).revised is None
    assert verdict(largest(), Scripted(LISTED), tries=1).revised is None


def test_an_answer_that_the_trace_does_not_compute_revises_nothing() -> None:
    loose = (*LISTED[:-1], r"\boxed{가3학교; 1,021명}")
    assert verdict(largest(), Scripted(loose), tries=2).revised is None


def test_a_revision_that_writes_otherwise_is_none() -> None:
    held = noted()
    script = another(
        '[r2.records[0]["name"], num(r2.records[0]["pupils"])]', r"\boxed{가0학교; 1,000명}"
    )
    assert verdict(held, Scripted(script), tries=2).revised is None


def test_a_solver_must_be_on_the_open_list() -> None:
    with pytest.raises(UsageError, match="'m' may revise answers"):
        validate([opened()], CATALOGUE, school_source(), rules=Rules(solver=Scripted(RIGHT)))


def test_a_served_model_solves_through_the_same_door() -> None:
    pytest.importorskip("openai")

    def reply(body: dict[str, object]) -> dict[str, object]:
        text = json.dumps(body["messages"], ensure_ascii=False)
        return said(RIGHT[text.count("[assistant]") - 1])

    with model_server(reply) as server:
        model = ServedModel(Serving("m", server.base_url))
        rules = Rules(solver=model, tries=1)
        (found,) = validate([opened()], CATALOGUE, school_source(), rules=rules, origins=NAMED)
        model.close()
    assert (found.kept, found.revised, len(server.asked)) == (True, None, 3)


def test_a_model_that_gives_no_answer_stops_the_run() -> None:
    class Silent(Scripted):
        def answer(self, prompt: Prompt) -> str:
            raise ModelFault("nothing")

    with pytest.raises(ModelFault):
        verdict(opened(), Silent())


class Judge:
    """Says yes to what a test tells it."""

    name = "j"

    def __init__(self, yes: Callable[[Prompt], bool]) -> None:
        self.yes = yes
        self.asked = 0

    def answer(self, prompt: Prompt) -> str:
        self.asked += 1
        return "<think>흠</think>예." if self.yes(prompt) else "아니요"


def leak(prompt: Prompt) -> bool:
    return "적혀" in prompt.system


def idle(prompt: Prompt) -> bool:
    return "빼도" in prompt.system


@pytest.mark.parametrize(("says", "caught"), [(leak, "leaking"), (idle, "decorative")])
def test_two_judges_must_agree(says: Callable[[Prompt], bool], caught: str) -> None:
    yes, no = Judge(says), Judge(lambda prompt: False)

    def filtered(*judges: Judge) -> str:
        rules = Rules(judges=judges)
        return validate([opened()], CATALOGUE, school_source(), rules=rules)[0].filter

    assert filtered(yes, Judge(says)) == caught
    assert filtered(yes, no) == ""
    assert filtered(yes) == ""
    assert filtered(no, yes, Judge(says)) == caught


def test_judges_are_asked_no_more_than_needed() -> None:
    no, yes = Judge(lambda prompt: False), Judge(leak)
    validate([opened()], CATALOGUE, school_source(), rules=Rules(judges=(no, yes)))
    assert (no.asked, yes.asked) == (2, 0)


def test_judges_are_asked_only_where_rules_find_nothing() -> None:
    judge = Judge(leak)
    told = changed(largest(), query_ko=largest().task.query_ko + " 나57학교요.")
    rules = Rules(judges=(judge, judge))
    found = validate([replace(told)], CATALOGUE, school_source(), rules=rules)
    assert (found[0].filter, judge.asked) == ("leaking", 0)
