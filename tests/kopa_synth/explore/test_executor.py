from __future__ import annotations

from collections.abc import Mapping

import pytest
from planted import CATALOGUE, PlantedSource, skeleton

from kopa_env.errors import ReplayMiss, UsageError
from kopa_env.outcome import JSON, UNRECORDED, Origin, Reason, ToolResult
from kopa_env.spec import ToolSpec
from kopa_synth.explore.executor import Executor
from kopa_synth.explore.values import Held
from kopa_synth.graph import Fault


def executor(source: PlantedSource | None = None, **more: object) -> Executor:
    graph, _ = skeleton()
    return Executor(CATALOGUE, source or PlantedSource(), graph.edges, 5, **more)  # type: ignore[arg-type]


LIST, DETAIL, PARTS = CATALOGUE["list_0"], CATALOGUE["detail_0"], CATALOGUE["parts_0"]
PAGE = {"page": 1, "size": 10}


def test_only_what_edges_can_carry_on_is_kept_of_a_reply() -> None:
    reply = executor().run(LIST, PAGE)
    assert reply.fault is Fault.NONE
    assert reply.values(("id",)).count == 10
    assert reply.values(("id",)).rows[:2] == (("A100",), ("A101",))
    assert reply.values(("blank",)) == Held(0, ())
    assert reply.values(("unheard",)).count == 0


def test_the_same_call_is_sent_once() -> None:
    source = PlantedSource()
    ask = executor(source)
    for args in ({"id": "A100"}, {"id": " A100 "}, {"id": "A101"}):
        ask.run(DETAIL, args)
    assert source.asked == {"detail_0": 2}
    calls = ask.calls.as_dict()
    assert (calls["made"], calls["sent"], calls["distinct"], calls["remembered"]) == (3, 2, 2, 1)


def test_arguments_the_tool_refuses_are_never_sent() -> None:
    source = PlantedSource()
    ask = executor(source)
    assert ask.run(DETAIL, {}).fault is Fault.BAD_ARGUMENT
    assert ask.run(PARTS, {"id": "A100", "year": "1999"}).fault is Fault.BAD_ARGUMENT
    assert source.asked == {}
    assert (ask.calls.made, ask.calls.refused, ask.calls.sent) == (2, 2, 0)


def test_environmental_faults_are_asked_again() -> None:
    source = PlantedSource(lambda tool, nth: Reason.TIMEOUT if nth == 0 else None)
    ask = executor(source)
    assert ask.run(DETAIL, {"id": "A100"}).fault is Fault.TIMEOUT
    assert ask.run(DETAIL, {"id": "A100"}).fault is Fault.NONE
    assert (ask.calls.sent, ask.calls.distinct) == (2, 1)


class Unrecorded(PlantedSource):
    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        super().call(spec, args)
        if spec.name == "detail_0":
            raise ReplayMiss("nothing recorded")
        return ToolResult.error(Reason.MAINTENANCE, UNRECORDED).came_from(Origin.DERIVED)


@pytest.mark.parametrize("spec", [DETAIL, LIST], ids=["raised", "answered"])
def test_a_miss_is_our_limit_and_final(spec: ToolSpec) -> None:
    source = Unrecorded()
    ask = executor(source)
    args = {"id": "A100"} if spec is DETAIL else PAGE
    assert {ask.run(spec, args).fault for _ in range(3)} == {Fault.MISS}
    assert source.asked == {spec.name: 1}
    assert ask.calls.misses == 1


def test_writes_are_called_only_when_named() -> None:
    save = CATALOGUE["save_0"]
    with pytest.raises(UsageError, match="only when named"):
        executor().run(save, {"id": "A100"})
    assert not executor().callable("save_0")
    assert executor(writes=("save_0",)).callable("save_0")
    assert not executor().callable("no_such_tool")


def test_replies_are_bounded_and_the_oldest_goes_first() -> None:
    source = PlantedSource()
    ask = executor(source, capacity=2)
    for ident in ("A100", "A101", "A102", "A100"):
        ask.run(DETAIL, {"id": ident})
    assert source.asked == {"detail_0": 4}
    assert (ask.calls.sent, ask.calls.distinct) == (4, 3)


def test_saved_replies_spare_the_source() -> None:
    first = executor(PlantedSource(lambda tool, nth: Reason.QUOTA if nth == 2 else None))
    wanted = [("A100", Fault.NONE), ("zzz", Fault.BAD_ARGUMENT), ("A102", Fault.QUOTA)]
    assert [(i, first.run(DETAIL, {"id": i}).fault) for i, _ in wanted] == wanted
    source = PlantedSource()
    second = executor(source)
    second.recall(first.drain())
    assert first.drain() == []
    replies = [second.run(DETAIL, {"id": ident}) for ident, _ in wanted]
    assert [r.fault for r in replies] == [Fault.NONE, Fault.BAD_ARGUMENT, Fault.NONE]
    assert source.asked == {"detail_0": 1}, "only the call that met a fault is made again"
    assert replies[0].values(("owner.id",)) == Held(1, (("B100",),))
