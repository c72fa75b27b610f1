"""Every endpoint tool that ships: what its dialect asks is what its server reads."""

from __future__ import annotations

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.dialect import Incoming
from kopa_env.outcome import ToolResult
from kopa_env.platforms import dialect, dialect_of
from kopa_env.request import bind, wire_text
from kopa_env.spec import Param, ToolSpec

SAMPLES = {"integer": 3, "number": 1.5, "boolean": True}


@pytest.fixture(scope="module")
def tools() -> list[ToolSpec]:
    catalogue = Catalogue.load()
    specs = [catalogue[name] for name in catalogue.names()]
    return [spec for spec in specs if spec.endpoint is not None]


def value(param: Param) -> object:
    if param.example is not None:
        return param.example
    return param.default if param.default is not None else SAMPLES.get(param.type, "가")


def test_each_request_is_received_as_it_was_meant(tools: list[ToolSpec]) -> None:
    assert tools
    wrong = []
    for spec in tools:
        endpoint = spec.endpoint
        assert endpoint is not None
        sent = [p for p in spec.params if p.role != "token" and p.role != "constant"]
        args = {p.name: value(p) for p in sent}
        constants = {p.name: value(p) for p in spec.params if p.role == "constant"}
        if spec.paging is not None:
            args |= {spec.paging.page: spec.paging.first, spec.paging.size: 5}
        speaker = dialect(spec.platform)
        request = next(speaker.exchange(spec, args | constants, "key"))
        assert dialect_of(request) is speaker
        incoming = speaker.receive(request)
        if not isinstance(incoming, Incoming):
            wrong.append((spec.name, incoming.body.decode()))
            continue
        wanted = {p.wire_name: wire_text(args[p.name]) for p in sent}
        got = {k: v for k, v in bind(spec, incoming).items() if k in wanted}
        if incoming.endpoint not in (spec.ref.partition(":")[2], spec.address) or got != wanted:
            wrong.append((spec.name, incoming.endpoint, got, wanted))
        if incoming.wire != endpoint.wire:
            wrong.append((spec.name, incoming.wire))
    assert wrong == []


def test_each_tool_can_say_that_there_is_nothing(tools: list[ToolSpec]) -> None:
    for spec in tools:
        speaker, wire = dialect(spec.platform), spec.endpoint.wire  # type: ignore[union-attr]
        nothing = ToolResult.ok(())
        reply = speaker.encode(spec, nothing, page=None, wire=wire)
        assert speaker.decode(spec, reply) == speaker.express(spec, nothing, page=None, wire=wire)
