"""``law_interpretations``: every list of interpretations, and their texts."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.law.answers import EXPC, TARGETS, Answer, answer, by_id, published, size, texts
from kopa_env.world.law.calendar import ahead
from kopa_env.world.law.index import gana
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.law.columns import columns_of
from kopa_env.world.tables.law.statutes import OC
from kopa_env.world.world import World

_DOMAINS = {"id": "interpretation_id", "item": "interpretation_number",
            "asker_code": "agency_code", "agency_code": "agency_code",
            "asker": "agency_name", "agency": "agency_name", "as_of": "date"}  # fmt: skip


def _day(own: Answer) -> Value:
    """Return the day of the answer; a few old ones have none."""
    return None if own.place % 97 == 5 else own.day


def _listed(own: Answer) -> Row:
    target = own.target if own.target == EXPC else f"{own.target}CgmExpc"
    title = own.title
    about = own.point
    return (
        *(str(own.id), own.target, title, own.number, own.asker_code or None, own.asker or None),
        *(own.agency_code, own.agency, _day(own), ahead(own.day, 3), "20260130"),
        f"/DRF/lawService.do?{OC}&target={target}&ID={own.id}&type=HTML&mobileYn=",
        *(gana(title), f"{about.owner.name} {about.article} {about.heading} {about.question}"),
    )


def _rows_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    target = str(values[0])
    if target not in TARGETS:
        return
    made = (answer(world.seed, target, place) for place in range(size(target) - 1, -1, -1))
    yield from (_listed(own) for own in made if published(own))


INTERPRETATIONS = Table(
    "law_interpretations",
    columns_of(
        "id target title item asker_code asker agency_code agency replied registered as_of link "
        "gana words",
        "",
        _DOMAINS,
        "asker_code asker replied",
    ),
    lambda world: (row for target in TARGETS for row in _rows_of(world, (target,))),
    key=("id",),
    index=(("target", "title"),),
)


def _text_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    target, number = (*values, "")[:2]
    found = by_id(world.seed, str(number))
    if found is None or found.target != target or not published(found):
        return
    said = texts(found)
    yield (
        *(str(found.id), found.target, found.title, found.number, found.day, found.agency_code),
        *(found.agency, found.asker_code or None, found.asker or "민원인", found.agency_code),
        *(f"{ahead(found.day, 3)}093000", said["question"], said["reply"], said["reasons"]),
        *(said["statutes"], "20260130"),
    )


TEXTS = Table(
    "law_interpretation_texts",
    columns_of(
        "id target title item replied agency_code agency asker_code asker keeper_code entered "
        "question reply reasons statutes as_of",
        "",
        {**_DOMAINS, "keeper_code": "agency_code"},
        "asker_code",
    ),
    lambda world: (),  # asked for by list and serial number alone
    key=("id",),
    by=("target", "id"),
    part=_text_of,
)
