"""Values that one tool's records hold for another tool's arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, product
from math import isfinite
from typing import TypeAlias

from kopa_env.outcome import JSON, Record

Fields: TypeAlias = tuple[str, ...]
"""The fields an edge binds, in the order of its bindings."""

Row: TypeAlias = tuple[JSON, ...]
"""One value for each of an edge's bindings, all from one record."""

_NO_VALUES = frozenset({"", "-", "--", "null", "none", "nan", "n/a", "undefined"})
_BUCKETS = ((1, "1"), (5, "2-5"), (50, "6-50"))


@dataclass(frozen=True, slots=True)
class Held:
    """What a reply holds for some fields.

    Attributes:
        count: distinct rows of values in the whole reply.
        rows: the first φ of them, in the order of the reply.
    """

    count: int = 0
    rows: tuple[Row, ...] = ()


NOTHING = Held()


def usable(value: JSON) -> bool:
    """Say whether a value can be an argument: no blank, dash, null, id of zeros or container."""
    if isinstance(value, str):
        text = value.strip()
        return text.casefold() not in _NO_VALUES and text.strip("0") != ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return value != 0 and isfinite(value)


def values_at(record: JSON, path: str) -> Iterator[JSON]:
    """Yield the scalars at a dotted path; lists on the way are walked through."""
    head, _, rest = path.partition(".")
    found = record.get(head.removesuffix("[]")) if isinstance(record, Mapping) else None
    for value in found if isinstance(found, list) else (found,):
        if rest:
            yield from values_at(value, rest)
        else:
            yield value


def hold(records: Sequence[Record], fields: Fields, phi: int) -> Held:
    """Return the distinct rows of usable values that records hold for some fields."""
    seen: dict[Row, None] = {}
    for row in _rows(records, fields):
        trimmed = tuple([value.strip() if isinstance(value, str) else value for value in row])
        if all(map(usable, trimmed)):
            seen.setdefault(trimmed)
    return Held(len(seen), tuple(islice(seen, phi)))


def _rows(records: Sequence[Record], fields: Fields) -> Iterable[Row]:
    """Return the rows of values of records; repeated ones are left out where that is cheap."""
    if any("." in name or "[" in name for name in fields):
        return chain.from_iterable(
            product(*[[v for v in values_at(record, f) if usable(v)] for f in fields])
            for record in records
        )
    rows = zip(*[[record.get(name) for record in records] for name in fields], strict=True)
    try:
        return dict.fromkeys(rows)
    except TypeError:  # a cell that holds a list or a record
        return [tuple(record.get(name) for name in fields) for record in records]


def bucket(count: int) -> str:
    """Return the bar of a cardinality histogram that a number of values falls under."""
    return next((name for most, name in _BUCKETS if count <= most), ">50")


def says_something(records: Sequence[Record], look_at: int = 5) -> bool:
    """Say whether any of the first records has a cell that is not blank."""
    return any(
        value not in (None, "", "-", [], {})
        for record in records[:look_at]
        for value in record.values()
    )
