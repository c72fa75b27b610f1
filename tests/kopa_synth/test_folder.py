"""The run folder: two runs are never mixed, and a stage is done once."""

from __future__ import annotations

from pathlib import Path

import pytest

from kopa_env.errors import IntegrityError, UsageError
from kopa_synth.folder import RunFolder, differences

SETTINGS = {"preset": "kopa", "set": {}, "seed": 1, "platforms": ["dart"]}


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    found = RunFolder(tmp_path / "run")
    found.begin(SETTINGS)
    return found


def work(folder: RunFolder, *, text: str = "made", **settings: object) -> bool:
    """Do a stage that copies one file; say whether it had been done before."""
    with folder.stage("copy", settings, reads=("in",), files=("work", "out")) as stage:
        if not stage.done:
            (folder / "out").write_text(text, encoding="utf-8")
            stage.finish(calls=3)
            return False
    return True


def test_a_stage_is_done_once(folder: RunFolder) -> None:
    (folder / "in").write_text("x", encoding="utf-8")
    assert not work(folder)
    assert work(folder, text="never written")
    assert (folder / "out").read_text(encoding="utf-8") == "made"
    record = folder.about()["stages"]["copy"]
    assert (record["status"], record["calls"]) == ("done", 3)
    assert record["made"].keys() == {"out"}
    assert record["reads"].keys() == {"in"}


def test_a_stage_that_failed_is_not_done_and_its_time_is_kept(folder: RunFolder) -> None:
    def fail() -> None:
        with folder.stage("copy", {"n": 1}, files=("out",)):
            (folder / "out").write_text("half", encoding="utf-8")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert folder.about()["stages"]["copy"]["status"] == "begun"
    assert folder.own_settings("copy", ("out",)) == {"n": 1}
    with folder.stage("copy", {"n": 1}, files=("out",)) as stage:
        assert not stage.done


def test_other_settings_are_refused_by_name(folder: RunFolder) -> None:
    with pytest.raises(UsageError, match=r"another run \(seed was 1, now 2\); name another folder"):
        folder.begin({**SETTINGS, "seed": 2})
    with pytest.raises(UsageError, match=r"platforms was dart, now not set, set\.tau was not set"):
        folder.begin({**SETTINGS, "platforms": [], "set": {"tau": 0.4}})
    folder.begin(SETTINGS)


def test_a_stage_of_another_kind_is_refused(folder: RunFolder) -> None:
    (folder / "in").write_text("x", encoding="utf-8")
    work(folder, rounds=3)
    with pytest.raises(UsageError, match=r"'copy' was begun otherwise \(rounds was 3, now 4\)"):
        work(folder, rounds=4)
    (folder / "in").write_text("changed", encoding="utf-8")
    with pytest.raises(UsageError, match=r"\(in was \w+, now \w+\)"):
        work(folder, rounds=3)


def test_a_stage_whose_files_are_gone_is_begun_anew(folder: RunFolder) -> None:
    (folder / "in").write_text("x", encoding="utf-8")
    work(folder, rounds=3)
    (folder / "out").unlink()
    assert folder.own_settings("copy", ("work", "out")) == {}
    assert not work(folder, rounds=4)


def test_what_a_stage_needs_is_named(folder: RunFolder) -> None:
    stage = folder.stage("explore", {}, reads=("skeleton.jsonl",), files=("graph.jsonl",))
    with pytest.raises(UsageError, match=r"needs .*skeleton.jsonl.*'kopa synth graph'"):
        stage.__enter__()
    with pytest.raises(UsageError, match="holds no run"):
        RunFolder(folder.path / "nowhere").about()


def test_one_process_at_a_time(folder: RunFolder) -> None:
    with (
        folder.stage("a", {}, files=("out",)),
        pytest.raises(UsageError, match="another process is working"),
        RunFolder(folder.path).stage("a", {}, files=("out",)),
    ):
        pass
    with folder.stage("a", {}, files=("out",)):
        pass


def test_a_damaged_or_foreign_run_file_is_told(folder: RunFolder) -> None:
    (folder / "run.json").write_bytes(b'{"schema": 9}')
    with pytest.raises(UsageError, match="has schema 9, not 1"):
        folder.about()
    (folder / "run.json").write_bytes(b'{"sche')
    with pytest.raises(IntegrityError, match="not JSON"):
        folder.about()


def test_differences_are_told_in_words() -> None:
    assert differences({"a": {"b": 1}, "c": []}, {"a": {"b": 1}, "c": []}) == ""
    assert differences({"a": {"b": 1}}, {"a": {"b": 2}}) == "a.b was 1, now 2"
    assert differences({"a": [1, 2]}, {}) == "a was 1, 2, now not set"
