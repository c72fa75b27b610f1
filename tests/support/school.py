"""A small platform for tests: schools by year, paged, one tool behind an issued key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.episode import Done, Episode, Pending, Turn
from kopa_env.outcome import JSON, Origin, ToolResult
from kopa_env.spec import Endpoint, Field, Match, Paging, Param, ToolSpec, View
from kopa_env.task import Answer, GoldenCall, Task

SCHOOLS = [
    {
        "id": f"{i:05d}",
        "name": f"{'가나다라'[i % 4]}{i}학교",
        "city": ("포항시", "경주시", "안동시")[i % 3],
        "pupils": f"{1000 + 7 * i:,}",
        "opened": f"20{i % 25:02d}.3.{1 + i % 28}",
    }
    for i in range(60)
]


def _tool(name: str, **more: Any) -> ToolSpec:
    values: dict[str, Any] = {
        "kind": "endpoint",
        "platform": "school",
        "domain": "education",
        "title_ko": name,
        "title_en": name,
        "description_ko": "",
        "description_en": "",
        "endpoint": Endpoint("GET", "school.example", f"/{name}"),
    }
    return ToolSpec(name, f"school:{name}", **{**values, **more})


LIST = _tool(
    "school_list",
    params=(
        Param("city", "city"),
        Param("page", "page", type="integer", role="generic", default=1),
        Param("size", "size", type="integer", role="generic", default=10),
    ),
    fields=(Field("id"), Field("name")),
    paging=Paging("page", "size", default=10, max=30),
)
DETAIL = _tool(
    "school_detail", params=(Param("id", "id", required=True, format="digits:5", pad=5),)
)
SECRET = _tool(
    "edu_counts",
    platform="edudata",
    params=(Param("api_key", "api_key", required=True, role="token"), Param("year", "year")),
)
FIND = _tool(
    "find_school",
    kind="view",
    endpoint=None,
    params=(Param("name", "name", required=True),),
    view=View("school_list", {"name": Match("name", "contains")}, ("id", "name")),
)
_SHIPPED = Catalogue.load()
CATALOGUE = Catalogue.of(
    (
        LIST,
        DETAIL,
        SECRET,
        FIND,
        *(_SHIPPED[e.name] for e in _SHIPPED.entries.values() if e.kind in ("local", "workspace")),
    )
)

TASK = Task(
    id="school-001",
    version=1,
    suite="test",
    domain="education",
    platforms=("school",),
    tier="easy",
    query_ko="포항시 학교 가운데 학생이 가장 많은 학교는 어디이고 몇 명인가요?",
    gloss_en="The school in Pohang with the most pupils, and how many.",
    current_date="2026-01-30",
    offered_tools=(
        "school_list",
        "school_detail",
        "edu_counts",
        "find_school",
        "save_note",
        "issue_api_key",
        "list_workspace",
    ),
    max_calls=6,
    max_turns=8,
    golden=(
        (GoldenCall("c1", "school_list", {"city": "포항시", "size": 30}, "page"),),
        (
            GoldenCall(
                "c2",
                "table_select",
                {
                    "result": {"ref": "c1.result"},
                    "order_by": "pupils",
                    "descending": True,
                    "limit": 1,
                },
                "reduce",
            ),
        ),
        (
            GoldenCall(
                "c3",
                "save_note",
                {"title": "최다 학생", "fields": {"학교": {"ref": "c2.records[0].name"}}},
                "write",
            ),
        ),
    ),
    answer=Answer(
        "record",
        {
            "학교": {"type": "string", "value": "나57학교"},
            "학생": {"type": "number", "value": 1399, "unit": "명"},
        },
        solver="{'학교': c2.records[0]['name'], '학생': num(c2.records[0]['pupils'])}",
    ),
    observation_limit=1500,
    system_state={"근무지": "경북교육청"},
    content_hash="h1",
)


class SchoolSource:
    """Answers the tools above from ``SCHOOLS``."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Mapping[str, JSON]]] = []

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        self.asked.append((spec.name, dict(args)))
        if spec.name == "school_list":
            rows = [r for r in SCHOOLS if args.get("city") in (None, r["city"])]
            page, size = args["page"], min(args["size"], 30)
            part = rows[(page - 1) * size : page * size]
            result = ToolResult.ok(part, code="00", message="정상", total=len(rows))
        elif spec.name == "school_detail":
            result = ToolResult.ok([r for r in SCHOOLS if r["id"] == args["id"]], code="00")
        else:
            result = ToolResult.ok([{"year": "2024", "count": 3}], code="00")
        return result.came_from(Origin.DERIVED, "replica")

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        return self.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        return {"world": "test"}


def calls(*wanted: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    """Return an assistant message that makes calls."""
    import json

    return {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {
                "id": f"t{i}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(args, ensure_ascii=False)},
            }
            for i, (name, args) in enumerate(wanted)
        ],
    }


def act(episode: Episode, action: Any, source: SchoolSource | None = None) -> Turn | Done:
    """Submit an action and answer what it asks for."""
    step = episode.submit(action)
    if isinstance(step, Pending):
        source = source or SchoolSource()
        step = episode.deliver([source.call(c.spec, c.args) for c in step.calls])
    return step


def begun(**options: Any) -> Episode:
    """Return a started episode of the task."""
    episode = Episode(options.pop("task", TASK), CATALOGUE, **options)
    episode.start()
    return episode
