"""EDGE: a tool-dependency graph verified by execution, and the tasks walked from it."""
