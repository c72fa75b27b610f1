"""Export: a suite's tasks and golden conversations as files that trainers read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import orjson

from kopa_env.cache import replacing
from kopa_env.errors import MissingExtra, UsageError, did_you_mean
from kopa_rl import forms
from kopa_rl.golden import Conversation, conversations, questions
from kopa_rl.rollout import Stage

Through: TypeAlias = Callable[[Iterable[Conversation], str, int], Iterable[Conversation]]
"""Passes conversations on, and shows how far they are: label and number of them."""

FORMATS = ("trl", "verl", "sharegpt", "openai")


def export(
    stage: Stage,
    split: str,
    form: str,
    target: Path,
    through: Through = lambda found, label, total: found,
) -> dict[str, Any]:
    """Write a split in one format.

    Args:
        stage: suite and tools.
        split: which tasks.
        form: one of :data:`FORMATS`.
        target: folder; made if it is not there.
        through: shows progress.

    Returns:
        Files with their rows, and the hashes of what they were made from.

    Raises:
        UsageError: for a format or split that does not exist.
        MissingExtra: if ``verl`` is asked for and pyarrow is not installed.
    """
    if form not in FORMATS:
        near = did_you_mean(form, FORMATS)
        raise UsageError(f"no format {form!r}{near}; formats: {', '.join(FORMATS)}")
    wanted = len(stage.suite.ids(split))
    if form == "verl":
        pa = _parquet()
        asked = through(questions(stage, split), "questions", wanted)
        rows = [forms.verl(one, split, i) for i, one in enumerate(asked)]
        _write_parquet(pa, target / f"{split}.parquet", rows)
        files = {f"{split}.parquet": wanted}
    else:
        golden = through(conversations(stage, split), "conversations", wanted)
        files = _lines(list(golden), split, form, target)
    about = {"format": form, "split": split, "files": files, "hashes": stage.hashes()}
    with replacing(target / "export.json") as written:
        written.write_bytes(orjson.dumps(about, option=orjson.OPT_INDENT_2))
    return about


def _lines(found: Sequence[Conversation], split: str, form: str, target: Path) -> dict[str, int]:
    parts: Mapping[str, Callable[[Conversation], forms.Row]] = {
        "openai": {f"{split}.jsonl": forms.openai},
        "sharegpt": {f"{split}.jsonl": forms.sharegpt},
        "trl": {f"{split}-sft.jsonl": forms.trl_sft, f"{split}-grpo.jsonl": forms.trl_grpo},
    }[form]
    for name, row in parts.items():
        with replacing(target / name) as written:
            written.write_bytes(b"".join(orjson.dumps(row(one)) + b"\n" for one in found))
    return dict.fromkeys(parts, len(found))


def _parquet() -> Any:
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError:
        raise MissingExtra("parquet", "exporting for verl") from None


def _write_parquet(pa: Any, path: Path, rows: list[forms.Row]) -> None:
    with replacing(path) as written:
        pa.parquet.write_table(pa.Table.from_pylist(rows), written)
