"""Trainers as agents: TRL and verl adapters over one rollout core."""
