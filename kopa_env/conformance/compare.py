"""Comparing two replies of one endpoint: the platform's and the replica's.

Three things must agree: what lies around the records, which fields they have (sample ⊆ replica ⊆
documented), and how each field's values are written. What a value *says* is never compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kopa_env.conformance.envelope import Paths, kind_of
from kopa_env.outcome import JSON, Record
from kopa_env.replica.shapes import alike, fits, shape_of
from kopa_env.spec import Field, ToolSpec

NOTHING = frozenset({"null", "blank", "dash"})
"""Shapes of "no value"."""

Values = Mapping[str, Sequence[JSON]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which the replies differ.

    Attributes:
        kind: ``envelope_missing``, ``envelope_extra``, ``envelope_type`` (around the records);
            ``field_missing`` (in the sample only), ``field_undocumented`` (the replica serves
            what the catalogue does not list), ``type`` (another JSON type), ``shape`` (written
            another way), ``nothing`` (another form of "no value", or one where the catalogue
            promises a value), ``never_filled`` (the replica never has a value there) or
            ``no_reply`` (the replica has no rows whatever it is asked).
        field: key path, of the envelope or of the record.
        ours, theirs: what the replica's reply and the sample have there.
    """

    kind: str
    field: str
    theirs: str = ""
    ours: str = ""


def compare_envelopes(theirs: Paths, ours: Paths) -> Iterator[Difference]:
    """Yield what differs around the records."""
    for path in sorted(theirs.keys() | ours.keys()):
        left, right = theirs.get(path), ours.get(path)
        if right is None:
            yield Difference("envelope_missing", path, _words(left or ()))
        elif left is None:
            yield Difference("envelope_extra", path, "", _words(right))
        elif not left & right and left != right:
            yield Difference("envelope_type", path, _words(left), _words(right))


def compare_records(
    spec: ToolSpec, theirs: Sequence[Record], ours: Sequence[Record]
) -> Iterator[Difference]:
    """Yield what differs in fields and in how their values are written."""
    documented = {field.path.replace("[]", ""): field for field in spec.fields}
    left, right = flatten(theirs), flatten(ours)
    parents = _parents(documented)
    for path in sorted(right.keys() - documented.keys() - parents):
        if _inside(path, documented):
            continue
        yield Difference("field_undocumented", path, "", _shapes(right[path]))
    for path in sorted(left):
        if path not in right:
            yield Difference("field_missing", path, _shapes(left[path]))
        else:
            yield from _compare_values(path, documented.get(path), left[path], right[path])


def flatten(records: Sequence[Record]) -> Values:
    """Return all values by key path; dots for nesting, elements of a list under its own path."""
    found: defaultdict[str, list[JSON]] = defaultdict(list)
    for record in records:
        for path, value in leaves(record):
            found[path].append(value)
    return found


def leaves(value: JSON, path: str = "") -> Iterator[tuple[str, JSON]]:
    """Yield every value of a record with its key path (see :func:`flatten`)."""
    if isinstance(value, Mapping) and value:
        for key, child in value.items():
            yield from leaves(child, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value:
        for child in value:
            yield from leaves(child, path)
    else:
        yield path, value


def _parents(paths: Iterable[str]) -> set[str]:
    """Return the paths of objects that hold documented fields: they may stand empty."""
    return {path[:i] for path in paths for i, char in enumerate(path) if char == "."}


def _inside(path: str, documented: Mapping[str, Field]) -> bool:
    """Return whether a path lies inside a field documented as an object or a list."""
    above = (documented.get(path[:i]) for i, char in enumerate(path) if char == ".")
    return any(field and field.type in ("array", "object") for field in above)


def _compare_values(
    path: str, field: Field | None, theirs: Sequence[JSON], ours: Sequence[JSON]
) -> Iterator[Difference]:
    nothing = _nothing(theirs) - _nothing(ours)
    if nothing and (_nothing(ours) or field is None or not field.nullable):
        yield Difference("nothing", path, _words(nothing), _words(_nothing(ours)))
    left, right = _filled(theirs), _filled(ours)
    if not left:
        return
    if not right:
        yield Difference("never_filled", path, _shapes(left), _shapes(ours))
    elif not {kind_of(v) for v in left} <= {kind_of(v) for v in right}:
        yield Difference("type", path, _kinds(left), _kinds(right))
    elif odd := [v for v in left if not _written_alike(field, v, right)]:
        yield Difference("shape", path, _shapes(odd), _shapes(right))


def _written_alike(field: Field | None, value: JSON, ours: Sequence[JSON]) -> bool:
    """Return whether one of our values is written as theirs, in the declared shape and in fact."""
    declared = field.shape if field else "text"
    if declared.startswith("enum:"):
        return fits(declared, value) and any(fits(declared, v) for v in ours)
    shape = shape_of(value)
    if declared in ("int", "decimal") and shape.startswith("date"):
        shape = declared  # a number that happens to read like a date
    return fits(declared, value) and any(
        fits(declared, v) and (shape_of(v) == shape or _numbers_alike(value, v)) for v in ours
    )


def _numbers_alike(left: JSON, right: JSON) -> bool:
    return "text" not in (shape_of(left), shape_of(right)) and alike(left, right)


def filled(records: Sequence[Record]) -> list[str]:
    """Return the key paths that have a value in some record, sorted."""
    return sorted(path for path, values in flatten(records).items() if _filled(values))


def _nothing(values: Iterable[JSON]) -> frozenset[str]:
    return frozenset(shape_of(v) for v in values) & NOTHING


def _filled(values: Iterable[JSON]) -> list[JSON]:
    return [v for v in values if shape_of(v) not in NOTHING]


def _shapes(values: Iterable[JSON]) -> str:
    return _words({shape_of(v) for v in values})


def _kinds(values: Iterable[JSON]) -> str:
    return _words({kind_of(v) for v in values})


def _words(words: Iterable[str]) -> str:
    return "|".join(sorted(words))
