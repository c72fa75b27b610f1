"""Models behind one protocol: a server, recorded answers, both."""

from __future__ import annotations

import logging
import sys
from contextlib import closing, suppress
from pathlib import Path

import orjson
import pytest
from model_server import model_server, said

from kopa_env.credentials import MODEL_KEY, find_secret
from kopa_env.errors import CredentialError, MissingExtra, UsageError
from kopa_synth.models import (
    ModelFault,
    Prompt,
    RecordedModel,
    ServedModel,
    Serving,
)

PROMPT = Prompt("안녕?", "짧게 답하라.")
SECRET = "sk-hidden+key/0123"


class Counting:
    """A model that answers with how often it was asked."""

    name = "counting"

    def __init__(self) -> None:
        self.asked = 0

    def answer(self, prompt: Prompt) -> str:
        self.asked += 1
        return f"{prompt.user} {self.asked}"


def test_the_key_of_a_prompt_is_of_all_it_says() -> None:
    keys = {Prompt("a").key, Prompt("a", "b").key, Prompt("ab").key, Prompt("", "a").key}
    assert len(keys) == 4
    assert Prompt("a").key == Prompt("a").key


def test_a_server_is_asked_as_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openai")
    monkeypatch.setenv(MODEL_KEY, SECRET)
    with model_server(lambda body: said("네.")) as server:
        serving = Serving("m", server.base_url, max_tokens=9, extra_body={"top_k": 1})
        with closing(ServedModel(serving)) as model:
            assert (model.name, model.answer(PROMPT)) == ("m", "네.")
    assert server.keys == [f"Bearer {SECRET}"]
    asked = server.asked[0]
    assert [m["role"] for m in asked["messages"]] == ["system", "user"]
    assert {k: asked[k] for k in ("model", "temperature", "max_tokens", "seed", "top_k")} == {
        "model": "m",
        "temperature": 0.0,
        "max_tokens": 9,
        "seed": 0,
        "top_k": 1,
    }


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("500", "answered 500"),
        ("401", "answered 401"),
        ("html", "no"),
        ("empty", "no chat"),
        ("cut", "server"),
    ],
)
def test_what_a_server_gets_wrong_is_one_line_without_the_key(reply: str, told: str) -> None:
    pytest.importorskip("openai")
    with model_server(lambda body: reply) as server:
        serving = Serving("m", server.base_url, retries=0, timeout=5)
        with (
            closing(ServedModel(serving, key=SECRET)) as model,
            pytest.raises(ModelFault, match=told) as caught,
        ):
            model.answer(PROMPT)
    assert SECRET not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    pytest.importorskip("openai")
    serving = Serving("m", "http://user:hidden@127.0.0.1:9/v1", retries=0, timeout=5)
    with closing(ServedModel(serving, key=SECRET)) as model, pytest.raises(ModelFault) as caught:
        model.answer(PROMPT)
    assert str(caught.value) == "no model server can be reached at 127.0.0.1:9"


def test_a_key_that_comes_back_in_an_answer_is_taken_out() -> None:
    pytest.importorskip("openai")
    with (
        model_server(lambda body: said(f"열쇠는 {SECRET}입니다.")) as server,
        closing(ServedModel(Serving("m", server.base_url), key=SECRET)) as model,
    ):
        assert model.answer(PROMPT) == "열쇠는 ***입니다."


@pytest.mark.parametrize("reply", ["200", "401", "500"])
def test_a_key_that_comes_back_in_a_header_is_not_logged(
    reply: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The transports log the headers of replies at DEBUG."""
    pytest.importorskip("openai")
    key = f"sk-synth+/logged{reply}"
    caplog.set_level(logging.DEBUG)
    with model_server(lambda body: said("네.") if reply == "200" else reply) as server:
        serving = Serving("m", server.base_url, retries=1)
        with closing(ServedModel(serving, key=key)) as model, suppress(ModelFault):
            model.answer(PROMPT)
        assert set(server.keys) == {f"Bearer {key}"}
    assert {"httpcore", "httpcore2"} & {r.name.partition(".")[0] for r in caplog.records}
    told = "".join(f"{r.msg} {r.args} {logging.Formatter().format(r)}" for r in caplog.records)
    assert not find_secret(told.encode(), [key])


def test_keys_no_header_carries_and_missing_clients_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    serving = Serving("m", "http://127.0.0.1:9/v1")
    pytest.importorskip("openai")
    with pytest.raises(CredentialError, match=MODEL_KEY):
        ServedModel(serving, key="열쇠열쇠열쇠")
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(MissingExtra, match="bench"):
        ServedModel(serving)


def test_recorded_answers_are_asked_for_once_and_replayed_without_a_model(tmp_path: Path) -> None:
    path, model = tmp_path / "new" / "answers.jsonl", Counting()
    recording = RecordedModel(path, model)
    first = recording.answer(PROMPT)
    assert recording.answer(PROMPT) == first == "안녕? 1"
    assert RecordedModel(path, model).answer(PROMPT) == first
    assert model.asked == 1
    replay = RecordedModel(path)
    assert replay.answer(PROMPT) == first
    assert replay.name == "recorded:answers.jsonl"
    with pytest.raises(ModelFault, match="holds no answer"):
        replay.answer(Prompt("또?"))


def test_another_model_does_not_inherit_answers(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    RecordedModel(path, Counting()).answer(PROMPT)
    other = Counting()
    other.name = "other"  # type: ignore[misc]
    assert RecordedModel(path, other).answer(PROMPT) == "안녕? 1"
    assert other.asked == 1


def test_a_line_cut_off_by_a_kill_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    RecordedModel(path, Counting()).answer(PROMPT)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:20])
    model = Counting()
    recording = RecordedModel(path, model)
    assert recording.answer(PROMPT) == "안녕? 1"
    recording.answer(Prompt("새것"))
    assert len([orjson.loads(line) for line in path.read_bytes().splitlines()]) == 2


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ((b"1", b"2"), "changed"),
        ((b'"answer"', b'"reply"'), "no recorded answer"),
        ((b"{", b"["), "no recorded"),
    ],
)
def test_damaged_records_are_refused(
    tmp_path: Path, change: tuple[bytes, bytes], told: str
) -> None:
    path = tmp_path / "answers.jsonl"
    row = {"key": PROMPT.key, "model": "m", "answer": "x", "hash": "0" * 16}
    RecordedModel(path, Counting()).answer(PROMPT)
    if told == "changed":
        path.write_bytes(orjson.dumps(row) + b"\n")
    else:
        path.write_bytes(path.read_bytes().replace(*change))
    with pytest.raises(UsageError, match=told):
        RecordedModel(path)


def test_no_record_and_no_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no recorded answers"):
        RecordedModel(tmp_path / "none.jsonl")
