"""``kopa synth`` as users and scripts meet it: on Seoul's tools, whose tables are small."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from model_server import model_server, said
from serving import KOPA
from typer.testing import CliRunner

from kopa_env.errors import KopaError
from kopa_synth.cli import app
from kopa_synth.graph import Graph

SMALL = ("--rounds", "6", "--paths", "30")
TIMETABLE = "seoul_subway_timetable"


def synth(*words: str | Path, code: int = 0) -> Any:
    """Run a command with ``--json`` and return what it printed."""
    result = CliRunner().invoke(app, [*map(str, words), "--json"], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def printed(*words: str | Path) -> str:
    """Run a command and return what a person reads."""
    result = CliRunner().invoke(app, list(map(str, words)), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*words: str | Path) -> str:
    """Run a command that must be refused and return its one line."""
    with pytest.raises(KopaError) as caught:
        CliRunner().invoke(app, list(map(str, words)), catch_exceptions=False)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def begin(path: Path, *options: str) -> Any:
    return synth("graph", "-o", path, "--platform", "seoul", *options)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run: graph, explore, audit."""
    path = tmp_path_factory.mktemp("runs") / "seoul"
    begin(path)
    synth("explore", path, *SMALL)
    synth("audit", path, "--edges", "40")
    return path


@pytest.fixture
def copied(run: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(run, tmp_path / "copy"))


# ---- graph -----------------------------------------------------------------------------------


def test_graph_writes_a_skeleton_of_the_named_platform(run: Path) -> None:
    skeleton = Graph.load(run / "skeleton.jsonl")
    found = begin(run)
    assert found["graph_hash"] == skeleton.hash
    assert (found["tools"], found["edges"]) == (len(skeleton.tools), len(skeleton.edges))
    assert {edge.target.split("_")[0] for edge in skeleton.edges} == {"seoul"}
    assert not (run / "skeleton.scored.jsonl").exists()
    settings = json.loads((run / "run.json").read_bytes())["settings"]
    assert settings == found["settings"]
    assert (settings["world"], settings["source"]) == (20260131, "replica")


def test_another_run_is_refused_in_the_same_folder(run: Path) -> None:
    assert "seed was 1, now 2" in refused("graph", "-o", run, "--platform", "seoul", "--seed", "2")
    line = refused("graph", "-o", run, "--platform", "seoul", "--set", "tau=0.4")
    assert "set.tau was not set, now 0.4" in line
    assert "platforms was seoul" in refused("graph", "-o", run)


def test_presets_can_be_changed(tmp_path: Path) -> None:
    changes = ("--set", "tau=0.4", "--set", "outage_guard=false", "--set", "allocation=boundary")
    weight = ("--set", "weights.structural.empty=0.75")
    found = begin(tmp_path / "run", "--preset", "paper", *changes, *weight)
    about = Graph.load(Path(found["graph_file"])).about["preset"]
    assert (about["name"], about["tau"], about["outage_guard"]) == ("paper", 0.4, False)
    assert about["allocation"] == "boundary"
    assert about["weights"]["structural.empty"] == 0.75
    assert about["weights"]["ambiguous"] == 0.8


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--embed", "nowhere"), "no model folder nowhere"),
        (("--preset", "papr"), "no preset 'papr' (did you mean paper"),
        (("--set", "ta=1"), "no preset parameter 'ta' (did you mean tau"),
        (("--set", "tau"), "--set takes NAME=VALUE, got 'tau'"),
        (("--set", "rounds=2.5"), "--set rounds takes a whole number from 0 up, not '2.5'"),
        (("--set", "tau=nan"), "--set tau takes a number from 0 up, not 'nan'"),
        (("--set", "outage_guard=1"), "--set outage_guard is one of true, false, not '1'"),
        (("--set", "weights.empty=1"), "no fault 'empty'; faults: structural.missing_field, "),
        (("--platform", "seol"), "no platform 'seol' (did you mean seoul"),
        (("--platform", "kto"), "the replica has no rules for any tool of kto"),
        (("--source", "replika"), "no source 'replika' (did you mean replica"),
        (("--source", "https://x"), "'https://x' is no address of a served replica"),
        (("--source", "replay", "--world", "3"), "--world goes with --source replica"),
        (("--scorer", "rule"), "no scorer 'rule'; scorers: rules, recorded:FILE, model"),
        (("--scorer", "model", "-m", "x"), "needs both -m MODEL and --base-url URL"),
        (("-m", "x"), "-m and --base-url go with --scorer model"),
        (("--scorer", "recorded:nowhere"), "no recorded answers at nowhere"),
    ],
)
def test_what_does_not_exist_is_named(tmp_path: Path, options: tuple[str, ...], line: str) -> None:
    assert line in refused("graph", "-o", tmp_path / "run", *options)
    assert not (tmp_path / "run").exists()


