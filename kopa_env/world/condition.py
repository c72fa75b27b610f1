"""One filter of a query, in the form the tables understand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from kopa_env.world.table import Value


@dataclass(frozen=True, slots=True)
class Condition:
    """One filter: ``range`` takes a pair (low, high), either end ``None``; ``in`` a sequence.

    ``words`` finds texts that hold each word of its value, whatever stands between them and
    wherever the text has its blanks; a value in double quotes is the whole text.
    """

    column: str
    op: Literal["eq", "ne", "prefix", "contains", "words", "range", "lt", "gt", "in"]
    value: Any

    def sql(self) -> tuple[str, list[Value]]:
        """Return the SQL fragment and its values."""
        name = f'"{self.column}"'
        if self.op == "range":
            low, high = self.value
            parts = [(f"{name} >= ?", low), (f"{name} <= ?", high)]
            used = [(sql, value) for sql, value in parts if value is not None]
            return " AND ".join(sql for sql, _ in used) or "1", [value for _, value in used]
        if self.op in ("lt", "gt"):
            return f"{name} {'<' if self.op == 'lt' else '>'} ?", [self.value]
        if self.op == "in":
            values: list[Value] = list(self.value)
            return f"{name} IN ({', '.join('?' * len(values))})", values
        value: Value = self.value
        if self.op == "words":
            whole, words = _words(str(value))
            if whole:
                return f"{name} = ?", [whole]
            closed = f"replace({name}, ' ', '')"
            return " AND ".join(f"instr({closed}, ?) > 0" for _ in words) or "1", list(words)
        if self.op == "contains":
            return f"instr({name}, ?) > 0", [value]
        if self.op == "prefix":
            return f"substr({name}, 1, length(?)) = ?", [value, value]
        return f"{name} {'=' if self.op == 'eq' else '<>'} ?", [value]

    def meets(self, value: Any) -> bool:
        """Say whether a value (no NULL) meets the filter, as the database would."""
        wanted = self.value
        if self.op == "range":
            low, high = wanted
            return (low is None or value >= low) and (high is None or value <= high)
        if self.op in ("lt", "gt"):
            return bool(value < wanted if self.op == "lt" else value > wanted)
        if self.op == "in":
            return value in wanted
        if self.op == "words":
            whole, words = _words(wanted)
            closed = value.replace(" ", "")
            return value == whole if whole else all(word in closed for word in words)
        if self.op == "contains":
            return wanted in str(value)
        if self.op == "prefix":
            return str(value).startswith(wanted)
        return bool((value == wanted) is (self.op == "eq"))


def _words(value: str) -> tuple[str, list[str]]:
    """Return the whole text that is asked for in quotes, and otherwise the single words."""
    value = value.strip()
    if len(value) > 2 and value[0] == value[-1] == '"':
        return value[1:-1].strip(), []
    return "", value.replace('"', " ").split()
