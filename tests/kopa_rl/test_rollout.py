"""Rollouts in token ids come to what the same words come to everywhere else."""

from __future__ import annotations

import asyncio
from typing import Any

import gymnasium as gym
import pytest
from scripted import CUT, KINDS, Script, scripts
from small_model import FIXTURE, small_tokenizer

import kopa_env  # noqa: F401 - registers the environments
from kopa_bench.policy import Action, View
from kopa_bench.rollout import Key, Rules, play
from kopa_bench.rollout import Stage as BenchStage
from kopa_env.errors import UsageError
from kopa_env.suites import load_suite
from kopa_rl.golden import Conversation
from kopa_rl.reward import Verdict, figures
from kopa_rl.rollout import Rollout, Stage, group_seed
from kopa_rl.template import TEMPLATES, Codec, template, template_like

pytest.importorskip("transformers", reason="templates are rendered by transformers: extra trl")


@pytest.fixture(scope="module")
def tokenizer(golden: list[Conversation]) -> Any:
    return small_tokenizer(golden)


def played(stage: Stage, script: Script, codec: Codec, limit: int = 10**6) -> Rollout:
    rollout = stage.rollout(script.task_id, codec, limit=limit)
    n = 0
    while rollout.goes_on:
        rollout.take(written(script.turn(n), codec))
        n += 1
    return rollout


def written(text: str, codec: Codec) -> list[int]:
    said = text.removesuffix(CUT)
    end = [] if text.endswith(CUT) else [codec.tokenizer.eos_token_id]
    return [*codec.tokenizer.encode(said, add_special_tokens=False), *end]


def message(text: str) -> Any:
    if text.endswith(CUT):
        said = text.removesuffix(CUT)
        return {"role": "assistant", "content": said, "finish_reason": "length"}
    return text


@pytest.mark.parametrize("name", ["compact", "qwen3_5"])
def test_a_rollout_is_what_gymnasium_makes_of_the_same_words(
    stage: Stage, golden: list[Conversation], tokenizer: Any, name: str
) -> None:
    codec = Codec(tokenizer, template(name))
    env: Any = gym.make("kopa/KopaMini-v1", observation_limit=700).unwrapped
    for script in scripts(golden, codec.template.dialect):
        rollout = played(stage, script, codec)
        env.reset(seed=0, options={"task_id": script.task_id})
        ended, n, info = False, 0, {}
        while not ended:
            _, reward, terminated, truncated, info = env.step(message(script.turn(n)))
            ended, n = terminated or truncated, n + 1
        verdict = rollout.verdict
        assert verdict is not None
        assert (verdict.reward, verdict.stop_reason) == (reward, info["stop_reason"])
        assert verdict.response == info["reward"]["RESPONSE"]
        assert rollout.record.messages == env.episode.record().messages


@pytest.mark.parametrize("name", ["compact", "qwen3_5"])
def test_the_runner_comes_to_the_same(
    golden: list[Conversation], tokenizer: Any, name: str
) -> None:
    codec = Codec(tokenizer, template(name))
    stage = Stage(load_suite("mini"))

    class Scripted:
        name = "scripted"

        def __init__(self, script: Script) -> None:
            self.script = script

        async def act(self, view: View) -> Action:
            text = self.script.turn(view.turn)
            return Action(text.removesuffix(CUT), truncated=text.endswith(CUT))

    source = stage.backend.episode_source("replay", "replica", None, 0)
    for script in scripts(golden, codec.template.dialect):
        bench = BenchStage(Scripted(script), stage.catalogue, lambda seed: source, Rules())
        task = stage.suite.task(script.task_id)
        row = asyncio.run(play(bench, task, Key(task.id, 0, 0)))
        rollout = played(stage, script, codec)
        assert row["grade"]["reward"] == rollout.verdict.reward  # type: ignore[union-attr]
        assert row["stop_reason"] == rollout.verdict.stop_reason  # type: ignore[union-attr]
        assert row["messages"] == list(rollout.record.messages)


@pytest.mark.parametrize("name", TEMPLATES)
def test_ids_are_those_of_the_whole_conversation_and_only_the_models_are_learnt(
    stage: Stage, golden: list[Conversation], tokenizer: Any, name: str
) -> None:
    codec = Codec(tokenizer, template(name))
    for one in golden:
        rollout = played(stage, Script("golden", one, codec.template.dialect), codec)
        told = tokenizer.decode(rollout.context, skip_special_tokens=False)
        whole = codec.prompt(rollout.record.messages, one.tools)
        rendered = tokenizer.decode(whole, skip_special_tokens=False)
        assert "".join(rendered.split()).startswith("".join(told.split()))
        learnt = [t for t, wrote in zip(rollout.response_ids, rollout.mask, strict=True) if wrote]
        said = tokenizer.decode(learnt, skip_special_tokens=False)
        assert "<tool_response>" not in said
        assert said.count("<|im_end|>") == rollout.record.turns


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_keeps_every_prefix(
    golden: list[Conversation], tokenizer: Any, name: str
) -> None:
    codec = Codec(tokenizer, template(name))
    for one in golden:
        ids: list[int] = []
        for n in range(2, len(one.messages) + 1):
            if n < len(one.messages) and one.messages[n]["role"] == "tool":
                continue
            longer = codec.prompt(one.messages[:n], one.tools)
            text, before = (tokenizer.decode(i, skip_special_tokens=False) for i in (longer, ids))
            cut = before.rfind("<|im_start|>assistant")
            assert text.startswith(before[:cut] if cut > 0 else before)
            ids = longer


