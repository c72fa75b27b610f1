"""ViewSource: look-ups done on the client's side over one endpoint's complete reply.

DART, for one, offers no search by company name: only a file with every company. A view tool reads
that file once and answers from it. Rows equal to what was asked come before rows that merely
contain it, ``total`` always tells how many match, and nothing is picked in silence.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias
from unicodedata import normalize

from kopa_env.catalogue.arguments import validate
from kopa_env.columns import Rows, cells_of, column_of
from kopa_env.episode.observation import next_page
from kopa_env.outcome import JSON, Origin, Reason, Record, Status, ToolResult
from kopa_env.source import Source
from kopa_env.spec import Match, ToolSpec, View

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

MAX_PAGES = 500
"""Pages of an endpoint a view will read before it gives up."""
_REMEMBERED = 512

_Steps: TypeAlias = Generator[Mapping[str, JSON], ToolResult, "Table | ToolResult"]


def fold(value: JSON) -> str:
    """Return text as views compare it: NFC, one line, outer blanks off, case folded."""
    text = "" if value is None else str(value)
    return normalize("NFC", text).replace("\n", " ").strip().casefold()


class Column:
    """One column of a table, ready to be searched: one text with a folded value on each line.

    Args:
        values: the cells, in any spelling.
    """

    def __init__(self, values: Sequence[JSON]) -> None:
        lines = ["" if v is None else str(v).strip() for v in values]
        text = "\n".join(lines)
        if text.count("\n") >= len(lines):
            text = "\n".join(line.replace("\n", " ") for line in lines)
        self._text = f"\n{normalize('NFC', text).casefold()}\n"

    def equal(self, wanted: str) -> list[int]:
        """Return the rows that hold exactly this text (folded, not empty), in order."""
        return self._rows(f"\n{wanted}\n", 1)

    def containing(self, wanted: str) -> list[int]:
        """Return the rows that hold this text (folded, not empty) somewhere, in order."""
        return self._rows(wanted, 0)

    def beginning(self, wanted: str) -> list[int]:
        """Return the rows that begin with this text (folded, not empty), in order."""
        return self._rows(f"\n{wanted}", 1)

    def _rows(self, pattern: str, into_line: int) -> list[int]:
        """Return the lines a pattern is found in, by counting the line ends before each."""
        text, rows = self._text, []
        row, counted = -1, 0
        at = text.find(pattern)
        while at >= 0:
            at += into_line
            row += text.count("\n", counted, at)
            rows.append(row)
            counted = text.find("\n", at)
            at = text.find(pattern, counted)
        return rows


@dataclass(slots=True)
class Table:
    """The complete reply of an endpoint, with columns folded when first searched."""

    rows: Rows
    recorded_from: str
    _columns: dict[str, Column] = field(default_factory=dict)

    def column(self, name: str) -> Column:
        """Return a column ready to be searched."""
        if name not in self._columns:
            self._columns[name] = Column(column_of(self.rows, name))
        return self._columns[name]

    def records(self, positions: Sequence[int], names: Sequence[str]) -> list[Record]:
        """Return some columns of some rows."""
        columns = [(name, cells_of(self.rows, name, positions)) for name in names]
        return [{name: column[i] for name, column in columns} for i in range(len(positions))]


class ViewSource:
    """Resolves view tools over another source and passes every other call on.

    Args:
        source: what answers endpoint calls.
        catalogue: where a view finds the endpoint it reads.
    """

    def __init__(self, source: Source, catalogue: Catalogue) -> None:
        self.source = source
        self._catalogue = catalogue
        self._tables: dict[str, Table] = {}
        self._read_before: dict[str, Table] = {}
        self._answers: dict[tuple[str, tuple[tuple[str, str], ...]], ToolResult] = {}

    def over(self, source: Source) -> ViewSource:
        """Return views over another source of the same data, for an episode of its own.

        It asks that source before it believes in a table, so that a fault is met there too, but
        does not prepare again what has been read before.
        """
        other = ViewSource(source, self._catalogue)
        other._read_before = self._read_before
        return other

    def fork(self, source: Source) -> ViewSource:
        """Return views that go on from here over another source, for a branch of the episode."""
        other = self.over(source)
        other._tables = dict(self._tables)
        return other

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call, blocking."""
        if spec.view is None:
            return self.source.call(spec, args)
        return self._remembered(spec, args) or self._answer(spec, args, self._table(spec.view))

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call without blocking the event loop."""
        if spec.view is None:
            return await self.source.acall(spec, args)
        return self._remembered(spec, args) or self._answer(
            spec, args, await self._atable(spec.view)
        )

    def hashes(self) -> Mapping[str, str]:
        """Return the hashes of the source underneath."""
        return self.source.hashes()

    def _remembered(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult | None:
        return self._answers.get(_question(spec, args))

    def _answer(
        self, spec: ToolSpec, args: Mapping[str, JSON], table: Table | ToolResult
    ) -> ToolResult:
        if isinstance(table, ToolResult):
            return table
        if len(self._answers) >= _REMEMBERED:
            self._answers.clear()
        result = look_up(spec, args, table)
        self._answers[_question(spec, args)] = result
        return result

    def _table(self, view: View) -> Table | ToolResult:
        if held := self._tables.get(view.over):
            return held
        over = self._catalogue[view.over]
        steps = read_all(over)
        try:
            page = next(steps)
            while True:
                page = steps.send(self.source.call(over, page))
        except StopIteration as stop:
            return self._kept(view.over, stop)

    async def _atable(self, view: View) -> Table | ToolResult:
        if held := self._tables.get(view.over):
            return held
        over = self._catalogue[view.over]
        steps = read_all(over)
        try:
            page = next(steps)
            while True:
                page = steps.send(await self.source.acall(over, page))
        except StopIteration as stop:
            return self._kept(view.over, stop)

    def _kept(self, name: str, stop: StopIteration) -> Table | ToolResult:
        outcome: Table | ToolResult = stop.value
        if isinstance(outcome, Table):
            outcome = self._tables[name] = self._read_before.setdefault(name, outcome)
        return outcome


def read_all(spec: ToolSpec) -> _Steps:
    """Yield the arguments of page after page, be sent their replies, return the whole table.

    A page that fails ends the reading with that failure: half a table is never searched.
    """
    wide = {spec.paging.size: spec.paging.max} if spec.paging else {}
    args = validate(spec, wide)
    if isinstance(args, ToolResult):
        return args
    rows: list[Record] = []
    for _ in range(MAX_PAGES):
        result = yield args
        if result.status not in (Status.OK, Status.EMPTY):
            return result
        following = next_page(spec.paging, args, result) if spec.paging else None
        if not rows and following is None:
            return Table(result.records, result.recorded_from)
        rows.extend(result.records)
        if following is None:
            return Table(rows, result.recorded_from)
        args = {**args, **following}
    return ToolResult.error(
        Reason.TRUNCATED,
        f"{spec.name}: {MAX_PAGES}쪽을 넘어 다 읽지 못함 / more than {MAX_PAGES} pages",
    )


def look_up(spec: ToolSpec, args: Mapping[str, JSON], table: Table) -> ToolResult:
    """Return the rows that meet every argument, equal ones first."""
    view = spec.view
    given = {} if view is None else {n: v for n, v in args.items() if n in view.where and fold(v)}
    if view is None or not given:
        names = ", ".join(view.where if view else ())
        return ToolResult.error(
            Reason.MISSING_ARG,
            f"{spec.name}: {names} 가운데 하나는 필요함 / give at least one of {names}",
        )
    found: dict[int, int] | None = None
    for name, value in given.items():
        ranks = _ranks(table.column(view.where[name].column), view.where[name], fold(value))
        found = (
            ranks
            if found is None
            else {row: found[row] + r for row, r in ranks.items() if row in found}
        )
    rows = sorted(found or {}, key=lambda row: ((found or {})[row], row))
    records = table.records(rows[: view.limit], view.columns)
    result = ToolResult.ok(records, total=len(rows), complete=len(rows) <= view.limit)
    return result.came_from(Origin.LOCAL, table.recorded_from)


def _ranks(column: Column, match: Match, wanted: str) -> dict[int, int]:
    """Return row → 0 where it equals what is wanted, 1 where it merely fits."""
    exact = dict.fromkeys(column.equal(wanted), 0)
    if match.op == "eq":
        return exact
    rows = column.beginning(wanted) if match.op == "prefix" else column.containing(wanted)
    return {row: exact.get(row, 1) for row in rows}


def _question(spec: ToolSpec, args: Mapping[str, JSON]) -> tuple[str, tuple[tuple[str, str], ...]]:
    return spec.name, tuple(sorted((name, fold(value)) for name, value in args.items()))
