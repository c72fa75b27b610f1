from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from gallery import briefs

from kopa_synth.models import ModelFault, Prompt, RecordedModel
from kopa_synth.queries import Draft, GrammarWriter, ModelWriter, choose
from kopa_synth.queries.brief import Brief
from kopa_synth.queries.dice import Dice


class Echo:
    """A model that answers with the sketch it was given, wrapped as models wrap things."""

    name = "echo"

    def __init__(self) -> None:
        self.prompts: list[Prompt] = []

    def answer(self, prompt: Prompt) -> str:
        self.prompts.append(prompt)
        sketch = prompt.user.split("밑글: ")[1].split("\n")[0]
        return f'<think>음…</think>\n"{sketch}"\n'


class Fixed:
    """A writer with given drafts."""

    name = "fixed"

    def __init__(self, *texts: str) -> None:
        self._texts = texts

    def drafts(self, brief: Brief, n: int) -> Sequence[Draft]:
        return [Draft(text) for text in self._texts[:n]]


BRIEF = next(briefs(1))


def test_the_first_draft_without_a_fault_is_taken() -> None:
    good = GrammarWriter().drafts(BRIEF, 1)[0].text
    query, rejected = choose(Fixed("행를 어디?", good, "안 읽음"), BRIEF)
    assert query is not None
    assert query.text == good
    assert query.writer == "fixed"
    assert {fault.kind for fault in rejected["행를 어디?"]} >= {"particle", "missing", "length"}
    assert list(rejected) == ["행를 어디?"]


def test_a_brief_that_nobody_can_say_gives_no_query() -> None:
    query, rejected = choose(Fixed("어디?", "누구?"), BRIEF)
    assert query is None
    assert len(rejected) == 2


def test_a_model_writes_over_sketches_and_its_name_is_kept() -> None:
    model = Echo()
    query, rejected = choose(ModelWriter(model), BRIEF)
    assert rejected == {}
    assert query is not None
    assert query.writer == "model:echo"
    assert query.text == GrammarWriter().drafts(BRIEF, 1)[0].text
    assert len(model.prompts) == 3


def test_a_model_is_told_what_has_to_stay_and_nothing_that_is_forbidden() -> None:
    model = Echo()
    secret = replace(BRIEF, forbidden=("비밀답안", "B1000001"))
    ModelWriter(model).drafts(secret, 1)
    prompt = model.prompts[0]
    assert "비밀답안" not in prompt.user + prompt.system
    assert "B1000001" not in prompt.user + prompt.system
    assert all(subject.name in prompt.user for subject in secret.subjects)


def test_recorded_answers_write_again_without_the_model(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    first, _ = choose(ModelWriter(RecordedModel(path, Echo())), BRIEF)
    again, _ = choose(ModelWriter(RecordedModel(path)), BRIEF)
    assert first is not None
    assert again is not None
    assert again.text == first.text
    with pytest.raises(ModelFault, match="no answer"):
        ModelWriter(RecordedModel(path)).drafts(list(briefs(2))[9], 1)


def test_a_query_is_plain_json() -> None:
    query, _ = choose(GrammarWriter(), BRIEF)
    assert query is not None
    row = query.to_json()
    assert row["brief"] == BRIEF.id
    assert row["writer"] == "grammar"
    assert all(isinstance(name, str) for name in row["names"])


def test_dice_of_one_name_do_not_move_with_another() -> None:
    one, other = Dice("s"), Dice("s")
    other.below(10, "elsewhere")
    assert [one.below(10, "here") for _ in range(5)] == [other.below(10, "here") for _ in range(5)]
    assert Dice("s").below(10**6, "x") != Dice("t").below(10**6, "x")


def test_dice_follow_weights() -> None:
    drawn = [Dice(str(i)).weighted({"a": 9, "b": 1}, "w") for i in range(2000)]
    assert 0.86 < drawn.count("a") / 2000 < 0.94
    assert {Dice("s").weighted({"only": 1}, "w")} == {"only"}
