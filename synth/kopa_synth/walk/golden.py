"""Golden calls: a walk written down as turns of calls, with references, and its solver."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON
from kopa_env.task import CallRole
from kopa_synth.queries.brief import Aggregate, Pick
from kopa_synth.walk.answers import is_list, told
from kopa_synth.walk.playing import DIGITS, OPERATORS, Scene, carried, condition
from kopa_synth.walk.slots import BEST, Spoken, cell, compared, computed, keys, spoken
from kopa_synth.walk.trajectory import GROUPED, Ask, Compare, Leg, Trajectory
from kopa_synth.walk.vocabulary import Vocabulary

_DESCENDING = frozenset({Pick.MAX, Pick.TOP, Pick.LATEST, Pick.MODE})


@dataclass(slots=True)
class Golden:
    """Golden turns as plain rows (what :class:`~kopa_env.task.GoldenCall` is made of)."""

    turns: list[list[dict[str, Any]]] = field(default_factory=list)
    count: int = 0

    def turn(self) -> None:
        """Begin a turn, unless one has just begun."""
        if not self.turns or self.turns[-1]:
            self.turns.append([])

    def call(self, tool: str, args: Mapping[str, JSON], role: CallRole) -> str:
        """Add a call to the turn and return its id."""
        self.count += 1
        name = f"c{self.count}"
        self.turns[-1].append({"id": name, "tool": tool, "args": dict(args), "role": role})
        return name


@dataclass(frozen=True, slots=True)
class Held:
    """Where the rows of a leg lie: one call, or several whose rows follow each other."""

    calls: tuple[str, ...]

    @property
    def rows(self) -> str:
        """The rows as an expression."""
        return self.calls[0] if len(self.calls) == 1 else f"concat({', '.join(self.calls)})"

    @property
    def result(self) -> JSON:
        """The handle, or handles, as a golden argument."""
        refs: list[JSON] = [{"ref": f"{name}.result"} for name in self.calls]
        return refs[0] if len(refs) == 1 else refs


class Writer:
    """Writes one walk down.

    Args:
        walk: what was played.
        scenes: what became of its legs.
        catalogue: the tools.
        words: how slots are called.
    """

    def __init__(
        self, walk: Trajectory, scenes: Sequence[Scene], catalogue: Catalogue, words: Vocabulary
    ) -> None:
        self.golden = Golden()
        self._walk = walk
        self._scenes = scenes
        self._catalogue = catalogue
        self._words = words
        self._held: dict[int, Held] = {}
        self._tokens: dict[str, JSON] = {}
        self._made: dict[Ask, str] = {}

    def write(self) -> str:
        """Write all calls and return the solver."""
        self._issue_tokens()
        for level in self._levels():
            self._fetch(level)
            self._reduce(level)
        solver = self._compared() if self._walk.compare else self._answered()
        self._save(solver)
        self.golden.turns = [turn for turn in self.golden.turns if turn]
        return solver

    # ---- calls ---------------------------------------------------------------------------------

    def _needed(self) -> set[int]:
        """Return the legs that the taken branch needs."""
        walk = self._walk
        wanted = {ask.leg for ask in told(walk, self._scenes)}
        wanted |= {walk.branch.leg} if walk.branch else set()
        wanted |= {walk.compare.ask.leg} if walk.compare else set()
        for place in range(len(walk.legs) - 1, -1, -1):
            if place in wanted and walk.legs[place].parent >= 0:
                wanted.add(walk.legs[place].parent)
        return wanted

    def _levels(self) -> list[list[int]]:
        """Return the legs that can be fetched in one turn, level by level."""
        depth: dict[int, int] = {}
        for place in sorted(self._needed()):
            parent = self._walk.legs[place].parent
            depth[place] = depth[parent] + 1 if parent >= 0 else 0
        return [
            [place for place, at in depth.items() if at == level]
            for level in range(max(depth.values(), default=-1) + 1)
        ]

    def _issue_tokens(self) -> None:
        self.golden.turn()
        for leg in self._walk.legs:
            spec = self._catalogue[leg.tool]
            if any(p.role == "token" for p in spec.params) and spec.platform not in self._tokens:
                call = self.golden.call("issue_api_key", {"platform": spec.platform}, "lookup")
                self._tokens[spec.platform] = {"ref": f"{call}.records[0].api_key"}

    def _token_args(self, tool: str) -> dict[str, JSON]:
        spec = self._catalogue[tool]
        return {p.name: self._tokens[spec.platform] for p in spec.params if p.role == "token"}

    def _fetch(self, level: Sequence[int]) -> None:
        """Write the first pages of a level in one turn, all further pages in the next."""
        self.golden.turn()
        first: dict[tuple[int, int], str] = {}
        for place in level:
            role: CallRole = "lookup" if self._is_lookup(place) else "fetch"
            for v, args in enumerate(self._visits(place)):
                pages = self._scenes[place].visits[v].listing.pages
                leg = self._walk.legs[place]
                page = {k: w for k, w in pages[0].items() if k not in leg.free and k not in args}
                first[place, v] = self.golden.call(leg.tool, {**args, **page}, role)
        self.golden.turn()
        for place in level:
            calls = []
            for v, args in enumerate(self._visits(place)):
                calls.append(first[place, v])
                calls += self._further(place, v, args)
            self._held[place] = Held(tuple(calls))

    def _further(self, place: int, v: int, args: Mapping[str, JSON]) -> list[str]:
        leg = self._walk.legs[place]
        pages = self._scenes[place].visits[v].listing.pages[1:]
        return [
            self.golden.call(
                leg.tool,
                {**args, **{k: w for k, w in p.items() if k not in leg.free and k not in args}},
                "page",
            )
            for p in pages
        ]

    def _is_lookup(self, place: int) -> bool:
        """Say whether a leg only turns what the question says into what the next call takes."""
        followed = any(leg.parent == place for leg in self._walk.legs)
        return followed and bool(self._walk.legs[place].named)

    def _visits(self, place: int) -> list[dict[str, JSON]]:
        """Return the arguments of each call of a leg, upstream values as references."""
        leg = self._walk.legs[place]
        common = {**self._token_args(leg.tool), **leg.free}
        if leg.over:
            return [{**common, leg.over: value} for value in leg.values]
        if not leg.bindings:
            return [common]
        rows = self._scenes[leg.parent].rows
        source = self._held[leg.parent].calls[0]
        found = []
        for values in carried(leg, rows):
            at = _place_of(values, leg, rows)
            bound = {b.param: {"ref": f"{source}.records[{at}].{b.field}"} for b in leg.bindings}
            found.append({**common, **bound})
        return found

    def _reduce(self, level: Sequence[int]) -> None:
        """Write the reductions of a level."""
        self.golden.turn()
        grouped = [place for place in level if self._walk.legs[place].group]
        for place in grouped:
            self._held[place] = Held((self._group(place),))
        self.golden.turn()
        for place in level:
            if self._needs_select(place):
                self._held[place] = Held((self._select(place),))

    def _needs_select(self, place: int) -> bool:
        walk, leg = self._walk, self._walk.legs[place]
        if walk.compare:
            return False
        if leg.choice:
            return True
        if leg.group:
            return False
        followed = any(after.parent == place for after in walk.legs)
        return bool(leg.where or leg.kind_of) or (followed and len(self._held[place].calls) > 1)

    def _group(self, place: int) -> str:
        leg = self._walk.legs[place]
        assert leg.group is not None
        made: dict[str, JSON] = {"op": leg.group.op, "as": GROUPED}
        if leg.group.op == "sum":
            made["column"] = leg.group.column
        args: dict[str, JSON] = {
            "result": self._held[place].result,
            "by": leg.group.by,
            "aggregates": [made],
        }
        if where := [condition(w) for w in (*leg.kind_of, *leg.where)]:
            args["where"] = where
        return self.golden.call("table_group", args, "reduce")

    def _select(self, place: int) -> str:
        leg = self._walk.legs[place]
        args: dict[str, JSON] = {"result": self._held[place].result}
        where = [condition(w) for w in (*leg.kind_of, *leg.where)] if leg.group is None else []
        if where:
            args["where"] = where
        if leg.choice:
            args |= {"order_by": leg.choice.column, "limit": leg.choice.k}
            args |= {"descending": True} if leg.choice.op in _DESCENDING else {}
        args["columns"] = self._columns(place)
        return self.golden.call("table_select", args, "reduce")

    def _columns(self, place: int) -> list[JSON]:
        """Return the columns that anything later reads, in a fixed order."""
        walk = self._walk
        leg = walk.legs[place]
        wanted = [ask.column for ask in walk.asked() if ask.leg == place and ask.column]
        wanted += [b.field for after in walk.legs if after.parent == place for b in after.bindings]
        if walk.branch and walk.branch.leg == place:
            wanted.append(walk.branch.test.column)
        word = self._words.tool(leg.tool)
        if leg.group is None and word is not None and word.name:
            wanted.insert(0, word.name)
        if leg.choice:
            wanted.append(leg.choice.column)
        return list(dict.fromkeys(wanted))

    # ---- answers -------------------------------------------------------------------------------

    def _answered(self) -> str:
        asks = told(self._walk, self._scenes)
        if is_list(self._walk, self._scenes):
            return self._listed(asks)
        parts = [self._part(ask) for ask in asks]
        if len(parts) == 1:
            return parts[0]
        return _mapping(keys(self._walk, asks, self._words), parts)

    def _spoken(self, ask: Ask) -> Spoken:
        return spoken(ask, self._walk.legs[ask.leg], self._words)

    def _part(self, ask: Ask) -> str:
        kind = self._spoken(ask).type
        held = self._held[ask.leg]
        if ask.aggregate is None:
            return cell(held.calls[0], 0, ask.column, kind)
        expression = computed(ask, held.rows, kind)
        if ask.aggregate is Aggregate.COUNT:
            return expression
        self.golden.turn()
        made = self.golden.call("evaluate_expression", {"expression": expression}, "compute")
        self._made[ask] = made
        return f"date({made}.value)" if kind == "date" else f"{made}.value"

    def _listed(self, asks: tuple[Ask, ...]) -> str:
        """Write one computation that puts a list together, row by row."""
        names = keys(self._walk, asks, self._words)
        rows = []
        for i in range(max(len(self._scenes[ask.leg].rows) for ask in asks)):
            parts = [self._cell(ask, i) for ask in asks]
            rows.append(_mapping(names, parts) if len(parts) > 1 else parts[0])
        self.golden.turn()
        made = self.golden.call(
            "evaluate_expression", {"expression": f"[{', '.join(rows)}]"}, "compute"
        )
        return f"{made}.value"

    def _cell(self, ask: Ask, i: int) -> str:
        kind = self._spoken(ask).type
        calls = self._held[ask.leg].calls
        if len(calls) > 1:
            return cell(calls[i], 0, ask.column, kind)
        return cell(calls[0], i, ask.column, kind)

    # ---- writes --------------------------------------------------------------------------------

    def _save(self, solver: str) -> None:
        """Write what the question wants kept; a value is taken from the call that holds it."""
        wanted = self._walk.write
        if wanted is None:
            return
        self.golden.turn()
        if wanted.kind == "table":
            rows = {"ref": solver}
            args: dict[str, JSON] = {"name": wanted.title, "columns": list(wanted.labels)}
            self.golden.call("save_table", {**args, "rows": rows}, "write")
            return
        refs = [self._ref(ask) for ask in told(self._walk, self._scenes)]
        if wanted.kind == "calendar":
            self.golden.call(
                "add_calendar_entry", {"date": refs[-1], "title": wanted.title}, "write"
            )
            return
        fields = dict(zip(wanted.labels, refs, strict=True))
        self.golden.call("save_note", {"title": wanted.title, "fields": fields}, "write")

    def _ref(self, ask: Ask) -> JSON:
        if ask.aggregate is None:
            return {"ref": f"{self._held[ask.leg].calls[0]}.records[0].{ask.column}"}
        if ask.aggregate is Aggregate.COUNT:
            return {"ref": f"{self._held[ask.leg].calls[0]}.total"}
        return {"ref": f"{self._made[ask]}.value"}

    # ---- comparisons ---------------------------------------------------------------------------

    def _compared(self) -> str:
        """Fetch the listing of every value compared, and compute over them in one call."""
        compare = self._walk.compare
        assert compare is not None
        parts = [self._measure(compare, held) for held in self._compared_calls(compare)]
        leg = self._walk.legs[compare.ask.leg]
        labels, unit = compared(leg, self._words)
        expression = comparison(compare, labels, unit, parts)
        self.golden.turn()
        made = self.golden.call("evaluate_expression", {"expression": expression}, "compute")
        return f"{made}.value"

    def _compared_calls(self, compare: Compare) -> list[Held]:
        calls = self._held[compare.ask.leg].calls
        sizes = [len(v.listing.pages) for v in self._scenes[compare.ask.leg].visits]
        found, at = [], 0
        for size in sizes:
            found.append(Held(calls[at : at + size]))
            at += size
        return found

    def _measure(self, compare: Compare, held: Held) -> str:
        leg = self._walk.legs[compare.ask.leg]
        rows = held.rows
        for w in (*leg.kind_of, *leg.where):
            value = json.dumps(w.value, ensure_ascii=False)
            rows = f'where({rows}, "{w.column}", "{OPERATORS[w.test]}", {value})'
        return computed(compare.ask, rows, "number")


def comparison(compare: Compare, labels: Sequence[str], unit: str, parts: Sequence[str]) -> str:
    """Return the expression that compares measures.

    Args:
        compare: how.
        labels: what is compared.
        unit: unit of these names, if they are numbers.
        parts: the measure of each, as an expression.
    """
    if compare.mode in ("difference", "ratio"):
        first, second = parts
        how = "abs(a - b)" if compare.mode == "difference" else f"pct(b, a, {DIGITS})"
        slot = "차이" if compare.mode == "difference" else "비율"
        body = _mapping([slot, *labels], [how, "a", "b"]) if compare.told else how
        return f"(a := {first}, b := {second}, {body})[2]"
    rows = [_mapping(["who", "n"], [_name(n, unit), p]) for n, p in zip(labels, parts, strict=True)]
    best = "max" if compare.mode == "largest" else "min"
    who = f'{best}(x, key="n")["who"]'
    figures = [f'x[{i}]["n"]' for i in range(len(parts))]
    body = _mapping([BEST, *labels], [who, *figures]) if compare.told else who
    return f"(x := [{', '.join(rows)}], {body})[1]"


def _name(label: str, unit: str) -> str:
    return label.removesuffix(unit) if unit else json.dumps(label, ensure_ascii=False)


def _mapping(names: Sequence[str], parts: Sequence[str]) -> str:
    cells = (f"{json.dumps(n, ensure_ascii=False)}: {p}" for n, p in zip(names, parts, strict=True))
    return "{" + ", ".join(cells) + "}"


def _place_of(values: tuple[JSON, ...], leg: Leg, rows: Sequence[Mapping[str, JSON]]) -> int:
    """Return the first row that holds these values."""
    for i, row in enumerate(rows):
        cells = [row.get(b.field) for b in leg.bindings]
        if tuple(c.strip() if isinstance(c, str) else c for c in cells) == values:
            return i
    raise LookupError(values)
