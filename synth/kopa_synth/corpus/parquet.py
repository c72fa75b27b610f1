"""Parquet files of a corpus: the same bytes for the same rows and version of pyarrow."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kopa_env.cache import replacing
from kopa_env.errors import MissingExtra
from kopa_env.grading import render_answer
from kopa_env.suites.compile import counted_calls
from kopa_synth.validate.candidate import Candidate

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

EXTRA = "parquet"
_ROWS = 256
"""Rows of one group: a trainer that streams reads a group at a time."""


def require() -> Any:
    """Return pyarrow.

    Raises:
        MissingExtra: if it is not installed.
    """
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError:
        raise MissingExtra(EXTRA, "writing parquet") from None


def task_rows(
    candidates: Sequence[Candidate], split_of: Mapping[str, str], catalogue: Catalogue
) -> list[dict[str, Any]]:
    """Return a flat row for each task, for those who look through a corpus."""
    return [
        {
            "id": c.id,
            "pattern": c.pattern,
            "domain": c.task.domain,
            "platforms": list(c.task.platforms),
            "tier": c.task.tier,
            "split": split_of[c.id],
            "query_ko": c.task.query_ko,
            "gloss_en": c.task.gloss_en,
            "answer_type": c.task.answer.type,
            "answer": render_answer(c.task.answer),
            "reward_basis": list(c.task.reward_basis),
            "calls": counted_calls(c.task, catalogue),
            "max_calls": c.task.max_calls,
            "offered_tools": list(c.task.offered_tools),
            "content_hash": c.task.content_hash,
        }
        for c in candidates
    ]


def write_tasks(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write flat task rows.

    Raises:
        MissingExtra: if pyarrow is not installed.
    """
    pa = require()
    text, number, texts = pa.string(), pa.int32(), pa.list_(pa.string())
    types = {
        **dict.fromkeys(("id", "pattern", "domain"), text),
        "platforms": texts,
        **dict.fromkeys(("tier", "split", "query_ko", "gloss_en", "answer_type", "answer"), text),
        "reward_basis": texts,
        **dict.fromkeys(("calls", "max_calls"), number),
        "offered_tools": texts,
        "content_hash": text,
    }
    _write(path, rows, pa.schema(list(types.items())))


def write_golden(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write golden trajectories: ``messages`` nested as in a chat, ``tools`` as JSON text.

    The schemas of tools differ from one to the next, which no column type can hold.

    Raises:
        MissingExtra: if pyarrow is not installed.
    """
    pa = require()
    text = pa.string()
    function = pa.struct([("name", text), ("arguments", text)])
    call = pa.struct([("id", text), ("type", text), ("function", function)])
    message = pa.struct(
        [("role", text), ("content", text), ("tool_calls", pa.list_(call)), ("tool_call_id", text)]
    )
    schema = pa.schema(
        [
            *((name, text) for name in ("task_id", "task_hash", "pattern", "domain", "split")),
            ("messages", pa.list_(message)),
            ("tools", text),
        ]
    )
    flat = [{**row, "tools": json.dumps(row["tools"], ensure_ascii=False)} for row in rows]
    _write(path, flat, schema)


def _write(path: Path, rows: Sequence[Mapping[str, Any]], schema: Any) -> None:
    """Write rows in their order: one compression, no clock, nothing about who wrote them."""
    pa = require()
    table = pa.Table.from_pylist([dict(row) for row in rows], schema=schema)
    with replacing(path) as temporary:
        pa.parquet.write_table(
            table,
            temporary,
            row_group_size=_ROWS,
            compression="zstd",
            compression_level=9,
            version="2.6",
            use_dictionary=True,
            write_statistics=True,
        )
        temporary.chmod(0o644)
