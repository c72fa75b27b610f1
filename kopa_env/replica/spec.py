"""What the replica knows of a tool: the format of ``platforms/<platform>/replica.yaml``.

A file maps tool names to declarations. Names that start with ``_`` are not tools but shared parts
that others take over with ``like``::

    _dart:                              # shared by DART's tools
      errors: {missing: "100", bad_value: "100", too_many: "021"}
      nulls: "-"                        # what a NULL column becomes (`nulls: null`: stays null)

    dart_list:
      like: _dart                       # one name; `where`, `errors`, `columns` are merged by key
      from: filings                     # table of the world
      only: {kind: list}                # fixed filters, column: value (or list of values)
      where:                            # wire name of a parameter: filter
        corp_code: {}                   #   same as {column: corp_code, op: eq}
        corp_nm:   {column: corp_name, op: contains}
        bgn_de:    {column: rcept_dt, op: ge, pattern: date8, default_from: end_de}
        end_de:    {column: rcept_dt, op: le, pattern: date8, default: "20260130"}
        codes:     {column: corp_code, op: in, max: 100}
        last_yn:   {column: is_last, values: {Y: 1, N: null}, other: bad_value, default: N}
      required: [corp_code]             # missing or blank → errors.missing
      any_of: [[corp_code, bgn_de]]     # at least one of each group, else errors.missing
      windows: [{start: bgn_de, end: end_de, months: 3, unless: [corp_code], code: "100"}]
      order: {by: [-rcept_dt, rcept_no], param: sort, values: {crp: corp_name},
              direction: sort_mth, descending: [desc], default_descending: true}
      page: {default: 10, max: 100, over: clamp, beyond: empty}
      columns:                          # wire field: where its value comes from
        adres: address                  #   a column
        est_dt: "founded|date_ko"       #   a column through a formatter (replica/formats.py)
        currency: "=KRW"                #   a constant
        bsns_year: "@bsns_year"         #   the argument of that wire name, as sent
        num: "#"                        #   the row's place in the whole reply, from 1
      errors: {missing: "100", empty: "013"}
      gap: {where: {age: ["22"]}, ids: [bill_id]}   # what the world holds only in part
      quirks: ["report_nm is padded with blanks"]
      fidelity: declared                # declared | name_match | listing_only

Rules
-----
- A field that ``columns`` leaves out takes the column of its own name (the last dotted part of its
  path, letter case aside), written in the field's declared shape. A list or an object that
  ``columns`` names is read from one column as JSON, with all that lies in it. A field with no
  column at all is an error found by :func:`kopa_env.replica.engine.Replica.check`.
- ``where`` filters: ``op`` is ``eq``, ``ne``, ``prefix``, ``contains``, ``words`` (each word of the
  argument, in any order; the whole text in double quotes), ``ge``, ``le``, ``lt``, ``gt``,
  ``range`` (one argument ``low~high``, split at ``sep``; an end may be left out) or ``in`` (split
  at ``sep``, at most ``max``, else ``too_many``). ``column`` defaults to the parameter's own name;
  ``column: ""`` checks an argument without filtering. A blank argument counts as absent. ``values``
  maps arguments to column values (``null``: no filter; a list: any of them); an argument outside it
  is taken literally (``other: literal``), ignored (``ignore``) or an error (``bad_value``).
  ``pattern`` is ``date8``, ``digits:N``, ``int`` or a regular expression for the whole argument;
  a mismatch is the situation ``bad_value``. An argument for a column of integers (or numbers, type
  ``real``) that is none is ``bad_value`` too. ``unknown: empty`` (default) or a code: what a value
  that occurs nowhere in the column is answered with. ``near`` takes decimal degrees for an integer
  column of millionths of a degree, at most ``within`` of them away. ``unless`` names parameters
  beside which this one is not looked at. ``switch: {"search=2": body}`` looks into another column
  where another argument says so.
- ``page``: the parameters are those of the ToolSpec's ``paging`` (page and size, or first and last
  row in ``range`` mode). ``over`` (size beyond ``max``): ``clamp`` or a code. ``beyond`` (page
  after the last): ``empty``, ``clamp`` (serve the last page) or a code. ``bad`` (page or size is
  no positive integer): ``clamp`` (use the default) or a code. ``reversed`` (range mode, last <
  first): a code or ``empty``. Without ``page`` every matching row is served.
- ``nulls``: what a NULL column becomes. ``sparse: true`` leaves NULL fields out of the record
  instead (replies whose blocks have different fields).
- ``order``: a chosen direction turns every column of ``by``, so that the list is exactly reversed.
  A column in ``values`` may be ``-column``: descending, whatever the direction.
- ``limit``: the platform silently serves at most so many rows.
- ``errors`` maps a situation (``missing``, ``bad_value``, ``too_many``, ``window``, ``unknown``,
  ``empty``) to the platform's code, or to ``{code, message}`` where the message differs from the
  dialect's usual one for the code; ``{param}`` in a message is the parameter's wire name. Reasons
  and messages otherwise come from the dialect: the replica encodes an error and reads it back.
- ``gap`` names rows of which the world holds only some, such as the roll calls of the present
  Assembly: that nothing is found there is no news of the platform's data, so the answer is a miss
  (environmental, ``maintenance``, "not recorded in this world"; on the wire the platform's own
  code of a server error) instead of ``errors.empty``. ``where``: columns and values of those rows
  (left out: all rows); a filter that rules them out leaves "no data" as it is. ``ids``: columns
  of ids that can only come from a reply; with one, an id that nobody has finds nothing, and an id
  that is held is a miss only where its row leaves a column asked for empty. ``of``: the table of
  the things ``ids`` name, where it is not ``from``: a miss then takes a thing of that table, in
  ``where``, of which ``from`` holds no row. A filter on a column that the table never fills
  (``null_rate`` 1) and that finds nothing is always a miss.
- Tools that are not declared are served from generated listings (``replica/listings.py``), sized
  by ``platforms/<platform>/sizes.tsv`` (``tool name or ref<TAB>rows``) where that names them. A
  shared part ``_<platform>`` gives them its ``page`` rules, ``errors`` and ``nulls``. A tool may
  be declared ``from: listing`` to say more of its own generated listing, such as ``limit: 1`` or
  ``where`` for parameters that filter other than by their own name, or ``columns`` for fields
  that repeat an argument.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

from kopa_env.errors import UsageError, did_you_mean

Fidelity = Literal["declared", "name_match", "listing_only"]
Situation = Literal["missing", "bad_value", "too_many", "window", "unknown", "empty"]
Op = Literal[
    "eq", "ne", "prefix", "contains", "words", "ge", "le", "lt", "gt", "near", "range", "in"
]  # fmt: skip
Scalar = str | int | float | None

LISTING = "listing"
"""In ``from``: the tool's own generated listing."""

