"""Syntax trees into closures: what an expression may contain, and what each part does."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from decimal import DecimalException
from functools import lru_cache
from typing import TypeVar
from unicodedata import normalize

from kopa_env.episode.expression.functions import FUNCTIONS
from kopa_env.episode.expression.narrow import columns_read, narrowed
from kopa_env.episode.expression.operations import (
    ARITHMETIC,
    COMPARISONS,
    LIGHT,
    Closure,
    Meter,
    as_list,
    lift,
    negate,
    same,
    subscript,
)
from kopa_env.episode.expression.scope import ATTRIBUTES, Code, Loop, Scope, key_of, text_in
from kopa_env.episode.expression.syntax import (
    REFUSED,
    ExpressionError,
    depth,
    exact,
    parse,
    place,
    size,
    too_deep,
)
from kopa_env.episode.reduce import Misuse
from kopa_env.episode.values import predicate
from kopa_env.errors import did_you_mean
from kopa_env.outcome import JSON, ToolResult

MAX_LENGTH = 4000
"""Characters an expression may have."""
MAX_DEPTH = 80
"""Levels its syntax tree may have."""


_T = TypeVar("_T")


@lru_cache(maxsize=512)
def compile_expression(source: str) -> Code:
    """Return the code of an expression.

    Raises:
        ExpressionError: if it is not an expression of the grammar.
    """
    if len(source) > MAX_LENGTH:
        raise ExpressionError(
            f"식이 너무 김: {MAX_LENGTH:,}자까지",
            f"the expression is longer than {MAX_LENGTH:,} characters",
        )
    tree = parse(source)
    if depth(tree) > MAX_DEPTH:
        raise too_deep()
    return _Compiler(source).compile(tree)


class _Compiler:
    """Turns a syntax tree into closures."""

    def __init__(self, source: str) -> None:
        self.source = source

    def compile(self, node: ast.expr) -> Code:
        method = _METHODS.get(type(node))
        if method is None:
            what = REFUSED.get(type(node), type(node).__name__)
            raise self.fault(node, f"쓸 수 없는 문법 {what}", f"{what} is not part of the grammar")
        return method(self, node)

    def fault(self, node: ast.expr, korean: str, english: str) -> ExpressionError:
        """Return an error at a node's position."""
        return ExpressionError.of(Misuse(korean, english), place(self.source, node))

    def guarded(self, node: ast.expr, work: Callable[[_T], JSON]) -> Callable[[_T], JSON]:
        """Give errors of a step the position of its node."""

        def run(scope: _T) -> JSON:
            try:
                return work(scope)
            except ExpressionError:
                raise
            except Misuse as error:
                raise ExpressionError.of(error, place(self.source, node)) from None
            except DecimalException:
                raise self.fault(
                    node, "0으로 나누거나 너무 큰 수", "division by zero or a number out of range"
                ) from None

        return run

    def constant(self, node: ast.Constant) -> Code:
        value: JSON = node.value
        if isinstance(value, bool) or value is None:
            return lambda _scope: value
        if isinstance(value, str):
            text = normalize("NFC", value)
            return lambda _scope: text
        number = exact(self.source, node) if isinstance(value, int | float) else None
        if number is None or not number.is_finite() or abs(number) > 10**60:
            raise self.fault(node, "쓸 수 없는 상수", "this constant is not allowed")
        return lambda _scope: number

    def name(self, node: ast.Name) -> Code:
        name = node.id

        def look_up(scope: Scope) -> JSON:
            try:
                return scope[name]
            except KeyError:
                near = did_you_mean(name, [*scope, *FUNCTIONS])
                raise self.fault(node, f"없는 이름 {name}", f"unknown name {name}{near}") from None

        return look_up

    def sequence(self, node: ast.List | ast.Tuple) -> Code:
        parts = [self.compile(item) for item in node.elts]
        return lambda scope: [part(scope) for part in parts]

    def dictionary(self, node: ast.Dict) -> Code:
        keys = [self.compile(key) for key in node.keys if key is not None]
        values = [self.compile(value) for value in node.values]
        if len(keys) != len(values):
            raise self.fault(node, "** 는 쓸 수 없음", "** is not part of the grammar")
        names = [name for key in node.keys if (name := text_in(key)) is not None]
        if len(names) == len(keys):
            named = dict(zip(names, values, strict=True))
            return lambda scope: {name: value(scope) for name, value in named.items()}

        def build(scope: Scope) -> JSON:
            pairs = zip(keys, values, strict=True)
            return {key_of(key(scope)): value(scope) for key, value in pairs}

        return self.guarded(node, build)

    def binary(self, node: ast.BinOp) -> Code:
        operation = ARITHMETIC.get(type(node.op))
        if operation is None:
            raise self.fault(node, "쓸 수 없는 연산자", "this operator is not part of the grammar")
        left, right = self.compile(node.left), self.compile(node.right)
        return self.guarded(node, lambda scope: operation(left(scope), right(scope), scope.meter))

    def unary(self, node: ast.UnaryOp) -> Code:
        operand = self.compile(node.operand)
        if isinstance(node.op, ast.Not):
            return lambda scope: not operand(scope)
        if isinstance(node.op, ast.Invert):
            raise self.fault(node, "쓸 수 없는 연산자 ~", "~ is not part of the grammar")
        sign = -1 if isinstance(node.op, ast.USub) else 1
        return self.guarded(node, lambda scope: negate(operand(scope), sign))

    def boolean(self, node: ast.BoolOp) -> Code:
        parts = [self.compile(value) for value in node.values]
        stop = isinstance(node.op, ast.Or)

        def decide(scope: Scope) -> JSON:
            value: JSON = None
            for part in parts:
                value = part(scope)
                if bool(value) is stop:
                    break
            return value

        return decide

    def comparison(self, node: ast.Compare) -> Code:
        first = self.compile(node.left)
        rest = [
            (COMPARISONS[type(op)], self.compile(item))
            for op, item in zip(node.ops, node.comparators, strict=True)
        ]

        if len(rest) == 1:
            ((only, other),) = rest
            text = text_in(node.comparators[0])
            if text is not None and isinstance(node.ops[0], ast.Eq | ast.NotEq):
                return self.text_comparison(node, first, text)
            return self.guarded(node, lambda scope: only(first(scope), other(scope), scope.meter))

        def compare(scope: Scope) -> JSON:
            left = first(scope)
            for test, item in rest:
                right = item(scope)
                if not test(left, right, scope.meter):
                    return False
                left = right
            return True

        return self.guarded(node, compare)

    def text_comparison(self, node: ast.Compare, first: Code, text: str) -> Code:
        """Compile ``row["column"] == "text"``, which a loop over rows asks of each."""
        negated = isinstance(node.ops[0], ast.NotEq)
        test = predicate("eq", text)

        def read(held: tuple[JSON, Meter]) -> JSON:
            return same(held[0], text, held[1])

        slowly = self.guarded(node, read)

        def compare(scope: Scope) -> JSON:
            value = first(scope)
            if type(value) is str and len(value) <= LIGHT:
                return test(value) is not negated
            return slowly((value, scope.meter)) is not negated

        return compare

    def conditional(self, node: ast.IfExp) -> Code:
        test, then, other = map(self.compile, (node.test, node.body, node.orelse))
        return lambda scope: then(scope) if test(scope) else other(scope)

    def attribute(self, node: ast.Attribute) -> Code:
        owner, name = self.compile(node.value), node.attr
        read = ATTRIBUTES.get(name)
        if read is None:
            raise self.fault(
                node,
                f"쓸 수 없는 속성 .{name} (.records, .total, .value만 가능)",
                f".{name} is not allowed: only .records, .total and .value",
            )

        def fetch(scope: Scope) -> JSON:
            result = owner(scope)
            if not isinstance(result, ToolResult):
                raise Misuse(f"결과가 아닌 것에는 .{name} 불가", f".{name} needs a result")
            return read(result)

        return self.guarded(node, fetch)

    def item(self, node: ast.Subscript) -> Code:
        owner = self.compile(node.value)
        if isinstance(node.slice, ast.Slice):
            ends = [node.slice.lower, node.slice.upper, node.slice.step]
            codes = [self.compile(end) if end else None for end in ends]

            def part(scope: Scope) -> JSON:
                bounds = [code(scope) if code else None for code in codes]
                return subscript(owner(scope), tuple(bounds), scope.meter)

            return self.guarded(node, part)
        name = text_in(node.slice)
        if name is not None:
            return self.named_item(node, owner, name)
        key = self.compile(node.slice)
        return self.guarded(node, lambda scope: subscript(owner(scope), key(scope), scope.meter))

    def named_item(self, node: ast.Subscript, owner: Code, name: str) -> Code:
        """Compile ``row["column"]``, of which there are thousands in a loop over rows."""

        def look_up(held: tuple[JSON, Meter]) -> JSON:
            return subscript(held[0], name, held[1])

        other = self.guarded(node, look_up)

        def fetch(scope: Scope) -> JSON:
            row = owner(scope)
            if type(row) is dict and name in row:
                return lift(row[name])
            return other((row, scope.meter))

        return fetch

    def call(self, node: ast.Call) -> Code:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        function = FUNCTIONS.get(name)
        if function is None:
            near = did_you_mean(name, FUNCTIONS) if name else ""
            raise self.fault(node, f"없는 함수 {name or '호출'}", f"no such function {name}{near}")
        if any(keyword.arg is None for keyword in node.keywords):
            raise self.fault(node, "** 는 쓸 수 없음", "** is not part of the grammar")
        args = [self.argument(arg) for arg in node.args]
        named = [(str(k.arg), self.argument(k.value)) for k in node.keywords]
        signature = inspect.signature(function)
        try:
            signature.bind(None, *args, **dict(named))
        except TypeError:
            usage = f"{name}({', '.join(list(signature.parameters)[1:])})"
            raise self.fault(node, f"{usage} 꼴로 써야 함", f"use it as {usage}") from None

        def run(scope: Scope) -> JSON:
            values = [arg(scope) for arg in args]
            if not named:
                return function(scope.meter, *values)
            return function(scope.meter, *values, **{key: arg(scope) for key, arg in named})

        return self.guarded(node, run)

    def argument(self, node: ast.expr) -> Code:
        return self.function(node) if isinstance(node, ast.Lambda) else self.compile(node)

    def function(self, node: ast.Lambda) -> Code:
        """Compile ``lambda row: …``, allowed as an argument only: it cannot call itself."""
        spec = node.args
        if len(spec.args) != 1 or spec.vararg or spec.kwarg or spec.kwonlyargs or spec.defaults:
            raise self.fault(node, "lambda는 인자가 하나여야 함", "a lambda takes one argument")
        name, body, cost = spec.args[0].arg, self.compile(node.body), size(node.body)

        def make(scope: Scope) -> Closure:
            inner = Scope(scope, scope.meter)

            def closure(value: JSON) -> JSON:
                inner.meter.charge(cost)
                inner[name] = lift(value)
                return body(inner)

            return Closure(closure)

        return make

    def listing(self, node: ast.ListComp | ast.GeneratorExp) -> Code:
        element = self.compile(node.elt)
        loops = self.loops(node.generators, size(node.elt), node)

        def build(scope: Scope) -> JSON:
            items: list[JSON] = []
            loops(Scope(scope, scope.meter), lambda inner: items.append(element(inner)))
            return items

        return self.guarded(node, build)

    def mapping(self, node: ast.DictComp) -> Code:
        key, value = self.compile(node.key), self.compile(node.value)
        loops = self.loops(node.generators, size(node.key) + size(node.value), node)

        def build(scope: Scope) -> JSON:
            items: dict[JSON, JSON] = {}

            def put(inner: Scope) -> None:
                items[key_of(key(inner))] = value(inner)

            loops(Scope(scope, scope.meter), put)
            return items

        return self.guarded(node, build)

    def loops(self, generators: list[ast.comprehension], cost: int, whole: ast.expr) -> Loop:
        """Return a function that runs an action once for each turn of nested loops."""
        head, rest = generators[0], generators[1:]
        columns = columns_read(whole, head.target)
        source, bind = self.compile(head.iter), self.target(head.target)
        tests = [self.compile(test) for test in head.ifs]
        price = sum(map(size, head.ifs)) + (0 if rest else cost) + 1
        turn: Loop = self.loops(rest, cost, whole) if rest else lambda scope, action: action(scope)

        def run(scope: Scope, action: Callable[[Scope], None]) -> None:
            meter = scope.meter
            for value in narrowed(as_list(source(scope), meter), columns):
                meter.charge(price)
                bind(scope, lift(value))
                for test in tests:
                    if not test(scope):
                        break
                else:
                    turn(scope, action)

        return run

    def target(self, node: ast.expr) -> Callable[[Scope, JSON], None]:
        if isinstance(node, ast.Name):
            name = node.id

            def put(scope: Scope, value: JSON) -> None:
                scope[name] = value

            return put
        if not isinstance(node, ast.Tuple):
            raise self.fault(node, "쓸 수 없는 변수", "this loop variable is not allowed")
        parts = [self.target(item) for item in node.elts]

        def unpack(scope: Scope, value: JSON) -> None:
            items = as_list(value, scope.meter)
            if len(items) != len(parts):
                raise Misuse(f"값이 {len(parts)}개여야 함", f"expected {len(parts)} values")
            for part, item in zip(parts, items, strict=True):
                part(scope, lift(item))

        return unpack

    def binding(self, node: ast.NamedExpr) -> Code:
        name, value = node.target.id, self.compile(node.value)

        def bind(scope: Scope) -> JSON:
            scope[name] = held = value(scope)
            return held

        return bind


_METHODS: dict[type, Callable[[_Compiler, JSON], Code]] = {
    ast.Constant: _Compiler.constant,
    ast.Name: _Compiler.name,
    ast.List: _Compiler.sequence,
    ast.Tuple: _Compiler.sequence,
    ast.Dict: _Compiler.dictionary,
    ast.BinOp: _Compiler.binary,
    ast.UnaryOp: _Compiler.unary,
    ast.BoolOp: _Compiler.boolean,
    ast.Compare: _Compiler.comparison,
    ast.IfExp: _Compiler.conditional,
    ast.Attribute: _Compiler.attribute,
    ast.Subscript: _Compiler.item,
    ast.Call: _Compiler.call,
    ast.ListComp: _Compiler.listing,
    ast.GeneratorExp: _Compiler.listing,
    ast.DictComp: _Compiler.mapping,
    ast.NamedExpr: _Compiler.binding,
}
