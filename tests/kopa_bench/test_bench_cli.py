"""``kopa bench`` as users and scripts meet it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from bench_cli import bench, refused
from model_server import model_server, said
from typer.testing import CliRunner

from kopa_bench.cli import app
from kopa_env.errors import MissingExtra
from kopa_env.suites import load_suite

MINI = 16
RESULT_KEYS = {
    *("pass@1", "pass@k", "pass^k", "ci95", "response", "environment", "action_raw"),
    *("action_gated", "evidence_recall", "episodes", "infra_errors", "origins", "ungrounded"),
    *("applicable", "cpu_s", "wall_s", "hashes"),
}


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "oracle"
    bench("run", "--policy", "oracle", "-o", path)
    return path


def test_the_oracle_scores_1_on_mini_from_shipped_replies_alone(oracle: Path) -> None:
    figures = json.loads((oracle / "results.json").read_text(encoding="utf-8"))
    assert figures.keys() >= RESULT_KEYS
    assert (figures["pass@1"], figures["episodes"]) == (1.0, MINI)
    assert figures["action_raw"] == figures["evidence_recall"] == 1.0
    assert figures["ungrounded"] == figures["infra_errors"] == 0
    assert set(figures["origins"]) == {"exact", "local"}, "every golden call is recorded"
    assert figures["hashes"].keys() >= {"world", "pack", "suite", "grading", "template", "sampling"}
    assert {p.name for p in oracle.iterdir()} == {
        *("run.json", "traces.jsonl", "results.json", "report.md", "report.html"),
    }


@pytest.mark.parametrize("policy", ["null", "random", "constant", "echo", "all-candidates"])
def test_degenerate_policies_score_0_on_all_of_mini(tmp_path: Path, policy: str) -> None:
    figures = bench("run", "--policy", policy, "-o", tmp_path / "run", "--no-html")
    assert figures["pass@1"] == 0.0
    assert figures["applicable"] == {"n": MINI, "pass@1": 0.0}


@pytest.mark.parametrize("policy", ["first-page", "skip-lookup", "no-answer", "no-write"])
def test_declared_policies_score_0_where_they_apply(tmp_path: Path, policy: str) -> None:
    figures = bench("run", "--policy", policy, "-o", tmp_path / "run", "--no-html")
    assert figures["applicable"]["pass@1"] == 0.0
    assert figures["applicable"]["n"] >= 0.3 * MINI
    assert figures["infra_errors"] == 0


def test_mini_passes_its_gates() -> None:
    found = bench("validate", "--suite", "mini")
    assert (found["tasks"], found["failures"], found["flags"]) == (MINI, [], [])
    assert found["environment_tasks"] >= 5


def test_a_run_goes_on_and_is_not_mixed_with_another(oracle: Path, tmp_path: Path) -> None:
    path = tmp_path / "run"
    few = ("run", "--policy", "oracle", "--limit", "2", "-o", path, "--no-html")
    bench(*few)
    assert "holds a run" in refused(*few)
    figures = bench(*few, "--resume", "-r", "2", "--seeds", "2")
    assert figures["episodes"] == 8
    assert figures["ci95_method"] == "student-t over 2 seeds"
    traces = (path / "traces.jsonl").read_bytes()
    bench(*few, "--resume", "-r", "2", "--seeds", "2")
    assert (path / "traces.jsonl").read_bytes() == traces
    told = refused("run", "--policy", "null", "-o", path, "--resume", "--limit", "2")
    assert "policy.name was oracle, is null" in told
    told = refused(*few, "--resume", "--max-turns", "3")
    assert "rules.max_turns" in told


def test_a_report_can_be_written_again(oracle: Path) -> None:
    before = {p.name: p.read_bytes() for p in oracle.iterdir()}
    for name in ("report.html", "report.md", "results.json"):
        (oracle / name).unlink()
    figures = bench("report", oracle)
    assert figures["pass@1"] == 1.0
    assert {p.name: p.read_bytes() for p in oracle.iterdir()} == before


def test_a_run_can_be_graded_again(oracle: Path, tmp_path: Path) -> None:
    found = bench("regrade", oracle, "-o", tmp_path / "again")
    assert (found["changed"], found["pass@1"]) == ([], 1.0)
    assert bench("report", tmp_path / "again")["pass@1"] == 1.0
    assert "holds a run" in refused("regrade", oracle, "-o", tmp_path / "again")


def test_a_suite_of_ones_own_is_run_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = files("kopa_env") / "suites" / "mini" / "tasks.jsonl"
    own = tmp_path / "own.jsonl"
    own.write_bytes(b"".join(shipped.read_bytes().splitlines(keepends=True)[:2]))
    monkeypatch.chdir(tmp_path)
    figures = bench("run", "--suite", "./own.jsonl", "-o", "run", "--no-html")
    assert (figures["episodes"], figures["pass@1"]) == (2, 1.0)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert bench("report", "../run")["pass@1"] == 1.0
    assert bench("regrade", "../run")["changed"] == []


STOPPING = """
import os, signal
asked = []
def act(view):
    asked.append(1)
    if len(asked) == 4 and os.environ.get("STOP"):
        os.kill(os.getpid(), signal.SIGINT)
    return "\\\\boxed{1}"
"""
PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job inherits it ignored
from kopa_env.cli import main
sys.argv[1:1] = ["bench"]
main()
"""


