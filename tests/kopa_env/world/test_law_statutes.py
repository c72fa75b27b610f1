"""Statutes: versions in order, texts that hold together, real ones as facts alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from typing import Any

import pytest

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.law.calendar import TODAY
from kopa_env.world.statute_names import acts
from kopa_env.world.tables.law.statutes import IN_FORCE
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)
EXAMPLE = "보행길안전법"
Row = dict[str, Any]

_SLOT = re.compile(r"[{}]|[가-힣]\((?:은|는|이|가|을|를|와|과|로|으로|란|이란)\)")
"""What a text has where something was not filled in."""


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
def statutes(law: World) -> list[Row]:
    """Every row of the list."""
    return list(law.rows("law_statutes"))


def _rows(world: World, table: str, **where: Any) -> list[Row]:
    return world.select(table, [Condition(k, "eq", v) for k, v in where.items()])[0]


def _text(world: World, **where: Any) -> Row:
    return _rows(world, "law_texts", **where)[0]


def _units(text: Row) -> dict[str, Row]:
    """Return the articles of a text that stand, by six-digit number."""
    units = [u for u in json.loads(text["units"]) if u["조문여부"] == "조문"]
    return {u["조문키"][:6]: u for u in units if " 삭제 <" not in u["조문내용"][:24]}


def _whole(unit: Row) -> str:
    lines = [unit["조문내용"]]
    for paragraph in unit.get("항", []):
        lines.append(paragraph.get("항내용", ""))
        for item in paragraph.get("호", []):
            lines.append(item["호내용"])
            lines += [letter["목내용"] for letter in item.get("목", [])]
    return "\n".join(lines)


def _spread(rows: list[Row], count: int) -> list[Row]:
    return [rows[len(rows) * n // count] for n in range(count)]


def _acts_in_force(rows: list[Row], count: int) -> list[Row]:
    found = [r for r in rows if r["current"] and r["tier"] == "법"]
    return _spread(found, count)


# ---- the list --------------------------------------------------------------------------------


def test_as_many_are_in_force_as_the_platform_lists(statutes: list[Row]) -> None:
    current = [r for r in statutes if r["current"]]
    assert len(current) == IN_FORCE
    assert len({r["law_id"] for r in current}) == IN_FORCE
    assert len({r["name"] for r in current}) == IN_FORCE
    kinds = Counter(r["kind"] for r in current)
    assert kinds["법률"] > 1_600
    assert kinds["대통령령"] > kinds["법률"] * 0.9


def test_two_ministries_share_a_few_statutes(law: World, statutes: list[Row]) -> None:
    """Codes and names are each in their own order, and both ministries have a department."""
    current = [r for r in statutes if r["current"]]
    joint = [r for r in current if "," in (r["ministry_code"] or "")]
    assert 0.02 * len(current) < len(joint) < 0.06 * len(current)
    for row in joint:
        codes, names = row["ministry_code"].split(","), row["ministry"].split(",")
        assert len(set(codes)) == len(set(names)) == 2
        assert (codes, names) == (sorted(codes), sorted(names))
    for row in _spread(joint, 12):
        text = _text(law, mst=row["mst"])
        assert text["ministry_code"] == row["ministry_code"]
        departments = json.loads(text["departments"])["부서단위"]
        codes = {d["소관부처코드"]: d["소관부처명"] for d in departments}
        assert sorted(codes) == row["ministry_code"].split(",")
        assert sorted(codes.values()) == row["ministry"].split(",")


def test_versions_come_one_after_another(statutes: list[Row]) -> None:
    by_id: dict[str, list[Row]] = {}
    for row in statutes:
        if row["statute"] >= 0:
            by_id.setdefault(row["law_id"], []).append(row)
    numbers: dict[str, dict[int, str]] = {}
    for rows in by_id.values():
        rows.sort(key=lambda r: (r["version"], r["effective"]))
        assert sum(r["change"] == "제정" for r in rows if r["first_step"]) == 1
        assert rows[0]["change"] == "제정"
        days = [r["promulgated"] for r in rows]
        assert days == sorted(days)
        assert all(r["effective"] >= r["promulgated"] for r in rows)
        assert all((r["effective"] > TODAY) == (r["state"] == "시행예정") for r in rows)
        assert all(r["promulgated"] < TODAY for r in rows)
        assert sum(r["current"] for r in rows) == (rows[-1]["change"] != "폐지") or any(
            r["state"] == "시행예정" for r in rows
        )
        for row in rows:
            numbers.setdefault(row["kind"], {})[row["number"]] = row["promulgated"]
    for own in numbers.values():
        days = [own[n] for n in sorted(own)]
        assert days == sorted(days), "numbers of promulgation rise with the days"


def test_fictional_statutes_take_no_real_number(statutes: list[Row]) -> None:
    for row in statutes:
        if row["statute"] < 0:
            continue
        assert int(row["law_id"]) >= 20_001
        assert int(row["mst"]) >= 700_001
        assert row["number"] >= 30_001
        day = row["promulgated"]
        assert date(int(day[:4]), int(day[4:6]), int(day[6:])).weekday() == 1, "a Tuesday"


def test_real_statutes_are_facts_without_text(law: World, statutes: list[Row]) -> None:
    known = {r["mst"]: r for r in fact_rows("statutes")}
    real = [r for r in statutes if r["statute"] < 0]
    assert {r["mst"] for r in real} == set(known)
    headings = {(r["law_id"], r["heading"]) for r in fact_rows("statute_articles")}
    for row in real:
        assert row["name"] == known[row["mst"]]["name"]
        text = _text(law, mst=row["mst"])
        assert (text["orders"], text["reason"], text["addenda"], text["annexes"]) == (None,) * 4
        for unit in json.loads(text["units"]):
            assert (row["law_id"], unit["조문제목"]) in headings
            assert unit["조문내용"].endswith(f"({unit['조문제목']})"), "a heading, no text"


def test_every_statute_that_a_bill_is_about_is_found(law: World, statutes: list[Row]) -> None:
    names = {r["name"] for r in statutes if r["current"]}
    assert {name for *_, name in acts()} <= names
    promulgated = {r["law_name"] for r in law.rows("bill_promulgations") if r["law_name"]}
    assert promulgated <= names


def test_names_of_articles_are_looked_through_in_acts(law: World, statutes: list[Row]) -> None:
    for row in _acts_in_force(statutes, 8):
        for unit in _units(_text(law, mst=row["mst"])).values():
            assert unit["조문제목"] in row["words"]


# ---- texts -----------------------------------------------------------------------------------


def test_a_text_is_found_by_id_by_serial_number_and_by_name(
    law: World, statutes: list[Row]
) -> None:
    for row in _acts_in_force(statutes, 6):
        by_mst = _text(law, mst=row["mst"])
        for key, value in (("law_id", row["law_id"]), ("law_name", row["name"])):
            found = _text(law, **{key: value})
            assert found["units"] == by_mst["units"]
            assert found["mst"] == row["mst"]
        for name in ("promulgated", "number", "effective", "change", "kind", "ministry"):
            assert by_mst[name] == row[name], name
    assert _rows(law, "law_texts", mst="999999") == []
    assert _rows(law, "law_texts", law_name="없는법") == []


def test_a_statute_is_read_as_of_a_day(law: World, statutes: list[Row]) -> None:
    own = [r for r in statutes if r["name"] == EXAMPLE]
    own.sort(key=lambda r: (r["effective"], r["version"]))
    law_id = own[0]["law_id"]
    assert law_id == "020001"
    for earlier, later in pairwise(own):
        if earlier["effective"] < later["effective"]:
            day = str(int(later["effective"]) - 1)
            found = _text(law, law_id=law_id, ef=day)
            assert found["mst"] == earlier["mst"]
    before = str(int(own[0]["effective"]) - 1)
    assert _rows(law, "law_texts", law_id=law_id, ef=before) == []


def test_articles_are_filled_in_and_numbered(law: World, statutes: list[Row]) -> None:
    current = [r for r in statutes if r["current"] and r["statute"] >= 0]
    for row in _spread(current, 40):
        text = _text(law, mst=row["mst"])
        units = _units(text)
        codes = list(units)
        assert codes == sorted(codes)
        assert codes[0] == "000100"
        for column in ("units", "addenda", "annexes", "orders", "reason", "page"):
            inside = json.dumps(json.loads(text[column])) if column[0] == "u" else text[column]
            if column == "units":
                inside = "\n".join(_whole(unit) for unit in units.values())
            if inside and column in ("units", "orders", "reason", "page"):
                assert not _SLOT.search(inside), (row["name"], column)


def test_references_name_articles_that_there_are(law: World, statutes: list[Row]) -> None:
    """제8조 in an article of an act is an article of it; 법 제8조 in a decree is one of the act."""
    number = re.compile(r"(법 |」 )?제(\d+)조(?:의(\d+))?")
    for row in _acts_in_force(statutes, 30):
        units = _units(_text(law, mst=row["mst"]))
        name = re.escape(row["name"])
        elsewhere = re.compile(rf"「(?!{name}」)[^」]+」 제\d+조(?:의\d+)?(?:부터 제\d+조까지)?")
        below = [r for r in statutes if r["statute"] == row["statute"] and r["current"]]
        for other in below:
            own = _units(_text(law, mst=other["mst"]))
            for unit in own.values():
                body = elsewhere.sub("", _whole(unit).partition(")")[2])
                for match in number.finditer(body):
                    code = f"{int(match[2]):04d}{int(match[3] or 0):02d}"
                    wanted = units if match[1] or other["tier"] == "법" else own
                    assert code in wanted, (other["name"], unit["조문내용"][:20], match[0])


def test_an_article_alone_is_the_one_in_the_whole(law: World, statutes: list[Row]) -> None:
    for row in _acts_in_force(statutes, 5):
        for code, unit in list(_units(_text(law, mst=row["mst"])).items())[:12]:
            alone = [
                u
                for u in json.loads(_text(law, mst=row["mst"], jo=code)["units"])
                if u["조문여부"] == "조문"
            ]
            assert alone == [unit]


# ---- amendments ------------------------------------------------------------------------------


def test_what_an_amendment_changed_is_listed_and_shown(law: World, statutes: list[Row]) -> None:
    own = [r for r in statutes if r["name"] == EXAMPLE and r["first_step"]]
    own.sort(key=lambda r: r["version"])
    before = _units(_text(law, mst=own[0]["mst"]))
    for row in own[1:]:
        after = _units(_text(law, mst=row["mst"]))
        pairs = _rows(law, "law_comparisons", mst=row["mst"])[0]
        told = {
            re.sub(r"</?P>", "", article["content"]).partition("(")[0]
            for column in ("old_articles", "new_articles")
            for article in json.loads(pairs[column])
        }
        for code in before.keys() | after.keys():
            old, new = before.get(code), after.get(code)
            plain = [re.sub(r" ?<[^>]*>", "", _whole(u)) if u else "" for u in (old, new)]
            label = f"제{int(code[:4])}조" + (f"의{int(code[4:])}" if code[4:] != "00" else "")
            if plain[0] != plain[1]:
                assert label in told, (row["mst"], code)
        for code in {c for c in after if after[c]["조문변경여부"] == "Y"}:
            history = _rows(law, "law_article_history", law_id=row["law_id"], jo=code)
            entry = next(r for r in history if r["mst"] == row["mst"])
            assert entry["articles"], "the article's own history has it too"
        before = after


def test_amendments_of_a_day_are_those_of_the_list(law: World, statutes: list[Row]) -> None:
    revised = {r["mst"]: r for r in law.rows("law_revisions")}
    fictional = {r["mst"]: r for r in statutes if r["statute"] >= 0}
    assert set(revised) <= set(fictional)
    for row in _spread(list(revised.values()), 200):
        assert row["promulgated"] == row["registered"] == fictional[row["mst"]]["promulgated"]
        assert row["jo"].split() == [a["조문번호"] for a in json.loads(row["articles"])["jo"]]


def test_listed_annexes_stand_in_the_text(law: World, statutes: list[Row]) -> None:
    listed: dict[str, list[Row]] = {}
    for row in law.rows("law_annexes"):
        listed.setdefault(row["mst"], []).append(row)
    for mst in list(listed)[:: max(1, len(listed) // 25)]:
        annexes = json.loads(_text(law, mst=mst)["annexes"])["별표단위"]
        shown = sorted((a["별표제목"], a["별표구분"], a["별표서식파일링크"]) for a in annexes)
        assert shown == sorted((r["title"], r["kind"], r["file"]) for r in listed[mst])


# ---- delegations -----------------------------------------------------------------------------


def test_delegations_lead_to_articles_that_take_them_up(law: World, statutes: list[Row]) -> None:
    current = {r["mst"] for r in statutes if r["current"]}
    seen = 0
    for row in _acts_in_force(statutes, 20):
        found = _rows(law, "law_delegations", mst=row["mst"])
        if not found:
            continue
        for entry in json.loads(found[0]["articles"]):
            for target in entry["위임정보"]:
                mst = target.get("위임법령일련번호")
                if mst is None:
                    continue
                assert mst in current
                below = _units(_text(law, mst=mst))
                for article in target["위임법령조문정보"]:
                    branch = int(article["위임법령조문가지번호"] or 0)
                    code = f"{int(article['위임법령조문번호']):04d}{branch:02d}"
                    assert below[code]["조문제목"] == article["위임법령조문제목"]
                    seen += 1
    assert seen > 100


def test_three_tiers_are_the_texts_of_the_three_statutes(law: World, statutes: list[Row]) -> None:
    row = _rows(law, "law_three_tiers", law_id="020001")[0]
    names = {EXAMPLE: "법", f"{EXAMPLE} 시행령": "령", f"{EXAMPLE} 시행규칙": "칙"}
    units = {tier: _units(_text(law, law_name=name)) for name, tier in names.items()}
    for article in json.loads(row["articles"]):
        code = article["조번호"] + article["조가지번호"]
        assert units["법"][code]["조문제목"] == article["조제목"]
        for key in ("시행령조문", "시행규칙조문"):
            for below in article.get(key, []):
                own = units[names[below["법령명"]]][below["조번호"] + below["조가지번호"]]
                assert own["조문제목"] == below["조제목"]


@pytest.mark.slow
def test_another_world_has_other_statutes_under_the_same_names(
    law: World, cache: object, seed: int
) -> None:
    other = World(SEEDS[0] if seed != SEEDS[0] else SEEDS[1])
    mine, theirs = (_text(w, law_name=EXAMPLE) for w in (law, other))
    assert mine["units"] != theirs["units"]
    other.close()
