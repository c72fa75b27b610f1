"""Runs the school suite and kills itself on the way: ``dying_run.py FOLDER N [tear]``.

After N rows the process ends as by ``kill -9``; with ``tear`` in the middle of writing a row.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from bench_stage import play_all

from kopa_bench import folder as folders

_append = folders.RunFolder.append


def main(path: Path, rows: int, tear: bool) -> None:
    """Run until the given number of rows is written."""
    count = 0

    def append(self: folders.RunFolder, *ended: folders.Row) -> None:
        nonlocal count
        for row in ended:
            if count >= rows:
                if tear:
                    with (path / folders.TRACES).open("ab") as file:
                        file.write(folders.encoded(row)[:100])
                os.kill(os.getpid(), signal.SIGKILL)
            _append(self, row)
            count += 1

    folders.RunFolder.append = append  # type: ignore[method-assign]
    play_all(path, concurrency=2)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), "tear" in sys.argv)