def test_a_dry_run_of_graph_writes_nothing(tmp_path: Path) -> None:
    order = ("graph", "-o", tmp_path / "run", "--platform", "seoul", "--dry-run")
    found = synth(*order)
    assert (found["platform_calls"], found["model_calls"]) == (0, 0)
    assert not (tmp_path / "run").exists()
    asked = synth(*order, "--scorer", "model", "-m", "x", "--base-url", "http://127.0.0.1:9/v1")
    assert asked["model_calls"] == asked["pairs_considered"] == found["pairs_considered"]


def test_a_served_scorer_is_recorded_and_read_back(tmp_path: Path) -> None:
    few = ("--platform", "edudata", "--set", "k_same=2", "--set", "k_back=0")
    with model_server(lambda body: said("[]")) as server:
        served = ("--scorer", "model", "-m", "scripted", "--base-url", server.base_url)
        first = synth("graph", "-o", tmp_path / "a", *few, *served, "-c", "2")
    assert first["scorer"].startswith("model:scripted/")
    assert first["pairs_considered"] == len(server.asked) > 0
    answers = tmp_path / "a" / "scorer.jsonl"
    second = synth("graph", "-o", tmp_path / "b", *few, "--scorer", f"recorded:{answers}")
    assert second["pairs_considered"] == first["pairs_considered"]
    assert second["edges"] == first["edges"] == 0


# ---- explore ---------------------------------------------------------------------------------


def test_explore_writes_graph_and_memory(run: Path) -> None:
    found = synth("explore", run)
    graph = Graph.load(run / "graph.jsonl")
    assert found["graph_hash"] == graph.hash
    assert found["rounds"] == 6
    assert found["edges"]["skeleton"] == found["edges"]["verified"] + found["edges"]["pruned"]
    assert found["calls"]["sent"] > 0
    assert json.loads((run / "memory.json").read_bytes())["sets"]
    stage = json.loads((run / "run.json").read_bytes())["stages"]["explore"]
    assert (stage["status"], stage["calls"]) == ("done", found["calls"]["sent"])
    assert stage["settings"] == {"budget": None, "rounds": 6, "paths": 30, "writes": []}


def test_explore_needs_a_skeleton_and_stays_what_it_is(run: Path, tmp_path: Path) -> None:
    assert "holds no run" in refused("explore", tmp_path)
    assert "rounds was 6, now 7" in refused("explore", run, "--rounds", "7")
    line = refused("explore", run, "--writes", "seoul_subway_timetabel")
    assert f"did you mean {TIMETABLE}" in line


def test_a_budget_is_kept_and_told_before(tmp_path: Path) -> None:
    begin(tmp_path)
    order = ("explore", tmp_path, "--budget", "40")
    seen = synth(*order, "--dry-run", "--quota", "seoul=15")
    assert seen["calls"] == 40
    assert seen["platforms"] == {"seoul": {"calls": 40, "quota": 15, "days": 3}}
    assert synth(*order, "--dry-run")["platforms"]["seoul"]["quota"] == 1000
    assert synth("explore", tmp_path, "--dry-run")["calls"] > 100_000
    assert "40 calls at most in all; nothing was sent" in printed(*order, "--dry-run")
    assert not (tmp_path / "explore").exists()
    found = synth(*order)
    assert (found["ended"], found["calls"]["sent"] <= 50) == ("budget", True)
    assert "takes PLATFORM=CALLS" in refused(*order, "--dry-run", "--quota", "seoul")
    assert "no platform 'dart' in this run" in refused(*order, "--dry-run", "--quota", "dart=1")


def test_a_quota_nobody_knows_is_said(tmp_path: Path) -> None:
    synth("graph", "-o", tmp_path, "--platform", "edudata")
    assert "not known: name it with --quota" in printed("explore", tmp_path, "--dry-run")


