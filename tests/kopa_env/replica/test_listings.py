"""Generated listings, and the engine over a table of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.errors import UsageError
from kopa_env.outcome import UNRECORDED, Origin, Reason, Status
from kopa_env.replica.engine import Replica
from kopa_env.replica.listings import FEWEST, MOST, declare
from kopa_env.replica.shapes import fits
from kopa_env.replica.spec import ReplicaSpec, load_replica
from kopa_env.spec import Endpoint, Field, Paging, Param, ToolSpec
from kopa_env.wire import HttpRequest
from kopa_env.world import Column, Table, World

EMPTY = ReplicaSpec({})

SPEC = ToolSpec(
    name="dart_made_up",
    ref="opendart:dart.madeUp",
    kind="endpoint",
    platform="dart",
    domain="finance",
    title_ko="시험 목록",
    title_en="Test list",
    description_ko="시험",
    description_en="Test",
    params=(
        Param("age", "AGE", example="22", required=True),
        Param("bill_nm", "BILL_NM"),
        Param("kind", "KIND", enum={"A": "가", "B": "나"}),
        Param("other", "OTHER"),
        Param("page_no", "page_no", type="integer", role="generic"),
        Param("page_count", "page_count", type="integer", role="generic"),
    ),
    fields=(
        Field("AGE", shape="int", example="22"),
        Field("BILL_NM", meaning_ko="의안 제목"),
        Field("KIND", shape="enum:A|B"),
        Field("PROPOSER", meaning_ko="대표 발의자 성명"),
        Field("PAID", shape="int_comma", example="12,000", nullable=True),
        Field("DAY", shape="date10"),
    ),
    endpoint=Endpoint("GET", "opendart.fss.or.kr", "/api/madeUp.json", items_path="list"),
    paging=Paging("page_no", "page_count", default=10, max=100),
)


@pytest.fixture
def small(tmp_path: Path) -> World:
    return World(7, tables={}, directory=tmp_path)


@pytest.fixture
def listing(small: World) -> Replica:
    return Replica(small, Catalogue.of((SPEC,)), EMPTY)


def test_a_listing_has_the_fields_and_shapes_of_its_tool(listing: Replica) -> None:
    answer, page = listing.answer(SPEC, {"AGE": "22", "page_count": "100"})
    assert answer.status is Status.OK
    assert page is not None
    assert answer.total is not None
    assert FEWEST / 2 < answer.total <= MOST
    for record in answer.records:
        assert list(record) == [field.path for field in SPEC.fields]
        for field in SPEC.fields:
            assert fits(field.shape, record[field.path])


def test_parameters_named_like_a_field_filter_and_others_do_not(listing: Replica) -> None:
    def total(**args: str) -> int:
        return listing.answer(SPEC, {"AGE": "22", **args})[0].total or 0

    whole = total()
    assert total(KIND="A") + total(KIND="B") == whole
    assert 0 < total(BILL_NM="지원 계획") < whole, "names match in part"
    assert total(OTHER="x") == whole
    assert listing.answer(SPEC, {"AGE": "99"})[0].status is Status.EMPTY
    assert listing.answer(SPEC, {})[0].status is Status.STRUCTURAL


def test_a_declared_listing_may_have_filters_of_its_own(small: World) -> None:
    where = {"OTHER": {"column": "DAY", "op": "ge"}}
    declared = load_replica({"dart_made_up": {"from": "listing", "where": where}})
    replica = Replica(small, Catalogue.of((SPEC,)), declared)
    late = replica.answer(SPEC, {"AGE": "22", "OTHER": "2023-01-01", "page_count": "100"})[0]
    assert late.records
    assert all(record["DAY"] >= "2023-01-01" for record in late.records)
    assert replica.answer(SPEC, {"AGE": "99"})[0].status is Status.EMPTY, "those by name remain"


def test_a_declared_listing_may_repeat_an_argument(small: World) -> None:
    row = {"from": "listing", "columns": {"DAY": "@OTHER"}}
    replica = Replica(small, Catalogue.of((SPEC,)), load_replica({"dart_made_up": row}))
    answer, _ = replica.answer(SPEC, {"AGE": "22", "OTHER": "2024-01-05"})
    assert {record["DAY"] for record in answer.records} == {"2024-01-05"}


def test_a_tool_whose_fields_nobody_knows_is_a_miss(small: World) -> None:
    spec = replace(SPEC, fields=())
    answer, _ = Replica(small, Catalogue.of((spec,)), EMPTY).answer(spec, {"AGE": "22"})
    assert (answer.status, answer.reason) == (Status.ENVIRONMENTAL, Reason.MAINTENANCE)
    assert answer.message.endswith(UNRECORDED)
    assert answer.came_from(Origin.DERIVED).origin is Origin.MISS


def test_a_listing_is_the_same_for_a_seed_and_another_for_another(tmp_path: Path) -> None:
    def rows(seed: int, folder: str) -> list[object]:
        world = World(seed, tables={}, directory=tmp_path / folder)
        answer, _ = Replica(world, Catalogue.of((SPEC,)), EMPTY).answer(SPEC, {"AGE": "22"})
        return list(answer.records)

    assert rows(7, "a") == rows(7, "b") != rows(8, "c")


def test_a_listing_follows_its_tools_fields_and_is_never_stale() -> None:
    common = EMPTY.common("dart")
    rules, table = declare(SPEC, common)
    _, other = declare(replace(SPEC, fields=SPEC.fields[:3]), common)
    assert rules.fidelity == "name_match"
    assert table.name != other.name
    bare = replace(SPEC, params=SPEC.params[3:])
    assert declare(bare, common)[0].fidelity == "listing_only"
    assert table.persons == "fictional"


LETTERS = Table(
    "letters",
    (Column("letter"), Column("place", "int")),
    rows=lambda world: ((chr(65 + n), n) for n in range(26)),
    key=("letter",),
)
TOOL = replace(
    SPEC,
    params=(Param("letter", "letter"), *SPEC.params[-2:]),
    fields=(Field("letter"), Field("at.place", type="integer", shape="int"), Field("asked")),
)


def alphabet(tmp_path: Path, **row: object) -> Replica:
    declared = load_replica(
        {
            TOOL.name: {
                "from": "letters",
                "columns": {"asked": "@letter"},
                "where": {"letter": {"op": "in", "unknown": "101"}},
                **row,
            }
        }
    )
    world = World(1, tables={"letters": LETTERS}, directory=tmp_path)
    return Replica(world, Catalogue.of((TOOL,)), declared)


def test_fields_nest_and_arguments_echo(tmp_path: Path) -> None:
    answer, _ = alphabet(tmp_path).answer(TOOL, {"letter": "B,Z"})
    assert list(answer.records) == [
        {"letter": "B", "at": {"place": 1}, "asked": "B,Z"},
        {"letter": "Z", "at": {"place": 25}, "asked": "B,Z"},
    ]


def test_a_value_that_occurs_nowhere_may_be_an_error(tmp_path: Path) -> None:
    answer, _ = alphabet(tmp_path).answer(TOOL, {"letter": "가"})
    assert (answer.status, answer.code) == (Status.STRUCTURAL, "101")


@pytest.mark.parametrize(
    ("page", "args", "letters", "total"),
    [
        ({"default": 4}, {}, "ABCD", 26),
        ({"default": 4}, {"page_no": "7"}, "YZ", 26),
        ({"default": 4}, {"page_no": "8"}, "", None),
        ({"default": 4, "beyond": "clamp"}, {"page_no": "99"}, "YZ", 26),
        ({"max": 3}, {"page_count": "9"}, "ABC", 26),
        ({"max": 3, "over": "100"}, {"page_count": "9"}, None, None),
        ({"beyond": "100"}, {"page_no": "99"}, None, None),
    ],
)
def test_pages(tmp_path: Path, page: object, args: dict[str, str], letters: object, total: object):
    answer, _ = alphabet(tmp_path, page=page).answer(TOOL, args)
    if letters is None:
        assert (answer.status, answer.code) == (Status.STRUCTURAL, "100")
    else:
        assert "".join(str(record["letter"]) for record in answer.records) == letters
        assert answer.total == total


def test_a_limit_is_silent(tmp_path: Path) -> None:
    limited = alphabet(tmp_path, limit=5)
    assert len(limited.answer(TOOL, {})[0].records) == 5
    paged = alphabet(tmp_path, limit=5, page={"default": 4})
    answer, _ = paged.answer(TOOL, {"page_no": "2"})
    assert (len(answer.records), answer.total) == (1, 5)


def test_a_declaration_that_does_not_fit_is_found(tmp_path: Path) -> None:
    wrong = alphabet(
        tmp_path,
        where={"nobody": {"column": "nothing"}},
        columns={"asked": "place|coma", "ghost": "=x"},
        order={"by": ["-size"]},
    )
    faults = "\n".join(wrong.check(TOOL))
    for word in ("nobody", "nothing", "size", "ghost", "coma"):
        assert word in faults
    assert alphabet(tmp_path).check(TOOL) == ()


def test_only_endpoints_are_answered(listing: Replica) -> None:
    with pytest.raises(UsageError, match="view"):
        listing.answer(replace(SPEC, kind="view", endpoint=None), {})


def test_unknown_hosts_and_services_are_refused(listing: Replica) -> None:
    nowhere = HttpRequest("GET", "example.kr", (b"api",))
    assert listing.respond(nowhere).status == 421
    key = ((b"crtfc_key", b"k" * 40),)
    service = HttpRequest("GET", "opendart.fss.or.kr", (b"api", b"nothing.json"), key)
    reply = listing.respond(service)
    assert (reply.status, b'"101"' in reply.body) == (200, True)
