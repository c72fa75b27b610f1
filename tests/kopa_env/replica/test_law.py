"""국가법령정보센터: what a list finds, a text opens; filters and pages do what they say."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.compile import PACKAGE, read_platform
from kopa_env.outcome import JSON, Reason, Record, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, load_replica
from kopa_env.world import World
from kopa_env.world.world import Condition

TOOLS, ABOUT, SEMANTICS = read_platform(PACKAGE / "platforms" / "law")
DECLARED: ReplicaSpec = load_replica(SEMANTICS)
EXAMPLE = "보행길안전법"


@pytest.fixture(scope="module")
def law(world: World) -> Replica:
    """A replica of this platform alone."""
    assert ABOUT is not None
    return Replica(world, Catalogue.of(tuple(TOOLS), (ABOUT,)), DECLARED)


def _ask(law: Replica, name: str, **args: str) -> ToolResult:
    spec = law.catalogue[f"law_{name}"]
    fixed = {p.wire_name: str(p.default) for p in spec.params if p.default is not None}
    return law.answer(spec, {**fixed, **args})[0]


def _rows(law: Replica, name: str, **args: str) -> list[Record]:
    found = _ask(law, name, **args)
    assert found.status is Status.OK, (name, args, found.message)
    return list(found.records)


def _one(law: Replica, name: str, **args: str) -> Record:
    (row,) = _rows(law, name, **args)
    return row


def _at(record: JSON, path: str) -> Any:
    for key in path.split("."):
        assert isinstance(record, dict), path
        record = record[key]
    return record


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_a_declaration_fits_its_tool_and_table(law: Replica, name: str) -> None:
    assert law.check(law.catalogue[name]) == ()


def test_every_tool_is_declared() -> None:
    assert [name for name in DECLARED if DECLARED[name].table == "listing"] == []
    assert {t.name for t in TOOLS if t.endpoint is not None} <= set(DECLARED)


def test_the_page_on_links_counts_the_ordinances(law: Replica) -> None:
    text = str(_rows(law, "statute_ordinance_links_page")[0]["본문"])
    linked = law.world.select("law_ordinances", [Condition("state", "eq", "현행")])[0]
    linked = [row for row in linked if row["law_id"]]
    acts = {row["law_id"] for row in linked}
    assert f"법률 {len(acts):,}건, 연계된 자치법규 {len(linked):,}건" in text
    _, _, ministries = text.partition("소관부처별 현황\n")
    ministries, _, governments = ministries.partition("자치단체별 현황\n")
    counts = [int(n.replace(",", "")) for n in re.findall(r"자치법규 ([\d,]+)건", ministries)]
    assert sum(counts) == len(linked)
    assert counts == sorted(counts, reverse=True)
    _, _, most = governments.partition("연계된 자치법규가 많은 법률\n")
    name, _, count = most.splitlines()[0].rpartition(" ")
    found = _ask(law, "ordinances_linked_to_statutes", query=name, display="100")
    assert f"{found.total:,}건" == count


# ---- lists -------------------------------------------------------------------------------------


def test_every_statute_in_force_is_listed_once_over_all_pages(law: Replica) -> None:
    seen: list[str] = []
    page = 1
    while True:
        found = _ask(law, "statutes", query="*", display="100", page=str(page))
        if found.status is Status.EMPTY:
            break
        assert found.total == 5_603
        assert len(found.records) <= 100
        seen += [str(r["법령ID"]) for r in found.records]
        page += 1
    assert len(seen) == len(set(seen)) == 5_603
    assert len(_rows(law, "statutes", query="*")) == 20
    assert len(_rows(law, "statutes", query="*", display="500")) == 100


def test_words_of_a_name_find_it_whatever_the_blanks(law: Replica) -> None:
    names = {str(r["법령명한글"]) for r in _rows(law, "statutes", query="보행길", display="100")}
    assert EXAMPLE in names
    assert all("보행길" in name for name in names)
    assert _ask(law, "statutes", query="보행 길안전").total == 3
    assert _ask(law, "statutes", query=f'"{EXAMPLE}"').total == 1
    assert _ask(law, "statutes", query="안전법 보행길").total == 3
    inside = _ask(law, "statutes", query="과징금", search="2")
    assert (inside.total or 0) > 100 > (_ask(law, "statutes", query="과징금").total or 0)


@pytest.mark.parametrize(
    ("name", "args", "column", "fits"),
    [
        ("statutes", {"ancYd": "20240101~20241231"}, "공포일자", "2024"),
        ("statutes", {"efYd": "20230101~20231231"}, "시행일자", "2023"),
        ("statutes", {"org": "1613000"}, "소관부처코드", "1613000"),
        ("statutes", {"rrClsCd": "300203"}, "제개정구분명", "전부개정"),
        ("statutes", {"knd": "A0002"}, "법령구분명", "법률"),
        ("statutes_by_effective_date", {"nw": "2"}, "현행연혁코드", "시행예정"),
        ("statutes_by_effective_date", {"LID": "020001"}, "법령ID", "020001"),
        ("administrative_rules", {"nw": "2"}, "현행연혁구분", "연혁"),
        ("administrative_rules", {"prmlYd": "20240101~20241231"}, "발령일자", "2024"),
        ("ordinances", {"knd": "30002"}, "자치법규종류", "규칙"),
        ("ordinances", {"org": "6110000", "sborg": "3220000"}, "지자체기관명", "서울특별시 강남구"),
        ("precedents", {"curt": "대법원"}, "법원명", "대법원"),
        ("precedents", {"datSrcNm": "국세법령정보시스템"}, "데이터출처명", "국세법령정보시스템"),
        ("treaties", {"cls": "1"}, "조약구분명", "양자조약"),
        ("statute_annexes", {"knd": "1"}, "별표종류", "별표"),
    ],
)
def test_a_filter_keeps_what_it_says(
    law: Replica, name: str, args: dict[str, str], column: str, fits: str
) -> None:
    whole, part = _ask(law, name).total, _ask(law, name, **args)
    assert 0 < (part.total or 0) < (whole or 0)
    assert all(fits in str(r[column]) for r in part.records)


def test_either_ministry_finds_a_statute_of_two(law: Replica, world: World) -> None:
    shared = (r for r in world.rows("law_statutes") if "," in str(r["ministry_code"]))
    row = next(r for r in shared if r["current"])
    for org in str(row["ministry_code"]).split(","):
        found = _rows(law, "statutes", query=f'"{row["name"]}"', org=org)
        assert [r["소관부처코드"] for r in found] == [row["ministry_code"]]


@pytest.mark.parametrize(
    ("name", "code", "column", "down"),
    [
        ("statutes", "ddes", "공포일자", True),
        ("statutes", "dasc", "공포일자", False),
        ("statutes", "efdes", "시행일자", True),
        ("statutes", "nasc", "공포번호", False),
        ("ordinances", "ldes", "자치법규명", True),
        ("precedents", "dasc", "선고일자", False),
    ],
)
def test_a_sort_code_orders_the_rows(
    law: Replica, name: str, code: str, column: str, down: bool
) -> None:
    values = [str(r[column]) for r in _rows(law, name, sort=code, display="100")]
    assert values == sorted(values, reverse=down)
    first = _rows(law, name, sort=code, display="100")
    assert first[20:40] == _rows(law, name, sort=code, display="20", page="2")


# ---- texts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "read", "keys", "same"),
    [
        (
            "statutes",
            "statute_text",
            {"MST": "법령일련번호", "ID": "법령ID"},
            {"법령명한글": "기본정보.법령명_한글", "공포일자": "기본정보.공포일자"},
        ),
        (
            "administrative_rules",
            "administrative_rule_text",
            {"ID": "행정규칙일련번호", "LID": "행정규칙ID"},
            {"행정규칙명": "행정규칙기본정보.행정규칙명", "발령번호": "행정규칙기본정보.발령번호"},
        ),
        (
            "ordinances",
            "ordinance_text",
            {"MST": "자치법규일련번호", "ID": "자치법규ID"},
            {"자치법규명": "자치법규기본정보.자치법규명", "공포일자": "자치법규기본정보.공포일자"},
        ),
        (
            "precedents",
            "precedent_text",
            {"ID": "판례일련번호"},
            {"사건명": "사건명", "사건번호": "사건번호"},
        ),
        (
            "constitutional_decisions",
            "constitutional_decision_text",
            {"ID": "헌재결정례일련번호"},
            {"사건번호": "사건번호"},
        ),
        (
            "interpretations",
            "interpretation_text",
            {"ID": "법령해석례일련번호"},
            {"안건명": "안건명"},
        ),
        (
            "administrative_appeals",
            "administrative_appeal_text",
            {"ID": "행정심판재결례일련번호"},
            {"사건명": "사건명", "사건번호": "사건번호"},
        ),
        ("fair_trade_decisions", "fair_trade_decision_text", {"ID": "결정문일련번호"}, {}),
        ("treaties", "treaty_text", {"ID": "조약일련번호"}, {"조약명": "조약기본정보.조약명_한글"}),
    ],
)
def test_what_a_list_finds_a_text_opens(
    law: Replica, listed: str, read: str, keys: dict[str, str], same: dict[str, str]
) -> None:
    for row in _rows(law, listed, display="10", page="3"):
        texts = [_one(law, read, **{key: str(row[field])}) for key, field in keys.items()]
        for text in texts:
            assert text == texts[0]
            for field, path in same.items():
                assert str(_at(text, path)) == str(row[field]), field


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("statute_text", {"MST": "999999"}),
        ("statute_text", {"ID": "999999"}),
        ("statute_text", {"LM": "없는법"}),
        ("ordinance_text", {"ID": "999"}),
        ("precedent_text", {"ID": "999"}),
        ("fair_trade_decision_text", {"ID": "없음"}),
    ],
)
def test_what_nobody_has_is_answered_by_the_sentence(
    law: Replica, name: str, args: dict[str, str]
) -> None:
    found = _ask(law, name, **args)
    assert (found.status, found.reason) == (Status.STRUCTURAL, Reason.UNKNOWN_ID)


def test_a_serial_number_goes_before_an_id_and_an_id_before_a_name(law: Replica) -> None:
    other = next(r for r in _rows(law, "statutes", query="보행길") if r["법령명한글"] != EXAMPLE)
    mst, name = str(other["법령일련번호"]), str(other["법령명한글"])
    by_mst = _one(law, "statute_text", MST=mst, ID="020001", LM=EXAMPLE)
    assert _at(by_mst, "기본정보.법령명_한글") == name
    by_id = _one(law, "statute_text", ID="020001", LM=name)
    assert _at(by_id, "기본정보.법령명_한글") == EXAMPLE


def test_a_statute_as_of_a_day_is_the_version_of_that_day(law: Replica) -> None:
    """The chain of a task: versions, the one in force on a day, one article of it."""
    steps = _rows(law, "statutes_by_effective_date", LID="020001", sort="efasc", display="100")
    assert [r["현행연혁코드"] for r in steps].count("현행") == 1
    for step in steps[:4]:
        day = str(step["시행일자"])
        text = _one(law, "statute_text_by_effective_date", ID="020001", efYd=day)
        assert _at(text, "기본정보.공포번호") == step["공포번호"]
    article = _one(
        law, "statute_article_by_effective_date", ID="020001", efYd="20260101", JO="000200"
    )
    units = _at(article, "조문.조문단위")
    assert units[-1]["조문제목"] == "정의"
    item = _one(law, "statute_article", ID="020001", JO="000200", HO="000300")
    assert [h["호번호"] for p in _at(item, "조문.조문단위")[-1]["항"] for h in p["호"]] == ["3."]


def test_an_article_leads_to_its_history_and_to_what_carries_it_out(law: Replica) -> None:
    history = _rows(law, "article_change_history", ID="020001", JO="000500", display="100")
    assert history[0]["법령정보"]["제개정구분명"] == "제정"
    delegated = _at(_one(law, "statute_delegations", ID="020001"), "법령.위임조문정보")
    decree = next(
        target
        for entry in delegated
        for target in entry["위임정보"]
        if target["위임구분"] == "시행령"
    )
    below = _one(law, "statute_text", MST=decree["위임법령일련번호"])
    assert _at(below, "기본정보.법령명_한글") == decree["위임법령제목"] == f"{EXAMPLE} 시행령"
    tree = _one(law, "statute_hierarchy", ID="020001")
    assert _at(tree, "상하위법.법률.시행령.기본정보.법령일련번호") == decree["위임법령일련번호"]
    tiers = _one(law, "three_tier_comparison", ID="020001", knd="2")
    assert _at(tiers, "기본정보.시행령명") == f"{EXAMPLE} 시행령"
    assert len(_at(tiers, "위임조문삼단비교.법률조문")) >= 5


def test_a_judgment_leads_to_the_judgments_that_it_cites(law: Replica) -> None:
    followed = 0
    for row in _rows(law, "precedents", curt="대법원", datSrcNm="대법원", display="30"):
        text = _one(law, "precedent_text", ID=str(row["판례일련번호"]))
        for number in re.findall(r"선고 (\S+?) 판결", str(text["참조판례"])):
            cited = _one(law, "precedents", nb=number)
            assert _one(law, "precedent_text", ID=str(cited["판례일련번호"]))["사건번호"] == number
            followed += 1
    assert followed > 20


def test_amendments_of_a_day_are_found_by_day_and_by_statute(law: Replica) -> None:
    day = _ask(law, "article_revisions_by_day", regDt="20260127")
    month = _ask(law, "article_revisions_by_day", fromRegDt="20260101", toRegDt="20260131")
    own = _ask(law, "article_revisions_by_day", ID="020001")
    assert 0 < (day.total or 0) < (month.total or 0)
    assert own.total
    assert _ask(law, "article_revisions_by_day").status is Status.STRUCTURAL
    changed = _ask(law, "statute_changes_by_day", regDt="20260127")
    assert (changed.total or 0) >= (day.total or 0)


def test_ordinances_lead_to_their_act_and_back(law: Replica) -> None:
    linked = _rows(law, "ordinances_linked_to_statutes", query=EXAMPLE)
    if linked:
        text = _one(law, "ordinance_text", MST=str(linked[0]["자치법규일련번호"]))
        assert f"「{EXAMPLE}」" in text["조문"]["조"][0]["조내용"]
    back = _rows(law, "statutes_linked_to_ordinances", query="사용료")
    assert all(r["법령ID"] for r in back)


def test_lists_of_ministries_are_their_own(law: Replica) -> None:
    labor = _rows(law, "labor_interpretations", display="50")
    land = _rows(law, "land_transport_interpretations", display="50")
    assert {r["해석기관명"] for r in labor} == {"가람노동부"}
    assert {r["해석기관명"] for r in land} == {"가람국토부"}
    other = str(land[0]["법령해석일련번호"])
    assert _ask(law, "labor_interpretation_text", ID=other).reason is Reason.UNKNOWN_ID


def test_terms_lead_to_articles_and_everyday_words(law: Replica) -> None:
    term = _one(law, "legal_to_everyday_terms", query="보행길사업자")
    word = str(term["연계용어"][0]["일상용어명"])
    back = _rows(law, "everyday_to_legal_terms", query=word)
    assert "보행길사업자" in [t["법령용어명"] for r in back for t in r["연계용어"]]
    assert _one(law, "term_definition", query="보행길사업자")["법령용어명_한글"] == "보행길사업자"
    articles = _one(law, "articles_of_term", query="보행길사업자")["연계법령"]
    own = next(a for a in articles if a["법령명"] == EXAMPLE and a["조번호"] == "2")
    terms = _one(law, "terms_of_article", query=EXAMPLE, JO="000200")
    assert terms["조문내용"] == own["조문내용"]
