"""A sample folder of our own: replies of two platforms and a key, written into a directory."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.arguments import validate, wire_args
from kopa_env.platforms import dialect
from kopa_env.replica.engine import Replica
from kopa_env.world import World

COLUMNS = (
    *("file", "platform", "endpoint", "facts_id", "request", "tier"),
    *("outcome", "code", "n_records", "total", "root_note"),
)


@dataclass
class Folder:
    """A sample folder that grows row by row."""

    root: Path
    rows: list[dict[str, str]] = field(default_factory=list)
    header: Sequence[str] = COLUMNS

    def add(self, file: str, body: bytes | str, **cells: str) -> None:
        """Write one reply and its row of the key; the cells not named are those of an empty one."""
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body if isinstance(body, bytes) else body.encode())
        row = {
            "platform": file.partition("/")[0], "tier": "recorded",
            "outcome": "empty", "n_records": "0", **cells, "file": file,
        }  # fmt: skip
        self.rows.append({name: row.get(name, "") for name in COLUMNS})
        self.write()

    def write(self) -> None:
        lines = ["\t".join(self.header)]
        lines += ["\t".join(row[name] for name in self.header) for row in self.rows]
        (self.root / "INDEX.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def allow(self, file: str, name: str, value: str) -> None:
        text = f"file\tfield\tkey\talternative\twhy\n{file}\t{name}\t\t{value}\tjudgement\n"
        (self.root / "ALTERNATIVES.tsv").write_text(text, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.fixture(scope="session")
def replica() -> Replica:
    return Replica(World(20260130), Catalogue.load())


Edit = Callable[[dict[str, Any]], None]
Reply = Callable[..., bytes]


@pytest.fixture(scope="session")
def reply(replica: Replica) -> Reply:
    """Return a maker of replies: what the replica serves for a tool, changed by a function."""

    def make(
        name: str, args: Mapping[str, object], edit: Edit | None = None, wire: str = "json"
    ) -> bytes:
        spec = replica.catalogue[name]
        checked = validate(spec, args)
        assert isinstance(checked, dict)
        result, page = replica.answer(spec, wire_args(spec, checked))
        body = dialect(spec.platform).encode(spec, result, page=page, wire=wire).body
        if edit is None:
            return body
        document = json.loads(body)
        edit(document)
        return json.dumps(document, ensure_ascii=False).encode()

    return make