_MERGED = ("where", "errors", "columns", "only")


@dataclass(frozen=True, slots=True)
class Filter:
    """How one parameter narrows the rows (module docstring: ``where``)."""

    column: str | None = None
    op: Op = "eq"
    values: Mapping[str, Scalar | list[Scalar]] | None = None
    other: Literal["literal", "ignore", "bad_value"] = "literal"
    default: str | None = None
    default_from: str = ""
    pattern: str = ""
    sep: str = ""
    max: int = 0
    unknown: str = "empty"
    unless: tuple[str, ...] = ()
    switch: Mapping[str, str] = field(default_factory=dict)
    within: int = 0


@dataclass(frozen=True, slots=True)
class Window:
    """A longest span between two date parameters (``YYYYMMDD``; ``YYYYMM`` is its first day)."""

    start: str
    end: str
    months: int = 0
    days: int = 0
    unless: tuple[str, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """The order of rows: ``-column`` is descending; a parameter may choose another column."""

    by: tuple[str, ...] = ()
    param: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    direction: str = ""
    descending: tuple[str, ...] = ("desc", "DESC")
    default_descending: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """How the platform pages (module docstring: ``page``)."""

    default: int = 10
    max: int = 1000
    over: str = "clamp"
    beyond: str = "empty"
    bad: str = "clamp"
    reversed: str = "empty"


@dataclass(frozen=True, slots=True)
class Gap:
    """Rows of which the world holds only some (module docstring: ``gap``)."""

    where: Mapping[str, Scalar | list[Scalar]] = field(default_factory=dict)
    ids: tuple[str, ...] = ()
    of: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """A platform's error: its code and, where unusual, its message."""

    code: str
    message: str = ""


@dataclass(frozen=True, slots=True)
class ToolReplica:
    """One tool's semantics (module docstring)."""

    table: str
    fidelity: Fidelity = "declared"
    only: Mapping[str, Scalar | list[Scalar]] = field(default_factory=dict)
    where: Mapping[str, Filter] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    any_of: tuple[tuple[str, ...], ...] = ()
    windows: tuple[Window, ...] = ()
    order: Order = field(default_factory=Order)
    page: Page | None = None
    limit: int = 0
    columns: Mapping[str, str] = field(default_factory=dict)
    nulls: str | None = ""
    sparse: bool = False
    errors: Mapping[Situation, Fault] = field(default_factory=dict)
    gap: Gap | None = None
    quirks: tuple[str, ...] = ()


class ReplicaSpec(Mapping[str, ToolReplica]):
    """The declarations of one or more platforms by tool name, each parsed when first asked for."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self._raw = raw
        self._parsed: dict[str, ToolReplica] = {}

    def __getitem__(self, name: str) -> ToolReplica:
        if name.startswith("_"):
            raise KeyError(name)
        if name not in self._parsed:
            self._parsed[name] = _parse(name, _resolved(name, self._raw))
        return self._parsed[name]

    def common(self, platform: str) -> ToolReplica:
        """Return what holds for a platform's undeclared tools: ``_<platform>`` without its table.

        Only ``nulls``, ``errors`` and ``page`` are taken over.
        """
        name = f"_{platform}"
        row = _resolved(name, self._raw) if name in self._raw else {}
        shared: dict[str, Any] = {k: row[k] for k in ("nulls", "errors", "page") if k in row}
        return _parse(f"_{platform}", {"from": "", **shared})

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._raw if not name.startswith("_"))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def load_replica(mapping: Mapping[str, Any]) -> ReplicaSpec:
    """Read and check declarations: tool name → declaration, as ``replica.yaml`` holds them.

    Raises:
        UsageError: naming the tool and the entry that does not fit.
    """
    spec = ReplicaSpec(mapping)
    for name in spec:
        spec[name]
    return spec


@lru_cache(maxsize=1)
def shipped() -> ReplicaSpec:
    """Return what the package declares: the compiled file, or the platforms' YAML without it."""
    package = files("kopa_env")
    compiled = package / "data" / "replica.json"
    if compiled.is_file():
        import orjson

        return ReplicaSpec(orjson.loads(compiled.read_bytes()))
    return ReplicaSpec(read_yaml())


def read_yaml() -> dict[str, Any]:
    """Read what the platforms of this checkout declare into one mapping."""
    from kopa_env.catalogue.compile import PACKAGE, read_platforms

    return read_platforms(PACKAGE / "platforms")[2]


def scoped(platform: str, declared: Mapping[str, Any]) -> dict[str, Any]:
    """Return a platform's declarations with shared parts that no other platform's can be taken for.

    ``_list`` of ``seoul`` becomes ``_seoul.list``; ``_seoul`` itself keeps its name.
    """

    def own(name: str) -> str:
        shared = name.startswith("_") and name != f"_{platform}"
        return f"_{platform}.{name[1:]}" if shared else name

    scoped = {}
    for name, row in declared.items():
        like = (row or {}).get("like")
        scoped[own(name)] = {**row, "like": own(like)} if like else row
    return scoped


def _resolved(name: str, raw: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
    if depth > 4:
        raise UsageError(f"replica: {name}: 'like' goes round in a circle")
    row = dict(raw[name] or {})
    base = row.pop("like", None)
    if base is None:
        return row
    if base not in raw:
        raise UsageError(f"replica: {name}: like {base!r} is unknown{did_you_mean(base, raw)}")
    merged = _resolved(base, raw, depth + 1)
    for key, value in row.items():
        both = key in _MERGED and isinstance(merged.get(key), Mapping)
        merged[key] = {**merged[key], **value} if both else value
    return merged


def _parse(name: str, row: dict[str, Any]) -> ToolReplica:
    from pydantic import ValidationError

    values = dict(row)
    if "from" not in values:
        raise UsageError(f"replica: {name}: 'from' (a table of the world) is missing")
    values["table"] = values.pop("from")
    for key in _MERGED:
        odd = [name for name in values.get(key) or {} if not isinstance(name, str)]
        if odd:
            raise UsageError(f'replica: {name}: {key}: {odd[0]!r}: quote names such as "NO"')
    values["where"] = {k: v or {} for k, v in (values.get("where") or {}).items()}
    values["errors"] = {k: _fault(v) for k, v in (values.get("errors") or {}).items()}
    try:
        parsed: ToolReplica = _adapter().validate_python(values, extra="forbid")
        return parsed
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise UsageError(f"replica: {name}: {where}: {first['msg']}") from None


def _fault(value: Any) -> Any:
    return {"code": value} if isinstance(value, str) else value


@lru_cache(maxsize=1)
def _adapter() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(ToolReplica)
