"""Reading an expression: its syntax tree, its depth, and where in the text a node stands."""

from __future__ import annotations

import ast
import warnings
from decimal import Decimal, InvalidOperation

from kopa_env.episode.reduce import Misuse

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
    """Parse inside brackets, so that an expression may run over several lines."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(f"(\n{source}\n)", mode="eval").body
        if isinstance(tree, ast.Tuple) and not tree.elts and tree.lineno == 1:
            raise SyntaxError("there is no expression")
        return tree
    except (RecursionError, MemoryError):
        raise too_deep() from None
    except (SyntaxError, ValueError) as error:
        reason = getattr(error, "msg", None) or str(error)
        line, column = getattr(error, "lineno", None) or 2, getattr(error, "offset", None) or 1
        where = offset(source, line - 2, column - 1)
        raise ExpressionError(
            f"식을 읽을 수 없음 ({where}번째 글자)", f"cannot read at character {where}: {reason}"
        ) from None


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
