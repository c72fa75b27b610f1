"""금융상품한눈에's products and their options: apart in JSON, nested in XML, nested in records.

A record is a product and holds its options as ``options``: the platform counts products
(``total_count``), an option says nothing without its product, and the XML twin nests them too. What
ties an option to its product is written once, in the product; JSON repeats it in ``optionList``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from kopa_env.body import as_rows
from kopa_env.outcome import JSON, Record

OPTIONS = "options"
_KEY = ("fin_co_no", "fin_prdt_cd")
"""What says whose option a row of ``optionList`` is."""
_SHARED = (*_KEY, "dcls_month", "crdt_prdt_type")
"""What such a row repeats of its product."""


def joined(base: Sequence[Record], options: Sequence[Record]) -> list[Record]:
    """Return products with their options; an option of no product here is left out."""
    by_key: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, row in enumerate(base):
        by_key[_key(row)].append(number)
    mine: defaultdict[int, list[Record]] = defaultdict(list)
    for option in options:
        candidates = by_key.get(_key(option), [])
        owner = next((n for n in candidates if _agree(base[n], option)), None)
        if candidates:
            mine[candidates[0] if owner is None else owner].append(option)
    return [_record(row, mine[number]) for number, row in enumerate(base)]


def split(records: Sequence[Record]) -> tuple[list[Record], list[Record]]:
    """Return products without options, and all options with what ties them to their product."""
    base: list[Record] = []
    options: list[Record] = []
    for record in records:
        row = _without_options(record)
        tie = {k: row[k] for k in _SHARED if k in row}
        base.append(row)
        options += [{**tie, **option} for option in as_rows(record.get(OPTIONS))]
    return base, options


def nested(products: JSON) -> list[Record]:
    """Return the products of an XML reply, each with the options it holds."""
    inside = products.get("product") if isinstance(products, dict) else None
    found: list[Record] = []
    for product in as_rows(inside):
        row = next(iter(as_rows(product.get("baseinfo"))), {})
        groups = as_rows(product.get(OPTIONS))
        options = [option for group in groups for option in as_rows(group.get("option"))]
        found.append(with_nulls(_record(row, options)))
    return found


def nest(records: Sequence[Record]) -> JSON:
    """Return products as an XML reply holds them."""
    return {
        "product": [
            {"baseinfo": _without_options(record), OPTIONS: {"option": record[OPTIONS]}}
            for record in records
        ]
    }


def with_nulls(row: Record) -> Record:
    """Return a row of XML, whose empty elements are the ``null`` of JSON."""
    return {
        k: [with_nulls(option) for option in as_rows(v)] if k == OPTIONS else v or None
        for k, v in row.items()
    }


def _record(row: Record, options: Sequence[Record]) -> Record:
    """Return a product with what its options say beside what ties them to it."""
    own = [
        {k: v for k, v in option.items() if k not in _SHARED or k not in row or v != row[k]}
        for option in options
    ]
    return {**row, OPTIONS: [option for option in own if option]}


def _without_options(record: Record) -> Mapping[str, JSON]:
    return {k: v for k, v in record.items() if k != OPTIONS}


def _key(row: Record) -> tuple[str, ...]:
    return tuple(str(row.get(name)) for name in _KEY)


def _agree(row: Record, option: Record) -> bool:
    """Say whether nothing that an option repeats differs: a product may be there twice."""
    return all(row[k] == option[k] for k in _SHARED if k in row and k in option)
