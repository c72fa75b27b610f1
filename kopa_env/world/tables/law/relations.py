"""How statutes stand to one another: delegations, hierarchy, three tiers, related statutes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from kopa_env.outcome import JSON
from kopa_env.world.draw import Draw
from kopa_env.world.law.delegation import Delegation, delegations
from kopa_env.world.law.documents import Listed, dumped
from kopa_env.world.law.families import Family, count, example, family
from kopa_env.world.law.statutes import Unit
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.law.columns import columns_of
from kopa_env.world.tables.law.lookup import asked
from kopa_env.world.tables.law.statutes import OC, link
from kopa_env.world.world import Condition, World

_BY = ("mst", "law_id", "law_name", "ld", "ln")
_GROUPS = {"령": "시행령", "칙": "시행규칙"}


def _listed(world: World, number: int, tier: str) -> Listed | None:
    """Return the row of the version in force of a family's statute."""
    where = [Condition("statute", "eq", number), Condition("tier", "eq", tier)]
    rows = world.select("law_statutes", [*where, Condition("current", "eq", 1)], limit=1)[0]
    return rows[0] if rows else None


def _delegated(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    found = asked(world, values, _BY)
    if found is None:
        return
    row, text = found.row, found.text(world.seed)
    made: dict[str, dict[str, JSON]] = {}
    if text is not None and text.code.tier == "법":
        for entry in delegations(text.owner, text.version):
            target = _target(world, text.owner, entry)
            if target is None:
                continue
            unit = entry.unit
            branch = {"조문가지번호": str(unit.branch)} if unit.branch else {}
            title = text.owner.heading("법", unit)
            info: JSON = {"조문번호": str(unit.number), **branch, "조문제목": title}
            article = made.setdefault(unit.code, {"조정보": info, "위임정보": []})
            inside = article["위임정보"]
            assert isinstance(inside, list)  # set so above
            inside.append(target)
    phone = next(
        (str(d["부서연락처"]) for d in (text.departments() if text else []) if isinstance(d, dict)),
        None,
    )
    listed = dumped([*made.values()])
    yield (
        *(row["mst"], row["law_id"], row["name"], row["promulgated"], row["number"]),
        *(row["ministry"], row["ministry_code"], phone, row["effective"], listed),
        *(_first(listed, name) for name in ("법령", "행정규칙", "자치법규")),
    )


def _first(listed: str, kind: str) -> Value:
    """Return the first serial number of a kind of law that a list of delegations names."""
    found = re.search(rf'"위임{kind}일련번호":"([^"]+)"', listed)
    return found[1] if found else None


def _target(world: World, owner: Family, entry: Delegation) -> JSON:
    where: dict[str, JSON] = {
        "링크텍스트": entry.word,
        "라인텍스트": entry.line,
        "조항호목": entry.place,
    }
    if entry.tier in _GROUPS:
        row = _listed(world, owner.number, entry.tier)
        if row is None or entry.target is None:
            return None
        return {
            "위임구분": _GROUPS[entry.tier],
            "위임법령일련번호": str(row["mst"]),
            "위임법령제목": str(row["name"]),
            "위임법령조문정보": [
                {
                    "위임법령조문번호": str(entry.target.number),
                    "위임법령조문가지번호": str(entry.target.branch),
                    "위임법령조문제목": owner.heading(entry.tier, entry.target),
                    **where,
                }
            ],
        }
    own_rows = [
        Condition("act", "eq", owner.number),
        Condition("block", "eq", entry.unit.block.key),
        Condition("state", "eq", "현행"),
    ]
    if entry.tier == "고시":
        listed: list[JSON] = [
            {
                "위임행정규칙일련번호": str(rule["rule_mst"]),
                "위임행정규칙제목": str(rule["rule"]),
                **where,
            }
            for rule in world.select("law_rules", own_rows)[0]
        ]
        return {"위임구분": "위임행정규칙", "위임행정규칙조문정보": listed} if listed else None
    own: list[JSON] = [
        {
            "위임자치법규일련번호": str(o["ordinance_mst"]),
            "위임자치법규제목": str(o["ordinance"]),
            **where,
        }
        for o in world.select("law_ordinances", own_rows)[0]
    ]
    return {"위임구분": "위임자치법규", "위임자치법규조문정보": own} if own else None


DELEGATIONS = Table(
    "law_delegations",
    columns_of(
        "mst law_id law_name promulgated number ministry ministry_code phone effective articles "
        "delegated_mst delegated_rule delegated_ordinance",
        "number",
        {"delegated_mst": "law_mst", "delegated_rule": "rule_mst",
         "delegated_ordinance": "ordinance_mst"},
    ),
    lambda world: (),  # asked for by statute alone
    by=("mst", "law_id"),
    part=lambda world, values: _delegated(world, (*values, None, None)[:2]),
    either=True,
)  # fmt: skip

# ---- hierarchy -------------------------------------------------------------------------------


def _basics(row: Listed) -> dict[str, JSON]:
    return {
        "법령ID": str(row["law_id"]),
        "법령일련번호": str(row["mst"]),
        "공포일자": str(row["promulgated"]),
        "공포번호": f"{int(str(row['number'])):05d}",
        "법종구분": {"content": str(row["kind"]), "법종구분코드": str(row["kind_code"] or "")},
        "법령명": str(row["name"]),
        "시행일자": str(row["effective"]),
        "제개정구분": {"content": str(row["change"]), "제개정구분코드": ""},
        "본문상세링크": link("law", row["mst"], row["effective"]),
    }


def _hierarchy(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    found = asked(world, values, _BY)
    if found is None:
        return
    row = found.row
    number = int(str(row["statute"]))
    tree: dict[str, JSON] = {}
    rows = (
        {tier: _listed(world, number, tier) for tier in ("법", "령", "칙")} if number >= 0 else {}
    )
    top = rows.get("법")
    if top is not None:
        tree["기본정보"] = _basics(top)
        for tier, name in _GROUPS.items():
            own = rows.get(tier)
            if own is not None:
                tree[name] = {"기본정보": _basics(own)}
        own_rules = [Condition("act", "eq", number), Condition("state", "eq", "현행")]
        notices: list[JSON] = [
            {
                "기본정보": {
                    "행정규칙ID": str(rule["rule_id"]),
                    "행정규칙일련번호": str(rule["rule_mst"]),
                    "행정규칙명": str(rule["rule"]),
                    "시행일자": str(rule["effective"]),
                }
            }
            for rule in world.select("law_rules", own_rules)[0]
        ]
        if notices:
            tree["행정규칙"] = {"고시": notices}
    own_tree: JSON = {"법률": tree} if tree else {str(row["kind"]): {"기본정보": _basics(row)}}
    values = (*values, *[None] * 5)
    yield (
        *(row["mst"], row["law_id"], values[2] or row["name"], values[3], values[4], row["name"]),
        *(row["promulgated"], row["number"], row["kind"], row["kind_code"], row["effective"]),
        *(row["change"], dumped(own_tree), row["link"]),
    )


HIERARCHIES = Table(
    "law_hierarchies",
    columns_of(
        "mst law_id law_name ld ln name promulgated number kind kind_code effective change tree "
        "link",
        "number",
        {"name": "law_name", "kind": "law_kind"},
    ),
    lambda world: (),  # asked for by statute alone
    by=_BY,
    part=_hierarchy,
    either=True,
)

# ---- three tiers -----------------------------------------------------------------------------


def _tiers(world: World) -> Iterator[Row]:
    where = [Condition("current", "eq", 1), Condition("tier", "eq", "법")]
    for row in world.select("law_statutes", where, [("name", False)])[0]:
        base = f"/DRF/lawService.do?{OC}&target=thdCmp&MST={row['mst']}&type=HTML&mobileYn="
        yield (
            *(row["mst"], row["name"], row["law_id"], row["promulgated"], row["number"]),
            *(row["change"], row["ministry_code"], row["ministry"], row["kind"], row["kind_code"]),
            *(row["effective"], row["gana"], f"{base}&knd=1", f"{base}&knd=2"),
        )


TIERS = Table(
    "law_tiers",
    columns_of(
        "mst name law_id promulgated number change ministry_code ministry kind kind_code "
        "effective gana cited_link delegated_link",
        "number",
        {"name": "law_name", "kind": "law_kind"},
    ),
    _tiers,
    key=("mst",),
    index=(("name",),),
)


def _three(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    found = asked(world, values, _BY)
    if found is None:
        return
    row, text = found.row, found.text(world.seed)
    owner = text.owner if text is not None and "법" in text.owner.codes else None
    number = int(str(row["statute"]))
    below = {t: _listed(world, number, t) if owner else None for t in ("령", "칙")}
    articles: list[JSON] = []
    if owner is not None and text is not None and text.code.tier == "법":
        targets: dict[str, dict[tuple[str, str], Unit]] = {}
        for entry in delegations(owner, text.version):
            if entry.target is not None:
                key = (entry.tier, entry.target.code)
                targets.setdefault(entry.unit.code, {})[key] = entry.target
        articles = [
            _tiered(owner, text.version, unit, targets[unit.code], below)
            for unit in text.code.units
            if unit.code in targets
        ]
    values = (*values, *[None] * 5)
    yield (
        *(row["mst"], row["law_id"], values[2] or row["name"], values[3], values[4], row["name"]),
        *(row["promulgated"], row["number"], row["kind"], row["effective"], row["change"]),
        *(*_below(below["령"]), *_below(below["칙"]), "Y" if articles else "N"),
        dumped(articles) if articles else None,
    )


def _below(row: Listed | None) -> tuple[Value, Value]:
    return (row["law_id"], row["name"]) if row else (None, None)


def _tiered(
    owner: Family,
    version: int,
    unit: Unit,
    targets: dict[tuple[str, str], Unit],
    below: dict[str, Listed | None],
) -> JSON:
    record: dict[str, JSON] = _in_full(owner, "법", unit, version)
    found: dict[str, list[JSON]] = {}
    for (tier, _), target in targets.items():
        row = below[tier]
        if row is not None:
            inside = _in_full(owner, tier, target, int(str(row["version"])))
            listed = found.setdefault(f"{_GROUPS[tier]}조문", [])
            listed.append({"법령명": str(row["name"]), **inside})
    return {**record, **found}


def _in_full(owner: Family, tier: str, unit: Unit, version: int) -> dict[str, JSON]:
    title = owner.heading(tier, unit)
    lines = [line.text for line in owner.lines(tier, unit, version)]
    return {
        "조번호": f"{unit.number:04d}",
        "조가지번호": f"{unit.branch:02d}",
        "조제목": title,
        "조내용": "\n".join([f"{unit.label}({title})", *lines]),
    }


THREE_TIERS = Table(
    "law_three_tiers",
    columns_of(
        "mst law_id law_name ld ln name promulgated number kind effective change decree_id decree "
        "rule_id rule exists articles",
        "number",
        {"name": "law_name", "kind": "law_kind", "decree_id": "law_id", "decree": "law_name",
         "rule_id": "law_id", "rule": "law_name"},
        "decree_id decree rule_id rule",
    ),
    lambda world: (),  # asked for by statute alone
    by=_BY,
    part=_three,
    either=True,
)  # fmt: skip

# ---- related statutes ------------------------------------------------------------------------


def _related(world: World) -> Iterator[Row]:
    rows = world.select("law_statutes", [Condition("current", "eq", 1)], [("name", False)])[0]
    by_topic: dict[str, list[Listed]] = {}
    for row in rows:
        if row["topic"]:
            by_topic.setdefault(str(row["topic"]), []).append(row)
    for row in rows:
        if row["tier"] != "법":
            continue
        draw = Draw(world.seed, "related", int(str(row["statute"])))
        listed: list[JSON] = []
        search = f"/DRF/lawSearch.do?{OC}&target=lsRlt"
        for other in by_topic[str(row["topic"])]:
            own = other["statute"] == row["statute"]
            if other is row or (not own and (other["tier"] != "법" or not draw.chance(300))):
                continue
            code, kind = ("160101", "위임") if own else ("160201", "관련")
            listed.append(
                {
                    "관련법령ID": str(other["law_id"]),
                    "관련법령명": str(other["name"]),
                    "법령간관계코드": code,
                    "법령간관계": kind,
                    "관련법령상세링크": str(other["link"]),
                    "관련법령조회링크": f"{search}&ID={other['law_id']}&type=XML",
                }
            )
        if listed:
            yield (row["law_id"], row["name"], row["link"], dumped(listed), row["law_id"])


RELATED = Table(
    "law_related",
    columns_of(
        "law_id name link related related_id", "", {"name": "law_name", "related_id": "law_id"}
    ),
    _related,
    key=("law_id",),
)


# ---- one-view contents, articles of classes and for the intelligent search ---------------------


@lru_cache(maxsize=2)
def one_view(seed: int) -> tuple[int, ...]:
    """Return the acts that come with contents at a glance."""
    chosen = (n for n in range(count()) if Draw(seed, "one view", n).chance(120) or n == example())
    return tuple(chosen)


def _contents(world: World) -> Iterator[Row]:
    for number in one_view(world.seed):
        row = _listed(world, number, "법")
        if row is None:
            continue
        owner = family(world.seed, number)
        made = owner.codes["법"]
        units = [u for u in made.units if u.block.chapter == "영업"][:4] or list(made.units[:2])
        draw = Draw(world.seed, "contents", number)
        day = f"202{draw.between(2, 5)}{draw.between(1, 12):02d}{draw.between(1, 28):02d}"
        for place, unit in enumerate(units, 1):
            title = owner.heading("법", unit)
            yield (
                *(str(990_000_000 + number * 10 + place), row["mst"], row["name"]),
                *(row["promulgated"], row["number"], row["effective"], day, unit.code, title),
                *(str(unit.number), f"한눈에 보는 {title}", f"{title}의 절차"),
                f"https://www.law.go.kr/LSW/lsOneView.do?seq={number * 10 + place}",
                *(len(units), int(place == 1), row["gana"]),
            )


CONTENTS = Table(
    "law_one_view",
    columns_of(
        "pattern mst law_name promulgated number effective given jo heading article title words "
        "url count first gana",
        "number count first",
        {"given": "date"},
    ),
    _contents,
    key=("pattern",),
    index=(("mst",), ("law_name",)),
)