def killed_at(words: list[str], line: str) -> None:
    """Run the real command and kill it as soon as it has written a line to stderr."""
    process = subprocess.Popen([KOPA, *words], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stderr is not None
    for said_ in process.stderr:
        if said_.decode().startswith(line):
            process.send_signal(signal.SIGKILL)
            break
    process.stderr.close()
    assert process.wait(60) == -signal.SIGKILL


def test_killed_for_good_it_ends_with_the_same_graph(run: Path, tmp_path: Path) -> None:
    """kill -9 in the middle of scoring, then in the middle of exploring; each goes on."""
    path = tmp_path / "run"
    command = ["synth", "graph", "-o", str(path), "--platform", "seoul"]
    killed_at(command, "tools scored ")
    assert not (path / "skeleton.jsonl").exists()
    begin(path)
    assert (path / "skeleton.jsonl").read_bytes() == (run / "skeleton.jsonl").read_bytes()
    killed_at(["synth", "explore", str(path), *SMALL], "round 2/6")
    assert not (path / "graph.jsonl").exists()
    found = synth("explore", path)  # with the rounds it was begun with
    assert found["graph_hash"] == synth("explore", run)["graph_hash"]
    assert (path / "memory.json").read_bytes() == (run / "memory.json").read_bytes()


# ---- audit and stats ---------------------------------------------------------------------------


def test_audit_says_rates_and_areas_of_its_own_sample(run: Path) -> None:
    found = synth("audit", run)
    assert found["graph"] == Graph.load(run / "graph.jsonl").hash
    assert found["sample"] == 40
    assert found["status"].keys() == {"skeleton", "verified", "pruned"}
    assert "edges" not in found, "single edges stay in the file"
    assert len(json.loads((run / "audit.json").read_bytes())["edges"]) == 40
    text = printed("audit", run)
    assert re.search(r"verified +\d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\] n=\d+", text)
    for word in ("declared tools", "gain_lo", "structural.empty", "unreached"):
        assert word in text
    assert "edges was 40, now 41" in refused("audit", run, "--edges", "41")


def test_an_audit_of_another_graph_is_refused(copied: Path) -> None:
    graph = Graph.load(copied / "graph.jsonl")
    graph.edges[0].alive = not graph.edges[0].alive
    (copied / "graph.jsonl").write_bytes(graph.to_bytes())
    assert "graph.jsonl was" in refused("audit", copied)
    assert synth("stats", copied)["audit"] is None


def test_stats_has_the_keys_scripts_rely_on(run: Path) -> None:
    found = synth("stats", run)
    graph = Graph.load(run / "graph.jsonl")
    assert list(found) == [
        *("tools", "pairs_considered", "edges", "audit", "never_succeeded", "auc", "coverage"),
        *("graph_file", "graph_hash", "corpus"),
    ]
    assert found["tools"] == len(graph.tools)
    assert found["pairs_considered"] == graph.about["pairs_considered"] > 0
    assert sum(found["edges"][k] for k in ("verified", "pruned")) == found["edges"]["skeleton"]
    assert list(found["audit"]) == ["skeleton", "verified", "pruned"]
    assert found["audit"]["verified"].keys() == {"rate", "lo", "hi", "n"}
    assert found["auc"].keys() == {"prior", "posterior", "gain_lo"}
    assert 0 < found["coverage"]["edges"] <= 1
    assert 0 < found["coverage"]["tools"] <= 1
    assert (found["graph_hash"], found["corpus"]) == (graph.hash, None)
    assert synth("stats", run / "graph.jsonl") == found
    assert graph.hash in printed("stats", run)


def test_stats_of_a_skeleton_and_of_a_corpus(copied: Path) -> None:
    found = synth("stats", copied / "skeleton.jsonl")
    assert found["edges"]["verified"] is found["audit"] is found["coverage"] is None
    assert found["auc"] == {"prior": None, "posterior": None, "gain_lo": None}
    (copied / "corpus").mkdir()
    (copied / "corpus" / "stats.json").write_text('{"tasks": 5}', encoding="utf-8")
    assert synth("stats", copied)["corpus"] == {"tasks": 5}


def test_coverage_counts_informative_trials(run: Path) -> None:
    graph = Graph.load(run / "graph.jsonl")
    live = graph.live()
    tried = sum(edge.evidence.informative >= 3 for edge in live)
    assert synth("stats", run)["coverage"]["edges"] == round(tried / len(live), 4)


# ---- show ------------------------------------------------------------------------------------


def test_show_tells_a_tools_edges_and_an_edges_evidence(run: Path) -> None:
    found = synth("show", run, TIMETABLE)
    into = [e for e in Graph.load(run / "graph.jsonl").edges if e.target == TIMETABLE]
    assert {row["id"] for row in found["in"]} == {edge.id for edge in into}
    assert all(row["source"] == TIMETABLE for row in found["out"])
    edge = found["in"][0]
    (whole,) = (row for row in synth("show", run, edge["id"])["edges"] if row == edge)
    assert whole["bindings"][0].keys() == {"param", "field"}
    text = printed("show", run, TIMETABLE)
    assert "edges into it" in text
    assert f"{edge['bindings'][0]['field']} → {edge['bindings'][0]['param']}" in text
    assert edge["id"] in printed("show", run, edge["id"])


def test_show_lists_tools_and_names_the_nearest(run: Path) -> None:
    rows = synth("show", run)
    assert [row["tool"] for row in rows] == list(Graph.load(run / "graph.jsonl").tools)
    assert sum(row["in"] for row in rows) == len(Graph.load(run / "graph.jsonl").live())
    line = refused("show", run, "seoul_subway_timetabel")
    assert f"did you mean {TIMETABLE}" in line
    assert "holds neither graph.jsonl nor skeleton.jsonl" in refused("show", run / "explore")


# ---- compare -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose preset explores little."""
    path = tmp_path_factory.mktemp("compared") / "seoul"
    begin(path, "--set", "rounds=4", "--set", "paths=20")
    return path


def test_allocations_are_compared_at_equal_budgets(bench: Path) -> None:
    order = ("compare", "allocations", bench, "--edges", "20", "--budgets")
    rows = synth(*order, "30")["rows"]
    assert [(r["budget"], r["allocation"]) for r in rows] == [
        (30, "thompson"),
        (30, "thompson+coverage"),
        (30, "boundary"),
    ]
    more = synth(*order, "20,30")["rows"]
    assert more[3:] == rows, "kept from before"
    assert "F1 confirmed" in printed(*order, "20,30")
    assert "--budgets takes numbers of calls" in refused(*order, "1k")
    assert "edges was 20, now 21" in refused("compare", "allocations", bench, "--edges", "21")


def test_faults_are_compared_under_both_presets(bench: Path) -> None:
    order = ("compare", "faults", bench, "--edges", "20")
    rows = synth(*order)["rows"]
    assert [row["preset"] for row in rows] == ["paper", "kopa"]
    assert all(row["valid"] > 0 for row in rows)
    assert all(0 <= row["faulty"]["false_pruned_share"] <= 1 for row in rows)
    assert printed(*order).count("faulty") == 2


def test_worlds_are_compared_and_their_graphs_kept(bench: Path) -> None:
    order = ("compare", "seeds", bench, "--edges", "20", "--worlds", "2")
    rows = synth(*order)["rows"]
    assert [row["world"] for row in rows] == [20260131, 20260133]
    assert rows[0]["graph_hash"] != rows[1]["graph_hash"]
    for row in rows:
        assert Graph.load(Path(row["graph_file"])).hash == row["graph_hash"]
        assert sum(row["edges"][k] for k in ("verified", "pruned")) == row["edges"]["skeleton"]
        assert row["audit"].keys() == {"skeleton", "verified", "pruned"}
    assert synth(*order)["rows"] == rows
    assert "20260133" in printed(*order)


def test_comparisons_need_a_world(tmp_path: Path) -> None:
    begin(tmp_path / "live", "--source", "live")
    assert "too often for the live APIs" in refused("compare", "faults", tmp_path / "live")
    begin(tmp_path / "replay", "--source", "replay")
    assert "needs --source replica" in refused("compare", "seeds", tmp_path / "replay")


# ---- the real command ----------------------------------------------------------------------------


def kopa(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    return subprocess.run(
        [KOPA, *words], env=environment, capture_output=True, text=True, check=False
    )


def test_errors_are_one_line_and_exit_code_2(tmp_path: Path) -> None:
    done = kopa("synth", "explore", str(tmp_path))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("kopa: ")
    assert kopa("synth", "explore", str(tmp_path), "--rounds", "0").returncode == 2


def test_every_command_shows_an_example() -> None:
    groups = [group.typer_instance for group in app.registered_groups]
    assert groups
    for command in sum((g.registered_commands for g in groups if g), app.registered_commands):
        assert command.callback is not None
        assert "Example: kopa synth " in (command.callback.__doc__ or ""), command.callback
    assert "kopa synth graph -o runs/edge" in kopa("synth", "graph", "--help").stdout
