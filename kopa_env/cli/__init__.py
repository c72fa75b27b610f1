"""The ``kopa`` command: sub-commands are found through the entry-point group ``kopa.commands``.

Exit codes: 0 done, 1 the check failed, 2 wrong usage or input. One JSON object on stdout with
``--json``; progress and errors go to stderr, an error is one line.
"""

from __future__ import annotations

import atexit
import errno
import os
import sys
import threading

from kopa_env.errors import KopaError


def script() -> None:
    """Run the command line as the ``kopa`` script, and leave without clearing up object by object.

    To take apart what a run has read costs as much as to write its report; the system does it at
    once. Whatever wants to be done at exit is done.
    """
    try:
        main()
    except SystemExit as ended:
        if threading.active_count() > 1 or not isinstance(ended.code, int):
            raise  # somebody is to be waited for, or something to be printed
        atexit._run_exitfuncs()
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except BrokenPipeError:
            pass  # whoever read it has what they wanted
        except OSError as error:
            if not ended.code:  # or it has been told
                sys.stderr.write(f"kopa: cannot write: {error.strerror}\n")
            os._exit(ended.code or 2)
        os._exit(ended.code)


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
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        sys.stderr.write(f"kopa: cannot write: {error.strerror}\n")
        sys.exit(2)
