"""KopaTrain: the released corpus as a suite (entry point ``train`` of ``kopa.suites``)."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import zstandard

from kopa_env.cache import replacing
from kopa_env.errors import UsageError
from kopa_env.suites import Suite, read_suite

LEVEL = 19
"""Tasks are packed as small as they get: what ships is downloaded by everybody."""
_KEPT = ("suite.json", "stats.json", "README.md")


def suite() -> Suite:
    """Return KopaTrain.

    Raises:
        UsageError: if this installation does not hold it.
    """
    folder = files("kopa_synth") / "data" / "train"
    if not (folder / "suite.json").is_file():
        raise UsageError(
            "this installation holds no KopaTrain: kopa_synth/data/train is absent; make a corpus "
            "with 'kopa synth run' and load it by its folder"
        )
    return read_suite(folder)


def release(corpus: Path, target: Path) -> Suite:
    """Put what a suite needs of a corpus where a package ships it, its tasks packed.

    Conversations stay behind: they follow from the tasks and the world.

    Args:
        corpus: a folder that :func:`~kopa_synth.corpus.write_corpus` has finished.
        target: ``kopa_synth/data/train`` of a checkout.

    Raises:
        UsageError: if the corpus is not whole.
    """
    if missing := [name for name in (*_KEPT, "tasks.jsonl") if not (corpus / name).is_file()]:
        raise UsageError(f"{corpus} is no whole corpus: there is no {missing[0]}")
    bodies = {name: (corpus / name).read_bytes() for name in _KEPT}
    tasks = (corpus / "tasks.jsonl").read_bytes()
    bodies["tasks.jsonl.zst"] = zstandard.ZstdCompressor(level=LEVEL).compress(tasks)
    for name, body in bodies.items():
        with replacing(target / name) as temporary:
            temporary.write_bytes(body)
            temporary.chmod(0o644)
    return read_suite(target)
