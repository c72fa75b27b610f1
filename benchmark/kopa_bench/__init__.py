"""KOPA-Bench: policies, runner, statistics and report."""
