"""법제처 공유서비스: the lists of 국가법령정보센터 once more, of what is in force."""

from __future__ import annotations

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.compile import PACKAGE, read_platform
from kopa_env.outcome import Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, load_replica
from kopa_env.world import World

TOOLS, ABOUT, SEMANTICS = read_platform(PACKAGE / "platforms" / "moleg")
DECLARED: ReplicaSpec = load_replica(SEMANTICS)


@pytest.fixture(scope="module")
def shared(world: World) -> Replica:
    """A replica of this platform alone."""
    assert ABOUT is not None
    return Replica(world, Catalogue.of(tuple(TOOLS), (ABOUT,)), DECLARED)


def _ask(shared: Replica, name: str, **args: str) -> ToolResult:
    return shared.answer(shared.catalogue[name], args)[0]


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_a_declaration_fits_its_tool_and_table(shared: Replica, name: str) -> None:
    assert shared.check(shared.catalogue[name]) == ()
    assert DECLARED[name].table.startswith("law_")


@pytest.mark.parametrize(
    ("name", "total"),
    [
        ("moleg_statutes", 5_603),
        ("moleg_administrative_rules", 24_132),
        ("moleg_interpretations", 8_804),
        ("moleg_constitutional_decisions", 38_638),
    ],
)
def test_a_star_lists_all_that_the_platform_counts(shared: Replica, name: str, total: int) -> None:
    found = _ask(shared, name, query="*")
    assert (found.total, len(found.records)) == (total, 10)


def test_a_word_finds_names_and_none_is_refused(shared: Replica) -> None:
    found = _ask(shared, "moleg_statutes", query="보행길안전법", numOfRows="100")
    assert [r["법령명한글"] for r in found.records] == [
        "보행길안전법",
        "보행길안전법 시행규칙",
        "보행길안전법 시행령",
    ]
    assert {r["현행연혁코드"] for r in found.records} == {"현행"}
    assert found.records[0]["법령ID"] == "020001"
    assert _ask(shared, "moleg_statutes").code == "11"
    assert _ask(shared, "moleg_statutes", query="없는이름").status is Status.EMPTY


def test_pages_cover_a_list_once(shared: Replica) -> None:
    seen: list[str] = []
    total = _ask(shared, "moleg_treaties", query="*").total or 0
    for page in range(1, total // 100 + 2):
        rows = _ask(shared, "moleg_treaties", query="*", numOfRows="100", pageNo=str(page))
        seen += [str(r["조약일련번호"]) for r in rows.records]
    assert len(seen) == len(set(seen)) == total
