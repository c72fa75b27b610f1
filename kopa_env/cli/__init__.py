"""The ``kopa`` command: sub-commands are found through the entry-point group ``kopa.commands``.

Exit codes: 0 done, 1 the check failed, 2 wrong usage or input. One JSON object on stdout with
``--json``; progress and errors go to stderr, an error is one line.
"""

from __future__ import annotations

import sys

from kopa_env.errors import KopaError


def main() -> None:
    """Run the command line."""
    try:
        from kopa_env.cli.app import run

        sys.exit(run(sys.argv[1:]))
    except KopaError as error:
        sys.stderr.write(f"kopa: {error}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.stderr.write("kopa: interrupted\n")
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
