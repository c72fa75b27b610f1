"""The tiny model: what it practises on, and that a step of practice is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from kopa_env.envs.session import Settings
from kopa_env.errors import UsageError
from kopa_env.suites import load_suite
from kopa_rl.rollout import Stage
from kopa_rl.supervised import IGNORED

torch = pytest.importorskip("torch", reason="extra trl")
pytest.importorskip("transformers", reason="extra trl")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("few", [False, True])
def test_what_is_to_be_learnt_follows_from_what_came_before(few: bool) -> None:
    from kopa_rl.tiny import repetitions

    ids, labels = repetitions(1024, 64, torch.Generator().manual_seed(3), few=few)
    assert ids.shape == labels.shape == (64, 64)
    assert (labels[:, :32] == IGNORED).all()
    for row, label in zip(ids.tolist(), labels.tolist(), strict=True):
        for at, wanted in enumerate(label):
            if wanted != IGNORED:
                assert wanted == row[at]
                before = row[at - 3 : at + 1]
                assert any(row[i : i + 4] == before for i in range(29)), "it was not seen before"
    different = [len(set(row[:32])) for row in ids.tolist()]
    assert (min(different) < 20) == few


@pytest.mark.parametrize("hidden", [32, 96, 160])
def test_every_width_of_whole_heads_will_do(hidden: int) -> None:
    from kopa_rl.tiny import model_of, tokenizer_of

    tokenizer = tokenizer_of(["가나다"], 300)
    model = model_of(tokenizer, hidden=hidden, layers=1)
    assert model(input_ids=torch.tensor([[1, 2, 3]])).logits.shape == (1, 3, len(tokenizer))
    with pytest.raises(UsageError, match="no multiple of 32"):
        model_of(tokenizer, hidden=hidden + 1, layers=1)


def test_a_model_is_made_with_the_template_it_is_served_with(tmp_path: Path) -> None:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from kopa_rl.template import template, template_like
    from kopa_rl.tiny import Recipe, make

    stage = Stage(load_suite("mini"), settings=Settings(observation_limit=700))
    told = make(stage, template("compact"), tmp_path, Recipe(32, 1, practice=2), split="all")
    assert told["steps"] == 2
    assert 0 <= told["copied"] < 0.5
    assert told["hashes"]["suite"] == stage.suite.hash
    tokenizer = AutoTokenizer.from_pretrained(tmp_path)
    assert template_like(tokenizer.chat_template).name == "compact"
    assert len(tokenizer.encode("20260131", add_special_tokens=False)) == 8
    model = AutoModelForCausalLM.from_pretrained(tmp_path)
    assert model.config.vocab_size == len(tokenizer) == told["vocabulary"]