def test_an_interrupted_run_keeps_what_it_has_and_says_how_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "stopping.py").write_text(STOPPING, encoding="utf-8")
    path = tmp_path / "run"
    words = ("run", "--policy", "stopping:act", "-o", str(path), "-c", "1", "--no-html")

    def kopa(*more: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", PROGRAM, *words, *more],
            env={**os.environ, "PYTHONPATH": str(tmp_path), **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    stopped = kopa(STOP="1")
    assert stopped.returncode == 130, stopped.stderr
    assert "--resume" in stopped.stderr
    assert "Traceback" not in stopped.stderr
    held = (path / "traces.jsonl").read_bytes().count(b"\n")
    assert 1 <= held < MINI
    ended = kopa("--resume", "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["episodes"] == MINI
    assert f"{MINI}/{MINI} rollouts" in ended.stderr.splitlines()[-1]


@pytest.mark.parametrize("resume", [(), ("--resume",)])
def test_a_run_killed_before_it_said_what_it_is_can_be_begun_again(
    tmp_path: Path, resume: tuple[str, ...]
) -> None:
    path = tmp_path / "run"
    path.mkdir()
    (path / "traces.jsonl").touch()  # what is there between the first two steps of a run
    words = ("run", "--policy", "oracle", "--limit", "1", "--no-html", "-o", path)
    assert bench(*words, *resume)["pass@1"] == 1.0
    assert "holds a run" in refused(*words)


def test_tasks_are_listed_without_their_answers() -> None:
    rows = bench("tasks")
    assert len(rows) == MINI
    assert "answer" not in rows[0]
    assert "golden" not in rows[0]
    shown = bench("tasks", rows[0]["id"], "--answers")
    assert shown["answer"]["solver"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("run", "--suite", "mni"), "did you mean mini"),
        (("run", "--policy", "oracel"), "did you mean oracle"),
        (("run", "--task-ids", "mini-dart-1"), "did you mean mini-dart-01"),
        (("run", "--task-ids", ", "), "names no task"),
        (("run", "--suite", "drill", "--split", "dve"), "did you mean dev"),
        (("run", "--policy", "transformers"), "needs -m FOLDER"),
        (("run", "--policy", "vllm"), "needs -m FOLDER"),
        (("run", "--policy", "vllm", "-m", "x", "--engine", "max_model_len"), "write NAME=VALUE"),
        (("run", "--engine", "max_model_len=1"), "add --policy vllm"),
        (("run", "--source", "replya"), "did you mean replay"),
        (("run", "--offer", "taks"), "did you mean task"),
        (("run", "-m", "x"), "both -m MODEL and --base-url URL"),
        (("run", "-m", "x", "--base-url", "host:1/v1"), "no http"),
        (("run", "-m", "x", "--base-url", "http://h/v1", "--dialect", "herms"), "hermes"),
        (("tasks", "mini-dart-1"), "did you mean mini-dart-01"),
        (("report", "no-such-run"), "holds no run"),
        (("regrade", "no-such-run"), "holds no run"),
        (("validate", "--source", "live"), "recorded or replica"),
    ],
)
def test_what_does_not_exist_is_refused_in_one_line(
    tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    more = ("-o", str(tmp_path / "run")) if words[0] == "run" else ()
    assert told in refused(*words, *more)
    assert not (tmp_path / "run").exists()


def test_a_split_is_run_alone(tmp_path: Path) -> None:
    figures = bench(
        *("run", "--suite", "drill", "--split", "dev", "--limit", "4", "--no-local-tools"),
        *("-o", tmp_path / "run"),
    )
    assert (figures["episodes"], figures["pass@1"]) == (4, 1.0)
    lines = (tmp_path / "run" / "traces.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    dev = load_suite("drill").ids("dev")
    assert {row["task_id"] for row in rows} == set(dev[:4])


def test_a_server_that_is_down_leaves_no_score_and_exit_code_1(tmp_path: Path) -> None:
    with model_server(lambda body: "401") as server:
        figures = bench(
            *("run", "-m", "scripted", "--base-url", server.base_url, "--limit", "2"),
            *("-o", tmp_path / "run"),
            code=1,
        )
    assert (figures["episodes"], figures["infra_errors"]) == (0, 2)
    assert figures["pass@1"] is None


def test_a_model_behind_a_server_is_run(tmp_path: Path) -> None:
    with model_server(lambda body: said("\\boxed{1}")) as server:
        figures = bench(
            *("run", "-m", "scripted", "--base-url", server.base_url, "--limit", "3"),
            *("-r", "2", "--temperature", "0.5", "-o", tmp_path / "run"),
        )
    assert (figures["episodes"], figures["pass@1"]) == (6, 0.0)
    assert figures["usage"]["prompt_tokens"] == 600
    about = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert about["policy"]["model"] == "scripted"
    assert about["policy"]["sampling"]["temperature"] == 0.5


@pytest.mark.parametrize("missing", ["jinja2", "openai", "scipy"])
def test_a_missing_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    import importlib.util

    find = importlib.util.find_spec
    hidden = {missing: None}
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *a: hidden.get(name, True) and find(name, *a)
    )
    monkeypatch.setattr("kopa_bench.report.find_spec", importlib.util.find_spec)
    monkeypatch.setitem(sys.modules, missing, None)
    words = ["run", "-o", str(tmp_path / "run"), "--seeds", "2"]
    if missing == "openai":
        words += ["-m", "x", "--base-url", "http://127.0.0.1:1/v1"]
    with pytest.raises(MissingExtra, match=r"kopa-env\[bench\]"):
        CliRunner().invoke(app, words, catch_exceptions=False)
    assert not (tmp_path / "run").exists()


def test_the_command_line_imports_nothing_heavy() -> None:
    code = (
        "import sys, kopa_bench.cli; "
        "print(*{'scipy','openai','jinja2','vcr','yaml','torch','kopa_bench.results'}"
        " & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
