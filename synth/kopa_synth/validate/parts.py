"""Parts of an answer: each value in it, and the piece of the solver that computes it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from kopa_env.episode.values import is_missing, read_date, read_number
from kopa_env.grading.normalise import name_key
from kopa_env.grading.response import slot_answer
from kopa_env.outcome import JSON
from kopa_env.task import Answer, Task

_WRAPPERS = frozenset({"num", "date", "round", "str", "strip_corp", "first"})
_COUNTS = frozenset({"len", "count"})
_CALL = re.compile(r"c\d+")
_DEEPEST = 20
"""Names that lead to names are followed so far and no further."""


@dataclass(frozen=True, slots=True)
class Part:
    """One value of an answer.

    Attributes:
        name: of its slot, dotted with its place in a list.
        answer: the value as an answer of its own.
        node: the piece of the solver that computes it.
        named: values that the solver gives names to.
    """

    name: str
    answer: Answer
    node: ast.AST
    named: Mapping[str, ast.AST]

    @property
    def column(self) -> str:
        """The column of which it is a cell; empty if it is computed."""
        node = _bare(self.node, self.named)
        if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Constant):
            return ""
        return node.slice.value if isinstance(node.slice.value, str) else ""

    @property
    def is_count(self) -> bool:
        """Whether it says how many there are of something."""
        node = _bare(self.node, self.named)
        if isinstance(node, ast.Attribute):
            return node.attr == "total"
        return _called(node) in _COUNTS

    @property
    def words(self) -> frozenset[str]:
        """The texts in its piece of the solver: columns, for the most part."""
        return frozenset(
            n.value
            for node in self._all()
            for n in ast.walk(node)
            if isinstance(n, ast.Constant) and isinstance(n.value, str)
        )

    @property
    def calls(self) -> frozenset[str]:
        """The golden calls that it is computed from."""
        return frozenset(
            n.id
            for node in self._all()
            for n in ast.walk(node)
            if isinstance(n, ast.Name) and _CALL.fullmatch(n.id)
        )

    def reading(self, value: JSON) -> Decimal | str | None:
        """Return a cell as the value's type reads it: days as numbers, names in one spelling."""
        if is_missing(value):
            return None
        if self.answer.type == "number":
            return read_number(value)
        if self.answer.type == "date":
            day = read_date(value)
            return None if day is None else Decimal(day.toordinal())
        return name_key(str(value))

    def is_told_by(self, cells: Iterable[JSON]) -> bool:
        """Whether one of some cells holds the value."""
        return self.reading(self.answer.value) in [self.reading(cell) for cell in cells]

    def _all(self) -> Iterator[ast.AST]:
        """Yield its node and the named values that it uses, and those that they use."""
        seen: set[str] = set()
        waiting = [self.node]
        while waiting:
            node = waiting.pop()
            yield node
            for n in ast.walk(node):
                if isinstance(n, ast.Name) and n.id in self.named and n.id not in seen:
                    seen.add(n.id)
                    waiting.append(self.named[n.id])


def parts_of(task: Task) -> list[Part]:
    """Return the values of a task's answer, each with its piece of the solver."""
    programs = {
        call.id: str(call.args["expression"])
        for call in task.golden_calls()
        if call.tool == "evaluate_expression" and isinstance(call.args.get("expression"), str)
    }
    node, named = _parsed(task.answer.solver, programs)
    return [
        Part(".".join(path) or task.answer.type, leaf, _piece(node, path, named), named)
        for path, leaf in _leaves(task.answer)
    ]


def _leaves(answer: Answer, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Answer]]:
    if answer.type in ("record", "checklist") and isinstance(answer.value, Mapping):
        for name, inner in answer.value.items():
            yield from _leaves(slot_answer(inner, answer), (*path, str(name)))
    elif answer.type in ("list", "ordered"):
        for i, inner in enumerate(answer.value or ()):
            yield from _leaves(slot_answer(inner, answer), (*path, str(i + 1)))
    else:
        yield path, answer


def _parsed(
    text: str, programs: Mapping[str, str], seen: frozenset[str] = frozenset()
) -> tuple[ast.AST, dict[str, ast.AST]]:
    """Parse an expression; the value of a computed call is the expression that was computed."""
    try:
        tree: ast.AST = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return ast.Constant(text), {}
    named: dict[str, ast.AST] = {
        n.target.id: n.value for n in ast.walk(tree) if isinstance(n, ast.NamedExpr)
    }
    for name in sorted(programs.keys() - seen):
        inner, more = _parsed(programs[name], programs, seen | {name})
        tree = _Insert(name, inner).visit(tree)
        named = {**more, **{k: _Insert(name, inner).visit(v) for k, v in named.items()}}
    return tree, named


class _Insert(ast.NodeTransformer):
    """Puts the expression of a computed call where its value is read."""

    def __init__(self, name: str, value: ast.AST) -> None:
        self._name = name
        self._value = value

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:  # ast asks for these names
        read = isinstance(node.value, ast.Name) and node.value.id == self._name
        return self._value if read and node.attr == "value" else self.generic_visit(node)


def _piece(node: ast.AST, path: tuple[str, ...], named: Mapping[str, ast.AST]) -> ast.AST:
    """Return the node that computes one value of an answer, or the nearest one around it."""
    node = _chosen(node, named)
    if not path:
        return node
    if isinstance(node, ast.Dict):
        for key, inner in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and str(key.value) == path[0]:
                return _piece(inner, path[1:], named)
    if isinstance(node, ast.List | ast.Tuple) and path[0].isdecimal():
        place = int(path[0]) - 1
        if place < len(node.elts):
            return _piece(node.elts[place], path[1:], named)
    return node


def _chosen(node: ast.AST, named: Mapping[str, ast.AST]) -> ast.AST:
    """Follow names and the choice of one of several expressions to what is really computed."""
    for _ in range(_DEEPEST):
        if isinstance(node, ast.NamedExpr):
            node = node.value
        elif isinstance(node, ast.Name) and node.id in named:
            node = named[node.id]
        elif (picked := _picked(node, named)) is not None:
            node = picked
        else:
            return node
    return node


def _picked(node: ast.AST, named: Mapping[str, ast.AST]) -> ast.AST | None:
    """Return the element that ``(a, b)[1]`` or ``{"x": a}["x"]`` stands for."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)):
        return None
    base, place = node.value, node.slice.value
    for _ in range(_DEEPEST):
        if isinstance(base, ast.NamedExpr):
            base = base.value
        elif isinstance(base, ast.Name) and isinstance(inner := named.get(base.id), ast.expr):
            base = inner
    if isinstance(base, ast.Tuple | ast.List) and isinstance(place, int):
        return base.elts[place] if -len(base.elts) <= place < len(base.elts) else None
    if isinstance(base, ast.Dict):
        pairs = zip(base.keys, base.values, strict=True)
        return next((v for k, v in pairs if isinstance(k, ast.Constant) and k.value == place), None)
    return None


def _bare(node: ast.AST, named: Mapping[str, ast.AST]) -> ast.AST:
    """Return a node without what only reads or rounds it."""
    node = _chosen(node, named)
    while isinstance(node, ast.Call) and _called(node) in _WRAPPERS and node.args:
        node = _chosen(node.args[0], named)
    return node


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
