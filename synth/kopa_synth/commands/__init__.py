"""What the ``kopa synth`` commands do; :mod:`kopa_synth.cli` reads their options."""
