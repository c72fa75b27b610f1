"""Ordinances, administrative rules and rules of institutions: fictional, and tied to the acts."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.law.calendar import TODAY
from kopa_env.world.law.rulebook import INSTITUTION_RULES, RULES
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)
Row = dict[str, Any]
_SLOT = re.compile(r"[{}]|[가-힣]\((?:은|는|이|가|을|를|와|과|로|으로|란|이란)\)")
_CITED = re.compile(r"「([^」]+)」 제(\d+)조(?:의(\d+))?")


@pytest.fixture(scope="module", params=SEEDS)
def seed(request: pytest.FixtureRequest) -> int:
    """Every seed; those but the first belong to the slow gate."""
    return int(request.param)


@pytest.fixture(scope="module")
def law(cache: object, seed: int) -> Iterator[World]:
    """The world of a seed."""
    made = World(seed)
    yield made
    made.close()


@pytest.fixture(scope="module")
def ordinances(law: World) -> list[Row]:
    """Every row of the list of ordinances."""
    return list(law.rows("law_ordinances"))


@pytest.fixture(scope="module")
def rules(law: World) -> list[Row]:
    """Every row of the list of administrative rules."""
    return list(law.rows("law_rules"))


def _rows(world: World, table: str, **where: Any) -> list[Row]:
    return world.select(table, [Condition(k, "eq", v) for k, v in where.items()])[0]


def _spread(rows: list[Row], count: int) -> list[Row]:
    return [rows[len(rows) * n // count] for n in range(count)]


def _stands(world: World, text: str) -> int:
    """Check that articles cited of fictional acts are there; return how many are cited."""
    seen = 0
    for name, number, branch in _CITED.findall(text):
        found = _rows(world, "law_texts", law_name=name)
        if found and json.loads(found[0]["units"]):
            codes = {u["조문키"][:6] for u in json.loads(found[0]["units"])}
            assert f"{int(number):04d}{int(branch or 0):02d}" in codes, text[:80]
            seen += 1
    return seen


# ---- ordinances ------------------------------------------------------------------------------


def test_there_are_as_many_ordinances_as_in_life(ordinances: list[Row]) -> None:
    current = [r for r in ordinances if r["state"] == "현행"]
    assert 100_000 < len(current) < 140_000
    names = {(r["government"], r["ordinance"]) for r in current}
    assert len(names) == len(current)
    known = {r["name"] for r in fact_rows("local_governments")}
    assert {r["government"] for r in current} == known
    kinds = Counter(r["kind"] for r in current)
    assert kinds["조례"] > 3 * kinds["규칙"] > 0
    assert len({r["ordinance_mst"] for r in ordinances}) == len(ordinances)
    assert all(r["promulgated"] <= r["effective"] for r in ordinances)
    assert all(r["promulgated"] <= TODAY for r in ordinances)


def test_an_ordinance_reads_the_same_by_id_and_by_serial_number(
    law: World, ordinances: list[Row]
) -> None:
    for row in _spread([r for r in ordinances if r["state"] == "현행"], 60):
        text = _rows(law, "law_ordinance_texts", ordinance_mst=row["ordinance_mst"])[0]
        assert text == _rows(law, "law_ordinance_texts", ordinance_id=row["ordinance_id"])[0]
        for name in ("ordinance", "government", "promulgated", "number", "change"):
            assert text[name] == row[name], name
        articles = json.loads(text["articles"])
        assert [int(a["조문번호"]) // 100 for a in articles] == [*range(1, len(articles) + 1)]
        whole = "\n".join([*(a["조내용"] for a in articles), text["orders"], text["addendum"]])
        assert not _SLOT.search(whole), row["ordinance"]
    assert _rows(law, "law_ordinance_texts", ordinance_id="9") == []


def test_an_ordinance_under_an_act_cites_what_leaves_it_to_ordinances(
    law: World, ordinances: list[Row]
) -> None:
    under = [r for r in ordinances if r["style"] == "위임" and r["state"] == "현행"]
    assert len(under) > 10_000
    for row in _spread(under, 25):
        act = _rows(law, "law_statutes", name=row["law_name"], current=1)[0]
        assert act["law_id"] == row["law_id"]
        first = min(r["promulgated"] for r in _rows(law, "law_statutes", law_id=row["law_id"]))
        assert row["promulgated"] >= first
        text = _rows(law, "law_ordinance_texts", ordinance_mst=row["ordinance_mst"])[0]
        purpose = json.loads(text["articles"])[0]["조내용"]
        cited = _CITED.search(purpose)
        assert cited
        assert cited[1] == row["law_name"]
        assert _stands(law, purpose) == 1


def test_annexes_of_ordinances_stand_in_their_texts(law: World, ordinances: list[Row]) -> None:
    rows = list(law.rows("law_ordinance_annexes"))
    assert len(rows) > 60_000
    by_mst = {r["ordinance_mst"]: r for r in ordinances}
    for row in _spread(rows, 40):
        text = _rows(law, "law_ordinance_texts", ordinance_mst=row["ordinance_mst"])[0]
        titles = [a["별표제목"] for a in json.loads(text["annexes"])["별표단위"]]
        assert row["title"] in titles
        assert by_mst[row["ordinance_mst"]]["ordinance"] == row["ordinance"]


@pytest.mark.slow
def test_made_up_names_differ_between_worlds(law: World, seed: int) -> None:
    other = World(SEEDS[1] if seed % 2 == 0 else SEEDS[0])
    names = []
    for world in (law, other):
        rows = [r for r in _rows(world, "law_ordinances", org="6110000") if r["style"] == "시설"]
        names.append({r["ordinance"].split()[-6] for r in rows if "설치 및 운영" in r["ordinance"]})
    assert names[0]
    assert names[0].isdisjoint(names[1])
    other.close()


# ---- rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "texts", "count"),
    [
        ("law_rules", "law_rule_texts", RULES),
        ("law_institution_rules", "law_institution_rule_texts", INSTITUTION_RULES),
    ],
)
def test_rules_are_as_many_as_listed_and_open_by_each_key(
    law: World, table: str, texts: str, count: int
) -> None:
    rows = [r for r in law.rows(table) if r["state"] == "현행"]
    assert len(rows) == count
    assert len({(r["rule"], r["ministry"]) for r in rows}) == count
    assert len({r["rule_id"] for r in rows}) == count
    for row in _spread(rows, 30):
        text = _rows(law, texts, rule_mst=row["rule_mst"])[0]
        assert text == _rows(law, texts, rule_id=row["rule_id"])[0]
        assert text["current"] == "Y"
        for name in ("rule", "kind", "issued", "number", "effective", "change", "ministry"):
            assert text[name] == row[name], name
        assert not _SLOT.search("\n".join([text["page"], text["orders"], text["addendum"]]))
    assert _rows(law, texts, rule_id="1") == []


def test_notices_carry_out_articles_that_there_are(law: World, rules: list[Row]) -> None:
    under = [r for r in rules if r["act"] >= 0 and r["state"] == "현행"]
    assert len(under) > 3_000
    for row in _spread(under, 25):
        text = _rows(law, "law_rule_texts", rule_mst=row["rule_mst"])[0]
        assert _stands(law, text["text"]) >= 1


def test_old_and_new_wording_of_a_rule(law: World, rules: list[Row]) -> None:
    compared = [r for r in rules if r["compared"] and r["state"] == "현행"]
    marked = 0
    for row in _spread(compared, 20):
        found = _rows(law, "law_rule_comparisons", rule_mst=row["rule_mst"])[0]
        assert found["new_issued"] == row["issued"] > found["old_issued"]
        if found["exists"] == "Y":
            olds, news = (json.loads(found[f"{side}_articles"]) for side in ("old", "new"))
            assert len(olds) == len(news)
            marked += sum(a["content"] != b["content"] for a, b in zip(olds, news, strict=True))
    assert marked


def test_annexes_of_rules_stand_in_their_texts(law: World) -> None:
    for row in _spread(list(law.rows("law_rule_annexes")), 25):
        text = _rows(law, "law_rule_texts", rule_mst=row["rule_mst"])[0]
        annexes = json.loads(text["annexes"])["별표단위"]
        assert (row["title"], row["file"]) in {
            (a["별표제목"], a["별표서식파일링크"]) for a in annexes
        }
