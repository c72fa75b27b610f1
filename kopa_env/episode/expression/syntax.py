"""Reading an expression: its syntax tree, its depth, and where in the text a node stands."""

from __future__ import annotations

import ast
import warnings
from decimal import Decimal, InvalidOperation

from kopa_env.episode.reduce import Misuse

MAX_NESTING = 80
"""Brackets inside brackets."""

REFUSED: dict[type, str] = {
    ast.JoinedStr: "f-string",
    ast.Set: "{…} set",
    ast.SetComp: "{…} set",
    ast.Lambda: "lambda (함수의 인자로만)",
    ast.Starred: "*",
    ast.Await: "await",
    ast.Yield: "yield",
    ast.YieldFrom: "yield from",
}

"""Python syntax that a policy may well try, with the name it is refused under."""


class ExpressionError(Misuse):
    """An expression cannot be read or evaluated; the message names the position."""

    @classmethod
    def of(cls, error: Misuse, place: tuple[str, str] = ("", "")) -> ExpressionError:
        """Return an error as one of an expression, with the place where it arose."""
        return cls(error.korean + place[0], error.english + place[1], error.reason)


def too_deep() -> ExpressionError:
    """Return the error for an expression whose tree is too deep."""
    return ExpressionError("식이 너무 깊게 겹쳐 있음", "the expression is nested too deeply")


def parse(source: str) -> ast.expr:
    """Parse inside brackets, so that an expression may run over several lines.

    Messages are our own: Python words its syntax errors differently from version to version, and
    what a policy sees must not depend on that.
    """
    fault, nesting = scan(source)
    if nesting > MAX_NESTING:
        raise too_deep()
    if fault:
        raise ExpressionError(
            f"괄호나 따옴표의 짝이 맞지 않음 ({fault}번째 글자)",
            f"unbalanced bracket or quote at character {fault}",
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(f"(\n{source}\n)", mode="eval").body
    except (RecursionError, MemoryError):
        raise too_deep() from None
    except (SyntaxError, ValueError):
        raise _unreadable() from None
    if isinstance(tree, ast.Tuple) and not tree.elts and tree.lineno == 1:
        raise _unreadable()
    return tree


def _unreadable() -> ExpressionError:
    return ExpressionError(
        "식 하나로 읽을 수 없음: 대입문이나 여러 문장은 쓸 수 없음",
        "this cannot be read as one expression: no assignments, no statements",
    )


def scan(source: str) -> tuple[int, int]:
    """Return the position of the first unbalanced bracket or quote (0: none) and the nesting."""
    open_at: list[tuple[str, int]] = []
    deepest = 0
    at = 0
    while at < len(source):
        character = source[at]
        if character in "'\"":
            end = _string_end(source, at)
            if end < 0:
                return at + 1, deepest
            at = end
        elif character == "#":
            at = source.find("\n", at)
            if at < 0:
                break
        elif character in _PAIRS:
            open_at.append((_PAIRS[character], at + 1))
            deepest = max(deepest, len(open_at))
        elif character in ")]}" and (not open_at or open_at.pop()[0] != character):
            return at + 1, deepest
        at += 1
    return (open_at[0][1] if open_at else 0), deepest


_PAIRS = {"(": ")", "[": "]", "{": "}"}


def _string_end(source: str, start: int) -> int:
    """Return the position of the last character of a string literal, -1 if it does not end."""
    quote = source[start]
    mark = quote * 3 if source.startswith(quote * 3, start) else quote
    at = start + len(mark)
    while at < len(source):
        if source[at] == "\\":
            at += 2
        elif source.startswith(mark, at):
            return at + len(mark) - 1
        elif source[at] == "\n" and len(mark) == 1:
            return -1
        else:
            at += 1
    return -1


def offset(source: str, line: int, column: int) -> int:
    """Return the 1-based position of a line and column in the source."""
    lines = source.split("\n")
    before = sum(len(text) + 1 for text in lines[: max(line, 0)])
    return min(before + column + 1, len(source) + 1)


def depth(tree: ast.AST) -> int:
    """Return the depth of a tree, without recursion."""
    deepest, stack = 0, [(tree, 1)]
    while stack:
        node, level = stack.pop()
        deepest = max(deepest, level)
        stack.extend((child, level + 1) for child in ast.iter_child_nodes(node))
    return deepest


def size(node: ast.AST) -> int:
    """Return the number of nodes: what one evaluation of a tree costs."""
    return sum(1 for _ in ast.walk(node))


def place(source: str, node: ast.expr) -> tuple[str, str]:
    """Say where a node stands, in Korean and English."""
    line = source.split("\n")[node.lineno - 2] if node.lineno > 1 else ""
    column = len(line.encode()[: node.col_offset].decode(errors="ignore"))
    where = offset(source, node.lineno - 2, column)
    return f" ({where}번째 글자)", f" at character {where}"


def exact(source: str, node: ast.Constant) -> Decimal:
    """Return a number as it is written: binary floating point never sees it."""
    written = ast.get_source_segment(f"(\n{source}\n)", node) or str(node.value)
    try:
        return Decimal(written.replace("_", ""))
    except InvalidOperation:
        return Decimal(repr(node.value))
