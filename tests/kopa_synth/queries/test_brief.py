from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from gallery import briefs
from pydantic import ValidationError

from kopa_synth.queries import GrammarWriter
from kopa_synth.queries.brief import Branch, Brief, Comparison, Condition, Slot, Subject, Test

SEQ = next(b for b in briefs(4) if b.stages[0].named)
CMP = next(b for b in briefs(4) if b.comparison)
TWO = (Subject("2023", "연도"), Subject("2024", "연도"))
COUNT = Slot("학생 수", "number", "명")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"stages": ()}, "no stage"),
        ({"stages": (SEQ.stages[0], SEQ.stages[0])}, "only the first stage"),
        ({"subjects": TWO[:1]}, "no subject names it"),
        ({"stages": (replace(SEQ.stages[0], asked=()),)}, "asks nothing"),
        ({"comparison": Comparison(TWO[:1], COUNT, "largest")}, "nothing to compare"),
        ({"comparison": Comparison((*TWO, TWO[0]), COUNT, "ratio")}, "between two"),
        ({"branch": Branch(Condition("학급 수", Test.GE, "3"), (), (COUNT,))}, "asks nothing"),
    ],
)
def test_a_brief_that_cannot_be_asked_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(SEQ, **change)


def test_json_of_something_else_is_refused() -> None:
    with pytest.raises(ValidationError):
        Brief.from_json({"id": "x"})
    with pytest.raises(ValidationError, match="asks nothing"):
        Brief.from_json(replace(CMP).to_json() | {"comparison": None})


def test_ids_tell_queries_apart_and_seeds_tell_editions_apart() -> None:
    said = {GrammarWriter().drafts(replace(SEQ, id=f"w{i}"), 1)[0].text for i in range(8)}
    assert len(said) > 6
    again = {GrammarWriter().drafts(replace(SEQ, seed=i), 1)[0].text for i in range(8)}
    assert len(again) > 6
