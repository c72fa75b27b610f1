"""Validation of synthesised tasks: three stages of filters, cheap ones first."""

from kopa_synth.validate.accepted import accepted
from kopa_synth.validate.candidate import Candidate, candidate_lines, read_candidates
from kopa_synth.validate.origins import Origins
from kopa_synth.validate.pipeline import Rules, validate
from kopa_synth.validate.verdict import FILTERS, STAGES, Verdict, counts

__all__ = [
    "FILTERS",
    "STAGES",
    "Candidate",
    "Origins",
    "Rules",
    "Verdict",
    "accepted",
    "candidate_lines",
    "counts",
    "read_candidates",
    "validate",
]
