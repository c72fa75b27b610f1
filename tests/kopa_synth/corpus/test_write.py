"""The corpus on disk: read back as users read it, the same bytes each time, nothing unchecked."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from school import CATALOGUE
from synthesised import changed, largest, noted, opened, school_source, sound

from kopa_env.envs.env import KopaEnv
from kopa_env.errors import MissingExtra, UsageError
from kopa_env.suites import Suite, load_suite
from kopa_synth.corpus import write_corpus
from kopa_synth.corpus.train import release, suite
from kopa_synth.validate import FILTERS, Candidate, Origins, Verdict, accepted, validate

KEYS = ("tasks", "mix", "golden_ok", "mean_calls", "four_hops_share", "max_overlap_with_bench")
FILES = {
    *("README.md", "golden.jsonl", "golden.parquet", "provenance.jsonl", "stats.json"),
    *("suite.json", "tasks.jsonl", "tasks.parquet"),
}


def judged(candidates: Sequence[Candidate]) -> tuple[list[Candidate], list[Verdict]]:
    verdicts = validate(candidates, CATALOGUE, school_source())
    return accepted(candidates, verdicts), verdicts


def written(folder: Path, **more: Any) -> dict[str, Any]:
    broken = replace(opened("나13학교"), pattern="DRV")
    kept, verdicts = judged([*sound(), broken])
    return write_corpus(
        folder,
        kept,
        CATALOGUE,
        school_source(),
        world_seed=5,
        verdicts=verdicts,
        command="kopa synth run -o corpus",
        **more,
    )


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_figures_are_those_that_scripts_rely_on(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    stats = written(tmp_path)
    assert tuple(stats)[: len(KEYS)] == KEYS
    assert json.loads((tmp_path / "stats.json").read_text(encoding="utf-8")) == stats
    assert {path.name for path in tmp_path.iterdir()} == FILES
    assert (stats["tasks"], stats["golden_ok"]) == (4, 4)
    assert stats["mix"] == {"SEQ": 1, "FAN": 0, "DRV": 3, "SEM": 0, "CMP": 0, "COND": 0, "MIXED": 0}
    assert (stats["candidates"], stats["kept"], stats["revised"]) == (5, 4, 0)
    assert stats["filters"] == {**dict.fromkeys(FILTERS, 0), "malformed": 1}
    assert stats["mean_calls"] == 2.0
    assert stats["max_overlap_with_bench"] == 0.0
    assert stats["language"]["checks"]["particles"]["ok"]


def test_the_same_candidates_give_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    written(tmp_path / "a")
    written(tmp_path / "b")
    written(tmp_path / "b")
    for name in FILES:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name


def test_it_is_a_suite_that_can_be_played(tmp_path: Path) -> None:
    written(tmp_path, with_parquet=False)
    held = load_suite(f"{tmp_path}/")
    assert (held.name, held.world_seed, len(held.tasks)) == ("train", 5, 4)
    assert held.ids("train") == held.ids()
    assert held.task("seq-가12학교").applicable == ("no_answer", "skip_lookup")
    env = KopaEnv(held, source=school_source(), catalogue=CATALOGUE)
    for shown in rows(tmp_path / "golden.jsonl"):
        messages, _ = env.reset(seed=0, options={"task_id": shown["task_id"]})
        told, spoken = list(messages), shown["messages"]
        reward = 0.0
        for action in [m for m in spoken if m["role"] == "assistant"]:
            told.append(action)
            messages, reward, *_ = env.step(action)
            told += messages
        assert (reward, told) == (1.0, spoken)


def test_conversations_hold_what_a_trainer_needs(tmp_path: Path) -> None:
    written(tmp_path, with_parquet=False)
    shown = rows(tmp_path / "golden.jsonl")[2]
    assert [m["role"] for m in shown["messages"]] == [
        *("system", "user", "assistant", "tool", "assistant", "tool", "assistant", "tool"),
        "assistant",
    ]
    assert shown["messages"][-1]["content"] == "\\boxed{다2학교; 1,014명}"
    called = {c["function"]["name"] for m in shown["messages"] for c in m.get("tool_calls", ())}
    assert called <= {tool["function"]["name"] for tool in shown["tools"]}
    assert (shown["pattern"], shown["split"]) == ("DRV", "train")
    assert rows(tmp_path / "provenance.jsonl")[0]["label_origins"]["answer"] == "solver"


def test_parquet_holds_the_same_rows_in_the_same_order(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    written(tmp_path)
    tasks = pq.read_table(tmp_path / "tasks.parquet").to_pylist()
    golden = pq.read_table(tmp_path / "golden.parquet").to_pylist()
    assert [row["id"] for row in tasks] == list(load_suite(f"{tmp_path}/").tasks)
    assert tasks[1]["answer"] == "\\boxed{2012-03-13}"
    assert (tasks[2]["reward_basis"], tasks[0]["calls"]) == (["RESPONSE", "ENVIRONMENT"], 2)
    for flat, shown in zip(golden, rows(tmp_path / "golden.jsonl"), strict=True):
        assert json.loads(flat["tools"]) == shown["tools"]
        for mine, theirs in zip(flat["messages"], shown["messages"], strict=True):
            assert {k: v for k, v in mine.items() if v is not None} == theirs


def test_without_pyarrow_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtra, match=r"kopa-env\[parquet\]"):
        written(tmp_path / "c")
    assert not (tmp_path / "c").exists()
    written(tmp_path / "c", with_parquet=False)


def test_the_card_says_how_it_was_made(tmp_path: Path) -> None:
    bench = Suite.of("bench", [replace(largest().task, id="b1", query_ko="전혀 다른 질문")], 1)
    stats = written(tmp_path, with_parquet=False, against=[bench])
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert card.startswith("---\nlicense: apache-2.0\n")
    for said in ("| DRV | 3 | 75.0% |", "| 1 | malformed | 1 |", "kopa synth run -o corpus"):
        assert said in card
    assert stats["corpus_hash"] in card
    assert "| bench | 0 | 0.0 |" in card
    assert "generated" in card


def test_closed_origins_stop_the_build(tmp_path: Path) -> None:
    held = opened()
    closed = replace(
        held,
        provenance={**held.provenance, "label_origins": {"query": "model:gpt", "answer": "solver"}},
    )
    with pytest.raises(UsageError, match="its query comes from 'model:gpt'; open origins"):
        write_corpus(tmp_path, [closed], CATALOGUE, school_source(), world_seed=5)
    write_corpus(
        tmp_path,
        [closed],
        CATALOGUE,
        school_source(),
        world_seed=5,
        origins=Origins(frozenset({"gpt"})),
        with_parquet=False,
    )


@pytest.mark.parametrize(
    ("candidates", "message"),
    [
        ([], "no candidate was kept"),
        ([changed(noted(), target_state={})], "its golden trajectory scores 0.0"),
    ],
)
def test_what_cannot_stand_in_a_corpus_is_told(
    tmp_path: Path, candidates: list[Candidate], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        write_corpus(
            tmp_path, candidates, CATALOGUE, school_source(), world_seed=5, with_parquet=False
        )
    assert not (tmp_path / "stats.json").exists()


def test_verdicts_of_other_candidates_are_refused() -> None:
    verdicts = validate([largest()], CATALOGUE, school_source())
    with pytest.raises(UsageError, match="other candidates"):
        accepted([opened()], verdicts)


def test_a_release_is_packed_and_reads_the_same(tmp_path: Path) -> None:
    written(tmp_path / "corpus", with_parquet=False)
    shipped = release(tmp_path / "corpus", tmp_path / "train")
    assert shipped == load_suite(f"{tmp_path / 'corpus'}/")
    assert {path.name for path in (tmp_path / "train").iterdir()} == {
        *("README.md", "stats.json", "suite.json", "tasks.jsonl.zst"),
    }
    packed = tmp_path / "train" / "tasks.jsonl.zst"
    packed.write_bytes(packed.read_bytes()[:-40])
    with pytest.raises(UsageError, match=r"tasks\.jsonl\.zst"):
        load_suite(f"{tmp_path / 'train'}/")


def test_half_a_corpus_is_not_released(tmp_path: Path) -> None:
    written(tmp_path / "corpus", with_parquet=False)
    (tmp_path / "corpus" / "stats.json").unlink()
    with pytest.raises(UsageError, match=r"no whole corpus: there is no stats\.json"):
        release(tmp_path / "corpus", tmp_path / "train")


def test_the_train_suite_is_there_or_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kopa_synth.corpus.train.files", lambda package: tmp_path)
    with pytest.raises(UsageError, match="holds no KopaTrain"):
        suite()
    written(tmp_path / "corpus", with_parquet=False)
    release(tmp_path / "corpus", tmp_path / "data" / "train")
    assert len(suite().tasks) == 4
