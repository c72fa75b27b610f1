"""Conformance: real replies beside ours, against an answer key.

Every sample reply is read by its platform's dialect and held to the key; where it has rows and we
have its tool, the replica is asked for the same endpoint and both replies are compared: envelope,
fields, and how each value is written. ``docs/conformance.md`` says what is compared and why.
"""

from kopa_env.conformance.check import Examined, examine
from kopa_env.conformance.report import Report, summarise
from kopa_env.conformance.samples import Sample, SampleSet, golden_replies, read_samples
from kopa_env.conformance.scope import of_platform

__all__ = [
    "Examined",
    "Report",
    "Sample",
    "SampleSet",
    "examine",
    "golden_replies",
    "of_platform",
    "read_samples",
    "summarise",
]
