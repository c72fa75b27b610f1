"""Precedents, decisions, interpretations, treaties and terms: they cite what there is."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kopa_env.world.law.answers import TARGETS, size
from kopa_env.world.law.appeals import SHELVES
from kopa_env.world.law.appeals import size as shelf_size
from kopa_env.world.law.calendar import TODAY
from kopa_env.world.law.commissions import COMMISSIONS
from kopa_env.world.law.constitutional import DECISIONS
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)
Row = dict[str, Any]
_SLOT = re.compile(r"[{}]|[가-힣]\((?:은|는|이|가|을|를|와|과|로|으로|란|이란)\)")
_ARTICLE = re.compile(r"「([^」]+)」 제(\d+)조(?:의(\d+))?")
_CITED = re.compile(r"(\S+) (\d+)\. (\d+)\. (\d+)\. 선고 (\S+) 판결")


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


def _rows(world: World, table: str, **where: Any) -> list[Row]:
    return world.select(table, [Condition(k, "eq", v) for k, v in where.items()])[0]


def _spread(rows: list[Row], count: int) -> list[Row]:
    return [rows[len(rows) * n // count] for n in range(count)]


def _filled(row: Row) -> None:
    for value in row.values():
        if isinstance(value, str) and not value.startswith(("{", "[")):
            assert not _SLOT.search(value), value[:120]


def _stood(world: World, text: str, day: str) -> int:
    """Check that each article cited stood on a day; return how many are cited."""
    seen = 0
    for name, number, branch in _ARTICLE.findall(text):
        listed = _rows(world, "law_statutes", name=name, current=1)
        if not listed:
            continue  # a real act, cited by an article that is known
        found = _rows(world, "law_texts", law_id=listed[0]["law_id"], ef=day)
        assert found, (name, day)
        codes = {u["조문키"][:6] for u in json.loads(found[0]["units"])}
        assert f"{int(number):04d}{int(branch or 0):02d}" in codes, (name, number, branch, day)
        seen += 1
    return seen


# ---- courts ----------------------------------------------------------------------------------


def test_judgments_are_many_and_none_is_real(law: World) -> None:
    rows = list(law.rows("law_precedents"))
    assert 40_000 < len(rows) < 60_000
    assert len({r["number"] for r in rows}) == len(rows)
    assert [r["decided"] for r in rows] == sorted((r["decided"] for r in rows), reverse=True)
    assert all(r["decided"] <= TODAY for r in rows)
    last = [int(re.findall(r"\d+", r["number"])[-1]) for r in rows]
    assert min(last) >= 900_000
    whole = [r for r in rows if r["source"] == "대법원"]
    assert {r["court_code"] for r in whole if r["court"] == "대법원"} == {"400201"}
    assert sum(r["court"] == "대법원" for r in whole) > 0.4 * len(whole)
    assert Counter(r["kind"] for r in rows).keys() >= {"민사", "형사", "일반행정"}


def test_a_judgment_cites_judgments_and_articles_that_there_are(law: World) -> None:
    listed = list(law.rows("law_precedents"))
    by_number = {r["number"]: r for r in listed}
    chains = 0
    for row in _spread(listed, 120):
        text = _rows(law, "law_precedent_texts", id=row["id"])[0]
        _filled(text)
        for name in ("title", "number", "decided", "kind"):
            assert text[name] == row[name], name
        assert _stood(law, text["holdings"], row["decided"]) >= 1
        for court, year, month, day, number in _CITED.findall(text["precedents"]):
            cited = by_number[number]
            assert cited["court"] == court
            assert cited["decided"] == f"{year}{int(month):02d}{int(day):02d}" < row["decided"]
            assert cited["law_name"] == row["law_name"]
            chains += 1
    assert chains > 60


def test_decisions_of_the_constitutional_court(law: World) -> None:
    rows = list(law.rows("law_constitutional"))
    assert len(rows) == DECISIONS
    assert len({r["number"] for r in rows}) == DECISIONS
    assert min(int(re.findall(r"\d+", r["number"])[-1]) for r in rows) >= 9_001
    numbers = {r["number"] for r in rows}
    for row in _spread(rows, 60):
        text = _rows(law, "law_constitutional_texts", id=row["id"])[0]
        _filled(text)
        assert text["number"] == row["number"]
        assert row["decided"] in ("0", text["decided"])
        cited = re.findall(r"헌재 [\d. ]+ (\S+?)(?:,|$)", text["precedents"])
        assert set(cited) <= numbers
        found = re.match(r"(.+?) (제\d+조(?:의\d+)?)", text["reviewed"])
        assert found
        assert _stood(law, f"「{found[1]}」 {found[2]}", text["decided"]) == 1


# ---- interpretations, appeals, commissions ------------------------------------------------------


def test_interpretations_rest_on_articles_and_read_as_listed(law: World) -> None:
    rows = list(law.rows("law_interpretations"))
    assert Counter(r["target"] for r in rows) == {t: size(t) for t in TARGETS}
    for row in _spread(rows, 90):
        text = _rows(law, "law_interpretation_texts", target=row["target"], id=row["id"])[0]
        _filled(text)
        for name in ("target", "title", "item", "agency"):
            assert text[name] == row[name], name
        assert row["replied"] in (None, text["replied"]), "old ones are listed without a day"
        assert _stood(law, text["question"], text["replied"]) >= 1
        assert text["reply"].endswith("니다.")
    assert all((r["replied"] or "") <= TODAY for r in rows)
    assert all(r["agency"].startswith("가람") for r in rows)


def test_appeals_are_decided_by_tribunals_that_do_not_exist(law: World) -> None:
    rows = list(law.rows("law_appeals"))
    assert Counter(r["shelf"] for r in rows) == {s: shelf_size(s) for s in SHELVES}
    assert len({(r["shelf"], r["number"]) for r in rows}) == len(rows)
    assert {r["tribunal"][:2] for r in rows} <= {"가람", "누리", "새빛", "도담"}
    for row in _spread(rows, 80):
        text = _rows(law, "law_appeal_texts", shelf=row["shelf"], id=row["id"])[0]
        _filled(text)
        for name in ("shelf", "title", "number", "acted", "decided", "authority", "tribunal"):
            assert text[name] == row[name], name
        assert row["acted"] < row["decided"] <= TODAY
        rejected = "각하" in text["ruling"] or "기각" in text["ruling"]
        assert rejected == (row["outcome"] != "인용")
        assert _stood(law, text["reasons"], row["acted"]) >= 1


def test_commissions_decide_on_companies_that_do_not_exist(law: World) -> None:
    rows = list(law.rows("law_commissions"))
    assert Counter(r["key"] for r in rows) == {c.key: c.size for c in COMMISSIONS.values()}
    for row in _spread(rows, 80):
        text = _rows(law, "law_commission_texts", key=row["key"], id=row["id"])[0]
        _filled(text)
        assert text["name"].startswith("가람")
        for name in ("key", "title", "number", "decided"):
            assert text[name] == row[name], name
        assert _stood(law, text["reasons"], row["decided"]) >= 1


def test_a_list_opens_no_text_of_another(law: World) -> None:
    for table, texts, column in (
        ("law_interpretations", "law_interpretation_texts", "target"),
        ("law_appeals", "law_appeal_texts", "shelf"),
        ("law_commissions", "law_commission_texts", "key"),
    ):
        rows = list(law.rows(table))
        assert len({r["id"] for r in rows}) == len(rows)
        first, last = rows[0], rows[-1]
        assert first[column] != last[column]
        assert _rows(law, texts, **{column: first[column], "id": first["id"]})
        assert _rows(law, texts, **{column: first[column], "id": last["id"]}) == []
        assert _rows(law, texts, **{column: first[column], "id": "x"}) == []


# ---- treaties and terms -------------------------------------------------------------------------


def test_treaties_are_with_countries_that_do_not_exist(law: World) -> None:
    rows = list(law.rows("law_treaties"))
    assert 3_000 < len(rows) < 4_000
    for row in _spread(rows, 60):
        text = _rows(law, "law_treaty_texts", id=row["id"])[0]
        _filled(text)
        assert text["name"] == row["name"]
        assert row["signed"] < row["effective"] <= TODAY
        assert (row["class"] == "양자조약") == row["name"].startswith("대한민국 정부와 ")


def test_terms_are_defined_where_they_stand(law: World) -> None:
    terms = list(law.rows("law_terms"))
    assert len({r["term"] for r in terms}) == len(terms) > 70_000
    for row in _spread(terms, 60):
        text = _rows(law, "law_term_definitions", term=row["term"])[0]
        _filled(text)
        assert text["id"] == row["id"]
        assert text["definition"]
    known = {r["term"] for r in terms}
    knowledge = list(law.rows("law_term_knowledge"))
    assert {r["term"] for r in knowledge} <= known
    everyday = {r["word"] for r in law.rows("law_everyday_words")}
    for row in knowledge:
        for word in json.loads(row["words"] or "[]"):
            assert word["일상용어명"] in everyday


def test_terms_and_articles_name_one_another(law: World) -> None:
    row = _rows(law, "law_articles_of_term", term="보행길사업자")[0]
    articles = json.loads(row["articles"])
    assert len(articles) > 20
    for article in articles[:: max(1, len(articles) // 15)]:
        code = f"{int(article['조번호']):04d}{int(article['조가지번호'] or 0):02d}"
        back = _rows(law, "law_terms_of_article", law_name=article["법령명"], jo=code)[0]
        assert "보행길사업자" in [t["법령용어명"] for t in json.loads(back["terms"])]
        assert back["text"] == article["조문내용"]
