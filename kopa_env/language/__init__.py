"""Korean as it is written in queries: particles by sound, and how natural a set of them is.

Pure and light; the benchmark and the synthesis hold their queries to the same checks.
"""

from kopa_env.language.particles import josa, particle, particle_errors, settle
from kopa_env.language.report import Finding, LanguageReport, Said, check_set
from kopa_env.language.sound import Final, final_sound
from kopa_env.language.style import ending, frame, gives_reason, translationese

__all__ = [
    "Final",
    "Finding",
    "LanguageReport",
    "Said",
    "check_set",
    "ending",
    "final_sound",
    "frame",
    "gives_reason",
    "josa",
    "particle",
    "particle_errors",
    "settle",
    "translationese",
]
