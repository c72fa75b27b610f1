"""Recording without a world: tools of the four wire formats and a server that needs no tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.catalogue import Platform
from kopa_env.dialect import PageSlice
from kopa_env.outcome import JSON, Reason, ToolResult
from kopa_env.platforms import dialect_of
from kopa_env.sources.attribution import Attribution
from kopa_env.spec import Endpoint, Field, Paging, Param, ToolSpec
from kopa_env.wire import HttpRequest, HttpResponse

KEY = "Zx9+/k=Q7w0pLmT5vB2n+/8dHsR3yUc6eJgA4fXoKiN1tWqS/+=="
"""A key with every character that clients spell differently."""


def _tool(name: str, ref: str, platform: str, endpoint: Endpoint, **more: Any) -> ToolSpec:
    return ToolSpec(
        name,
        ref,
        "endpoint",
        platform,
        "test",
        name,
        name,
        name,
        name,
        endpoint=endpoint,
        fields=(Field("name"), Field("amount")),
        **more,
    )


def _page(page: str, size: str) -> tuple[Param, Param]:
    return (
        Param(page, page, type="integer", default=1, role="generic"),
        Param(size, size, type="integer", default=10, role="generic"),
    )


TOOLS = (
    _tool(
        "dart_company",
        "opendart:dart.company",
        "dart",
        Endpoint("GET", "opendart.fss.or.kr", "/api/company.json"),
        params=(Param("corp_code", "corp_code", required=True, pad=8),),
    ),
    _tool(
        "dart_list",
        "opendart:dart.list",
        "dart",
        Endpoint("GET", "opendart.fss.or.kr", "/api/list.json"),
        params=(
            Param("corp_name", "corp_name"),
            Param("bgn_de", "bgn_de", format="YYYYMMDD"),
            *_page("page_no", "page_count"),
        ),
        paging=Paging("page_no", "page_count", max=100),
    ),
    _tool(
        "assembly_members",
        "open_assembly:nwvrqwxyaytdsfvhu",
        "assembly",
        Endpoint("GET", "open.assembly.go.kr", "/portal/openapi/nwvrqwxyaytdsfvhu"),
        params=(Param("HG_NM", "HG_NM"), *_page("pIndex", "pSize")),
        paging=Paging("pIndex", "pSize", max=1000),
    ),
    _tool(
        "edudata_schools",
        "edmgr:SA00202400011",
        "edudata",
        Endpoint("POST", "openapi.edmgr.kr", "/openAPI/service/SA00202400011", body="json"),
        params=(
            Param("api_key", "userApiAthkCn", location="body", required=True, role="token"),
            Param("ctpvNm", "srhParam.ctpvNm", location="body"),
            Param("crtrYr", "srhParam.crtrYr", location="body", type="integer"),
        ),
    ),
    _tool(
        "seoul_bikes",
        "seoul:bikeList",
        "seoul",
        Endpoint(
            "GET",
            "openapi.seoul.go.kr",
            "/{KEY}/{TYPE}/bikeList/{START_INDEX}/{END_INDEX}/{GU}",
            scheme="http",
            port=8088,
        ),
        params=(
            Param(
                "START_INDEX",
                "START_INDEX",
                location="path",
                type="integer",
                default=1,
                role="generic",
            ),
            Param(
                "END_INDEX", "END_INDEX", location="path", type="integer", default=5, role="generic"
            ),
            Param("GU", "GU", location="path"),
        ),
        paging=Paging("START_INDEX", "END_INDEX", mode="range"),
    ),
)


@dataclass
class Server:
    """Answers every tool in its platform's wire format; rows follow from the arguments alone."""

    catalogue: Catalogue
    echo: bool = False
    key: str = KEY
    asked: list[HttpRequest] = field(default_factory=list)

    def respond(self, request: HttpRequest) -> HttpResponse:
        dialect = dialect_of(request)
        assert dialect is not None
        request = replace(request, secret_slots=dialect.secret_slots(request))
        self.asked.append(request)
        incoming = dialect.receive(request)
        if isinstance(incoming, HttpResponse):
            return incoming
        call = Attribution(self.catalogue).call(request)
        if call is None:
            return dialect.refuse(incoming, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
        spec, args = call
        wanted = repr(sorted((k, v) for k, v in args.items() if k != "api_key"))
        state = blake2b(wanted.encode(), digest_size=4).digest()
        rows: list[dict[str, JSON]] = [
            {"name": f"가나다 {wanted}", "amount": f"{state[n] * 1117:,}"}
            for n in range(0 if "라마" in wanted else 1 + state[3] % 3)
        ]
        if self.echo and rows:
            rows[0]["name"] = f"요청 주소: {request.url()} 열쇠는 {KEY}"
        result = ToolResult.ok(rows, total=len(rows), complete=True)
        return dialect.encode(spec, result, page=PageSlice(1, 10) if rows else None, wire="json")


@pytest.fixture
def tools() -> Catalogue:
    """A catalogue of one or two tools per wire format, and the reduction tools."""
    shipped = Catalogue.load()
    local = tuple(shipped[name] for name, e in shipped.entries.items() if e.kind == "local")
    platforms = tuple(
        Platform(name, name, name, "test", attribution="공공누리 제1유형")
        for name in ("dart", "assembly", "edudata", "seoul")
    )
    return Catalogue.of((*TOOLS, *local), platforms)


@pytest.fixture
def server(tools: Catalogue) -> Server:
    """A server for that catalogue."""
    return Server(tools)


CALLS: tuple[tuple[str, dict[str, JSON]], ...] = (
    *(("dart_company", {"corp_code": str(n)}) for n in range(1, 6)),
    *(("dart_list", {"corp_name": "서울 전자", "page_no": n}) for n in range(1, 4)),
    *(("assembly_members", {"HG_NM": name}) for name in ("가나다", "라마", "바사")),
    *(
        ("edudata_schools", {"api_key": "t", "ctpvNm": name, "crtrYr": 2023})
        for name in ("서울", "경북")
    ),
    *(
        ("seoul_bikes", {"START_INDEX": 1 + n, "END_INDEX": 5 + n, "GU": "강남구"})
        for n in range(3)
    ),
)


@pytest.fixture
def calls(tools: Catalogue) -> list[tuple[ToolSpec, dict[str, JSON]]]:
    """Calls over all four wire formats."""
    return [(tools[name], dict(args)) for name, args in CALLS]


Record = Callable[..., Path]


@pytest.fixture
def recorded(tmp_path: Path, tools: Catalogue, server: Server, calls: Any) -> Record:
    """Record calls from the server into a folder and return it."""
    import httpx

    from kopa_env.cassettes.capture import served_by
    from kopa_env.cassettes.record import Provenance, Recorder, record_calls, through

    def record(folder: str = "cassettes", chosen: Any = None, key: str = KEY) -> Path:
        directory = tmp_path / folder
        provenance = Provenance("replica", "world", lambda: "2026-01-30T00:00:00+09:00")
        with httpx.Client(transport=served_by(server.respond)) as client:
            recorder = Recorder(directory, tools, provenance)
            ask = through(client, lambda platform, host: key)
            record_calls(calls if chosen is None else chosen, ask, recorder, name="small")
        return directory

    return record
