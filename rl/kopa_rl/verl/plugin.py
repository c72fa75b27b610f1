"""What verl's entry point ``verl.plugins`` loads: to import it is to register all of it."""

from __future__ import annotations

from kopa_rl.verl.advantage import compute_advantage
from kopa_rl.verl.agent_loop import KopaAgentLoop

__all__ = ["KopaAgentLoop", "compute_advantage"]
