"""``law_precedents`` and ``law_constitutional``: judgments and decisions, and their texts."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.law import constitutional
from kopa_env.world.law.courts import KINDS
from kopa_env.world.law.index import gana
from kopa_env.world.law.precedents import CASES, FIRST_ID, Judgment, judgment, published, texts
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.law.columns import columns_of
from kopa_env.world.tables.law.statutes import OC
from kopa_env.world.world import World

_DOMAINS = {"id": "precedent_id", "number": "case_number", "court": "court_name",
            "law_name": "law_name"}  # fmt: skip


def _listed(own: Judgment) -> Row:
    whole = own.source == "대법원"
    about = own.point
    return (
        *(str(own.id), own.title, own.number, own.day, own.court if whole else None),
        *(("400201" if own.level == 2 else "400202") if whole else None, own.kind, KINDS[own.kind]),
        *("판결" if whole else None, "선고" if whole else None, own.source),
        f"/DRF/lawService.do?{OC}&target=prec&ID={own.id}&type=HTML&mobileYn=",
        *(about.owner.name, gana(own.title)),
        f"{own.title} {about.owner.name} {about.article} {about.heading} {about.question}",
    )


def _rows(world: World) -> Iterator[Row]:
    made = []
    for case in range(CASES):
        for level in range(3):
            if published(world.seed, case, level):
                own = judgment(world.seed, case, level)
                if own is not None:
                    made.append(_listed(own))
    made.sort(key=lambda row: (str(row[3]), int(str(row[0]))), reverse=True)
    yield from made


PRECEDENTS = Table(
    "law_precedents",
    columns_of(
        "id title number decided court court_code kind kind_code form pronounced source link "
        "law_name gana words",
        "",
        _DOMAINS,
        "court court_code form pronounced",
    ),
    _rows,
    key=("id",),
    index=(("decided",), ("number",), ("title",)),
)


def _text_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    number = str(values[0])
    place = int(number) - FIRST_ID if number.isascii() and number.isdecimal() else -1
    case, level = divmod(place, 3)
    if not 0 <= case < CASES or not published(world.seed, case, level):
        return
    own = judgment(world.seed, case, level)
    if own is None:
        return
    said = texts(own)
    yield (
        *(str(own.id), own.title, own.number, own.day, "선고", own.court),
        *("400201" if own.level == 2 else "400202", own.kind, KINDS[own.kind], "판결"),
        *(said["holdings"], said["summary"], said["provisions"], said["precedents"], said["whole"]),
        f"{own.court} {own.number} {own.title}\n" + said["whole"].replace("<br/>", "\n"),
    )


PRECEDENT_TEXTS = Table(
    "law_precedent_texts",
    columns_of(
        "id title number decided pronounced court court_code kind kind_code form holdings summary "
        "provisions precedents whole page",
        "",
        _DOMAINS,
    ),
    lambda world: (),  # asked for by serial number alone
    key=("id",),
    by=("id",),
    part=_text_of,
)

# ---- the Constitutional Court ------------------------------------------------------------------

_DECISION = {"id": "constitutional_id", "number": "constitutional_number"}


def _decisions(world: World) -> Iterator[Row]:
    for place in range(constitutional.DECISIONS - 1, -1, -1):
        own = constitutional.decision(world.seed, place)
        about = own.point
        title = own.title or ""
        yield (
            *(str(own.id), own.day if own.dated else "0", own.number, title),
            f"/DRF/lawService.do?{OC}&target=detc&ID={own.id}&type=HTML&mobileYn=",
            gana(title) if title else "etc",
            f"{title} {about.owner.name} {about.article} {about.heading}",
        )


CONSTITUTIONAL = Table(
    "law_constitutional",
    columns_of("id decided number title link gana words", "", _DECISION),
    _decisions,
    key=("id",),
    index=(("decided",), ("number",), ("title",)),
)


def _decision_text(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    own = constitutional.by_id(world.seed, str(values[0]))
    if own is None:
        return
    said = constitutional.texts(own)
    yield (
        *(str(own.id), own.day, own.number, own.title or f"{own.point.owner.name} 위헌확인"),
        *(own.kind, constitutional.KINDS[own.kind], "430201" if own.full_bench else "430202"),
        *(said["holdings"], said["summary"], said["whole"], said["provisions"], said["precedents"]),
        *(said["reviewed"], f"{own.number} {own.title}\n{said['whole']}"),
    )


CONSTITUTIONAL_TEXTS = Table(
    "law_constitutional_texts",
    columns_of(
        "id decided number title kind kind_code bench holdings summary whole provisions "
        "precedents reviewed page",
        "",
        _DECISION,
    ),
    lambda world: (),  # asked for by serial number alone
    key=("id",),
    by=("id",),
    part=_decision_text,
)