@pytest.mark.parametrize("name", TEMPLATES)
def test_marks_stand_around_what_the_assistant_writes(
    golden: list[Conversation], tokenizer: Any, name: str
) -> None:
    from kopa_env.episode.textual import readable

    one = golden[0]
    rendered = tokenizer.apply_chat_template(
        [readable(message) for message in one.messages],
        tools=list(one.tools),
        chat_template=template(name).text,
        return_dict=True,
        return_assistant_tokens_mask=True,
    )
    pairs = zip(rendered["input_ids"], rendered["assistant_masks"], strict=True)
    marked = tokenizer.decode([t for t, wrote in pairs if wrote], skip_special_tokens=False)
    dialect = template(name).dialect
    said = [Script("golden", one, dialect).turn(n) for n in range(len(one.messages))]
    assert marked.count("<|im_end|>") == sum(m["role"] == "assistant" for m in one.messages)
    assert "".join(marked.split()).endswith("".join(f"{said[-1]}<|im_end|>".split()))
    assert "endgeneration" in template(name).text
    assert "endgeneration" not in template(name).serving


def test_a_conversation_that_grows_too_long_is_clipped_and_scores_0(
    stage: Stage, golden: list[Conversation], tokenizer: Any
) -> None:
    codec = Codec(tokenizer, template("compact"))
    script = Script("golden", golden[0], "hermes")
    whole = played(stage, script, codec)
    short = played(stage, script, codec, limit=len(whole.response_ids) // 2)
    assert whole.verdict is not None
    assert short.verdict is not None
    assert (whole.verdict.reward, whole.verdict.clipped) == (1.0, False)
    assert (short.verdict.reward, short.verdict.clipped) == (0.0, True)
    assert len(short.response_ids) <= len(whole.response_ids) // 2


def test_what_failed_counts_for_nothing_and_is_not_learnt_from(
    stage: Stage, golden: list[Conversation], tokenizer: Any
) -> None:
    codec = Codec(tokenizer, template("compact"))
    script = Script("golden", golden[0], "hermes")
    rollout = stage.rollout(script.task_id, codec)
    rollout.take(written(script.turn(0), codec))
    rollout.fail("the server went away")
    assert rollout.verdict is not None
    assert rollout.verdict.reward is None
    assert sum(rollout.mask) > 0
    assert set(rollout.loss_mask) == {0}
    with pytest.raises(UsageError, match="over"):
        rollout.take([1])


def test_log_probabilities_stand_beside_the_models_tokens_alone(
    stage: Stage, golden: list[Conversation], tokenizer: Any
) -> None:
    codec = Codec(tokenizer, template("compact"))
    script = Script("golden", golden[0], "hermes")
    rollout = stage.rollout(script.task_id, codec, limit=10**6)
    n = 0
    while rollout.goes_on:
        ids = written(script.turn(n), codec)
        rollout.take(ids, [-0.5] * len(ids))
        n += 1
    assert rollout.logprobs == [-0.5 * wrote for wrote in rollout.mask]
    again = stage.rollout(script.task_id, codec)
    with pytest.raises(UsageError, match="log-probabilities"):
        again.take([1, 2], [-0.5])


def test_a_models_own_template_tells_which_of_ours_is_like_it() -> None:
    from transformers import AutoTokenizer

    assert template_like("…<tool_call>\n<function=…").name == "qwen3_5"
    assert template_like('…<tool_call>\n{"name"').name == "qwen2_5"
    for name in TEMPLATES:
        assert template_like(template(name).serving).name == name
    kept = AutoTokenizer.from_pretrained(FIXTURE).chat_template
    assert template_like(kept).name == "compact"
    with pytest.raises(UsageError, match="--template"):
        template_like("{{ messages }}")
    with pytest.raises(UsageError, match="compact"):
        template("compct")


def test_a_group_shares_its_seed_and_the_next_step_has_another() -> None:
    assert group_seed("a", 1) == group_seed("a", 1)
    assert len({group_seed(task, step) for task in "abc" for step in range(50)}) == 150


def test_figures_tell_what_teaches_nothing() -> None:
    def one(reward: float | None, **more: Any) -> Verdict:
        return Verdict(reward, reward, reward, "answer", **more)

    found = figures(
        {
            "mixed": [one(1.0, calls=2), one(0.0, calls=0)],
            "flat": [one(0.0, clipped=True), one(0.0)],
            "failed": [one(None), one(1.0)],
        }
    )
    assert found["flat_groups"] == pytest.approx(2 / 3)
    assert found["invalid"] == pytest.approx(1 / 6)
    assert found["clipped"] == pytest.approx(1 / 6)
    assert found["reward"] == pytest.approx(2 / 5)
    assert found["no_call"] == pytest.approx(5 / 6)


def test_there_are_two_hundred_scripts(golden: list[Conversation]) -> None:
    assert 2 * len(golden) * len(KINDS) >= 200
