"""The corpus: synthesised tasks as a suite, their conversations, figures and card."""

from kopa_synth.corpus.overlap import audit
from kopa_synth.corpus.splits import splits
from kopa_synth.corpus.write import write_corpus

__all__ = ["audit", "splits", "write_corpus"]
