"""Phase B of EDGE: walks over a verified graph become executable trajectories (PAPER 4.4)."""
