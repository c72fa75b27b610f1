"""``law_appeals``: decisions of tribunals, each shelf a list of its own, and their texts."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.law.appeals import (
    OUTCOMES,
    SHELVES,
    Appeal,
    appeal,
    by_id,
    earlier,
    size,
    texts,
)
from kopa_env.world.law.index import gana
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.law.columns import columns_of
from kopa_env.world.tables.law.statutes import OC
from kopa_env.world.world import World

_DOMAINS = {"id": "appeal_id", "number": "appeal_number", "as_of": "date"}
_TYPES = {"decc": ("일반행정심판", "440401"), "tt": ("조세심판", "440402"),
          "kmst": ("해양안전심판", "440403"), "acr": ("특별행정심판", "440404"),
          "adap": ("소청심사", "440405")}  # fmt: skip


def _listed(own: Appeal) -> Row:
    target = "decc" if own.shelf == "decc" else f"{own.shelf}SpecialDecc"
    heading = own.owner.heading("법", own.unit)
    return (
        *(str(own.id), own.shelf, own.title, own.number, own.acted, own.decided, own.authority),
        *(own.tribunal, own.outcome, OUTCOMES[own.outcome], "20260130"),
        f"/DRF/lawService.do?{OC}&target={target}&ID={own.id}&type=HTML&mobileYn=",
        *(gana(own.title), f"{own.title} {own.owner.name} {own.unit.label} {heading}"),
    )


def _rows_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    shelf = str(values[0])
    if shelf in SHELVES:
        for place in range(size(shelf) - 1, -1, -1):
            yield _listed(appeal(world.seed, shelf, place))


APPEALS = Table(
    "law_appeals",
    columns_of(
        "id shelf title number acted decided authority tribunal outcome outcome_code as_of link "
        "gana words",
        "",
        _DOMAINS,
    ),
    lambda world: (row for shelf in SHELVES for row in _rows_of(world, (shelf,))),
    key=("id",),
    index=(("shelf", "title"), ("shelf", "decided")),
    persons="fictional",
)


def _text_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    shelf, number = (*values, "")[:2]
    own = by_id(world.seed, str(number))
    if own is None or own.shelf != shelf:
        return
    said = texts(own)
    kind, code = _TYPES[own.shelf]
    yield (
        *(str(own.id), own.shelf, own.title, own.number, own.acted, own.decided, own.authority),
        *(own.tribunal, kind, code, said["ruling"], said["claim"], said["reasons"]),
        *(said["summary"], own.tax or None, earlier(own, 1) or None, earlier(own, 2) or None),
        *(said["statutes"], "20260130", f"{own.number} {own.title}\n{said['reasons']}"),
    )


TEXTS = Table(
    "law_appeal_texts",
    columns_of(
        "id shelf title number acted decided authority tribunal kind kind_code ruling claim "
        "reasons summary tax followed referred statutes as_of page",
        "",
        {**_DOMAINS, "followed": "appeal_number", "referred": "appeal_number"},
        "tax followed referred",
    ),
    lambda world: (),  # asked for by shelf and serial number alone
    key=("id",),
    persons="fictional",
    by=("shelf", "id"),
    part=_text_of,
)
