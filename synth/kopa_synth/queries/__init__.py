"""Korean queries: what a walk asks, said as a person would say it, and checked.

A walk fills a :class:`~kopa_synth.queries.brief.Brief`; a writer makes drafts of it; the checker
holds them against it and :func:`~kopa_synth.queries.writer.choose` takes the first without fault.
"""

from kopa_synth.queries.check import Fault, check, leaks
from kopa_synth.queries.gloss import gloss
from kopa_synth.queries.writer import (
    Draft,
    GrammarWriter,
    ModelWriter,
    Query,
    Writer,
    choose,
)

__all__ = [
    "Draft",
    "Fault",
    "GrammarWriter",
    "ModelWriter",
    "Query",
    "Writer",
    "check",
    "choose",
    "gloss",
    "leaks",
]
