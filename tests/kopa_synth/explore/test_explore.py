from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest
from planted import CATALOGUE, PlantedSource, edge, skeleton

from kopa_env.errors import UsageError
from kopa_env.outcome import JSON, Reason, ToolResult
from kopa_env.spec import ToolSpec
from kopa_synth.explore import Exploration, explore
from kopa_synth.graph import Edge, Evidence, Fault, Graph
from kopa_synth.presets import Preset, preset

SMALL = preset("kopa", rounds=20, paths=60, stable_rounds=0)


def run(
    rules: Preset = SMALL, seed: int = 1, source: PlantedSource | None = None, **more: Any
) -> Exploration:
    return explore(skeleton(rules)[0], CATALOGUE, source or PlantedSource(), rules, seed, **more)


def reads(graph: Graph) -> list[Edge]:
    return [e for e in graph.edges if not e.target.startswith("save")]


def wrong(graph: Graph) -> list[str]:
    """Edges that ended on the wrong side."""
    works = skeleton()[1]
    return [e.id for e in reads(graph) if e.alive is not works[e.id]]


@pytest.mark.parametrize("allocation", ["thompson", "thompson+coverage", "boundary"])
def test_planted_truth_is_found(allocation: str) -> None:
    found = run(preset("kopa", rounds=40, paths=60, stable_rounds=0, allocation=allocation))
    missed = wrong(found.graph)
    works = skeleton()[1]
    assert not [edge for edge in missed if works[edge]], "no edge that works is pruned"
    assert len(missed) <= len(reads(found.graph)) * (0.25 if allocation == "thompson" else 0.05)


def test_coverage_leaves_no_edge_untried() -> None:
    found = run(preset("kopa", rounds=40, paths=60, stable_rounds=0))
    assert wrong(found.graph) == []
    assert min(e.evidence.informative for e in reads(found.graph)) >= 3


def test_faults_tell_why_an_edge_fails() -> None:
    edges = {e.id: e.evidence.trials for e in run().graph.edges}
    assert set(edges["list_0.name>detail_0.id"]) == {Fault.BAD_ARGUMENT}
    assert set(edges["list_0.blank>detail_0.id"]) == {Fault.MISSING_FIELD}
    assert set(edges["list_0.id>parts_5.id"]) == {Fault.EMPTY}
    assert set(edges["detail_0.owner.id>open_1.id"]) == {Fault.IGNORED}
    assert set(edges["detail_0.owner.id>detail_1.id"]) == {Fault.NONE}


def test_writes_are_never_called_and_their_edges_stay_as_proposed() -> None:
    source = PlantedSource()
    found = run(source=source)
    assert not [tool for tool in source.asked if tool.startswith("save")]
    saves = [e for e in found.graph.edges if e.target.startswith("save")]
    assert saves
    assert all(e.alive and not e.evidence.n for e in saves)


def test_an_edge_is_tried_on_fresh_values_while_there_are_any() -> None:
    """One value that happens to fail does not stand for all."""

    def tried(fresh: bool) -> list[str]:
        class Listening(PlantedSource):
            def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
                if spec.name == "detail_0":
                    asked.append(args["id"])
                return super().call(spec, args)

        asked: list[str] = []
        rules = preset("kopa", rounds=1, paths=5, fresh_values=fresh, eps_explore=0.0)
        graph = Graph((), [edge("list_0", "id", "detail_0", 0.9, rules)])
        explore(graph, CATALOGUE, Listening(), rules, 4)
        return sorted(asked[:1] + [i for i in asked[1:] if i.startswith("A")])

    assert tried(fresh=True) == [f"A10{n}" for n in range(5)]
    assert len(tried(fresh=False)) < 5


def test_what_a_tool_ignored_is_not_remembered_as_having_worked() -> None:
    sets = run().memory.sets
    assert not [tool for tool in sets if tool.startswith("open")]
    assert sets["detail_1"]


def test_the_skeleton_is_left_as_it_is() -> None:
    proposed, _ = skeleton(SMALL)
    before = proposed.to_bytes()
    explore(proposed, CATALOGUE, PlantedSource(), SMALL, 1)
    assert proposed.to_bytes() == before


