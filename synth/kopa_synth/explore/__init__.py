"""Phase A of EDGE: execute the edges of a skeleton and keep those that work (PAPER 4.3)."""

from __future__ import annotations

from kopa_synth.explore.candidates import Memory
from kopa_synth.explore.executor import Calls, Executor, Reply
from kopa_synth.explore.run import Exploration, explore, write_graph

__all__ = ["Calls", "Executor", "Exploration", "Memory", "Reply", "explore", "write_graph"]
