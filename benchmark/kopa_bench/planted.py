"""The truth that the world was built with: which field of a reply can be which argument.

Every column of the world that holds an identifier or another closed kind of value belongs to a
*domain* (``corp_code``, ``bill_id``, ``date`` …). The replica says from which column a field is
written and which column an argument filters. A field can be an argument if both columns belong to
one domain and its values are written alike; or if both are the very same column. Whoever proposes
or tests edges never sees any of this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from kopa_env.errors import UsageError
from kopa_env.replica.listings import declare
from kopa_env.replica.spec import LISTING, Filter, ReplicaSpec, ToolReplica, shipped
from kopa_env.world.table import Column, Table
from kopa_env.world.tables import TABLES

if TYPE_CHECKING:
    from kopa_env.catalogue.catalogue import Catalogue
    from kopa_env.spec import Field, Param, ToolSpec

Fidelity = Literal["declared", "name_match", "listing_only"]
FIDELITIES: tuple[Fidelity, ...] = ("declared", "name_match", "listing_only")

_SAME: Mapping[str, str] = {"year4": "year"}
"""Domains of two names and one kind of value."""

_VALUES = frozenset(
    {
        *("date", "year", "quarter", "month6", "corp_cls", "reprt_code", "fs_div", "idx_cl_code"),
        *("taxonomy_sheet", "assembly_age", "assembly_term", "assembly_unit", "session_name"),
        *("party", "school_kind", "sido_name", "sido_short", "sido2", "card_line", "subway_line"),
        *("subway_line_name", "subway_id", "stop_order", "zip5"),
    }
)
"""Domains whose values say when or of which kind, and name no single thing."""

_HOLDS: Mapping[tuple[str, str], str] = {
    ("bills", "proposer"): "person_name",
    ("bills", "title_full"): "bill_title",
    ("roll_calls", "title_full"): "bill_title",
    ("members", "committees"): "committee_name",
    ("petitions", "introducer"): "person_name",
}
"""Text columns that hold values of a domain among other words: found by ``contains`` filters."""

_PARTLY: tuple[frozenset[str], ...] = (
    frozenset({"station_name", "station_full_name"}),
    frozenset({"subway_line", "card_line", "subway_line_name"}),
    frozenset({"corp_name", "company_name"}),
)
"""Domains that share many values and not all: nothing is judged between two of them."""


@dataclass(frozen=True, slots=True)
class End:
    """One end of an edge: the column it stands for.

    Attributes:
        domain: ``table.column`` where the column belongs to none.
        form: how its values are written, empty where they are written in one way only.
        holds: a domain whose values stand in it among other words, where a filter finds them.
        known: whether the column belongs to a domain.
        void: whether it never holds a value.
    """

    column: str
    domain: str
    form: str = ""
    holds: str = ""
    known: bool = False
    void: bool = False


IGNORED = End("", "", void=True)
"""An argument that the tool takes and does not heed."""


class PlantedTruth:
    """Judges bindings by the domains of the columns at their ends.

    Args:
        catalogue: the tools.
        declared: semantics by tool name; by default what the package ships.
    """

    def __init__(self, catalogue: Catalogue, declared: ReplicaSpec | None = None) -> None:
        self._catalogue = catalogue
        self._declared = shipped() if declared is None else declared
        self._ready: dict[str, _Tool] = {}

    def fidelity(self, name: str) -> Fidelity:
        """Return how far the replica goes for a tool; a view is as good as what it looks over."""
        return self._tool(name).fidelity

    def judge(self, source: str, field: str, target: str, param: str) -> bool | None:
        """Tell whether a value of the field can be the argument; ``None`` where nothing is planted.

        Nothing is planted where an end is generated from a listing's own fields, or belongs to no
        domain.
        """
        to = self._tool(target).params.get(param)
        if to is None:
            return None
        if to is IGNORED:
            return False
        origin, goal = self._tool(source), self._tool(target)
        if origin.fidelity != "declared" or goal.fidelity != "declared":
            return None
        return _fits(origin.fields.get(field), to)

    def identifies(self, target: str, param: str) -> bool:
        """Whether an argument names a single thing, unlike a date or a kind."""
        end = self._tool(target).params.get(param)
        return end is not None and end.known and end.domain not in _VALUES

    def domains(self, source: str, field: str, target: str, param: str) -> tuple[str, str]:
        """Return the domains of both ends as reports name them: ``-`` for none."""
        ends = self._tool(source).fields.get(field), self._tool(target).params.get(param)
        first, second = (_named(end) for end in ends)
        return first, second

    def needs(self, tools: Iterable[str]) -> Iterator[tuple[str, str, str]]:
        """Yield every true (source, target, param) among tools: some field can be the argument."""
        declared = [name for name in tools if self.fidelity(name) == "declared"]
        for target in declared:
            for param, to in self._tool(target).params.items():
                if not to.known:
                    continue
                for source in declared:
                    ends = self._tool(source).fields.values()
                    if source != target and any(_fits(end, to) for end in ends):
                        yield source, target, param

    def _tool(self, name: str) -> _Tool:
        if name not in self._ready:
            spec = self._catalogue.get(name)
            if spec is None:
                raise UsageError(f"the graph names the tool {name!r}, which the catalogue lacks")
            self._ready[name] = self._view(spec) if spec.view is not None else self._endpoint(spec)
        return self._ready[name]

    def _endpoint(self, spec: ToolSpec) -> _Tool:
        tool = self._declared.get(spec.name)
        if tool is None or tool.table == LISTING:
            common = self._declared.common(spec.platform)
            return _Tool(spec, *declare(spec, common))
        return _Tool(spec, tool, TABLES[tool.table])

    def _view(self, spec: ToolSpec) -> _Tool:
        assert spec.view is not None
        under = self._tool(spec.view.over)
        filters = {
            param.wire_name: Filter(under.columns.get(match.column, ""), match.op)
            for param in spec.params
            if (match := spec.view.where.get(param.name)) is not None
        }
        return _Tool(spec, replace(under.tool, where=filters), under.table)


@dataclass(frozen=True)
class _Tool:
    """A tool and the table that answers it."""

    spec: ToolSpec
    tool: ToolReplica
    table: Table

    @property
    def fidelity(self) -> Fidelity:
        return self.tool.fidelity

    @cached_property
    def columns(self) -> dict[str, str]:
        """Field path → column, of the fields that are written from one."""
        found = {field.path: self._column(field) for field in self.spec.fields}
        return {path: column for path, column in found.items() if column in self._by_name}

    @cached_property
    def fields(self) -> dict[str, End]:
        """Field path → end; an echo of an argument stands for what the argument stands for."""
        shapes = {field.path: field.shape for field in self.spec.fields}
        ends = {path: self._end(column, shapes[path]) for path, column in self.columns.items()}
        for path, source in self.tool.columns.items():
            rule = self.tool.where.get(source[1:]) if source[:1] == "@" else None
            if rule is not None and rule.column != "":
                ends[path] = self._end(rule.column or source[1:].casefold(), shapes.get(path, ""))
        return ends

    @cached_property
    def params(self) -> dict[str, End]:
        """Name → end of every semantic parameter."""
        found: dict[str, End] = {}
        for param in self.spec.params:
            if param.role == "semantic":
                end = self._filtered(param)
                if end is not None:
                    found[param.name] = end
        return found

    @cached_property
    def _by_name(self) -> dict[str, Column]:
        return {column.name: column for column in self.table.columns}

    def _filtered(self, param: Param) -> End | None:
        """Return what an argument stands for; ``None`` where it is checked and filters nothing."""
        rule = self.tool.where.get(param.wire_name)
        if rule is None:
            return IGNORED
        own = param.wire_name.rpartition(".")[2].casefold()
        column = own if rule.column is None else rule.column
        if column not in self._by_name:
            return None
        end = self._end(column, rule.pattern or self._written(column))
        held = _HOLDS.get((self.table.name, column), "") if rule.op == "contains" else ""
        return replace(end, holds=held, known=end.known or bool(held))

    def _written(self, column: str) -> str:
        """Return the shape in which this very tool writes a column, empty if it does not."""
        shapes = (f.shape for f in self.spec.fields if self.columns.get(f.path) == column)
        return next(shapes, "")

    def _column(self, field: Field) -> str:
        source = self.tool.columns.get(field.path, "")
        if source[:1] in ("=", "@"):
            return ""
        own = field.path.rpartition(".")[2].casefold()
        named = source.partition("|")[0]
        return named or next((n for n in self._by_name if n.casefold() == own), "")

    def _end(self, name: str, shape: str) -> End:
        column = self._by_name.get(name)
        if column is None:
            return IGNORED
        domain = _SAME.get(column.domain, column.domain)
        return End(
            column=f"{self.table.name}.{name}",
            domain=domain or f"{self.table.name}.{name}",
            form=_form(shape) if domain == "date" else "",
            known=bool(domain),
            void=column.null_rate == 1.0,
        )


def _named(end: End | None) -> str:
    if end is IGNORED:
        return "ignored"
    if end is None or not end.known:
        return "-"
    form = f" ({end.form})" if end.form else ""
    return f"{end.domain}{form}" + (", always blank" if end.void else "")


def _form(shape: str) -> str:
    return "date8" if shape in ("digits:8", "code:8") else shape


def _fits(source: End | None, target: End) -> bool | None:
    """Tell whether values of one end are values of the other; ``None`` if no domain says so."""
    if source is None:
        return False if target.known else None
    if source.void or target.void:
        return False
    alike = source.form == target.form or not (source.form and target.form)
    if source.column == target.column or source.domain in (target.domain, target.holds):
        return alike
    if not target.known:
        return False if source.known else None
    if any({source.domain, target.domain} <= group for group in _PARTLY):
        return None
    return False
