"""``kopa synth walk``, ``write``, ``validate``, ``corpus``: graph to corpus, also when killed."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from serving import KOPA
from typer.testing import CliRunner
from walking import WORLD, ground

from kopa_env.catalogue import Catalogue
from kopa_env.errors import KopaError
from kopa_env.suites import load_suite, read_suite
from kopa_synth.cli import app
from kopa_synth.commands.corpus import write_out
from kopa_synth.commands.repeat import command_of
from kopa_synth.commands.run import STAGES
from kopa_synth.folder import RunFolder
from kopa_synth.skeleton import write_graph

SIZE = ("--tasks", "7", "--long", "0", "--spare", "2")
FOUR = ("assembly", "dart", "edudata", "seoul")
FILES = ("walks.jsonl", "queries.jsonl", "verdicts.jsonl", "corpus/tasks.jsonl")


def synth(*words: str | Path) -> Any:
    """Run a command with ``--json`` and return what it printed."""
    result = CliRunner().invoke(app, [*map(str, words), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refused(*words: str | Path) -> str:
    """Run a command that must be refused and return its one line."""
    with pytest.raises(KopaError) as caught:
        CliRunner().invoke(app, list(map(str, words)), catch_exceptions=False)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def begun(path: Path) -> Path:
    """Return a run folder that holds a verified graph of a few edges."""
    RunFolder(path).begin(
        {
            "preset": "kopa",
            "set": {},
            "platforms": list(FOUR),
            "catalogue": Catalogue.load().only(*FOUR).declared().hash,
            "source": "replica",
            "world": WORLD,
            "today": "20260130",
            "seed": 1,
            "scorer": "rules",
            "model": "",
        }
    )
    write_graph(ground().graph, path / "graph.jsonl")
    return path


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = begun(tmp_path_factory.mktemp("runs") / "tasks")
    synth("walk", path, *SIZE)
    synth("write", path)
    synth("validate", path)
    synth("corpus", path)
    return path


def test_walks_are_told_by_kind_and_junction(run: Path) -> None:
    found = synth("walk", run)
    assert found["walks"] == sum(found["kinds"].values()) > 7
    assert set(found["kinds"]) == {"SEQ", "FAN", "DRV", "SEM", "CMP", "COND", "MIXED"}
    assert set(found["junctions"]) <= {"SEQ", "FAN", "DRV"}
    assert found["settings"]["platforms"] == ["assembly", "edudata"]
    assert found["calls"] > 0


def test_questions_are_told_with_what_was_rejected(run: Path) -> None:
    found = synth("write", run)
    assert found["questions"] == found["walks"]
    assert found["surface_patterns"] > 3


def test_filters_are_counted_and_what_they_keep_is_the_corpus(run: Path) -> None:
    found = synth("validate", run)
    assert found["kept"] == found["candidates"] - sum(
        n for n in found["filters"].values() if isinstance(n, int)
    )
    corpus = synth("corpus", run)
    assert corpus["tasks"] == 7
    assert set(corpus["mix"]) == {"SEQ", "FAN", "DRV", "SEM", "CMP", "COND", "MIXED"}
    assert corpus["golden_ok"] == 7
    suite = load_suite(str(run / "corpus"))
    assert len(suite.tasks) == 7
    assert suite.world_seed == WORLD
    assert suite.hash == read_suite(run / "corpus").hash
    assert synth("stats", run)["corpus"]["tasks"] == 7


def test_a_finished_stage_is_not_done_again(run: Path) -> None:
    before = [(run / name).stat().st_mtime_ns for name in FILES]
    for stage in ("walk", "write", "validate", "corpus"):
        synth(stage, run)
    assert [(run / name).stat().st_mtime_ns for name in FILES] == before


def test_other_settings_are_refused(run: Path) -> None:
    assert "tasks was 7, now 9" in refused("walk", run, "--tasks", "9")
    assert "models" in refused("validate", run, "--allow-model", "some")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("walk", "--platform", "asembly"), "no platform 'asembly' in this run (did you mean"),
        (("write",), "needs"),
        (("validate",), "needs"),
        (("corpus",), "needs"),
    ],
)
def test_what_is_missing_is_one_line(words: tuple[str, ...], line: str, tmp_path: Path) -> None:
    path = begun(tmp_path / "run")
    assert line in refused(words[0], path, *words[1:])


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--writer", "poet"), "no writer 'poet'"),
        (("-m", "some"), "go with --scorer model or --writer model"),
        (("--writer", "model", "-m", "some"), "needs both -m MODEL and --base-url"),
        (
            ("--writer", "model", "-m", "some", "--base-url", "http://127.0.0.1:9/v1"),
            "--allow-model some",
        ),
        (("--writer", "recorded:none.jsonl"), "no recorded answers at none.jsonl"),
        (("--scorer", "oracle"), "no scorer 'oracle'"),
        (("--embed", "none"), "no model folder none"),
        (("--against", "nothing"), "no suite 'nothing'"),
    ],
)
def test_a_whole_run_is_refused_before_it_begins(
    options: tuple[str, ...], line: str, tmp_path: Path
) -> None:
    assert line in refused("run", "-o", tmp_path / "run", *options)
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_a_whole_run_ends_in_a_corpus_and_is_made_again_by_its_command(tmp_path: Path) -> None:
    few = ("--rounds", "12", "--budget", "2500", "--tasks", "7", "--long", "0", "--spare", "2")
    open_ones = ("--platform", "assembly", "--platform", "edudata")
    found = synth("run", "-o", tmp_path / "run", *few, *open_ones)
    assert found["corpus"]["tasks"] == 7
    assert set(found["stages"]) == set(STAGES)
    assert (tmp_path / "run" / "graph.html").is_file()
    words = command_of(RunFolder(tmp_path / "run")).split()
    again = synth(*[tmp_path / "again" if word == "RUN" else word for word in words[2:]])
    assert again["corpus"]["corpus_hash"] == found["corpus"]["corpus_hash"]
    assert again["graph_hash"] == found["graph_hash"]


def test_writers_that_do_not_exist_are_refused(run: Path) -> None:
    assert "no writer 'poet'" in refused("write", run, "--writer", "poet")
    assert "needs both -m MODEL and --base-url" in refused("write", run, "--writer", "model")


def test_too_few_tasks_left_are_told_by_kind_and_the_others_written(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Hours of walking end in what they found, not in an error."""
    path = Path(shutil.copytree(run, tmp_path / "run"))
    shutil.rmtree(path / "corpus")
    lines = (path / "verdicts.jsonl").read_bytes().splitlines()
    rows = [json.loads(line) for line in lines]
    for row in rows:
        if row["id"].startswith("cmp"):
            row["filter"], row["reason"] = "guessable", "for the test"
    body = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    (path / "verdicts.jsonl").write_bytes(body)
    about = json.loads((path / "run.json").read_bytes())
    del about["stages"]["corpus"]
    (path / "run.json").write_text(json.dumps(about))
    found = write_out(path)
    assert found["tasks"] == sum(found["mix"].values()) >= 6
    assert "CMP" not in {kind for kind, n in found["mix"].items() if n}
    assert "1 of kind CMP missing; a larger --spare" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stage", "line"),
    [
        ("walk", "walks 6/"),
        ("write", "questions 6/"),
        ("validate", "tasks judged 6/"),
        ("corpus", "conversations 3/"),
    ],
)
def test_killed_in_a_stage_it_goes_on_to_the_same_files(
    run: Path, stage: str, line: str, tmp_path: Path
) -> None:
    path = begun(tmp_path / "run")
    stages = ("walk", "write", "validate", "corpus")
    for before in stages[: stages.index(stage)]:
        synth(before, path, *(SIZE if before == "walk" else ()))
    words = [stage, str(path), *(SIZE if stage == "walk" else ())]
    process = subprocess.Popen([KOPA, "synth", *words], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for said in process.stderr:
        if said.startswith(line.split("/")[0].rsplit(" ", 1)[0]):
            process.send_signal(signal.SIGKILL)
            break
    process.stderr.close()
    assert process.wait(60) == -signal.SIGKILL
    for after in stages[stages.index(stage) :]:
        synth(after, path, *(SIZE if after == "walk" else ()))
    for name in FILES:
        assert (path / name).read_bytes() == (run / name).read_bytes(), name
    hashes = [synth("stats", p)["corpus"]["corpus_hash"] for p in (run, path)]
    assert hashes[0] == hashes[1]
