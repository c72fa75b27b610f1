"""Treaties, annexes of statutes, and the articles that the intelligent search looks through."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.law import treaties
from kopa_env.world.law.annexes import download, serial
from kopa_env.world.law.documents import dumped
from kopa_env.world.law.families import family
from kopa_env.world.law.index import gana
from kopa_env.world.law.wording import dotted
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.law.columns import columns_of
from kopa_env.world.tables.law.statutes import OC
from kopa_env.world.world import Condition, World

_SEARCHED = 3
"""One act of so many is in the index of the intelligent search."""


def _treaty_link(number: Value) -> str:
    return f"/DRF/lawService.do?{OC}&target=trty&ID={number}&type=HTML&mobileYn="


def _treaties(world: World) -> Iterator[Row]:
    for place in range(treaties.TREATIES - 1, -1, -1):
        own = treaties.treaty(world.seed, place)
        if not treaties.in_force(own):
            continue
        yield (
            *(str(own.id), own.name, "440101" if own.bilateral else "440102"),
            *("양자조약" if own.bilateral else "다자조약", own.effective, own.signed, own.gazetted),
            *(own.number, str(own.country_number) if own.country else None, _treaty_link(own.id)),
            *(gana(own.name), own.gazetted, f"{own.name} {own.field}"),
        )


TREATIES = Table(
    "law_treaties",
    columns_of(
        "id name class_code class effective signed gazetted number country link gana registered "
        "words",
        "number",
        {"id": "treaty_id", "name": "treaty_name", "country": "country_number"},
        "country",
    ),
    _treaties,
    key=("id",),
    index=(("name",), ("effective",)),
)


def _treaty_text(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    own = treaties.by_id(world.seed, str(values[0]))
    if own is None or not treaties.in_force(own):
        return
    draw = Draw(world.seed, "treaty particulars", own.place)
    consent = draw.chance(300)
    where = draw.pick(("서울", own.country or "누리"))
    text = treaties.text(own)
    done = draw.between(10, 60)
    extra = {
        "체결대상국가": own.english.rpartition("Government of ")[2].partition(" on ")[0],
        "체결대상국가한글": own.country,
        "우리측국내절차완료통보": own.signed,
        "상대국측국내절차완료통보": own.effective,
        "양자조약분야코드": f"990{draw.between(100, 999)}",
        "양자조약분야명": own.field,
        "제2외국어종류": "영어",
        "국가코드": f"G{chr(65 + own.country_number % 26)}",
        "체결일자": own.signed,
        "체결장소": where,
    }
    many = {
        "체결일자": own.signed,
        "체결장소": where,
        "기탁처": "가람 사무국",
        "다자조약분야코드": f"990{draw.between(100, 999)}",
        "다자조약분야명": own.field,
        "수락서기탁일자": own.signed,
        "국내발효일자": own.effective,
    }
    yield (
        *(str(own.id), own.name, own.english, "440101" if own.bilateral else "440102", own.number),
        *(own.effective, own.signed, where, own.effective, own.gazetted, own.signed, str(done)),
        *("Y" if consent else "N", own.effective if consent else None, "본문 참조"),
        *(dumped(extra if own.bilateral else many), text, f"{own.name}\n{text}"),
    )


TREATY_TEXTS = Table(
    "law_treaty_texts",
    columns_of(
        "id name english class_code number effective signed place sanctioned gazetted cabinet "
        "session consent consented remark more text page",
        "number",
        {"id": "treaty_id", "name": "treaty_name", "sanctioned": "date", "cabinet": "date",
         "consented": "date"},
        "consented",
    ),
    lambda world: (),  # asked for by serial number alone
    key=("id",),
    by=("id",),
    part=_treaty_text,
)  # fmt: skip


# ---- annexes ---------------------------------------------------------------------------------


def _annexes(world: World) -> Iterator[Row]:
    rows = world.select("law_statutes", [Condition("current", "eq", 1)])[0]
    made = []
    for row in rows:
        number = int(str(row["statute"]))
        if number < 0 or row["tier"] == "법":
            continue
        owner, mst = family(world.seed, number), str(row["mst"])
        for place, annex in enumerate(owner.annexes(str(row["tier"])), 1):
            own = serial(mst, place)
            kind = "서식" if annex.form else "별표"
            made.append(
                (
                    *(own, mst, row["law_id"], annex.title, row["name"], f"{annex.number:04d}00"),
                    *(kind, row["ministry"], row["ministry_code"], row["promulgated"]),
                    *(row["number"], row["change"], row["kind"], download(own), download(own, 1)),
                    f"/DRF/lawService.do?{OC}&target=licbyl&ID={own}&type=HTML&mobileYn=",
                    gana(annex.title),
                )
            )
    made.sort(key=lambda entry: (str(entry[3]), str(entry[4]), str(entry[0])))
    yield from made


ANNEXES = Table(
    "law_annexes",
    columns_of(
        "annex mst law_id title law_name code kind ministry ministry_code promulgated number "
        "change law_kind file pdf link gana",
        "number",
        {"annex": "annex_serial", "law_kind": "law_kind"},
        "ministry_code",
    ),
    _annexes,
    key=("annex",),
    index=(("title",), ("law_name",), ("ministry_code",)),
)

# ---- the intelligent search ---------------------------------------------------------------------


def _searched(world: World) -> Iterator[Row]:
    where = [Condition("current", "eq", 1), Condition("tier", "eq", "법")]
    for row in world.select("law_statutes", where, [("name", False)])[0]:
        number = int(str(row["statute"]))
        if number % _SEARCHED:
            continue
        owner = family(world.seed, number)
        version = int(str(row["version"]))
        for place, unit in enumerate(owner.codes["법"].units, 1):
            if not unit.stands(version):
                continue
            lines = [line.text for line in owner.lines("법", unit, version)]
            title = owner.heading("법", unit)
            text = "\n".join([f"{unit.label}({title})", *lines])
            own = int(str(row["mst"])) * 100 + place
            yield (
                *(str(own), row["law_id"], row["mst"], row["name"], row["effective"]),
                *(row["promulgated"], row["number"], row["ministry_code"], row["ministry"]),
                *(row["kind"], row["change"], f"{990_000 + place:06d}", str(own + 1)),
                *(str(unit.number), str(unit.branch) if unit.branch else None, title, text),
                *(unit.code, f"{row['name']} {title} {text}"),
                *(None,) * 15,
            )


ARTICLES = Table(
    "law_searched_articles",
    columns_of(
        "id law_id mst law_name effective promulgated number ministry_code ministry kind change "
        "section serial article branch heading text jo words annex_id annex_serial annex_number "
        "annex_branch annex_title annex_code annex_kind rule_article rule_mst rule_id rule issued "
        "rule_number issuer rule_kind",
        "number",
        {"kind": "law_kind", "rule_number": "rule_number"},
        "branch",
    ),
    _searched,
    key=("id",),
    index=(("law_name",),),
)


def _class_articles(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    """Yield the articles of the statutes of a custom class, the first hundred statutes."""
    code = str(values[0])
    where = [Condition("class_code", "eq", code), Condition("current", "eq", 1)]
    for row in world.select("law_statutes", where, limit=100)[0]:
        number, tier = int(str(row["statute"])), str(row["tier"])
        if number < 0:
            continue
        owner, version = family(world.seed, number), int(str(row["version"]))
        made = owner.codes[tier]
        for unit in made.units:
            if not unit.stands(version):
                continue
            days = [dotted(made.versions[v].day) for v in unit.changed if v <= version]
            yield (
                *(code, f"{row['law_id']}{row['promulgated']}{int(str(row['number'])):05d}"),
                *(row["law_id"], row["name"], row["promulgated"], row["number"], row["change"]),
                *(row["kind"], row["effective"], str(unit.number), str(unit.branch or 0)),
                *(owner.heading(tier, unit), row["effective"], row["change"]),
                *(", ".join(days) or None, f"{row['ef_link']}&JO={unit.code}"),
            )


CLASS_ARTICLES = Table(
    "law_class_articles",
    columns_of(
        "class_code key law_id law_name promulgated number change kind effective article branch "
        "heading article_day article_change amended link",
        "number",
        {"class_code": "law_class_code", "kind": "law_kind", "article_day": "date"},
        "amended",
    ),
    lambda world: (row for n in range(1, 45) for row in _class_articles(world, (f"L{n:013d}",))),
    by=("class_code",),
    part=_class_articles,
)
