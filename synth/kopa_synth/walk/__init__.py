"""Phase B of EDGE: walks over a verified graph become executable trajectories (PAPER 4.4)."""

from kopa_synth.walk.mix import quotas, spared
from kopa_synth.walk.run import Ground, walk, write
from kopa_synth.walk.trajectory import Trajectory

__all__ = ["Ground", "Trajectory", "quotas", "spared", "walk", "write"]
