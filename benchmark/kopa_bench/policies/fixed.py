"""Baselines that look nothing up: what a benchmark must not reward."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kopa_bench.policy import Action, View, said
from kopa_env.suites.degenerate import REFUSAL

__all__ = ["REFUSAL", "Fixed"]


@dataclass(frozen=True, slots=True)
class Fixed:
    """Says one thing at once: ``null`` nothing, ``constant`` a number, ``echo`` the question."""

    name: Literal["null", "constant", "echo"]

    async def act(self, view: View) -> Action:
        """Return the same kind of answer to every task."""
        if self.name == "null":
            return said(REFUSAL)
        if self.name == "constant":
            return said(r"\boxed{1}")
        question = next(str(m["content"]) for m in view.messages if m["role"] == "user")
        return said(rf"{question} \boxed{{{question}}}")
