"""Validation: the gates every task of a suite must pass, and what the suite looks like."""

from kopa_bench.validation.suite import validate_suite

__all__ = ["validate_suite"]
