"""Every example in the README and the documentation runs as printed.

The blocks of a page run in order in one empty directory, each Python block as a script of its
own. Blocks in other languages (``text``, ``sh``) are not run: they need keys, a server or a model.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(
    r"^(<!-- (?P<mark>[\w-]+) -->\n)?```(?P<language>\w+)\n(?P<body>.*?)^```", re.M | re.S
)
EXTRAS = {"training.md": "trl"}
"""Pages that need a trainer: half an hour, in an environment of its own."""
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def _blocks(page: Path) -> list[tuple[str, str]]:
    found = BLOCK.finditer(page.read_text(encoding="utf-8"))
    return [(m["language"], m["body"]) for m in found if not m["mark"]]


def _runnable(page: Path) -> bool:
    return any(language in ("python", "bash") for language, _ in _blocks(page))


@pytest.mark.parametrize(
    "page",
    [p for p in PAGES if _runnable(p) and p.name not in EXTRAS],
    ids=lambda p: p.name,
)
def test_examples_run_as_printed(page: Path, tmp_path: Path) -> None:
    run_as_printed(page, tmp_path, 600)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXTRAS)
def test_pages_of_trainers_run_as_printed(name: str, tmp_path: Path) -> None:
    if find_spec(EXTRAS[name]) is None:
        pytest.skip(f"extra {EXTRAS[name]}")
    run_as_printed(ROOT / "docs" / name, tmp_path, 3600)
    rewards = {
        run: json.loads((tmp_path / "runs" / f"eval-{run}" / "results.json").read_text())
        for run in ("sft", "grpo")
    }
    assert rewards["grpo"]["ci95"][0] > rewards["sft"]["ci95"][1], "GRPO beats its own start"


def run_as_printed(page: Path, tmp_path: Path, seconds: float) -> None:
    """Run a page's blocks in an empty folder."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    script = []
    for number, (language, body) in enumerate(_blocks(page)):
        if language == "bash":
            script.append(body)
        elif language == "python":
            (tmp_path / f"block{number}.py").write_text(body, encoding="utf-8")
            script.append(f"python block{number}.py")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(script)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"


LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert [t for t in targets if not (page.parent / t).exists()] == []