def test_same_seed_same_graph_another_seed_another() -> None:
    assert run().graph.hash == run().graph.hash
    assert run(seed=2).graph.to_bytes() != run().graph.to_bytes()


def test_the_graph_says_how_it_was_made() -> None:
    about = run(budget=500).graph.about
    assert about["stage"] == "explore"
    assert about["skeleton"] == skeleton(SMALL)[0].hash
    assert (about["seed"], about["budget"], about["preset"]["name"]) == (1, 500, "kopa")
    assert about["calls"]["sent"] <= 500
    assert Graph.from_bytes(run().graph.to_bytes()).hash == run().graph.hash


def test_evidence_adds_up() -> None:
    found = run()
    for made in found.graph.edges:
        e = made.evidence
        assert sum(e.cardinality.values()) == e.n - e.trials.get(Fault.MISSING_FIELD, 0)
        assert e.alpha == pytest.approx(SMALL.prior(made.score).alpha + e.successes)
        assert (e.last_round > 0) is (e.n > 0)
    assert sum(r["steps"] for r in found.rounds) == sum(e.evidence.n for e in found.graph.edges)


def test_every_round_is_logged() -> None:
    rounds = run().rounds
    assert [r["round"] for r in rounds] == list(range(1, 21))
    last = rounds[-1]
    assert last["alive"] + last["pruned"] == len(skeleton()[0].edges)
    assert last["step_success"] > rounds[0]["step_success"]
    assert sum(last["faults"].values()) == last["steps"]
    calls = last["calls"]
    assert calls["made"] == calls["sent"] + calls["remembered"] + calls["refused"]
    assert calls["distinct"] <= calls["sent"]


@pytest.mark.parametrize("budget", [1, 37, 200])
def test_a_budget_is_kept(budget: int) -> None:
    source = PlantedSource()
    found = run(budget=budget, source=source)
    assert found.ended == "budget"
    assert budget <= found.calls.sent == sum(source.asked.values()) <= budget + 10


def test_it_stops_when_nothing_changes_any_more() -> None:
    found = run(preset("kopa", rounds=400, paths=200, stable_rounds=5))
    assert found.ended == "stable"
    assert len(found.rounds) < 100
    assert all(r["changed"] == r["pruned_now"] == 0 for r in found.rounds[-5:])
    assert all(r["changed"] >= r["pruned_now"] for r in found.rounds)


# ---- services that fail ----------------------------------------------------------------------


def test_a_failing_first_call_charges_no_edge() -> None:
    broken = PlantedSource(lambda tool, nth: Reason.HTTP_5XX if tool[:4] == "list" else None)
    found = run(source=broken)
    from_lists = [e for e in found.graph.edges if e.source.startswith("list")]
    assert all(e.evidence.n == 0 and e.alive for e in from_lists)
    assert found.rounds[0]["started"] < found.rounds[0]["paths"]


def test_a_service_that_is_out_costs_no_edge_its_place() -> None:
    down = PlantedSource(lambda tool, nth: Reason.HTTP_5XX if tool == "detail_3" else None)
    rules = preset("kopa", rounds=20, paths=300, stable_rounds=0, n_min_counts="all")
    found = run(rules, source=down)
    into = [e for e in found.graph.edges if e.target == "detail_3" and e.score >= 0.3]
    assert sum(r["spared"] for r in found.rounds) > 0
    assert any("detail_3" in r["resting"] for r in found.rounds)
    works = skeleton()[1]
    assert all(e.alive for e in into if works[e.id])


def test_an_unclear_fault_is_settled_by_a_second_value(monkeypatch: pytest.MonkeyPatch) -> None:
    from kopa_synth.explore import executor

    def unclear(status: object, reason: object) -> Fault:
        from kopa_synth.graph import fault_of

        found = fault_of(status, reason)  # type: ignore[arg-type]
        return Fault.AMBIGUOUS if found is Fault.BAD_ARGUMENT else found

    monkeypatch.setattr(executor, "fault_of", unclear)
    rules = preset("kopa", rounds=5, paths=60, stable_rounds=0, allocation="thompson+coverage")
    edges = {e.id: e.evidence for e in run(rules).graph.edges}
    twice = edges["list_0.name>detail_0.id"]
    assert set(twice.trials) == {Fault.BAD_ARGUMENT}, "failed again the same way"
    graph = Graph((), [edge("list_0", "id", "detail_0", 0.5, rules)])
    flaky = PlantedSource(
        lambda tool, nth: Reason.BAD_VALUE if (tool, nth) == ("detail_0", 0) else None
    )
    found = explore(graph, CATALOGUE, flaky, preset("kopa", rounds=1, paths=1), 1)
    evidence = found.graph.edges[0].evidence
    assert evidence.trials == {Fault.NONE: 1}
    assert evidence.beta == pytest.approx(2.0)


