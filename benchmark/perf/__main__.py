"""Every speed benchmark of this folder, one after another.

python -m benchmark.perf [--json] [NAME ...]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
NAMES = sorted(path.stem for path in HERE.glob("*.py") if path.stem != "__main__")


def main(arguments_given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", help=f"only these of: {', '.join(NAMES)}")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    options = parser.parse_args(arguments_given)
    if unknown := [name for name in options.names if name not in NAMES]:
        parser.error(f"no benchmark {unknown[0]!r}; there are: {', '.join(NAMES)}")
    rows: list[dict[str, Any]] = []
    failed = 0
    for name in options.names or NAMES:
        command = [sys.executable, str(HERE / f"{name}.py"), *(["--json"] if options.json else [])]
        if not options.json:
            sys.stdout.write(f"\n{name}\n")
            sys.stdout.flush()
        ran = subprocess.run(command, stdout=subprocess.PIPE if options.json else None, check=False)
        failed |= ran.returncode != 0
        if options.json and not ran.returncode:
            rows += [{"benchmark": name, **row} for row in json.loads(ran.stdout)["rows"]]
    if options.json:
        sys.stdout.write(json.dumps({"rows": rows}, ensure_ascii=False) + "\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
