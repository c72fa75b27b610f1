"""What was amended, by article and by day; old and new wording side by side."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.outcome import JSON
from kopa_env.world.draw import Draw
from kopa_env.world.law.calendar import LAST_WEEK, ahead, tuesday
from kopa_env.world.law.documents import Listed, dumped
from kopa_env.world.law.families import Family, family
from kopa_env.world.law.history import Change, changes
from kopa_env.world.law.statutes import Code, Unit
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.law.columns import columns_of
from kopa_env.world.tables.law.lookup import asked
from kopa_env.world.tables.law.statutes import OC
from kopa_env.world.world import Condition, World

_SINCE = "20180101"
"""Amendments by day are listed from this day on."""


def _article(row: Listed, unit: Unit, number: int, kind: str) -> JSON:
    """Return one article of a list of changed articles."""
    base = f"/DRF/lawService.do?{OC}&target="
    version = f"eflaw&MST={row['mst']}&JO={unit.code}&efYd={row['effective']}&type=HTML"
    return {
        "num": str(number),
        "조문번호": unit.code,
        "변경사유": kind,
        "조문링크": base + version,
        "조문변경이력상세링크": f"{base}lsJoHstInf&ID={row['law_id']}&JO={unit.code}&type=XML",
        "조문개정일": str(row["promulgated"]),
        "조문시행일": str(row["effective"]),
    }


def _why(unit: Unit, version: int, kind: str) -> str:
    if version == unit.since and version:
        return "조문신설"
    return "조문삭제" if version and version == unit.gone else kind


def _head(row: Listed) -> tuple[Value, ...]:
    return (
        *(row["mst"], row["name"], row["law_id"], row["promulgated"], row["number"], row["change"]),
        *(row["ministry"], row["ministry_code"], row["kind"], row["effective"]),
    )


def _history_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    """Yield every version of a statute with what it did to one article, oldest first."""
    law_id, jo = (*values, None)[:2]
    where = [Condition("law_id", "eq", law_id), Condition("first_step", "eq", 1)]
    rows = world.select("law_statutes", where)[0]
    rows.sort(key=lambda r: int(str(r["version"])))
    if not rows or jo is None or int(str(rows[0]["statute"])) < 0:
        return
    owner = family(world.seed, int(str(rows[0]["statute"])))
    unit = owner.codes[str(rows[0]["tier"])].unit(str(jo))
    if unit is None:
        return
    for row in rows:
        version = int(str(row["version"]))
        touched = version in (unit.since, *unit.changed) or (unit.gone and version == unit.gone)
        kind = _why(unit, version, str(row["change"]))
        listed = dumped({"jo": [_article(row, unit, 1, kind)]}) if touched else None
        yield (*_head(row), jo, listed)


_HEAD = "mst name law_id promulgated number change ministry ministry_code kind effective"
HISTORY = Table(
    "law_article_history",
    columns_of(
        f"{_HEAD} jo articles", "number", {"name": "law_name", "kind": "law_kind"}, "articles"
    ),
    lambda world: (),  # asked for by statute and article alone
    by=("law_id", "jo"),
    part=_history_of,
)


def _revisions(world: World) -> Iterator[Row]:
    where = [Condition("registered", "range", (_SINCE, None)), Condition("first_step", "eq", 1)]
    rows = world.select("law_statutes", where, [("registered", True), ("mst", True)])[0]
    rows = [row for row in rows if int(str(row["statute"])) >= 0]
    touched = _touched(world.seed, rows)
    for row in rows:
        version = int(str(row["version"]))
        units = touched[str(row["mst"])]
        if not units:
            continue
        listed = [
            _article(row, unit, n, _why(unit, version, str(row["change"])))
            for n, unit in enumerate(units, 1)
        ]
        codes = " ".join(unit.code for unit in units)
        yield (*_head(row), row["registered"], codes, dumped({"jo": listed}))


def _touched(seed: int, rows: list[dict[str, Value]]) -> dict[str, list[Unit]]:
    """Return the changed articles of every row, family by family: each is made once."""
    found: dict[str, list[Unit]] = {}
    for row in sorted(rows, key=lambda r: int(str(r["statute"]))):
        made = family(seed, int(str(row["statute"]))).codes[str(row["tier"])]
        version = int(str(row["version"]))
        units = made.touched(version)
        found[str(row["mst"])] = units[:6] if row["change"] == "제정" else units
    return found


REVISIONS = Table(
    "law_revisions",
    columns_of(
        f"{_HEAD} registered jo articles",
        "number",
        {"name": "law_name", "kind": "law_kind", "jo": "article_code"},
    ),
    _revisions,
    key=("mst",),
    index=(("registered",), ("law_id",)),
)

# ---- old and new ----------------------------------------------------------------------------


def _compared(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    found = asked(world, values, ("mst", "law_id", "law_name", "ld", "ln"))
    text = found.text(world.seed) if found else None
    if found is None or text is None:
        return
    version = text.version
    before = next((r for r in found.rows if int(str(r["version"])) == version - 1), found.row)
    pairs = list(_pairs(text.owner, text.code, version)) if version else []
    lefts: list[JSON] = [{"no": str(n), "content": old} for n, (old, _) in enumerate(pairs, 1)]
    rights: list[JSON] = [{"no": str(n), "content": new} for n, (_, new) in enumerate(pairs, 1)]
    given = dict(zip(("ld", "ln"), (*values, *[None] * 5)[3:5], strict=True))
    yield (
        *(found.row["mst"], found.row["law_id"], (*values, None, None)[2] or found.row["name"]),
        *(given["ld"], given["ln"], *_side(before), *_side(found.row)),
        *(dumped(lefts), dumped(rights), "Y" if pairs else "N"),
    )


def _side(row: Listed) -> tuple[Value, ...]:
    return (
        *(row["mst"], row["law_id"], row["name"], row["effective"], row["promulgated"]),
        *(row["number"], "Y" if row["current"] else "N", row["change"], row["kind"]),
    )


def _pairs(owner: Family, made: Code, version: int) -> Iterator[tuple[str, str]]:
    """Yield the old and the new wording of every changed article, changed words marked."""
    found: dict[str, list[Change]] = {}
    for change in changes(owner, made, version):
        found.setdefault(change.unit.code, []).append(change)
    for listed in found.values():
        unit = listed[0].unit
        title = f"{unit.label}({owner.heading(made.tier, unit)})"
        new = _whole(owner, made, unit, version, title)
        if listed[0].kind == "신설":
            yield "<P><신  설></P>", f"<P>{new}</P>"
        elif listed[0].kind == "삭제":
            yield f"<P>{_whole(owner, made, unit, version - 1, title)}</P>", "<P><삭  제></P>"
        elif listed[0].kind == "전문":
            yield f"<P>{_whole(owner, made, unit, version - 1, title)}</P>", f"<P>{new}</P>"
        else:
            old = _whole(owner, made, unit, version - 1, title)
            for change in listed:
                if change.old and change.new:
                    old = old.replace(change.old, f"<P>{change.old}</P>", 1)
                    new = new.replace(change.new, f"<P>{change.new}</P>", 1)
            yield old, new


def _whole(owner: Family, made: Code, unit: Unit, version: int, title: str) -> str:
    return "\n".join([title, *(line.text for line in owner.lines(made.tier, unit, version))])


_SIDE = "mst law_id name effective promulgated number current change kind"
COMPARISONS = Table(
    "law_comparisons",
    columns_of(
        "mst law_id law_name ld ln "
        + " ".join(f"old_{n}" for n in _SIDE.split())
        + " "
        + " ".join(f"new_{n}" for n in _SIDE.split())
        + " old_articles new_articles exists",
        "old_number new_number",
        {"old_mst": "law_mst", "new_mst": "law_mst", "old_law_id": "law_id", "new_law_id": "law_id",
         "old_effective": "date", "new_effective": "date", "old_promulgated": "date",
         "new_promulgated": "date", "old_name": "law_name", "new_name": "law_name"},
    ),
    lambda world: (),  # asked for by statute alone
    by=("mst", "law_id", "law_name", "ld", "ln"),
    part=_compared,
    either=True,
)  # fmt: skip

# ---- deleted records -------------------------------------------------------------------------


def _deleted(world: World) -> Iterator[Row]:
    for place in range(4_100):
        draw = Draw(world.seed, "deleted", place)
        week = LAST_WEEK - place * 520 // 4_100
        kind, low = draw.pick((("법령", 700_001), ("행정규칙", 700_001), ("자치법규", 5_000_001)))
        yield (str(low + draw.below(90_000)), kind, ahead(tuesday(week), place % 3))


DELETED = Table(
    "law_deleted_records",
    columns_of("serial kind deleted", "", {"deleted": "date"}),
    _deleted,
    index=(("deleted",),),
)
