"""A small platform with edges that are known to work or not, and why: the truth of Phase A's tests.

Twelve kinds of things, each with identifiers of its own form. ``list_k`` lists them, ``detail_k``
tells of one and names its owner of the next kind, ``parts_k`` has parts for half of them,
``open_k`` drops the identifier it is given and answers with everything, ``save_k`` writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON, Origin, Reason, ToolResult
from kopa_env.spec import Endpoint, Field, Paging, Param, ToolSpec
from kopa_synth.graph import Binding, Edge, Graph, Plan
from kopa_synth.presets import PRESETS, Preset

KINDS = 12
EACH = 20

Fails = Callable[[str, int], Reason | None]
"""Tool and number of its call (from 0) → the fault it meets."""


def name_of(kind: int, number: int) -> str:
    """An identifier: kinds differ in their first letter, so none is another kind's."""
    return f"{'ABCDEFGHIJKL'[kind]}{100 + number}"


def _tool(name: str, params: Iterable[Param], fields: str, **more: object) -> ToolSpec:
    spec = ToolSpec(
        name=name,
        ref=f"planted:{name}",
        kind="endpoint",
        platform="dart",
        domain="test",
        title_ko=name,
        title_en=name,
        description_ko="",
        description_en="",
        params=tuple(params),
        fields=tuple(Field(path) for path in fields.split()),
        endpoint=Endpoint("GET", "opendart.fss.or.kr", f"/api/{name}.json"),
    )
    return replace(spec, **more)


def _tools(kind: int) -> list[ToolSpec]:
    ident = Param("id", "id", required=True)
    page = (
        Param("page", "page", type="integer", role="generic", default=1),
        Param("size", "size", type="integer", role="generic", default=10),
    )
    year = Param("year", "year", required=True, enum={"2024": "", "2025": ""})
    return [
        _tool(
            f"list_{kind}",
            page,
            "id name blank",
            paging=Paging("page", "size", default=10, max=100),
        ),
        _tool(f"detail_{kind}", [ident], "id owner.id kinds[].code"),
        _tool(f"parts_{kind}", [ident, year], "part"),
        _tool(f"open_{kind}", [Param("id", "id")], "title"),
        _tool(f"save_{kind}", [ident], "saved", effect="write"),
    ]


CATALOGUE = Catalogue.of(tuple(spec for kind in range(KINDS) for spec in _tools(kind)))


@dataclass
class PlantedSource:
    """Answers the tools above; counts what it was asked; never answers a write.

    Attributes:
        fails: which calls meet a fault.
        asked: calls by tool.
    """

    fails: Fails = lambda tool, nth: None
    asked: dict[str, int] = field(default_factory=dict)

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        assert spec.effect == "read", f"{spec.name} was called"
        nth = self.asked.get(spec.name, 0)
        self.asked[spec.name] = nth + 1
        reason = self.fails(spec.name, nth)
        if reason is not None:
            return ToolResult.error(reason, "out").came_from(Origin.LIVE)
        verb, _, kind = spec.name.partition("_")
        return _ANSWERS[verb](int(kind), args).came_from(Origin.DERIVED, "replica")

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        return self.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        return {"world": "planted"}


def _number(kind: int, args: Mapping[str, JSON]) -> int | None:
    known = {name_of(kind, n): n for n in range(EACH)}
    return known.get(str(args.get("id")))


def _list(kind: int, args: Mapping[str, JSON]) -> ToolResult:
    size, start = args["size"], (args["page"] - 1) * args["size"]
    rows = [
        {"id": name_of(kind, n), "name": f"물건 {kind}-{n}", "blank": "-"}
        for n in range(EACH)[start : start + size]
    ]
    return ToolResult.ok(rows, total=EACH)


def _detail(kind: int, args: Mapping[str, JSON]) -> ToolResult:
    number = _number(kind, args)
    if number is None:
        return ToolResult.error(Reason.UNKNOWN_ID, "no such thing")
    owner = name_of((kind + 1) % KINDS, number)
    return ToolResult.ok(
        [{"id": args["id"], "owner": {"id": owner}, "kinds": [{"code": owner}, {"code": "-"}]}]
    )


def _parts(kind: int, args: Mapping[str, JSON]) -> ToolResult:
    number = _number(kind, args)
    if number is None or number % 2 or args["year"] != "2025":
        return ToolResult.ok(())
    return ToolResult.ok([{"part": f"{args['id']}-{n}"} for n in range(3)])


def _open(kind: int, args: Mapping[str, JSON]) -> ToolResult:
    return ToolResult.ok([{"title": f"{kind} 제목 {n}", "asked": args.get("id")} for n in range(4)])


_ANSWERS: Mapping[str, Callable[[int, Mapping[str, JSON]], ToolResult]] = {
    "list": _list,
    "detail": _detail,
    "parts": _parts,
    "open": _open,
}


def edge(source: str, path: str, target: str, score: float, preset: Preset) -> Edge:
    """An edge into the target's identifier."""
    plan = {"year": Plan.CLARIFY} if target.startswith("parts") else {}
    return Edge(source, target, (Binding("id", path),), plan, score, preset.prior(score))


def skeleton(preset: Preset = PRESETS["kopa"]) -> tuple[Graph, dict[str, bool]]:
    """The proposed edges, and by their id whether they work."""
    works: dict[str, bool] = {}
    edges: list[Edge] = []

    def add(source: str, path: str, target: str, score: float, valid: bool) -> None:
        made = edge(source, path, target, score, preset)
        works[made.id] = valid
        edges.append(made)

    for k in range(KINDS):
        after, other = (k + 1) % KINDS, (k + 5) % KINDS
        good, bad = 0.35 + 0.05 * (k % 6), 0.7 - 0.06 * (k % 6)
        add(f"list_{k}", "id", f"detail_{k}", good, True)
        add(f"detail_{k}", "owner.id", f"detail_{after}", good, True)
        add(f"detail_{k}", "kinds[].code", f"detail_{after}", bad, True)
        add(f"list_{k}", "id", f"detail_{other}", bad, False)
        add(f"list_{k}", "name", f"detail_{k}", bad, False)
        add(f"list_{k}", "blank", f"detail_{k}", good, False)
        add(f"list_{k}", "id", f"parts_{other}", good, False)
        add(f"detail_{k}", "owner.id", f"open_{after}", bad, False)
        add(f"list_{k}", "id", f"save_{k}", 0.9, False)
    edges.sort(key=lambda e: e.key)
    return Graph(tuple(CATALOGUE.names()), edges, {"made": "planted"}), works
