"""Phase A of EDGE: execute the edges of a skeleton and keep those that work (PAPER 4.3)."""

from __future__ import annotations

from kopa_synth.explore.audit import Audit, audit, report, write_audit
from kopa_synth.explore.candidates import Memory
from kopa_synth.explore.compare import compare_allocations, compare_faults, table, truth
from kopa_synth.explore.executor import Calls, Executor, Reply
from kopa_synth.explore.run import Exploration, explore

__all__ = [
    "Audit",
    "Calls",
    "Executor",
    "Exploration",
    "Memory",
    "Reply",
    "audit",
    "compare_allocations",
    "compare_faults",
    "explore",
    "report",
    "table",
    "truth",
    "write_audit",
]