def test_a_pruned_edge_gets_another_chance() -> None:
    rules = preset("kopa", rounds=2, paths=60, stable_rounds=0, revive_every=1)
    good = edge("list_0", "id", "detail_0", 0.5, rules)
    bad = edge("list_0", "id", "detail_5", 0.5, rules)
    for made in (good, bad):
        made.alive = False
        made.evidence = Evidence(alpha=3.0, beta=5.0, trials={str(Fault.EMPTY): 3})
    found = explore(Graph((), [good, bad]), CATALOGUE, PlantedSource(), rules, 1)
    assert [e.alive for e in found.graph.edges] == [True, False]
    assert [r["revived_now"] for r in found.rounds] == [1, 0]
    never = preset("kopa", rounds=2, paths=60, stable_rounds=0, revive_every=0)
    found = explore(Graph((), [good, bad]), CATALOGUE, PlantedSource(), never, 1)
    assert [e.alive for e in found.graph.edges] == [False, False]


# ---- killed and resumed ----------------------------------------------------------------------


def test_a_finished_run_is_not_run_again(tmp_path: Path) -> None:
    first = run(folder=tmp_path)
    source = PlantedSource()
    again = run(folder=tmp_path, source=source)
    assert source.asked == {}
    assert again.graph.to_bytes() == first.graph.to_bytes()
    assert again.rounds == first.rounds
    assert again.memory.as_dict() == first.memory.as_dict()


@pytest.mark.parametrize("after", [1, 7, 19])
def test_resumed_after_any_round_it_ends_alike(tmp_path: Path, after: int) -> None:
    class Stop(Exception):
        pass

    def stop(row: Any) -> None:
        if row["round"] == after:
            raise Stop

    with pytest.raises(Stop):
        run(folder=tmp_path, watch=stop)
    with (tmp_path / "calls.jsonl").open("ab") as file:
        file.write(b'{"key": "torn')
    with (tmp_path / "rounds.jsonl").open("ab") as file:
        file.write(b'{"round": 99}\n')
    resumed, whole = run(folder=tmp_path), run()
    assert resumed.graph.hash == whole.graph.hash
    assert resumed.rounds == whole.rounds
    assert resumed.calls == whole.calls
    lines = [orjson.loads(x) for x in (tmp_path / "rounds.jsonl").read_bytes().splitlines()]
    assert lines == whole.rounds


_DYING = """
import os, signal, sys
from pathlib import Path
from planted import CATALOGUE, PlantedSource, skeleton
from kopa_synth.explore import explore
from kopa_synth.presets import preset

class Dying(PlantedSource):
    def call(self, spec, args):
        if sum(self.asked.values()) == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().call(spec, args)

rules = preset("kopa", rounds=20, paths=60, stable_rounds=0)
explore(skeleton(rules)[0], CATALOGUE, Dying(), rules, 1, folder=Path(sys.argv[1]))
"""


@pytest.mark.parametrize("calls", [30, 180])
def test_killed_in_the_middle_of_a_round_it_ends_alike(tmp_path: Path, calls: int) -> None:
    support = str(Path(__file__).parents[2] / "support")
    died = subprocess.run(
        [sys.executable, "-c", _DYING, str(tmp_path), str(calls)],
        env={**os.environ, "PYTHONPATH": support},
        check=False,
        capture_output=True,
    )
    assert died.returncode == -signal.SIGKILL, died.stderr.decode()
    assert run(folder=tmp_path).graph.hash == run().graph.hash


def test_another_runs_folder_is_refused(tmp_path: Path) -> None:
    run(folder=tmp_path)
    with pytest.raises(UsageError, match=r"another run \(it differs in seed\)"):
        run(folder=tmp_path, seed=2)
