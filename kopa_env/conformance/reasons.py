"""Known differences and why they are there: ``reasons.yaml``, one rule a kind of difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any

from kopa_env.conformance.compare import Difference
from kopa_env.errors import IntegrityError
from kopa_env.replica.spec import shipped

FILE = "reasons.yaml"


@dataclass(frozen=True, slots=True)
class Rule:
    """Explains the differences that match it; every part is a pattern as in a shell.

    Attributes:
        theirs, ours: shapes in the sample and in the replica's reply.
        column: the world's column that the replica declares for the field, empty if none is.
        reason: what a reader is told.
    """

    reason: str
    platform: str = "*"
    tool: str = "*"
    kind: str = "*"
    field: str = "*"
    theirs: str = "*"
    ours: str = "*"
    column: str = "*"

    def explains(self, platform: str, tool: str, difference: Difference, column: str) -> bool:
        """Return whether this rule covers a difference."""
        pairs = (
            (platform, self.platform),
            (tool, self.tool),
            (difference.kind, self.kind),
            (difference.field, self.field),
            (difference.theirs, self.theirs),
            (difference.ours, self.ours),
            (column, self.column),
        )
        return all(fnmatchcase(value, pattern) for value, pattern in pairs)


class Reasons:
    """All rules, the first that matches counts."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)

    @classmethod
    @cache
    def shipped(cls) -> Reasons:
        """Return the rules that ship.

        Raises:
            IntegrityError: if the file does not fit.
        """
        import yaml

        text = (files("kopa_env.conformance") / FILE).read_text(encoding="utf-8")
        return cls([_rule(row) for row in yaml.load(text, Loader=yaml.CSafeLoader) or ()])

    def of(self, platform: str, tool: str, difference: Difference) -> str:
        """Return the reason of a difference, or an empty string if none is known."""
        declared = shipped().get(tool)
        column = declared.columns.get(difference.field, "") if declared else ""
        return next(
            (r.reason for r in self.rules if r.explains(platform, tool, difference, column)), ""
        )


def _rule(row: Mapping[str, Any]) -> Rule:
    known = {field.name for field in fields(Rule)}
    if not isinstance(row, dict) or not row.get("reason") or not row.keys() <= known:
        raise IntegrityError(f"{FILE}: {row!r} is no rule")
    if not row.keys() & {"tool", "field", "column"}:
        raise IntegrityError(f"{FILE}: a rule must name a tool, a field or a column: {row!r}")
    return Rule(**row)
