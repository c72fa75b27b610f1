"""Parts of Phase B: reducers, listings, the mix, and the words for every tool."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from walking import WORLD, edge, ground

from kopa_env.catalogue import Catalogue
from kopa_env.episode.values import read_number
from kopa_env.outcome import Reason, ToolResult
from kopa_env.sources.named import open_source
from kopa_synth.queries.brief import Pattern, Pick, Thing
from kopa_synth.queries.brief import Test as Compared
from kopa_synth.walk.listing import Lister, Recent, turned
from kopa_synth.walk.mix import PAPER, quotas, spared
from kopa_synth.walk.playing import chosen, grouped, narrowed
from kopa_synth.walk.reducers import choices, conditions, round_figure
from kopa_synth.walk.trajectory import GROUPED, Choice, Group, Leg, Where
from kopa_synth.walk.vocabulary import FieldWord, Kind, ToolWord, Vocabulary, _document
from kopa_synth.walk.walker import _is_piled, kind_of

WORD = ToolWord(
    "tool",
    Thing("학교", "곳", "어디"),
    "name",
    (),
    {},
    {
        "n": FieldWord("n", "학생 수", "measure", "명"),
        "day": FieldWord("day", "개교일", "date"),
        "kind": FieldWord("kind", "설립", "category", values={"공립": "공립", "사립": "사립"}),
    },
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.text("가나다라", min_size=1, max_size=3),
            "n": st.one_of(st.integers(0, 9), st.just("-"), st.just("1,234")),
            "day": st.dates().map(str),
            "kind": st.sampled_from(["공립", "사립", "국립", ""]),
        }
    ),
    min_size=1,
    max_size=12,
)


@given(ROWS, st.integers(1, 4), st.integers())
def test_a_choice_leaves_rows_that_no_tie_decides(
    rows: list[dict[str, object]], k: int, seed: int
) -> None:
    for choice in choices(rows, WORD, Random(seed), k):
        left = chosen(rows, choice)
        assert len(left) == k < len(rows)
        if choice.op in (Pick.MAX, Pick.TOP):
            numbers = [read_number(row["n"]) for row in left]
            others = [read_number(row["n"]) for row in rows if row not in left]
            assert sorted(numbers, reverse=True) == numbers
            assert all(o is None or o < numbers[-1] for o in others)


def test_a_tie_at_the_border_or_in_the_order_leaves_nothing() -> None:
    rows = [{"n": 5}, {"n": 7}, {"n": 5}]
    assert chosen(rows, Choice(Pick.MAX, "n")) == [{"n": 7}]
    assert chosen(rows, Choice(Pick.TOP, "n", 2)) == []
    assert chosen(rows, Choice(Pick.MIN, "n")) == []
    assert chosen([{"n": "-"}], Choice(Pick.MAX, "n")) == []


@given(ROWS, st.integers())
def test_conditions_use_known_words_and_figures(rows: list[dict[str, object]], seed: int) -> None:
    for where in conditions(rows, WORD, Random(seed)):
        assert where.column in WORD.fields
        if where.column == "kind":
            assert where.value in ("공립", "사립")
        leg = Leg("tool", WORD.thing, where=(where,))
        assert len(narrowed(leg, rows)) <= len(rows)


def test_a_condition_may_be_kept_off_a_column() -> None:
    rows = [{"n": i, "day": f"2024-01-{i + 1:02}", "kind": "공립"} for i in range(9)]
    found = list(conditions(rows, WORD, Random(1), avoid=("n", "day")))
    assert {where.column for where in found} <= {"kind"}


@given(st.integers(1, 10**12))
def test_round_figures_are_ones_people_say(number: int) -> None:
    figure = round_figure(number)
    assert 0 < figure <= number < figure * 2.01
    assert str(figure).rstrip("0") in {"1", "2", "3", "5"}


def test_rows_are_grouped_and_summed() -> None:
    rows = [{"p": "가", "n": "1,000"}, {"p": "나", "n": 5}, {"p": "가", "n": "-"}]
    assert grouped(rows, Group("p", "sum", "n")) == [
        {"p": "가", GROUPED: 1000},
        {"p": "나", GROUPED: 5},
    ]
    assert grouped(rows, Group("p", "count"))[0] == {"p": "가", GROUPED: 2}


@pytest.mark.parametrize(
    ("values", "kind"), [(1, "SEQ"), (2, "FAN"), (5, "FAN"), (6, "DRV"), (224_958, "DRV")]
)
def test_a_junction_is_a_kind_by_its_values(values: int, kind: str) -> None:
    assert kind_of(values, 5) == kind


# ---- listings ----------------------------------------------------------------------------------


def test_a_listing_holds_the_rows_of_all_pages_in_order() -> None:
    g = ground()
    listing = Lister(g.catalogue, g.source).all("assembly_bill_search", {"AGE": "22"})
    assert listing is not None
    total = g.source.call(g.catalogue["assembly_bill_search"], {"AGE": "22"}).total
    assert len(listing.rows) == total
    assert [page.get("pIndex") for page in listing.pages] == [
        None,
        *range(2, len(listing.pages) + 1),
    ]
    assert len({row["BILL_ID"] for row in listing.rows}) == total


def test_a_listing_that_is_too_long_fails_or_is_refused_is_none() -> None:
    g = ground()
    lister = Lister(g.catalogue, g.source, pages=2)
    assert lister.all("assembly_bill_search", {"AGE": "22"}) is None
    assert lister.all("assembly_bill_search", {}) is None  # AGE is required
    assert lister.all("assembly_bill_search", {"AGE": "22", "BILL_ID": "PRC_NONE"}) is None


def test_a_listing_is_asked_for_once() -> None:
    g = ground()
    lister = Lister(g.catalogue, g.source)
    lister.all("assembly_committees", {})
    before = lister.calls
    lister.all("assembly_committees", {})
    assert lister.calls == before


def test_pages_by_row_numbers_are_turned_too() -> None:
    paging = Catalogue.load()["seoul_bike_stations_live"].paging
    assert paging is not None
    assert paging.mode == "range"
    first, second = turned(paging, 0), turned(paging, 1)
    assert second[paging.page] == first[paging.size] + 1


def test_what_is_remembered_is_bounded_by_rows() -> None:
    held: Recent[str] = Recent(rows=10)
    for name, rows in (("a", 4), ("b", 4)):
        held.keep(name, name, rows)
    held.take("a")
    held.keep("c", "c", 4)
    assert "b" not in held
    assert held.take("a") == "a"
    held.keep("huge", "huge", 50)
    assert "huge" in held
    assert "a" not in held


def test_a_failing_service_is_no_listing() -> None:
    g = ground()

    class Down:
        def call(self, spec: object, args: object) -> ToolResult:
            return ToolResult.error(Reason.TIMEOUT, "slow")

    assert Lister(g.catalogue, Down()).all("assembly_committees", {}) is None  # type: ignore[arg-type]


# ---- mix ---------------------------------------------------------------------------------------


@given(st.integers(7, 5000))
def test_quotas_add_up_and_keep_the_papers_proportions(tasks: int) -> None:
    found = quotas(tasks)
    assert sum(found.values()) == tasks
    assert all(n >= 1 for n in found.values())
    if tasks >= 1000:
        total = sum(PAPER.values())
        assert all(abs(found[k] - PAPER[k] * tasks / total) <= 1 for k in PAPER)
    assert all(n > found[kind] for kind, n in spared(found, 0.5).items())


def test_the_papers_own_number_gives_the_papers_own_mix() -> None:
    assert quotas(1781) == dict(PAPER)
    with pytest.raises(ValueError, match="7 kinds"):
        quotas(6)


# ---- words -------------------------------------------------------------------------------------


@pytest.mark.parametrize("platform", ["assembly", "edudata"])
def test_words_are_for_tools_fields_and_arguments_that_exist(platform: str) -> None:
    catalogue = Catalogue.load()
    document = _document(platform)
    columns = {f.path for name in catalogue.names(platform) for f in catalogue[name].fields}
    for tool, row in document["tools"].items():
        spec = catalogue[tool]
        paths = {f.path for f in spec.fields}
        assert row.get("name", "") in {"", *paths}, tool
        assert set(row.get("fields", {})) <= paths, tool
        assert set(row.get("kinds", {})) <= paths, tool
        assert set(row.get("omit", ())) <= paths, tool
        assert all(spec.param(name) for name in row.get("free", ())), tool
    assert set(document["fields"]) <= columns
    for way in document["ways"]:
        assert all(catalogue[tool] for tool in (*way["to"], *way.get("source", ())))
        assert any(catalogue[tool].param(name) for tool in way["to"] for name in way["by"])


def test_arguments_that_are_said_hold_in_the_replica() -> None:
    g = ground()
    lister = Lister(g.catalogue, open_source("replica", g.catalogue, seed=WORLD))
    words = Vocabulary(g.catalogue)
    era = words.param("assembly_bills_processed", "AGE")
    place = words.param("edudata_school_overview", "ctpvNm")
    assert era is not None
    assert place is not None
    assert lister.all("assembly_bills_processed", {"AGE": "22"})
    for raw in place.values:
        assert lister.all("edudata_school_overview", {"crtrYr": "2024", "ctpvNm": raw}), raw


def test_only_like_is_the_same_as_like() -> None:
    words = Vocabulary(Catalogue.load())
    bills = edge("assembly_plenary_votes", "assembly_bill_detail", ("BILL_ID", "BILL_ID"))
    voters = edge("assembly_roll_call", "assembly_bill_detail", ("BILL_ID", "BILL_ID"))
    way = words.way(bills)
    assert way is not None
    assert way.same
    assert words.way(voters) is None


def test_a_way_that_nobody_would_ask_by_is_taken_seldom() -> None:
    words = Vocabulary(Catalogue.load())
    detail = edge("assembly_plenary_votes", "assembly_bill_detail", ("BILL_ID", "BILL_ID"))
    pending = edge(
        "assembly_plenary_votes",
        "assembly_committee_members",
        ("DEPT_CD", "CURR_COMMITTEE_ID"),
    )
    near, far = words.way(detail), words.way(pending)
    assert near is not None
    assert far is not None
    assert far.via == "위원회"
    assert 0 < far.often < 0.1 < near.often == 1.0


def test_tools_nobody_wrote_words_for_are_spoken_of_in_their_catalogues() -> None:
    words = Vocabulary(Catalogue.load())
    word = words.tool("dart_company")
    assert word is not None
    assert word.thing.noun
    assert word.fields
    assert all("(" not in field.label for field in word.fields.values())
    link = edge("dart_find_corp_code", "dart_company", ("corp_code", "corp_code"))
    assert words.way(link) is not None


def test_conditions_that_are_a_kind_change_the_noun() -> None:
    school = Vocabulary(Catalogue.load()).tool("edudata_school_overview")
    assert school is not None
    assert school.kinds["scsmTypeNm"]["일반고등학교"] == "일반고"
    where = Where("scsmTypeNm", Compared.EQ, "일반고등학교")
    rows = [{"scsmTypeNm": "중학교"}, {"scsmTypeNm": "일반고등학교"}]
    assert narrowed(Leg("t", school.thing, kind_of=(where,)), rows) == rows[1:]


def test_the_graph_is_walked_along_sure_edges_only() -> None:
    from kopa_synth.graph import Graph
    from kopa_synth.walk.walker import Walker

    g = ground()
    sure = edge("assembly_members", "assembly_committees", ("COMMITTEE_NAME", "CMIT_NM"))
    never = edge(
        "assembly_petition_receipts",
        "assembly_petition_detail",
        ("PTT_ID", "PTT_ID"),
        successes=0,
    )
    parts = g.materials()
    walker = Walker(
        Graph(g.tools, [sure, never]), g.catalogue, parts.words, parts.lister, g.preset, g.tools
    )
    assert {e.id for found in walker._from.values() for e, _ in found} == {sure.id}


def test_kinds_are_named_as_in_the_paper() -> None:
    assert {str(kind) for kind in Pattern} == {"SEQ", "FAN", "DRV", "SEM", "CMP", "COND", "MIXED"}


def test_figures_are_not_piled_on_figures() -> None:
    def word(label: str, kind: Kind) -> FieldWord:
        return FieldWord(label, label, kind)

    pupils, special = word("학생 수", "measure"), word("특수학급 학생 수", "measure")
    day, outcome = word("제안일", "date"), word("처리 결과", "category")
    assert _is_piled(special, pupils)
    assert _is_piled(day, day)
    assert not _is_piled(outcome, pupils)
    assert not _is_piled(day, pupils)


def test_words_say_what_nobody_asks() -> None:
    words = Vocabulary(Catalogue.load())
    votes = words.tool("assembly_plenary_votes")
    schools = words.tool("edudata_students_by_grade")
    party = words.param("assembly_members", "POLY_NM")
    firm = words.way(
        edge(
            "assembly_secretariat_large_contracts",
            "assembly_secretariat_private_contracts",
            ("CTR_OJ_NM", "CTR_OJ_NM"),
        )
    )
    assert votes is not None
    assert votes.fields["NO_TCNT"].late == ("제안일",)
    assert not votes.fields["NO_TCNT"].decides
    assert schools is not None
    assert schools.fields["fstuNope"].told == "여자"
    assert party is not None
    assert list(party.unlike) == ["무소속"]
    assert firm is not None
    assert firm.single
